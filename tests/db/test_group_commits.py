"""Batches of many callers share a commit, and nothing else."""

import asyncio

import pytest

from bot.db import Database, DatabaseClosed, NotWritten, OpenedDatabase, Statement, WrongRows
from tests.db.conftest import BOTH, Put
from tests.db.engines import Gate

pytestmark = BOTH


HELD = Statement("INSERT INTO boxes (id, name, coins) VALUES (100, 'held', hold())")


async def hold(database: Database, gate: Gate) -> asyncio.Task[None]:
    """Start a batch that keeps the writer busy: whatever comes now waits, and then goes together."""
    held = asyncio.create_task(database.apply(HELD))
    await gate.entered()
    return held


async def waiting(*batches: tuple[Statement, ...], database: OpenedDatabase) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(database.apply(*batch)) for batch in batches]
    await asyncio.sleep(0)
    return tasks


async def boxes(database: OpenedDatabase) -> set[int]:
    return {row["id"] for row in await database.fetch("SELECT id FROM boxes WHERE id <> 100")}


async def test_a_batch_that_fails_takes_no_other_with_it(database: OpenedDatabase, put: Put, gate: Gate) -> None:
    held = await hold(database, gate)
    nothing = Statement("UPDATE boxes SET coins = 1 WHERE id = 99")
    tasks = await waiting((put(1),), (put(2), nothing), (put(3),), database=database)
    await gate.open()
    await held
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), WrongRows, type(None)]
    assert await boxes(database) == {1, 3}


async def test_a_later_batch_of_the_same_commit_sees_the_earlier_one(
    database: OpenedDatabase, put: Put, gate: Gate
) -> None:
    held = await hold(database, gate)
    tasks = await waiting((put(1, 5),), (Statement("UPDATE boxes SET coins = 4 WHERE coins = 5"),), database=database)
    await gate.open()
    await asyncio.gather(held, *tasks)
    assert [row["coins"] for row in await database.fetch("SELECT coins FROM boxes WHERE id = 1")] == [4]


async def test_a_cancelled_caller_does_not_stop_its_batch(database: OpenedDatabase, put: Put, gate: Gate) -> None:
    held = await hold(database, gate)
    first, second = await waiting((put(1),), (put(2),), database=database)
    first.cancel()
    await gate.open()
    await asyncio.gather(held, second)
    assert first.cancelled()
    assert await boxes(database) == {1, 2}


async def test_a_caller_cancelled_in_the_midst_of_writing_does_not_stop_its_batch(
    database: OpenedDatabase, put: Put, gate: Gate
) -> None:
    held = await hold(database, gate)
    held.cancel()
    await asyncio.gather(held, return_exceptions=True)
    await gate.open()
    await database.apply(put(1))
    assert len(await database.fetch("SELECT id FROM boxes WHERE id = 100")) == 1


async def test_reading_sees_only_what_is_committed_and_does_not_wait(
    database: OpenedDatabase, put: Put, gate: Gate
) -> None:
    await database.apply(put(1))
    held = await hold(database, gate)
    assert len(await database.fetch("SELECT id FROM boxes")) == 1
    await gate.open()
    await held
    assert len(await database.fetch("SELECT id FROM boxes")) == 2


async def test_a_commit_that_fails_fails_all_of_its_batches_and_the_next_one_works(
    database: OpenedDatabase, put: Put, gate: Gate
) -> None:
    held = await hold(database, gate)
    noticed_at_the_commit = Statement("INSERT INTO labels (box_id, later_box_id) VALUES (1, 77)")
    tasks = await waiting((put(1),), (put(2), noticed_at_the_commit), (put(3),), database=database)
    await gate.open()
    await held
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [NotWritten] * 3
    assert await boxes(database) == set()
    await database.apply(put(4))
    assert await boxes(database) == {4}


async def test_a_statement_that_ends_the_transaction_is_not_trusted(database: OpenedDatabase, put: Put) -> None:
    with pytest.raises(NotWritten):
        await database.apply(put(1), Statement("ROLLBACK", touches=None))
    await database.apply(put(2))
    assert await boxes(database) == {2}


async def test_closing_finishes_what_was_accepted(database: OpenedDatabase, put: Put, gate: Gate) -> None:
    held = await hold(database, gate)
    tasks = await waiting((put(1),), (put(2),), database=database)
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    with pytest.raises(DatabaseClosed):
        await database.apply(put(3))
    await gate.open()
    await asyncio.gather(held, *tasks, closing)
    with pytest.raises(DatabaseClosed):
        await database.fetch("SELECT 1")


async def test_a_cancelled_close_still_closes(database: OpenedDatabase, put: Put, gate: Gate) -> None:
    held = await hold(database, gate)
    (task,) = await waiting((put(1),), database=database)
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    closing.cancel()
    await gate.open()
    await asyncio.gather(held, task)
    await database.close()


async def test_many_callers_lose_no_coin(database: OpenedDatabase, put: Put) -> None:
    await database.apply(put(1, 1000), put(2))

    async def carry(times: int) -> None:
        for _ in range(times):
            await database.apply(
                Statement("UPDATE boxes SET coins = coins - 1 WHERE id = 1"),
                Statement("UPDATE boxes SET coins = coins + 1 WHERE id = 2"),
            )

    await asyncio.gather(*(carry(10) for _ in range(50)))
    rows = await database.fetch("SELECT coins FROM boxes ORDER BY id")
    assert [row["coins"] for row in rows] == [500, 500]


async def test_a_commit_that_lasts_from_one_look_to_the_next_is_stuck(
    database: OpenedDatabase, put: Put, gate: Gate
) -> None:
    assert not database.is_stuck()
    held = await hold(database, gate)
    assert not database.is_stuck()
    assert database.is_stuck()
    await gate.open()
    await held
    assert not database.is_stuck()
    await database.apply(put(1))
    assert not database.is_stuck()
