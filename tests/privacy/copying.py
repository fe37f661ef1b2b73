"""Databases with one character in them, and `backup` and `restore` by the command line, in a folder of their own."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.tables.table_fixtures import ANN, TableHarness

Said = pytest.CaptureFixture[str]
Run = Callable[..., tuple[int, str, str]]
NAME = "shadowport.db"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys: Said) -> Run:
    """Return a function that runs a command and returns its status, standard output and standard error."""

    def command(*words: str) -> tuple[int, str, str]:
        status = main(words)
        said = capsys.readouterr()
        return status, said.out, said.err

    return command


def make_database(path: Path, name: str = "Han") -> None:
    """Create a database with one character in it."""

    async def made() -> None:
        async with TableHarness(path) as place:
            await place.characters.create(place.campaign, ANN, name)

    asyncio.run(made())


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as file:
        return [row[0] for row in file.execute("SELECT name FROM characters ORDER BY name")]


def changed(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()
