"""Drawings: flat shapes, the later ones on top. `make emoji` paints those of playing cards and dice, and those that a
game declares in its spec, on a square of 128 units. Boards are larger images of a table, made of the same shapes.
"""

from bot.engine.drawings.cards import DRAWINGS, card
from bot.engine.drawings.shapes import (
    SIDE,
    Box,
    Disc,
    Drawing,
    Drawings,
    Label,
    Outline,
    Point,
    Shape,
    Writing,
)

__all__ = [
    "DRAWINGS",
    "SIDE",
    "Box",
    "Disc",
    "Drawing",
    "Drawings",
    "Label",
    "Outline",
    "Point",
    "Shape",
    "Writing",
    "card",
]
