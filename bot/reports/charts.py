"""What purses held over time, read from the book.

A character's line is all that is theirs: the purse, and the chips of every seat. So sitting down is no loss. What was
taken back later is there as it happened, and so is what took it back. Money of another currency can't be compared, so
nothing is told from before the campaign's coins were changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.campaigns import Character, Holder, HousePurse, PartyPurse, account_of
from bot.db import Database
from bot.ledger.starting import RECOINED
from bot.reports.thinning import Step, Thinner

MOST_STEPS = 500
"""Steps of a line that is drawn."""
PORTION = 20_000
"""Entries of the book, whosesoever, that are looked through at a time."""
PARTY, HOUSE = "The party's purse", "The house"
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
    """How a purse fared. `steps` begin with what was in it first, and end with what is in it now, or at the end of the
    time; amounts in smallest coins.
    """

    name: str
    steps: tuple[Step, ...]
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
    """Purses side by side, those with the most now first; times in seconds since the epoch."""

    since: float
    until: float
    courses: tuple[Course, ...]

    @property
    def is_still(self) -> bool:
        """Whether nothing has moved in all that time."""
        return not any(course.changes for course in self.courses)


@dataclass(frozen=True, slots=True)
class _Range:
    since: float
    until: float
    first: int
    """The first entry that is told of."""
    last: int
    is_fresh: bool
    """Whether nothing from before it can be compared."""


async def chart_of(
    db: Database, campaign_id: int, holders: Iterable[Holder], since: float, until: float, most: int = MOST_STEPS
) -> Chart:
    """What these purses held from `since` on and up to `until`, now, as far as they were there; `most` steps each, at
    least 12. Without any money in the book there are no courses.
    """
    told = await _range(db, campaign_id, since, until)
    if told is None:
        return Chart(since, until, ())
    found = [await _course(db, holder, told, most) for holder in dict.fromkeys(holders)]
    courses = sorted((course for course in found if course is not None), key=lambda course: -course.ended)
    begins = min((course.steps[0].at for course in courses), default=told.since)
    return Chart(begins, told.until, tuple(courses))


async def _range(db: Database, campaign_id: int, since: float, until: float) -> _Range | None:
    """Which entries are told of, if there are any at all."""
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
    return _Range(min(begins, until - 1), until, told, int(row["last"]), is_fresh=recoined >= first)


async def _course(db: Database, holder: Holder, told: _Range, most: int) -> Course | None:
    """None for a purse that held nothing yet."""
    whose = (account_of(holder), holder.id if isinstance(holder, Character) else 0)
    (row,) = await db.fetch(
        f"{_MOVED} SELECT count(*) AS count, coalesce(sum(delta), 0) AS balance FROM moved",  # noqa: S608  # two texts from here
        *(*whose, *(0, told.first - 1) * 2),
    )
    balance, was_there, last = int(row["balance"]), bool(row["count"]) and not told.is_fresh, told.since
    opening, thinner = balance, Thinner(told.since, told.until, most - 2)
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
            thinner.add(Step(last, balance))
    steps = thinner.steps()
    if not was_there and not steps:
        return None
    begins = (Step(told.since, opening),) if was_there else ()
    changes = thinner.count if was_there else thinner.count - 1
    return Course(name_of(holder), (*begins, *steps, Step(told.until, balance)), changes, thinner.is_thin)


def name_of(holder: Holder) -> str:
    match holder:
        case Character():
            return holder.name
        case PartyPurse():
            return PARTY
        case HousePurse():
            return HOUSE
