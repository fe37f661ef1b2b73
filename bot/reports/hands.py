"""The finished hands of a table, read in bounded portions, and the seats that each counts for.

Of a hand that was taken up again, the last revision counts. An undone or void hand is listed but doesn't count. A hand
counts for every seat that bet, as the hand's events say; in a tournament for everyone dealt in.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import JsonValue

from bot import games
from bot.db import Database, Row
from bot.engine.game import Event, Seat
from bot.engine.spec import AnySpec
from bot.engine.tournament import Standing
from bot.reports.tables import standing_in
from bot.tables.events import public_events

PORTION = 500
"""Hands that are in memory at a time."""
_NEWEST = 2**31
"""Greater than the number of any hand."""
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
    """The seats that were dealt in."""
    players: tuple[Seat, ...] = ()
    """The seats that it counts for."""
    standing: Standing | None = field(default=None, repr=False)
    """How the tournament stands that it was played in; None where chips are money."""
    pot: int | None = None
    """What lay in the pot at the end, in smallest coins; None where there is none, or nobody has asked."""
    is_readable: bool = True

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end, and that stands."""
        return not (self.is_void or self.is_undone)

    @property
    def is_idle(self) -> bool:
        """Whether nobody bet in it."""
        return self.is_over and self.is_readable and not self.players

    @property
    def counts(self) -> bool:
        """Whether it counts for anyone."""
        return self.is_over and not self.is_idle


_HANDS = """
SELECT table_id, number, revision, game, status, started_at, ended_at, undone_at, outcome,
    (SELECT count(*) FROM hands AS earlier WHERE earlier.table_id = hands.table_id
        AND earlier.number = hands.number AND earlier.undone_at IS NOT NULL) AS undos
FROM hands
WHERE table_id = ? AND status <> 'running' AND NOT EXISTS (
    SELECT 1 FROM hands AS later WHERE later.table_id = hands.table_id
        AND later.number = hands.number AND later.revision > hands.revision)
"""


async def hands_at(
    db: Database, table_id: int, since: float = 0.0, until: float = FOREVER, *, with_pots: bool = False
) -> AsyncIterator[tuple[FinishedHand, ...]]:
    """Yield the hands of a table that ended from `since` on and before `until`, in order, in portions."""
    after = 0
    while True:
        rows = await db.fetch(
            f"{_HANDS} AND number > ? AND ended_at >= ? AND ended_at < ? ORDER BY number LIMIT ?",
            *(table_id, after, since, until, PORTION),
        )
        if rows:
            yield await _with_events(db, rows, with_pots=with_pots)
        if len(rows) < PORTION:
            return
        after = int(rows[-1]["number"])


async def latest_hands(db: Database, table_id: int) -> AsyncIterator[tuple[FinishedHand, ...]]:
    """Yield the hands of a table in portions, the latest first."""
    before = _NEWEST
    while rows := await db.fetch(f"{_HANDS} AND number < ? ORDER BY number DESC LIMIT ?", table_id, before, PORTION):
        yield await _with_events(db, rows)
        before = int(rows[-1]["number"])


async def _with_events(db: Database, rows: Iterable[Row], *, with_pots: bool = False) -> tuple[FinishedHand, ...]:
    """Return the hands with the facts that their events tell: who bet, and how much was in the pot."""
    hands, specs = tuple(map(_read_hand, rows)), dict[int, AnySpec]()
    for hand in hands:
        spec = games.games().get(hand.game)
        if spec is not None and hand.seats and hand.standing is None and (spec.bettors or (with_pots and spec.pot)):
            specs[hand.number] = spec
    if not specs:
        return hands
    events = await events_at(db, hands[0].table_id, specs)
    return tuple(
        _told_by(events.get(hand.number, ()), hand, specs[hand.number]) if hand.number in specs else hand
        for hand in hands
    )


async def events_at(db: Database, table_id: int, specs: Mapping[int, AnySpec]) -> Mapping[int, tuple[Event, ...]]:
    """Return the events of hands that everyone saw, by the hand's number; `specs` are the hands' games.

    An event that can't be read is left out.
    """
    rows = await db.fetch(
        """
        SELECT hand, events FROM actions
        WHERE table_id = ? AND hand BETWEEN ? AND ? AND NOT EXISTS (
            SELECT 1 FROM hands AS later WHERE later.table_id = actions.table_id AND later.number = actions.hand
                AND later.revision > actions.revision AND later.kept_until < actions.sequence)
        ORDER BY hand, revision, sequence
        """,
        *(table_id, min(specs), max(specs)),
    )
    return await asyncio.to_thread(_read_events, rows, specs)


def _read_events(rows: Iterable[Row], specs: Mapping[int, AnySpec]) -> Mapping[int, tuple[Event, ...]]:
    found: dict[int, list[Event]] = defaultdict(list)
    for row in rows:
        if (spec := specs.get(row["hand"])) is not None:
            found[row["hand"]] += public_events(spec.game, row["events"])
    return {hand: tuple(events) for hand, events in found.items()}


def _told_by(events: tuple[Event, ...], hand: FinishedHand, spec: AnySpec) -> FinishedHand:
    """Return a hand for money with its pot and the seats that bet. Without events nobody knows which did."""
    pot = spec.pot(events) if spec.pot is not None else None
    if spec.bettors is None:
        return replace(hand, pot=pot)
    bettors = spec.bettors(events)
    players = tuple(seat for seat in hand.seats if seat in bettors)
    return replace(hand, pot=pot, players=players, is_readable=bool(events))


async def turns_at(db: Database, table_id: int, first: int, last: int) -> Mapping[int, int]:
    """Return how many turns everyone saw in each hand from the `first` to the `last` number.

    Unnoticed and undone actions make no turn.
    """
    rows = await db.fetch(
        """
        SELECT hand, count(DISTINCT turn) AS turns FROM actions
        WHERE table_id = ? AND hand BETWEEN ? AND ? AND NOT (seat IS NULL AND revision > 0)
            AND NOT EXISTS (
                SELECT 1 FROM hands AS later WHERE later.table_id = actions.table_id AND later.number = actions.hand
                    AND later.revision > actions.revision AND later.kept_until < actions.sequence)
        GROUP BY hand
        """,
        *(table_id, first, last),
    )
    return {int(row["hand"]): int(row["turns"]) for row in rows}


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
        players=seats,
        standing=standing,
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
