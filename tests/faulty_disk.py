"""Disks that go wrong while a database is open on them: really, not by a stand-in."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.db import Database, Statement

PAGE = 4096


@contextmanager
def failing(database: Path) -> Iterator[None]:
    """No file of this process grows past the end of the database's log, so each commit's write fails (EFBIG)."""
    log = database.with_name(f"{database.name}-wal")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def fill(database: Database) -> None:
    """Let the database take no page more than it has."""
    await database.apply(Statement("PRAGMA max_page_count = 1", touches=None))


async def make_room(database: Database) -> None:
    await database.apply(Statement("PRAGMA max_page_count = 1073741823", touches=None))


@contextmanager
def damaged(database: Path, *pages: int) -> Iterator[None]:
    """Garbage in these pages of a database whose log is empty, as numbered from 1; all but the first without any."""
    with database.open("r+b", buffering=0) as file:
        before = file.read()
        for page in pages or range(2, len(before) // PAGE + 1):
            file.seek((page - 1) * PAGE)
            file.write(b"\xa5" * PAGE)
        try:
            yield
        finally:
            file.seek(0)
            file.write(before)
