"""The one clock: turn deadlines, windows and the local Discord all live by it, and tests bring their own."""

import asyncio
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
