"""Numbers for whatever needs one: they rise with time, and fit into a JavaScript number and into a button's id."""

from bot.clock import Clock
from bot.db.statement import Database

# 1 January 2025 in milliseconds: 41 bits last until 2094.
_EPOCH = 1_735_689_600_000
_COUNTER_BITS = 12


class Ids:
    """Unique 53-bit integers, rising even when the clock is set back.

    `after` is the highest number that was ever given out (`highest_id`): it keeps them rising across a restart, too.
    """

    def __init__(self, clock: Clock, after: int = 0) -> None:
        self._clock = clock
        self._last = after

    def next(self) -> int:
        """Return a new number, higher than all before."""
        milliseconds = int(self._clock.now() * 1000) - _EPOCH
        self._last = max(self._last + 1, milliseconds << _COUNTER_BITS)
        return self._last


async def highest_id(database: Database, *relations: str) -> int:
    """Return the highest `id` in any of these tables; 0 if they are empty."""
    question = "SELECT coalesce(max(id), 0) AS highest FROM "
    found = [await database.fetch(question + name) for name in relations]
    return max((int(rows[0]["highest"]) for rows in found), default=0)
