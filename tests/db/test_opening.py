"""One bot a database; everybody else may look."""

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import portalocker
import pytest

from bot.db import CannotOpen, DatabaseClosed, Migration, SqliteDatabase, Statement, open_database
from bot.db.backup import back_up
from tests.db.conftest import Put, pragma
from tests.db.engines import BOXES
from tests.sqlite_file import url_of


def files_in(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def write(path: Path, text: str) -> None:
    path.write_text(text)


def content(path: Path) -> bytes:
    return path.read_bytes()


MORE = Migration(2, "0002_more.sql", "ALTER TABLE boxes ADD COLUMN colour TEXT;")


async def test_database_pragmas_keep_acknowledged_commits(database: SqliteDatabase) -> None:
    assert await pragma(database, "journal_mode") == "wal"
    assert await pragma(database, "synchronous") == 2
    assert await pragma(database, "foreign_keys") == 1
    assert await pragma(database, "recursive_triggers") == 1


@pytest.mark.parametrize(
    "url", ["mysql://host/name", "shadowport.db", "sqlite://shadowport.db", "sqlite:///", "sqlite:///:memory:"]
)
async def test_an_address_that_is_no_file_is_refused(url: str) -> None:
    with pytest.raises(CannotOpen, match=r"sqlite:///shadowport\.db"):
        await open_database(url)


async def test_relative_address_is_beside_the_bot_and_folders_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with await open_database("sqlite:///a b%20c?d#e.db", migrations=[BOXES]):
        pass
    assert files_in(tmp_path) == {"a b%20c?d#e.db", "a b%20c?d#e.db.lock"}
    with pytest.raises(CannotOpen, match="nowhere"):
        await open_database(url_of(tmp_path / "nowhere" / "book.db"))
    with pytest.raises(CannotOpen, match="is a folder"):
        await open_database(url_of(tmp_path))


async def test_a_second_bot_on_the_same_database_is_refused(database: SqliteDatabase, path: Path) -> None:
    with pytest.raises(CannotOpen, match=r"Another bot is already running on book\.db"):
        await open_database(url_of(path), migrations=[BOXES])


async def test_the_next_bot_can_open_a_closed_database(path: Path, put: Put) -> None:
    async with await open_database(url_of(path), migrations=[BOXES]) as first:
        await first.apply(put(1))
    async with await open_database(url_of(path), migrations=[BOXES]) as second:
        assert len(await second.fetch("SELECT id FROM boxes")) == 1


async def test_the_lock_of_a_killed_bot_is_gone(path: Path) -> None:
    script = (
        "import sys, time\nfrom pathlib import Path\nfrom bot.db.lock import FileLock\n"
        "held = FileLock.take(Path(sys.argv[1]))\nprint('held', flush=True)\ntime.sleep(600)\n"
    )
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", script, str(path), stdout=asyncio.subprocess.PIPE)
    try:
        assert bot.stdout
        assert await bot.stdout.readline()
        with pytest.raises(CannotOpen, match="Another bot"):
            await open_database(url_of(path), migrations=[BOXES])
    finally:
        bot.kill()
        await bot.communicate()
    async with await open_database(url_of(path), migrations=[BOXES]):
        pass


async def test_a_disk_that_knows_no_locks_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise portalocker.LockException("no locks available")

    monkeypatch.setattr(portalocker, "lock", no_locks)
    with pytest.raises(CannotOpen, match="no locks available"):
        await open_database(url_of(path), migrations=[BOXES])
    assert not path.exists()


async def test_a_database_can_be_read_beside_the_running_bot(database: SqliteDatabase, path: Path, put: Put) -> None:
    async with await open_database(url_of(path), read_only=True, migrations=[BOXES]) as visitor:
        await database.apply(put(1))
        assert len(await visitor.fetch("SELECT id FROM boxes")) == 1
        with pytest.raises(DatabaseClosed, match="reading only"):
            await visitor.apply(put(2))
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            await visitor.fetch("DELETE FROM boxes")


async def test_a_database_can_be_read_when_no_bot_is_running(path: Path, put: Put) -> None:
    async with await open_database(url_of(path), migrations=[BOXES]) as bot:
        await bot.apply(put(1))
    async with await open_database(url_of(path), read_only=True, migrations=[BOXES]) as visitor:
        assert len(await visitor.fetch("SELECT id FROM boxes")) == 1


async def test_fetch_cannot_write(database: SqliteDatabase) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await database.fetch("INSERT INTO boxes (id, name) VALUES (1, 'x') RETURNING id")


async def test_reading_a_missing_database_creates_none(path: Path) -> None:
    with pytest.raises(CannotOpen, match=r"book\.db"):
        await open_database(url_of(path), read_only=True, migrations=[BOXES])
    assert not files_in(path.parent)


async def test_reading_an_older_database_changes_nothing(path: Path) -> None:
    async with await open_database(url_of(path), migrations=[BOXES]):
        pass
    with pytest.raises(CannotOpen, match="start the bot once"):
        await open_database(url_of(path), read_only=True, migrations=[BOXES, MORE])


@pytest.mark.parametrize("read_only", [False, True])
async def test_a_newer_database_is_left_alone(path: Path, read_only: bool) -> None:
    async with await open_database(url_of(path), migrations=[BOXES, MORE]):
        pass
    before = content(path)
    with pytest.raises(CannotOpen, match="written by a newer Shadowport"):
        await open_database(url_of(path), read_only=read_only, migrations=[BOXES])
    assert path.read_bytes() == before


@pytest.mark.parametrize("mark", ["CREATE TABLE notes (text)", "PRAGMA user_version = 1", "PRAGMA application_id = 5"])
async def test_the_database_of_another_program_is_left_alone(path: Path, mark: str) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute(mark)
    before = content(path)
    with pytest.raises(CannotOpen, match="another program"):
        await open_database(url_of(path), migrations=[BOXES])
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    write(path, "a letter home, long enough to be taken for a header, but it isn't one at all\n" * 20)
    with pytest.raises(CannotOpen, match="not a database"):
        await open_database(url_of(path), migrations=[BOXES])


async def test_backup_is_whole_and_replaces_nothing(database: SqliteDatabase, path: Path, put: Put) -> None:
    await database.apply(put(1, 5))
    copy = path.with_name("copy.db")
    await asyncio.to_thread(back_up, path, copy)
    await database.apply(put(2, 6))
    async with await open_database(url_of(copy), read_only=True, migrations=[BOXES]) as visitor:
        assert [row["coins"] for row in await visitor.fetch("SELECT coins FROM boxes")] == [5]
    copy = path.with_name("copy.db")
    copy.write_text("precious")
    with pytest.raises(CannotOpen, match="already exists"):
        await asyncio.to_thread(back_up, path, copy)
    assert copy.read_text() == "precious"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_backup_that_fails_leaves_nothing_behind(database: SqliteDatabase, path: Path, tmp_path: Path) -> None:
    (closed := tmp_path / "closed").mkdir(mode=0o500)
    with pytest.raises(CannotOpen, match="could not be made"):
        await asyncio.to_thread(back_up, path, closed / "copy.db")
    assert not list(closed.iterdir())


async def test_a_backup_into_a_folder_that_is_not_there_is_refused(database: SqliteDatabase, path: Path) -> None:
    with pytest.raises(CannotOpen, match="could not be made"):
        await asyncio.to_thread(back_up, path, path.parent / "nowhere" / "copy.db")


async def test_a_row_has_its_columns_by_name_and_place(database: SqliteDatabase, put: Put) -> None:
    await database.apply(put(1, 5), Statement("UPDATE boxes SET coins = 6"))
    (row,) = await database.fetch("SELECT id, coins FROM boxes WHERE coins = ?", 6)
    assert (row["id"], row[1], row.keys()) == (1, 6, ["id", "coins"])
