"""The embedded engine: one file, one connection that commits in groups, and several that read beside it.

Reads come from the last commit, never from a batch that is still being written, and don't wait for the disk. What a
click needs and what may take long are read by different connections, so neither an export nor an audit delays a click.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

from bot.db.connection import Connection
from bot.db.failures import CannotOpen, Closed, Lost
from bot.db.lock import FileLock
from bot.db.migrations import Migration, check_version, migrate
from bot.db.statement import Background, Database, Row, Statement, Value
from bot.db.writer import Writer

_IN_BACKGROUND = 2
"""Connections for long reads: a report doesn't wait for an export. One reads for clicks, in the order they came."""
_STEPS = 100_000
"""Steps of SQLite (milliseconds) after which a read looks again whether the database is being closed."""
_CLOSED = "the database has been closed"
_WRITING = (
    # A long read lets the log grow; the next checkpoint gives the room back.
    "PRAGMA journal_size_limit = 67108864",
    # Deleting by REPLACE has to fire the triggers that forbid deleting.
    "PRAGMA recursive_triggers = ON",
    # What is deleted is overwritten: who asks to be forgotten is gone from the file, too.
    "PRAGMA secure_delete = ON",
    # NORMAL loses acknowledged commits when the power goes.
    "PRAGMA synchronous = FULL",
)


class SqliteDatabase:
    """A `Database` in one file. Made by `open_database`; to be closed within the loop that opened it."""

    def __init__(
        self,
        short: "_Readers",
        long: "_Readers",
        writer: Writer | None,
        lost: asyncio.Future[Lost],
        held: AsyncExitStack,
    ) -> None:
        """`short` reads for clicks, `long` in the background; without a writer the database is open for reading only.
        `held` lets go of all of them.
        """
        self._readers, self._long, self._writer, self._lost, self._held = short, long, writer, lost, held
        self._background = Background(self, long.fetch)
        self._closing: asyncio.Task[None] | None = None

    @property
    def background(self) -> Database:
        return self._background

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        return await self._readers.fetch(sql, *args)

    async def apply(self, *statements: Statement) -> None:
        writer = self._open_writer()
        if statements:
            await writer.written(statements)

    async def settle(self) -> bool:
        return await self._open_writer().settled()

    def is_stuck(self) -> bool:
        return self._writer is not None and self._writer.is_stuck()

    async def until_lost(self) -> Exception:
        return await asyncio.shield(self._lost)

    async def close(self) -> None:
        """Break off every read, finish every batch that was accepted, then let go of the file. A second call waits for
        the first.
        """
        if not self._closing:
            self._readers.stop()
            self._long.stop()
            self._closing = asyncio.create_task(self._held.aclose())
        await asyncio.shield(self._closing)

    def _open_writer(self) -> Writer:
        if not self._writer:
            raise Closed("the database is open for reading only")
        if self._closing:
            raise Closed(_CLOSED)
        return self._writer

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class _Readers:
    """Connections that read: each SELECT goes to the one that has the least to do."""

    def __init__(self, *connections: Connection) -> None:
        self._connections = connections
        self._is_over = threading.Event()

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        if self._is_over.is_set():
            raise Closed(_CLOSED)
        reader = min(self._connections, key=lambda connection: connection.waiting)
        return await reader.run(_fetch, self._is_over, sql, args)

    def stop(self) -> None:
        """Break off what is being read, and read no more."""
        self._is_over.set()


async def open_writing(path: Path, migrations: Sequence[Migration]) -> SqliteDatabase:
    """Lock the file, create or migrate it, and open it. Raises CannotOpen with nothing left open."""
    async with AsyncExitStack() as stack:
        stack.callback(FileLock.take(path).release)
        writing = await _opened(path, "rwc", stack)
        await writing.run(_prepare_writing, path, migrations)
        writer = Writer(writing)
        stack.push_async_callback(writer.finish)
        short = await _opened(path, "ro", stack)
        long = [await _opened(path, "ro", stack) for _ in range(_IN_BACKGROUND)]
        lost = _first_lost(writing, short, *long)
        return SqliteDatabase(_Readers(short), _Readers(*long), writer, lost, stack.pop_all())


async def open_reading(path: Path, migrations: Sequence[Migration]) -> SqliteDatabase:
    """Open the file beside a running bot, or without one. Raises CannotOpen unless its version is this code's own."""
    async with AsyncExitStack() as stack:
        reading = await _opened(path, "ro", stack)
        await reading.run(_prepare_reading, path, migrations)
        readers = _Readers(reading)
        return SqliteDatabase(readers, readers, None, _first_lost(reading), stack.pop_all())


async def _opened(path: Path, mode: str, stack: AsyncExitStack) -> Connection:
    connection = await Connection.open(path, mode)
    stack.push_async_callback(connection.close)
    return connection


def _first_lost(*connections: Connection) -> asyncio.Future[Lost]:
    """The loss of any connection. Without all of them the database is not what it should be."""
    first: asyncio.Future[Lost] = asyncio.get_running_loop().create_future()

    def note(lost: asyncio.Future[Lost]) -> None:
        if not first.done():
            first.set_result(lost.result())

    for connection in connections:
        connection.lost.add_done_callback(note)
    return first


def _fetch(raw: sqlite3.Connection, is_over: threading.Event, sql: str, args: Sequence[Value]) -> list[Row]:
    raw.set_progress_handler(is_over.is_set, _STEPS)
    try:
        return raw.execute(sql, args).fetchall()
    except sqlite3.OperationalError as error:
        if is_over.is_set():
            raise Closed(_CLOSED) from error
        raise


def _prepare_writing(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    try:
        check_version(connection, path, migrations)
        connection.execute("PRAGMA journal_mode = WAL")
        for pragma in _WRITING:
            connection.execute(pragma)
        migrate(connection, path, migrations)
        connection.execute("PRAGMA foreign_keys = ON")
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} can't be opened: {error}.") from error


def _prepare_reading(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    try:
        version = check_version(connection, path, migrations)
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} can't be read: {error}.") from error
    if version < len(migrations):
        raise CannotOpen(f"{path.name} is from an older Shadowport: start the bot once, which brings it up to date.")
