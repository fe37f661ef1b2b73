"""The one clock: turn deadlines, windows and the local Discord all live by it, and tests bring their own."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> object:
        """Call it off. Nothing happens if it was called already."""
        ...


class Clock(Protocol):
    """What time it is, and how to wait for later."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return when `now` has grown by at least `seconds`."""
        ...

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call a function when `now` has grown by at least `seconds`. It costs a fraction of a task that sleeps."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(max(0.0, seconds), call)
