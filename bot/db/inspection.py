"""Damage of a database file: in the file itself, its log, its rows that point to others, and the way it is built."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from bot.db.address import file_uri
from bot.db.failures import CannotOpen
from bot.db.migrations import check_version, known_migrations
from bot.db.schema import differences
from bot.db.wal import log_damage

MOST = 20
"""Sentences about one kind of damage."""


def damage_of(path: Path) -> tuple[str, ...]:
    """One sentence for everything that is wrong with the file, beside a running bot too; none for a whole one.

    Raises CannotOpen if there is no file.
    """
    if not os.path.isfile(path):  # noqa: PTH113  # a Path raises for a name that is too long
        raise CannotOpen(f"There is no database {path}.")
    if not path.stat().st_size:
        return (f"{path} is empty: there is no ledger in it.",)
    found = [wrong] if (wrong := log_damage(path)) else []
    try:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            # One moment of it. In a file that is opened for reading only, the engine checks no constraint.
            with closing(sqlite3.connect(file_uri(path, "ro"), uri=True)) as file:
                file.backup(connection)
            # Names and findings may be garbage themselves.
            connection.text_factory = lambda text: text.decode(errors="replace")
            for look in (_broken_pages, _broken_references, _broken_texts, _built_otherwise):
                found += _looked(look, connection, path)
    except sqlite3.Error as error:
        found.append(unreadable(path, error))
    return tuple(dict.fromkeys(found))


def unreadable(path: Path | str, error: Exception) -> str:
    """That the file can't be read, in a sentence."""
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_NOTADB":
        return f"{path} is not a database."
    if name.startswith("SQLITE_CORRUPT"):
        return f"{path} is damaged: {error}."
    if name.startswith("SQLITE_CANTOPEN"):
        return f"{path} can't be opened where it is. Copy it, with its -wal file, to a disk that can be written."
    return f"{path} can't be read: {_plain(error) or type(error).__name__}."


Look = Callable[[sqlite3.Connection, Path], Iterator[str]]


def _looked(look: Look, connection: sqlite3.Connection, path: Path) -> list[str]:
    found: list[str] = []
    try:
        for sentence in look(connection, path):
            found.append(sentence)
            if len(found) == MOST:
                found.append(f"{path} has more damage of that kind.")
                break
    except CannotOpen as refused:
        found.append(str(refused))
    except Exception as error:  # noqa: BLE001  # where garbage is read for a name or a number, anything may be raised
        found.append(unreadable(path, error))
    return found


def _broken_pages(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    for (finding,) in connection.execute(f"PRAGMA integrity_check({MOST + 1})"):
        if finding != "ok":
            yield f"{path} is damaged: {_plain(finding)}."


def _broken_references(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"{path} is damaged: row {_plain(row)} of {_plain(table)} points to no row of {_plain(parent)}."


def _broken_texts(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    """The engine takes any bytes for text, but a row can't be read whose text isn't UTF-8."""
    columns = """
        SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table'
        """
    for table, column in connection.execute(columns).fetchall():
        name, source = (f'"{found.replace(chr(34), chr(34) * 2)}"' for found in (column, table))
        texts = f"SELECT CAST({name} AS BLOB) FROM {source} WHERE typeof({name}) = 'text'"  # noqa: S608  # names take no parameter
        if broken := sum(not _is_text(text) for (text,) in connection.execute(texts)):
            yield f"{path} is damaged: {broken} of column {_plain(column)} in {_plain(table)} can't be read as text."


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _built_otherwise(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    known = known_migrations()
    version = check_version(connection, path, known)
    for difference in (*(found := differences(connection, known[:version])).wrong, *found.missing):
        yield f"{path} isn't built like a database of version {version}: {_plain(difference)}."


def _plain(found: object) -> str:
    """On one line, and printable."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in str(found)).split())[:200]
