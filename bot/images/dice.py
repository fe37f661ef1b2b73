"""Six-sided dice, ivory with dark pips."""

from bot.images.shapes import Box, Disc, Drawing, Drawings

_EDGE, _FACE, _PIP = "#8c8272", "#fbf7ec", "#23262d"
_LOW, _MIDDLE, _HIGH = 35, 64, 93
_PIPS = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LOW, _HIGH), (_HIGH, _LOW)),
    3: ((_LOW, _HIGH), (_MIDDLE, _MIDDLE), (_HIGH, _LOW)),
    4: ((_LOW, _LOW), (_LOW, _HIGH), (_HIGH, _LOW), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_LOW, _HIGH), (_MIDDLE, _MIDDLE), (_HIGH, _LOW), (_HIGH, _HIGH)),
    6: tuple((x, y) for x in (_LOW, _HIGH) for y in (32, _MIDDLE, 96)),
}


def _die(face: int) -> Drawing:
    radius = 18 if face == 1 else 14
    body = (Box(4, 4, 124, 124, 26, _EDGE), Box(9, 9, 119, 119, 21, _FACE))
    return (*body, *(Disc(x, y, radius, _PIP) for x, y in _PIPS[face]))


DRAWINGS: Drawings = {f"die_{face}": _die(face) for face in _PIPS}
