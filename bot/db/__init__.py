"""The database: `fetch` and `apply`, behind them one file. Nothing else in the bot knows which engine it is."""

from collections.abc import Sequence

from bot.db.address import database_path
from bot.db.backup import back_up, copied, held, publish, put_in_place, unused
from bot.db.failures import (
    CannotOpen,
    DatabaseClosed,
    DatabaseFailure,
    DatabaseLost,
    Fault,
    FileIsGone,
    NotWritten,
    Refused,
    WrongRows,
    fault_of,
    log_unexpected,
)
from bot.db.ids import Ids, highest_id
from bot.db.inspection import damage_of, differences, mend
from bot.db.migrations import Migration, known_migrations, version_of
from bot.db.sqlite import SqliteDatabase, open_reading, open_writing
from bot.db.statement import Database, Row, Statement, Value
from bot.db.watch import WatchedDatabase, count_saves, has_saved, retried


async def open_database(
    url: str, *, read_only: bool = False, migrations: Sequence[Migration] | None = None
) -> SqliteDatabase:
    """Open `sqlite:///<file>`: created or migrated if need be, and locked against a second bot.

    `read_only` opens it beside a running bot, unchanged and unlocked. `migrations` are those of this code unless given.
    Raises CannotOpen with a sentence for whoever started the bot.
    """
    path = database_path(url)
    steps = known_migrations() if migrations is None else tuple(migrations)
    return await (open_reading if read_only else open_writing)(path, steps)


__all__ = [
    "CannotOpen",
    "Database",
    "DatabaseClosed",
    "DatabaseFailure",
    "DatabaseLost",
    "Fault",
    "FileIsGone",
    "Ids",
    "Migration",
    "NotWritten",
    "Refused",
    "Row",
    "SqliteDatabase",
    "Statement",
    "Value",
    "WatchedDatabase",
    "WrongRows",
    "back_up",
    "copied",
    "count_saves",
    "damage_of",
    "database_path",
    "differences",
    "fault_of",
    "has_saved",
    "held",
    "highest_id",
    "known_migrations",
    "log_unexpected",
    "mend",
    "open_database",
    "publish",
    "put_in_place",
    "retried",
    "unused",
    "version_of",
]
