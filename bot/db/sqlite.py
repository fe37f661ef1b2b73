"""A database in one SQLite file: one connection writes, others read.

Many batches share one commit, each in its own savepoint, so that a failing one takes no other with it. Batches run in
the writing connection's thread. Constraints have to be immediate: a deferred one would fail the whole commit.
"""

import asyncio
import re
import sqlite3
import threading
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bot.db.connection import Connection
from bot.db.failures import CannotOpen, DatabaseClosed, DatabaseLost, Fault, NotWritten, Refused, WrongRows, fault_of
from bot.db.inspection import require_tables
from bot.db.leases import SoleLeases
from bot.db.lock import FileLock
from bot.db.migrations import Migration, check_version, migrate
from bot.db.statement import Background, Database, DatabaseFilling, Row, Statement, Value, require_storable
from bot.metrics import meter

Batch = Sequence[Statement]
_UNNAMED = {sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY: "foreign key", sqlite3.SQLITE_CONSTRAINT | 12 << 8: "datatype"}
"""Constraints that SQLite doesn't name, by its code. Python has no name for the second code."""


def write_group(connection: sqlite3.Connection, batches: Sequence[Batch]) -> list[Exception | None]:
    """Commit all batches that can be; return for each the error that undid it, or None."""
    if len(batches) == 1:
        return [_write_alone(connection, batches[0])]
    try:
        _begin(connection)
        outcomes = [_write_batch(connection, batch) for batch in batches]
        connection.execute("COMMIT")
    except (sqlite3.Error, NotWritten) as error:
        _undo(connection)
        if fault_of(error) is Fault.DAMAGED:
            # Once a page can't be read, the engine takes nothing more in that transaction; others may not need it.
            return [_write_alone(connection, batch) for batch in batches]
        return [_not_written(error) for _ in batches]
    return outcomes


def _begin(connection: sqlite3.Connection) -> None:
    # A failing disk may have kept a transaction from being undone: the next one tries again.
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    connection.execute("BEGIN IMMEDIATE")


def _undo(connection: sqlite3.Connection) -> None:
    """Roll back what can be. Raises sqlite3.ProgrammingError where the connection is closed."""
    if connection.in_transaction:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def _write_alone(connection: sqlite3.Connection, batch: Batch) -> Exception | None:
    """Write a batch alone in its commit. It needs no savepoint: an error undoes the whole transaction."""
    try:
        _begin(connection)
        for statement in batch:
            _write(connection, statement)
        if not connection.in_transaction:
            return NotWritten("a statement of a batch ended the transaction")
        connection.execute("COMMIT")
    except Exception as error:  # noqa: BLE001  # whatever it is, it is this batch's own
        _undo(connection)
        return _not_written(error) if _is_lost(error) else error
    return None


def _write_batch(connection: sqlite3.Connection, batch: Batch) -> Exception | None:
    """Run one batch in its savepoint. Raises NotWritten if the failure took the whole transaction with it."""
    connection.execute("SAVEPOINT batch")
    try:
        for statement in batch:
            _write(connection, statement)
    except Exception as error:
        if not connection.in_transaction:
            raise _not_written(error) from error
        connection.execute("ROLLBACK TO batch")
        connection.execute("RELEASE batch")
        return _not_written(error) if _is_lost(error) else error
    if not connection.in_transaction:
        raise NotWritten("a statement of a batch ended the transaction")
    connection.execute("RELEASE batch")
    return None


def _write(connection: sqlite3.Connection, statement: Statement) -> None:
    require_storable(statement.args)
    try:
        rows = connection.execute(statement.sql, statement.args).rowcount
    except sqlite3.IntegrityError as error:
        constraint = _constraint(connection, error)
        raise statement.refusals.get(constraint) or Refused(constraint, statement) from error
    if statement.touches is not None and rows != statement.touches:
        raise statement.otherwise or WrongRows(statement, rows)


def _constraint(connection: sqlite3.Connection, error: sqlite3.IntegrityError) -> str:
    """Return the name of the constraint that was violated. SQLite names the columns of a key, but not the key:
    "UNIQUE constraint failed: entries.key".
    """
    message = str(error)
    if error.sqlite_errorcode in _UNNAMED:
        return _UNNAMED[error.sqlite_errorcode]
    kind, found, named = message.partition(" constraint failed: ")
    if not found or kind not in {"UNIQUE", "CHECK", "NOT NULL"}:
        return message
    return _key_of(connection, error, named) if kind == "UNIQUE" else named


def _key_of(connection: sqlite3.Connection, error: sqlite3.IntegrityError, columns: str) -> str:
    """Return the name of the key over these columns ("bindings.guild_id, bindings.place_id")."""
    table = columns.partition(".")[0]
    if error.sqlite_errorname in {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID"}:
        return f"{table}_pkey"
    names = re.escape(columns.replace(f"{table}.", ""))
    key = re.compile(rf"(?:CONSTRAINT (\w+) UNIQUE|UNIQUE INDEX (\w+) ON {re.escape(table)}) \({names}\)")
    definitions = connection.execute("SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL", (table,))
    found = next((match for (sql,) in definitions.fetchall() if (match := key.search(sql))), None)
    return (found[1] or found[2]) if found else columns


def _is_lost(error: Exception) -> bool:
    """Return True if the engine or the disk failed, rather than a rule of the database."""
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError


def _not_written(error: Exception) -> NotWritten:
    """Return an exception of its own for each batch, because raising an exception writes to it."""
    known = isinstance(error, NotWritten)
    failure = NotWritten(*error.args) if known else NotWritten(f"nothing was written: {error}")
    failure.__cause__ = error.__cause__ if known else error
    return failure


_Answer = asyncio.Future[None]

_SHORT_WAIT = 100
"""Milliseconds to wait for the bot's own short reads."""
_CLOSING_WAIT = 1_000
"""Milliseconds to wait for other programs that read, when the database is closed."""
_EMPTY_LOG: Batch = ()
"""An empty batch: the log is emptied after the batches that share its commit."""


@dataclass(slots=True)
class _Group:
    """Batches that share a commit; afterwards `outcomes` has an error or None for each."""

    batches: Sequence[tuple[Batch, _Answer]] = ()
    outcomes: Sequence[Exception | None] | None = None


class Writer:
    """Writes batches in the order they came."""

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

        Raises DatabaseLost once the connection is lost, to every waiting caller too.
        """
        if self._closed:
            raise DatabaseClosed("the database has been closed")
        self._connection.require()
        done: _Answer = self._loop.create_future()
        self._waiting.append((batch, done))
        if self._idle.is_set():
            self._commit_waiting()
        await done

    async def settled(self) -> bool:
        """Move the log of changes into the file, after the batches that came before.

        Return True if the log is empty: a long read may keep it from being emptied.
        """
        await self.written(_EMPTY_LOG)
        return self._is_settled

    def is_stuck(self) -> bool:
        """Return true if the commit that was under way at the last call still is: the disk hangs."""
        seen, self._seen = self._seen, None if self._idle.is_set() else self._group
        return seen is not None and seen is self._seen

    async def finish(self) -> None:
        """Write the accepted batches and accept no more.

        The log is emptied too, unless a read takes longer than `_CLOSING_WAIT`.
        """
        self._closed = True
        await self._idle.wait()
        # The next bot that opens the file empties the log of one that was lost.
        with suppress(DatabaseLost):
            await self._connection.run(_empty_log, _CLOSING_WAIT)

    def _commit_waiting(self) -> None:
        self._group, self._waiting = _Group(self._waiting), []
        if not self._group.batches:
            self._idle.set()
            return
        self._idle.clear()
        self._connection.send(self._write_in_thread, self._group)

    def _write_in_thread(self, raw: sqlite3.Connection, group: _Group) -> None:
        batches = [batch for batch, _ in group.batches if batch]
        why, began = "", time.perf_counter()
        try:
            written = iter(write_group(raw, batches) if batches else ())
            seconds = time.perf_counter() - began
            group.outcomes = [next(written) if batch else None for batch, _ in group.batches]
            if batches and meter.is_on:
                meter.committed(seconds, len(batches))
            if len(batches) < len(group.batches):
                self._is_settled = _empty_log(raw, _SHORT_WAIT)
        except BaseException as error:  # noqa: BLE001  # the writer outlives it, if the connection does
            why = _why_unusable(raw)
            if group.outcomes is None and not why:
                group.outcomes = [NotWritten(f"nothing is known to be written: {error}") for _ in group.batches]
        self._loop.call_soon_threadsafe(self._finish_group, group, why)

    def _finish_group(self, group: _Group, why: str) -> None:
        """Answer a group, and begin with the next one. `why` says what makes the connection useless, if it is."""
        if why:
            self._connection.lose(why)
        if self._connection.lost.done():
            self._answer_all(self._connection.lost)
        else:
            _answer_group(group)
            self._commit_waiting()

    def _answer_all(self, lost: asyncio.Future[DatabaseLost]) -> None:
        """Fail the group under way and all waiting batches: nothing more is written."""
        group, waiting = self._group, _Group(self._waiting)
        self._group, self._waiting = _Group(), []
        for left in (group, waiting):
            if left.outcomes is None:
                left.outcomes = [DatabaseLost(f"nothing is known to be written: {lost.result()}") for _ in left.batches]
            _answer_group(left)
        self._idle.set()


def _answer_group(group: _Group) -> None:
    for (_, done), error in zip(group.batches, group.outcomes or (), strict=True):
        if done.done():
            continue
        if error:
            done.set_exception(error)
            done.exception()
        else:
            done.set_result(None)


def _why_unusable(raw: sqlite3.Connection) -> str:
    """Return what makes the connection useless. Empty if it works, and then nothing of a transaction is left."""
    try:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raw.execute("SELECT 1").fetchall()
    except sqlite3.Error as error:
        return str(error)
    return ""


def _empty_log(raw: sqlite3.Connection, patience: int) -> bool:
    """Empty the log of changes, waiting at most `patience` milliseconds for reads. Return True if it is empty."""
    (waits,) = raw.execute("PRAGMA busy_timeout").fetchone()
    try:
        raw.execute(f"PRAGMA busy_timeout = {patience:d}")
        (is_busy, *_) = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error:
        return False
    finally:
        raw.execute(f"PRAGMA busy_timeout = {waits:d}")
    return not is_busy


_BACKGROUND_READERS = 2
"""Connections for long reads, so that a report doesn't wait for an export. One more reads for clicks."""
_STEPS = 100_000
"""Steps of SQLite (milliseconds) after which a read checks again if the database is being closed."""
_CLOSED = "the database has been closed"
_READ_ONLY = "the database is open for reading only"
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
        lost: asyncio.Future[DatabaseLost],
        held: AsyncExitStack,
        leases: SoleLeases | None = None,
    ) -> None:
        """Take `short` for clicks and `long` for the background; without a writer the database is read-only, and has
        no leases. `held` closes all of them.
        """
        self._readers, self._long, self._writer, self._lost, self._held = short, long, writer, lost, held
        self._leases = leases
        self._background = Background(self, long.fetch)
        self._closing: asyncio.Task[None] | None = None

    @property
    def leases(self) -> SoleLeases:
        if self._leases is None:
            raise DatabaseClosed(_READ_ONLY)
        return self._leases

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
            raise DatabaseClosed(_READ_ONLY)
        if self._closing:
            raise DatabaseClosed(_CLOSED)
        return self._writer

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class _Readers:
    """Connections that read: each SELECT goes to the one with the shortest queue."""

    def __init__(self, *connections: Connection) -> None:
        self._connections = connections
        self._is_over = threading.Event()

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        if self._is_over.is_set():
            raise DatabaseClosed(_CLOSED)
        reader = min(self._connections, key=lambda connection: connection.waiting)
        return await reader.run(_fetch, self._is_over, sql, args)

    def stop(self) -> None:
        """Break off what is being read, and read no more."""
        self._is_over.set()


async def open_writing(path: Path, migrations: Sequence[Migration]) -> SqliteDatabase:
    """Lock the file, create or migrate it, and open it. Raises CannotOpen with nothing left open."""
    async with AsyncExitStack() as stack:
        stack.callback(FileLock.take(path).release)
        writing = await _open_connection(path, "rwc", stack)
        await writing.run(_prepare_writing, path, migrations)
        writer = Writer(writing)
        stack.push_async_callback(writer.finish)
        short = await _open_connection(path, "ro", stack)
        long = [await _open_connection(path, "ro", stack) for _ in range(_BACKGROUND_READERS)]
        lost = _first_lost(writing, short, *long)
        return SqliteDatabase(_Readers(short), _Readers(*long), writer, lost, stack.pop_all(), SoleLeases())


async def open_reading(path: Path, migrations: Sequence[Migration]) -> SqliteDatabase:
    """Open the file beside a running bot, or without one. Raises CannotOpen unless its version is this code's own."""
    async with AsyncExitStack() as stack:
        reading = await _open_connection(path, "ro", stack)
        await reading.run(_prepare_reading, path, migrations)
        readers = _Readers(reading)
        return SqliteDatabase(readers, readers, None, _first_lost(reading), stack.pop_all())


class _FileFilling:
    """The transaction of a connection of its own, beside the writer of an open database."""

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection, self._name = connection, name

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        return await self._connection.run(_fetch_all, sql, args)

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
        marks = ", ".join("?" * len(columns))
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608  # names of the schema
        try:
            await self._connection.run(_insert_all, sql, rows)
        except sqlite3.IntegrityError as error:
            raise CannotOpen(f"Rows of {table} don't fit into {self._name}: {error}.") from error


@asynccontextmanager
async def fill(path: Path) -> AsyncGenerator[DatabaseFilling]:
    """Begin a transaction in a file that this process has open and doesn't write to. Leaving the block commits it, and
    an error undoes it. Raises CannotOpen for rows that don't fit, and where the disk fails.
    """
    async with AsyncExitStack() as stack:
        connection = await _open_connection(path, "rw", stack)
        try:
            triggers = await connection.run(_begin_filling)
            yield _FileFilling(connection, str(path))
            await connection.run(_end_filling, triggers)
        except sqlite3.Error as error:
            raise CannotOpen(f"{path} can't be filled: {error}.") from error


def _begin_filling(raw: sqlite3.Connection) -> list[str]:
    """Return the definitions of the triggers, which are dropped until the end."""
    raw.execute("PRAGMA foreign_keys = ON")
    raw.execute("BEGIN IMMEDIATE")
    found = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in found:
        raw.execute(f"DROP TRIGGER {name}")
    return [sql for _, sql in found]


def _end_filling(raw: sqlite3.Connection, triggers: Sequence[str]) -> None:
    for sql in triggers:
        raw.execute(sql)
    raw.execute("COMMIT")


def _fetch_all(raw: sqlite3.Connection, sql: str, args: Sequence[Value]) -> list[Row]:
    return raw.execute(sql, args).fetchall()


def _insert_all(raw: sqlite3.Connection, sql: str, rows: Sequence[Sequence[Value]]) -> None:
    raw.executemany(sql, rows)


async def _open_connection(path: Path, mode: str, stack: AsyncExitStack) -> Connection:
    connection = await Connection.open(path, mode)
    stack.push_async_callback(connection.close)
    return connection


def _first_lost(*connections: Connection) -> asyncio.Future[DatabaseLost]:
    """Return a future that resolves with the first connection that is lost. The database needs all of them."""
    first: asyncio.Future[DatabaseLost] = asyncio.get_running_loop().create_future()

    def note(lost: asyncio.Future[DatabaseLost]) -> None:
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
            raise DatabaseClosed(_CLOSED) from error
        raise


def _prepare_writing(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    try:
        require_tables(connection, path, migrations, check_version(connection, path, migrations))
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
        require_tables(connection, path, migrations, version)
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} can't be read: {error}.") from error
    if version < len(migrations):
        raise CannotOpen(f"{path.name} is from an older Shadowport: start the bot once, which brings it up to date.")
