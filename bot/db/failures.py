"""What can go wrong between the bot and its database. None of these is meant for a player's eyes."""

from bot.db.statement import Statement


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

    `constraint` is the name of a CHECK, the sentence of a trigger, the columns of a UNIQUE or NOT NULL
    ("entries.key"), or "foreign key".
    """

    def __init__(self, constraint: str, statement: Statement) -> None:
        super().__init__(f"refused by {constraint}: {statement.sql}")
        self.constraint = constraint
        self.statement = statement


class NotWritten(DatabaseFailure):
    """The disk or the commit failed (a full disk, say): nothing of this batch is known to be kept."""


class Closed(DatabaseFailure):
    """The database has been closed, or was opened for reading only."""


class CannotOpen(DatabaseFailure):
    """The database can't be opened; the text is a sentence for whoever starts the bot."""
