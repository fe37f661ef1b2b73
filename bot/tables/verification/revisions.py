"""A hand that a GM has taken up again: each time is a revision of it, with seeds of its own.

A revision begins with the rows of the one before it up to a sequence number, by the seeds that they were drawn with;
then comes the row of the undo, which seals the new seeds. Nothing of the log is deleted, so what was taken back can be
checked like the rest.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.db import Row
from bot.tables.hand.log import LogRow
from bot.tables.record import HandStatus, Seeds


@dataclass(frozen=True, slots=True)
class Revision:
    """A row of `hands`: its seeds, and how it is said to have ended."""

    number: int
    seeds: Seeds
    status: HandStatus = "running"
    outcome: str | None = None
    kept_until: int | None = None
    """Up to which sequence number the rows of the revision before it count; None for the first."""
    is_undone: bool = False
    """Whether its end, or the rest of it, was taken back."""

    @classmethod
    def of(cls, row: Row) -> "Revision":
        return cls(
            number=row["revision"],
            seeds=Seeds(open=row["open_seed"], closed=row["closed_seed"]),
            status=row["status"],
            outcome=row["outcome"],
            kept_until=row["kept_until"],
            is_undone=row["undone_at"] is not None,
        )


@dataclass(frozen=True, slots=True)
class TakenUp:
    """What the row of an undo says of the revision that it begins."""

    kept_until: int
    next_draw: int
    """The number of its first draw: none is drawn twice in a hand."""

    def detail(self) -> dict[str, object]:
        """As it is logged."""
        return {"kept_until": self.kept_until, "next_draw": self.next_draw}


def is_deal(row: LogRow) -> bool:
    """Whether a row of a hand is its beginning."""
    return row.seat is None and _noted(row).get("do") == "deal"


def is_undo(row: LogRow) -> bool:
    """Whether a row of a hand takes back what was before it. Whatever else can't be read isn't one."""
    return row.seat is None and _noted(row).get("do") == "undo"


def taken_up(row: LogRow) -> TakenUp:
    """What the row of an undo says. Raises ValueError where that can't be read."""
    noted = _noted(row)
    until, first = noted.get("kept_until"), noted.get("next_draw")
    if type(until) is not int or type(first) is not int or first < 0:
        raise ValueError(f"row {row.sequence} doesn't say what it takes back")
    return TakenUp(kept_until=until, next_draw=first)


def sealed_by(row: LogRow) -> tuple[str, str]:
    """The commitments to the open and the closed seed that a deal or an undo has logged; "" for none."""
    noted = _noted(row)
    return str(noted.get("open", "")), str(noted.get("closed", ""))


def counting(rows: Iterable[LogRow], revisions: Sequence[Revision]) -> tuple[LogRow, ...]:
    """Of all rows of a hand those that count in the last of these revisions, in their order."""
    found, logged = list[LogRow](), defaultdict[int | None, list[LogRow]](list)
    for row in rows:
        logged[row.revision].append(row)
    until: int | None = None
    for revision in reversed(revisions):
        found += (row for row in logged[revision.number] if until is None or row.sequence <= until)
        if revision.kept_until is not None:
            until = revision.kept_until if until is None else min(until, revision.kept_until)
    return tuple(sorted(found, key=lambda row: row.sequence))


def _noted(row: LogRow) -> dict[str, Any]:
    try:
        noted: Any = json.loads(row.action)
    except ValueError:
        return {}
    return noted if isinstance(noted, dict) else {}
