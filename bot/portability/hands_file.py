"""A file with hands that are over, from anyone: one table's (`/table export`), or a campaign's with its history.

Its last value is a sum over every byte before it, which finds a change that isn't meant to be found out. Anyone can
make a new sum after a change on purpose; the seeds and the rules are against that.
"""

import hashlib
from typing import Any

from pydantic import JsonValue

from bot.engine.frozen import Frozen
from bot.engine.speech import plain
from bot.errors import Unreadable
from bot.portability import campaign_file
from bot.portability.bounded_json import MOST_BYTES, bounded_json
from bot.portability.played_hand import HiddenHand, PlayedHand, read
from bot.portability.reading import read_model

__all__ = ["FORMAT", "IN_HISTORY", "MADE_BY", "MOST_BYTES", "VERSION", "HandsFile", "read_hands", "with_sum"]
FORMAT = "shadowport-hands"
VERSION = 1
MOST_UNREADABLE = 100
"""Hands that are told one by one."""
MADE_BY = "/table export, or /campaign export with its history,"
ALONE, IN_HISTORY = "}\n", "}}\n"
"""The end of the file behind its sum: one table's, and a campaign's, whose history has the sum."""
_SUM = ',\n"sum":"'


class _Hands(Frozen):
    """The part of a file that stands beside its hands."""

    in_play: tuple[tuple[int, int], ...]
    complete: bool
    since: float | None
    sum: str


class _OfTable(_Hands):
    format: str
    version: int
    exported_at: int


class _OfHistory(_Hands):
    entries: tuple[JsonValue, ...]


class HandsFile:
    """The objects of a file that are hands, and the mistakes in the others."""

    def __init__(self, about: _Hands, found: list[Any], *, is_whole: bool) -> None:
        self.in_play, self.is_complete, self.is_whole = frozenset(about.in_play), about.complete, is_whole
        """`in_play` has table and number of each hand that wasn't over. `is_complete` is the file's word that it has
        all other hands. `is_whole` is True if the file's sum is that of its bytes.
        """
        self.hands: list[PlayedHand | HiddenHand] = []
        self.unreadable: list[str] = []
        for at, stored in enumerate(found, start=1):
            try:
                self.hands.append(read(stored))
            except Unreadable as wrong:
                if len(self.unreadable) >= MOST_UNREADABLE:
                    self.unreadable.append("There are more hands that can't be read: the others aren't looked at.")
                    break
                self.unreadable.append(f"{_place(at, stored)}: {plain(str(wrong))}")


def with_sum(begun: str, end: str) -> bytes:
    """Return a file of hands: `begun` is all that stands before its sum, `end` closes the objects that are open."""
    return f'{begun}{_SUM}{hashlib.sha256(begun.encode()).hexdigest()}"{end}'.encode()


def read_hands(content: bytes) -> HandsFile:
    """Return the hands in the file, and a sentence for each mistake in a single hand. Raises Unreadable, with one
    sentence, if the file has no hands or is beyond all bounds.
    """
    stored = bounded_json(content, "file of hands", MADE_BY)
    part: Any = stored if isinstance(stored, dict) else {}
    if part.get("format") == FORMAT:
        model, end = _OfTable, ALONE
        _require_version(part.get("version"), VERSION)
    elif part.get("format") == campaign_file.FORMAT:
        model, end = _OfHistory, IN_HISTORY
        _require_version(part.get("version"), campaign_file.VERSION)
        part = part.get("history")
        if part is None:
            raise Unreadable("That campaign was exported without its hands: send one with its history.")
    else:
        raise Unreadable(f"That file has no hands: send one that {MADE_BY} has made.")
    found = part.pop("hands", None) if isinstance(part, dict) else None
    if not isinstance(found, list):
        raise Unreadable("In that file, hands isn't a list.")
    # The bytes are UTF-8, or there would be nothing to read.
    is_whole = content == with_sum(content.decode().rpartition(_SUM)[0], end)
    return HandsFile(read_model(model, part), found, is_whole=is_whole)


def _place(at: int, stored: Any) -> str:
    number = stored.get("number") if isinstance(stored, dict) else None
    return f"Hand {number}" if type(number) is int else f"Number {at} of the hands"


def _require_version(version: Any, known: int) -> None:
    if type(version) is not int or version < 1:
        raise Unreadable("That file doesn't say in which version of the format it is written.")
    if version > known:
        raise Unreadable(
            f"That file is written in version {version} of the format, and I read version {known}: it comes from a "
            "newer Shadowport."
        )
