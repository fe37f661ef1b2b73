"""The real database of a test: a file or, with `--engine=postgresql`, a database of the run's server for that file."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.db import Database, Row, Statement, TableLayout, Value, known_tables, open_database
from bot.db.ids import WORKERS
from tests import postgresql

_laid_out: list[bytes] = []
_engines = ["sqlite"]


def use(engine: str) -> None:
    """Have the tests of this run use this engine where they don't name one."""
    _engines[:] = [engine]


def is_on_server() -> bool:
    """Return True if the databases of this run are a server's."""
    return _engines == ["postgresql"]


def url_of(path: Path) -> str:
    """Return the URL of a database, as settings give it."""
    return postgresql.url_of(path) if is_on_server() else f"sqlite:///{path}"


def numbered(place: int) -> int:
    """Return the number of the row that came in this place into a new table of numbered rows, such as entries."""
    return place * WORKERS if is_on_server() else place


async def lay_out(path: Path) -> str:
    """See that a book is there, an empty one if none was; its address. The migrations run once a process: to run them
    takes longer than most tests, and `tests/db` tests them.
    """
    if is_on_server():
        return postgresql.url_of(path, postgresql.LAID_OUT)
    if not _laid_out:
        with TemporaryDirectory() as folder:
            first = Path(folder) / "book.db"
            await (await open_database(url_of(first))).close()
            _laid_out.append(first.read_bytes())
    if not path.exists():
        path.write_bytes(_laid_out[0])
    return url_of(path)


def rows_in(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all rows by table, as anyone who can read the database finds them."""
    return {table.name: _rows(path, table) for table in known_tables()}


def _rows(path: Path, table: TableLayout) -> list[dict[str, Any]]:
    found = read(path, f"SELECT {', '.join(table.columns)} FROM {table.name}")
    return [dict(zip(table.columns, row, strict=True)) for row in found]


def read(path: Path, question: str) -> list[tuple[Any, ...]]:
    """Return the rows of a SELECT, beside a bot that runs or without one."""
    if not is_on_server():
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as raw:
            return raw.execute(question).fetchall()
    import psycopg

    with psycopg.connect(url_of(path)) as raw:
        return raw.execute(question.encode()).fetchall()


def bytes_in(path: Path) -> bytes:
    """Return all bytes of the database's own files. Those of a server are its own affair."""
    return b"".join(
        file.read_bytes() for end in ("", "-wal", "-journal") if (file := path.with_name(path.name + end)).exists()
    )


def keep(path: Path) -> Callable[[Path], None]:
    """Return a function that gives another database, or this one, the rows that this one has now. No bot may have that
    one open.
    """
    if not is_on_server():
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(":memory:")) as copy:
            source.backup(copy)
            content = copy.serialize()
        return lambda target: _replace(target, content)
    kept = rows_in(path)
    return lambda target: _refill(target, kept)


def _replace(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def _refill(path: Path, kept: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    import psycopg

    with psycopg.connect(postgresql.url_of(path, postgresql.LAID_OUT)) as raw:
        # No trigger fires for a replica, nor those that check references.
        raw.execute("SET session_replication_role = replica")
        for table in known_tables():
            raw.execute(f"DELETE FROM {table.name}".encode())
            marks = ", ".join(["%s"] * len(table.columns))
            insert = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks})".encode()
            if rows := kept[table.name]:
                raw.cursor().executemany(insert, [tuple(row.values()) for row in rows])


class Around:
    """A database around another one, for a test that changes what one of its methods does."""

    def __init__(self, within: Database) -> None:
        self.within = within

    @property
    def background(self) -> Database:
        return self

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        return await self.within.fetch(sql, *args)

    async def apply(self, *statements: Statement) -> None:
        await self.within.apply(*statements)

    async def settle(self) -> bool:
        return await self.within.settle()

    def is_stuck(self) -> bool:
        return self.within.is_stuck()

    async def until_lost(self) -> Exception:
        return await self.within.until_lost()
