"""A small database of its own: coins in boxes. A test marked `BOTH` runs on both engines, any other on SQLite."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.db import OpenedDatabase, SqliteDatabase, Statement
from tests.db.engines import ENGINES, Engine, Gate, Sqlite
from tests.postgresql import NEEDS_POSTGRESQL

BOTH = pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgresql", marks=NEEDS_POSTGRESQL)], indirect=True)


@pytest.fixture
def engine(request: pytest.FixtureRequest, path: Path) -> Engine:
    return ENGINES[getattr(request, "param", "sqlite")](path)


@pytest.fixture
async def database(engine: Engine) -> AsyncIterator[OpenedDatabase]:
    opened = await engine.open()
    yield opened
    async with asyncio.timeout(60):
        await opened.close()


@pytest.fixture
async def gate(engine: Engine, database: OpenedDatabase) -> AsyncIterator[Gate]:
    """Hold every statement of the database that calls `hold()`."""
    made = await engine.gate(database)
    yield made
    await made.open()


async def open_boxes(path: Path) -> SqliteDatabase:
    """Open the database of coins in boxes in this file."""
    opened = await Sqlite(path).open()
    assert isinstance(opened, SqliteDatabase)
    return opened


async def in_writing_thread(database: SqliteDatabase, function: Callable[[sqlite3.Connection], object]) -> object:
    """Run the function on the connection that writes."""
    assert database._writer
    return await database._writer._connection.run(function)


async def pragma(database: SqliteDatabase, words: str) -> Any:
    """Say or ask it on the connection that writes; the first value of the answer."""
    return await in_writing_thread(database, lambda raw: raw.execute(f"PRAGMA {words}").fetchone()[0])


Put = Callable[..., Statement]


@pytest.fixture
def put() -> Put:
    """Return a function that builds the statement that inserts a box."""

    def statement(box: int, coins: int = 0, name: str | None = None) -> Statement:
        return Statement("INSERT INTO boxes (id, name, coins) VALUES (?, ?, ?)", (box, name or f"box {box}", coins))

    return statement
