"""Copies of a PostgreSQL database, made and restored on a server of their own by the commands of the documents."""

import asyncio
import os
import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.__main__ import main
from bot.db import Statement, open_database
from tests.postgresql import LAID_OUT, NEEDS_POSTGRESQL, Server, tool

pytestmark = [NEEDS_POSTGRESQL, pytest.mark.usefixtures("logging_put_back")]
ROOT = Path(__file__).parents[1]
FOLDER = "/srv/postgresql"
MOMENT = "2027-01-15 20:00:00+00"
"""The folder and the moment of the page."""
INSERT = "INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (?, 9, ?, ?, '{}', 0)"


def blocks(language: str = "") -> Iterator[str]:
    """Yield the blocks of the section on copies, in their order."""
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    section = page.partition("### Copies of a PostgreSQL database")[2].partition("\n## ")[0]
    yield from (
        text
        for kind, text in re.findall(r"^```(\w*)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
        if kind == language
    )


class Documented:
    """A server in a folder that the page calls /srv/postgresql."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(folder)
        self.server.set_up()
        self.url = self.server.url(LAID_OUT)

    def run(self, block: str) -> None:
        """Run the lines of a block as the server's user, with PostgreSQL's programs on the path."""
        programs = Path(tool("initdb")).parent
        subprocess.run(
            ["bash", "-euc", self.here(block)],
            check=True,
            user=self.server.user,
            cwd=self.folder,
            env={
                "PATH": f"{programs}:{os.environ['PATH']}",
                "DATABASE_URL": self.url,
                "PGHOST": str(self.folder),
                "PGUSER": "bot",
                "PGDATABASE": "postgres",
            },
        )

    def here(self, text: str) -> str:
        """Return the text with this folder for the one of the page."""
        return text.replace(FOLDER, str(self.folder))

    def configure(self, file: str, block: str) -> None:
        """Add lines to a file of the server's folder."""
        with (self.folder / "data" / file).open("a", encoding="utf-8") as written:
            written.write(self.here(block))

    async def found(self, campaign_id: int) -> None:
        async with await open_database(self.url) as database:
            await database.apply(Statement(INSERT, (campaign_id, str(campaign_id), str(campaign_id))))

    async def campaigns(self, url: str = "") -> list[int]:
        async with await open_database(url or self.url, read_only=True) as database:
            return [row["id"] for row in await database.fetch("SELECT id FROM campaigns ORDER BY id")]


@pytest.fixture
async def documented() -> AsyncIterator[Documented]:
    with TemporaryDirectory(prefix="pg") as folder:  # the server's user finds its way there
        made = Documented(Path(folder))
        yield made
        made.server.stop()


async def test_a_dump_is_restored_into_a_new_database_that_passes_the_audit(
    documented: Documented, monkeypatch: pytest.MonkeyPatch
) -> None:
    dump, restore, *_ = blocks()
    await documented.found(1)
    documented.run(dump)
    await documented.found(2)
    documented.run(restore)
    restored = documented.server.url("restored")
    assert await documented.campaigns(restored) == [1]
    monkeypatch.setenv("DATABASE_URL", restored)
    assert await asyncio.to_thread(main, ["audit"]) == 0
    assert await documented.campaigns() == [1, 2]


async def test_a_server_goes_back_to_a_moment(documented: Documented, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, copy, put_back = blocks()
    archive, recovery = blocks("ini")
    documented.run(f"mkdir {FOLDER}/archive")
    documented.server.stop("fast")
    documented.configure("postgresql.conf", archive)
    documented.server.start()
    await documented.found(1)
    documented.run(copy)
    await documented.found(2)
    moment = documented.server.run("SELECT clock_timestamp();")[0].strip()
    async with await open_database(documented.url) as database:
        await database.apply(Statement("DELETE FROM campaigns", touches=2))
    documented.server.stop("fast")
    documented.run(put_back)
    assert MOMENT in recovery
    documented.configure("postgresql.auto.conf", recovery.replace(MOMENT, moment))
    documented.server.start()
    while documented.server.run("SELECT pg_is_in_recovery();")[0].strip() == "t":
        pass
    assert await documented.campaigns() == [1, 2]
    await documented.found(3)
    monkeypatch.setenv("DATABASE_URL", documented.url)
    assert await asyncio.to_thread(main, ["audit"]) == 0
