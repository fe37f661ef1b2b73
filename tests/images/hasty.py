"""A clock for uploads."""

import asyncio

from bot.clock import SystemClock


class Hasty(SystemClock):
    """A clock by which nobody waits, and what they would have waited."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        await asyncio.sleep(0)
