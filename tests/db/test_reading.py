"""Reads of a click wait for no other read, and come from the last commit."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.db import DatabaseClosed, SqliteDatabase, open_database
from tests.db.conftest import BOXES, Put
from tests.db.held import Held
from tests.sqlite_file import url_of

FOREVER = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


@pytest.fixture
async def held(database: SqliteDatabase) -> AsyncIterator[Held]:
    made = Held(database)
    await made.reach()
    yield made
    await made.let_go()


async def test_a_click_reads_while_every_place_in_the_background_is_taken(
    database: SqliteDatabase, put: Put, held: Held
) -> None:
    await held.begin(database.background, held.places)
    await database.apply(put(1, 5))
    (row,) = await database.fetch("SELECT coins FROM boxes")
    assert row["coins"] == 5
    assert not any(read.done() for read in held.reads)


async def test_a_read_in_the_background_waits_while_every_place_there_is_taken(
    database: SqliteDatabase, held: Held
) -> None:
    await held.begin(database.background, held.places)
    late = asyncio.create_task(database.background.fetch("SELECT 1"))
    await database.fetch("SELECT 1")
    assert not late.done()
    await held.let_go()
    assert len(await late) == 1


async def test_a_short_read_goes_past_one_that_takes_long(database: SqliteDatabase, held: Held) -> None:
    await held.begin(database.background, 1)
    assert len(await database.background.fetch("SELECT 1")) == 1
    assert not any(read.done() for read in held.reads)


async def test_every_read_sees_the_last_commit(database: SqliteDatabase, put: Put, held: Held) -> None:
    for box in range(1, 20):
        await database.apply(put(box))
        for of in (database, database.background):
            counted = await asyncio.gather(*(of.fetch("SELECT count(*) AS found FROM boxes") for _ in range(4)))
            assert {rows[0]["found"] for rows in counted} == {box}


async def test_a_select_is_one_moment_whatever_is_written_meanwhile(
    database: SqliteDatabase, put: Put, held: Held
) -> None:
    sql = "SELECT (SELECT count(*) FROM boxes) AS before, hold(), (SELECT count(*) FROM boxes) AS after"
    await held.begin(database.background, held.places - 1)
    reading = asyncio.create_task(database.background.fetch(sql))
    await held.has_begun()
    await database.apply(put(1))
    await held.let_go()
    (row,) = await reading
    assert row["before"] == row["after"]


async def test_the_background_writes_and_settles_as_the_database_does(database: SqliteDatabase, put: Put) -> None:
    behind = database.background
    await behind.apply(put(1))
    assert await behind.settle()
    assert behind.background is behind
    assert not behind.is_stuck()
    assert len(await database.fetch("SELECT 1 FROM boxes")) == 1


@pytest.mark.parametrize("is_background", [False, True])
async def test_closing_breaks_off_what_is_being_read(path: Path, is_background: bool) -> None:
    database = await open_database(url_of(path), migrations=[BOXES])
    of = database.background if is_background else database
    endless = [asyncio.create_task(of.fetch(FOREVER)) for _ in range(5)]
    await asyncio.sleep(0)
    await database.close()
    ends = await asyncio.gather(*endless, return_exceptions=True)
    assert [type(end) for end in ends] == [DatabaseClosed] * 5
    async with await open_database(url_of(path), migrations=[BOXES]):
        pass
