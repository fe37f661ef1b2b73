"""Reads of a click wait for no other read, and come from the last commit."""

import asyncio

import pytest

from bot.db import Database, DatabaseClosed, OpenedDatabase, Row
from tests.db.conftest import BOTH, Put
from tests.db.engines import Engine, Gate

pytestmark = BOTH
FOREVER = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
BACKGROUND = 2
"""How many reads can be under way in the background at once."""


async def begin(database: Database, gate: Gate, reads: int) -> list[asyncio.Task[list[Row]]]:
    """Return when so many reads are under way."""
    tasks = [asyncio.create_task(database.fetch("SELECT hold() AS held")) for _ in range(reads)]
    for _ in tasks:
        await gate.entered()
    return tasks


async def test_a_click_reads_while_every_place_in_the_background_is_taken(
    database: OpenedDatabase, put: Put, gate: Gate
) -> None:
    held = await begin(database.background, gate, BACKGROUND)
    await database.apply(put(1, 5))
    (row,) = await database.fetch("SELECT coins FROM boxes")
    assert row["coins"] == 5
    assert not any(read.done() for read in held)


async def test_a_read_in_the_background_waits_while_every_place_there_is_taken(
    database: OpenedDatabase, gate: Gate
) -> None:
    await begin(database.background, gate, BACKGROUND)
    late = asyncio.create_task(database.background.fetch("SELECT 1"))
    await database.fetch("SELECT 1")
    assert not late.done()
    await gate.open()
    assert len(await late) == 1


async def test_a_short_read_goes_past_one_that_takes_long(database: OpenedDatabase, gate: Gate) -> None:
    held = await begin(database.background, gate, 1)
    assert len(await database.background.fetch("SELECT 1")) == 1
    assert not any(read.done() for read in held)


async def test_every_read_sees_the_last_commit(database: OpenedDatabase, put: Put, gate: Gate) -> None:
    for box in range(1, 20):
        await database.apply(put(box))
        for of in (database, database.background):
            counted = await asyncio.gather(*(of.fetch("SELECT count(*) AS found FROM boxes") for _ in range(4)))
            assert {rows[0]["found"] for rows in counted} == {box}


async def test_a_select_is_one_moment_whatever_is_written_meanwhile(
    database: OpenedDatabase, put: Put, gate: Gate
) -> None:
    sql = "SELECT (SELECT count(*) FROM boxes) AS before, hold(), (SELECT count(*) FROM boxes) AS after"
    await begin(database.background, gate, BACKGROUND - 1)
    reading = asyncio.create_task(database.background.fetch(sql))
    await gate.entered()
    await database.apply(put(1))
    await gate.open()
    (row,) = await reading
    assert row["before"] == row["after"]


async def test_the_background_writes_and_settles_as_the_database_does(database: OpenedDatabase, put: Put) -> None:
    behind = database.background
    await behind.apply(put(1))
    assert await behind.settle()
    assert behind.background is behind
    assert not behind.is_stuck()
    assert len(await database.fetch("SELECT 1 FROM boxes")) == 1


@pytest.mark.parametrize("is_background", [False, True])
async def test_closing_breaks_off_what_is_being_read(engine: Engine, is_background: bool) -> None:
    database = await engine.open()
    of = database.background if is_background else database
    endless = [asyncio.create_task(of.fetch(FOREVER)) for _ in range(5)]
    await asyncio.sleep(0)
    await database.close()
    ends = await asyncio.gather(*endless, return_exceptions=True)
    assert [type(end) for end in ends] == [DatabaseClosed] * 5
    async with await engine.open():
        pass
