"""Work in progress on a test's event loop: callbacks, sockets, executors, database threads and NPC workers.

The loop of every test is made here. Its selector knows when nothing is left to run, and work that goes on outside the
loop is counted while it lasts. `quiet` waits for both.
"""

import asyncio
import functools
import selectors
from collections.abc import Awaitable, Callable
from typing import Any

import aiosqlite

from bot.db.writer import Writer
from bot.pilots.hand import Hand

IN_FLIGHT = 0.001
"""Seconds for which a socket may hold back what was written to it in the same process."""


class QuietSelector(selectors.DefaultSelector):
    """A selector that wakes waiters when the loop would otherwise block."""

    def __init__(self) -> None:
        super().__init__()
        self.outside = 0
        """How many pieces of work go on outside the loop."""
        self.waiters: list[tuple[asyncio.Future[None], bool]] = []
        """Futures, and for each whether it waits for the work outside too."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return ready sockets, or nothing at once if that lets a waiter go on."""
        due = [waiter for waiter, with_outside in self.waiters if not (with_outside and self.outside)]
        if not due or (timeout is not None and timeout <= 0):
            return super().select(timeout)
        only_itself = len(self.get_map()) <= 1
        if ready := super().select(0 if only_itself else IN_FLIGHT):
            return ready
        self.waiters = [kept for kept in self.waiters if kept[0] not in due]
        for waiter in due:
            if not waiter.done():
                waiter.set_result(None)
        return []


class QuietLoop(asyncio.SelectorEventLoop):
    """An event loop that counts the work it hands to its executor."""

    def __init__(self) -> None:
        self.watch = QuietSelector()
        super().__init__(self.watch)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        future = super().run_in_executor(executor, func, *args)
        self.watch.outside += 1
        future.add_done_callback(self._came_back)
        return future

    def _came_back(self, _: object) -> None:
        self.watch.outside -= 1


class QuietPolicy(asyncio.DefaultEventLoopPolicy):
    """Makes quiet loops. A process that a test starts has Python's own."""

    def new_event_loop(self) -> QuietLoop:
        return QuietLoop()


async def quiet(*, outside: bool = True) -> None:
    """Return when nothing is left to do before a clock goes on: no callback, nothing in a socket, and, unless `outside`
    is False because something there is held up on purpose, nothing in a thread or a worker.
    """
    loop = asyncio.get_running_loop()
    if not isinstance(loop, QuietLoop):
        raise TypeError("a clock that waits needs the event loop of the tests")
    waiter = loop.create_future()
    loop.watch.waiters.append((waiter, outside))
    await waiter


def _counted(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(work)
    async def counted(*args: Any, **kwargs: Any) -> Any:
        loop = asyncio.get_running_loop()
        if not isinstance(loop, QuietLoop):
            return await work(*args, **kwargs)
        loop.watch.outside += 1
        try:
            return await work(*args, **kwargs)
        finally:
            loop.watch.outside -= 1

    return counted


def watch_threads_and_workers() -> None:
    """Count what database threads and NPC workers have in hand, for the rest of the process."""
    # `_execute` is the one funnel of aiosqlite, which every version has.
    for holder, name in ((aiosqlite.Connection, "_execute"), (Writer, "written"), (Hand, "answer")):
        setattr(holder, name, _counted(getattr(holder, name)))
