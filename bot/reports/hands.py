"""The finished hands of a table, read in bounded portions.

Of a hand that was taken up again, the last revision counts. An undone or void hand is listed but doesn't count.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from bot.db import Database, Row
from bot.engine.game import Seat
from bot.engine.tournament import Standing
from bot.reports.tables import standing_in

PORTION = 500
"""Hands that are in memory at a time."""
FOREVER = float(2**52)
"""Later than any hand, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """A hand that is over. Times in seconds since the epoch."""

    table_id: int
    number: int
    revision: int
    game: str
    started_at: float
    ended_at: float
    is_void: bool
    is_undone: bool
    """Whether its result was taken back, and it wasn't played on."""
    was_taken_up: bool
    """Whether something of it was taken back, and it was played on."""
    seats: tuple[Seat, ...] = ()
    """Who was dealt in."""
    standing: Standing | None = field(default=None, repr=False)
    """How the tournament stands that it was played in; None where chips are money."""
    pot: int | None = None
    """What lay in the pot at the end, in smallest coins; None where that isn't known."""
    is_readable: bool = True

    @property
    def counts(self) -> bool:
        """Whether anybody won or lost by it."""
        return not (self.is_void or self.is_undone)


@dataclass(frozen=True, slots=True)
class LongHand:
    """How much happened in a hand: turns that everybody saw."""

    number: int
    turns: int


async def hands_at(
    db: Database, table_id: int, since: float = 0.0, until: float = FOREVER
) -> AsyncIterator[tuple[FinishedHand, ...]]:
    """Yield the hands of a table that ended from `since` on and before `until`, in order, in portions."""
    after = 0
    while True:
        rows = await db.fetch(
            """
            SELECT hands.table_id, number, revision, game, status, started_at, ended_at, undone_at, outcome, pot,
                (SELECT count(*) FROM hands AS earlier WHERE earlier.table_id = hands.table_id
                    AND earlier.number = hands.number AND earlier.undone_at IS NOT NULL) AS undos
            FROM hands
            WHERE hands.table_id = ? AND number > ? AND status <> 'running' AND ended_at >= ? AND ended_at < ?
                AND NOT EXISTS (SELECT 1 FROM hands AS later WHERE later.table_id = hands.table_id
                    AND later.number = hands.number AND later.revision > hands.revision)
            ORDER BY number LIMIT ?
            """,
            table_id,
            after,
            since,
            until,
            PORTION,
        )
        if rows:
            yield tuple(map(_read_hand, rows))
        if len(rows) < PORTION:
            return
        after = int(rows[-1]["number"])


async def longest_at(db: Database, table_id: int, first: int, last: int) -> LongHand | None:
    """Return the hand from the `first` to the `last` number with the most turns, of those that count.

    Unnoticed and undone actions make no turn.
    """
    rows = await db.fetch(
        """
        SELECT hand, count(DISTINCT turn) AS turns FROM actions
        WHERE table_id = ? AND hand BETWEEN ? AND ? AND NOT (seat IS NULL AND revision > 0)
            AND hand IN (
                SELECT number FROM hands
                WHERE hands.table_id = ? AND number BETWEEN ? AND ? AND status = 'settled' AND undone_at IS NULL)
            AND NOT EXISTS (
                SELECT 1 FROM hands AS later WHERE later.table_id = actions.table_id AND later.number = actions.hand
                    AND later.revision > actions.revision AND later.kept_until < actions.sequence)
        GROUP BY hand ORDER BY turns DESC, hand LIMIT 1
        """,
        *(table_id, first, last) * 2,
    )
    return LongHand(number=rows[0]["hand"], turns=rows[0]["turns"]) if rows else None


async def standing_at(db: Database, table_id: int, number: int) -> Standing | None:
    """Return the tournament's standing after that hand, or before it if it doesn't count.

    None if it can't be read, or if chips were money.
    """
    rows = await db.fetch(
        """
        SELECT deal, CASE WHEN status = 'settled' AND undone_at IS NULL THEN outcome END AS outcome FROM hands
        WHERE table_id = ? AND number = ? ORDER BY revision DESC LIMIT 1
        """,
        table_id,
        number,
    )
    try:
        known: JsonValue = json.loads(rows[0]["outcome"] or rows[0]["deal"]) if rows else None
    except ValueError:
        return None
    return standing_in(known.get("carry")) if isinstance(known, dict) else None


async def last_ends(db: Database, table_id: int, before: float) -> tuple[tuple[float, float], ...]:
    """Return (begin, end) of a portion of the table's hands that ended before that moment, the latest first."""
    rows = await db.fetch(
        """
        SELECT started_at, ended_at FROM hands WHERE table_id = ? AND status <> 'running' AND ended_at < ?
        ORDER BY ended_at DESC LIMIT ?
        """,
        table_id,
        before,
        PORTION,
    )
    return tuple((row["started_at"], row["ended_at"]) for row in rows)


def _read_hand(row: Row) -> FinishedHand:
    is_undone = row["undone_at"] is not None
    seats, standing, is_void, is_readable = (
        ((), None, True, True) if row["status"] == "void" else _read_outcome(row["outcome"])
    )
    return FinishedHand(
        table_id=row["table_id"],
        number=row["number"],
        revision=row["revision"],
        game=row["game"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        is_void=is_void,
        is_undone=is_undone,
        was_taken_up=not is_undone and row["undos"] > 0,
        seats=seats,
        standing=standing,
        pot=row["pot"],
        is_readable=is_readable,
    )


def _read_outcome(text: str | None) -> tuple[tuple[Seat, ...], Standing | None, bool, bool]:
    """Return the seats dealt in, the tournament's standing, whether the hand is void, and whether it could be read.

    The rules that wrote it may be gone.
    """
    try:
        outcome: dict[str, Any] = json.loads(text or "")
        if outcome.get("is_void"):
            return (), None, True, True
        seats = tuple(int(seat) for seat, _ in outcome["stacks"])
        return seats, standing_in(outcome.get("carry")), False, True
    except (AttributeError, KeyError, TypeError, ValueError):
        return (), None, False, False
