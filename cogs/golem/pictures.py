"""Golem's cards: a clay jar, a riveted iron plate, a hand of flesh and a cut stone, each with its number in the middle.

The outlines differ, so nobody needs the colors to tell them apart.
"""

from bot.engine.cards import FULL_DECK, rank_of, suit_of
from bot.engine.drawings import Box, Disc, Drawing, Drawings, Outline, Writing
from cogs.golem.words import SUITS, picture_name

_PALE, _INK = "#fdfbf5", "#23262d"
_RIM, _CLAY, _BAND = "#7a3517", "#ab4b20", "#8f3d1a"
_STEEL, _IRON, _RIVET = "#8d98a8", "#3a4455", "#b9c3d0"
_SKIN_RIM, _SKIN = "#8a2c45", "#f3b1b0"
_QUARRY, _STONE, _LIT = "#6f6b60", "#c2beb1", "#dedacf"


def _hand(grown: float, color: str) -> Drawing:
    """Draw the back of a hand, larger by `grown` units on each side."""
    fingers = tuple(
        Box(x - grown, y - grown, x + 17 + grown, 80, 8 + grown, color)
        for x, y in ((6, 30), (29, 14), (52, 9), (75, 19))
    )
    thumb = (
        Outline(((80, 110), (86 - grown, 88), (102 - grown, 62), (122 + grown, 70), (106 + grown, 112)), color),
        Disc(112, 65, 10 + grown, color),
    )
    return (*fingers, *thumb, Box(6 - grown, 50 - grown, 96 + grown, 122 + grown, 26 + grown, color))


_BODIES: dict[str, Drawing] = {
    "clay": (
        Box(34, 1, 94, 19, 7, _RIM),
        Box(42, 12, 86, 40, 0, _RIM),
        Box(3, 26, 125, 118, 44, _RIM),
        Box(32, 104, 96, 127, 6, _RIM),
        Box(39, 5, 89, 15, 4, _CLAY),
        Box(8, 31, 120, 113, 40, _CLAY),
        Box(37, 108, 91, 122, 3, _BAND),
    ),
    "iron": (
        Box(2, 8, 126, 120, 8, _STEEL),
        Box(7, 13, 121, 115, 5, _IRON),
        *(Disc(x, y, 6.5, _RIVET) for x in (18, 110) for y in (24, 104)),
    ),
    "flesh": (*_hand(4, _SKIN_RIM), *_hand(0, _SKIN)),
    "stone": (
        Outline(((26, 10), (88, 4), (120, 30), (126, 84), (104, 120), (34, 124), (2, 92), (6, 40)), _QUARRY),
        Outline(((29, 15), (86, 10), (115, 33), (120, 82), (101, 114), (37, 118), (8, 89), (12, 43)), _STONE),
        Outline(((29, 15), (86, 10), (66, 30), (12, 43)), _LIT),
    ),
}
_NUMBERS = {"clay": (64, 71, _PALE), "iron": (64, 64, _PALE), "flesh": (51, 84, _INK), "stone": (64, 66, _INK)}
"""The middle of each material's number, and its color."""


def _card(rank: int, stuff: str) -> Drawing:
    """Draw a card of that number and material."""
    x, y, color = _NUMBERS[stuff]
    return (*_BODIES[stuff], Writing(str(rank), x, y, 70, color, most=88))


DRAWINGS: Drawings = {picture_name(card): _card(rank_of(card), SUITS[suit_of(card)]) for card in FULL_DECK}
