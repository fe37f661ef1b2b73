"""Errors between the bot and its database, and which of them come from the disk.

Players never read these exceptions. After a disk error they read its `refusal`.
"""

import logging
import sqlite3
from enum import Enum

from bot.db.statement import Statement

_LATER = "Try again in a minute"
_PRIMARY = 0xFF
"""The bits of an engine's code that say what happened; the others say where."""


class Fault(Enum):
    """A disk that doesn't take what is written, or a file that can't be read: what it is, and what helps."""

    FULL = ("disk is full", "free some space")
    READ_ONLY = ("disk is read-only", "make it writable")
    FAILING = ("disk reports errors", "check it")
    DAMAGED = ("database is damaged", "restore a backup")
    GONE = ("database file is gone", "put it back")
    UNOPENABLE = ("database can't be opened", "check its folder")
    LOCKED = ("database is locked by another program", "close that program")
    AWAY = ("database can't be reached", "look at its server")

    def __init__(self, state: str, remedy: str) -> None:
        self.state, self.remedy = state, remedy

    def refusal(self, *, has_saved: bool = False) -> str:
        """Two short sentences for the person whose click failed. `has_saved`: something of it was written before."""
        effect = "only part of that was saved" if has_saved else "nothing changed"
        advice = f"Ask the person who runs the bot to {self.remedy}" if self is not Fault.AWAY else _LATER
        return f"The bot's {self.state}, so {effect}. {advice}."


class DatabaseFailure(Exception):
    """The family of all of them."""


class WrongRows(DatabaseFailure):
    """A statement touched another number of rows than it must; its batch was undone."""

    def __init__(self, statement: Statement, rows: int) -> None:
        super().__init__(f"{rows} rows instead of {statement.touches}: {statement.sql}")
        self.statement = statement
        self.rows = rows


class Refused(DatabaseFailure):
    """A constraint stood in the way; the batch was undone.

    `constraint` is the name of a CHECK, a key or a trigger, the column of a NOT NULL ("entries.key"), or "foreign key",
    since SQLite doesn't name those.
    """

    def __init__(self, constraint: str, statement: Statement) -> None:
        super().__init__(f"refused by {constraint}: {statement.sql}")
        self.constraint = constraint
        self.statement = statement


class NotWritten(DatabaseFailure):
    """The disk or the commit failed: nothing of this batch is known to be kept. Its cause is the engine's error."""


class FileIsGone(NotWritten):
    """The file was moved or deleted: the engine would go on writing to one that nobody finds again."""


class DatabaseLost(NotWritten):
    """A connection to the database is gone for good: its thread has ended, say. Only a new process helps."""


class DatabaseAway(NotWritten):
    """The server can't be reached for now, or this process has just lost its shards: nothing of this is written. The
    database connects again.
    """


class OutcomeUnknown(DatabaseAway):
    """The server went away during a commit: the batch is written as a whole, or nothing of it."""


class DatabaseClosed(DatabaseFailure):
    """The database has been closed, or was opened for reading only."""


class CannotOpen(DatabaseFailure):
    """The database can't be opened; the text is a sentence for whoever starts the bot."""


_FAULTS = {
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_IOERR: Fault.FAILING,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
    sqlite3.SQLITE_CANTOPEN: Fault.UNOPENABLE,
    sqlite3.SQLITE_BUSY: Fault.LOCKED,
    # No room for the file beside the database that all its connections share.
    sqlite3.SQLITE_IOERR_SHMSIZE: Fault.FULL,
    sqlite3.SQLITE_IOERR_CORRUPTFS: Fault.DAMAGED,
    sqlite3.SQLITE_IOERR_DATA: Fault.DAMAGED,
    sqlite3.SQLITE_READONLY_DBMOVED: Fault.GONE,
}
"""By SQLite's code, a whole one or its primary part."""
_SERVER_FAULTS = {
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
    "58030": Fault.FAILING,
    "XX001": Fault.DAMAGED,
    "XX002": Fault.DAMAGED,
}
"""By PostgreSQL's code."""


def fault_of(error: BaseException | None) -> Fault | None:
    """Return the disk error behind an exception, by the engine's code; None for any other error."""
    return _traced(error)[0]


def code_name(error: BaseException) -> str:
    """Return the engine's name of the disk error, as in SQLITE_FULL. Without a code, it is the exception's type."""
    return _traced(error)[1]


def log_unexpected(log: logging.Logger, error: BaseException, message: str, *args: object) -> None:
    """Log an unexpected error with its traceback. `WatchedDatabase` logs a disk error once a minute, so errors that
    follow from one appear only at DEBUG.
    """
    if fault_of(error) is None:
        log.error(message, *args, exc_info=error)
    else:
        log.debug(message, *args)


def _traced(error: BaseException | None) -> tuple[Fault | None, str]:
    while error is not None:
        fault: Fault | None = None
        if isinstance(error, FileIsGone):
            fault = Fault.GONE
        elif isinstance(error, DatabaseAway):
            fault = Fault.AWAY
        elif isinstance(error, sqlite3.Error):
            fault = _coded(error)
        elif isinstance(code := getattr(error, "sqlstate", None), str):
            fault = _SERVER_FAULTS.get(code)
        if fault is not None:
            return fault, getattr(error, "sqlite_errorname", type(error).__name__)
        error = error.__cause__
    return None, ""


def _coded(error: sqlite3.Error) -> Fault | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        # The one error of a query that the engine doesn't number: text that isn't UTF-8. The bot writes no such text.
        return Fault.DAMAGED if type(error) is sqlite3.OperationalError else None
    if code == sqlite3.SQLITE_IOERR_NOMEM:
        return None
    return _FAULTS.get(code) or _FAULTS.get(code & _PRIMARY)
