"""Whether a database is built as the migrations build it: its tables, indexes and triggers, down to their rules.

A file may bear our mark and hold something else, or lack the triggers that keep a book true.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

from bot.db.migrations import Migration, statements

_COMMENT = re.compile(r"--[^\n]*")
Shape = dict[tuple[str, str], str]
"""Definitions by kind and name."""


def differences(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> tuple[str, ...]:
    """What is otherwise than after these migrations, each as in "the trigger entries_are_kept is missing"."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as wanted:
        for migration in migrations:
            for statement in statements(migration.sql):
                wanted.execute(statement)
        return tuple(_between(_shape(connection), _shape(wanted)))


def _between(found: Shape, wanted: Shape) -> Iterator[str]:
    for kind, name in sorted(wanted.keys() - found.keys()):
        yield f"the {kind} {name} is missing"
    for kind, name in sorted(found.keys() - wanted.keys()):
        yield f"the {kind} {_plain(name)} is none of its own"
    for kind, name in sorted(wanted.keys() & found.keys()):
        if found[kind, name] != wanted[kind, name]:
            yield f"the {kind} {name} is another one"


def _shape(connection: sqlite3.Connection) -> Shape:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(kind, name): _bare(sql) for kind, name, sql in rows if not name.startswith("sqlite_")}


def _bare(sql: str) -> str:
    """The definition without comments, spaces and quotes, in which engines differ."""
    return "".join(_COMMENT.sub("", sql).replace('"', "").split()).lower()


def _plain(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:64]
