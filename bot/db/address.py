"""The database's address: `sqlite:///shadowport.db` (beside the bot), `sqlite:////var/lib/shadowport.db`, or
`postgresql://user:password@host/name`.
"""

import os
import re
from pathlib import Path
from urllib.parse import unquote

from bot.db.failures import CannotOpen

_SCHEME = "sqlite:///"
_SERVER = re.compile(r"postgres(?:ql)?://")
_PASSWORDS = re.compile(r"//[^/@]*?:(.*)@|[?&]password=([^&]*)")
_BARE_SIGNS = re.compile(r"//[^/@]*@[^?]*@|//[^@?]*/[^@?]*@")
_PLAIN_NAME = re.compile(r"[\w-][\w.-]{0,62}")


def is_server(url: str) -> bool:
    """Return True if the address is a PostgreSQL server's."""
    return _SERVER.match(url) is not None


def shown_database(url: str) -> str:
    """Return the database as sentences name it: the file, or the server's address without user and password."""
    if not is_server(url):
        return str(database_path(url))
    place = _SERVER.sub("", url).rpartition("@")[2].partition("?")[0]
    return f"postgresql://{place}"


def has_bare_signs(url: str) -> bool:
    """Return True if a sign of the server's user or password stands for itself, and a part of it counts as the host."""
    return _BARE_SIGNS.search(url) is not None


def passwords_in(url: str) -> list[str]:
    """Return what no log may show of the address."""
    found = [word for match in _PASSWORDS.finditer(url) for word in match.groups() if word]
    return [*found, *map(unquote, found)] if is_server(url) else []


def local_path(url: str) -> Path:
    """Return the path that files beside the database are named after: the database file itself.

    For a server it is a path in the working folder, where no file is.
    """
    if not is_server(url):
        return database_path(url)
    name = shown_database(url).rpartition("/")[2]
    return Path(f"{name if _PLAIN_NAME.fullmatch(name) else 'shadowport'}.db")


def database_path(url: str) -> Path:
    """Return the file that a `sqlite:///` address names. Raises CannotOpen for any other address."""
    if is_server(url):
        raise CannotOpen(f"{shown_database(url)} is not a file. Copy it with pg_dump, and put it back with pg_restore.")
    if not url.startswith(_SCHEME):
        raise CannotOpen(f"The database URL must begin with {_SCHEME}, as in {_SCHEME}shadowport.db, or postgresql://.")
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
