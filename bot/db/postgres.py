"""A database on a PostgreSQL server: one connection writes and holds the lock of the bot, others read.

Many batches share one commit, as in SQLite. All their statements go out in one pipeline, and the answers come back in
one round trip. Only where one of them fails is the group written again, batch by batch, each in a savepoint.

Every value is sent as text without a type, so the server finds the type as it does when it prepares a statement.
"""

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from functools import lru_cache, partial
from typing import Any, LiteralString, Self

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.db.address import shown_database
from bot.db.failures import CannotOpen, DatabaseClosed, DatabaseLost, NotWritten, Refused, WrongRows
from bot.db.migrations import Migration, require_known
from bot.db.statement import Background, Database, Refusal, Row, Statement, Value

Batch = Sequence[Statement]
_Connection = psycopg.AsyncConnection[Row]
_Cursor = psycopg.AsyncCursor[Row]
_Step = tuple[LiteralString | bytes, Sequence[str | bytes | None]]
"""A query of the server, and its values."""
_Prepared = list[tuple[_Step, Statement]]
_Answer = asyncio.Future[None]

_SHORT_READERS, _LONG_READERS = 2, 2
"""Connections that read for clicks, and for the background."""
_STATEMENTS_KEPT = 512
_PROGRAM = 0x53504F52
"""The advisory locks of two numbers are the program's own; those of one number are campaigns."""
_ONE_BOT = 0
_LOCK_WAIT = "2s"
"""For how long the lock of a bot that has just been killed is waited for."""
_DEFAULTS = {
    "application_name": "shadowport",
    "connect_timeout": "10",
    # A server that can't be reached any more is noticed in about ten seconds.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""Parameters of the connection that the address may set otherwise."""
_ENDS_TRANSACTION = re.compile(
    r"\s*(?:ABORT|BEGIN|COMMIT|END|PREPARE|RELEASE|ROLLBACK|SAVEPOINT|START)\b", re.IGNORECASE
)
_LOCK_CAMPAIGNS = "SELECT pg_advisory_xact_lock(campaign) FROM unnest(CAST($1 AS BIGINT[])) AS campaign"
_LARGEST = 1 << 63
_VERSION = """
CREATE TABLE IF NOT EXISTS schema_version (
    slot BIGINT NOT NULL PRIMARY KEY CONSTRAINT schema_version_slot CHECK (slot = 1),
    version BIGINT NOT NULL,
    structure TEXT NOT NULL
)
"""
"""The number of the last migration, and the names of all that the migrations have built."""
_NOTE_VERSION = """
INSERT INTO schema_version (slot, version, structure) VALUES (1, $1, $2)
ON CONFLICT (slot) DO UPDATE SET version = excluded.version, structure = excluded.structure
"""
_STRUCTURE = """
WITH own AS (
    SELECT oid, relname FROM pg_class
    WHERE relnamespace = CAST(current_schema() AS REGNAMESPACE) AND relkind = 'r' AND relname <> 'schema_version'
)
SELECT 'table ' || relname AS part FROM own
UNION SELECT 'column ' || relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
    || CASE WHEN attnotnull THEN ' not null' ELSE '' END
    FROM own JOIN pg_attribute ON attrelid = own.oid WHERE attnum > 0 AND NOT attisdropped
UNION SELECT 'constraint ' || relname || '.' || conname
    FROM own JOIN pg_constraint ON conrelid = own.oid WHERE contype IN ('c', 'f', 'p', 'u') AND convalidated
UNION SELECT 'trigger ' || relname || '.' || tgname
    FROM own JOIN pg_trigger ON tgrelid = own.oid WHERE NOT tgisinternal AND tgenabled <> 'D'
UNION SELECT 'index ' || relname || '.' || CAST(indexrelid AS REGCLASS)
    FROM own JOIN pg_index ON indrelid = own.oid WHERE indisvalid
"""
"""The parts of the schema by name. A trigger that is switched off isn't one of them."""
_TABLES = """
SELECT CAST(oid AS REGCLASS) FROM pg_class
WHERE relnamespace = CAST(current_schema() AS REGNAMESPACE) AND relkind = 'r'
"""
_SET_UP = """
SELECT current_setting('server_encoding'),
    -- What is acknowledged survives the server's end.
    CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', FALSE) END,
    -- Compiling a query takes longer than the queries of the bot.
    set_config('jit', 'off', FALSE),
    -- A server notices in about ten seconds that the bot's machine is gone, and lets its lock go.
    set_config('tcp_keepalives_idle', '5', FALSE), set_config('tcp_keepalives_interval', '2', FALSE),
    set_config('tcp_keepalives_count', '3', FALSE)
"""
_OTHERS_READ = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_xmin IS NOT NULL AND pid <> pg_backend_pid()
"""


@lru_cache(maxsize=4096)
def translated(sql: str) -> bytes:
    """Return the portable statement with the server's numbered values. Raises NotWritten if it would end the
    transaction that it is to be part of.
    """
    if _ENDS_TRANSACTION.match(sql):
        raise NotWritten(f"a statement of a batch would end the transaction: {sql}")
    first, *others = sql.split("?")
    return (first + "".join(f"${number}{part}" for number, part in enumerate(others, start=1))).encode()


def sent(value: Value) -> str | bytes | None:
    """Return the value as it is sent. Raises what SQLite raises for a value that no column holds, and ValueError for a
    text with a zero character, which PostgreSQL can't store.
    """
    match value:
        case str():
            value.encode()
            if "\0" in value:
                raise ValueError("PostgreSQL stores no text with a zero character")
            return value
        case int():
            if not -_LARGEST <= value < _LARGEST:
                raise OverflowError("an integer of more than 64 bits")
            return str(int(value))
        case float():
            # A whole number fits into a column of integers.
            return str(int(value)) if value.is_integer() else repr(value)
        case _:
            return value


def _prepare(batch: Batch) -> _Prepared:
    return [((translated(one.sql), tuple(map(sent, one.args))), one) for one in batch]


class _Number(Loader):
    """A sum of whole numbers is one, as in SQLite."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data)
        return int(text) if text.lstrip(b"-").isdigit() else float(text)


class _Truth(Loader):
    """A comparison is 0 or 1, as in SQLite."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data) == b"t")


class _Record:
    """One row."""

    __slots__ = ("_places", "_values")

    def __init__(self, places: dict[str, int], values: Sequence[Any]) -> None:
        self._places, self._values = places, values

    def __getitem__(self, key: str | int) -> Any:
        return self._values[self._places[key] if isinstance(key, str) else key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def keys(self) -> list[str]:
        return list(self._places)


def _rows(cursor: psycopg.AsyncCursor[Any]) -> Callable[[Sequence[Any]], Row]:
    places: dict[str, int] = {}
    for place, column in enumerate(cursor.description or ()):
        # Of two columns with one name the first counts, as in SQLite.
        places.setdefault(column.name, place)
    return partial(_Record, places)


def _made(refusal: Refusal | None) -> Exception | None:
    return refusal() if isinstance(refusal, type) else refusal


def _failure(error: psycopg.Error, statement: Statement | None) -> Exception:
    """Return the exception that a batch gets for an error of the server in this statement."""
    refused = isinstance(error, psycopg.IntegrityError | psycopg.DataError)
    if statement is None or not refused:
        failure: Exception = NotWritten(f"nothing was written: {one_line(error)}")
    else:
        constraint = _constraint(error)
        failure = _made(statement.refusals.get(constraint)) or Refused(constraint, statement)
    failure.__cause__ = error
    return failure


def _constraint(error: psycopg.Error) -> str:
    """Return the name of the violated constraint in the words of `Refused`."""
    said = error.diag
    if isinstance(error, psycopg.errors.ForeignKeyViolation):
        return "foreign key"
    if isinstance(error, psycopg.errors.NotNullViolation):
        return f"{said.table_name}.{said.column_name}"
    return said.constraint_name or said.message_primary or str(error)


def one_line(error: Exception) -> str:
    return " ".join(str(error).split())


class _End:
    """The end of all connections. `over` is done once nothing can be read, and `lost` if that is a loss."""

    def __init__(self, name: str) -> None:
        loop = asyncio.get_running_loop()
        self._name = name
        self.over: asyncio.Future[None] = loop.create_future()
        self.lost: asyncio.Future[DatabaseLost] = loop.create_future()

    def close(self) -> None:
        if not self.over.done():
            self.over.set_result(None)

    def lose(self, why: Exception) -> None:
        """Give the database up: nothing that waits for it ever comes. A second call does nothing."""
        if not self.over.done():
            self.lost.set_result(DatabaseLost(f"the connection to {self._name} is lost: {one_line(why)}"))
            self.over.set_result(None)

    def require(self) -> None:
        """Raise DatabaseLost or DatabaseClosed once nothing can be read or written."""
        if self.lost.done():
            raise DatabaseLost(str(self.lost.result()))
        if self.over.done():
            raise DatabaseClosed("the database has been closed")


class _Writer:
    """Writes batches in the order they came. Between two groups it watches its connection."""

    def __init__(self, raw: _Connection, end: _End) -> None:
        self._raw, self._end = raw, end
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[Batch, _Answer]] = []
        self._group: list[tuple[Batch, _Answer]] | None = None
        self._seen: list[tuple[Batch, _Answer]] | None = None
        self._work: asyncio.Task[None] | None = None
        self._closed = False
        self._failures = 0
        self._socket = raw.fileno()
        end.lost.add_done_callback(self._answer_all)
        self._loop.add_reader(self._socket, self._look)

    async def written(self, batch: Batch) -> None:
        """Return when the batch is on the server's disk. A caller may leave early; its batch doesn't."""
        if self._closed:
            raise DatabaseClosed("the database has been closed")
        self._end.require()
        done: _Answer = self._loop.create_future()
        self._waiting.append((batch, done))
        if self._work is None:
            self._work = self._loop.create_task(self._write_waiting())
        await done

    def is_stuck(self) -> bool:
        """Return true if the commit that was under way at the last call still is."""
        seen, self._seen = self._seen, self._group
        return seen is not None and seen is self._seen

    async def finish(self) -> None:
        """Write the accepted batches, and accept no more."""
        self._closed = True
        while self._work is not None and not self._end.lost.done():
            await asyncio.wait({self._work, self._end.lost}, return_when=asyncio.FIRST_COMPLETED)
        if not self._end.lost.done():
            self._loop.remove_reader(self._socket)

    async def _write_waiting(self) -> None:
        self._loop.remove_reader(self._socket)
        try:
            while self._waiting:
                self._group = group = self._waiting
                self._waiting = []
                _answer(group, await self._write([batch for batch, _ in group]))
            self._group = None
            if not self._end.lost.done():
                self._loop.add_reader(self._socket, self._look)
        except Exception as error:  # noqa: BLE001  # whatever it is, the connection can't be trusted any more
            self._end.lose(error)
        finally:
            self._work = None

    async def _write(self, batches: Sequence[Batch]) -> list[Exception | None]:
        """Commit all batches that can be. Return for each the error that undid it, or None."""
        outcomes: list[Exception | None] = [None for _ in batches]
        places: list[int] = []
        ready: list[_Prepared] = []
        for place, batch in enumerate(batches):
            try:
                prepared = _prepare(batch)
            except Exception as error:  # noqa: BLE001  # a value that can't be sent is this batch's own fault
                outcomes[place] = error
                continue
            if prepared:
                places.append(place)
                ready.append(prepared)
        if ready:
            for place, outcome in zip(places, await self._commit(ready), strict=True):
                outcomes[place] = outcome
        return outcomes

    async def _commit(self, batches: Sequence[_Prepared]) -> list[Exception | None]:
        """Commit what can be, at first all at once. Raises psycopg.Error if the connection is lost."""
        opening = _opening(batches)
        try:
            outcomes: list[Exception | None] = [None for _ in batches]
            if failure := await self._run(opening, [step for batch in batches for step in batch]):
                await self._roll_back("ROLLBACK")
                if len(batches) == 1:
                    return [failure]
                await self._run(opening, ())
                outcomes = [await self._write_apart(batch) for batch in batches]
            await self._raw.execute("COMMIT")
        except psycopg.Error as error:
            if not self._raw.closed and self._raw.pgconn.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                await self._roll_back("ROLLBACK")
            if self._raw.closed:
                raise
            return [_failure(error, None) for _ in batches]
        return outcomes

    async def _write_apart(self, batch: _Prepared) -> Exception | None:
        """Write one batch of a group in its savepoint. Return the error that undid it."""
        failure = await self._run([("SAVEPOINT batch", ())], batch)
        if failure:
            await self._roll_back("ROLLBACK TO batch")
        await self._raw.execute("RELEASE batch")
        return failure

    async def _roll_back(self, words: LiteralString) -> None:
        """Undo what a failure has left. The server skips what follows an error in a pipeline, while psycopg goes on to
        believe that the statements in it are prepared. It forgets them at the first ROLLBACK of a text.
        """
        self._failures += 1
        await self._raw.execute(f"{words} -- {self._failures}".encode())

    async def _run(self, opening: Sequence[_Step], prepared: Sequence[tuple[_Step, Statement]]) -> Exception | None:
        """Send it all in one pipeline. Return the failure of the first statement that fails.

        Raises psycopg.Error for a failure of the `opening`, and if the connection is lost.
        """
        steps = [(step, None) for step in opening] + [(step, statement) for step, statement in prepared]
        cursors = [self._raw.cursor() for _ in steps]
        failed: psycopg.Error | None = None
        try:
            async with self._raw.pipeline():
                try:
                    for cursor, ((sql, values), _) in zip(cursors, steps, strict=True):
                        await cursor.execute(sql, values)
                except psycopg.Error as error:
                    # It may be an earlier statement's. The pipeline fetches the other answers at its end.
                    failed = error
        except psycopg.Error as error:
            failed = failed or error
        for cursor, (_, statement) in zip(cursors, steps, strict=True):
            if failed and cursor.pgresult is None:
                break
            if statement and statement.touches is not None and cursor.rowcount != statement.touches:
                return _made(statement.otherwise) or WrongRows(statement, cursor.rowcount)
        else:
            statement = None
        if failed and (statement is None or self._raw.closed):
            raise failed
        return _failure(failed, statement) if failed else None

    def _look(self) -> None:
        """The server says something although nothing was sent: that it ends, say."""
        try:
            self._raw.pgconn.consume_input()
        except psycopg.Error as error:
            self._loop.remove_reader(self._socket)
            self._end.lose(error)

    def _answer_all(self, lost: asyncio.Future[DatabaseLost]) -> None:
        left, self._group, self._waiting = [*(self._group or ()), *self._waiting], None, []
        _answer(left, [DatabaseLost(f"nothing is known to be written: {lost.result()}") for _ in left])


def _opening(batches: Sequence[_Prepared]) -> list[_Step]:
    """Begin a transaction, in which the batches of a campaign come one after the other, of other processes too."""
    campaigns = {one.campaign for batch in batches for _, one in batch if one.campaign is not None}
    begin: list[_Step] = [("BEGIN", ())]
    if campaigns:
        begin.append((_LOCK_CAMPAIGNS, (f"{{{','.join(map(str, sorted(campaigns)))}}}",)))
    return begin


def _answer(group: Sequence[tuple[Batch, _Answer]], outcomes: Sequence[Exception | None]) -> None:
    for (_, done), error in zip(group, outcomes, strict=True):
        if done.done():
            continue
        if error:
            done.set_exception(error)
            done.exception()
        else:
            done.set_result(None)


class _ReaderPool:
    """Connections that read, each one SELECT at a time."""

    def __init__(self, connections: Sequence[_Connection], end: _End) -> None:
        self._idle = list(connections)
        self._places = asyncio.Semaphore(len(connections))
        self._end = end
        self.reading: set[asyncio.Task[list[Row]]] = set()

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        self._end.require()
        reading = asyncio.create_task(self._read(translated(sql), [sent(value) for value in args]))
        self.reading.add(reading)
        reading.add_done_callback(self._forget)
        try:
            await asyncio.wait({reading, self._end.over}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
        if not reading.done():
            self._end.require()
        return reading.result()

    async def vacuum(self) -> bool:
        """Take what was overwritten or deleted out of the tables. Return True if nobody read it meanwhile."""
        (others,) = await self._read(_OTHERS_READ, ())
        tables = await self._read(_TABLES, ())
        await self._read(f"VACUUM {', '.join(row[0] for row in tables)}".encode(), ())
        return not others[0]

    async def _read(self, sql: LiteralString | bytes, values: Sequence[str | bytes | None]) -> list[Row]:
        async with self._places:
            raw = self._idle.pop()
            try:
                cursor = await raw.execute(sql, values)
                return await cursor.fetchall() if cursor.description else []
            except psycopg.Error as error:
                if not raw.closed:
                    raise
                self._end.lose(error)
                raise DatabaseLost(f"nothing can be read: {one_line(error)}") from error
            finally:
                self._idle.append(raw)

    def _forget(self, reading: asyncio.Task[list[Row]]) -> None:
        self.reading.discard(reading)
        if not reading.cancelled():
            reading.exception()


class PostgresDatabase:
    """A `Database` on a server. Made by `open_database`; to be closed within the loop that opened it."""

    def __init__(
        self,
        short: _ReaderPool,
        long: _ReaderPool,
        writer: _Writer | None,
        end: _End,
        connections: Sequence[_Connection],
    ) -> None:
        """Take `short` for clicks and `long` for the background; without a writer the database is read-only."""
        self._readers, self._long, self._writer, self._end = short, long, writer, end
        self._connections = connections
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
        """Clean the tables as `VACUUM` does. The server's log, its replicas and its backups keep what they have."""
        await self._open_writer().written(())
        return await self._long.vacuum()

    def is_stuck(self) -> bool:
        return self._writer is not None and self._writer.is_stuck()

    async def until_lost(self) -> Exception:
        return await asyncio.shield(self._end.lost)

    async def close(self) -> None:
        """Break off every read, finish every batch that was accepted, then let go of the server. A second call waits
        for the first.
        """
        if not self._closing:
            self._end.close()
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        if self._writer:
            await self._writer.finish()
        if self._end.lost.done():
            for raw in self._connections:
                raw.pgconn.finish()
        if reading := self._readers.reading | self._long.reading:
            await asyncio.wait(reading)
        for raw in self._connections:
            await raw.close()

    def _open_writer(self) -> _Writer:
        if not self._writer:
            raise DatabaseClosed("the database is open for reading only")
        if self._closing:
            raise DatabaseClosed("the database has been closed")
        return self._writer

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def open_writing(url: str, migrations: Sequence[Migration]) -> PostgresDatabase:
    """Lock the database, create or migrate it, and open it. Raises CannotOpen with nothing left open."""
    name = shown_database(url)
    async with AsyncExitStack() as stack:
        writing = await connect(url, stack)
        try:
            await _lock(writing, name)
            await _migrate(writing, name, migrations)
        except psycopg.Error as error:
            raise CannotOpen(f"{name} can't be opened: {one_line(error)}.") from error
        short, long = (
            await _connect_readers(url, stack, _SHORT_READERS),
            await _connect_readers(url, stack, _LONG_READERS),
        )
        stack.pop_all()
        end = _End(name)
        everything = (writing, *short, *long)
        return PostgresDatabase(_ReaderPool(short, end), _ReaderPool(long, end), _Writer(writing, end), end, everything)


async def open_reading(url: str, migrations: Sequence[Migration]) -> PostgresDatabase:
    """Open the database beside a running bot, or without one. Raises CannotOpen unless its version is this code's."""
    name = shown_database(url)
    async with AsyncExitStack() as stack:
        raws = await _connect_readers(url, stack, 1)
        try:
            version = await _version(raws[0], name, migrations)
        except psycopg.Error as error:
            raise CannotOpen(f"{name} can't be read: {one_line(error)}.") from error
        if version < len(migrations):
            raise CannotOpen(f"{name} is from an older Shadowport: start the bot once, which brings it up to date.")
        stack.pop_all()
        end = _End(name)
        readers = _ReaderPool(raws, end)
        return PostgresDatabase(readers, readers, None, end, raws)


async def connect(url: str, stack: AsyncExitStack) -> _Connection:
    name = shown_database(url)
    try:
        wanted = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # The parser's own words may repeat the password.
        raise CannotOpen(
            "The database URL can't be read. It has to be like postgresql://user:password@host/name."
        ) from None
    try:
        raw = await _Connection.connect(
            make_conninfo("", **{**_DEFAULTS, **wanted, "client_encoding": "utf8"}),
            autocommit=True,
            cursor_factory=psycopg.AsyncRawCursor[Row],
            row_factory=_rows,
        )
    except psycopg.Error as error:
        raise CannotOpen(f"{name} can't be opened: {one_line(error)}.") from error
    stack.push_async_callback(raw.close)
    raw.prepared_max = _STATEMENTS_KEPT
    raw.adapters.register_loader("numeric", _Number)
    raw.adapters.register_loader("bool", _Truth)
    try:
        (encoding, *_) = await (await raw.execute(_SET_UP)).fetchone() or ("",)
    except psycopg.Error as error:
        raise CannotOpen(f"{name} can't be opened: {one_line(error)}.") from error
    if encoding != "UTF8":
        raise CannotOpen(f"{name} stores its texts as {encoding}: create the database with the encoding UTF8.")
    return raw


async def _connect_readers(url: str, stack: AsyncExitStack, number: int) -> list[_Connection]:
    raws = [await connect(url, stack) for _ in range(number)]
    for raw in raws:
        await raw.execute("SET default_transaction_read_only = on")
    return raws


async def _lock(raw: _Connection, name: str) -> None:
    await raw.execute(f"SET lock_timeout = '{_LOCK_WAIT}'")
    try:
        await raw.execute("SELECT pg_advisory_lock($1, $2)", (str(_PROGRAM), str(_ONE_BOT)))
    except psycopg.errors.LockNotAvailable as error:
        raise CannotOpen(f"Another bot is already running on {name}. Stop it first.") from error
    await raw.execute("RESET lock_timeout")


async def _version(raw: _Connection, name: str, migrations: Sequence[Migration]) -> int:
    """Return the version of the database, 0 for an empty one. Raises CannotOpen if this code must not touch it."""
    found = {row[0] for row in await (await raw.execute(_STRUCTURE)).fetchall()}
    (has_version,) = await (await raw.execute("SELECT to_regclass('schema_version') IS NOT NULL")).fetchone() or (0,)
    if not has_version:
        if found:
            raise CannotOpen(f"{name} is a database of another program.")
        return 0
    (noted,) = await (await raw.execute("SELECT version, structure FROM schema_version")).fetchall()
    version, structure = noted
    require_known(name, version, migrations)
    if missing := sorted(set(structure.splitlines()) - found):
        raise CannotOpen(f"{name} isn't built like a database of version {version}: the {missing[0]} is missing.")
    return version


async def _migrate(raw: _Connection, name: str, migrations: Sequence[Migration]) -> None:
    """Run what is missing, each step with its version in one transaction."""
    for migration in migrations[await _version(raw, name, migrations) :]:
        await raw.execute("BEGIN")
        try:
            await raw.execute(migration.sql.encode())
            await raw.execute(_VERSION)
            parts = sorted(row[0] for row in await (await raw.execute(_STRUCTURE)).fetchall())
            await raw.execute(_NOTE_VERSION, (str(migration.number), "\n".join(parts)))
            await raw.execute("COMMIT")
        except psycopg.Error as error:
            if not raw.closed:
                await raw.execute("ROLLBACK")
            raise CannotOpen(
                f"{name} couldn't be updated by {migration.name}, and is unchanged: {one_line(error)}."
            ) from error
