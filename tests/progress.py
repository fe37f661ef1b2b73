"""Work in progress on a test's event loop: callbacks, sockets, executors, databases and NPC workers.

The loop of every test is made here. Its selector knows when nothing is left to run, and work that goes on outside the
loop is counted while it lasts. `quiet` waits for both.
"""

import asyncio
import functools
import importlib.util
import selectors
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from bot.db.connection import Connection
from bot.processes import WorkerSlot

IN_FLIGHT = 0.001
"""Seconds for which a socket may hold back what was written to it in the same process."""


class QuietSelector(selectors.DefaultSelector):
    """A selector that wakes waiters when the loop would otherwise block."""

    def __init__(self) -> None:
        super().__init__()
        self.outside: Counter[str] = Counter()
        """How many pieces of work of each kind go on outside the loop."""
        self.waiters: list[tuple[asyncio.Future[None], frozenset[str]]] = []
        """Futures, and for each the kinds of work that it doesn't wait for."""

    def begun(self, kind: str) -> None:
        self.outside[kind] += 1

    def done(self, kind: str) -> None:
        self.outside[kind] -= 1
        self.outside = +self.outside

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return ready sockets, or nothing at once if that lets a waiter go on."""
        due = [waiter for waiter, held_up in self.waiters if self.outside.keys() <= held_up]
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
        self.watch.begun("executor")
        future.add_done_callback(lambda _: self.watch.done("executor"))
        return future


class QuietPolicy(asyncio.DefaultEventLoopPolicy):
    """Makes quiet loops. A process that a test starts has Python's own."""

    def new_event_loop(self) -> QuietLoop:
        return QuietLoop()


async def quiet(held_up: Collection[str] = ()) -> None:
    """Return when nothing is left to do before a clock goes on: no callback, and nothing in a socket, a thread or a
    worker. Kinds of work that a test holds up on purpose don't count.
    """
    loop = asyncio.get_running_loop()
    if not isinstance(loop, QuietLoop):
        raise TypeError("a clock that waits needs the event loop of the tests")
    waiter = loop.create_future()
    loop.watch.waiters.append((waiter, frozenset(held_up)))
    await waiter


def _counted(kind: str, work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(work)
    async def counted(*args: Any, **kwargs: Any) -> Any:
        loop = asyncio.get_running_loop()
        if not isinstance(loop, QuietLoop):
            return await work(*args, **kwargs)
        loop.watch.begun(kind)
        try:
            return await work(*args, **kwargs)
        finally:
            loop.watch.done(kind)

    return counted


def _started(start: Callable[..., asyncio.Task[Any]]) -> Callable[..., asyncio.Task[Any]]:
    @functools.wraps(start)
    def counted(connection: Connection, function: Callable[..., Any], *args: Any) -> asyncio.Task[Any]:
        hop, loop = start(connection, function, *args), asyncio.get_running_loop()
        if isinstance(loop, QuietLoop):
            loop.watch.begun("read")
            hop.add_done_callback(lambda _: loop.watch.done("read"))
        return hop

    return counted


def _sent(send: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(send)
    def counted(connection: Connection, function: Callable[..., None], *args: Any) -> None:
        loop = asyncio.get_running_loop()
        if not isinstance(loop, QuietLoop):
            send(connection, function, *args)
            return

        ended = loop.create_future()
        ended.add_done_callback(lambda _: loop.watch.done("write"))

        def end(*_: object) -> None:
            connection.lost.remove_done_callback(end)
            if not ended.done():
                ended.set_result(None)

        def run(*given: Any) -> None:
            try:
                function(*given)
            finally:
                loop.call_soon_threadsafe(end)

        loop.watch.begun("write")
        connection.lost.add_done_callback(end)
        send(connection, run, *args)

    return counted


def watch_databases_and_workers() -> None:
    """Count what database threads, a database's server and NPC workers have in hand, for the rest of the process."""
    setattr(Connection, "start", _started(Connection.start))  # noqa: B010  # the type checker knows the method's own type
    setattr(Connection, "send", _sent(Connection.send))  # noqa: B010  # as above
    setattr(WorkerSlot, "answer", _counted("npc", WorkerSlot.answer))  # noqa: B010  # as above
    if importlib.util.find_spec("psycopg") is None:
        return
    from bot.db import postgres

    pool, database = vars(postgres)["_ReaderPool"], postgres.PostgresDatabase
    for kind, owner, name in (("read", pool, "fetch"), ("write", database, "apply"), ("write", database, "settle")):
        setattr(owner, name, _counted(kind, getattr(owner, name)))
