"""Charts of purses over time: their steps from the ledger, the CSV, the layout of the image, and its description."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

from bot.campaigns import Character, Holder, HousePurse, PartyPurse, account_of
from bot.db import Database
from bot.engine.money import Currency
from bot.engine.words import counted, escape, listed, one_line
from bot.ledger.opening import RECOINED
from bot.reports.csv_text import csv_text
from bot.reports.words import moment


class BalanceStep(NamedTuple):
    """From `at` on (seconds since the epoch) there were `balance` smallest coins."""

    at: float
    balance: int


class StepSampler:
    """Keeps at most `most` (8 or more) of the added steps, and the extremes among them; memory is bounded too."""

    def __init__(self, since: float, until: float, most: int) -> None:
        self._since, self._most = since, most
        self._stretches = most // 4
        self._width = max(until - since, 1.0) / self._stretches
        self._all: list[BalanceStep] = []
        self._kept: dict[int, list[tuple[int, BalanceStep]]] = {}
        """By stretch: first, lowest, highest and last step, each with its number."""
        self.count = 0

    @property
    def is_thin(self) -> bool:
        """Whether some steps were left out."""
        return self.count > self._most

    def add(self, step: BalanceStep) -> None:
        numbered = (self.count, step)
        self.count += 1
        if self.count <= self._most:
            self._all.append(step)
        stretch = min(max(int((step.at - self._since) / self._width), 0), self._stretches - 1)
        kept = self._kept.setdefault(stretch, [numbered] * 4)
        if step.balance < kept[1][1].balance:
            kept[1] = numbered
        if step.balance > kept[2][1].balance:
            kept[2] = numbered
        kept[3] = numbered

    def steps(self) -> tuple[BalanceStep, ...]:
        """Return at most `most` steps in order; all of them if there are no more."""
        return tuple(self._sample()) if self.is_thin else tuple(self._all)

    def _sample(self) -> Iterator[BalanceStep]:
        for _, kept in sorted(self._kept.items()):
            yield from (step for _, step in sorted(set(kept)))


MOST_STEPS = 500
"""Steps of a line that is drawn."""
PORTION = 20_000
"""Entries of the ledger that are read at a time."""
PARTY, HOUSE = "The party's wallet", "The house"
_MOVED = """
WITH mine AS (SELECT id FROM accounts WHERE id = ? OR character_id = ?),
moved AS (
    SELECT entry_id, -amount AS delta
    FROM transfers WHERE source IN (SELECT id FROM mine) AND entry_id > ? AND entry_id <= ?
    UNION ALL SELECT entry_id, amount AS delta
    FROM transfers WHERE target IN (SELECT id FROM mine) AND entry_id > ? AND entry_id <= ?
)
"""


@dataclass(frozen=True, slots=True)
class Course:
    """The curve of a purse in smallest coins; `steps` run from its first amount to the one at the end."""

    name: str
    steps: tuple[BalanceStep, ...]
    changes: int
    """How often it changed in that time."""
    is_thin: bool
    """Whether it changed more often than there are steps."""

    @property
    def began(self) -> int:
        return self.steps[0].balance

    @property
    def ended(self) -> int:
        return self.steps[-1].balance

    @property
    def lowest(self) -> int:
        return min(step.balance for step in self.steps)

    @property
    def highest(self) -> int:
        return max(step.balance for step in self.steps)


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves of purses, the one with the most at the end first; times in seconds since the epoch."""

    since: float
    until: float
    courses: tuple[Course, ...]

    @property
    def is_still(self) -> bool:
        """Whether nothing has moved in all that time."""
        return not any(course.changes for course in self.courses)


@dataclass(frozen=True, slots=True)
class _EntryRange:
    since: float
    until: float
    first: int
    """The first entry that the chart covers."""
    last: int
    is_fresh: bool
    """Whether nothing from before it can be compared."""


async def chart_of(
    db: Database, campaign_id: int, holders: Iterable[Holder], since: float, until: float, most: int = MOST_STEPS
) -> Chart:
    """Chart what these purses held from `since` up to `until`, as far as they existed then.

    Each curve has at most `most` steps, at least 12. Without any money in the ledger there are no curves.
    """
    told = await _entry_range(db, campaign_id, since, until)
    if told is None:
        return Chart(since, until, ())
    found = [await _read_course(db, holder, told, most) for holder in dict.fromkeys(holders)]
    courses = sorted((course for course in found if course is not None), key=lambda course: -course.ended)
    begins = min((course.steps[0].at for course in courses), default=told.since)
    return Chart(begins, told.until, tuple(courses))


async def _entry_range(db: Database, campaign_id: int, since: float, until: float) -> _EntryRange | None:
    """Return the entries that the chart covers; None for an empty ledger."""
    (row,) = await db.fetch(
        """
        SELECT (SELECT max(id) FROM entries WHERE campaign_id = ? AND kind = ?) AS recoined,
            (SELECT min(id) FROM entries WHERE campaign_id = ? AND at >= ?) AS first,
            (SELECT max(id) FROM entries WHERE campaign_id = ?) AS last
        """,
        *(campaign_id, RECOINED),
        *(campaign_id, since),
        campaign_id,
    )
    if row["last"] is None:
        return None
    recoined, first = int(row["recoined"] or 0), int(row["last"]) + 1 if row["first"] is None else int(row["first"])
    told = max(recoined, first)
    entry = await db.fetch("SELECT at FROM entries WHERE id = ?", told)
    begins = max(since, float(entry[0]["at"])) if entry else since
    # Whatever time an entry bears, the line of time has a length.
    return _EntryRange(min(begins, until - 1), until, told, int(row["last"]), is_fresh=recoined >= first)


async def _read_course(db: Database, holder: Holder, told: _EntryRange, most: int) -> Course | None:
    """Read the curve of a purse; None if it held nothing yet."""
    whose = (account_of(holder), holder.id if isinstance(holder, Character) else 0)
    (row,) = await db.fetch(
        f"{_MOVED} SELECT count(*) AS count, coalesce(sum(delta), 0) AS balance FROM moved",  # noqa: S608  # two texts from here
        *(*whose, *(0, told.first - 1) * 2),
    )
    balance, was_there, last = int(row["balance"]), bool(row["count"]) and not told.is_fresh, told.since
    opening, sampler = balance, StepSampler(told.since, told.until, most - 2)
    for after in range(told.first - 1, told.last, PORTION):
        rows = await db.fetch(
            f"""
            {_MOVED}
            SELECT entries.kind, entries.at, sum(delta) AS delta
            FROM moved JOIN entries ON entries.id = moved.entry_id
            GROUP BY entry_id, entries.kind, entries.at ORDER BY entry_id
            """,  # noqa: S608  # two texts from here
            *(*whose, *(after, after + PORTION) * 2),
        )
        for moved in rows:
            # Chips that are bought stay whose they were.
            if not moved["delta"] and moved["kind"] != RECOINED:
                continue
            balance += int(moved["delta"])
            # The book's order holds, also where a clock was set back meanwhile.
            last = min(max(last, float(moved["at"])), told.until)
            sampler.add(BalanceStep(last, balance))
    steps = sampler.steps()
    if not was_there and not steps:
        return None
    begins = (BalanceStep(told.since, opening),) if was_there else ()
    changes = sampler.count if was_there else sampler.count - 1
    return Course(_name_of(holder), (*begins, *steps, BalanceStep(told.until, balance)), changes, sampler.is_thin)


def _name_of(holder: Holder) -> str:
    match holder:
        case Character():
            return holder.name
        case PartyPurse():
            return PARTY
        case HousePurse():
            return HOUSE


_CSV_HEADER = ("Name", "When", "Wallet and chips", "Wallet and chips in smallest coins")
_MOST_ROWS = 30_000


def most_steps(purses: int) -> int:
    """Return the number of steps that each purse may have, so that Discord takes the file."""
    return max(_MOST_ROWS // max(purses, 1), 12)


def chart_csv(chart: Chart, currency: Currency) -> str:
    """Return the whole CSV file."""
    rows = (
        (course.name, moment(step.at), currency.show(step.balance), step.balance)
        for course in chart.courses
        for step in course.steps
    )
    return csv_text(_CSV_HEADER, rows)


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
_MARGIN = 0.04
"""Of the height of the plot: room above the highest line and below the lowest one."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A purse as it is drawn."""

    name: str
    stand_in: str
    """The text to draw if no font of the machine has the letters of the name."""
    colour: str
    marker: str
    dash: str
    steps: Sequence[tuple[float, int]] = field(repr=False)
    beside: float
    """Where the name stands at the end of the line, as a part of the height of the plot."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A whole image. `amounts` are the labels of the axis by height; `low` and `high` are its ends."""

    title: str
    since: float
    until: float
    low: float
    high: float
    amounts: tuple[tuple[int, str], ...]
    lines: tuple[ChartLine, ...]
    background: str = BACKGROUND

    def written(self) -> bytes:
        """As JSON."""
        return json.dumps(asdict(self)).encode()


def lay_out(chart: Chart, currency: Currency) -> Plot:
    """Lay out the plot of a chart with at least one curve; only as many curves as can be told apart."""
    courses = chart.courses[:MOST_LINES]
    lowest, highest = min(one.lowest for one in courses), max(one.highest for one in courses)
    heights = _axis_amounts(lowest, highest, currency)
    beside = (heights[-1] - heights[0]) * _MARGIN
    low, high = heights[0] - beside, heights[-1] + beside
    ends = [(course.ended - low) / (high - low) for course in courses]
    placed = enumerate(zip(courses, spread_names(ends), strict=True))
    lines = (_chart_line(number, course, place) for number, (course, place) in placed)
    amounts = tuple((height, _shorten(currency.show(height))) for height in heights)
    return Plot("Wallet and chips, times in UTC", chart.since, chart.until, low, high, amounts, tuple(lines))


def spread_names(ends: Sequence[float]) -> list[float]:
    """Return places for names at least a line apart, each as near to its own end as possible.

    They are in the order of `ends`, the highest first.
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


def _chart_line(number: int, course: Course, beside: float) -> ChartLine:
    return ChartLine(
        name=one_line(course.name),
        stand_in=f"No. {number + 1}",
        colour=COLOURS[number % len(COLOURS)],
        marker=MARKERS[number % len(MARKERS)],
        dash=DASHES[(number + number // len(COLOURS)) % len(DASHES)],
        steps=course.steps,
        beside=beside,
    )


def _axis_amounts(lowest: int, highest: int, currency: Currency) -> list[int]:
    """Return round amounts from below the lowest to above the highest; from zero if that isn't far away."""
    low = 0 if 0 <= lowest <= highest / 2 else lowest
    step = _round_step(max(highest - low, 1), currency)
    first, last = low // step * step, -(-highest // step) * step
    return list(range(first, max(last, first + step) + 1, step))


def _round_step(extent: int, currency: Currency) -> int:
    """Return a round amount that fits into the extent about five times, in smallest coins."""
    raw = max(extent / _STEPS_OF_AXIS, 1.0)
    values = [coin.value for coin in currency.denominations if coin.shown and coin.value <= raw]
    coin = max(values, default=1)
    power = 1
    while power * 10 * coin <= raw:
        power *= 10
    return next(coin * power * times for times in (1, 2, 5, 10) if coin * power * times >= raw)


def _shorten(amount: str) -> str:
    return amount if len(amount) <= _LONGEST_AMOUNT else f"{amount[: _LONGEST_AMOUNT - 1]}…"


MOST_ALT_TEXT = 1024
"""Characters of an image's description that Discord takes."""
_MOMENT = "%Y-%m-%d %H:%M"


def describe_chart(chart: Chart, currency: Currency) -> tuple[tuple[str, ...], str]:
    """Describe the chart in Discord's markup: a numbered line for each purse, and notes about all of them.

    The number stands in the image for a name that can't be drawn.
    """
    lines = [
        f"{number}. **{escape(course.name)}**: {_describe_in_markup(course, currency)}"
        for number, course in enumerate(chart.courses[:MOST_LINES], start=1)
    ]
    notes = [
        f"From <t:{int(chart.since)}:f> to <t:{int(chart.until)}:f>.",
        "Chips at tables count as money in the wallet. Undone hands show as they happened.",
    ]
    if len(chart.courses) > MOST_LINES:
        notes.append(f"Drawn: the {MOST_LINES} richest of {len(chart.courses)}. A CSV file has all of them.")
    return tuple(lines), " ".join(notes)


def alt_text(chart: Chart, currency: Currency) -> str:
    """Describe the chart in a few sentences, at most 1,024 characters: how each purse began and ended."""
    since, until = (datetime.fromtimestamp(at, UTC).strftime(_MOMENT) for at in (chart.since, chart.until))
    courses = chart.courses[:MOST_LINES]
    told = f"Wallet and chips over time, from {since} to {until} UTC."
    for at, course in enumerate(courses):
        sentence = f" {_describe_aloud(course, currency)}"
        more = f" And {counted(len(courses) - at, 'more line')}."
        # The last one needs no room for what would be said in its place.
        kept = 0 if at == len(courses) - 1 else len(more)
        if len(told) + len(sentence) + kept > MOST_ALT_TEXT:
            return told + more
        told += sentence
    return told


def _describe_in_markup(course: Course, currency: Currency) -> str:
    """As in "1,000 cr → 1,250 cr · lowest 800 cr, highest 1,400 cr"."""
    way = f"{currency.show(course.began)} → {currency.show(course.ended)}"
    between = _describe_extremes(course, currency)
    return f"{way} · {between}" if between else way


def _describe_aloud(course: Course, currency: Currency) -> str:
    """As in "Han began with 1,000 cr and ended with 1,250 cr (lowest 800 cr, highest 1,400 cr)."."""
    between = _describe_extremes(course, currency)
    inside = f" ({between})" if between else ""
    began, ended = currency.show(course.began), currency.show(course.ended)
    return f"{one_line(course.name)} began with {began} and ended with {ended}{inside}."


def _describe_extremes(course: Course, currency: Currency) -> str:
    """Describe the lowest and highest amounts, unless the wallet began or ended with them."""
    ends = {course.began, course.ended}
    found = (("lowest", course.lowest), ("highest", course.highest))
    return listed((f"{what} {currency.show(amount)}" for what, amount in found if amount not in ends), last="and")
