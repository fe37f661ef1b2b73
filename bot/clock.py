"""The one clock: turn deadlines, windows and the local Discord all live by it, and tests advance it."""

import asyncio
import heapq
import itertools
import time
from typing import Protocol


class Clock(Protocol):
    """What time it is, and how to wait for later."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return when `now` has grown by at least `seconds`."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))


class ManualClock:
    """A clock that stands still until somebody advances it."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = now
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), waiting))
        await waiting

    async def advance(self, seconds: float) -> None:
        """Let `seconds` pass: sleepers wake one by one, each at its own time, and run before the next."""
        until = self._now + seconds
        await _settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            due, _, waiting = heapq.heappop(self._sleepers)
            self._now = max(self._now, due)
            if not waiting.done():
                waiting.set_result(None)
            await _settle()
        self._now = until
        await _settle()


async def _settle() -> None:
    """Let everything that can run without outside help run."""
    for _ in range(10):
        await asyncio.sleep(0)
