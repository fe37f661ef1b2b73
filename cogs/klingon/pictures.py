"""The images of Klingon Hold-'Em: one flat sign for each kind of weapon, each doubler, and ships."""

from bot.engine.drawings import Box, Disc, Drawing, Drawings, Outline, Point, Shape

_EDGE, _DARK, _LIGHT = "#8f8878", "#1b2029", "#f6f3ea"
_BLUE, _ORANGE, _GREEN, _RED, _GREY, _GOLD, _STEEL = (
    *("#1f5fc9", "#e07a1f", "#1c8a55", "#b8263a", "#55606f", "#eab432", "#33415a"),
)


def _card(colour: str, *shapes: Shape) -> Drawing:
    return (Box(6, 6, 122, 122, 24, _EDGE), Box(9, 9, 119, 119, 21, colour), *shapes)


def _slanted(x: float, y: float, length: float, thick: float, colour: str = _LIGHT) -> Shape:
    """Draw a bar from the lower left to the upper right; half its length and thickness along each axis."""
    return Outline(
        (
            (x - length - thick, y + length - thick),
            (x - length + thick, y + length + thick),
            (x + length + thick, y - length + thick),
            (x + length - thick, y - length - thick),
        ),
        colour,
    )


def _star(x: float, y: float, long: float, short: float, colour: str) -> Shape:
    """Draw a star of four points."""
    return Outline(
        (
            *((x, y - long), (x + short, y - short), (x + long, y), (x + short, y + short)),
            *((x, y + long), (x - short, y + short), (x - long, y), (x - short, y - short)),
        ),
        colour,
    )


def _moved(points: tuple[Point, ...], x: float, y: float, scale: float = 1) -> tuple[Point, ...]:
    return tuple((x + scale * across, y + scale * down) for across, down in points)


def _missile(x: float, y: float, scale: float, colour: str) -> Drawing:
    """Draw a missile that flies up."""
    body = ((0, -42), (12, -22), (12, 22), (-12, 22), (-12, -22))
    fins = ((-12, 4), (-26, 32), (26, 32), (12, 4))
    return tuple(Outline(_moved(points, x, y, scale), colour) for points in (fins, body))


_BOLT: tuple[Point, ...] = ((12, -46), (-26, 8), (-4, 8), (-12, 46), (26, -10), (4, -10))

DRAWINGS: Drawings = {
    "klingon_phaser": _card(_BLUE, _slanted(54, 74, 24, 5), _star(86, 42, 30, 8, _LIGHT)),
    "klingon_photon": _card(_ORANGE, _star(64, 64, 48, 13, _GOLD), Disc(64, 64, 23, _LIGHT)),
    "klingon_disruptor": _card(_GREEN, _slanted(48, 52, 22, 7), _slanted(80, 76, 22, 7)),
    "klingon_plasma": _card(
        _RED, Outline(((30, 26), (96, 58), (62, 92)), _GOLD), Disc(78, 76, 25, _GOLD), Disc(80, 78, 15, _LIGHT)
    ),
    "klingon_drone": _card(_GREY, *_missile(64, 66, 1.05, _LIGHT)),
    "klingon_overload": _card(_GOLD, Outline(_moved(_BOLT, 64, 64), _DARK)),
    "klingon_scatter_pack": _card(
        _GOLD, *(shape for x, y in ((64, 42), (36, 84), (92, 84)) for shape in _missile(x, y, 0.6, _DARK))
    ),
    "klingon_enveloper": _card(_GOLD, Disc(64, 64, 42, _DARK), Disc(64, 64, 32, _GOLD), Disc(64, 64, 19, _DARK)),
    "klingon_ship": _card(
        _STEEL,
        Outline(((54, 34), (64, 20), (74, 34), (70, 48), (58, 48)), _LIGHT),
        Box(60, 44, 68, 84, 3, _LIGHT),
        Outline(((64, 58), (108, 88), (64, 94), (20, 88)), _LIGHT),
        Box(17, 66, 26, 106, 4, _LIGHT),
        Box(102, 66, 111, 106, 4, _LIGHT),
    ),
}
"""A kind with another key has no image and is written; all kinds of plasma share one."""
