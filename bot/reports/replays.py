"""The public events of a finished hand, as replaying its log brings them forth."""

import asyncio
import logging

from bot.db import Database
from bot.engine.game import Event
from bot.errors import PlayerError
from bot.tables.verification.evidence import Evidence
from bot.tables.verification.replay import Replay
from bot.tables.verification.verify import evidence_of

log = logging.getLogger(__name__)


async def events_of(db: Database, table_id: int, number: int) -> tuple[Event, ...]:
    """Return what everyone saw of a hand, in order; nothing where it can't be replayed."""
    try:
        evidence = await evidence_of(db, table_id, number)
        return await asyncio.to_thread(_replayed, evidence) if evidence.has_these_rules else ()
    except (PlayerError, LookupError, TypeError, ValueError) as fault:
        # Rules that have changed, a game that is gone, a log that somebody has touched: /table verify says which.
        log.info("hand %s of table %s can't be replayed: %s", number, table_id, type(fault).__name__)
        return ()


def _replayed(hand: Evidence) -> tuple[Event, ...]:
    replay, events = Replay(hand), list[Event]()
    for row, source in zip(hand.rows, hand.sources, strict=True):
        if not replay.play(row, source):
            raise LookupError("the log has draws that the rules don't ask for")
        if replay.step is not None:
            events += replay.step.events
    return tuple(events)
