"""What is kept of a table as JSON, without a user: their names replaced, their id 0, which Discord gives nobody.

Whose a name is follows from the seat, the character or the user beside it, never from how it reads: others may be
called the same. Besides, names stand in the bot's own lines and in what people typed. House rules tell of nobody.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from bot.engine.words import escape
from bot.privacy.name_forms import NameRedaction, spellings

GOODS = "goods"
"""Kind of entries in which the bot itself names a character."""
_BEGINS = {
    "bank": (": ",),
    GOODS: (": given to ", ": taken from "),
    "grant": ("",),
    "pay": ("",),
    "share": ("",),
    "take": ("",),
    "undo": (" taken back: ", " goes on: "),
}
"""By kinds of entries, behind what the typed words or a name begin."""
_BOTS_OWN = frozenset(("the GM fills the bank", "the GM takes money out of the bank"))
TYPED_KEYS = frozenset(("lines", "preset", "reason"))
"""Keys of JSON under which stands what people have typed."""


def typed_from(kind: str, reason: str) -> int:
    """Return the index at which typed text or a name begins in an entry's reason; its length if there is none."""
    begins = (reason.find(mark) + len(mark) for mark in _BEGINS.get(kind, ()) if mark in reason)
    at = min(begins, default=len(reason))
    return len(reason) if reason[at:] in _BOTS_OWN else at


def bots_words(kind: str, reason: str) -> str:
    """Return the bot's own part of an entry's reason, without the words that introduce what was typed."""
    at = typed_from(kind, reason)
    if at == len(reason):
        return reason
    mark = next(mark for mark in _BEGINS[kind] if reason[:at].endswith(mark))
    return reason[: at - len(mark)]


def typed_in(action: str) -> tuple[str, ...]:
    """Return the reasons that were typed for an action of the log, which is JSON."""
    try:
        found = json.loads(action)
    except ValueError:
        return ()
    reason = found.get("reason") if isinstance(found, dict) else None
    return (reason,) if isinstance(reason, str) and reason else ()


USER_KEYS = frozenset(
    ("actor", "asked_by", "by", "gm", "keeper", "opened_by", "owner_id", "people", "user", "user_id", "wagered_by")
)
_LEFT_ALONE = frozenset(("carry_version", "game", "kind", "rules"))
_OWN_NAMES = frozenset(("deck_name", "name", "using"))
"""Where, in what a seat has brought to the game, its owner has named something. Other words there are the rules'."""


@dataclass(frozen=True, slots=True)
class OwnMentions:
    """What is a user's at a table: their id, what their characters and seats are called from now on; and what is
    needed to tell it from the rest: how others are called there (in all forms), and what people typed into its log.
    """

    user_id: int
    characters: Mapping[int, str] = field(default_factory=dict[int, str])
    seats: Mapping[int, str] = field(default_factory=dict[int, str])
    others: frozenset[str] = frozenset()
    reasons: tuple[str, ...] = ()

    def called(self, value: Mapping[str, JsonValue]) -> str | None:
        """Return the pseudonym of the character that the object is about; None if it isn't one of theirs."""
        if "character_id" in value:
            character = value["character_id"]
            return self.characters.get(character) if isinstance(character, int) else None
        seat = value.get("seat")
        return self.seats.get(seat) if isinstance(seat, int) else None


def all_forms(names: Iterable[str]) -> frozenset[str]:
    """Return the names in all their forms, for `OwnMentions`."""
    return frozenset(form for name in names for form in spellings(name))


def redact(text: str, names: NameRedaction, own: OwnMentions) -> str:
    """Return the JSON text without the user; unchanged to the letter where they aren't in it."""
    try:
        before = json.loads(text)
    except ValueError:
        return text
    after = _Redactor(names, own).copied(before)
    return text if after == before else json.dumps(after, ensure_ascii=False, separators=(",", ":"))


class _Redactor:
    def __init__(self, names: NameRedaction, own: OwnMentions) -> None:
        self._names, self._own = names, own

    def copied(self, value: JsonValue, key: str = "", *, is_theirs: bool = False) -> JsonValue:
        match value:
            case dict():
                return self._object(value, is_theirs=is_theirs)
            case [int(seat), str(name)] if key == "names":
                return [seat, self._own.seats.get(seat, name)]
            case list():
                return [self.copied(one, key, is_theirs=is_theirs) for one in value]
            case bool():
                return value
            case int():
                return 0 if value == self._own.user_id and key in USER_KEYS else value
            case str():
                return self._text(value, key, is_theirs=is_theirs)
            case _:
                return value

    def _object(self, value: dict[str, JsonValue], *, is_theirs: bool) -> dict[str, JsonValue]:
        called = self._own.called(value)
        theirs = is_theirs or called is not None
        after = {
            name: one if name in _LEFT_ALONE else self.copied(one, name, is_theirs=theirs)
            for name, one in value.items()
        }
        if called is not None and "name" in after:
            after["name"] = called
        if "keeper_name" in after and value.get("keeper") == self._own.user_id:
            after["keeper_name"] = ""
        return after

    def _text(self, value: str, key: str, *, is_theirs: bool) -> str:
        if value[:1] in {"{", "["}:
            try:
                before = json.loads(value)
            except ValueError:
                return value
            after = self.copied(before, is_theirs=is_theirs)
            return value if after == before else json.dumps(after, ensure_ascii=False, separators=(",", ":"))
        if key in {"said", "kept"}:
            return self._line(value)
        is_named = is_theirs and (key in _OWN_NAMES or any(letter.isspace() for letter in value))
        return self._names.redacted(value) if key in TYPED_KEYS or is_named else value

    def _line(self, line: str) -> str:
        for _, after in self._names.lines(line, self._own.others):
            line = after
        for reason in self._own.reasons:
            line = line.replace(escape(reason), self._names.redacted(escape(reason)))
        return line
