"""`kill -9` at random moments under load: what people were told has happened, and happens once.

It is killed in its first life and in one that took over; `make thorough` kills it fifty times.
"""

import asyncio
import json
import os
import random
import signal
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.db import open_database
from bot.ledger import audit
from bot.ui.pages.own_page import OLD_PAGE
from playground.discord.interactions import Response
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild
from playground.people import Player
from tests.e2e.gamblers import Corner
from tests.e2e.process import BotProcess, playing_bot
from tests.scale import IS_THOROUGH
from tests.sqlite_file import read, url_of

KILLS = 50 if IS_THOROUGH else 2
SEED = int(os.environ.get("CRASH_SEED", "1"))
TABLES, SEATS, RESTING = 6, 3, 2


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """Run a local Discord on the machine's clock, which outlives every bot."""
    server = LocalDiscord(SystemClock())
    await server.start()
    yield server
    await server.stop()
    assert server.problems == []


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "shadowport.db"


@pytest.fixture
def keeper(local: LocalDiscord, guild: Guild) -> Player:
    return Player(local, local.world.users[guild.owner_id])


async def the_book_balances(database: Path) -> None:
    """Check that the audit finds nothing, all money was minted, and every hand was paid once."""
    async with await open_database(url_of(database), read_only=True) as book:
        assert (await audit(book)).problems == ()
    [[held]] = read(database, "SELECT sum(balance) FROM accounts WHERE kind <> 'mint'")
    [[minted]] = read(database, "SELECT -sum(balance) FROM accounts WHERE kind = 'mint'")
    assert held == minted
    paid = read(database, "SELECT table_id, hand, count(*) FROM entries WHERE kind = 'hand' GROUP BY table_id, hand")
    settled = read(database, "SELECT table_id, number, 1 FROM hands WHERE status = 'settled'")
    assert sorted(paid) == sorted(settled)


def chairs_have_their_chips(database: Path) -> None:
    """Check that the tables' seats hold the chips that the ledger says."""
    told: dict[str, int] = {}
    for table_id, record in read(database, "SELECT id, record FROM tables WHERE status = 'open'"):
        for chair in json.loads(record)["chairs"]:
            told[f"seat:{table_id}:{chair['seat']}"] = chair["stack"] + chair["pending"]
    booked = dict(read(database, "SELECT id, balance FROM accounts WHERE kind = 'seat'"))
    assert told == booked


def nothing_is_lost(database: Path, corners: Iterable[Corner]) -> None:
    """Each deed that was acknowledged is in the log, none that was refused, and none twice (the key is unique)."""
    logged = {key for (key,) in read(database, "SELECT key FROM actions")}
    for corner in corners:
        assert corner.acknowledged <= logged
        assert not corner.refused & logged


async def play_on(corner: Corner) -> None:
    while True:
        await corner.act()
        if corner.chosen.random() < 0.2:
            await corner.fidget()


async def killed_in_play(bot: BotProcess, corners: list[Corner], moments: random.Random) -> None:
    """Play at all tables, and kill the bot after some actions, some milliseconds into the next."""
    already, enough = sum(len(corner.deeds) for corner in corners), moments.randint(3, 40)
    into_the_next = moments.uniform(0.0, 0.02)
    playing = [asyncio.create_task(play_on(corner)) for corner in corners]
    world = corners[0].local.world
    reached = asyncio.create_task(
        world.until(lambda: sum(len(corner.deeds) for corner in corners) >= already + enough, timeout=30)
    )
    await asyncio.wait([reached, *playing], return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(into_the_next)
    assert await bot.stopped(signal.SIGKILL) == -signal.SIGKILL
    for task in playing:
        task.cancel()
    ends = await asyncio.gather(reached, *playing, return_exceptions=True)
    assert [end for end in ends if end and not isinstance(end, asyncio.CancelledError)] == []
    await corners[0].local.gateway.until_disconnected()


async def old_buttons_work(corners: list[Corner], resting: list[Corner]) -> None:
    """Check that the dead bot's buttons work where no one had clicked since, and that others are drawn again."""
    answers = await asyncio.gather(*(corner.act() for corner in corners))
    for corner, answer in zip(corners, answers, strict=True):
        assert corner not in resting or answer.acknowledged in {Response.UPDATE, Response.DEFERRED_UPDATE}, answer.text


async def test_a_killed_bot_loses_nothing_that_it_acknowledged_and_plays_on(
    tmp_path: Path, local: LocalDiscord, guild: Guild, keeper: Player, database: Path
):
    moments = random.Random(SEED)
    corners = [Corner.of(local, guild, keeper, number, SEATS, SEED) for number in range(TABLES)]
    resting: list[Corner] = []
    for life in range(KILLS + 1):
        async with playing_bot(local, tmp_path, DATABASE_URL=url_of(database)) as bot:
            if life == 0:
                await asyncio.gather(*(corner.open() for corner in corners))
            else:
                await old_buttons_work(corners, resting)
            resting = moments.sample(corners, RESTING)
            if life < KILLS:
                await killed_in_play(bot, [corner for corner in corners if corner not in resting], moments)
            else:
                await asyncio.gather(*(corner.finish_hand() for corner in corners))
                assert await bot.stopped() == 0
        nothing_is_lost(database, corners)
        chairs_have_their_chips(database)
        await the_book_balances(database)


async def test_forms_and_buttons_of_a_killed_bot_are_taken_by_the_next(
    tmp_path: Path, local: LocalDiscord, guild: Guild, keeper: Player, database: Path
):
    corner = Corner.of(local, guild, keeper, 1, 2, SEED)
    async with playing_bot(local, tmp_path, DATABASE_URL=url_of(database)) as bot:
        await corner.open()
        await corner.act()
        leader = corner.to_move
        form = (await corner.did(leader.click(corner.message, "Bet…"))).modal
        page = (await corner.did(leader.click(corner.message, "My seat"))).shown
        await bot.stopped(signal.SIGKILL)
    await local.gateway.until_disconnected()
    async with playing_bot(local, tmp_path, DATABASE_URL=url_of(database)):
        assert (await corner.did(leader.submit(form, {"to": "7"}))).acknowledged is Response.UPDATE
        assert "bets 7 cr" in corner.message.text
        await leader.click(page, "Sit out")
        assert page.lines[0] == OLD_PAGE
        await corner.did(leader.click(page, "Sit out"))
        assert page.lines[0] == "You sit out from the next hand on."
    nothing_is_lost(database, [corner])


async def test_told_to_stop_it_finishes_the_clicks_that_run_and_closes_the_database(
    tmp_path: Path, local: LocalDiscord, guild: Guild, keeper: Player, database: Path
):
    corners = [Corner.of(local, guild, keeper, number, SEATS, SEED) for number in range(TABLES)]
    async with playing_bot(local, tmp_path, DATABASE_URL=url_of(database)) as bot:
        await asyncio.gather(*(corner.open() for corner in corners))
        playing = [asyncio.create_task(play_on(corner)) for corner in corners]
        already = sum(len(corner.deeds) for corner in corners)
        await local.world.until(lambda: sum(len(corner.deeds) for corner in corners) >= already + 20)
        assert await bot.stopped() == 0
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    assert not database.with_name(f"{database.name}-wal").exists()  # nor is there one of a server's database
    nothing_is_lost(database, corners)
    logged = {key for (key,) in read(database, "SELECT key FROM actions WHERE actor IS NOT NULL")}
    assert logged <= {key for corner in corners for key in corner.acknowledged}
    assert " ERROR " not in bot.logged
    assert " WARNING  bot" not in bot.logged
