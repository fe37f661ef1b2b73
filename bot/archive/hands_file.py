"""A file with hands that are over, whoever made it: one table's (`/table export`), or a campaign's with its history."""

from collections.abc import Sequence
from typing import Any

from bot.archive import sheaf
from bot.archive.bounded import MOST_BYTES, bounded_json
from bot.archive.played_hand import HiddenHand, PlayedHand, read, sum_of
from bot.engine.speech import plain
from bot.errors import Unreadable

__all__ = ["FORMAT", "MADE_BY", "MOST_BYTES", "VERSION", "HandsFile", "read_hands"]
FORMAT = "shadowport-hands"
VERSION = 1
MOST_UNREADABLE = 100
"""Hands that are told one by one."""
MADE_BY = "/table export, or /campaign export with its history,"


class HandsFile:
    """The objects of a file that are hands, and what is wrong with the others."""

    def __init__(self, found: Sequence[Any], playing: frozenset[tuple[int, int]], *, is_complete: bool) -> None:
        self.in_play, self.is_complete = playing, is_complete
        """Table and number of the hands that weren't over; and whether the file says that it has all that were."""
        self.hands: list[PlayedHand | HiddenHand] = []
        self.unreadable: list[str] = []
        self._whole = set[int]()
        for at, stored in enumerate(found, start=1):
            try:
                hand = read(stored)
            except Unreadable as wrong:
                if len(self.unreadable) >= MOST_UNREADABLE:
                    self.unreadable.append("There are more hands that can't be read: the others aren't looked at.")
                    break
                self.unreadable.append(f"{_place(at, stored)}: {plain(str(wrong))}")
                continue
            self.hands.append(hand)
            if stored.get("sum") == sum_of(stored):
                self._whole.add(id(hand))

    def is_whole(self, hand: PlayedHand | HiddenHand) -> bool:
        """Whether the hand has the sum that it was exported with."""
        return id(hand) in self._whole


def read_hands(content: bytes) -> HandsFile:
    """The hands in the file. Raises Unreadable, with one sentence, for one that is none or that is beyond all bounds;
    what is wrong with a single hand is told beside the others.
    """
    stored = bounded_json(content, "file of hands", MADE_BY)
    part: Any = stored if isinstance(stored, dict) else {}
    if part.get("format") == FORMAT:
        _require_version(part.get("version"), VERSION)
    elif part.get("format") == sheaf.FORMAT:
        _require_version(part.get("version"), sheaf.VERSION)
        part = part.get("history")
        if part is None:
            raise Unreadable("That campaign was exported without its hands: send one with its history.")
    else:
        raise Unreadable(f"That file has no hands: send one that {MADE_BY} has made.")
    found = part.get("hands") if isinstance(part, dict) else None
    if not isinstance(found, list):
        raise Unreadable("In that file, hands isn't a list.")
    playing: Any = part.get("in_play", [])
    if not (isinstance(playing, list) and all(_is_pair(one) for one in playing)):
        raise Unreadable("In that file, in_play isn't a list of tables and hands.")
    pairs = frozenset((one[0], one[1]) for one in playing)
    return HandsFile(found, pairs, is_complete=part.get("complete") is True)


def _place(at: int, stored: Any) -> str:
    number = stored.get("number") if isinstance(stored, dict) else None
    return f"Hand {number}" if type(number) is int else f"Number {at} of the hands"


def _is_pair(one: Any) -> bool:
    return isinstance(one, list) and len(one) == 2 and all(type(number) is int for number in one)


def _require_version(version: Any, known: int) -> None:
    if type(version) is not int or version < 1:
        raise Unreadable("That file doesn't say in which version of the format it is written.")
    if version > known:
        raise Unreadable(
            f"That file is written in version {version} of the format, and I read version {known}: it comes from a "
            "newer Shadowport."
        )
