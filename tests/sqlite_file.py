"""The real file that a test's database is."""

from pathlib import Path
from tempfile import TemporaryDirectory

from bot.db import open_database

_laid_out: list[bytes] = []


def url_of(path: Path) -> str:
    """The address of a database file, as settings give it."""
    return f"sqlite:///{path}"


async def lay_out(path: Path) -> str:
    """See that a book is there, an empty one if none was; its address. The migrations run once a process: to run them
    takes longer than most tests, and `tests/db` tests them.
    """
    if not _laid_out:
        with TemporaryDirectory() as folder:
            first = Path(folder) / "book.db"
            await (await open_database(url_of(first))).close()
            _laid_out.append(first.read_bytes())
    if not path.exists():
        path.write_bytes(_laid_out[0])
    return url_of(path)
