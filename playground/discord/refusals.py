"""Discord's refusals: a status, a code, a message, and for a wrong form the list of what is wrong where."""

from typing import Any

Json = dict[str, Any]
FieldPath = tuple[str | int, ...]


class Refusal(Exception):
    """A request that Discord turns down.

    `is_mistake` tells a bot that broke a rule (its own doing) from one that came too late or lacks a right (the
    world's doing).
    """

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: Json | None = None,
        is_mistake: bool = False,
        headers: dict[str, str] | None = None,
        extra: Json | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.message = status, code, message
        self.errors, self.is_mistake = errors, is_mistake
        self.headers = headers or {}
        self.extra = extra or {}

    def json(self) -> Json:
        body: Json = {"message": self.message, "code": self.code, **self.extra}
        if self.errors:
            body["errors"] = self.errors
        return body

    def summary(self) -> str:
        """One line: the message, and each error with its place."""
        places = [f"{'.'.join(map(str, path)) or '(form)'}: {text}" for path, text in _flat(self.errors or {}, ())]
        return "; ".join([f"{self.code} {self.message}", *places])


class FormErrors:
    """What is wrong with a form, place by place. `refuse` raises 50035 if anything is."""

    def __init__(self) -> None:
        self.found: list[tuple[FieldPath, str, str]] = []

    def add(self, path: FieldPath, code: str, message: str) -> None:
        self.found.append((path, code, message))

    def length(self, path: FieldPath, value: str, low: int, high: int) -> None:
        """`value` must have `low` to `high` characters, as Discord counts them (code points)."""
        if not low <= len(value) <= high:
            text = f"Must be between {low} and {high} in length." if low else f"Must be {high} or fewer in length."
            self.add(path, "BASE_TYPE_BAD_LENGTH" if low else "BASE_TYPE_MAX_LENGTH", text)

    def required(self, path: FieldPath) -> None:
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def refuse(self) -> None:
        """Raise the whole refusal, nested as Discord nests it, if there is anything to refuse."""
        if not self.found:
            return
        tree: Json = {}
        for path, code, message in self.found:
            node = tree
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        raise Refusal(400, 50035, "Invalid Form Body", errors=tree, is_mistake=True)


def invalid(path: FieldPath, code: str, message: str) -> Refusal:
    """Build the refusal of a form with a single error."""
    errors = FormErrors()
    errors.add(path, code, message)
    try:
        errors.refuse()
    except Refusal as refusal:
        return refusal
    raise AssertionError("a mistake is always refused")


def unknown_channel() -> Refusal:
    return Refusal(404, 10003, "Unknown Channel")


def unknown_message() -> Refusal:
    return Refusal(404, 10008, "Unknown Message")


def unknown_guild() -> Refusal:
    return Refusal(404, 10004, "Unknown Guild")


def missing_access() -> Refusal:
    return Refusal(403, 50001, "Missing Access")


def missing_permissions() -> Refusal:
    return Refusal(403, 50013, "Missing Permissions")


def thread_is_archived() -> Refusal:
    return Refusal(400, 50083, "Thread is archived")


def thread_is_locked() -> Refusal:
    return Refusal(403, 160005, "Thread is locked")


def _flat(errors: Json, path: FieldPath) -> list[tuple[FieldPath, str]]:
    found = [(path, str(error["message"])) for error in errors.get("_errors", [])]
    for key, value in errors.items():
        if key != "_errors":
            found.extend(_flat(value, (*path, key)))
    return found
