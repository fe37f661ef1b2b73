"""The embedded engine: one file, one writing connection that commits in groups, one reading connection beside it.

Reads come from the last commit, never from a batch that is still being written, and don't wait for the disk.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self, cast

import aiosqlite

from bot.db.address import file_uri
from bot.db.failures import CannotOpen, Closed
from bot.db.lock import FileLock
from bot.db.migrations import Migration, check_version, migrate
from bot.db.statement import Row, Statement, Value
from bot.db.writer import Writer

_BUSY_SECONDS = 5.0
_STATEMENTS_KEPT = 512
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

    def __init__(self, reader: aiosqlite.Connection, writer: Writer | None, lock: FileLock | None) -> None:
        self._reader = reader
        self._writer = writer
        self._lock = lock
        self._closing: asyncio.Task[None] | None = None

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        if self._closing:
            raise Closed("the database has been closed")
        return cast("list[Row]", await self._reader.execute_fetchall(sql, args))

    async def apply(self, *statements: Statement) -> None:
        if not self._writer:
            raise Closed("the database is open for reading only")
        if self._closing:
            raise Closed("the database has been closed")
        if statements:
            await self._writer.written(statements)

    async def settle(self) -> bool:
        if not self._writer:
            raise Closed("the database is open for reading only")
        return await self._writer.settled()

    async def close(self) -> None:
        """Finish every batch that was accepted, then let go of the file. A second call waits for the first."""
        if not self._closing:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        try:
            await self._reader.close()
            if self._writer:
                await self._writer.close()
        finally:
            if self._lock:
                self._lock.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def in_thread(connection: aiosqlite.Connection, function: Any, *args: Any) -> Any:
    """Run `function(sqlite3 connection, *args)` in the connection's own thread, in one hop.

    aiosqlite has no public name for that; statement by statement through its methods costs several times as much.
    """
    raw = connection._conn  # noqa: SLF001  # as the docstring says
    return await connection._execute(partial(function, raw, *args))  # noqa: SLF001  # as above


async def open_writing(path: Path, migrations: Sequence[Migration]) -> SqliteDatabase:
    """Lock the file, create or migrate it, and open it. Raises CannotOpen with nothing left open."""
    lock = FileLock.take(path)
    opened: list[aiosqlite.Connection] = []
    try:
        writing = await _connect(path, "rwc", opened)
        await in_thread(writing, _prepare_writing, path, migrations)
        reading = await _connect(path, "ro", opened)
        return SqliteDatabase(reading, Writer(writing), lock)
    except BaseException:
        for connection in reversed(opened):
            await connection.close()
        lock.release()
        raise


async def open_reading(path: Path, migrations: Sequence[Migration]) -> SqliteDatabase:
    """Open the file beside a running bot, or without one. Raises CannotOpen unless its version is this code's own."""
    opened: list[aiosqlite.Connection] = []
    try:
        reading = await _connect(path, "ro", opened)
        await in_thread(reading, _prepare_reading, path, migrations)
        return SqliteDatabase(reading, None, None)
    except BaseException:
        for connection in opened:
            await connection.close()
        raise


async def _connect(path: Path, mode: str, opened: list[aiosqlite.Connection]) -> aiosqlite.Connection:
    connection = aiosqlite.connect(
        file_uri(path, mode),
        uri=True,
        isolation_level=None,
        timeout=_BUSY_SECONDS,
        cached_statements=_STATEMENTS_KEPT,
    )
    try:
        await connection
    except sqlite3.Error as error:
        # Its thread still reports to the loop that it ends: after the loop's own end that would be an error.
        await asyncio.to_thread(connection._thread.join)  # noqa: SLF001  # as above
        raise CannotOpen(f"The database {path} can't be opened: {error}.") from error
    connection.row_factory = sqlite3.Row
    opened.append(connection)
    return connection


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
