"""SQLite's own ways: its commits, its messages, and a file that can't grow."""

import asyncio

import pytest

from bot.db import NotWritten, Refused, SqliteDatabase, Statement
from tests.db.conftest import Put, in_writing_thread, pragma
from tests.db.engines import Gate
from tests.db.test_group_commits import boxes, hold, waiting


async def test_all_that_waits_goes_into_one_commit(database: SqliteDatabase, put: Put, gate: Gate) -> None:
    held = await hold(database, gate)
    tasks = await waiting(*[(put(box),) for box in range(1, 41)], database=database)
    commits: list[str] = []
    await asyncio.gather(_traced(database, commits), gate.open())
    await asyncio.gather(held, *tasks)
    assert commits.count("COMMIT") == 1
    assert await boxes(database) == set(range(1, 41))


async def _traced(database: SqliteDatabase, commits: list[str]) -> None:
    await in_writing_thread(database, lambda raw: raw.set_trace_callback(commits.append))


async def test_a_full_disk_fails_what_does_not_fit_and_goes_on_when_there_is_room(
    database: SqliteDatabase, put: Put
) -> None:
    pages = await pragma(database, "page_count")
    await pragma(database, f"max_page_count = {pages + 2}")
    large = "x" * 200_000
    outcomes = await asyncio.gather(
        *(database.apply(put(box, name=f"{box}{large}")) for box in range(1, 4)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [NotWritten] * 3
    assert await boxes(database) == set()
    await pragma(database, "max_page_count = 1000000")
    await database.apply(put(4))
    assert await boxes(database) == {4}


async def test_a_value_of_another_type_is_refused(database: SqliteDatabase, put: Put) -> None:
    await database.apply(put(1))
    with pytest.raises(Refused) as refused:
        await database.apply(Statement("UPDATE boxes SET coins = 'many'"))
    assert refused.value.constraint == "datatype"
