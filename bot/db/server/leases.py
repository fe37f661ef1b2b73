"""Leases on a server: advisory locks of one connection, and a row for each shard with its fence (`bot/db/leases.py`).

The lock connection does nothing that lasts. It asks the server every second, and the server lets its locks go if it
hears nothing for 20 seconds. So a process that stands still loses its shards as one does that was killed.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import LiteralString

import psycopg

from bot.clock import Clock
from bot.db.failures import CannotOpen, DatabaseAway, DatabaseFailure
from bot.db.ids import WORKERS as MOST_WORKERS
from bot.db.leases import IDENTIFY_EVERY, Survey
from bot.db.server.connecting import ALONE, SHARDS, TURNS, WORKERS, End, Raw, Watch
from bot.db.server.values import Step, array_of, failure, one_line, sent
from bot.db.statement import Row, Value

_ASKED_EVERY = 1.0
"""Seconds between two questions to the server, which only show that it answers."""
_MOST_SILENCE = 5
"""How often the server may owe an answer when the next question is due."""
_RECLAIM_EVERY, _MOST_CLAIMS = 0.5, 60
"""Seconds between two tries to get the number of this process again, and how many there are."""
_BACK_WITHIN = 5.0
"""Seconds after this process has reached the server again in which others that lost it come back."""
_CLAIM_ANY = "SELECT number FROM generate_series(0, $2 - 1) AS number WHERE pg_try_advisory_lock($1, number) LIMIT 1"
_SET_UP = """
SELECT set_config('lock_timeout', '2s', FALSE),
    (SELECT set_config(name, '20s', FALSE) FROM pg_settings WHERE name = 'idle_session_timeout')
"""
_END_GHOSTS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid || ' ' || backend_start = ANY($1)"
"""Connections that this process has lost, and the server may believe in still. They have its locks."""
_NOTE_FENCE = """
INSERT INTO shards (shard, fence) VALUES ($1, 1)
ON CONFLICT (shard) DO UPDATE SET fence = shards.fence + 1, handled = '[]' RETURNING fence
"""
_NOTE_WORKER = """
INSERT INTO workers (worker, session, shard_count, wants_any) VALUES ($1, pg_backend_pid(), $2, $3)
ON CONFLICT (worker) DO UPDATE
SET session = excluded.session, shard_count = excluded.shard_count, wants_any = excluded.wants_any, is_leaving = 0
"""
_NOTE_HEIR = """
INSERT INTO heirs (shard, worker, is_ready) VALUES ($1, $2, $3)
ON CONFLICT (shard) DO UPDATE SET worker = excluded.worker, is_ready = excluded.is_ready
WHERE heirs.worker = excluded.worker OR heirs.worker <> ALL($4)
RETURNING worker
"""
"""An heir that no longer runs makes room for this process."""
_LOCKS = """
SELECT locks.pid, CAST(locks.classid AS BIGINT) AS kind, CAST(locks.objid AS BIGINT) AS number,
    workers.shard_count, workers.wants_any, workers.is_leaving
FROM pg_locks AS locks JOIN pg_database ON pg_database.oid = locks.database
LEFT JOIN workers ON CAST(locks.classid AS BIGINT) = $1 AND worker = CAST(locks.objid AS BIGINT) AND session = locks.pid
WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 2 AND granted
    AND CAST(locks.classid AS BIGINT) IN ($1, $2)
"""
"""The locks of workers and of shards. Those of a worker that has joined have its row beside them."""
_TURN = """
INSERT INTO identifies AS known (bucket, next_at) VALUES ($1, extract(EPOCH FROM clock_timestamp()) + $2)
ON CONFLICT (bucket) DO UPDATE
SET next_at = greatest(known.next_at, extract(EPOCH FROM clock_timestamp())) + $2
RETURNING next_at - $2 - extract(EPOCH FROM clock_timestamp()) AS wait
"""


class SharedLeases:
    """Leases of one of several processes."""

    def __init__(
        self, name: str, clock: Clock, connect: Callable[[AsyncExitStack], Awaitable[Raw]], *, alone: bool
    ) -> None:
        """`connect` opens a connection for a turn. A process that is `alone` excludes all others."""
        self.worker = -1
        self._name, self._clock, self._connect, self._is_alone = name, clock, connect, alone
        self._locks: _Locks | None = None
        self._joined: tuple[int, bool] | None = None
        self._back_at = float("-inf")
        self._lost: set[int] = set()
        self._has_lost, self._is_reached = asyncio.Event(), asyncio.Event()

    @property
    def held(self) -> frozenset[int]:
        return frozenset(self._locks.fences) if self._locks and not self._locks.end.lost.done() else frozenset()

    async def claim(self, raw: Raw, ghosts: Collection[str] = ()) -> None:
        """Get a worker's number, after a loss the same as before. `ghosts` are the connections that were lost.

        Raises CannotOpen if all numbers are taken, or another process must be alone, and psycopg.Error.
        """
        await raw.execute(_SET_UP)
        if ghosts:
            await raw.execute(_END_GHOSTS, (f"{{{','.join(map(json.dumps, ghosts))}}}",))
        await self._claim(raw)

    async def begin(self, raw: Raw, end: End, settled: Callable[[], Awaitable[None]]) -> None:
        """Go on with this lock connection: from now on shards can be taken. `settled` waits for the commit under way.

        Raises CannotOpen if a process that runs counts the shards otherwise, and DatabaseAway.
        """
        locks = _Locks(raw, end, self._clock, settled)
        end.lost.add_done_callback(lambda _: self._lose(locks))
        if self._joined:
            await self._note(locks, *self._joined)
        if self._locks:
            self._back_at = self._clock.now()
        self._locks = locks
        locks.begin()
        if not end.lost.done():
            self._is_reached.set()

    async def stop(self) -> None:
        """Let all locks go, unless the connection that has them is lost."""
        if self._locks:
            await self._locks.stop()

    def fences(self) -> Step | None:
        """Return what each commit begins with: it fails unless this process still has the shards that it holds."""
        held = self._locks.fences if self._locks else {}
        if not held:
            return None
        return "SELECT require_fences($1, $2)", (array_of([*held]), array_of([*held.values()]))

    async def join(self, shard_count: int, *, wants_any: bool = False) -> None:
        await self._note(self._require(), shard_count, wants_any)
        self._joined = shard_count, wants_any

    async def take(self, shard: int) -> frozenset[str] | None:
        return await asyncio.shield(self._take(self._require(), shard))

    async def release(self, shard: int, handled: Collection[str] = ()) -> None:
        if shard in self.held:
            await asyncio.shield(self._release(self._require(), shard, handled))

    async def lost(self) -> frozenset[int]:
        await self._has_lost.wait()
        self._has_lost.clear()
        lost, self._lost = frozenset(self._lost), set()
        return lost

    async def reached(self) -> None:
        if self._locks and self._locks.end.lost.done():
            # A caller that has just met the loss asks before `_lose` is called.
            self._is_reached.clear()
        await self._is_reached.wait()

    async def survey(self) -> Survey:
        found = await self._look(self._require())
        workers = {row["pid"]: row["number"] for row in found if row["kind"] == WORKERS}
        joined = {row["number"]: bool(row["wants_any"]) for row in found if row["wants_any"] is not None}
        holders = {
            row["number"]: workers[row["pid"]] for row in found if row["kind"] == SHARDS and row["pid"] in workers
        }
        heirs = await self._require().ask("SELECT shard, worker, is_ready FROM heirs")
        return Survey(
            workers=joined,
            holders=holders,
            heirs={row["shard"]: (row["worker"], bool(row["is_ready"])) for row in heirs if row["worker"] in joined},
            leaving=frozenset(row["number"] for row in found if row["is_leaving"]),
            is_back=self._clock.now() < self._back_at + _BACK_WITHIN,
        )

    async def inherit(self, shard: int, *, is_ready: bool = False) -> bool:
        locks = self._require()
        joined = [row["number"] for row in await self._look(locks) if row["wants_any"] is not None]
        return bool(await locks.ask(_NOTE_HEIR, shard, self.worker, int(is_ready), array_of(joined)))

    async def disinherit(self, shard: int) -> None:
        await self._require().ask("DELETE FROM heirs WHERE shard = $1 AND worker = $2", shard, self.worker)

    async def leave(self) -> None:
        await self._require().ask("UPDATE workers SET is_leaving = 1 WHERE worker = $1", self.worker)

    @asynccontextmanager
    async def exclusively(self, name: str, *, wait: bool = True) -> AsyncGenerator[bool]:
        self._require()
        lock = "pg_advisory_lock" if wait else "pg_try_advisory_lock"
        async with AsyncExitStack() as stack:
            try:
                raw = await self._connect(stack)
                sql = f"SELECT {lock}($1, hashtext($2)) AS got".encode()
                (row,) = await (await raw.execute(sql, (str(TURNS), name))).fetchall()
            except (psycopg.Error, CannotOpen) as error:
                raise DatabaseAway(f"{self._name} can't be reached: {one_line(error)}") from error
            yield wait or bool(row["got"])
            with suppress(psycopg.Error):
                # The server would notice a little later that the connection is closed.
                await raw.execute("SELECT pg_advisory_unlock_all()")

    async def identify(self, bucket: int, clock: Clock) -> None:
        (row,) = await self._require().ask(_TURN, bucket, IDENTIFY_EVERY)
        await clock.sleep(max(0.0, row["wait"]))

    def _require(self) -> "_Locks":
        if self._locks is None:
            raise DatabaseAway(f"{self._name} isn't open yet")
        self._locks.end.require()
        return self._locks

    async def _claim(self, raw: Raw) -> None:
        lock = "pg_try_advisory_lock" if self._is_alone else "pg_try_advisory_lock_shared"
        sql = f"SELECT {lock}($1, 0) AS got".encode()
        if not await self._tried(raw, sql, str(ALONE)):
            if self._is_alone:
                raise CannotOpen(f"Another bot is already running on {self._name}. Stop it first.")
            raise CannotOpen(f"A program that must be alone is running on {self._name}. Wait until it has ended.")
        if self.worker >= 0:
            sql = b"SELECT pg_try_advisory_lock($1, $2) AS got"
            if not await self._tried(raw, sql, str(WORKERS), str(self.worker)):
                raise CannotOpen(f"Another process on {self._name} has the number of this one, {self.worker}, by now.")
            return
        found = await (await raw.execute(_CLAIM_ANY, (str(WORKERS), str(MOST_WORKERS)))).fetchall()
        if not found:
            raise CannotOpen(f"{MOST_WORKERS} processes are already running on {self._name}. Stop one of them first.")
        self.worker = found[0]["number"]

    async def _tried(self, raw: Raw, sql: bytes, *values: str) -> bool:
        """Try to lock. A process that connects again tries until the server must have let its own locks go."""
        for claim in range(_MOST_CLAIMS):
            (row,) = await (await raw.execute(sql, values)).fetchall()
            if row["got"]:
                return True
            if self.worker < 0:
                break
            if claim < _MOST_CLAIMS - 1:
                await self._clock.sleep(_RECLAIM_EVERY)
        return False

    async def _note(self, locks: "_Locks", shard_count: int, wants_any: bool) -> None:
        """Write the worker's row, unless another process that runs has another count."""
        async with locks.alone("join"):
            others = {row["shard_count"] for row in await self._look(locks) if row["number"] != self.worker}
            if others := others - {None, shard_count}:
                raise CannotOpen(
                    f"A process on {self._name} serves {others.pop()} shards in all, and this one was to serve "
                    f"{shard_count}: SHARD_COUNT has to be the same for all. Stop the others first."
                )
            await locks.ask(_NOTE_WORKER, self.worker, shard_count, int(wants_any))
            # Another process may have had this number before.
            await locks.ask("DELETE FROM heirs WHERE worker = $1", self.worker)

    async def _look(self, locks: "_Locks") -> list[Row]:
        return await locks.ask(_LOCKS, WORKERS, SHARDS)

    async def _take(self, locks: "_Locks", shard: int) -> frozenset[str] | None:
        if shard in locks.fences:
            return frozenset()
        (tried,) = await locks.ask("SELECT pg_try_advisory_lock($1, $2) AS got", SHARDS, shard)
        if not tried["got"]:
            return None
        try:
            noted = await locks.ask("SELECT handled FROM shards WHERE shard = $1", shard)
            (row,) = await locks.ask(_NOTE_FENCE, shard)
            await locks.ask("DELETE FROM heirs WHERE shard = $1", shard)
        except BaseException as error:
            with suppress(DatabaseFailure):
                await locks.ask("SELECT pg_advisory_unlock($1, $2)", SHARDS, shard)
            if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
                # The last commit of the process that lost it is still under way.
                return None
            raise
        locks.end.require()
        locks.fences[shard] = row["fence"]
        return frozenset(json.loads(noted[0]["handled"]) if noted else ())

    async def _release(self, locks: "_Locks", shard: int, handled: Collection[str]) -> None:
        fence = locks.fences.pop(shard)
        # The next holder may raise the fence, so no commit may check it any more.
        await locks.settled()
        try:
            note = "UPDATE shards SET handled = $2 WHERE shard = $1 AND fence = $3"
            await locks.ask(note, shard, json.dumps(sorted(handled)), fence)
        finally:
            await locks.ask("SELECT pg_advisory_unlock($1, $2)", SHARDS, shard)

    def _lose(self, locks: "_Locks") -> None:
        self._is_reached.clear()
        if locks.fences:
            self._lost |= locks.fences.keys()
            self._has_lost.set()


class _Locks:
    """The lock connection, and the fences of the shards that it has taken."""

    def __init__(self, raw: Raw, end: End, clock: Clock, settled: Callable[[], Awaitable[None]]) -> None:
        self.end, self.settled = end, settled
        self.fences: dict[int, int] = {}
        self._raw, self._clock = raw, clock
        self._watch = Watch(raw, end)
        self._turn = asyncio.Lock()
        self._asking: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._watch.begin()
        self._asking = asyncio.create_task(self._ask_again_and_again(), name="leases")

    async def stop(self) -> None:
        if self._asking:
            self._asking.cancel()
            await asyncio.wait({self._asking})
        with suppress(DatabaseFailure):
            await self._ask("SELECT pg_advisory_unlock_all()")
        self._watch.pause()

    async def ask(self, sql: LiteralString, *values: Value) -> list[Row]:
        """Return the server's answer on the lock connection. Raises DatabaseAway if it is lost, and NotWritten for any
        other error.
        """
        self.end.require()
        return await self._ask(sql, *values)

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncGenerator[None]:
        """Enter what one process does at a time, and which doesn't last."""
        await self.ask("SELECT pg_advisory_lock($1, hashtext($2))", TURNS, name)
        try:
            yield
        finally:
            await self.ask("SELECT pg_advisory_unlock($1, hashtext($2))", TURNS, name)

    async def _ask(self, sql: LiteralString, *values: Value) -> list[Row]:
        async with self._turn:
            self._watch.pause()
            try:
                cursor = await self._raw.execute(sql, [sent(value) for value in values])
                return await cursor.fetchall() if cursor.description else []
            except psycopg.Error as error:
                if not self._raw.closed:
                    raise failure(error, None) from error
                self.end.lose(error)
                raise DatabaseAway(f"nothing is known of it: {one_line(error)}") from error
            finally:
                if not self._raw.closed:
                    self._watch.begin()

    async def _ask_again_and_again(self) -> None:
        while not self.end.over.done():
            await self._clock.sleep(_ASKED_EVERY)
            asking = asyncio.create_task(self._ask("SELECT 1"))
            asking.add_done_callback(lambda done: done.cancelled() or done.exception())
            for _ in range(_MOST_SILENCE):
                # A process that stood still all the while counts one of them.
                pause = asyncio.create_task(self._clock.sleep(_ASKED_EVERY))
                await asyncio.wait({asking, pause}, return_when=asyncio.FIRST_COMPLETED)
                pause.cancel()
                if asking.done():
                    break
            else:
                self.end.lose(TimeoutError("the server doesn't answer"))
