"""Copies of the database: whole, checked, and never on top of another copy."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.db.address import file_uri
from bot.db.failures import CannotOpen


def back_up(source: Path, target: Path) -> None:
    """Copy the database as of one moment, beside a running bot too; raises CannotOpen and leaves nothing half done."""
    if not source.is_file():
        raise CannotOpen(f"There is no database {source}.")
    with closing(sqlite3.connect(file_uri(source, "ro"), uri=True)) as connection:
        _copy(connection, target)


def back_up_before(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """The copy that is made before a migration of an existing database: `shadowport.db.v2.bak`."""
    target = path.with_name(f"{path.name}.v{version}.bak")
    number = 1
    while target.exists():
        number += 1
        target = path.with_name(f"{path.name}.v{version}-{number}.bak")
    _copy(connection, target)
    return target


def _copy(connection: sqlite3.Connection, target: Path) -> None:
    if target.exists():
        raise CannotOpen(f"{target} is there already: give the backup another name.")
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(unfinished)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            found = copy.execute("PRAGMA quick_check").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged: {found}")
        _flush(unfinished)
        unfinished.rename(target)
        _flush(target.parent)
    except (sqlite3.Error, OSError) as error:
        unfinished.unlink(missing_ok=True)
        raise CannotOpen(f"The backup {target} could not be made: {error}.") from error


def _flush(path: Path) -> None:
    """Make the file, or the folder's list of files, survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
