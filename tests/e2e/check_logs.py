"""What the bot logs through a whole hand: nothing that opens anything, at any level."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.clock import SystemClock
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild
from playground.people import Player
from tests.e2e.gamblers import Corner
from tests.e2e.process import BotProcess, bot_process, playing_bot, settings_for

TOKEN = "MTU3MzQ2OTkyNjM2OTI2MzYx.GabcDE.not_really_a_token_of_anybody_at_all"
LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (DEBUG|INFO|WARNING|ERROR|CRITICAL) +[\w.]+: .")


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord(SystemClock())
    server.token = TOKEN
    await server.start()
    yield server
    await server.stop()
    assert server.problems == []


async def a_whole_hand(local: LocalDiscord, guild: Guild, folder: Path, level: str) -> tuple[BotProcess, Corner]:
    """Open a table, play a hand to its end, cause a refusal, and stop the bot."""
    keeper = Player(local, local.world.users[guild.owner_id])
    corner = Corner.of(local, guild, keeper, 1, 2, 1)
    async with playing_bot(local, folder, LOG_LEVEL=level) as bot:
        await corner.open()
        await corner.act()
        await corner.finish_hand()
        await corner.did(keeper.click(corner.message, "My seat"))
        await corner.did(keeper.slash(corner.channel, "table show"))
        assert await bot.stopped() == 0
    return bot, corner


def secrets_of(local: LocalDiscord, corner: Corner, folder: Path) -> dict[str, str]:
    """Collect the texts that must never be logged, by their kind."""
    found = {"the bot's token": local.token}
    found |= {f"the token of interaction {deed.id}": deed.token for deed in corner.deeds}
    with closing(sqlite3.connect(folder / "shadowport.db")) as book:
        for number, opened, closed in book.execute("SELECT number, open_seed, closed_seed FROM hands"):
            found |= {f"the open seed of hand {number}": opened, f"the closed seed of hand {number}": closed}
        [record] = book.execute("SELECT record FROM tables").fetchone()
        seeds = re.findall(r'"(?:open|closed)":"([0-9a-f]{64})"', record)
        assert len(seeds) == 4
        found |= {f"seed {number} of the table": seed for number, seed in enumerate(seeds)}
    return found


async def test_at_debug_there_is_no_token_and_no_seed(tmp_path: Path, local: LocalDiscord, guild: Guild):
    bot, corner = await a_whole_hand(local, guild, tmp_path, "DEBUG")
    log = bot.logged
    assert " DEBUG " in log
    assert "INTERACTION_CREATE" in log
    assert [what for what, secret in secrets_of(local, corner, tmp_path).items() if secret in log] == []
    assert not re.search(r"\b(INSERT|UPDATE|SELECT)\b", log)
    assert '"draws"' not in log


async def test_at_info_it_tells_what_an_operator_wants_to_know(tmp_path: Path, local: LocalDiscord, guild: Guild):
    bot, corner = await a_whole_hand(local, guild, tmp_path, "INFO")
    lines = bot.logged.splitlines()
    assert [line for line in lines if not LINE.match(line)] == []
    assert [line for line in lines if re.search(r"Z (?!INFO )", line)] == []
    assert any(re.search(r" INFO +bot\.ui\.client: registered \d+ commands$", line) for line in lines)
    assert lines[-1].endswith(" bot.app: stopping")
    assert len(lines) < 10
    assert [what for what, secret in secrets_of(local, corner, tmp_path).items() if secret in bot.logged] == []


async def test_a_token_that_discord_does_not_know_is_one_line_and_status_two(
    tmp_path: Path, local: LocalDiscord, guild: Guild
):
    wrong = {**settings_for(local), "DISCORD_TOKEN": TOKEN[:-1]}
    async with bot_process(tmp_path, "run", LOG_LEVEL="WARNING", **wrong) as bot:
        assert await bot.ended() == 2
    assert bot.logged.splitlines()[-1] == "shadowport: DISCORD_TOKEN: Discord doesn't know it"
    assert TOKEN[:-1] not in bot.logged
