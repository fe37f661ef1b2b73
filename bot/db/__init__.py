"""The database: `fetch` and `apply`, behind them a file or a server. Nothing else in the bot knows which engine it is.

`sqlite.py` and `postgres.py` are the engines, and `DATABASE_URL` chooses one. What follows is about a SQLite file.

One connection writes and three read, each in a thread of its own. `connection.py` is the only module that knows
aiosqlite, and uses one private name of it. `Database.fetch` reads for clicks, `Database.background` for exports,
reports and audits. A batch is applied as a whole or not at all, and always runs to its end. When a connection dies,
every batch and read that waits for it gets `DatabaseLost`, people read one sentence, and the process ends with status
1 within 10 seconds. A write that hangs takes away the sign of life but doesn't end the process, because a dead disk
can't be told from a slow one.

Disk errors are recognized by SQLite's codes (`fault_of`). All services work on one `WatchedDatabase`, which logs a
disk error once a minute, refuses to write to a file that was moved or deleted, and tries a write that needs room
until it succeeds. `inspection.py` checks a temporary copy of a file: pages, constraints, references, tables,
triggers, indexes. `wal.py` reads SQLite's log itself, because SQLite ignores the part that comes after damage. A log
that was cut off between two changes looks like one of an earlier moment, and no check can tell them apart.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from bot.clock import Clock, SystemClock
from bot.db.address import database_path, has_bare_signs, is_server, local_path, passwords_in, shown_database
from bot.db.backup import back_up, copy_database, lock_database, publish, put_in_place, unused, write_into
from bot.db.failures import (
    CannotOpen,
    DatabaseAway,
    DatabaseClosed,
    DatabaseFailure,
    DatabaseLost,
    Fault,
    FileIsGone,
    NotWritten,
    OutcomeUnknown,
    Refused,
    WrongRows,
    fault_of,
    log_unexpected,
)
from bot.db.ids import Ids, highest_id
from bot.db.inspection import TableLayout, damage_of, examine, known_tables, mend
from bot.db.leases import Leases, SoleLeases, Survey
from bot.db.migrations import Migration, known_migrations
from bot.db.sqlite import SqliteDatabase, fill, open_reading, open_writing
from bot.db.statement import Database, DatabaseFilling, OpenedDatabase, Readable, Row, Statement, Value, with_marks
from bot.db.watch import WatchedDatabase, count_saves, has_saved, retried


async def open_database(
    url: str,
    *,
    read_only: bool = False,
    alone: bool = False,
    migrations: Sequence[Migration] | None = None,
    clock: Clock | None = None,
) -> OpenedDatabase:
    """Open `sqlite:///<file>` or `postgresql://...`: created or migrated if need be. A file is locked against a second
    bot, and on a server the process gets a worker's number.

    `read_only` opens it beside a running bot, unchanged and unlocked. `alone` refuses to open it beside any other
    process that writes. `migrations` are those of this code unless given. The connection to a server is watched by the
    machine's clock, unless another is given. Raises CannotOpen with a sentence for the person who started the bot.
    """
    if is_server(url):
        return await _open_server(url, migrations, clock or SystemClock(), read_only=read_only, alone=alone)
    path = database_path(url)
    steps = known_migrations() if migrations is None else tuple(migrations)
    return await (open_reading if read_only else open_writing)(path, steps)


async def _open_server(
    url: str, migrations: Sequence[Migration] | None, clock: Clock, *, read_only: bool, alone: bool
) -> OpenedDatabase:
    try:
        from bot.db import postgres
    except ImportError as missing:
        raise CannotOpen(
            "PostgreSQL needs the extra `postgres`, which isn't installed: pip install 'shadowport[postgres]'."
        ) from missing
    steps = known_migrations("postgresql") if migrations is None else tuple(migrations)
    if read_only:
        return await postgres.open_reading(url, steps)
    return await postgres.open_writing(url, steps, clock, alone=alone)


@asynccontextmanager
async def fill_database(url: str) -> AsyncGenerator[DatabaseFilling]:
    """Open a database for this process alone, create it if need be, and fill it in one transaction. Leaving the block
    commits it. After an error, or the end of the process, an empty database is left.

    Raises CannotOpen as `open_database` does, and for rows that don't fit.
    """
    async with await open_database(url, alone=True):
        if is_server(url):
            from bot.db.server.filling import fill as fill_on_server

            filling = fill_on_server(url)
        else:
            filling = fill(database_path(url))
        async with filling as begun:
            yield begun


async def is_same_database(one: str, other: str) -> bool:
    """Return True if both addresses name one file, or one database of a server that has been opened before."""
    if is_server(one) != is_server(other):
        return False
    if not is_server(one):
        return database_path(one).resolve() == database_path(other).resolve()
    from bot.db.server.filling import identity

    return await identity(one) == await identity(other)


def damage_at(url: str) -> tuple[str, ...]:
    """Return a sentence for each kind of damage in a database file, beside a running bot too.

    A server looks after its files itself: opening its database compares the tables, and nothing else is looked through.
    """
    return () if is_server(url) else damage_of(database_path(url))


__all__ = [
    "CannotOpen",
    "Database",
    "DatabaseAway",
    "DatabaseClosed",
    "DatabaseFailure",
    "DatabaseFilling",
    "DatabaseLost",
    "Fault",
    "FileIsGone",
    "Ids",
    "Leases",
    "Migration",
    "NotWritten",
    "OpenedDatabase",
    "OutcomeUnknown",
    "Readable",
    "Refused",
    "Row",
    "SoleLeases",
    "SqliteDatabase",
    "Statement",
    "Survey",
    "TableLayout",
    "Value",
    "WatchedDatabase",
    "WrongRows",
    "back_up",
    "copy_database",
    "count_saves",
    "damage_at",
    "damage_of",
    "database_path",
    "examine",
    "fault_of",
    "fill_database",
    "has_bare_signs",
    "has_saved",
    "highest_id",
    "is_same_database",
    "is_server",
    "known_migrations",
    "known_tables",
    "local_path",
    "lock_database",
    "log_unexpected",
    "mend",
    "open_database",
    "passwords_in",
    "publish",
    "put_in_place",
    "retried",
    "shown_database",
    "unused",
    "with_marks",
    "write_into",
]
