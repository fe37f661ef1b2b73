"""Finished hands replayed from their logs, for their pot and luck, which only the rules can tell.

Replays run beside the event loop, one hand of a campaign after the other, and their results are cached. A hand that
can't be replayed tells nothing.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar
from weakref import WeakValueDictionary

from bot.db import Database
from bot.engine.game import AnyStep
from bot.engine.luck import Stroke
from bot.errors import PlayerError
from bot.tables.verification.evidence import Evidence
from bot.tables.verification.replay import Replay
from bot.tables.verification.verify import evidence_of

T = TypeVar("T")
_MOST_CACHED = 20_000
"""Results that are cached."""

log = logging.getLogger(__name__)


class Replays:
    """Replays hands and caches what they tell."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._cache: OrderedDict[Hashable, object] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def pot(self, table_id: int, number: int, campaign_id: int = 0) -> int:
        """Return the pot at the end of a hand, in smallest coins; 0 if its game doesn't tell."""
        rows = await self._db.fetch(
            "SELECT max(revision) AS revision FROM hands WHERE table_id = ? AND number = ?", table_id, number
        )
        revision = int(rows[0]["revision"] or 0)
        return await self._cached("pot", (table_id, number, revision), campaign_id, _pot_of, 0)

    async def strokes(self, table_id: int, number: int, revision: int, campaign_id: int = 0) -> tuple[Stroke, ...]:
        """Return how much chance decided for each seat in a hand, from what everyone saw."""
        return await self._cached("luck", (table_id, number, revision), campaign_id, _strokes_of, ())

    async def _cached(
        self, what: str, hand: tuple[int, int, int], campaign_id: int, of: Callable[[Evidence], T], nothing: T
    ) -> T:
        key, line = (what, *hand), self._locks.setdefault(campaign_id, asyncio.Lock())
        if key not in self._cache:
            async with line:
                # Somebody else may have asked for it meanwhile.
                if key not in self._cache:
                    self._cache[key] = await self._replay(hand, of, nothing)
        self._cache.move_to_end(key)
        found = self._cache[key]
        if len(self._cache) > _MOST_CACHED:
            self._cache.popitem(last=False)
        return found  # pyright: ignore[reportReturnType]  # as it was put there, under the same word

    async def _replay(self, hand: tuple[int, int, int], of: Callable[[Evidence], T], nothing: T) -> T:
        try:
            evidence = await evidence_of(self._db, hand[0], hand[1])
            if not evidence.has_these_rules:
                return nothing
            return await asyncio.to_thread(of, evidence)
        except (PlayerError, LookupError, TypeError, ValueError) as fault:
            # Rules that have changed, a game that is gone, a log that somebody has touched: /table verify says which.
            log.info("hand %s of table %s can't be replayed: %s", hand[1], hand[0], type(fault).__name__)
            return nothing


def _pot_of(hand: Evidence) -> int:
    """Return the coins in the pot when it was won."""
    if hand.spec.pot is None:
        return 0
    *_, last = _replayed(hand)
    return hand.spec.pot(hand.spec.game.view(last.state, None))


def _strokes_of(hand: Evidence) -> tuple[Stroke, ...]:
    """Return how much chance decided for each seat."""
    if hand.spec.luck is None:
        return ()
    events = [event for step in _replayed(hand) for event in step.events]
    return tuple(hand.spec.luck(events, hand.spec.game.Deal.from_json(hand.deal)))


def _replayed(hand: Evidence) -> list[AnyStep]:
    """Return the hand step by step."""
    replay, steps = Replay(hand), list[AnyStep]()
    for row, source in zip(hand.rows, hand.sources, strict=True):
        if not replay.play(row, source):
            raise LookupError("the log has draws that the rules don't ask for")
        if replay.step is not None:
            steps.append(replay.step)
    if not steps:
        raise LookupError("nothing was logged")
    return steps
