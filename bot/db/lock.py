"""One bot a database: a lock on `<database>.lock`, which the operating system drops when the process ends."""

import os
from pathlib import Path
from typing import Self

import portalocker

from bot.db.failures import CannotOpen


class FileLock:
    """Held from `take` to `release`. The file itself stays: removing it could let two bots lock two different files."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    @classmethod
    def take(cls, database: Path) -> Self:
        """Take the lock. Raises CannotOpen while another process, or another database object of this one, holds it."""
        # SQLite follows links, so two names of one file are one database.
        real = database.resolve()
        path = real.with_name(real.name + ".lock")
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise CannotOpen(f"{path} can't be written: {error.strerror}.") from error
        try:
            portalocker.lock(handle, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
        except portalocker.AlreadyLocked as error:
            os.close(handle)
            raise CannotOpen(f"Another bot is already running on {database.name}. Stop it first.") from error
        except portalocker.LockException as error:
            os.close(handle)
            raise CannotOpen(f"{path} can't be locked: {error}. Put the database on a disk of this machine.") from error
        return cls(handle)

    def release(self) -> None:
        os.close(self._handle)
