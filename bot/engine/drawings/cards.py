"""The drawings of playing cards and dice."""

from bot.engine.cards import RANKS
from bot.engine.drawings.shapes import Box, Disc, Drawing, Drawings, Outline, Point, Shape, Writing

_EDGE, _PAPER = "#8c8272", "#fdfbf5"
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = "#177a3d", "#1f5fc4", "#cf2330", "#1d2027"
_BACK, _BRASS = "#6d2435", "#d9b36c"
_SUIT_SIZE, _SUIT_Y = 0.86, 95
"""How large a suit's sign is, and where its middle lies, below the number."""


def _draw_body(colour: str) -> Drawing:
    return (Box(8, 1, 120, 127, 18, _EDGE), Box(12, 5, 116, 123, 14, colour))


def _draw_suit(suit: str) -> Drawing:
    match suit:
        case "c":
            leaves = tuple(_suit_disc(x, y, 13.5, _CLUBS) for x, y in ((0, -14.5), (-17, 8), (17, 8)))
            return (*leaves, _suit_disc(0, 1, 7, _CLUBS), _draw_stem(_CLUBS))
        case "d":
            return (_suit_outline(((0, -29), (26, 0), (0, 29), (-26, 0)), _DIAMONDS),)
        case "h":
            return _draw_heart(0, 1, _HEARTS)
        case _:
            return (*_draw_heart(-3, -1, _SPADES), _draw_stem(_SPADES))


def _draw_heart(y: float, up: int, colour: str) -> Drawing:
    """Draw a heart with its point down, or (`up` -1) the blade of a spade."""
    cheeks = (_suit_disc(-13.5, y - 9 * up, 15, colour), _suit_disc(13.5, y - 9 * up, 15, colour))
    # the sides leave the circles where these run as steeply
    sides = ((-24.5, y + up), (0, y + 28 * up), (24.5, y + up), (0, y - 9 * up))
    return (*cheeks, _suit_outline(sides, colour))


def _draw_stem(colour: str) -> Shape:
    return _suit_outline(((-3, 2), (3, 2), (5, 18), (12, 27), (-12, 27), (-5, 18)), colour)


def _suit_disc(x: float, y: float, radius: float, colour: str) -> Shape:
    """Draw a circle of a suit's sign, around the sign's own middle."""
    return Disc(64 + x * _SUIT_SIZE, _SUIT_Y + y * _SUIT_SIZE, radius * _SUIT_SIZE, colour)


def _suit_outline(points: tuple[Point, ...], colour: str) -> Shape:
    return Outline(tuple((64 + x * _SUIT_SIZE, _SUIT_Y + y * _SUIT_SIZE) for x, y in points), colour)


_SUIT_COLOURS = {"c": _CLUBS, "d": _DIAMONDS, "h": _HEARTS, "s": _SPADES}


def card(rank: str, suit: str) -> Drawing:
    """Draw a card with that number or letter above the sign of its suit, one of "cdhs"."""
    written = Writing(rank, 64, 37, 60, _SUIT_COLOURS[suit], most=92)
    return (*_draw_body(_PAPER), written, *_draw_suit(suit))


def _draw_back() -> Drawing:
    inner = Box(24, 17, 104, 111, 8, _BRASS), Box(29, 22, 99, 106, 5, _BACK)
    diamond = Outline(((64, 34), (88, 64), (64, 94), (40, 64)), _BRASS)
    return (*_draw_body(_BACK), *inner, diamond, Disc(64, 64, 10, _BACK))


_IVORY_EDGE, _IVORY, _PIP = "#8c8272", "#fbf7ec", "#23262d"
_LOW, _MIDDLE, _HIGH = 35, 64, 93
_PIPS = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LOW, _HIGH), (_HIGH, _LOW)),
    3: ((_LOW, _HIGH), (_MIDDLE, _MIDDLE), (_HIGH, _LOW)),
    4: ((_LOW, _LOW), (_LOW, _HIGH), (_HIGH, _LOW), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_LOW, _HIGH), (_MIDDLE, _MIDDLE), (_HIGH, _LOW), (_HIGH, _HIGH)),
    6: tuple((x, y) for x in (_LOW, _HIGH) for y in (32, _MIDDLE, 96)),
}


def _draw_die(face: int) -> Drawing:
    radius = 18 if face == 1 else 14
    body = (Box(4, 4, 124, 124, 26, _IVORY_EDGE), Box(9, 9, 119, 119, 21, _IVORY))
    return (*body, *(Disc(x, y, radius, _PIP) for x, y in _PIPS[face]))


DRAWINGS: Drawings = {
    **{f"card_{rank}{suit}": card(str(rank), suit) for suit in _SUIT_COLOURS for rank in RANKS},
    "card_back": _draw_back(),
    **{f"die_{face}": _draw_die(face) for face in _PIPS},
}
