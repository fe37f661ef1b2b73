"""Whether a database is built as the migrations build it: its tables, indexes and triggers, down to their rules.

A file may bear our mark and hold something else, or lack the triggers that keep a book true.
"""

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from bot.db.migrations import Migration, statements

_MENDED = frozenset(("index", "trigger"))
_COMMENT = re.compile(r"--[^\n]*")
Shape = dict[tuple[str, str], str]
"""Definitions by kind and name."""


class Differences(NamedTuple):
    """What is otherwise than after the migrations, each as in "the trigger entries_are_kept is missing"."""

    wrong: tuple[str, ...] = ()
    """What can't be put right: tables, and whatever is there and is another."""
    missing: tuple[str, ...] = ()
    """Triggers and indexes, which `mend` puts back."""


def differences(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> Differences:
    """How the database differs from one that these migrations have built."""
    found, wanted = _shape(connection), _wanted(migrations)
    lacking = sorted(wanted.keys() - found.keys())
    wrong = [f"the {kind} {name} is missing" for kind, name in lacking if kind not in _MENDED]
    wrong += [f"the {kind} {_plain(name)} is none of its own" for kind, name in sorted(found.keys() - wanted.keys())]
    for kind, name in sorted(wanted.keys() & found.keys()):
        if _bare(found[kind, name]) != _bare(wanted[kind, name]):
            wrong.append(f"the {kind} {name} is another one")
    return Differences(
        tuple(wrong), tuple(f"the {kind} {name} is missing" for kind, name in lacking if kind in _MENDED)
    )


def mend(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Put back the triggers and indexes that are missing. Raises sqlite3.Error where its rows don't allow one."""
    found, wanted = _shape(connection), _wanted(migrations)
    for kind, name in sorted(wanted.keys() - found.keys()):
        if kind in _MENDED:
            connection.execute(wanted[kind, name])
    connection.commit()


def _wanted(migrations: Sequence[Migration]) -> Shape:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as built:
        for migration in migrations:
            for statement in statements(migration.sql):
                built.execute(statement)
        return _shape(built)


def _shape(connection: sqlite3.Connection) -> Shape:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(kind, name): sql for kind, name, sql in rows if not name.startswith("sqlite_")}


def _bare(sql: str) -> str:
    """The definition without comments, spaces and quotes, in which engines differ."""
    return "".join(_COMMENT.sub("", sql).replace('"', "").split()).lower()


def _plain(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:64]
