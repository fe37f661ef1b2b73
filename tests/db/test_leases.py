"""Shards, numbers and turns of processes on one database: who has them, and what a process that lost them can't do."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.db import CannotOpen, DatabaseAway, OpenedDatabase, Statement, open_database
from bot.db.leases import IDENTIFY_EVERY
from tests.db.conftest import BOTH
from tests.db.engines import Engine, Postgresql
from tests.manual_clock import ManualClock
from tests.postgresql import NEEDS_POSTGRESQL

Open = Callable[[], Awaitable[Any]]


@pytest.fixture
async def opened(engine: Engine) -> AsyncIterator[Open]:
    """Return a function that opens the bot's database as one more process."""
    async with AsyncExitStack() as stack:

        async def another() -> OpenedDatabase:
            return await stack.enter_async_context(await engine.open_laid_out())

        yield another


def note(key: int) -> Statement:
    return Statement("INSERT INTO command_servers (guild_id) VALUES (?)", (key,))


async def noted(database: OpenedDatabase) -> set[int]:
    return {row["guild_id"] for row in await database.fetch("SELECT guild_id FROM command_servers")}


async def unlock_unnoticed(database: Any) -> None:
    """Take the locks of a process behind its back."""
    await database.leases._locks._raw.execute("SELECT pg_advisory_unlock_all()")


@BOTH
async def test_a_shard_comes_with_what_was_handled_before(opened: Open) -> None:
    leases = (await opened()).leases
    assert await leases.take(3) == frozenset()
    assert await leases.take(3) == frozenset()
    assert leases.held == {3}
    await leases.release(3, ["11", "12"])
    assert leases.held == frozenset()
    assert await leases.take(3) == {"11", "12"}
    await leases.release(3)
    assert await leases.take(3) == frozenset()


@BOTH
async def test_the_survey_shows_processes_that_have_joined_and_the_holders(opened: Open) -> None:
    leases = (await opened()).leases
    await leases.take(1)
    assert (await leases.survey()).workers == {}
    await leases.join(4, wants_any=True)
    await leases.join(4, wants_any=True)
    found = await leases.survey()
    assert (found.workers, found.holders) == ({0: True}, {1: 0})


@BOTH
async def test_one_task_at_a_time_enters_a_turn(opened: Open) -> None:
    leases = (await opened()).leases
    async with leases.exclusively("commands") as first:
        async with leases.exclusively("commands", wait=False) as second, leases.exclusively("images") as other:
            assert (first, second, other) == (True, False, True)
        waiting = asyncio.create_task(_enter(leases))
        await asyncio.sleep(0)
        assert not waiting.done()
    assert await waiting


async def _enter(leases: Any) -> bool:
    async with leases.exclusively("commands") as entered:
        return entered


class CountedClock(ManualClock):
    """A clock that knows how many sleep by it."""

    async def sleep(self, seconds: float) -> None:
        if seconds > 0:
            self.asleep.release()
        await super().sleep(seconds)

    def __init__(self) -> None:
        super().__init__()
        self.asleep = asyncio.Semaphore(0)

    async def until_asleep(self, number: int) -> None:
        for _ in range(number):
            await self.asleep.acquire()


@BOTH
async def test_identifies_of_a_bucket_come_one_after_the_other(opened: Open) -> None:
    leases, clock = (await opened()).leases, CountedClock()
    await leases.identify(0, clock)
    await leases.identify(1, clock)
    later = [asyncio.create_task(leases.identify(0, clock)) for _ in range(2)]
    await clock.until_asleep(2)
    assert not any(task.done() for task in later)
    await clock.advance(IDENTIFY_EVERY)
    assert [task.done() for task in later] == [True, False]
    await clock.advance(IDENTIFY_EVERY)
    await asyncio.gather(*later)


async def test_a_file_loses_no_shard(opened: Open) -> None:
    leases = (await opened()).leases
    await leases.reached()
    losing = asyncio.create_task(leases.lost())
    await asyncio.sleep(0)
    assert not losing.done()
    losing.cancel()


class TestOnAServer:
    pytestmark = NEEDS_POSTGRESQL

    @pytest.fixture
    def engine(self, path: Path) -> Postgresql:
        return Postgresql(path)

    async def test_a_shard_has_one_holder(self, opened: Open) -> None:
        first, second = await opened(), await opened()
        assert await first.leases.take(0) == frozenset()
        assert await second.leases.take(0) is None
        assert await second.leases.take(1) == frozenset()
        await first.leases.join(2)
        await second.leases.join(2, wants_any=True)
        found = await first.leases.survey()
        assert (found.workers, found.holders) == ({0: False, 1: True}, {0: 0, 1: 1})
        await first.leases.release(0, {"7"})
        assert await second.leases.take(0) == {"7"}
        await first.apply(note(1))
        await second.apply(note(2))
        assert await noted(first) == {1, 2}

    async def test_the_next_process_gets_a_number_that_is_free(self, opened: Open) -> None:
        first, second = await opened(), await opened()
        await first.close()
        third, fourth = await opened(), await opened()
        assert [one.leases.worker for one in (second, third, fourth)] == [1, 0, 2]

    async def test_processes_that_count_shards_otherwise_are_refused(self, opened: Open) -> None:
        first, second = await opened(), await opened()
        await first.leases.join(2)
        with pytest.raises(CannotOpen, match="serves 2 shards in all, and this one was to serve 3: SHARD_COUNT"):
            await second.leases.join(3)
        await second.leases.join(2)
        await first.close()
        with pytest.raises(CannotOpen):
            await (await opened()).leases.join(3)
        await second.close()
        await (await opened()).leases.join(3)

    async def test_a_program_that_must_be_alone_is_refused_beside_others(
        self, opened: Open, engine: Postgresql
    ) -> None:
        first = await opened()
        with pytest.raises(CannotOpen, match="Another bot is already running"):
            await open_database(engine.url, alone=True)
        await first.close()
        async with await open_database(engine.url, alone=True) as alone:
            await alone.apply(note(1))
            with pytest.raises(CannotOpen, match="must be alone"):
                await opened()
        assert await noted(await opened()) == {1}

    async def test_the_65th_process_is_refused(self, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bot.db.server.leases.MOST_WORKERS", 2)
        await opened()
        await opened()
        with pytest.raises(CannotOpen, match="2 processes are already running"):
            await opened()

    async def test_a_process_whose_shard_was_taken_behind_its_back_writes_nothing(self, opened: Open) -> None:
        first, second = await opened(), await opened()
        await first.leases.take(0)
        await first.leases.take(1)
        await first.apply(note(1))
        await unlock_unnoticed(first)
        assert await second.leases.take(0) == frozenset()
        assert first.leases.held == {0, 1}
        ends = await asyncio.gather(*(first.apply(note(key)) for key in (2, 3)), return_exceptions=True)
        assert [type(end) for end in ends] == [DatabaseAway] * 2
        assert first.leases.held == frozenset()
        assert await first.leases.lost() == {0, 1}
        with pytest.raises(DatabaseAway):
            await first.leases.take(1)
        await first.leases.release(1)
        async with asyncio.timeout(60):
            await first.leases.reached()
        assert await first.leases.take(0) is None
        assert await first.leases.take(1) == frozenset()
        await first.apply(note(4))
        assert await noted(second) == {1, 4}
        assert (await second.leases.survey()).holders == {0: 1, 1: 0}

    async def test_a_takeover_waits_for_the_commit_under_way(self, opened: Open, engine: Postgresql) -> None:
        """The fence rises after it, or not at all: then the taker has to try again."""
        import psycopg

        first, second = await opened(), await opened()
        await first.leases.take(0)
        async with await psycopg.AsyncConnection.connect(engine.url) as beside:
            await beside.execute("LOCK TABLE command_servers IN SHARE MODE")
            writing = asyncio.create_task(first.apply(note(1)))
            waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'command_servers'::regclass"
            while (await (await beside.execute(waits)).fetchone() or (0,))[0] == 0:
                pass
            await unlock_unnoticed(first)
            assert await second.leases.take(0) is None
            assert second.leases.held == frozenset()
            await beside.rollback()
            await writing
        assert await second.leases.take(0) == frozenset()
        with pytest.raises(DatabaseAway):
            await first.apply(note(2))
        assert await noted(second) == {1}

    async def test_the_fences_cost_no_way_to_the_server(self, opened: Open, tmp_path: Path) -> None:
        """The server says that it is ready once for each way there and back. At first statements are prepared, too."""
        database = await opened()
        raw = database._session.writer._raw

        async def ways(*keys: int) -> int:
            with (tmp_path / "trace").open("wb") as trace:
                raw.pgconn.trace(trace.fileno())
                await asyncio.gather(*(database.apply(note(key)) for key in keys))
                raw.pgconn.untrace()
            return (tmp_path / "trace").read_text().count("ReadyForQuery")

        async def ways_of_two_commits(first: int) -> tuple[int, int]:
            for key in range(first, first + 20):
                await database.apply(note(key))
            return await ways(first + 20), await ways(first + 21, first + 22)

        before = await ways_of_two_commits(100)
        for shard in range(3):
            await database.leases.take(shard)
        assert await ways_of_two_commits(200) == before == (2, 2)

    async def test_a_killed_process_leaves_its_shards_to_others(self, opened: Open) -> None:
        first, second = await opened(), await opened()
        await first.leases.join(1)
        await first.leases.take(0)
        await first.leases.release(0, ["5"])
        await first.leases.take(0)
        pid = first.leases._locks._raw.info.backend_pid
        await second._session.writer._raw.execute(f"SELECT pg_terminate_backend({pid})")
        assert await first.leases.lost() == {0}
        async with asyncio.timeout(60):
            await first.leases.reached()
        assert await second.leases.take(0) == frozenset()
        assert first.leases.worker == 0
        found = await second.leases.survey()
        assert (found.workers, found.is_back) == ({0: False}, False)
        assert (await first.leases.survey()).is_back

    async def test_a_lost_server_is_not_reached_at_the_moment_of_the_loss(self, opened: Open) -> None:
        first, second = await opened(), await opened()
        locks = first.leases._locks

        async def ask_again_once_reached() -> None:
            with pytest.raises(DatabaseAway):
                await locks.ask("SELECT pg_sleep(60)")
            await first.leases.reached()
            await first.leases.survey()

        asking = asyncio.create_task(ask_again_once_reached())
        await asyncio.sleep(0)
        await second._session.writer._raw.execute(f"SELECT pg_terminate_backend({locks._raw.info.backend_pid})")
        async with asyncio.timeout(60):
            await asking
