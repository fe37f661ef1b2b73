"""One SQLite connection in a thread of its own, and the end of that thread, which is never waited out.

aiosqlite brings the thread. Its public methods run one statement each; a function that runs many in one hop costs a
fraction of them, and only `Connection._execute` and the queue behind it take one.
"""

import asyncio
import sqlite3
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Self, TypeVar, TypeVarTuple

import aiosqlite

from bot.db.address import file_uri
from bot.db.failures import CannotOpen, DatabaseLost

_BUSY_SECONDS = 5.0
_STATEMENTS_KEPT = 512
_ROWS_AT_ONCE = 64
_LAST_WORDS = 0.1
"""Seconds in which aiosqlite notices that a thread has ended at its request."""

T = TypeVar("T")
Args = TypeVarTuple("Args")

_of_this_thread = threading.local()


def define_functions(raw: sqlite3.Connection) -> None:
    """Give the connection the functions that a server's schema has."""
    raw.create_function("next_number", 2, int.__add__, deterministic=True)


class _Farewell:
    """A value that only its thread holds: Python deletes it when the thread ends, however that comes about."""

    def __init__(self, say: Callable[[], object]) -> None:
        self._say = say

    def __del__(self) -> None:
        with suppress(RuntimeError):  # the loop is closed, so no one waits
            self._say()


class Connection:
    """Functions run in the thread one after the other. `lost` has a result once no function can run."""

    def __init__(self, path: Path, mode: str) -> None:
        self.lost: asyncio.Future[DatabaseLost] = asyncio.get_running_loop().create_future()
        self._loop = asyncio.get_running_loop()
        self._name = path.name
        self._ended = asyncio.Event()
        self._is_closing = False
        self._hops: set[asyncio.Task[object]] = set()
        self._raw: sqlite3.Connection | None = None
        connect = partial(self._connect, file_uri(path, mode), weakref.ref(self), self._loop)
        self._lent = aiosqlite.Connection(connect, _ROWS_AT_ONCE)

    @classmethod
    async def open(cls, path: Path, mode: str) -> Self:
        """Open the file; `mode` is ro, rw or rwc. Raises CannotOpen, and then no thread is left."""
        connection = cls(path, mode)
        try:
            await connection._lent
        except sqlite3.Error as error:
            # The thread still reports to the loop that it ends: after the loop's own end that would be an error.
            await connection._ended.wait()
            raise CannotOpen(f"The database {path} can't be opened: {error}.") from error
        return connection

    @property
    def waiting(self) -> int:
        """How many functions have been started and haven't come to their end."""
        return len(self._hops)

    def start(self, function: Callable[[sqlite3.Connection, *Args], T], *args: *Args) -> asyncio.Task[T]:
        """Have `function(sqlite3 connection, *args)` run in the thread, behind all that were started before.

        The task ends with its result or error, or without them if the connection is lost. Raises DatabaseLost if it
        already is.
        """
        self.require()
        # A private name of aiosqlite, which gives it no types. It has been there since its first version.
        hop: asyncio.Task[T] = self._loop.create_task(
            self._lent._execute(  # noqa: SLF001  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType]
                partial(_guarded, function, self._raw, *args)
            )
        )
        self._hops.add(hop)
        hop.add_done_callback(self._hops.discard)
        return hop

    def send(self, function: Callable[[sqlite3.Connection, *Args], None], *args: *Args) -> None:
        """Have `function(sqlite3 connection, *args)` run in the thread as `start` does. It tells of its end itself, and
        an error that it raises loses the connection. Raises DatabaseLost if that is lost already.
        """
        self.require()
        work = partial(self._run_sent, function, *args)
        # aiosqlite's public methods make a future for all work. A commit answers its callers itself and needs none, so
        # it goes straight into the queue, which takes such work since 0.22.1 and has no types.
        self._lent._tx.put_nowait(  # noqa: SLF001  # it has no public name  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType]
            (None, work)
        )

    def _run_sent(self, function: Callable[[sqlite3.Connection, *Args], None], *args: *Args) -> None:
        """Run it, in the thread. aiosqlite would drop its error, and those who wait for an answer would wait on."""
        raw = self._raw
        try:
            if raw is not None:
                function(raw, *args)
        except BaseException as error:
            self._loop.call_soon_threadsafe(self.lose, f"{type(error).__name__} in the database's thread")
            raise

    async def run(self, function: Callable[[sqlite3.Connection, *Args], T], *args: *Args) -> T:
        """Run `function(sqlite3 connection, *args)` in the thread, in one hop. Raises DatabaseLost if that can't
        come to its end.

        A caller can leave before the end; the function runs on.
        """
        hop = self.start(function, *args)
        try:
            return await hop
        except asyncio.CancelledError:
            if hop.cancelled() and not _is_cancelled():
                self.require()
            raise

    def require(self) -> None:
        """Raise DatabaseLost once the connection is lost."""
        if self.lost.done():
            raise DatabaseLost(str(self.lost.result()))

    def lose(self, why: str) -> None:
        """Give the connection up: nothing that waits for it ever comes. A second call does nothing."""
        if not self.lost.done():
            self.lost.set_result(DatabaseLost(f"the connection to {self._name} is lost: {why}"))
            for hop in self._hops:
                hop.cancel()

    async def close(self) -> None:
        """Close behind all that was started. Where the thread has ended, its transaction is rolled back."""
        self._is_closing = True
        if not self._ended.is_set():
            closing, ended = asyncio.ensure_future(self._lent.close()), asyncio.ensure_future(self._ended.wait())
            await asyncio.wait({closing, ended}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({closing}, timeout=_LAST_WORDS)
            if closing.done():
                await ended
                closing.result()
            while not closing.done():
                closing.cancel()
                await asyncio.sleep(0)
        # Where the thread has ended, aiosqlite waits for answers of its: they are given here.
        closing = self._lent.close()
        with suppress(StopIteration, ValueError):
            while True:
                closing.send(None).set_result(None)
        if self._raw is not None:
            self._raw.close()

    def _end(self) -> None:
        self._ended.set()
        if not self._is_closing:
            self.lose("its thread has ended")

    @staticmethod
    def _connect(
        address: str, connection: "weakref.ref[Connection]", loop: asyncio.AbstractEventLoop
    ) -> sqlite3.Connection:
        """Connect; runs in the new thread, which must not be what keeps a forgotten `Connection` alive."""

        def end() -> None:
            if (ended := connection()) is not None:
                ended._end()  # noqa: SLF001  # the connection's own thread

        _of_this_thread.farewell = _Farewell(partial(loop.call_soon_threadsafe, end))
        raw = sqlite3.connect(
            address,
            uri=True,
            isolation_level=None,
            timeout=_BUSY_SECONDS,
            cached_statements=_STATEMENTS_KEPT,
            # `close` comes from the loop's thread if this one has ended.
            check_same_thread=False,
        )
        raw.row_factory = sqlite3.Row
        define_functions(raw)
        if (opened := connection()) is not None:
            opened._raw = raw  # noqa: SLF001  # as above
        return raw


def _guarded(function: Callable[[*Args], T], *args: *Args) -> T:
    """Run it. An error that no task may end with, such as SystemExit, becomes a RuntimeError."""
    try:
        return function(*args)
    except BaseException as error:
        if isinstance(error, Exception) and not isinstance(error, StopIteration):
            raise
        raise RuntimeError(f"{type(error).__name__} in the database's thread") from error


def _is_cancelled() -> bool:
    """Return true if someone ends the running task itself."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
