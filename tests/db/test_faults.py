"""Disk errors: recognized by the engine's code, logged once a minute, and over when the disk works again."""

import asyncio
import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.db import (
    Fault,
    FileIsGone,
    NotWritten,
    SqliteDatabase,
    Statement,
    WatchedDatabase,
    count_saves,
    fault_of,
    has_saved,
    open_database,
    retried,
)
from bot.db.sqlite import write_group
from bot.db.watch import LOGGED_EVERY, RETRY_AFTER
from tests.db.conftest import Put
from tests.db.engines import BOXES
from tests.faulty_disk import damaged, failing, fill, make_room
from tests.manual_clock import ManualClock
from tests.sqlite_file import url_of


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(tmp_path / "raw.db", isolation_level=None)) as opened:
        opened.execute("CREATE TABLE boxes (id INTEGER PRIMARY KEY, room BLOB)")
        yield opened


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def watched(database: SqliteDatabase, path: Path, clock: ManualClock) -> WatchedDatabase:
    return WatchedDatabase(database, path, clock)


def big(box: int) -> Statement:
    return Statement("INSERT INTO boxes (id, room) VALUES (?, zeroblob(20000))", (box,))


def read_only(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only = ON")


def full(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA max_page_count = 1")


@pytest.mark.parametrize("break_it, fault", [(full, Fault.FULL), (read_only, Fault.READ_ONLY)])
@pytest.mark.parametrize("batches", [1, 3])
def test_a_commit_names_the_disk_error(
    connection: sqlite3.Connection, break_it: Callable[[sqlite3.Connection], None], fault: Fault, batches: int
):
    break_it(connection)
    outcomes = write_group(connection, [[big(number)] for number in range(batches)])
    assert [(type(outcome), fault_of(outcome)) for outcome in outcomes] == [(NotWritten, fault)] * batches
    assert len(set(map(id, outcomes))) == batches
    assert not connection.in_transaction


@pytest.mark.parametrize("batches", [1, 3])
def test_a_lock_that_another_program_keeps_is_an_error_until_it_is_released(
    tmp_path: Path, connection: sqlite3.Connection, batches: int
):
    connection.execute("PRAGMA busy_timeout = 1")
    with closing(sqlite3.connect(tmp_path / "raw.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        outcomes = write_group(connection, [[big(number)] for number in range(batches)])
    assert [(type(outcome), fault_of(outcome)) for outcome in outcomes] == [(NotWritten, Fault.LOCKED)] * batches
    assert write_group(connection, [[big(1)]]) == [None]


def test_a_small_batch_is_written_beside_one_that_finds_no_room(connection: sqlite3.Connection):
    full(connection)
    small = Statement("INSERT INTO boxes (id) VALUES (7)")
    outcomes = write_group(connection, [[big(1)], [small]])
    kept = connection.execute("SELECT id FROM boxes").fetchall()
    assert fault_of(outcomes[0]) is Fault.FULL
    assert (outcomes[1] is None) == (kept == [(7,)])


@pytest.mark.parametrize("others", [0, 2])
def test_a_damaged_page_fails_its_own_batch(tmp_path: Path, connection: sqlite3.Connection, others: int):
    connection.execute("CREATE TABLE labels (id INTEGER PRIMARY KEY)")
    (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'labels'").fetchone()
    with (
        damaged(tmp_path / "raw.db", page),
        closing(sqlite3.connect(tmp_path / "raw.db", isolation_level=None)) as fresh,
    ):
        batches = [[big(number)] for number in range(others)]
        outcomes = write_group(fresh, [[Statement("INSERT INTO labels VALUES (1)")], *batches])
        assert (type(outcomes[0]), fault_of(outcomes[0])) == (NotWritten, Fault.DAMAGED)
        assert outcomes[1:] == [None] * others


def test_a_transaction_that_could_not_be_undone_keeps_nobody_from_writing(connection: sqlite3.Connection):
    for batches in ([[big(1)]], [[big(2)], [big(3)]]):
        connection.execute("BEGIN")
        connection.execute("INSERT INTO boxes (id) VALUES (9)")
        assert write_group(connection, batches) == [None] * len(batches)
    assert connection.execute("SELECT id FROM boxes ORDER BY id").fetchall() == [(1,), (2,), (3,)]


def _reading(path: Path) -> None:
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("SELECT * FROM sqlite_master").fetchall()


def test_unreadable_file_is_recognized_behind_other_errors(tmp_path: Path, connection: sqlite3.Connection):
    (tmp_path / "letter.db").write_text("a letter home\n" * 1000)
    with pytest.raises(sqlite3.Error) as none_of_ours:
        _reading(tmp_path / "letter.db")
    with pytest.raises(sqlite3.Error) as nowhere:
        _reading(tmp_path / "nowhere" / "book.db")
    with pytest.raises(sqlite3.Error) as no_text:
        connection.execute("SELECT CAST(x'ff80' AS TEXT)").fetchall()
    with pytest.raises(sqlite3.Error) as wrong:
        connection.execute("SELECT nothing FROM boxes")
    found = [fault_of(error.value) for error in (none_of_ours, nowhere, no_text, wrong)]
    assert found == [Fault.DAMAGED, Fault.UNOPENABLE, Fault.DAMAGED, None]
    outer = ValueError("outer")
    outer.__cause__ = sqlite3.OperationalError("inner")
    assert fault_of(outer) is Fault.DAMAGED
    assert fault_of(ValueError("alone")) is None


async def refused(database: WatchedDatabase, *statements: Statement) -> Fault | None:
    with pytest.raises(NotWritten) as error:
        await database.apply(*statements)
    return fault_of(error.value)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_disk_error_is_logged_once_a_minute(
    watched: WatchedDatabase, path: Path, clock: ManualClock, put: Put, caplog: pytest.LogCaptureFixture
):
    await fill(watched)
    for _ in range(20):
        assert await refused(watched, put(1, name="x" * 20_000)) is Fault.FULL
    assert [(str(path) in line, "SQLITE_FULL" in line) for line in lines(caplog)] == [(True, True)]
    with failing(path):
        assert await refused(watched, put(1)) is Fault.FAILING
    assert len(lines(caplog)) == 2
    await clock.advance(LOGGED_EVERY)
    await refused(watched, put(1, name="x" * 20_000))
    assert len(lines(caplog)) == 3
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("how", ["full", "failing", "gone"])
async def test_a_disk_error_lasts_until_the_disk_takes_what_is_written(
    watched: WatchedDatabase, path: Path, put: Put, how: str
):
    assert await watched.fault() is None
    if how == "full":
        await fill(watched)
        assert await refused(watched, put(1, name="x" * 20_000)) is Fault.FULL
        assert [await watched.fault() for _ in range(2)] == [Fault.FULL] * 2
        await make_room(watched)
    elif how == "failing":
        with failing(path):
            assert await refused(watched, put(1)) is Fault.FAILING
            assert [await watched.fault() for _ in range(2)] == [Fault.FAILING] * 2
            assert "disk reports errors" in (await watched.trouble() or "")
    else:
        path.rename(path.with_name("elsewhere.db"))
        assert await refused(watched, put(1)) is Fault.GONE
        assert [await watched.fault() for _ in range(2)] == [Fault.GONE] * 2
        path.with_name("elsewhere.db").rename(path)
    if how == "failing":
        # It is read through again once a minute.
        assert isinstance(watched._clock, ManualClock)
        await watched._clock.advance(LOGGED_EVERY)
    assert await watched.fault() is None
    await watched.apply(put(1))
    assert await watched.fetch("SELECT name FROM sqlite_master WHERE name LIKE 'disk_%'") == []


async def test_nothing_is_written_once_the_folder_is_removed(tmp_path: Path, clock: ManualClock):
    folder = tmp_path / "disk"
    folder.mkdir()
    async with await open_database(url_of(folder / "book.db"), migrations=[BOXES]) as database:
        watched = WatchedDatabase(database, folder / "book.db", clock)
        shutil.rmtree(folder)
        assert await watched.fault() is Fault.GONE
        with pytest.raises(FileIsGone):
            await watched.apply(Statement("INSERT INTO boxes (id, name) VALUES (1, 'one')"))
        folder.mkdir()
        (folder / "book.db").touch()
        assert await watched.fault() is Fault.GONE


async def test_a_damaged_file_is_found_by_reading_and_well_again_when_it_is_whole(
    watched: WatchedDatabase, path: Path, clock: ManualClock, put: Put
):
    await watched.apply(*(put(number, name=f"{number:0300}") for number in range(1, 200)))
    assert await watched.settle()
    async with await open_database(url_of(path), read_only=True, migrations=[BOXES]) as fresh:
        looking = WatchedDatabase(fresh, path, clock)
        with damaged(path):
            for _ in range(2):
                with pytest.raises(sqlite3.DatabaseError):
                    await looking.fetch("SELECT name FROM boxes ORDER BY coins")
                assert await looking.fault() is Fault.DAMAGED
                await clock.advance(LOGGED_EVERY)
        assert await looking.fault() is None


async def test_has_saved_tells_whether_a_click_has_saved_before(watched: WatchedDatabase, put: Put):
    async def click(*boxes: int) -> bool:
        count_saves()
        for box in boxes:
            await asyncio.ensure_future(watched.apply(put(box)))
        return has_saved()

    assert [await asyncio.create_task(click(*boxes)) for boxes in ((), (1,), (), (2, 3))] == [False, True, False, True]


async def test_only_work_stopped_by_a_disk_error_is_begun_again(watched: WatchedDatabase, clock: ManualClock, put: Put):
    await fill(watched)
    tries: list[float] = []
    failed = asyncio.Event()

    async def work() -> str:
        tries.append(clock.now())
        try:
            await watched.apply(put(1, name="x" * 20_000))
        finally:
            failed.set()
        return "done"

    working = asyncio.create_task(retried(work, clock))
    await failed.wait()
    await make_room(watched)
    await clock.advance(RETRY_AFTER)
    assert await working == "done"
    assert [since - tries[0] for since in tries] == [0, RETRY_AFTER]

    async def refused() -> None:
        raise LookupError("no")

    with pytest.raises(LookupError):
        await retried(refused, clock)


def test_every_disk_error_has_a_refusal_of_two_short_sentences():
    for fault in Fault:
        for has_saved_before in (False, True):
            told = fault.refusal(has_saved=has_saved_before)
            assert told.count(".") == 2
            assert ("nothing changed" in told) != has_saved_before
            assert all(len(sentence.split()) <= 15 for sentence in told.split("."))
