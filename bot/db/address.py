"""Where the database is: `sqlite:///shadowport.db` (beside the bot) or `sqlite:////var/lib/shadowport.db`."""

import os
from pathlib import Path

from bot.db.failures import CannotOpen

_SCHEME = "sqlite:///"


def database_path(url: str) -> Path:
    """Return the file that a `sqlite:///` address names. Raises CannotOpen for any other address."""
    if not url.startswith(_SCHEME):
        raise CannotOpen(f"The database URL must begin with {_SCHEME}, as in {_SCHEME}shadowport.db.")
    name = url.removeprefix(_SCHEME)
    if not name or name == ":memory:":
        raise CannotOpen(f"The database has to be a file, as in {_SCHEME}shadowport.db: money is not kept in memory.")
    path = Path(name)
    if os.path.isdir(path):  # noqa: PTH112  # a Path raises for a name that is too long
        raise CannotOpen(f"{path} is a folder, not a database file.")
    return path


def file_uri(path: Path, mode: str) -> str:
    """SQLite's own address of the file: `mode` is ro, rw or rwc."""
    return f"{path.absolute().as_uri()}?mode={mode}"
