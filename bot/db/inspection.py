"""Inspection of a database file: damage, and differences from what the migrations build.

A file may bear our mark and hold something else, or lack the triggers that keep a ledger true.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from bot.db.address import file_uri
from bot.db.failures import CannotOpen
from bot.db.migrations import Migration, check_version, known_migrations, statements
from bot.db.wal import log_damage

_MENDABLE = frozenset(("index", "trigger"))
_MOST_FINDINGS = 20
"""Sentences about one kind of damage."""
_COMMENT = re.compile(r"--[^\n]*")
_CONSTRAINT = re.compile(r"\bCONSTRAINT (\w+)", re.IGNORECASE)
_Schema = dict[tuple[str, str], str]
"""Definitions by kind and name."""


_Check = Callable[[sqlite3.Connection, Path], Iterator[str]]


class Differences(NamedTuple):
    """Differences from what the migrations build, each as in "the trigger entries_are_kept is missing"."""

    wrong: tuple[str, ...] = ()
    """Tables that are missing, and definitions that differ: neither can be mended."""
    missing: tuple[str, ...] = ()
    """Triggers and indexes, which `mend` puts back."""


@dataclass(frozen=True, slots=True)
class Examined:
    """The version of a file and its differences from what the migrations up to that version build."""

    version: int
    is_older: bool
    wrong: tuple[str, ...]
    missing: tuple[str, ...]


def damage_of(path: Path) -> tuple[str, ...]:
    """Return a sentence for each kind of damage in the file, beside a running bot too; none for a whole one.

    Raises CannotOpen if there is no file.
    """
    if not os.path.isfile(path):  # noqa: PTH113  # a Path raises for a name that is too long
        raise CannotOpen(f"There is no database {path}.")
    if not path.stat().st_size:
        return (f"{path} is empty: there is no ledger in it.",)
    found = [wrong] if (wrong := log_damage(path)) else []
    try:
        # A database without a name is in memory as far as SQLite's cache goes, and then in a temporary file.
        with closing(sqlite3.connect("", isolation_level=None)) as connection:
            # One moment of it. In a file that is opened for reading only, the engine checks no constraint.
            with closing(sqlite3.connect(file_uri(path, "ro"), uri=True)) as file:
                file.backup(connection)
            # Names and findings may be garbage themselves.
            connection.text_factory = partial(bytes.decode, errors="replace")
            for check in (_broken_pages, _broken_references, _broken_texts, _schema_differences):
                found += _run_check(check, connection, path)
    except sqlite3.Error as error:
        found.append(unreadable(path, error))
    return tuple(dict.fromkeys(found))


def unreadable(path: Path | str, error: Exception) -> str:
    """Describe in a sentence why the file can't be read."""
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_NOTADB":
        return f"{path} is not a database."
    if name.startswith("SQLITE_CORRUPT"):
        return f"{path} is damaged: {error}."
    if name.startswith("SQLITE_CANTOPEN"):
        return f"{path} can't be opened where it is. Copy it, with its -wal file, to a disk that can be written."
    return f"{path} can't be read: {_one_line(error) or type(error).__name__}."


def _run_check(check: _Check, connection: sqlite3.Connection, path: Path) -> list[str]:
    found: list[str] = []
    try:
        for sentence in check(connection, path):
            found.append(sentence)
            if len(found) == _MOST_FINDINGS:
                found.append(f"{path} has more damage of this kind.")
                break
    except CannotOpen as refused:
        found.append(str(refused))
    except Exception as error:  # noqa: BLE001  # where garbage is read for a name or a number, anything may be raised
        found.append(unreadable(path, error))
    return found


def _broken_pages(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    for (finding,) in connection.execute(f"PRAGMA integrity_check({_MOST_FINDINGS + 1})"):
        if finding != "ok":
            yield f"{path} is damaged: {_one_line(finding)}."


def _broken_references(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        place = f"row {_one_line(row)} of {_one_line(table)}"
        yield f"{path} is damaged: {place} refers to a missing row of {_one_line(parent)}."


def _broken_texts(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    """Yield a sentence for each column with text that isn't UTF-8. SQLite stores any bytes as text, but can't read such
    a row.
    """
    columns = """
        SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table'
        """
    for table, column in connection.execute(columns).fetchall():
        name, source = (f'"{found.replace(chr(34), chr(34) * 2)}"' for found in (column, table))
        texts = f"SELECT CAST({name} AS BLOB) FROM {source} WHERE typeof({name}) = 'text'"  # noqa: S608  # names take no parameter
        if broken := sum(not _is_text(text) for (text,) in connection.execute(texts)):
            where = f"column {_one_line(column)} in {_one_line(table)}"
            yield f"{path} is damaged: {broken} of {where} can't be read as text."


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _schema_differences(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    known = known_migrations()
    version = check_version(connection, path, known)
    for difference in (*(found := differences(connection, known, version)).wrong, *found.missing):
        yield f"{path} isn't built like a database of version {version}: {_one_line(difference)}."


def _one_line(found: object) -> str:
    """Return the text on one line, printable and at most 200 characters long."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in str(found)).split())[:200]


def require_tables(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration], version: int) -> None:
    """Raise CannotOpen if a table isn't as these migrations build it up to that version. Tables of other programs don't
    matter. Newer ones may have added columns.
    """
    found = _read_schema(connection)
    for (kind, name), wanted in _build_schema(tuple(migrations[:version])).items():
        if kind == "table" and not _is_as(found.get((kind, name), ""), wanted, may_have_more=version > len(migrations)):
            state = "is another one" if (kind, name) in found else "is missing"
            raise CannotOpen(f"{path.name} isn't built like a database of version {version}: the table {name} {state}.")


def differences(connection: sqlite3.Connection, migrations: Sequence[Migration], version: int) -> Differences:
    """Return the differences of the database from one that these migrations have built up to that version. One of a
    newer version may have more.
    """
    found, wanted = _read_schema(connection), _build_schema(tuple(migrations[:version]))
    is_newer = version > len(migrations)
    lacking = sorted(wanted.keys() - found.keys())
    wrong = [f"the {kind} {name} is missing" for kind, name in lacking if kind not in _MENDABLE]
    if not is_newer:
        more = sorted(found.keys() - wanted.keys())
        wrong += [f"the {kind} {_printable(name)} doesn't belong there" for kind, name in more]
    for kind, name in sorted(wanted.keys() & found.keys()):
        if not _is_as(found[kind, name], wanted[kind, name], may_have_more=is_newer and kind == "table"):
            wrong.append(f"the {kind} {name} is another one")
    return Differences(
        tuple(wrong), tuple(f"the {kind} {name} is missing" for kind, name in lacking if kind in _MENDABLE)
    )


def examine(file: Path, shown: str) -> Examined:
    """Look at the version and the schema of a file that no bot runs on, which errors name as `shown`.

    Raises CannotOpen for a file that is empty, foreign, newer or can't be read, and where rows point nowhere.
    """
    known = known_migrations()
    try:
        with closing(sqlite3.connect(file)) as connection:
            version = check_version(connection, Path(shown), known)
            if not version:
                raise CannotOpen(f"{shown} is empty: it has no ledger.")
            wrong, missing = differences(connection, known, version)
            is_broken = not wrong and connection.execute("PRAGMA foreign_key_check").fetchone() is not None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise CannotOpen(f"{shown} can't be read: {error}.") from error
    if is_broken:
        raise CannotOpen(f"{shown} is damaged: rows in it refer to rows that are missing.")
    return Examined(version, version < len(known), wrong, missing)


def mend(file: Path, shown: str) -> None:
    """Put back the triggers and indexes that are missing in a file that no bot runs on. Raises CannotOpen where its
    rows don't allow one.
    """
    known = known_migrations()
    try:
        with closing(sqlite3.connect(file)) as connection, connection:
            wanted = _build_schema(known[: check_version(connection, file, known)])
            for kind, name in sorted(wanted.keys() - _read_schema(connection).keys()):
                if kind in _MENDABLE:
                    connection.execute(wanted[kind, name])
    except sqlite3.Error as error:
        raise CannotOpen(f"The missing parts of {shown} can't be restored: {error}.") from error


class TableLayout(NamedTuple):
    """A table of the schema. Both engines have the same ones."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    """Columns of the primary key."""
    has_files: bool
    """True if one row may hold a whole file."""


def known_tables() -> tuple[TableLayout, ...]:
    """Return the tables that this code's migrations build, each behind those that its rows refer to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as built:
        for migration in known_migrations():
            for statement in statements(migration.sql):
                built.execute(statement)
        names = [name for (name,) in built.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        referred = 'SELECT "table" FROM pragma_foreign_key_list(?1) WHERE "table" <> ?1'
        parents = {name: {parent for (parent,) in built.execute(referred, (name,))} for name in names}
        return tuple(_table(built, name) for name in TopologicalSorter(parents).static_order())


def _table(built: sqlite3.Connection, name: str) -> TableLayout:
    columns = built.execute("SELECT name, type, pk FROM pragma_table_info(?)", (name,)).fetchall()
    key = sorted((place, column) for column, _, place in columns if place)
    return TableLayout(
        name,
        tuple(column for column, _, _ in columns),
        tuple(column for _, column in key),
        any(kind == "BLOB" for _, kind, _ in columns),
    )


@cache
def _build_schema(migrations: tuple[Migration, ...]) -> _Schema:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as built:
        for migration in migrations:
            for statement in statements(migration.sql):
                built.execute(statement)
        return _read_schema(built)


def _read_schema(connection: sqlite3.Connection) -> _Schema:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(kind, name): sql for kind, name, sql in rows if not name.startswith("sqlite_")}


def _is_as(found: str, wanted: str, *, may_have_more: bool) -> bool:
    """Return True if both definitions say the same, or the found one says all that the other does."""
    if may_have_more and found:
        return _parts(wanted) <= _parts(found)
    return _normalize(found) == _normalize(wanted)


def _parts(table: str) -> set[tuple[str, ...]]:
    """Return the columns, the primary key and the named constraints of a table's definition."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.execute(table)
        (name,) = made.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchone()
        columns = made.execute(
            'SELECT name, type, CAST("notnull" AS TEXT), CAST(pk AS TEXT) FROM pragma_table_info(?)', (name,)
        )
        return {*columns.fetchall(), *((constraint,) for constraint in _CONSTRAINT.findall(table))}


@lru_cache(maxsize=512)
def _normalize(sql: str) -> str:
    """Return the definition without comments, spaces and quotes, in which engines differ."""
    return "".join(_COMMENT.sub("", sql).replace('"', "").split()).lower()


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:64]
