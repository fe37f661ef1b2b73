"""What a chart of purses looks like, as plain figures for the process that draws it: where lines and their names stand,
what is written on the axes, and how the lines are told apart without their colours.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from bot.engine.money import Currency
from bot.engine.speech import one_line
from bot.reports.charts import Chart, Course

MOST_LINES = 12
"""More than that can't be told apart."""
BACKGROUND = "#1d1f2b"
COLOURS = ("#56b4e9", "#e69f00", "#2fc89b", "#f0e442", "#e58fbd", "#ff7f50", "#a9b4ff", "#d9d9d9")
"""After Okabe and Ito, who chose them for all kinds of colour vision; lighter where the background is dark."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "p", "h")
DASHES = ("-", "--", "-.", ":")
_STEPS_OF_AXIS = 5
_BETWEEN_NAMES = 0.068
"""Of the height of the plot."""
_LONGEST_AMOUNT = 30
_BESIDE = 0.04
"""Of the height of the plot: room above the highest line and below the lowest one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A purse as it is drawn."""

    name: str
    stand_in: str
    """What is written where no font of the machine knows the letters of the name."""
    colour: str
    marker: str
    dash: str
    steps: Sequence[tuple[float, int]] = field(repr=False)
    beside: float
    """Where the name stands at the end of the line, as a part of the height of the plot."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A whole picture. `amounts` are the heights that something is written at; `low` and `high` are the ends of the
    axis.
    """

    title: str
    since: float
    until: float
    low: float
    high: float
    amounts: tuple[tuple[int, str], ...]
    lines: tuple[Line, ...]
    background: str = BACKGROUND

    def written(self) -> bytes:
        """As JSON."""
        return json.dumps(asdict(self)).encode()


def laid_out(chart: Chart, currency: Currency) -> Plot:
    """The picture of a chart with at least one course; the first of them, as many as can be told apart."""
    courses = chart.courses[:MOST_LINES]
    lowest, highest = min(one.lowest for one in courses), max(one.highest for one in courses)
    heights = _heights(lowest, highest, currency)
    beside = (heights[-1] - heights[0]) * _BESIDE
    low, high = heights[0] - beside, heights[-1] + beside
    ends = [(course.ended - low) / (high - low) for course in courses]
    placed = enumerate(zip(courses, spread(ends), strict=True))
    lines = (_line(number, course, place) for number, (course, place) in placed)
    amounts = tuple((height, _short(currency.show(height))) for height in heights)
    return Plot("Purse and chips, times in UTC", chart.since, chart.until, low, high, amounts, tuple(lines))


def spread(ends: Sequence[float]) -> list[float]:
    """Places for names at least a line apart, in the order of `ends`, the highest first, and each as near to its own as
    it can be.
    """
    places = list(ends)
    for at in range(1, len(places)):
        places[at] = min(places[at], places[at - 1] - _BETWEEN_NAMES)
    # Whoever was pushed below the floor pushes the others up again.
    floor = 0.0
    for at in reversed(range(len(places))):
        places[at] = max(places[at], floor)
        floor = places[at] + _BETWEEN_NAMES
    return places


def _line(number: int, course: Course, beside: float) -> Line:
    return Line(
        name=one_line(course.name),
        stand_in=f"No. {number + 1}",
        colour=COLOURS[number % len(COLOURS)],
        marker=MARKERS[number % len(MARKERS)],
        dash=DASHES[(number + number // len(COLOURS)) % len(DASHES)],
        steps=course.steps,
        beside=beside,
    )


def _heights(lowest: int, highest: int, currency: Currency) -> list[int]:
    """Round amounts from below the lowest to above the highest, in a coin that fits; zero where it isn't far away."""
    low = 0 if 0 <= lowest <= highest / 2 else lowest
    step = _round_step(max(highest - low, 1), currency)
    first, last = low // step * step, -(-highest // step) * step
    return list(range(first, max(last, first + step) + 1, step))


def _round_step(extent: int, currency: Currency) -> int:
    """A round amount that goes into the extent about five times, in smallest coins."""
    raw = max(extent / _STEPS_OF_AXIS, 1.0)
    values = [coin.value for coin in currency.denominations if coin.shown and coin.value <= raw]
    coin = max(values, default=1)
    power = 1
    while power * 10 * coin <= raw:
        power *= 10
    return next(coin * power * times for times in (1, 2, 5, 10) if coin * power * times >= raw)


def _short(amount: str) -> str:
    return amount if len(amount) <= _LONGEST_AMOUNT else f"{amount[: _LONGEST_AMOUNT - 1]}…"
