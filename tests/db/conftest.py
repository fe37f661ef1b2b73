"""A small database of its own: coins in boxes."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.db import Migration, SqliteDatabase, Statement, open_database
from tests.sqlite_file import url_of

BOXES = Migration(
    1,
    "0001_boxes.sql",
    """
    -- Boxes that hold coins.
    CREATE TABLE boxes (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        coins INTEGER NOT NULL DEFAULT 0 CONSTRAINT never_negative CHECK (coins >= 0),
        CONSTRAINT box_names UNIQUE (name)
    ) STRICT;
    CREATE TABLE labels (
        box_id INTEGER NOT NULL REFERENCES boxes (id),
        later_box_id INTEGER REFERENCES boxes (id) DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    CREATE TRIGGER labels_stay BEFORE DELETE ON labels
    BEGIN
        SELECT RAISE(ABORT, 'a label is never torn off');
    END;
    """,
)


@pytest.fixture
async def database(path: Path) -> AsyncIterator[SqliteDatabase]:
    opened = await open_database(url_of(path), migrations=[BOXES])
    yield opened
    async with asyncio.timeout(60):
        await opened.close()


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
