"""The flat shapes that drawings are made of. Coordinates run right and down from the top left corner; colours are
"#rrggbb".
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

SIDE = 128
"""Units of an emoji, which has no background."""
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


class Label(NamedTuple):
    """A line of text on a board, in the font that ships with the bot. `y` is the middle of its capitals.

    It is written smaller, and then cut, where it would be wider than `most`. Letters that the font lacks are left out;
    where that leaves too few, `stand_in` is written.
    """

    text: str
    x: float
    y: float
    size: float
    colour: str
    most: float = 10_000
    align: Literal["left", "middle", "right"] = "middle"
    is_bold: bool = True
    stand_in: str = "?"


Shape: TypeAlias = Box | Disc | Outline | Writing | Label
Drawing: TypeAlias = tuple[Shape, ...]
Drawings: TypeAlias = Mapping[str, Drawing]
"""Drawings by the name that a text asks for: "die_4", "card_10d"."""
