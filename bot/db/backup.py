"""Copies of the database: backups, and putting another file in its place while no bot runs on it."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Generator, Iterable
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bot.db.address import file_uri
from bot.db.connection import define_functions
from bot.db.failures import CannotOpen
from bot.db.lock import FileLock
from bot.db.statement import Statement
from bot.db.wal import log_damage

_LOG_ENDINGS = ("-wal", "-shm", "-journal")


def back_up(source: Path, target: Path) -> None:
    """Copy the database as of one moment, beside a running bot too; raises CannotOpen and leaves nothing half done."""
    with copy_database(source, target) as unfinished:
        publish(unfinished, target)


def back_up_before(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy an existing database before a migration and return the copy's path: `shadowport.db.v2.bak`."""
    target = path.with_name(f"{path.name}.v{version}.bak")
    number = 1
    while target.exists():
        number += 1
        target = path.with_name(f"{path.name}.v{version}-{number}.bak")
    with _temporary_file(target) as unfinished:
        _copy(connection, str(path), unfinished, str(target))
        shutil.copymode(path, unfinished)
        publish(unfinished, target)
    return target


@contextmanager
def copy_database(source: Path, target: Path, *, shown: str = "") -> Generator[Path, None, None]:
    """Yield a whole and undamaged copy of the database as of one moment, in a temporary file beside `target`.

    Inspect the copy, then publish it; an unpublished one is deleted at the end. Raises CannotOpen for a source that
    isn't there, isn't a database or is damaged (named as `shown`, or by its path), and without room on the disk.
    """
    named = shown or str(source)
    if not os.path.isfile(source):  # noqa: PTH113  # a Path raises for a name that is too long
        raise CannotOpen(f"There is no database {named}.")
    if wrong := log_damage(source):
        raise CannotOpen(wrong)
    with _temporary_file(target) as unfinished:
        try:
            with closing(sqlite3.connect(file_uri(source, "ro"), uri=True)) as connection:
                _copy(connection, named, unfinished, str(target))
        except sqlite3.Error as error:
            raise CannotOpen(f"{named} can't be read: {error}.") from error
        shutil.copymode(source, unfinished)
        yield unfinished


def write_into(unfinished: Path, statements: Iterable[Statement]) -> None:
    """Run the statements, all or none, in a copy that isn't published yet."""
    with closing(sqlite3.connect(unfinished)) as connection, connection:
        define_functions(connection)
        for statement in statements:
            connection.execute(statement.sql, statement.args)


def publish(unfinished: Path, target: Path) -> None:
    """Give the copy its name. Raises CannotOpen if another file has it."""
    try:
        try:
            os.link(unfinished, target)
        except FileExistsError:
            raise
        except OSError:
            # A file system without links: there is a moment in which another file could come under this name.
            if os.path.lexists(target):
                raise FileExistsError from None
            unfinished.rename(target)
        flush(target.parent)
    except FileExistsError:
        raise _taken(target) from None
    except OSError as error:
        raise _failed(target, error) from error


def flush(path: Path) -> None:
    """Make the file, or the folder's list of files, survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def unused(target: Path) -> Path:
    """Return the path, or the next free one beside it: `a.db`, then `a-2.db`."""
    number, free = 1, target
    while os.path.lexists(free):
        number += 1
        free = target.with_name(f"{target.stem}-{number}{target.suffix}")
    return free


@contextmanager
def lock_database(database: Path) -> Generator[None, None, None]:
    """Hold the database's lock for the length of the block. Raises CannotOpen while a bot runs on it."""
    lock = FileLock.take(database)
    try:
        yield
    finally:
        lock.release()


def put_in_place(unfinished: Path, database: Path, kept: Path) -> Path | None:
    """Make `unfinished` the database and keep the old one as `kept`; return that, or None if there was none.

    To be called within `lock_database`. A whole database is under its name at every moment. Raises CannotOpen, and then
    the one that was there is still in its place.
    """
    try:
        if not database.exists():
            _delete_logs(database)
            unfinished.rename(database)
            flush(database.parent)
            return None
        _copy_rights(database, unfinished)
        _merge_log(database)
        os.link(database, kept)
        for end in _LOG_ENDINGS:
            with suppress(FileNotFoundError):
                database.with_name(database.name + end).rename(kept.with_name(kept.name + end))
        unfinished.replace(database)
        flush(database.parent)
    except OSError as error:
        raise CannotOpen(f"{database} can't be replaced: {error}.") from error
    return kept


@contextmanager
def _temporary_file(target: Path) -> Generator[Path, None, None]:
    """Yield a new empty file beside the target and delete it at the end."""
    if not os.path.isdir(target.parent):  # noqa: PTH112  # as above
        raise CannotOpen(f"The copy {target} could not be made: there is no folder {target.parent}.")
    if os.path.lexists(target):
        raise _taken(target)
    try:
        handle, name = tempfile.mkstemp(prefix="shadowport-", suffix=".part", dir=target.parent)
        os.close(handle)
    except OSError as error:
        raise _failed(target, error) from error
    unfinished = Path(name)
    try:
        yield unfinished
    finally:
        for leftover in (unfinished, *(unfinished.with_name(unfinished.name + end) for end in ("-journal", "-wal"))):
            with suppress(OSError):
                leftover.unlink(missing_ok=True)


def _copy(connection: sqlite3.Connection, source: str, unfinished: Path, target: str) -> None:
    try:
        with closing(sqlite3.connect(unfinished)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            found = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise CannotOpen(f"{source} is damaged: {' '.join(found.split())}.")
        flush(unfinished)
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", "")
        if name == "SQLITE_NOTADB":
            raise CannotOpen(f"{source} is not a database.") from error
        if name.startswith("SQLITE_CORRUPT"):
            raise CannotOpen(f"{source} is damaged: {error}.") from error
        raise _failed(target, error) from error
    except UnicodeDecodeError as error:
        raise CannotOpen(f"{source} is damaged: a name in it can't be read.") from error
    except (sqlite3.Error, OSError) as error:
        raise _failed(target, error) from error


def _merge_log(database: Path) -> None:
    """Merge the log of a killed bot into the file. A damaged database keeps its log beside it."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(file_uri(database, "rw"), uri=True)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _delete_logs(database: Path) -> None:
    """Delete log files left without their database, which would be taken for the new one's."""
    for end in _LOG_ENDINGS:
        database.with_name(database.name + end).unlink(missing_ok=True)


def _copy_rights(database: Path, unfinished: Path) -> None:
    """Give the new file the old one's owner and mode: restored by root, it is still the bot's."""
    shutil.copymode(database, unfinished)
    stat = database.stat()
    with suppress(OSError):  # only root gives files away
        os.chown(unfinished, stat.st_uid, stat.st_gid)


def _taken(target: Path) -> CannotOpen:
    return CannotOpen(f"{target} already exists. Give the backup another name.")


def _failed(target: Path | str, error: Exception) -> CannotOpen:
    why = error.strerror if isinstance(error, OSError) and error.strerror else error
    return CannotOpen(f"The copy {target} could not be made: {why}.")
