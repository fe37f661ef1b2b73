"""What pictures are made of: flat shapes, the later ones on top, on a square of 128 units without a background.

Coordinates run right and down from the top left corner; colours are "#rrggbb". `make emoji` paints them. A game that
brings pictures has a module `pictures` with DRAWINGS, as `bot.images.dice` does.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

SIDE = 128
Point: TypeAlias = tuple[float, float]


class Box(NamedTuple):
    """A rectangle with round corners; `is_upper` rounds only those at the top, for the upper half of a card."""

    left: float
    top: float
    right: float
    bottom: float
    radius: float
    colour: str
    is_upper: bool = False


class Disc(NamedTuple):
    """A filled circle. Without a colour it is a hole, through which the background shows."""

    x: float
    y: float
    radius: float
    colour: str | None


class Outline(NamedTuple):
    """A filled polygon."""

    points: tuple[Point, ...]
    colour: str


class Writing(NamedTuple):
    """Bold digits and letters around a centre. They are narrowed where they would be wider than `most`."""

    text: str
    x: float
    y: float
    height: float
    colour: str
    most: float = SIDE


Shape: TypeAlias = Box | Disc | Outline | Writing
Drawing: TypeAlias = tuple[Shape, ...]
Drawings: TypeAlias = Mapping[str, Drawing]
"""Drawings by the name that a text asks for: "die_4", "card_10d"."""
