"""A killed bot loses nothing that it acknowledged, and the next one finds a book that balances."""

import asyncio
import sys
from pathlib import Path

from bot.db import open_database
from bot.ledger import Transfer, audit, post
from bot.ledger.items import Holder, create_items
from tests.ledger.conftest import HAN, HANS, MINT, entry, founding
from tests.scale import scaled
from tests.sqlite_file import url_of

ROOT = Path(__file__).parents[2]
WRITER = """
import asyncio, itertools, os, sys
from bot.db import open_database
from bot.engine.game import Item
from bot.ledger import Transfer, post
from bot.ledger.items import Holder, held_by, move_items
from tests.ledger.conftest import FIRST, HAN, HANS, LANDO, LANDOS, entry

async def carry(database, life, who, good):
    here, there = Holder.character(HAN), Holder.character(LANDO)
    if good in await held_by(database, FIRST, there, "trinkets"):
        here, there = there, here
    for number in itertools.count():
        event = entry(f"{life}:{who}:{number}", Transfer(HANS, LANDOS, 2), Transfer(LANDOS, HANS, 1))
        await database.apply(*post(event), *move_items(event, (good,), here, there))
        here, there = there, here
        os.write(1, f"{event.key}\\n".encode())

async def main(url, life):
    async with await open_database(url) as database:
        goods = [Item(id=str(row["id"]), kind="ring") for row in await database.fetch("SELECT id FROM items")]
        await asyncio.gather(*(carry(database, life, who, good) for who, good in enumerate(goods)))

asyncio.run(main(*sys.argv[1:]))
"""


async def live_and_die(url: str, life: int, acknowledgements: int) -> set[str]:
    """Run a writer with twenty callers until so many batches are acknowledged, kill it, and say which were."""
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, url, str(life), stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    assert writer.stdout
    heard = b""
    while heard.count(b"\n") < acknowledgements and (more := await writer.stdout.read(200)):
        heard += more
    writer.kill()
    heard += await writer.stdout.read()
    await writer.wait()
    # A line that was cut off may or may not have been meant as one.
    return set(heard.rpartition(b"\n")[0].decode().splitlines())


async def test_acknowledged_entries_survive_every_kill(tmp_path: Path) -> None:
    url = url_of(tmp_path / "book.db")
    async with await open_database(url) as book:
        start = entry("start", Transfer(MINT, HANS, 1_000_000))
        await book.apply(
            *founding(), *post(start), *create_items(start, "trinkets", {"ring": 20}, Holder.character(HAN))
        )
    acknowledged: set[str] = set()
    for life, acknowledgements in enumerate((1, 40, 333) * scaled(1)):
        heard = await live_and_die(url, life, acknowledgements)
        assert len(heard) >= acknowledgements
        acknowledged |= heard
        async with await open_database(url) as book:
            kept = {row["key"] for row in await book.fetch("SELECT key FROM entries")}
            moves = await book.fetch("SELECT count(*) AS found FROM item_moves")
            report = await audit(book)
        assert acknowledged <= kept
        assert report.is_clean
        assert report.transfers == 2 * (report.entries - 1) + 1
        assert moves[0]["found"] == report.entries - 1 + 20
