"""A PostgreSQL server of the tests' own, in a temporary folder and without network, which prepares the bot's SQL.

Each process of a test run records the statements that the bot executes. At the end of a whole run they are prepared.
"""

import functools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.db import SqliteDatabase, Statement, WatchedDatabase
from bot.db.statement import Background

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "bot/db/schema"
_PRODUCT = tuple(str(ROOT / part) + os.sep for part in ("bot", "cogs", "playground", "examples"))
_DATABASE = str(ROOT / "bot/db") + os.sep
_PORTABLE = re.compile(r"\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b")
_VARIABLE = re.compile(r"\?(?:, \?)+|\d{4,}")
"""Parts in which statements differ that are otherwise the same."""
_INSERT = re.compile(r"INSERT INTO (\w+) \(([^)]*)\)")
_OPTIONS = "-c listen_addresses= -c fsync=off -c shared_buffers=8MB -c max_connections=8 -k"
_REQUIRED = """
SELECT table_name || ' ' || column_name FROM information_schema.columns
WHERE table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL
"""


_recorded: dict[str, tuple[str, str]] = {}
"""Statements that the bot has executed in this process, each with the first test that had it executed."""


def record_statements() -> None:
    """Record from now on the statements that come from the bot's own code, not those of tests."""
    for kind in (SqliteDatabase, WatchedDatabase, Background):
        for name in ("fetch", "apply"):
            setattr(kind, name, _recording(getattr(kind, name)))


def recorded() -> dict[str, str]:
    """Return the statements recorded in this process, each with a test."""
    return dict(_recorded.values())


def _recording(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(database: object, *args: object) -> object:
        statements = [one.sql for one in args if isinstance(one, Statement)]
        for sql in statements or [str(args[0])] if args else ():
            _record(sql)
        return method(database, *args)

    return call


def _record(sql: str) -> None:
    key = _VARIABLE.sub("?", sql)
    if key in _recorded or not _PORTABLE.match(sql):
        return
    frame = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(str(ROOT)) and not file.startswith(_DATABASE) and file != __file__:
            if file.startswith(_PRODUCT):
                _recorded[key] = (sql, os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0])
            return
        frame = frame.f_back


class Server:
    """A running server with the schema."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket

    def run(self, script: str) -> tuple[str, str]:
        """Run a script and return its output and its errors. A statement that fails doesn't stop it."""
        psql = [_tool("psql"), "-XqAt", "-h", self._socket, "-U", "bot", "-f", "-", "postgres"]
        ended = subprocess.run(psql, input=script, capture_output=True, text=True, check=True)
        return ended.stdout, ended.stderr


@contextmanager
def server() -> Iterator[Server | None]:
    """Yield a server; None where PostgreSQL isn't installed."""
    if not all(map(_tool, ("initdb", "pg_ctl", "psql"))):
        yield None
        return
    user = "postgres" if os.geteuid() == 0 else None
    with TemporaryDirectory(prefix="pg") as name:
        folder = Path(name)
        if user:
            shutil.chown(folder, user)

        def call(tool: str, *words: str) -> None:
            command = [_tool(tool), "-D", str(folder / "data"), *words]
            subprocess.run(
                command, check=True, cwd=folder, user=user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )

        call("initdb", "--no-sync", "--auth=trust", "--username=bot", "--locale=C", "--encoding=UTF8")
        call("pg_ctl", "--wait", "--log", str(folder / "log"), "--options", f"{_OPTIONS} {folder}", "start")
        try:
            started = Server(folder)
            _, errors = started.run(
                "".join(file.read_text(encoding="utf-8") for file in sorted((SCHEMA / "postgresql").iterdir()))
            )
            assert not errors, errors
            yield started
        finally:
            call("pg_ctl", "--mode=immediate", "stop")


def prepare(statements: Mapping[str, str]) -> tuple[str, bool]:
    """Prepare the statements, each with a test that executed it. Return the outcome in text, and true if it is good."""
    with server() as running:
        if running is None:
            return f"PostgreSQL isn't installed: {len(statements)} statements of the bot are not prepared on it.", True
        wrong = complaints(running, statements)
    if wrong:
        return "\n".join((f"PostgreSQL refuses {len(wrong)} statements of {len(statements)}:", *wrong)), False
    return f"PostgreSQL prepares all {len(statements)} statements of the bot.", True


def complaints(running: Server, statements: Mapping[str, str]) -> list[str]:
    """Prepare the statements, each with the test that executed it, and return a sentence for each that fails."""
    numbered = [(sql, test) for sql, test in statements.items()]
    lines = [f"PREPARE p{at} AS {' '.join(_with_numbers(sql).split())};" for at, (sql, _) in enumerate(numbered)]
    required: dict[str, set[str]] = {}
    _, errors = running.run("\n".join(("\\set VERBOSITY terse", *lines)))
    found = re.findall(r"psql:<stdin>:(\d+): ERROR:\s+(.*)", errors)
    refused = [(message, *numbered[int(line) - 2]) for line, message in found]
    for row in running.run(f"{_REQUIRED};")[0].splitlines():
        table, column = row.split()
        required.setdefault(table, set()).add(column)
    for sql, test in numbered:
        if (insert := _INSERT.search(sql)) and (missing := required[insert[1]] - set(re.split(r"[,\s]+", insert[2]))):
            refused.append((f"gives no {', '.join(sorted(missing))}", sql, test))
    return [f"{message}: {' '.join(sql.split())} ({test})" for message, sql, test in refused]


def _with_numbers(sql: str) -> str:
    """Return the statement with PostgreSQL's numbered parameters."""
    first, *others = sql.split("?")
    return first + "".join(f"${at}{part}" for at, part in enumerate(others, start=1))


def _tool(name: str) -> str:
    """Return the path of a program of PostgreSQL, or an empty text. Debian keeps the server's away from the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(found[-1]) if found else "")
