"""The bot's answers and forms: fields and their checks, the forms open before a person, and waiting for an answer."""

import asyncio
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

from playground.discord.interactions import TOKEN_LASTS, Interaction, Interactions, Response
from playground.discord.limits.components import (
    ACTION_ROW,
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    SELECTS,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
)
from playground.discord.world import Upload, User
from playground.discord.world.core import WorldCore
from playground.people.choosing import IN_MENUS, Chosen, ClientRefused, so_many
from playground.people.seen import Seen

Json = dict[str, Any]
FORMS_AT_MOST = 20
SAFETY_NET = 60.0


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `component` is what the bot sent, `label` what stands above it."""

    label: str
    description: str
    component: Json

    @property
    def custom_id(self) -> str:
        return self.component["custom_id"]

    @property
    def kind(self) -> int:
        return self.component["type"]

    @property
    def required(self) -> bool:
        return self.component.get("required") is not False

    @property
    def options(self) -> list[tuple[str, str]]:
        """Label and value of each option; empty for fields that are typed."""
        return [(option["label"], option["value"]) for option in self.component.get("options") or []]

    @property
    def default(self) -> Any:
        """The field's value when it opens: a text, a list of values, one value or None, a bool."""
        chosen = [option["value"] for option in self.component.get("options") or [] if option.get("default")]
        match self.kind:
            case 4:
                return self.component.get("value") or ""
            case 21:
                return chosen[0] if chosen else None
            case 23:
                return bool(self.component.get("default"))
            case kind if kind in IN_MENUS:
                return [str(value["id"]) for value in self.component.get("default_values") or []]
            case _:
                return chosen

    def read(self, value: Any) -> Any:
        """`value` as the field sends it: options may be named by label, a single one without a list."""
        if self.kind == TEXT_INPUT:
            return str(value)
        if self.kind == CHECKBOX:
            return bool(value)
        values = value if isinstance(value, list | tuple) else [] if value is None else [value]
        if self.kind in IN_MENUS or self.kind == FILE_UPLOAD:
            return list(values)
        by_label = dict(self.options)
        known = {value for _, value in self.options}
        named = [str(v) if str(v) in known else by_label.get(str(v), str(v)) for v in values]
        return (named[0] if named else None) if self.kind == RADIO_GROUP else named

    def takes(self, value: Any) -> bool:
        """Return True if an answer of that type is possible at all."""
        match self.kind:
            case 4:
                return isinstance(value, str)
            case 21:
                return value is None or isinstance(value, str)
            case 23:
                return isinstance(value, bool)
            case 19:
                return isinstance(value, list) and all(isinstance(one, Upload) for one in value)
            case _:
                return isinstance(value, list) and all(isinstance(one, str) for one in value)

    def check(self, value: Any) -> None:
        """Check the value as the client does before it submits. Raises ClientRefused."""
        if self.kind == TEXT_INPUT:
            self._check_text(value)
        elif self.kind == RADIO_GROUP:
            if value is None and self.required:
                raise ClientRefused(f"{self.label} must be answered.")
            self._check_known([] if value is None else [value])
        elif self.kind != CHECKBOX:
            self._check_count(value)

    def _check_text(self, value: str) -> None:
        low = self.component.get("min_length") or 0
        high = self.component.get("max_length") or 4000
        if not value:
            if self.required:
                raise ClientRefused(f"{self.label} must be filled in.")
        elif not low <= len(value) <= high:
            raise ClientRefused(f"{self.label} takes {so_many(low, high, 'character')}, not {len(value)}.")
        if self.component["style"] == 1 and "\n" in value:
            raise ClientRefused(f"{self.label} takes one line.")

    def _check_count(self, values: list[str]) -> None:
        low, high = self.component.get("min_values"), self.component.get("max_values")
        low = 1 if low is None else low
        high = (len(self.options) if self.kind == CHECKBOX_GROUP else 1) if high is None else high
        if not values and not self.required:
            return
        if not low <= len(values) <= high:
            raise ClientRefused(f"{self.label} takes {so_many(low, high, 'choice')}, not {len(values)}.")
        if len(set(map(id, values)) if self.kind == FILE_UPLOAD else set(values)) < len(values):
            raise ClientRefused(f"{self.label} takes each choice once.")
        if self.kind in (STRING_SELECT, CHECKBOX_GROUP):
            self._check_known(values)

    def _check_known(self, values: list[str]) -> None:
        known = {value for _, value in self.options}
        for value in values:
            if value not in known:
                raise ClientRefused(f"{self.label} has no such choice.")


class Form:
    """An open modal. `text` is what it says beside its fields."""

    def __init__(self, interaction: Interaction) -> None:
        if interaction.modal is None:
            raise ValueError("the interaction opened no form")
        self.interaction = interaction
        self.modal = interaction.modal

    def __repr__(self) -> str:
        return f"<Form {self.title!r} {[field.label for field in self.fields]}>"

    @property
    def title(self) -> str:
        return self.modal["title"]

    @property
    def custom_id(self) -> str:
        return self.modal["custom_id"]

    @property
    def text(self) -> str:
        return "\n".join(row["content"] for row in self.modal["components"] if row["type"] == TEXT_DISPLAY)

    @property
    def fields(self) -> list[Field]:
        found: list[Field] = []
        for row in self.modal["components"]:
            if row["type"] == LABEL:
                found.append(Field(row["label"], row.get("description") or "", row["component"]))
            elif row["type"] == ACTION_ROW:
                found.append(Field(row["components"][0].get("label") or "", "", row["components"][0]))
        return found

    def field(self, wanted: str) -> Field:
        """Return the field with this custom id or label. Raises ClientRefused if there is none."""
        for field in self.fields:
            if field.custom_id == wanted:
                return field
        for field in self.fields:
            if field.label == wanted:
                return field
        raise ClientRefused(f'The form "{self.title}" has no such field.')

    def filled(self, answers: Mapping[str, Any], chosen: Chosen, *, checked: bool) -> Json:
        """Return the submission's data; fields without an answer keep their opening value. Raises ClientRefused."""
        given = {self.field(name).custom_id: value for name, value in answers.items()}
        numbers = iter(range(1, 1000))
        rows: list[Json] = []
        for row in self.modal["components"]:
            here: Json = {"type": row["type"], "id": row.get("id") or next(numbers)}
            if row["type"] == LABEL:
                here["component"] = self._sent(row["component"], given, chosen, next(numbers), checked=checked)
            elif row["type"] == ACTION_ROW:
                inner = row["components"][0]
                here["components"] = [self._sent(inner, given, chosen, next(numbers), checked=checked)]
            rows.append(here)
        data: Json = {"custom_id": self.custom_id, "components": rows}
        resolved = chosen.json()
        return data | ({"resolved": resolved} if resolved else {})

    def _sent(self, component: Json, given: dict[str, Any], chosen: Chosen, number: int, *, checked: bool) -> Json:
        field = self.field(component["custom_id"])
        value = field.read(given[field.custom_id]) if field.custom_id in given else field.default
        if checked:
            field.check(value)
        if field.kind in IN_MENUS:
            kinds = component.get("channel_types") or ()
            value = [chosen.choose(IN_MENUS[field.kind], one, kinds, checked=checked) for one in value]
        elif field.kind == FILE_UPLOAD:
            value = [chosen.take(one) or str(one) for one in value]
        sent: Json = {"type": field.kind, "id": component.get("id") or number, "custom_id": field.custom_id}
        several = field.kind in SELECTS or field.kind in (CHECKBOX_GROUP, FILE_UPLOAD)
        return sent | ({"values": value} if several else {"value": value})


class OpenForms:
    """The forms of one person, by the interactions that opened them. `latest` is the one that opened last, if it is
    still open. Each lives as long as the token of what opened it.
    """

    def __init__(self, world: WorldCore, interactions: Interactions, user: User) -> None:
        self.latest: Form | None = None
        self._world, self._interactions, self._user = world, interactions, user
        self._by_id: dict[int, Form] = {}
        interactions.on_modal.append(self._opens)

    def find(self, opened_by: int) -> Form:
        """Return that interaction's form. Raises ClientRefused: it was sent or closed, or is too old."""
        self._drop_old()
        found = self._by_id.get(opened_by)
        if found is None:
            raise ClientRefused("That form is no longer open. Open it again.")
        return found

    def reopen(self, form: Form) -> None:
        """Keep a form open whose sending failed, because it holds typed text."""
        self._by_id[form.interaction.id] = form

    def close(self, opened_by: int) -> None:
        """Close a form without sending it; the bot never hears of that."""
        self._by_id.pop(opened_by, None)
        if self.latest is not None and self.latest.interaction.id == opened_by:
            self.latest = None

    def _opens(self, interaction: Interaction) -> None:
        if interaction.user is self._user:
            self.latest = self._by_id[interaction.id] = Form(interaction)
            self._drop_old()

    def _drop_old(self) -> None:
        """Drop the forms that the server has forgotten, are older than their token, or too many for a person."""
        since = self._world.clock.now() - TOKEN_LASTS
        kept = {
            number: form
            for number, form in self._by_id.items()
            if form.interaction.created > since and self._interactions.knows(number)
        }
        self._by_id = dict(list(kept.items())[-FORMS_AT_MOST:])


class Answer:
    """The bot's answer to one deed. `await answer` until it is acknowledged or has failed, and get the answer itself.

    `await answer.done()` waits until a deferred answer has brought what it promised. Waiting ends after ten real
    seconds with a TimeoutError: a safety net, for instance when a clock that stands still is never advanced.
    """

    def __init__(self, interaction: Interaction, problems: Callable[[], list[str]]) -> None:
        self.interaction = interaction
        self._problems = problems

    def __repr__(self) -> str:
        state = "failed" if self.failed else self.acknowledged.name if self.acknowledged else "waiting"
        return f"<Answer {state}>"

    def __await__(self) -> Generator[Any, None, "Answer"]:
        return self._wait(self.interaction.settled).__await__()

    async def done(self) -> "Answer":
        """Wait for the end of it: a deferred answer has been followed up with its own token, or it failed.

        A bot that defers an update and then draws the message with another token never ends this one: there,
        wait for what the person sees.
        """
        return await self._wait(self.interaction.concluded)

    @property
    def acknowledged(self) -> Response | None:
        """How the bot acknowledged; None before that, and for what failed."""
        return self.interaction.response

    @property
    def failed(self) -> bool:
        """Did the person read "This interaction failed"?"""
        return self.interaction.failed

    @property
    def messages(self) -> list[Seen]:
        """Every message that this answer made, oldest first."""
        return [Seen(message) for message in self.interaction.made]

    @property
    def message(self) -> Seen | None:
        """The latest message that this answer made; without one, the message that it updated."""
        if self.interaction.made:
            return Seen(self.interaction.made[-1])
        return None if self.interaction.original is None else Seen(self.interaction.original)

    @property
    def shown(self) -> Seen:
        """The message. Raises LookupError if there is none."""
        if self.message is None:
            raise LookupError(f"{self!r} shows no message")
        return self.message

    @property
    def text(self) -> str:
        """The text of `message`; empty if there is none."""
        return "" if self.message is None else self.message.text

    @property
    def modal(self) -> Form | None:
        """The form that opened."""
        return None if self.interaction.modal is None else Form(self.interaction)

    @property
    def form(self) -> Form:
        """The form that opened. Raises LookupError if none did."""
        if self.modal is None:
            raise LookupError(f"{self!r} opens no form")
        return self.modal

    async def _wait(self, future: asyncio.Future[None]) -> "Answer":
        try:
            await asyncio.wait_for(asyncio.shield(future), SAFETY_NET)
        except TimeoutError:
            text = f"{self!r} to {self.interaction.kind.name} is still open. Problems: {self._problems()}"
            raise TimeoutError(text) from None
        return self
