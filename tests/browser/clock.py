"""A clock that runs, because browsers need real time, and that tests may put forward, because they don't wait."""

import asyncio
import time
from collections.abc import Callable

from bot.clock import Timer


class SkippingClock:
    """The machine's time, and whatever was skipped on top of it."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._skipped = asyncio.Event()

    def now(self) -> float:
        return time.time() + self._ahead

    async def sleep(self, seconds: float) -> None:
        due = self.now() + seconds
        while (left := due - self.now()) > 0:
            try:
                await asyncio.wait_for(self._skipped.wait(), left)
            except TimeoutError:
                return

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        async def called() -> None:
            await self.sleep(seconds)
            call()

        return asyncio.create_task(called())

    def skip(self, seconds: float) -> None:
        """Let `seconds` pass at once: whoever sleeps less than that wakes up."""
        self._ahead += seconds
        self._skipped.set()
        self._skipped = asyncio.Event()


class StillClock(SkippingClock):
    """Stands still but for what is skipped, so that what is drawn by it is the same every time."""

    def __init__(self, now: float) -> None:
        super().__init__()
        self._start = now

    def now(self) -> float:
        return self._start + self._ahead

    async def sleep(self, seconds: float) -> None:
        due = self.now() + seconds
        while self.now() < due:
            await self._skipped.wait()
