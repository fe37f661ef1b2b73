"""A PostgreSQL server of the tests' own, in a temporary folder and without network.

One server serves all processes of a test run. The first test that wants a database starts it, and the run's end stops
it. A test's database is a copy of an empty one, or of one with the schema that is cleared out for the next test.

Each process of a run records the statements that the bot executes. At the end of a whole run they are prepared.
"""

import asyncio
import functools
import importlib.util
import itertools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import portalocker
import pytest

from bot.db import SqliteDatabase, Statement, WatchedDatabase, known_tables, open_database
from bot.db.statement import Background

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "bot/db/schema"
_PRODUCT = tuple(str(ROOT / part) + os.sep for part in ("bot", "cogs", "playground", "examples"))
_DATABASE = str(ROOT / "bot/db") + os.sep
_PORTABLE = re.compile(r"\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b")
_VARIABLE = re.compile(r"\?(?:, \?)+|\d{4,}")
"""Parts in which statements differ that are otherwise the same."""
_INSERT = re.compile(r"INSERT INTO (\w+) \(([^)]*)\)")
_OPTIONS = (
    "-c listen_addresses= -c fsync=off -c shared_buffers=16MB -c max_connections=200 -c autovacuum=off "
    # Copying a database waits for nothing but the copy.
    "-c max_wal_size=4GB -k"
)
_FOLDER = "TEST_POSTGRESQL"
"""The variable that names the server's folder to all processes of a run."""
LAID_OUT = "laid_out"
"""The database with the schema, which tests have copies of."""
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
        statements = [one.sql for one in args if isinstance(one, Statement)] or list(map(str, args[:1]))
        # A batch that makes a table uses it up, as the trial of a disk does: no other database knows that table.
        if all(map(_PORTABLE.match, statements)):
            for sql in statements:
                _record(sql)
        return method(database, *args)

    return call


def _record(sql: str) -> None:
    key = _VARIABLE.sub("?", sql)
    if key in _recorded:
        return
    frame = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(str(ROOT)) and not file.startswith(_DATABASE) and file != __file__:
            if file.startswith(_PRODUCT):
                _recorded[key] = (sql, os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0])
            return
        frame = frame.f_back


@functools.cache
def tool(name: str) -> str:
    """Return the path of a program of PostgreSQL, or an empty text. Debian keeps the server's away from the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(found[-1]) if found else "")


class Server:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = "postgres" if os.geteuid() == 0 else None

    def run(self, script: str, database: str = "postgres") -> tuple[str, str]:
        """Run a script and return its output and its errors. A statement that fails doesn't stop it."""
        psql = [tool("psql"), "-XqAt", "-h", self.folder, "-U", "bot", "-f", "-", database]
        ended = subprocess.run(psql, input=script, capture_output=True, text=True, check=True)
        return ended.stdout, ended.stderr

    def url(self, database: str) -> str:
        """Return the address of a database, as settings give it."""
        return f"postgresql://bot@/{database}?host={self.folder}"

    def create(self, database: str, template: str = "template0") -> None:
        """Make a copy of the template, unless there is one of that name."""
        import psycopg

        with suppress(psycopg.errors.DuplicateDatabase):
            self.do(f"CREATE DATABASE {database} TEMPLATE {template}")

    def drop(self, database: str) -> None:
        """Delete a database, whoever is connected."""
        self.do(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    def do(self, sql: str) -> None:
        """Execute one statement beside the tests' databases."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.encode())

    def start(self, options: str = "") -> None:
        """Start the server, with more options if any."""
        given = f"{_OPTIONS} {self.folder} {options}"
        self._call("pg_ctl", "--wait", "--log", str(self.folder / "log"), "--options", given, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server at once, as when the power goes, or in another of its ways."""
        self._call("pg_ctl", f"--mode={mode}", "stop")

    def copy_to(self, folder: Path, name: str) -> "Server":
        """Make a replica of this name in another folder, which follows this server once it is started."""
        replica = Server(folder)
        replica._own_folder()
        replica._call(
            "pg_basebackup", "--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--username=bot",
            f"--dbname=host={self.folder} application_name={name}",
        )  # fmt: skip
        return replica

    def promote(self) -> None:
        """Make a replica the server that takes writes."""
        self._call("pg_ctl", "--wait", "promote")

    def set_up(self) -> None:
        """Make the folder a server's, start it, and lay out the schema."""
        self._own_folder()
        self._call("initdb", "--no-sync", "--auth=trust", "--username=bot", "--locale=C", "--encoding=UTF8")
        self.start()
        self.create(LAID_OUT)
        with ThreadPoolExecutor(1) as thread:
            # A test may have a loop of its own in this one.
            thread.submit(asyncio.run, self._lay_out()).result()

    async def _lay_out(self) -> None:
        async with await open_database(self.url(LAID_OUT)):
            pass

    def _own_folder(self) -> None:
        if self.user:
            shutil.chown(self.folder, self.user)

    def _call(self, program: str, *words: str) -> None:
        command = [tool(program), "-D", str(self.folder / "data"), *words]
        subprocess.run(
            command, check=True, cwd=self.folder, user=self.user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )


def is_installed() -> bool:
    """Return True if there are a server and its driver."""
    tools = all(map(tool, ("initdb", "pg_ctl", "psql")))
    return tools and importlib.util.find_spec("psycopg") is not None


NEEDS_POSTGRESQL = pytest.mark.skipif(not is_installed(), reason="PostgreSQL or its driver isn't installed")


_chosen: list[str] = []


def choose_folder() -> None:
    """Choose the server's folder for this run, unless it is a part of one."""
    if _FOLDER not in os.environ:
        os.environ[_FOLDER] = mkdtemp(prefix="pg")
        _chosen.append(os.environ[_FOLDER])


@functools.cache
def server() -> Server:
    """Return the run's server, started by the first process that wants it."""
    folder = Path(os.environ[_FOLDER])
    running = Server(folder)
    with portalocker.Lock(f"{folder}.lock"):
        if not (folder / "data").exists():
            running.set_up()
    return running


def end_server() -> None:
    """Stop the run's server, if this process has chosen its folder and any test wanted it."""
    for folder in map(Path, _chosen):
        if (folder / "data").exists():
            Server(folder).stop()
        shutil.rmtree(folder)
        Path(f"{folder}.lock").unlink(missing_ok=True)


_made: dict[Path, tuple[str, bool]] = {}
"""Databases of tests that run, each with its name and true if it has the schema."""
_idle: list[str] = []
"""Databases of this process with the schema and without rows, for the next tests. To make one takes 0.1 to 0.2 s."""
_names = itertools.count(1)
_CLEAR_OUT = """
SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid();
-- Triggers keep rows.
SET session_replication_role = replica;
"""


def url_of(path: Path, template: str = "template0") -> str:
    """Return the address of the database that stands for this file. It is made if it isn't there."""
    if path not in _made:
        is_laid_out = template == LAID_OUT
        if is_laid_out and _idle:
            name = _idle.pop()
        else:
            name = f"t{os.getpid()}_{next(_names)}"
            server().create(name, template)
        _made[path] = name, is_laid_out
    return server().url(_made[path][0])


def drop_databases() -> None:
    """Clear out the databases that this process has made, or delete those that may have another schema."""
    while _made:
        _, (name, is_laid_out) = _made.popitem()
        if is_laid_out:
            _clear_out(name)
            _idle.append(name)
        else:
            server().drop(name)


def _clear_out(name: str) -> None:
    import psycopg

    delete = "".join(f"DELETE FROM {table.name};" for table in known_tables())
    with psycopg.connect(server().url(name)) as raw:
        raw.execute((_CLEAR_OUT + delete).encode())


def prepare(statements: Mapping[str, str]) -> tuple[str, bool]:
    """Prepare the statements, each with a test that executed it. Return the outcome in text, and true if it is good."""
    if not is_installed():
        return f"PostgreSQL isn't installed: {len(statements)} statements of the bot are not prepared on it.", True
    wrong = complaints(server(), statements)
    if wrong:
        return "\n".join((f"PostgreSQL refuses {len(wrong)} statements of {len(statements)}:", *wrong)), False
    return f"PostgreSQL prepares all {len(statements)} statements of the bot.", True


def complaints(running: Server, statements: Mapping[str, str]) -> list[str]:
    """Prepare the statements, each with the test that executed it, and return a sentence for each that fails."""
    numbered = [(sql, test) for sql, test in statements.items()]
    lines = [f"PREPARE p{at} AS {' '.join(_with_numbers(sql).split())};" for at, (sql, _) in enumerate(numbered)]
    required: dict[str, set[str]] = {}
    _, errors = running.run("\n".join(("\\set VERBOSITY terse", *lines)), LAID_OUT)
    found = re.findall(r"psql:<stdin>:(\d+): ERROR:\s+(.*)", errors)
    refused = [(message, *numbered[int(line) - 2]) for line, message in found]
    for row in running.run(f"{_REQUIRED};", LAID_OUT)[0].splitlines():
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
