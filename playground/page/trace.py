"""The developers' drawer: the latest requests of the bot, gateway events, opcodes and problems, without any token.

What happens is only noted; it becomes JSON when somebody looks.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.logs import TokenFilter
from playground.discord.limits.rates import in_words
from playground.discord.server import LocalDiscord, Request
from playground.json_text import to_text

Json = dict[str, Any]

REQUESTS_KEPT, OTHERS_KEPT = 200, 300
TEXT_SHOWN = 10_000
_SECRET_NAMES = ("interaction_token", "webhook_token")
_OPCODES = {1: "HEARTBEAT", 2: "IDENTIFY", 3: "PRESENCE UPDATE", 6: "RESUME", 8: "REQUEST GUILD MEMBERS"}


@dataclass(frozen=True, slots=True)
class _Note:
    """Something that happened; `at` is in seconds since the epoch."""

    number: int
    at: float
    what: Request | tuple[str | int, Any] | str


class Trace:
    """Keeps the latest, and tells `readers` of each as it comes: every frame is JSON text, the same for all."""

    def __init__(self, local: LocalDiscord) -> None:
        self.readers: list[Callable[[str], None]] = []
        self._clock, self._redaction = local.clock, TokenFilter([local.token])
        self._requests: deque[_Note] = deque(maxlen=REQUESTS_KEPT)
        self._others: deque[_Note] = deque(maxlen=OTHERS_KEPT)
        self._count = 0
        local.on_request.append(lambda request: self._take(self._requests, request))
        local.on_problem.append(lambda text: self._take(self._others, text))
        local.gateway.on_event.append(lambda name, data: self._take(self._others, (name, data)))
        local.gateway.on_opcode.append(lambda opcode, data: self._take(self._others, (opcode, data)))

    def frame(self) -> str:
        """Return all entries that are kept, oldest first."""
        return self._frame(sorted((*self._requests, *self._others), key=lambda note: note.number))

    def _take(self, kept: deque[_Note], what: Request | tuple[str | int, Any] | str) -> None:
        self._count += 1
        note = _Note(self._count, self._clock.now(), what)
        kept.append(note)
        if self.readers:
            text = self._frame([note])
            for reader in list(self.readers):
                reader(text)

    def _frame(self, notes: list[_Note]) -> str:
        return self._redaction.redact(to_text({"type": "trace", "entries": [_entry(note) for note in notes]}))


def _entry(note: _Note) -> Json:
    begin: Json = {"n": note.number, "at": note.at}
    match note.what:
        case Request() as request:
            return begin | _request(request)
        case (int() as opcode, data):
            return begin | {"kind": "bot", "title": f"{opcode} {_OPCODES.get(opcode, '')}".strip(), "body": data}
        case (name, data):
            return begin | {"kind": "event", "title": f"{name} {_detail(data)}".strip(), "body": _short(data)}
        case str() as problem:
            return begin | {"kind": "problem", "title": problem, "body": None}


def _request(request: Request) -> Json:
    names = {name: "[redacted]" if name in _SECRET_NAMES else value for name, value in request.names.items()}
    entry: Json = {
        "kind": "limit" if request.status == 429 else "request",
        "title": f"{request.method} {request.route.format_map(names) if names else request.route}",
        "status": request.status,
        "limit": in_words(request.route, request.limits),
        "body": _short(request.body),
    }
    return entry | ({"code": request.code} if request.code else {})


def _detail(data: Json) -> str:
    """Which command or control an interaction is of."""
    deed = data.get("data") if "token" in data else None
    return str(deed.get("name") or deed.get("custom_id") or "") if isinstance(deed, dict) else ""


def _short(part: Any) -> Any:
    """Pictures and the like are told by their length."""
    match part:
        case str() if len(part) > TEXT_SHOWN:
            return f"{part[:100]}… ({len(part):,} characters)"
        case dict():
            return {name: _short(value) for name, value in part.items()}
        case list():
            return [_short(value) for value in part]
        case _:
            return part
