"""The format of files with finished hands: one object per revision of a hand, and a sum over the whole file.

Revisions are written from database rows and read back as rows. No Discord user is named. If the person who exports a
hand was in it, the file has only what everyone saw.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Literal, cast

from pydantic import Field, JsonValue

from bot.db import Row
from bot.engine.frozen import Frozen, fields_of
from bot.engine.words import plain
from bot.errors import Unreadable
from bot.portability.reading import bounded_json, read_model, require_version
from bot.tables.hand.log import LogRow

FORMAT, _CAMPAIGN = "shadowport-hands", "shadowport-campaign"
VERSION = 1
_MADE_BY = "/table export, or from /campaigns export with its history"
_HIDDEN = "the person who exported this was in the hand, or sits at the table"
MOST_UNREADABLE = 100
"""Hands that are told one by one."""
ALONE, IN_HISTORY = "}\n", "}}\n"
"""The end of the file behind its sum: one table's, and a campaign's, whose history has the sum."""
_SUM = ',\n"sum":"'
_SEALED = ("open_seed", "closed_seed", "deal", "outcome")
_WRITTEN = frozenset({"deal", "outcome", "action", "draws", "events", "seals", "typed"})
"""The columns that hold JSON."""


class ToldAction(Frozen):
    """The public part of a row of the log. What held JSON in the database stands there as it is."""

    sequence: int
    at: float
    events: JsonValue
    """Each with its audience: everyone, all GMs, the table's host, or the number of a seat."""


class PlayedAction(ToldAction):
    """A row of the log, without the user who clicked."""

    key: str
    turn: int
    how: str
    seat: int | None
    action: JsonValue
    cause: str
    draws: JsonValue
    digest: str | None
    seals: JsonValue
    typed: JsonValue

    def logged(self, hand: "PlayedHand") -> LogRow:
        """Build the log row. Raises TypeError or ValueError where a part of it can't be read."""
        return LogRow.of(_row(self, table_id=hand.table_id, hand=hand.number, revision=hand.revision, actor=None))


class _Hand(Frozen):
    table_id: int
    number: int = Field(ge=1)
    revision: int = Field(ge=0)
    game: str = Field(min_length=1, max_length=64)
    version: int
    by_hand: Literal[0, 1]
    status: Literal["settled", "void"]
    started_at: float
    ended_at: float
    undone_at: float | None
    kept_until: int | None


class PlayedHand(_Hand):
    """A revision of a hand with its log."""

    open_seed: str
    closed_seed: str
    deal: JsonValue
    outcome: JsonValue
    others: tuple[int, ...]
    """The sequence numbers of the table that belong to something else, from the revision before on up to its last
    row.
    """
    actions: tuple[PlayedAction, ...]

    def row(self) -> Row:
        """As it stood in the database."""
        return _row(self)


class HiddenHand(_Hand):
    """The public part of a revision of a hand, exported by a person who was in it."""

    hidden: str
    actions: tuple[ToldAction, ...]


class _Hands(Frozen):
    """The part of a table's file, or of a campaign's history, that stands beside its hands."""

    in_play: tuple[tuple[int, int], ...]
    complete: bool
    since: float | None
    sum: str
    format: str = ""
    version: int = 1
    exported_at: int = 0
    entries: tuple[JsonValue, ...] = ()


class HandsFile:
    """The objects of a file that are hands, and the mistakes in the others."""

    def __init__(self, about: _Hands, found: list[JsonValue], *, is_whole: bool) -> None:
        self.in_play, self.is_complete, self.is_whole = frozenset(about.in_play), about.complete, is_whole
        """`in_play` has table and number of each hand that wasn't over. `is_complete` is the file's word that it has
        all other hands. `is_whole` is True if the file's sum is that of its bytes.
        """
        self.hands: list[PlayedHand | HiddenHand] = []
        self.unreadable: list[str] = []
        for at, stored in enumerate(found, start=1):
            try:
                is_hidden = isinstance(stored, dict) and "hidden" in stored
                self.hands.append(read_model(HiddenHand if is_hidden else PlayedHand, stored))
            except Unreadable as wrong:
                if len(self.unreadable) >= MOST_UNREADABLE:
                    self.unreadable.append("More hands can't be read. The rest of the file isn't checked.")
                    break
                self.unreadable.append(f"{_place(at, stored)}: {plain(str(wrong))}")


def read_hands(content: bytes) -> HandsFile:
    """Return the hands in the file, and a sentence for each mistake in a single hand. Raises Unreadable, with one
    sentence, if the file has no hands or is beyond all bounds.
    """
    stored = bounded_json(content, "file of hands", _MADE_BY)
    part: JsonValue = stored if isinstance(stored, dict) else {}
    if part.get("format") == FORMAT:
        end = ALONE
        require_version(part.get("version"), VERSION)
    elif part.get("format") == _CAMPAIGN:
        end = IN_HISTORY
        require_version(part.get("version"), VERSION)
        part = part.get("history")
        if part is None:
            raise Unreadable("That campaign was exported without its hands. Export it with its history.")
    else:
        raise Unreadable(f"That file has no hands. Send one from {_MADE_BY}.")
    found = part.pop("hands", None) if isinstance(part, dict) else None
    if not isinstance(found, list):
        raise Unreadable("“hands” in that file isn't a list.")
    # The bytes are UTF-8, or there would be nothing to read.
    is_whole = content == with_sum(content.decode().rpartition(_SUM)[0], end)
    return HandsFile(read_model(_Hands, part), found, is_whole=is_whole)


def with_sum(begun: str, end: str) -> bytes:
    """Return a file of hands: `begun` is all that stands before its sum, `end` closes the objects that are open."""
    return f'{begun}{_SUM}{hashlib.sha256(begun.encode()).hexdigest()}"{end}'.encode()


def write_revision(row: Row, actions: Sequence[Row], others: Sequence[int], *, hides: bool) -> str:
    """One revision of a hand, as the file has it (JSON); `hides`: only what everybody was told."""
    own, parts = (
        (*fields_of(_Hand), *(() if hides else _SEALED)),
        fields_of(ToldAction if hides else PlayedAction),
    )
    told: dict[str, object] = {name: _parse_column(name, row[name]) for name in own}
    rows = [{part: _parse_column(part, action[part]) for part in parts} for action in actions]
    told |= {"hidden": _HIDDEN} if hides else {"others": list(others)}
    told["actions"] = [row | {"events": _public(row["events"])} for row in rows] if hides else rows
    return compact_json(told)


def _public(events: JsonValue) -> JsonValue:
    """Return the events that everyone may know."""
    return [one for one in events if isinstance(one, list) and one[:1] == ["all"]] if isinstance(events, list) else []


def compact_json(value: object) -> str:
    """JSON as short as it gets: as the database holds it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _parse_column(name: str, value: JsonValue) -> JsonValue:
    """Return a column's value, with JSON parsed; text that isn't JSON stays text."""
    if name not in _WRITTEN or not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _row(value: Frozen, **more: JsonValue) -> Row:
    """Return the fields as the columns of a row."""
    found: dict[str, JsonValue] = value.to_dict(without=("actions", "others")) | more
    written = {name: compact_json(found[name]) for name in _WRITTEN & found.keys() if not _is_text(found[name])}
    return cast("Row", found | written)


def _is_text(value: JsonValue) -> bool:
    return value is None or isinstance(value, str)


def _place(at: int, stored: JsonValue) -> str:
    number = stored.get("number") if isinstance(stored, dict) else None
    return f"Hand {number}" if type(number) is int else f"Number {at} of the hands"
