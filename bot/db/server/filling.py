"""Filling a database on a server in one transaction, as `move` does."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import psycopg

from bot.db.address import shown_database
from bot.db.failures import CannotOpen
from bot.db.server.connecting import Raw, connect
from bot.db.server.values import one_line, sent, translated
from bot.db.statement import DatabaseFilling, Row, Value

_TABLES_WITH_TRIGGERS = """
SELECT DISTINCT CAST(tgrelid AS REGCLASS) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE relnamespace = CAST(current_schema() AS REGNAMESPACE) AND NOT tgisinternal
"""

_IDENTITY = """
SELECT system_identifier, (SELECT oid FROM pg_database WHERE datname = current_database()) FROM pg_control_system()
"""


class _ServerFilling:
    """The transaction of a connection of its own."""

    def __init__(self, raw: Raw, name: str) -> None:
        self._raw, self._name = raw, name

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        return await (await self._raw.execute(translated(sql), [sent(value) for value in args])).fetchall()

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
        copy = f"COPY {table} ({', '.join(columns)}) FROM STDIN".encode()
        try:
            async with self._raw.cursor() as cursor, cursor.copy(copy) as copying:
                for row in rows:
                    await copying.write_row(row)
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            raise CannotOpen(f"Rows of {table} don't fit into {self._name}: {one_line(error)}.") from error


@asynccontextmanager
async def fill(url: str) -> AsyncGenerator[DatabaseFilling]:
    """Begin a transaction in a database that this process has open and doesn't write to. Leaving the block commits it,
    and an error undoes it. Raises CannotOpen for rows that don't fit, and where the server fails.
    """
    name = shown_database(url)
    async with AsyncExitStack() as stack:
        try:
            raw, _ = await connect(url, stack)
            await raw.execute("BEGIN")
            # Between two pages of rows it waits for the other database.
            await raw.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            tables = [row[0] for row in await (await raw.execute(_TABLES_WITH_TRIGGERS)).fetchall()]
            for table in tables:
                await raw.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER".encode())
            yield _ServerFilling(raw, name)
            for table in tables:
                await raw.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER".encode())
            await raw.execute("COMMIT")
        except psycopg.Error as error:
            raise CannotOpen(f"{name} can't be filled: {one_line(error)}.") from error


async def identity(url: str) -> tuple[str, ...]:
    """Return what tells this database from all others, whatever its address is. Raises CannotOpen."""
    async with AsyncExitStack() as stack:
        try:
            raw, _ = await connect(url, stack, is_bot=False)
            (found,) = await (await raw.execute(_IDENTITY)).fetchall()
        except psycopg.Error as error:
            raise CannotOpen(f"{shown_database(url)} can't be opened: {one_line(error)}.") from error
        return tuple(str(found[at]) for at in range(2))
