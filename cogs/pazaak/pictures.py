"""Pazaak's cards, as the sources have them: the main deck green, plus blue, minus red, the advanced ones gold."""

from bot.engine.drawings import Box, Disc, Drawing, Drawings, Outline, Shape, Writing

_RIM, _LIGHT, _DARK = "#f4efe2", "#ffffff", "#2a2012"
_GREEN, _BLUE, _RED, _GOLD = "#1c7f45", "#1f5fc9", "#c62a2f", "#eab432"
_EDGE = "#8f8878"
_MIDDLE = 64
_SIGN = 17
"""Half the width of a sign beside a number."""


def _card(colour: str, *shapes: Shape, upper: str | None = None) -> Drawing:
    """Draw a card of one color, or with another one in its upper half."""
    body = (Box(8, 1, 120, 127, 18, _EDGE), Box(10, 3, 118, 125, 16, _RIM), Box(14, 7, 114, 121, 12, colour))
    half = (Box(14, 7, 114, 64, 12, upper, is_upper=True),) if upper else ()
    return (*body, *half, *shapes)


def _bar(x: float, y: float, colour: str, half: float = _SIGN, thick: float = 11) -> Shape:
    return Box(x - half, y - thick / 2, x + half, y + thick / 2, 2, colour)


def _post(x: float, y: float, colour: str, half: float = _SIGN, thick: float = 11) -> Shape:
    return Box(x - thick / 2, y - half, x + thick / 2, y + half, 2, colour)


def _plus(x: float, y: float, colour: str) -> Drawing:
    return (_bar(x, y, colour), _post(x, y, colour))


def _either(x: float, y: float, colour: str, half: float = _SIGN, thick: float = 11) -> Drawing:
    """Plus or minus."""
    above = y - half * 0.5
    return (
        _bar(x, above, colour, half, thick),
        _post(x, above, colour, half, thick),
        _bar(x, y + half * 1.35, colour, half, thick),
    )


def _times(x: float, y: float, colour: str, reach: float = 15, thick: float = 7.5) -> Drawing:
    """Draw a cross of two slanting bars; `thick` is how far a bar's corner lies from its middle line."""
    strokes = ((-1, -1), (1, -1))
    return tuple(
        Outline(
            (
                (x + reach * a + thick * 0.7 * b, y + reach * b - thick * 0.7 * a),
                (x + reach * a - thick * 0.7 * b, y + reach * b + thick * 0.7 * a),
                (x - reach * a - thick * 0.7 * b, y - reach * b + thick * 0.7 * a),
                (x - reach * a + thick * 0.7 * b, y - reach * b - thick * 0.7 * a),
            ),
            colour,
        )
        for a, b in strokes
    )


def _number(value: int, colour: str = _LIGHT) -> Writing:
    return Writing(str(value), 82, _MIDDLE, 68, colour, most=52)


def _main(value: int) -> Drawing:
    return _card(_GREEN, Writing(str(value), _MIDDLE, _MIDDLE, 80, _LIGHT, most=84))


def _flip(low: int, high: int) -> Drawing:
    """Draw the two numbers that are turned round."""
    return _card(
        _GOLD,
        Writing(str(low), 37, 37, 50, _DARK),
        Writing("&", 64, 64, 24, _DARK),
        Writing(str(high), 91, 91, 50, _DARK),
    )


def _one_or_two() -> Drawing:
    signs = (*_either(38, 38, _DARK, 14, 9), *_either(38, 90, _DARK, 14, 9))
    return _card(_GOLD, *signs, Writing("1", 84, 38, 44, _DARK), Writing("2", 84, 90, 44, _DARK))


def _tiebreaker() -> Drawing:
    return _card(
        _GOLD, *_either(38, 40, _DARK, 15, 10), Writing("1", 84, 39, 48, _DARK), Writing("T", 64, 93, 42, _DARK)
    )


DRAWINGS: Drawings = {
    **{f"pazaak_main_{value}": _main(value) for value in range(1, 11)},
    **{f"pazaak_plus_{n}": _card(_BLUE, *_plus(35, _MIDDLE, _LIGHT), _number(n)) for n in range(1, 7)},
    **{f"pazaak_minus_{n}": _card(_RED, _bar(35, _MIDDLE, _LIGHT), _number(n)) for n in range(1, 7)},
    **{f"pazaak_either_{n}": _card(_RED, *_either(35, _MIDDLE, _LIGHT), _number(n), upper=_BLUE) for n in range(1, 7)},
    "pazaak_either_1_2": _one_or_two(),
    "pazaak_flip_2_4": _flip(2, 4),
    "pazaak_flip_3_6": _flip(3, 6),
    "pazaak_double": _card(_GOLD, *_times(36, _MIDDLE, _DARK), _number(2, _DARK)),
    "pazaak_tiebreaker": _tiebreaker(),
    "pazaak_won": (Disc(64, 64, 46, _EDGE), Disc(64, 64, 41, _GOLD), Disc(64, 64, 14, _DARK)),
    "pazaak_open": (Disc(64, 64, 46, _EDGE), Disc(64, 64, 34, None)),
}
