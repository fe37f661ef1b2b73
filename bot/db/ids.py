"""Numbers for whatever needs one: they rise with time, and fit into a JavaScript number and into a button's id.

A number is 41 bits of milliseconds, 6 bits of the worker that gave it out, and 6 bits that count within a millisecond.
So processes that share a database never give out the same one.
"""

from bot.clock import Clock
from bot.db.statement import Database

# 1 January 2025 in milliseconds: 41 bits last until 2094.
_EPOCH = 1_735_689_600_000
_COUNTER_BITS = _WORKER_BITS = 6
_COUNTED, WORKERS = 1 << _COUNTER_BITS, 1 << _WORKER_BITS


class Ids:
    """Unique 53-bit integers of one worker, rising even when the clock is set back.

    `after` is the highest number that this worker has given out (`highest_id`), if the clock may have been set back.
    """

    def __init__(self, clock: Clock, after: int = 0, *, worker: int = 0) -> None:
        """Give out numbers as that worker, from 0 to 63. Raises ValueError for any other."""
        if not 0 <= worker < WORKERS:
            raise ValueError(f"there is no worker {worker}")
        self._clock, self._worker = clock, worker
        self._counted = _ticks(after)

    def next(self) -> int:
        """Return a new number, higher than all before."""
        milliseconds = int(self._clock.now() * 1000) - _EPOCH
        self._counted = max(self._counted + 1, milliseconds << _COUNTER_BITS)
        passed, count = divmod(self._counted, _COUNTED)
        return (passed << _WORKER_BITS | self._worker) << _COUNTER_BITS | count


def _ticks(number: int) -> int:
    """Return a number without its worker: 64 for each millisecond."""
    passed, rest = divmod(number, WORKERS * _COUNTED)
    return passed * _COUNTED + rest % _COUNTED


async def highest_id(database: Database, clock: Clock, *relations: str, worker: int = 0) -> int:
    """Return the highest `id` in any of these tables that the worker gave out later than now: the clock was set back.

    0 for none, which is usual.
    """
    now = int(clock.now() * 1000) - _EPOCH << _WORKER_BITS + _COUNTER_BITS
    question = "SELECT coalesce(max(id), 0) AS highest FROM {} WHERE id >= ? AND (id / ?) % ? = ?"
    found = [await database.fetch(question.format(name), now, _COUNTED, WORKERS, worker) for name in relations]
    return max((int(rows[0]["highest"]) for rows in found), default=0)
