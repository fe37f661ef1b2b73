"""The playground's database: beside the real bot's, never the same, and wiped without touching another file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.db import CannotOpen, database_path, local_path, open_database
from bot.settings import Settings
from playground.database import PlaygroundDatabase
from tests.sqlite_file import url_of


@pytest.mark.parametrize(
    "url, own",
    [
        ("sqlite:///shadowport.db", "sqlite:///shadowport-playground.db"),
        ("sqlite:////data/shadowport.db", "sqlite:////data/shadowport-playground.db"),
        ("sqlite:///../books/the.long.campaign.sqlite3", "sqlite:///../books/the.long.campaign-playground.sqlite3"),
        ("sqlite:///book", "sqlite:///book-playground"),
        ("sqlite:///.hidden", "sqlite:///.hidden-playground"),
        ("sqlite:///with spaces & 100%.db", "sqlite:///with spaces & 100%-playground.db"),
        ("postgresql://shadowport@localhost/book", "sqlite:///book-playground.db"),
        ("sqlite:///shadowport-playground.db", "sqlite:///shadowport-playground-playground.db"),
    ],
)
def test_playground_database_lies_beside_the_real_one_under_its_own_name(url: str, own: str):
    assert PlaygroundDatabase.beside(url).url == own
    assert database_path(own) == PlaygroundDatabase.beside(url).path != local_path(url)


@pytest.mark.parametrize("name", ["shadowport.db", "book", ".hidden", "the.long.campaign.db", "é 100%.db"])
def test_playground_database_url_is_valid_in_settings(tmp_path: Path, name: str):
    settings = Settings(database_url=url_of(tmp_path / name))
    own = PlaygroundDatabase.beside(settings.database_url)
    assert own.path.parent == tmp_path
    assert Settings(database_url=own.url).database_url == own.url


@pytest.mark.parametrize("url", ["mysql://localhost/book", "sqlite:///", "sqlite:///:memory:"])
def test_playground_database_is_refused_beside_a_url_without_a_file(url: str):
    with pytest.raises(CannotOpen):
        PlaygroundDatabase.beside(url)


OWN = (
    "book-playground.db",
    "book-playground.db-wal",
    "book-playground.db-shm",
    "book-playground.db-journal",
    "book-playground.db.alive",
    "book-playground.db.v3.bak",
    "book-playground.db.v3-2.bak",
    "book-playground.db.v12.bak.part",
)
FOREIGN = (
    "book.db",
    "book.db-wal",
    "book.db.v3.bak",
    "book-playground.db.bak",
    "book-playground.db2",
    "book-playground-2.db",
    "my-book-playground.db",
    "book-playgroundxdb",
    "book-playground.db.v.bak",
    "book-playground.db.v3.bak.old",
    "book-playground.db.alive.txt",
)


def test_wipe_deletes_only_the_files_of_the_playground_database(tmp_path: Path):
    for name in (*OWN, *FOREIGN):
        (tmp_path / name).write_text(name)
    PlaygroundDatabase.beside(url_of(tmp_path / "book.db")).wipe()
    left = {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert left == {name: name for name in FOREIGN} | {"book-playground.db.lock": ""}


def test_signs_in_the_name_stand_for_themselves(tmp_path: Path):
    for name in ("a.b-playground.db", "aXb-playground.db", "[x]*-playground.db", "xx-playground.db"):
        (tmp_path / name).touch()
    PlaygroundDatabase.beside(url_of(tmp_path / "a.b.db")).wipe()
    PlaygroundDatabase.beside(url_of(tmp_path / "[x]*.db")).wipe()
    assert {file.name for file in tmp_path.glob("*.db")} == {"aXb-playground.db", "xx-playground.db"}


async def test_playground_database_in_use_is_not_free_and_not_wiped(tmp_path: Path):
    book = PlaygroundDatabase.beside(url_of(tmp_path / "book.db"))
    async with await open_database(book.url):
        for refused in (book.require_free, book.wipe):
            with pytest.raises(CannotOpen, match=r"^Another bot is already running on book-playground\.db\."):
                refused()
    with closing(sqlite3.connect(book.path)) as kept:
        assert kept.execute("PRAGMA quick_check").fetchone() == ("ok",)
    book.require_free()
    book.wipe()
    assert not book.path.exists()


def test_a_file_that_cant_be_deleted_is_named_and_the_database_stays(tmp_path: Path):
    book = PlaygroundDatabase.beside(url_of(tmp_path / "book.db"))
    book.path.touch()
    (tmp_path / "book-playground.db.v1.bak").mkdir()
    with pytest.raises(CannotOpen, match=r"book-playground\.db\.v1\.bak can't be deleted: .*\.$"):
        book.wipe()
    assert book.path.exists()
    book.require_free()


def test_databases_of_one_name_keep_their_worlds_apart(tmp_path: Path):
    books = [PlaygroundDatabase.beside(url_of(tmp_path / f"a{ending}")) for ending in (".db", ".sqlite", "")]
    assert [book.said.name for book in books] == [
        "a-playground.db.said.json",
        "a-playground.sqlite.said.json",
        "a-playground.said.json",
    ]
