"""A bot in a process of its own plays two NPCs against a person, also after a restart in mid-hand."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.clock import SystemClock
from bot.db import open_database
from bot.ledger import audit
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Player, Seen
from tests.e2e.process import playing_bot


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """Run a local Discord on the machine's clock, which outlives every bot."""
    server = LocalDiscord(SystemClock())
    server.rates.enabled = False
    await server.start()
    yield server
    await server.stop()
    assert server.problems == []


def rows(database: Path, question: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as book:
        return book.execute(question).fetchall()


async def test_two_npcs_play_a_hand_of_pilok_with_a_person_and_a_restart_between(
    local: LocalDiscord, channel: Channel, gm: Player, han: Player, tmp_path: Path
):
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path / 'shadowport.db'}"}
    database = tmp_path / "shadowport.db"
    async with playing_bot(local, tmp_path, **settings) as bot:
        await local.world.until(lambda: bool(gm.commands(channel)), 20)
        table = (await gm.slash(channel, "pilok open", preset="high stakes", clock="15 s")).shown
        form = (await han.click(table, "Sit")).modal
        await han.submit(form, {"name": "Han"})
        for name in ("Kett", "Mirra"):
            await gm.slash(channel, "npc new", template="regular", name=name)
            await gm.slash(channel, "npc seat", npc=name)
            await gm.slash(channel, "npc autopilot", npc=name, style="reckless")
        await local.world.until(lambda: "Mirra" in table.text, 20)
        await han.click(table, "Deal")
        await until_an_npc_has_moved(local, table, han, database)
        assert await bot.stopped() == 0
        assert "bot.npcs" not in bot.logged
    moved = len(moves(database))
    async with playing_bot(local, tmp_path, **settings) as bot:
        while not is_over(database):
            await plays_on(local, table, han)
        assert await bot.stopped() == 0
        assert "bot.npcs" not in bot.logged
    by_whom = moves(database)
    assert len(by_whom) > moved
    assert {how for how, _ in by_whom} == {"click", "npc"}
    assert {seat for how, seat in by_whom if how == "npc"} <= {2, 3}
    book = await open_database(settings["DATABASE_URL"])
    assert (await audit(book)).is_clean
    await book.close()


def moves(database: Path) -> list[tuple[Any, ...]]:
    return rows(database, "SELECT how, seat FROM actions WHERE hand IS NOT NULL AND seat IS NOT NULL")


def is_over(database: Path) -> bool:
    return rows(database, "SELECT status FROM hands") == [("settled",)]


async def until_an_npc_has_moved(local: LocalDiscord, table: Seen, han: Player, database: Path) -> None:
    while all(how != "npc" for how, _ in moves(database)):
        await plays_on(local, table, han)


async def plays_on(local: LocalDiscord, table: Seen, han: Player) -> None:
    """Han does the least when he is asked; else something happens at the table without him."""
    version = table.message.version
    quiet = next((label for label in ("Check", "Fold", "Pass", "Leave them") if table.find(label)), None)
    if "▸ **Han**" in table.text and quiet is not None:
        await han.click(table, quiet)
    await local.world.until(lambda: table.message.version > version, 20)
