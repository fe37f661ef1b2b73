"""The one writer: while a commit runs, everything that comes in waits, and is the next commit.

One hop to the connection's thread a commit, and nothing of the loop's in between: a click waits for the disk, not for
tasks that wake each other.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from functools import partial

import aiosqlite

from bot.db.failures import Closed, NotWritten
from bot.db.group import Batch, write_group

_Group = Sequence[tuple[Batch, asyncio.Future[None]]]

_GLANCE = 100
"""Milliseconds that it waits for the bot's own reading, which is always short."""
_PATIENCE = 1_000
"""Milliseconds that the end waits for whoever reads."""
_SETTLING: Batch = ()
"""A batch of nothing: the log is emptied after those that share its commit."""


class Writer:
    """Batches are written in the order they came."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[Batch, asyncio.Future[None]]] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False
        self._is_settled = False

    async def written(self, batch: Batch) -> None:
        """Return when the batch is on the disk. A cancelled caller leaves; its batch doesn't."""
        if self._closed:
            raise Closed("the database has been closed")
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((batch, done))
        if self._idle.is_set():
            self._commit_waiting()
        await done

    async def settled(self) -> bool:
        """Bring the log of changes into the file, and empty it; in its turn behind the batches that came before.
        Whether it is empty: nobody waits for a reader that reads on.
        """
        await self.written(_SETTLING)
        return self._is_settled

    async def close(self) -> None:
        """Write what was accepted, and close the connection; what was overwritten goes from the log with it, unless
        somebody reads for longer than `_PATIENCE`.
        """
        self._closed = True
        await self._idle.wait()
        # aiosqlite has no public name for its thread; see below.
        raw = self._connection._conn  # noqa: SLF001  # as above
        await self._connection._execute(partial(_settle, raw, _PATIENCE))  # noqa: SLF001  # too
        await self._connection.close()

    def _commit_waiting(self) -> None:
        group, self._waiting = self._waiting, []
        if not group:
            self._idle.set()
            return
        self._idle.clear()
        # aiosqlite has no public name for its thread's queue; statement by statement costs several times as much.
        raw = self._connection._conn  # noqa: SLF001  # as above
        self._connection._tx.put_nowait((None, partial(self._in_thread, raw, group)))  # noqa: SLF001  # too

    def _in_thread(self, raw: sqlite3.Connection, group: _Group) -> None:
        batches = [batch for batch, _ in group if batch]
        try:
            written = iter(write_group(raw, batches) if batches else ())
            outcomes = [next(written) if batch else None for batch, _ in group]
            if len(batches) < len(group):
                self._is_settled = _settle(raw, _GLANCE)
        except BaseException as error:  # noqa: BLE001  # the writer outlives whatever one group runs into
            outcomes = [NotWritten(f"nothing is known to be written: {error}") for _ in group]
        self._loop.call_soon_threadsafe(self._committed, group, outcomes)

    def _committed(self, group: _Group, outcomes: Sequence[Exception | None]) -> None:
        for (_, done), error in zip(group, outcomes, strict=True):
            if done.done():
                continue
            if error:
                done.set_exception(error)
                done.exception()
            else:
                done.set_result(None)
        self._commit_waiting()


def _settle(raw: sqlite3.Connection, patience: int) -> bool:
    """Empty the log of changes, unless somebody reads for longer than that (milliseconds); whether it is empty."""
    (waits,) = raw.execute("PRAGMA busy_timeout").fetchone()
    try:
        raw.execute(f"PRAGMA busy_timeout = {patience:d}")
        (is_busy, *_) = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error:
        return False
    finally:
        raw.execute(f"PRAGMA busy_timeout = {waits:d}")
    return not is_busy
