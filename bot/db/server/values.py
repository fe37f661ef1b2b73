"""Statements, values and errors on their way between the bot and a PostgreSQL server.

Every value is sent as text without a type, so the server finds the type as it does when it prepares a statement.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, LiteralString

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader

from bot.db.failures import NotWritten, Refused
from bot.db.statement import Refusal, Row, Statement, Value, require_storable

Step = tuple[LiteralString | bytes, Sequence[str | bytes | None]]
"""A query of the server, and its values."""
Prepared = list[tuple[Step, Statement]]

_ENDS_TRANSACTION = re.compile(
    r"\s*(?:ABORT|BEGIN|COMMIT|END|PREPARE|RELEASE|ROLLBACK|SAVEPOINT|START)\b", re.IGNORECASE
)
_LARGEST = 1 << 63


@lru_cache(maxsize=4096)
def translated(sql: str) -> bytes:
    """Return the portable statement with the server's numbered values. Raises NotWritten if it would end the
    transaction that it is to be part of.
    """
    if _ENDS_TRANSACTION.match(sql):
        raise NotWritten(f"a statement of a batch would end the transaction: {sql}")
    first, *others = sql.split("?")
    return (first + "".join(f"${number}{part}" for number, part in enumerate(others, start=1))).encode()


def sent(value: Value) -> str | bytes | None:
    """Return the value as it is sent. Raises what the SQLite engine raises for a value that no column holds."""
    match value:
        case str():
            value.encode()
            require_storable((value,))
            return value
        case int():
            if not -_LARGEST <= value < _LARGEST:
                raise OverflowError("an integer of more than 64 bits")
            return str(int(value))
        case float():
            if math.isnan(value):
                return None  # SQLite knows no other number that is none
            # A whole number fits into a column of integers.
            return str(int(value)) if value.is_integer() else repr(value)
        case _:
            return value


def prepare(batch: Sequence[Statement]) -> Prepared:
    """Return the statements of a batch as they are sent. Raises what `translated` and `sent` raise."""
    return [((translated(one.sql), tuple(map(sent, one.args))), one) for one in batch]


def array_of(numbers: Sequence[int]) -> str:
    """Return the numbers as the server reads an array."""
    return f"{{{','.join(map(str, numbers))}}}"


class _Number(Loader):
    """A sum of whole numbers is one, as in SQLite."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data)
        return int(text) if text.lstrip(b"-").isdigit() else float(text)


class _Truth(Loader):
    """A comparison is 0 or 1, as in SQLite."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data) == b"t")


LOADERS = {"numeric": _Number, "bool": _Truth}
"""By the server's type: what reads its values."""


class _Record:
    """One row."""

    __slots__ = ("_places", "_values")

    def __init__(self, places: dict[str, int], values: Sequence[Any]) -> None:
        self._places, self._values = places, values

    def __getitem__(self, key: str | int) -> Any:
        return self._values[self._places[key] if isinstance(key, str) else key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Record):
            return NotImplemented
        return self.keys() == other.keys() and tuple(self._values) == tuple(other._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values))

    def keys(self) -> list[str]:
        return list(self._places)


def rows_of(cursor: psycopg.AsyncCursor[Any]) -> Callable[[Sequence[Any]], Row]:
    """Return the function that makes a row of its values."""
    places: dict[str, int] = {}
    for place, column in enumerate(cursor.description or ()):
        # Of two columns with one name the first counts, as in SQLite.
        places.setdefault(column.name, place)
    return partial(_Record, places)


def made(refusal: Refusal | None) -> Exception | None:
    """Return the exception that a statement names, made if it names a class."""
    return refusal() if isinstance(refusal, type) else refusal


def failure(error: psycopg.Error, statement: Statement | None) -> Exception:
    """Return the exception that a batch gets for an error of the server in this statement."""
    refused = isinstance(error, psycopg.IntegrityError | psycopg.DataError)
    if statement is None or not refused:
        found: Exception = NotWritten(f"nothing was written: {one_line(error)}")
    else:
        constraint = _constraint(error)
        found = made(statement.refusals.get(constraint)) or Refused(constraint, statement)
    found.__cause__ = error
    return found


def _constraint(error: psycopg.Error) -> str:
    """Return the name of the violated constraint in the words of `Refused`."""
    said = error.diag
    if isinstance(error, psycopg.errors.ForeignKeyViolation):
        return "foreign key"
    if isinstance(error, psycopg.errors.NotNullViolation):
        return f"{said.table_name}.{said.column_name}"
    if isinstance(error, psycopg.DataError):
        return "datatype"
    return said.constraint_name or said.message_primary or str(error)


def one_line(error: Exception) -> str:
    """Return the error's text on one line."""
    return " ".join(str(error).split())
