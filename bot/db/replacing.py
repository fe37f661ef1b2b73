"""Another file in the place of the database, while no bot runs on it; the one that was there stays beside it."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bot.db.address import file_uri
from bot.db.backup import flush
from bot.db.failures import CannotOpen
from bot.db.lock import FileLock

_BESIDE = ("-wal", "-shm", "-journal")


@contextmanager
def held(database: Path) -> Iterator[None]:
    """Nobody else opens the database for writing meanwhile; raises CannotOpen while a bot runs on it."""
    lock = FileLock.take(database)
    try:
        yield
    finally:
        lock.release()


def put_in_place(unfinished: Path, database: Path, kept: Path) -> Path | None:
    """Make `unfinished`, beside it, the database. What was there is `kept` from now on; None if nothing was.

    To be called within `held`. There is a whole database under its name at every moment. Raises CannotOpen, and then
    the one that was there is still in its place.
    """
    try:
        if not database.exists():
            _without_log(database)
            unfinished.rename(database)
            flush(database.parent)
            return None
        _like(database, unfinished)
        _fold_in(database)
        os.link(database, kept)
        for end in _BESIDE:
            with suppress(FileNotFoundError):
                database.with_name(database.name + end).rename(kept.with_name(kept.name + end))
        unfinished.replace(database)
        flush(database.parent)
    except OSError as error:
        raise CannotOpen(f"{database} can't be replaced: {error}.") from error
    return kept


def _fold_in(database: Path) -> None:
    """Bring what a killed bot has left in the log into the file itself. A damaged database keeps its log beside it."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(file_uri(database, "rw"), uri=True)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _without_log(database: Path) -> None:
    """A log without its database would be taken for the new one's."""
    for end in _BESIDE:
        database.with_name(database.name + end).unlink(missing_ok=True)


def _like(database: Path, unfinished: Path) -> None:
    """Whoever could open the old file can open the new one: restored by root, it is still the bot's."""
    shutil.copymode(database, unfinished)
    stat = database.stat()
    with suppress(OSError):  # only root gives files away
        os.chown(unfinished, stat.st_uid, stat.st_gid)
