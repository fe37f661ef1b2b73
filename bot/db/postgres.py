"""A database on a PostgreSQL server: one connection writes, four read, and one has the locks of the process.

Many batches share one commit, as in SQLite. All their statements go out in one pipeline, and the answers come back in
one round trip. Only where one of them fails is the group written again, batch by batch, each in a savepoint.

The connections of a process end together. All that waits for them fails, and the process loses its shards. Then the
database tries to connect again until it succeeds (`server/connecting.py`, `server/leases.py`).
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from typing import LiteralString, Self

import psycopg

from bot.clock import Clock
from bot.db.address import shown_database
from bot.db.failures import CannotOpen, DatabaseAway, DatabaseClosed, DatabaseLost, OutcomeUnknown, WrongRows
from bot.db.migrations import Migration
from bot.db.server.connecting import End, Raw, Watch, connect
from bot.db.server.leases import SharedLeases
from bot.db.server.schema import migrate, version_of
from bot.db.server.values import Prepared, Step, array_of, failure, made, one_line, prepare, sent, translated
from bot.db.statement import Background, Database, Row, Statement, Value
from bot.metrics import meter

log = logging.getLogger(__name__)
Batch = Sequence[Statement]
_Answer = asyncio.Future[None]

_SHORT_READERS, _LONG_READERS = 2, 2
"""Connections that read for clicks, and for the background."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 3.0
"""Seconds before the first try to connect again, and at most between two."""
_READ_ONLY = "the database is open for reading only"
_TAKEN_OVER = "SP001"
_LOCK_CAMPAIGNS = "SELECT pg_advisory_xact_lock(campaign) FROM unnest(CAST($1 AS BIGINT[])) AS campaign"
_TABLES = """
SELECT CAST(oid AS REGCLASS) FROM pg_class
WHERE relnamespace = CAST(current_schema() AS REGNAMESPACE) AND relkind = 'r'
"""
_OTHERS_READ = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_xmin IS NOT NULL AND pid <> pg_backend_pid()
"""


class _Writer:
    """Writes batches in the order they came. Between two groups it watches its connection."""

    def __init__(self, raw: Raw, end: End, fences: Callable[[], Step | None]) -> None:
        """Each commit begins with the step that `fences` returns."""
        self._raw, self._end, self._fences = raw, end, fences
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[Batch, _Answer]] = []
        self._group: list[tuple[Batch, _Answer]] | None = None
        self._seen: list[tuple[Batch, _Answer]] | None = None
        self._work: asyncio.Task[None] | None = None
        self._is_committing = False
        self._failures = 0
        self._watch = Watch(raw, end)
        end.lost.add_done_callback(self._answer_all)
        self._watch.begin()

    async def written(self, batch: Batch) -> None:
        """Return when the batch is on the server's disk. A caller may leave early; its batch doesn't."""
        self._end.require()
        done: _Answer = self._loop.create_future()
        self._waiting.append((batch, done))
        if self._work is None:
            self._work = self._loop.create_task(self._write_waiting())
        await done

    async def settled(self) -> None:
        """Return when the commit under way is over, and all that waits now is written. Raises as `written` does."""
        await self.written(())

    def is_stuck(self) -> bool:
        """Return true if the commit that was under way at the last call still is."""
        seen, self._seen = self._seen, self._group
        return seen is not None and seen is self._seen

    async def finish(self) -> None:
        """Write the accepted batches. No more are accepted after the connections' end."""
        while self._work is not None:
            await asyncio.wait({self._work})
        self._watch.pause()

    async def _write_waiting(self) -> None:
        self._watch.pause()
        try:
            while self._waiting:
                self._group = group = self._waiting
                self._waiting = []
                began = time.perf_counter()
                outcomes = await self._write([batch for batch, _ in group])
                if meter.is_on:
                    meter.committed(time.perf_counter() - began, len(group))
                _answer(group, outcomes)
            self._group = None
            self._watch.begin()
        except Exception as error:  # noqa: BLE001  # whatever it is, the connection can't be trusted any more
            self._end.lose(error)
        finally:
            self._work = None

    async def _write(self, batches: Sequence[Batch]) -> list[Exception | None]:
        """Commit all batches that can be. Return for each the error that undid it, or None."""
        outcomes: list[Exception | None] = [None for _ in batches]
        places: list[int] = []
        ready: list[Prepared] = []
        for place, batch in enumerate(batches):
            try:
                prepared = prepare(batch)
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

    async def _commit(self, batches: Sequence[Prepared]) -> list[Exception | None]:
        """Commit what can be, at first all at once. Raises psycopg.Error if the connection is lost."""
        opening = _opening(batches, self._fences())
        self._is_committing = False
        try:
            outcomes: list[Exception | None] = [None for _ in batches]
            if failed := await self._run(opening, [step for batch in batches for step in batch]):
                await self._roll_back("ROLLBACK")
                if len(batches) == 1:
                    return [failed]
                await self._run(opening, ())
                outcomes = [await self._write_apart(batch) for batch in batches]
            self._is_committing = True
            await self._raw.execute("COMMIT")
        except psycopg.Error as error:
            if error.sqlstate == _TAKEN_OVER:
                self._end.lose(error)
                return [self._end.failure() for _ in batches]
            if not self._raw.closed and self._raw.pgconn.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                await self._roll_back("ROLLBACK")
            if self._raw.closed:
                raise
            return [failure(error, None) for _ in batches]
        return outcomes

    async def _write_apart(self, batch: Prepared) -> Exception | None:
        """Write one batch of a group in its savepoint. Return the error that undid it."""
        failed = await self._run([("SAVEPOINT batch", ())], batch)
        if failed:
            await self._roll_back("ROLLBACK TO batch")
        await self._raw.execute("RELEASE batch")
        return failed

    async def _roll_back(self, words: LiteralString) -> None:
        """Undo what a failure has left. The server skips what follows an error in a pipeline, while psycopg goes on to
        believe that the statements in it are prepared. It forgets them at the first ROLLBACK of a text.
        """
        self._failures += 1
        await self._raw.execute(f"{words} -- {self._failures}".encode())

    async def _run(self, opening: Sequence[Step], prepared: Sequence[tuple[Step, Statement]]) -> Exception | None:
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
                return made(statement.otherwise) or WrongRows(statement, cursor.rowcount)
        else:
            statement = None
        if failed and (statement is None or self._raw.closed):
            raise failed
        return failure(failed, statement) if failed else None

    def _answer_all(self, lost: asyncio.Future[str]) -> None:
        """Fail the group under way and all waiting batches. Only that group's commit may have reached the server."""
        group, waiting = self._group or (), self._waiting
        self._group, self._waiting = None, []
        kind = OutcomeUnknown if self._is_committing else DatabaseAway
        _answer(group, [kind(f"nothing is known to be written: {lost.result()}") for _ in group])
        _answer(waiting, [self._end.failure() for _ in waiting])


def _opening(batches: Sequence[Prepared], fences: Step | None) -> list[Step]:
    """Begin a transaction. The batches of a campaign come one after the other, those of other processes too. Once
    another process has taken a shard of this one, it has no effect.
    """
    campaigns = {one.campaign for batch in batches for _, one in batch if one.campaign is not None}
    begin: list[Step] = [("BEGIN", ())]
    if campaigns:
        begin.append((_LOCK_CAMPAIGNS, (array_of(sorted(campaigns)),)))
    return [*begin, fences] if fences else begin


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

    def __init__(self, connections: Sequence[Raw], end: End) -> None:
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
            if not self._end.lost.done():
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
                raise self._end.failure() from error
            finally:
                self._idle.append(raw)

    def _forget(self, reading: asyncio.Task[list[Row]]) -> None:
        self.reading.discard(reading)
        if not reading.cancelled():
            reading.exception()


class _Session:
    """Connections that end together, and their work."""

    def __init__(
        self,
        end: End,
        short: _ReaderPool,
        long: _ReaderPool,
        writer: _Writer | None,
        held: AsyncExitStack,
        backends: Sequence[str] = (),
    ) -> None:
        """`held` closes the connections, and `backends` are the server's names of them."""
        self.end, self.short, self.long, self.writer, self.backends = end, short, long, writer, backends
        self._held = held

    async def close(self) -> None:
        """Break off every read, finish every batch that was accepted, then close the connections."""
        self.end.close()
        if self.writer:
            await self.writer.finish()
        if reading := self.short.reading | self.long.reading:
            await asyncio.wait(reading)
        await self._held.aclose()


class PostgresDatabase:
    """A `Database` on a server. Made by `open_database`; to be closed within the loop that opened it."""

    def __init__(self, session: _Session, server: "_Server | None" = None) -> None:
        """Work with these connections. `server` gives others once they are lost; without it the first ones are all, and
        the database is read-only.
        """
        self._session, self._server = session, server
        self._background = Background(self, self._read_long)
        self._closing: asyncio.Task[None] | None = None
        self._gone: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
        self._keeping = asyncio.create_task(self._keep(), name="database")

    @property
    def leases(self) -> SharedLeases:
        if not self._server:
            raise DatabaseClosed(_READ_ONLY)
        return self._server.leases

    @property
    def background(self) -> Database:
        return self._background

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        return await self._session.short.fetch(sql, *args)

    async def _read_long(self, sql: str, *args: Value) -> list[Row]:
        return await self._session.long.fetch(sql, *args)

    async def apply(self, *statements: Statement) -> None:
        writer = self._open_writer()
        if statements:
            await writer.written(statements)

    async def settle(self) -> bool:
        """Clean the tables as `VACUUM` does. The server's log, its replicas and its backups keep what they have."""
        await self._open_writer().settled()
        return await self._session.long.vacuum()

    def is_stuck(self) -> bool:
        return self._session.writer is not None and self._session.writer.is_stuck()

    async def until_lost(self) -> Exception:
        return await asyncio.shield(self._gone)

    async def close(self) -> None:
        """Break off every read, finish every batch that was accepted, then let go of the server. A second call waits
        for the first.
        """
        if not self._closing:
            self._session.end.close()
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        self._keeping.cancel()
        await asyncio.wait({self._keeping})
        await self._session.close()

    def _open_writer(self) -> _Writer:
        if not self._session.writer:
            raise DatabaseClosed(_READ_ONLY)
        if self._closing:
            raise DatabaseClosed("the database has been closed")
        return self._session.writer

    async def _keep(self) -> None:
        """Connect again after each loss. Returns once there is no way back."""
        while True:
            why = await asyncio.shield(self._session.end.lost)
            if not self._server:
                self._give_up(DatabaseLost(why))
                return
            log.error("%s. The bot connects again", why)
            await self._session.close()
            try:
                self._session = await self._server.connected_again(self._session.backends)
            except Exception as error:  # noqa: BLE001  # whatever it is, only a new process helps
                self._give_up(error)
                return
            log.info("%s can be reached again", self._server.name)

    def _give_up(self, error: Exception) -> None:
        self._session.end.is_final = True
        self._gone.set_result(error)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class _Server:
    """The server of a database that is open for writing, and the leases on it, which outlast the connections."""

    def __init__(self, url: str, migrations: Sequence[Migration], clock: Clock, *, alone: bool) -> None:
        self.name = shown_database(url)
        self._url, self._migrations, self._clock = url, migrations, clock
        self.leases = SharedLeases(self.name, clock, self._connect_for_a_turn, alone=alone)

    async def connected(self, ghosts: Sequence[str] = ()) -> _Session:
        """Open all connections, of which the server may still have those of `ghosts`, and migrate the database.

        Raises CannotOpen or psycopg.Error, with nothing left open.
        """
        async with AsyncExitStack() as stack:
            end = End(self.name)
            found = [await connect(self._url, stack) for _ in range(2 + _SHORT_READERS + _LONG_READERS)]
            locking, writing, *reading = [raw for raw, _ in found]
            for raw in (locking, writing, *reading):
                end.include(raw)
            await migrate(writing, self.name, self._migrations)
            await self.leases.claim(locking, ghosts)
            # Since the first look another process may have migrated it. As long as this one is a worker, none can.
            await version_of(writing, self.name, self._migrations)
            await writing.execute("SELECT set_config('shadowport.worker', $1, FALSE)", (str(self.leases.worker),))
            for raw in reading:
                await raw.execute("SET default_transaction_read_only = on")
            short, long = reading[:_SHORT_READERS], reading[_SHORT_READERS:]
            writer = _Writer(writing, end, self.leases.fences)
            stack.push_async_callback(self.leases.stop)
            await self.leases.begin(locking, end, writer.settled)
            pools = _ReaderPool(short, end), _ReaderPool(long, end)
            return _Session(end, *pools, writer, stack.pop_all(), [backend for _, backend in found])

    async def connected_again(self, ghosts: Sequence[str]) -> _Session:
        """Try to open all connections until it succeeds. Raises CannotOpen where it never will."""
        pause = _FIRST_PAUSE
        while True:
            await self._clock.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
            with suppress(psycopg.Error, DatabaseAway):
                return await self.connected(ghosts)

    async def _connect_for_a_turn(self, stack: AsyncExitStack) -> Raw:
        raw, _ = await connect(self._url, stack)
        return raw


async def open_writing(url: str, migrations: Sequence[Migration], clock: Clock, *, alone: bool) -> PostgresDatabase:
    """Become one of the database's processes, create or migrate it, and open it. Raises CannotOpen with nothing left
    open.
    """
    server = _Server(url, migrations, clock, alone=alone)
    try:
        return PostgresDatabase(await server.connected(), server)
    except (psycopg.Error, DatabaseAway) as error:
        raise CannotOpen(f"{server.name} can't be opened: {one_line(error)}.") from error


async def open_reading(url: str, migrations: Sequence[Migration]) -> PostgresDatabase:
    """Open the database beside a running bot, or without one. Raises CannotOpen if it is older than this code."""
    name = shown_database(url)
    async with AsyncExitStack() as stack:
        try:
            raw, _ = await connect(url, stack, is_bot=False)
            await raw.execute("SET default_transaction_read_only = on")
            version = await version_of(raw, name, migrations)
        except psycopg.Error as error:
            raise CannotOpen(f"{name} can't be read: {one_line(error)}.") from error
        if not version:
            raise CannotOpen(f"{name} is empty: there is no ledger in it.")
        if version < len(migrations):
            raise CannotOpen(f"{name} is from an older Shadowport: start the bot once, which brings it up to date.")
        end = End(name)
        end.is_final = True
        end.include(raw)
        readers = _ReaderPool((raw,), end)
        return PostgresDatabase(_Session(end, readers, readers, None, stack.pop_all()))
