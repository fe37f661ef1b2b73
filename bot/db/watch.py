"""A database that watches its disk. It logs a disk error once a minute, and the health check reports it until the disk
takes what is written again.
"""

import asyncio
import logging
import os
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TypeVar

from bot.clock import Clock
from bot.db.address import file_uri
from bot.db.failures import DatabaseFailure, Fault, FileIsGone, code_name, fault_of
from bot.db.statement import Background, Database, Row, Statement, Value

log = logging.getLogger(__name__)
LOGGED_EVERY = 60.0
"""Seconds between two lines about the same disk error."""
RETRY_AFTER = 30.0
"""Seconds between two tries of work that a disk error stopped."""
LITTLE_SPACE = 1 << 17
"""Bytes left on a disk. Below that, a trial write comes before anyone's write fails; it takes about as much."""
# Other processes on a server try its disk at the same time.
_TRIAL_TABLE = f"disk_trial_{secrets.token_hex(4)}"
_TRIAL = (
    # Big enough to need pages of the file and room in the log of changes; nothing of it stays.
    Statement(f"CREATE TABLE {_TRIAL_TABLE} (room TEXT)", touches=None),
    Statement(f"INSERT INTO {_TRIAL_TABLE} (room) VALUES (?)", ("0123456789abcdef" * 4096,)),  # noqa: S608  # its own
    Statement(f"DROP TABLE {_TRIAL_TABLE}", touches=None),
)
_OF_READING = frozenset((Fault.DAMAGED, Fault.FAILING))
_saves: ContextVar[list[int] | None] = ContextVar("saves", default=None)


_Result = TypeVar("_Result")


async def retried(work: Callable[[], Awaitable[_Result]], clock: Clock) -> _Result:
    """Return the result of `work`. Begin it again every `RETRY_AFTER` seconds while a disk error stops it."""
    while True:
        try:
            return await work()
        except Exception as error:
            if fault_of(error) is None:
                raise
        await clock.sleep(RETRY_AFTER)


def count_saves() -> None:
    """Count from here on what this task and those that it starts have written, for `has_saved`."""
    _saves.set([0])


def has_saved() -> bool:
    """Return True if anything was written since `count_saves`."""
    return bool((_saves.get() or [0])[0])


class WatchedDatabase:
    """The `Database` within, which raises what that raises. `place` is the file where it lies, while it is there. For a
    server it is the database's name.
    """

    def __init__(self, within: Database, place: Path | str, clock: Clock) -> None:
        self.within = within
        self._background = Background(self, self._read_in_background)
        self._named, self._clock = place, clock
        self._file = place.absolute() if isinstance(place, Path) else None
        self._inode = _inode(self._file)
        self._faults: dict[Fault, str] = {}
        """Those that last, each with the engine's name of it."""
        self._logged: dict[Fault, float] = {}
        self._read_through = float("-inf")
        self.writing = 0
        """How many batches are being written, or wait for it."""

    @property
    def background(self) -> Database:
        return self._background

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        return await self._noted(self.within.fetch(sql, *args))

    async def _read_in_background(self, sql: str, *args: Value) -> list[Row]:
        return await self._noted(self.within.background.fetch(sql, *args))

    async def _noted(self, read: Awaitable[list[Row]]) -> list[Row]:
        try:
            return await read
        except Exception as error:
            self._note(error)
            raise

    async def apply(self, *statements: Statement) -> None:
        """As `Database.apply`. Raises FileIsGone, too, instead of writing where nobody finds it again."""
        self.writing += 1
        try:
            self._require_in_place()
            await self.within.apply(*statements)
        except Exception as error:
            self._note(error)
            raise
        finally:
            self.writing -= 1
        if (saves := _saves.get()) is not None:
            saves[0] += 1

    async def settle(self) -> bool:
        return await self.within.settle()

    def is_stuck(self) -> bool:
        return self.within.is_stuck()

    async def until_lost(self) -> Exception:
        return await self.within.until_lost()

    async def fault(self) -> Fault | None:
        """Try the disk after an error, or when hardly any room is left, and return an error that lasts. Ask a server
        each time.

        A file that couldn't be read is read through again once a minute at most.
        """
        if self._file is None:
            with suppress(DatabaseFailure):
                await self.fetch("SELECT 1")
        if not self._faults and await asyncio.to_thread(self._looks_well):
            return None
        if self._faults.keys() & _OF_READING and self._clock.now() >= self._read_through + LOGGED_EVERY:
            self._read_through = self._clock.now()
            if self._file is None or await asyncio.to_thread(_is_whole, self._file):
                self._faults = {fault: name for fault, name in self._faults.items() if fault not in _OF_READING}
        lasting: set[Fault] = set(_OF_READING)
        before = len(self._faults)
        try:
            await self.apply(*_TRIAL)
        except Exception as error:  # noqa: BLE001  # noted if it is the disk's fault
            failed = fault_of(error)
            if failed is None:
                return next(iter(self._faults), None)
            lasting.add(failed)
        self._faults = {fault: name for fault, name in self._faults.items() if fault in lasting}
        if before and not self._faults:
            log.info("%s can be written to again", self._named)
        return next(iter(self._faults), None)

    async def trouble(self) -> str | None:
        """Return the error that lasts, in a sentence for the person who runs the bot."""
        fault = await self.fault()
        return fault and f"The bot on {self._named} is in trouble: its {fault.state}. To fix it, {fault.remedy}."

    def _note(self, error: Exception) -> None:
        fault, now = fault_of(error), self._clock.now()
        if fault is None:
            return
        self._faults[fault] = code_name(error)
        if now - self._logged.get(fault, float("-inf")) >= LOGGED_EVERY:
            self._logged[fault] = now
            log.error("%s: the %s (%s). To fix it, %s.", self._named, fault.state, code_name(error), fault.remedy)

    def _require_in_place(self) -> None:
        if _inode(self._file) != self._inode:
            raise FileIsGone(f"{self._file} is no longer the file that was opened")

    def _looks_well(self) -> bool:
        """Return True if the file is in its place and the disk has room, without writing."""
        if self._file is None:
            return True
        try:
            disk = os.statvfs(self._file)
        except OSError:
            return False
        has_room = disk.f_bavail * disk.f_frsize >= LITTLE_SPACE
        return has_room and not disk.f_flag & os.ST_RDONLY and _inode(self._file) == self._inode


def _inode(file: Path | None) -> tuple[int, int] | None:
    if file is None:
        return None
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _is_whole(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(file_uri(file, "ro"), uri=True)) as connection:
            return connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
    except (sqlite3.Error, UnicodeDecodeError):
        return False
