"""The playground's own database: beside the real bot's, and never the same file."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bot.db import CannotOpen, local_path
from bot.db.lock import FileLock

_MARK = "-playground"
_BELONGS = r"(?:-wal|-shm|-journal|\.alive|\.v[0-9]+(?:-[0-9]+)?\.bak(?:(?:\.\w+)?\.part)?)?"


class NotFree(CannotOpen):
    """The book is somebody else's at the moment, and nothing of it was touched."""


@dataclass(frozen=True, slots=True)
class PlaygroundDatabase:
    """A database file that only the playground writes. It is made by `beside` alone, so no other can be wiped."""

    path: Path

    @classmethod
    def beside(cls, url: str) -> Self:
        """Return the playground's database for the one that `url` names: `shadowport-playground.db` beside
        `shadowport.db`. For a server it is in the working folder.

        Raises CannotOpen for an address that names no database.
        """
        real = local_path(url)
        return cls(real.with_stem(f"{real.stem}{_MARK}"))

    @property
    def url(self) -> str:
        """The address, as DATABASE_URL has it."""
        return f"sqlite:///{self.path}"

    @property
    def said(self) -> Path:
        """Where what was said on the playground is kept, beside the book."""
        return self.path.with_name(self.path.name + ".said.json")

    def require_free(self) -> None:
        """Check that no bot runs on it. Raises NotFree."""
        self._locked().release()

    def wipe(self) -> None:
        """Delete the database with its log, its sign of life and its backups; without one there is nothing to do.

        Raises NotFree while a bot runs on it, and CannotOpen for a file that can't be deleted.
        """
        # The lock's own file stays: whoever has opened it already must not lock another one than the next bot.
        lock = self._locked()
        try:
            for file in self._files():
                file.unlink(missing_ok=True)
        except OSError as failed:
            raise CannotOpen(f"{failed.filename} can't be deleted: {failed.strerror}.") from failed
        finally:
            lock.release()

    def _locked(self) -> FileLock:
        try:
            return FileLock.take(self.path)
        except CannotOpen as taken:
            raise NotFree(str(taken)) from taken

    def _files(self) -> list[Path]:
        """List the files of this database by their exact names, the database last: a new one must find no old log."""
        own = re.compile(re.escape(self.path.name) + _BELONGS)
        return sorted((file for file in self.path.parent.iterdir() if own.fullmatch(file.name)), reverse=True)
