"""A thread or a connection that is gone is noticed: nothing waits for it, and the file is let go."""

import asyncio
import sqlite3
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.db import DatabaseLost, NotWritten, SqliteDatabase, Statement
from tests.db.conftest import Put, in_writing_thread, open_boxes
from tests.db.threads import Leaving, end_after_the_next_job, end_at_the_next_job, writing

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


async def boxes(database: SqliteDatabase) -> set[int]:
    return {row["id"] for row in await database.fetch("SELECT id FROM boxes")}


async def written_until_lost(database: SqliteDatabase, put: Put, at_once: int = 1) -> set[int]:
    """Write while the writing thread is ended, so many batches at once; those that were acknowledged.

    Raises AssertionError unless all batches that were not got `DatabaseLost`.
    """
    acknowledged, numbers = set[int](), count(1)
    while not writing(database).lost.done():
        await end_at_the_next_job(writing(database))
        batch = [next(numbers) for _ in range(at_once)]
        ends = await asyncio.gather(*(database.apply(put(box)) for box in batch), return_exceptions=True)
        assert all(end is None or isinstance(end, DatabaseLost) for end in ends)
        acknowledged |= {box for box, end in zip(batch, ends, strict=True) if end is None}
    return acknowledged


async def reopened(path: Path) -> set[int]:
    """Return the boxes that the next bot finds."""
    async with await open_boxes(path) as database:
        return await boxes(database)


@pytest.mark.parametrize("at_once", [1, 5])
async def test_a_writer_answers_all_waiting_callers_when_its_thread_ends(path: Path, put: Put, at_once: int) -> None:
    async with await open_boxes(path) as database:
        acknowledged = await written_until_lost(database, put, at_once)
        with pytest.raises(NotWritten):
            await database.apply(put(99))
        with pytest.raises(DatabaseLost):
            await database.settle()
        assert isinstance(await database.until_lost(), DatabaseLost)
        assert await boxes(database) == acknowledged
    assert await reopened(path) == acknowledged


async def test_a_written_batch_is_acknowledged_when_the_thread_ends_at_once(
    path: Path, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await open_boxes(path) as database:
        end_after_the_next_job(writing(database), monkeypatch)
        first, second = (asyncio.create_task(database.apply(put(box))) for box in (1, 2))
        await first
        with pytest.raises(DatabaseLost):
            await second
        monkeypatch.undo()
        await database.until_lost()
    assert await reopened(path) == {1}


async def test_a_writer_whose_function_fails_answers_all_waiting_callers(
    path: Path, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    async with await open_boxes(path) as database:
        monkeypatch.setattr(database._writer, "_write_in_thread", fail)
        first, second = (asyncio.create_task(database.apply(put(box))) for box in (1, 2))
        for applied in (first, second):
            with pytest.raises(DatabaseLost):
                await applied
    assert await reopened(path) == set()


async def test_a_transaction_that_was_open_when_the_thread_ended_is_undone(path: Path, put: Put) -> None:
    async with await open_boxes(path) as database:
        await in_writing_thread(database, lambda raw: raw.execute("BEGIN IMMEDIATE"))
        await in_writing_thread(database, lambda raw: raw.execute("INSERT INTO boxes (id, name) VALUES (7, 'half')"))
        while not writing(database).lost.done():
            await end_at_the_next_job(writing(database))
            with suppress(DatabaseLost):
                await in_writing_thread(database, lambda _: None)
    assert await reopened(path) == set()


async def test_a_reader_answers_its_callers_when_its_thread_ends(path: Path, put: Put) -> None:
    async with await open_boxes(path) as database:
        await database.apply(put(1))
        reader = database._readers._connections[0]
        while not reader.lost.done():
            await end_at_the_next_job(reader)
            with suppress(DatabaseLost):
                assert await boxes(database) == {1}
        with pytest.raises(DatabaseLost):
            await boxes(database)
        assert isinstance(await database.until_lost(), DatabaseLost)
        await database.apply(put(2))
    assert await reopened(path) == {1, 2}


async def test_threads_that_end_while_the_database_is_closed_hold_nothing_up(path: Path, put: Put) -> None:
    database = await open_boxes(path)
    await database.apply(put(1))
    raw = writing(database)._raw
    for connection in (writing(database), *database._readers._connections):
        await end_at_the_next_job(connection)
    await database.close()
    assert raw is not None
    with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
        raw.execute("SELECT 1")
    assert await reopened(path) == {1}


async def test_a_connection_that_is_closed_under_its_writer_is_lost(path: Path, put: Put) -> None:
    async with await open_boxes(path) as database:
        await database.apply(put(1))
        await in_writing_thread(database, sqlite3.Connection.close)
        ends = await asyncio.gather(*(database.apply(put(box)) for box in (2, 3)), return_exceptions=True)
        assert [isinstance(end, DatabaseLost) for end in ends] == [True, True]
        assert isinstance(await database.until_lost(), DatabaseLost)
    assert await reopened(path) == {1}


async def test_a_value_that_would_end_the_program_undoes_only_its_batch(database: SqliteDatabase, put: Put) -> None:
    leaving: Any = Leaving()
    with pytest.raises(NotWritten):
        await database.apply(put(1), Statement("INSERT INTO boxes (id, name) VALUES (2, ?)", (leaving,)))
    await database.apply(put(3))
    assert await boxes(database) == {3}


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, StopIteration, asyncio.CancelledError])
async def test_a_function_that_would_end_more_than_its_caller_ends_only_that(
    database: SqliteDatabase, error: type[BaseException]
) -> None:
    def ending(_: sqlite3.Connection) -> None:
        raise error

    with pytest.raises(RuntimeError, match=error.__name__):
        await in_writing_thread(database, ending)
    assert await boxes(database) == set()


async def test_a_canceled_caller_gets_no_loss(database: SqliteDatabase) -> None:
    reading = asyncio.create_task(database.fetch("SELECT 1"))
    await asyncio.sleep(0)
    reading.cancel()
    await asyncio.wait([reading])
    assert reading.cancelled()
    assert await boxes(database) == set()


async def test_a_database_that_is_closed_is_not_lost(path: Path) -> None:
    async with await open_boxes(path) as database:
        noticed = asyncio.create_task(database.until_lost())
    await asyncio.sleep(0)
    assert not noticed.done()
    noticed.cancel()
