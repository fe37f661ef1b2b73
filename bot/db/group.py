"""Many batches in one commit: each in a savepoint of its own, so that one that fails takes nothing with it.

Everything here runs in the writing connection's own thread. Constraints have to be immediate: a deferred one would
speak up at the commit, where nobody could tell any more whose batch it was.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress

from bot.db.failures import Fault, NotWritten, Refused, WrongRows, fault_of
from bot.db.statement import Statement

Batch = Sequence[Statement]


def write_group(connection: sqlite3.Connection, batches: Sequence[Batch]) -> list[Exception | None]:
    """Commit all batches that can be; for each the error that undid it, or None. Never raises for a batch's sake."""
    if len(batches) == 1:
        return [_write_alone(connection, batches[0])]
    try:
        _begin(connection)
        outcomes = [_write_batch(connection, batch) for batch in batches]
        connection.execute("COMMIT")
    except (sqlite3.Error, NotWritten) as error:
        _undo(connection)
        if fault_of(error) is Fault.DAMAGED:
            # Once a page can't be read, the engine takes nothing more in that transaction; others may not need it.
            return [_write_alone(connection, batch) for batch in batches]
        return [_not_written(error) for _ in batches]
    return outcomes


def _begin(connection: sqlite3.Connection) -> None:
    # A failing disk may have kept a transaction from being undone: the next one tries again.
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    connection.execute("BEGIN IMMEDIATE")


def _undo(connection: sqlite3.Connection) -> None:
    """Roll back what can be. Raises sqlite3.ProgrammingError where the connection is closed."""
    if connection.in_transaction:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def _write_alone(connection: sqlite3.Connection, batch: Batch) -> Exception | None:
    """A batch that nobody shares the commit with needs no savepoint: what undoes it undoes the transaction."""
    try:
        _begin(connection)
        for statement in batch:
            _write(connection, statement)
        if not connection.in_transaction:
            return NotWritten("a statement of a batch ended the transaction by itself")
        connection.execute("COMMIT")
    except Exception as error:  # noqa: BLE001  # whatever it is, it is this batch's own
        _undo(connection)
        return _not_written(error) if _is_lost(error) else error
    return None


def _write_batch(connection: sqlite3.Connection, batch: Batch) -> Exception | None:
    """Run one batch in its savepoint. Raises NotWritten if the failure took the whole transaction with it."""
    connection.execute("SAVEPOINT batch")
    try:
        for statement in batch:
            _write(connection, statement)
    except Exception as error:
        if not connection.in_transaction:
            raise _not_written(error) from error
        connection.execute("ROLLBACK TO batch")
        connection.execute("RELEASE batch")
        return _not_written(error) if _is_lost(error) else error
    if not connection.in_transaction:
        raise NotWritten("a statement of a batch ended the transaction by itself")
    connection.execute("RELEASE batch")
    return None


def _write(connection: sqlite3.Connection, statement: Statement) -> None:
    try:
        rows = connection.execute(statement.sql, statement.args).rowcount
    except sqlite3.IntegrityError as error:
        constraint = _constraint(error)
        raise statement.refusals.get(constraint) or Refused(constraint, statement) from error
    if statement.touches is not None and rows != statement.touches:
        raise statement.otherwise or WrongRows(statement, rows)


def _constraint(error: sqlite3.IntegrityError) -> str:
    """The constraint's name out of SQLite's message: "UNIQUE constraint failed: entries.key"."""
    message = str(error)
    if error.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY":
        return "foreign key"
    kind, found, name = message.partition(" constraint failed: ")
    return name if found and kind in {"UNIQUE", "CHECK", "NOT NULL"} else message


def _is_lost(error: Exception) -> bool:
    """Return True if the engine or the disk failed, rather than a rule of the database."""
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError


def _not_written(error: Exception) -> NotWritten:
    """Return an exception of its own for each batch, because raising an exception writes to it."""
    known = isinstance(error, NotWritten)
    failure = NotWritten(*error.args) if known else NotWritten(f"nothing was written: {error}")
    failure.__cause__ = error.__cause__ if known else error
    return failure
