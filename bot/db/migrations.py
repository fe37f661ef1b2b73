"""Brings a database to the schema of this code: numbered SQL files, each with its version in one transaction.

`schema/sqlite` and `schema/postgresql` have the same files; the later ones change what 0001 builds. The version is
SQLite's `user_version`; `application_id` says that the file is ours at all. PostgreSQL has both in a table
(`server/schema.py`).

The first line of a step may be `-- works with code of version 3`. Such a step adds a table, an index, or a column that
may be null or has a default. Code of that version goes on, and starts again, on the result. A step without the line
contracts the schema, and older code is refused. So a column that one release no longer needs goes in the next release.

Beside its own version the database notes the oldest one that works with all steps. In SQLite these are the upper 16
bits of `user_version`.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from bot.db.backup import back_up_before
from bot.db.failures import CannotOpen

APPLICATION_ID = 0x53504F52
_UNRELEASED = 0x53505254
"""The mark of databases from before the first release."""
_NAME = re.compile(r"(\d{4})_\w+\.sql")
_WORKS_WITH = re.compile(r"\s*-- works with code of version (\d+)\s*$", re.MULTILINE)
_VERSION_BITS = 16
_NEWEST = (1 << _VERSION_BITS) - 1


@dataclass(frozen=True, slots=True)
class Migration:
    """The step from version `number` - 1 to `number`."""

    number: int
    name: str
    sql: str

    @property
    def works_with(self) -> int:
        """The version of the oldest code that works with the step's outcome: its own, unless its first line says so."""
        found = _WORKS_WITH.match(self.sql)
        return min(int(found[1]), self.number) if found else self.number


def oldest_code(migrations: Sequence[Migration]) -> int:
    """Return the version of the oldest code that works with what these migrations build."""
    return max((migration.works_with for migration in migrations), default=0)


def known_migrations(dialect: str = "sqlite") -> tuple[Migration, ...]:
    """All migrations of the dialect that come with this code, 1 and up without a gap."""
    folder = resources.files("bot.db").joinpath("schema", dialect)
    found = sorted(
        (
            Migration(int(match[1]), file.name, file.read_text(encoding="utf-8"))
            for file in folder.iterdir()
            if (match := _NAME.fullmatch(file.name))
        ),
        key=lambda migration: migration.number,
    )
    if [migration.number for migration in found] != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations with a gap or a double number: {[migration.name for migration in found]}")
    return tuple(found)


def migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    """Run what is missing; an existing database is backed up beside itself first.

    Raises CannotOpen for a newer or foreign database, and for a migration that fails: that one leaves nothing behind.
    """
    version = check_version(connection, path, migrations)
    missing = migrations[version:]
    if not missing:
        return
    if version:
        back_up_before(connection, path, version)
    # A table is rebuilt by copying and renaming, which foreign keys must not follow; they are checked at the end.
    connection.execute("PRAGMA foreign_keys = OFF")
    for migration in missing:
        _run(connection, path, migration, oldest_code(migrations[: migration.number]))


def check_version(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> int:
    """Return the version of the database, 0 for an empty one. Raises CannotOpen if this code must not touch it."""
    application = _pragma(connection, "application_id")
    noted = _pragma(connection, "user_version")
    version = noted & _NEWEST
    if application == _UNRELEASED:
        raise CannotOpen(
            f"{path.name} is from before Shadowport's first release, and this version can't read it. "
            "Move it away, and the bot starts a new one."
        )
    if application != APPLICATION_ID and (application or noted or _has_tables(connection)):
        raise CannotOpen(f"{path.name} is a database of another program.")
    require_known(path.name, version, migrations, noted >> _VERSION_BITS or version)
    return version


def require_known(name: str, version: int, migrations: Sequence[Migration], oldest: int) -> None:
    """Raise CannotOpen for a database of a newer version than these migrations build, unless they are as new as the
    `oldest` that work with it.
    """
    if version > len(migrations) < oldest:
        raise CannotOpen(
            f"{name} was written by a newer Shadowport (its version is {version}, "
            f"this one knows {len(migrations)}): update the bot, or restore an older backup."
        )


def _run(connection: sqlite3.Connection, path: Path, migration: Migration, oldest: int) -> None:
    expands = oldest < migration.number
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements(migration.sql):
            connection.execute(statement)
        if broken := connection.execute("PRAGMA foreign_key_check").fetchall():
            raise sqlite3.IntegrityError(f"rows that refer to missing rows: {len(broken)}, the first in {broken[0][0]}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {migration.number | (oldest << _VERSION_BITS) * expands}")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise CannotOpen(f"{path.name} couldn't be updated by {migration.name}, and is unchanged: {error}.") from error


def statements(script: str) -> Iterator[str]:
    """Yield the single statements of a script; a trigger with its semicolons is one."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
    if pending.strip():
        raise sqlite3.OperationalError(f"the script ends in the middle of: {pending.strip()[:60]}")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _has_tables(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None
