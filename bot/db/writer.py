"""The one writer: while a commit runs, everything that comes in waits, and is the next commit.

One hop to the connection's thread a commit, and nothing of the loop's in between: a click waits for the disk, not for
tasks that wake each other.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from bot.db.connection import Connection
from bot.db.failures import Closed, Lost, NotWritten
from bot.db.group import Batch, write_group

_Answer = asyncio.Future[None]

_GLANCE = 100
"""Milliseconds that it waits for the bot's own short reads."""
_PATIENCE = 1_000
"""Milliseconds that the end waits for other programs that read."""
_SETTLING: Batch = ()
"""A batch of nothing: the log is emptied after those that share its commit."""


@dataclass(slots=True)
class _Group:
    """Batches that share a commit. `outcomes` is there once that is over: for each its error, or None."""

    batches: Sequence[tuple[Batch, _Answer]] = ()
    outcomes: Sequence[Exception | None] | None = None


class Writer:
    """Batches are written in the order they came."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[Batch, _Answer]] = []
        self._group = _Group()
        self._seen: _Group | None = None
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False
        self._is_settled = False
        connection.lost.add_done_callback(self._answer_all)

    async def written(self, batch: Batch) -> None:
        """Return when the batch is on the disk. A caller may leave early; its batch doesn't.

        Raises Lost once the connection is lost, also to all who wait: nothing that is waited for fails to come.
        """
        if self._closed:
            raise Closed("the database has been closed")
        self._connection.require()
        done: _Answer = self._loop.create_future()
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

    def is_stuck(self) -> bool:
        """Return true if the commit that was under way at the last call still is: the disk hangs."""
        seen, self._seen = self._seen, None if self._idle.is_set() else self._group
        return seen is not None and seen is self._seen

    async def finish(self) -> None:
        """Write what was accepted, and accept no more; what was overwritten goes from the log with it, unless somebody
        reads for longer than `_PATIENCE`.
        """
        self._closed = True
        await self._idle.wait()
        # The next bot that opens the file empties the log of one that was lost.
        with suppress(Lost):
            await self._connection.run(_settle, _PATIENCE)

    def _commit_waiting(self) -> None:
        self._group, self._waiting = _Group(self._waiting), []
        if not self._group.batches:
            self._idle.set()
            return
        self._idle.clear()
        hop = self._connection.start(self._in_thread, self._group)
        hop.add_done_callback(partial(self._checked, self._group))

    def _in_thread(self, raw: sqlite3.Connection, group: _Group) -> None:
        batches = [batch for batch, _ in group.batches if batch]
        why = ""
        try:
            written = iter(write_group(raw, batches) if batches else ())
            group.outcomes = [next(written) if batch else None for batch, _ in group.batches]
            if len(batches) < len(group.batches):
                self._is_settled = _settle(raw, _GLANCE)
        except BaseException as error:  # noqa: BLE001  # the writer outlives it, if the connection does
            why = _unusable(raw)
            if group.outcomes is None and not why:
                group.outcomes = [NotWritten(f"nothing is known to be written: {error}") for _ in group.batches]
        self._loop.call_soon_threadsafe(self._committed, group, why)

    def _committed(self, group: _Group, why: str) -> None:
        """Answer a group, and begin with the next one. `why` says what makes the connection useless, if it is."""
        if why:
            self._connection.lose(why)
        if self._connection.lost.done():
            self._answer_all(self._connection.lost)
        else:
            _answer(group)
            self._commit_waiting()

    def _checked(self, group: _Group, hop: asyncio.Task[None]) -> None:
        """Answer a group whose function has ended without an answer: its callers still wait."""
        if not hop.cancelled() and (error := hop.exception()) and group is self._group:
            self._committed(group, str(error))

    def _answer_all(self, lost: asyncio.Future[Lost]) -> None:
        """Answer the group that was under way, and all that wait: nothing more is written."""
        group, waiting = self._group, _Group(self._waiting)
        self._group, self._waiting = _Group(), []
        for left in (group, waiting):
            if left.outcomes is None:
                left.outcomes = [Lost(f"nothing is known to be written: {lost.result()}") for _ in left.batches]
            _answer(left)
        self._idle.set()


def _answer(group: _Group) -> None:
    for (_, done), error in zip(group.batches, group.outcomes or (), strict=True):
        if done.done():
            continue
        if error:
            done.set_exception(error)
            done.exception()
        else:
            done.set_result(None)


def _unusable(raw: sqlite3.Connection) -> str:
    """Return what makes the connection useless. Empty if it works, and then nothing of a transaction is left."""
    try:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raw.execute("SELECT 1").fetchall()
    except sqlite3.Error as error:
        return str(error)
    return ""


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
