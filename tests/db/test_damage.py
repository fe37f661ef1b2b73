"""Damage of a file and of its log is found before anything is written to it; what a killed bot leaves is none."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.db import CannotOpen, damage_of, open_database
from bot.db.inspection import differences
from tests.db.engines import BOXES
from tests.faulty_disk import PAGE
from tests.sqlite_file import url_of
from tests.tables.table_fixtures import ANN, TableHarness


def over(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


async def test_trigger_of_another_text_is_named(path: Path) -> None:
    async with await open_database(url_of(path), migrations=[BOXES]):
        pass
    with closing(sqlite3.connect(path)) as file:
        assert differences(file, [BOXES], 1) == ((), ())
        file.execute("DROP TRIGGER labels_stay")
        file.execute("CREATE TRIGGER labels_stay BEFORE DELETE ON boxes BEGIN SELECT 1; END")
        assert differences(file, [BOXES], 1).wrong == ("the trigger labels_stay is another one",)


def test_only_a_file_that_is_there_is_looked_into(tmp_path: Path):
    with pytest.raises(CannotOpen):
        damage_of(tmp_path / "nowhere.db")
    with pytest.raises(CannotOpen):
        damage_of(tmp_path)


@pytest.fixture
async def killed(tmp_path: Path) -> Path:
    """Return the files that a killed bot leaves: a database whose last changes stand in its log alone."""
    async with TableHarness(tmp_path / "running.db") as place:
        await place.characters.create(place.campaign, ANN, "Han")
        for end in ("", "-wal"):
            shutil.copy(tmp_path / f"running.db{end}", tmp_path / f"book.db{end}")
        assert damage_of(tmp_path / "running.db") == ()
    return tmp_path / "book.db"


async def test_a_log_that_ends_within_a_change_is_whole(killed: Path):
    """A bot that is killed while it writes leaves that. Nobody has read that it was saved."""
    content = log_of(killed).read_bytes()
    log_of(killed).write_bytes(content[:-100])
    assert damage_of(killed) == ()


@pytest.mark.parametrize("part", ["the middle", "the end", "the header", "all of it", "behind the end"])
async def test_garbage_in_a_log_is_found(killed: Path, part: str):
    size, garbage = log_of(killed).stat().st_size, b"\xa5" * (PAGE + 24)
    where = {"the middle": 32 + PAGE + 24, "the end": size - len(garbage), "header": 0, "behind the end": size}.get(
        part, 0
    )
    over(
        log_of(killed), where, b"\xa5" * (size if part == "all of it" else 8 if part == "the header" else len(garbage))
    )
    (told,) = [sentence for sentence in damage_of(killed) if "-wal" in sentence]
    assert told.startswith(f"{killed}-wal is damaged from its ")


async def test_an_unfinished_batch_in_the_log_is_no_damage(tmp_path: Path):
    """Big batches reach the log before their commit; what is left of one that was undone stands behind later ones."""
    path = tmp_path / "book.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as writing:
        writing.execute("PRAGMA journal_mode = WAL")
        writing.execute("PRAGMA cache_size = 1")
        writing.execute("CREATE TABLE boxes (room BLOB)")
        writing.execute("BEGIN")
        for _ in range(50):
            writing.execute("INSERT INTO boxes VALUES (randomblob(9000))")
        spilled = log_of(path).stat().st_size
        writing.execute("ROLLBACK")
        writing.execute("INSERT INTO boxes VALUES ('small')")
        assert log_of(path).stat().st_size == spilled > 100 * PAGE
        assert not [sentence for sentence in damage_of(path) if "-wal" in sentence]
