"""A clock that tests advance."""

import asyncio
import heapq
import itertools
from collections.abc import Callable

from bot.clock import Timer
from tests.progress import quiet


class ManualClock:
    """A clock that stands still until a test advances it."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = now
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self.held_up: set[str] = set()
        """Kinds of work that a test holds up, such as a write that waits for a lock: time passes all the same."""

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), waiting))
        await waiting

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.add_done_callback(lambda done: None if done.cancelled() else call())
        heapq.heappush(self._sleepers, (self._now + max(seconds, 0.0), next(self._order), waiting))
        return waiting

    async def advance(self, seconds: float) -> None:
        """Let `seconds` pass. Sleepers wake one by one, each at its own time. Their work, that of database threads
        included, is done before the next one wakes.
        """
        until = self._now + seconds
        await self.settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            due, _, waiting = heapq.heappop(self._sleepers)
            if waiting.done():
                continue
            self._now = max(self._now, due)
            waiting.set_result(None)
            await self.settle()
        self._now = until

    async def settle(self) -> None:
        """Return when nothing is in progress any longer. No time passes."""
        await quiet(self.held_up)
