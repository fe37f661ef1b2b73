"""How long a turn lasts: not at all measured, seconds at a live table, hours or days in play by post."""

import re
from typing import Literal, Self

from pydantic import model_validator

from bot.engine.frozen import Frozen
from bot.engine.speech import counted
from bot.errors import Unreadable

PaceKind = Literal["off", "seconds", "hours", "days"]
_UNIT: dict[PaceKind, int] = {"seconds": 1, "hours": 3600, "days": 86_400}
_BOUNDS: dict[PaceKind, tuple[int, int]] = {"seconds": (15, 3600), "hours": (1, 72), "days": (1, 30)}
_TYPED = re.compile(r"(\d{1,6})\s*(s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)")


class Pace(Frozen):
    """The clock of a turn; `seconds` is its length, 0 when it is off."""

    kind: PaceKind = "off"
    seconds: int = 0

    @model_validator(mode="after")
    def _is_within_bounds(self) -> Self:
        if self.kind == "off":
            if self.seconds:
                raise ValueError("a clock that is off has no seconds")
            return self
        low, high = _BOUNDS[self.kind]
        if self.seconds % _UNIT[self.kind] or not low <= self.count <= high:
            raise ValueError(f"a clock of {self.kind} goes from {low} to {high}")
        return self

    @classmethod
    def of(cls, kind: PaceKind, count: int = 0) -> Self:
        """As in `Pace.of("hours", 12)`; raises Unreadable out of bounds."""
        if kind == "off":
            return cls()
        low, high = _BOUNDS[kind]
        if not low <= count <= high:
            raise Unreadable(f"A clock in {kind} goes from {low} to {high:,} {kind} a turn.")
        return cls(kind=kind, seconds=count * _UNIT[kind])

    @property
    def count(self) -> int:
        """How many of its own unit; 0 when it is off."""
        return self.seconds // _UNIT[self.kind] if self.kind in _UNIT else 0

    @property
    def is_live(self) -> bool:
        """Whether people sit at the table now, rather than looking in now and then."""
        return self.kind == "seconds"

    def told(self) -> str:
        """As in "90 seconds a turn", "2 days a turn", "no clock"."""
        return f"{counted(self.count, self.kind[:-1], self.kind)} a turn" if self.count else "no clock"


def parse_pace(text: str) -> Pace:
    """Read "off", "90s", "5 min", "12 hours" or "2d"; raises Unreadable for anything else, and out of bounds."""
    written = " ".join(text.casefold().split()).removesuffix(" a turn")
    if written in {"off", "none", "no", "no clock", "0"}:
        return Pace()
    found = _TYPED.fullmatch(written)
    if not found:
        raise Unreadable("I can't read that clock. Write it like this: 90s, 12 hours, 2 days or off.")
    count, unit = int(found[1]), found[2][0]
    if unit in "sm":
        return Pace.of("seconds", count * (60 if unit == "m" else 1))
    return Pace.of("hours" if unit == "h" else "days", count)
