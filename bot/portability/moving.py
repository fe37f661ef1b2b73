"""Moving all data to another database, of the same engine or the other one, while no bot runs on either.

The rows go page by page, table by table, each table behind those that it refers to. All of it is one transaction of the
new database. Before it is committed, every row is read from both and compared, and both ledgers are audited. So the new
database has everything or nothing, and a move that was broken off is simply repeated. The old one stays as it was.
"""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import asdict, dataclass

from bot.db import (
    CannotOpen,
    DatabaseFilling,
    OpenedDatabase,
    Readable,
    TableLayout,
    Value,
    damage_at,
    fill_database,
    is_same_database,
    known_tables,
    open_database,
    shown_database,
)
from bot.ledger import audit

_ROWS, _FILES = 500, 4
"""Rows read at once, and rows that may hold a whole file."""
OF_PROCESSES = {"heirs", "identifies", "shards", "workers"}
"""Tables about the processes that run on a database. Another one has others."""

_Page = list[tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class MovedData:
    """All that was moved, and found the same in both databases."""

    source: str
    target: str
    rows: Mapping[str, int]
    """By table."""
    balances: int
    hands: int
    """Hands whose rows and digests are the same."""

    def to_json(self) -> str:
        """One object: source, target, rows by table, balances, hands."""
        return json.dumps(asdict(self))


async def move_database(source: str, target: str) -> MovedData:
    """Copy everything from one URL to the other. Raises CannotOpen, and then the target has no row of it.

    A source is refused if a bot runs on it, if it is damaged or from an older version, or if its ledger doesn't
    balance. A target is refused if it is the source, can't be reached or isn't empty.
    """
    if damage := damage_at(source):
        raise CannotOpen(damage[0])
    async with await open_database(source, read_only=True):
        pass  # one of an older version is refused, and not brought up to date
    if await is_same_database(source, target):
        raise CannotOpen(f"{shown_database(target)} is the database itself.")
    async with await open_database(source, alone=True) as old, fill_database(target) as new:
        tables = [table for table in known_tables() if table.name not in OF_PROCESSES]
        await _require_empty(new, tables, target)
        await _require_balance(old, source)
        for table in tables:
            async for page in _pages(old, table):
                await new.insert(table.name, table.columns, page)
        rows = {table.name: await _compared(old, new, table) for table in tables}
        await _require_balance(new, target)
        return MovedData(shown_database(source), shown_database(target), rows, rows["accounts"], rows["hands"])


async def _require_empty(new: DatabaseFilling, tables: Sequence[TableLayout], target: str) -> None:
    for table in tables:
        if await new.fetch(f"SELECT 1 FROM {table.name} LIMIT 1"):  # noqa: S608  # a name of the schema
            raise CannotOpen(
                f"{shown_database(target)} isn't empty: it has {table.name}. Give --to the URL of an empty database."
            )


async def _require_balance(database: Readable, url: str) -> None:
    if problems := (await audit(database)).problems:
        raise CannotOpen(f"The ledger in {shown_database(url)} doesn't balance: {problems[0]}")


async def _pages(database: OpenedDatabase | DatabaseFilling, table: TableLayout) -> AsyncGenerator[_Page]:
    """Yield all rows in the order of their primary key, which both engines agree on."""
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    size = _FILES if table.has_files else _ROWS
    behind, last = "", ()
    while True:
        sql = f"SELECT {columns} FROM {table.name} {behind} ORDER BY {key} LIMIT {size}"  # noqa: S608  # names of the schema
        rows = await database.fetch(sql, *last)
        yield [tuple(row[at] for at in range(len(table.columns))) for row in rows]
        if len(rows) < size:
            return
        behind, last = f"WHERE ({key}) > ({', '.join('?' * len(table.key))})", tuple(rows[-1][at] for at in table.key)


async def _compared(old: OpenedDatabase, new: DatabaseFilling, table: TableLayout) -> int:
    """Return the number of rows, once all are found to be the same."""
    count, there = 0, _pages(new, table)
    async for page in _pages(old, table):
        if page != await anext(there, []):
            raise CannotOpen(f"Rows of {table.name} aren't the same after the move, so nothing was moved.")
        count += len(page)
    return count
