"""The real database of a test: a file or, with `--engine=postgresql`, a database of the run's server for that file."""

from pathlib import Path
from tempfile import TemporaryDirectory

from bot.db import Database, Row, Statement, Value, open_database
from tests import postgresql

_laid_out: list[bytes] = []
_engines = ["sqlite"]


def use(engine: str) -> None:
    """Have the tests of this run use this engine where they don't name one."""
    _engines[:] = [engine]


def is_on_server() -> bool:
    """Return True if the databases of this run are a server's."""
    return _engines == ["postgresql"]


def url_of(path: Path) -> str:
    """Return the URL of a database, as settings give it."""
    return postgresql.url_of(path) if is_on_server() else f"sqlite:///{path}"


async def lay_out(path: Path) -> str:
    """See that a book is there, an empty one if none was; its address. The migrations run once a process: to run them
    takes longer than most tests, and `tests/db` tests them.
    """
    if is_on_server():
        return postgresql.url_of(path, postgresql.LAID_OUT)
    if not _laid_out:
        with TemporaryDirectory() as folder:
            first = Path(folder) / "book.db"
            await (await open_database(url_of(first))).close()
            _laid_out.append(first.read_bytes())
    if not path.exists():
        path.write_bytes(_laid_out[0])
    return url_of(path)


class Around:
    """A database around another one, for a test that changes what one of its methods does."""

    def __init__(self, within: Database) -> None:
        self.within = within

    @property
    def background(self) -> Database:
        return self

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        return await self.within.fetch(sql, *args)

    async def apply(self, *statements: Statement) -> None:
        await self.within.apply(*statements)

    async def settle(self) -> bool:
        return await self.within.settle()

    def is_stuck(self) -> bool:
        return self.within.is_stuck()

    async def until_lost(self) -> Exception:
        return await self.within.until_lost()
