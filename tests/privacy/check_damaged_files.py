"""The commands `audit`, `backup` and `restore` on damaged files: sentences, exit status 1, and no traceback."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faulty_disk import PAGE
from tests.privacy.copying import NAME, Run, changed, folder, make_database, run

__all__ = ["folder", "run"]
pytestmark = pytest.mark.usefixtures("logging_put_back")
KEYS = ["accounts", "entries", "transfers", "open_tables", "problems"]


@cache
def _content() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        make_database(path)
        return path.read_bytes()


def book(path: Path) -> None:
    path.write_bytes(_content())


def over(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


def root_of(path: Path, name: str) -> int:
    """Return the byte where the first page of a table or index begins."""
    with closing(sqlite3.connect(path)) as file:
        (page,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return (page - 1) * PAGE


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


Harm = Callable[[Path], object]
HARMS: dict[str, Harm] = {
    "no database": lambda path: path.write_text("a letter home\n" * 100),
    "empty": lambda path: path.write_bytes(b""),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[: 10 * PAGE + 77]),
    "without a magic number": lambda path: over(path, 0, b"\0" * 16),
    "another program's": lambda path: over(path, 68, b"mine"),
    "of a version to come": lambda path: over(path, 60, (9999).to_bytes(4, "big")),
    "of no version": lambda path: over(path, 60, bytes(4)),
    "with another encoding": lambda path: over(path, 56, (3).to_bytes(4, "big")),
    "with a damaged page": lambda path: over(path, root_of(path, "entries"), b"\xa5" * PAGE),
    "with an empty page": lambda path: over(path, root_of(path, "accounts"), bytes(PAGE)),
    "with an index that lacks rows": lambda path: over(path, root_of(path, "sqlite_autoindex_accounts_1") + 3, b"\0\0"),
    "with an orphan": lambda path: changed(
        path, "INSERT INTO screens (campaign_id, channel_id, message_id) VALUES (999, 1, 2)"
    ),
    "without a trigger": lambda path: changed(path, "DROP TRIGGER entries_are_kept"),
    "without an index": lambda path: changed(path, "DROP INDEX claims_of_users"),
    "without a table": lambda path: changed(path, "PRAGMA foreign_keys = OFF", "DROP TABLE screens"),
    "with names that can't be read": lambda path: changed(
        path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET name = CAST(x'fffe' AS TEXT) WHERE name = 'loadouts'",
    ),
    "with a text that can't be read": lambda path: changed(path, "UPDATE characters SET name = CAST(x'ff48' AS TEXT)"),
    "with a log of letters": lambda path: log_of(path).write_text("a letter home\n" * 1000),
    "with a log too short to be one": lambda path: log_of(path).write_bytes(b"\x37\x7f"),
}

PLAYABLE = {"without a trigger", "without an index", "with a text that can't be read"}
"""Damage that a restore repairs, or that keeps nobody from playing."""


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_file_is_reported_in_one_object_and_in_sentences(folder: Path, run: Run, harm: str):
    book(folder / NAME)
    HARMS[harm](folder / NAME)
    status, said, complaint = run("audit", "--json")
    report = json.loads(said)
    assert (status, complaint, said.count("\n"), list(report)) == (1, "", 1, KEYS)
    assert report["problems"]
    assert all(isinstance(count, int) or count is None for count in list(report.values())[:-1])
    assert all(problem.endswith(".") and "\n" not in problem for problem in report["problems"])
    status, said, complaint = run("audit")
    assert (status, complaint) == (1, "")
    assert said.splitlines()[-len(report["problems"]) :] == report["problems"]


@pytest.mark.parametrize("harm", sorted(HARMS.keys() - PLAYABLE))
def test_a_damaged_file_is_not_restored_even_anyway(folder: Path, run: Run, harm: str):
    book(folder / "copy.db")
    HARMS[harm](folder / "copy.db")
    before = (folder / "copy.db").read_bytes()
    status, said, complaint = run("restore", "copy.db", "--anyway")
    assert (status, said, complaint.count("\n")) == (1, "", 1)
    assert complaint.startswith("shadowport: ")
    assert not (folder / NAME).exists()
    assert (folder / "copy.db").read_bytes() == before


@pytest.mark.parametrize("harm", ["cut off", "with a damaged page", "with a log of letters", "empty", "no database"])
def test_a_damaged_file_is_not_copied(folder: Path, run: Run, harm: str):
    book(folder / NAME)
    HARMS[harm](folder / NAME)
    status, said, complaint = run("backup", "copy.db")
    assert (status, said, complaint.count("\n")) == (1, "", 1)
    assert not (folder / "copy.db").exists()


def test_a_good_copy_takes_the_place_of_a_damaged_database(folder: Path, run: Run):
    book(folder / NAME)
    assert run("backup", "copy.db")[0] == 0
    HARMS["with a damaged page"](folder / NAME)
    assert run("restore", "copy.db")[0] == 0
    assert run("audit")[0] == 0


def test_a_bot_does_not_start_on_damaged_tables_and_says_why(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a-token-of-no-use")
    book(folder / NAME)
    over(folder / NAME, root_of(folder / NAME, "tables"), b"\xa5" * PAGE)
    status, said, complaint = run("run")
    assert (status, said) == (1, "")
    logged, told = complaint.splitlines()
    assert "SQLITE_CORRUPT" in logged
    assert told.startswith(f"shadowport: {NAME}: the database is damaged")
