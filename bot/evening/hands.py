"""The hands of a table that are over, read from the file in bounded portions: only what an evening is told by.

Of a hand that was taken up again its last revision counts; one that was undone, and one that was void, counts for
nothing but is named.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from bot.db import Database, Row
from bot.engine.game import Seat
from bot.engine.tournament import Standing
from bot.evening.rooms import standing_in

PORTION = 500
"""Hands that are in memory at a time."""
FOREVER = float(2**52)
"""Later than any hand, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
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
) -> AsyncIterator[tuple[PlayedHand, ...]]:
    """The hands of a table that ended from `since` on and before `until`, in their order, in portions."""
    after = 0
    while True:
        rows = await db.fetch(
            """
            SELECT hands.table_id, number, revision, game, status, started_at, ended_at, undone_at, outcome,
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
            yield tuple(map(_hand, rows))
        if len(rows) < PORTION:
            return
        after = int(rows[-1]["number"])


async def longest_at(db: Database, table_id: int, first: int, last: int) -> tuple[LongHand, ...]:
    """The hands from the `first` to the `last` number with the most turns, longest first. What nobody noticed makes no
    turn, so it makes no hand longer.
    """
    rows = await db.fetch(
        """
        SELECT hand, count(DISTINCT turn) AS turns FROM actions
        WHERE table_id = ? AND hand BETWEEN ? AND ? GROUP BY hand ORDER BY turns DESC, hand LIMIT 20
        """,
        table_id,
        first,
        last,
    )
    return tuple(LongHand(number=row["hand"], turns=row["turns"]) for row in rows)


async def last_ends(db: Database, table_id: int, before: float) -> tuple[tuple[float, float], ...]:
    """(begin, end) of the hands of a table that ended before that moment, the latest first; a portion of them."""
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


def _hand(row: Row) -> PlayedHand:
    is_void, is_undone = row["status"] == "void", row["undone_at"] is not None
    seats, standing, is_readable = ((), None, True) if is_void else _outcome(row["outcome"])
    return PlayedHand(
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
        is_readable=is_readable,
    )


def _outcome(text: str | None) -> tuple[tuple[Seat, ...], Standing | None, bool]:
    """Who was dealt in, how the tournament stands, and whether that could be read, by rules that may be gone."""
    try:
        outcome: dict[str, Any] = json.loads(text or "")
        if outcome.get("is_void"):
            return (), None, True
        seats = tuple(int(seat) for seat, _ in outcome["stacks"])
        return seats, standing_in(outcome.get("carry")), True
    except (AttributeError, KeyError, TypeError, ValueError):
        return (), None, False
