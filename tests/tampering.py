"""Changes that the database would refuse, made past its triggers and checks as an operator can."""

import re
import sqlite3
from contextlib import closing
from typing import Any

from bot.db import Statement, database_path, is_server

_VIOLATED = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = %s"


def tamper(url: str, *changes: Statement | str) -> None:
    """Execute statements that change rows. The schema stays as it was."""
    statements = [Statement(change) if isinstance(change, str) else change for change in changes]
    if is_server(url):
        _on_server(url, statements)
    else:
        _in_file(url, statements)


def _in_file(url: str, statements: list[Statement]) -> None:
    with closing(sqlite3.connect(database_path(url), isolation_level=None)) as raw:
        triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        raw.execute("PRAGMA ignore_check_constraints = ON")
        for name, _ in triggers:
            raw.execute(f"DROP TRIGGER {name}")
        for one in statements:
            assert raw.execute(one.sql, one.args).rowcount > 0
        for _, sql in triggers:
            raw.execute(sql)


def _on_server(url: str, statements: list[Statement]) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as raw:
        # No trigger fires for a replica, nor those that check references.
        raw.execute("SET session_replication_role = replica")
        for one in statements:
            try:
                _change(raw, one)
            except psycopg.errors.CheckViolation as violated:
                _change_unchecked(raw, one, violated)


def _change(raw: Any, one: Statement) -> None:
    assert raw.execute(re.sub(r"\?", "%s", one.sql.replace("%", "%%")).encode(), one.args).rowcount > 0


def _change_unchecked(raw: Any, one: Statement, violated: Any) -> None:
    """Change rows past a check, which then counts as if they had always been so."""
    table, name = violated.diag.table_name, violated.diag.constraint_name
    (check,) = raw.execute(_VIOLATED, (name,)).fetchone()
    raw.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}".encode())
    _change(raw, one)
    raw.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {check} NOT VALID".encode())
    raw.execute("UPDATE pg_constraint SET convalidated = TRUE WHERE conname = %s", (name,))
