"""What the rest of the bot knows of a database: rows that are fetched, and statements that are applied together.

SQL is written once for SQLite and PostgreSQL: `?` for every value (and no `?` in a literal), upserts as
`INSERT ... ON CONFLICT`, plain functions. Only the table definitions differ by engine. `next_number(highest, nth)` is
a number for a new row: the `nth` above the highest, and never one that another process gives out.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from bot.db.leases import Leases

Value = int | float | str | bytes | None
Refusal = Exception | type[Exception]


class Row(Protocol):
    """One row of a result: by column name or by position."""

    def __getitem__(self, key: str | int, /) -> Any: ...

    def keys(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class Statement:
    """One INSERT, UPDATE or DELETE of a batch, and what must come of it.

    `touches` is how many rows it must touch; None lets any number pass. Another number undoes the whole batch and
    raises `otherwise`, or `WrongRows` without one. `refusals` has for the name of a constraint the exception that is
    raised instead of `Refused`, or a class that makes one without arguments. `campaign` is the one that the batch is
    about: batches of a campaign are applied one after the other, whichever process they come from.
    """

    sql: str
    args: tuple[Value, ...] = ()
    touches: int | None = 1
    otherwise: Refusal | None = None
    refusals: Mapping[str, Refusal] = field(default_factory=dict[str, Refusal])
    campaign: int | None = None

    @classmethod
    def delete(cls, relation: str, condition: str, *args: Value) -> "Statement":
        """Build a statement that deletes any number of rows. `relation` and `condition` are SQL of the program."""
        return cls(f"DELETE FROM {relation} WHERE {condition}", args, touches=None)  # noqa: S608  # the callers' own SQL


def with_marks(sql: str, count: int) -> str:
    """Return the SQL with a mark for each of `count` values in the place of its `(...)`."""
    return sql.replace("(...)", f"({', '.join('?' * count)})")


class Readable(Protocol):
    """Rows that can be fetched."""

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        """Return the rows of one SELECT as of one moment, the last commit before it began.

        Raises DatabaseLost once nothing can be read, and DatabaseAway while nothing can be.
        """
        ...


class DatabaseFilling(Readable, Protocol):
    """An empty database that is being filled in one transaction. Keys, checks and references hold for every row, while
    the triggers are away: rows come as they are. `fetch` reads within the transaction.
    """

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
        """Insert rows. `table` and `columns` are names of the schema. Raises CannotOpen for rows that don't fit."""
        ...


class Database(Readable, Protocol):
    """Reading, and writing all or nothing. No transaction is ever open across an `await` of other code."""

    @property
    def background(self) -> "Database":
        """The same database for work that may read for long: an export, a recap, an audit. No read that a click needs
        waits behind its reads.
        """
        ...

    async def apply(self, *statements: Statement) -> None:
        """All of the statements or none; on the disk when it returns.

        A caller that leaves while it waits doesn't stop its batch. It may land unheard of, so an event that must not
        happen twice carries its own key. Raises what the statement says, `WrongRows`, `Refused` or `NotWritten`. The
        last is `DatabaseLost` once nothing can be written, and `DatabaseAway` while nothing can be.
        """
        ...

    async def settle(self) -> bool:
        """Leave nothing of what was overwritten or deleted lying about in the engine's own files. Whether nothing is
        left: while somebody reads, it may be, and this is to be asked for again.
        """
        ...

    def is_stuck(self) -> bool:
        """Return true if the write that was under way at the last call still is. Call it at intervals in which a write
        should come to its end.
        """
        ...

    async def until_lost(self) -> Exception:
        """Wait until this process can no longer read or write the database. Return the reason, for its log."""
        ...


class OpenedDatabase(Database, Protocol):
    """A database that this process has opened, and closes."""

    @property
    def leases(self) -> Leases:
        """The shards of this process, and its turns among others. Raises DatabaseClosed if it is open for reading."""
        ...

    async def close(self) -> None:
        """Break off every read, finish every batch that was accepted, then let go of the database."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *_: object) -> None: ...


@dataclass(frozen=True, slots=True)
class Background:
    """The `whole` database as its background: reads go to `read`, everything else to the whole."""

    whole: Database
    read: Callable[..., Awaitable[list[Row]]]

    @property
    def background(self) -> Database:
        return self

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        return await self.read(sql, *args)

    async def apply(self, *statements: Statement) -> None:
        await self.whole.apply(*statements)

    async def settle(self) -> bool:
        return await self.whole.settle()

    def is_stuck(self) -> bool:
        return self.whole.is_stuck()

    async def until_lost(self) -> Exception:
        return await self.whole.until_lost()
