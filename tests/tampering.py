"""Changes that the database would refuse, made past its triggers and checks as an operator can."""

import sqlite3
from contextlib import closing

from bot.db import database_path, is_server


def tamper(url: str, *statements: str) -> None:
    """Execute the statements. The database keeps the changes, and its schema."""
    if is_server(url):
        _on_server(url, statements)
    else:
        _in_file(url, statements)


def _in_file(url: str, statements: tuple[str, ...]) -> None:
    with closing(sqlite3.connect(database_path(url), isolation_level=None)) as raw:
        triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        raw.execute("PRAGMA ignore_check_constraints = ON")
        for name, _ in triggers:
            raw.execute(f"DROP TRIGGER {name}")
        for sql in statements:
            raw.execute(sql)
        for _, sql in triggers:
            raw.execute(sql)


def _on_server(url: str, statements: tuple[str, ...]) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as raw:
        # No trigger fires for a replica, nor those that check references.
        raw.execute("SET session_replication_role = replica")
        for sql in statements:
            raw.execute(sql.encode())
