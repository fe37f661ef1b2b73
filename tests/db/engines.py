"""Both engines behind one interface: a database of coins in boxes, and statements that take as long as a test wants."""

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any, Protocol

from bot.db import Migration, OpenedDatabase, SqliteDatabase, open_database
from tests import postgresql

_BOXES = """
-- Boxes that hold coins.
CREATE TABLE boxes (
    id {integer} PRIMARY KEY,
    name TEXT NOT NULL,
    coins {integer} NOT NULL DEFAULT 0 CONSTRAINT never_negative CHECK (coins >= 0),
    CONSTRAINT box_names UNIQUE (name)
){strict};
CREATE TABLE labels (
    box_id {integer} NOT NULL REFERENCES boxes (id),
    later_box_id {integer} REFERENCES boxes (id) DEFERRABLE INITIALLY DEFERRED
){strict};
"""
BOXES = Migration(
    1,
    "0001_boxes.sql",
    _BOXES.format(integer="INTEGER", strict=" STRICT")
    + """
    CREATE TRIGGER labels_stay BEFORE DELETE ON labels
    BEGIN
        SELECT RAISE(ABORT, 'a label is never torn off');
    END;
    """,
)
_LOCK = 7
SERVER_BOXES = Migration(
    1,
    "0001_boxes.sql",
    _BOXES.format(integer="BIGINT", strict="")
    + f"""
    CREATE FUNCTION keep() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE = 'a label is never torn off';
    END
    $$;
    CREATE TRIGGER labels_stay BEFORE DELETE ON labels FOR EACH ROW EXECUTE FUNCTION keep();
    CREATE FUNCTION hold() RETURNS BIGINT LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock_shared({_LOCK});
        RETURN 1;
    END
    $$;
    """,
)


class Gate(Protocol):
    """Holds every statement that calls `hold()` until it is opened."""

    async def entered(self) -> None:
        """Return when one more statement is held."""
        ...

    async def open(self) -> None: ...


class Engine(Protocol):
    """The place of a test's database, and a way to hold it up."""

    def __init__(self, path: Path) -> None: ...

    async def open(self) -> OpenedDatabase:
        """Open a database of coins in boxes."""
        ...

    async def open_laid_out(self) -> OpenedDatabase:
        """Open a database of the bot's own."""
        ...

    async def gate(self, database: Any) -> Gate:
        """Make `hold()` known to all connections of the database."""
        ...


class Sqlite:
    def __init__(self, path: Path) -> None:
        self.url = f"sqlite:///{path}"

    async def open_laid_out(self) -> OpenedDatabase:
        return await open_database(self.url)

    async def open(self) -> OpenedDatabase:
        return await open_database(self.url, migrations=[BOXES])

    async def gate(self, database: SqliteDatabase) -> Gate:
        assert database._writer
        made = _ThreadGate()
        readers = (*database._readers._connections, *database._long._connections)
        for connection in (database._writer._connection, *readers):
            await connection.run(made.reach)
        return made


class _ThreadGate:
    def __init__(self) -> None:
        self._go_on = threading.Event()
        self._begun = threading.Semaphore(0)

    def reach(self, raw: sqlite3.Connection) -> None:
        raw.create_function("hold", 0, self._hold)

    async def entered(self) -> None:
        await asyncio.to_thread(self._begun.acquire)

    async def open(self) -> None:
        self._go_on.set()

    def _hold(self) -> int:
        self._begun.release()
        self._go_on.wait(30)
        return 1


class Postgresql:
    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def url(self) -> str:
        return postgresql.url_of(self._path)

    async def open_laid_out(self) -> OpenedDatabase:
        return await open_database(postgresql.url_of(self._path, postgresql.LAID_OUT))

    async def open(self) -> OpenedDatabase:
        return await open_database(self.url, migrations=[SERVER_BOXES])

    async def gate(self, database: object) -> Gate:
        import psycopg

        raw = await psycopg.AsyncConnection.connect(self.url, autocommit=True)
        await raw.execute(f"SELECT pg_advisory_lock({_LOCK})".encode())
        return _ServerGate(raw)


class _ServerGate:
    """A connection that has the lock, and the others that wait for it."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self._entered = 0

    async def entered(self) -> None:
        waiting = f"""
            SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
            WHERE datname = current_database() AND locktype = 'advisory' AND objid = {_LOCK} AND NOT granted
            """
        self._entered += 1
        while (await (await self._raw.execute(waiting)).fetchone())[0] < self._entered:
            pass

    async def open(self) -> None:
        await self._raw.close()


ENGINES: dict[str, type[Engine]] = {"sqlite": Sqlite, "postgresql": Postgresql}
