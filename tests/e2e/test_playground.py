"""`playground`: a Discord of one's own on this machine, without a token."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.app import connected, opened_house
from bot.clock import ManualClock
from bot.ledger import audit
from bot.playground.main import Cantina, opened_cantina
from bot.playground.player import Answer, Player
from bot.playground.server import API, TOKEN
from bot.settings import Settings
from tests.e2e.process import BotProcess, bot_process
from tests.ui.conftest import running

NO_TOKEN = "There is no DISCORD_TOKEN, so this is a local Discord of your own.\n"


async def address_told(bot: BotProcess) -> str:
    said = await bot.line()
    assert said.startswith("Shadowport plays at http://127.0.0.1:")
    return said.split()[-1]


async def read(address: str, path: str = "", *, as_bot: bool = False) -> tuple[str, str]:
    """The type and the text of what is there."""
    headers = {"Authorization": f"Bot {TOKEN}"} if as_bot else {}
    async with aiohttp.ClientSession() as session, session.get(address + path, headers=headers) as response:
        assert response.status == 200
        return response.content_type, await response.text()


async def ids_of(address: str) -> Any:
    """Application, server and channels, as the bot's own client gets them."""
    api = API.removeprefix("/")
    application = json.loads((await read(address, f"{api}/applications/@me", as_bot=True))[1])
    [guild] = json.loads((await read(address, f"{api}/users/@me/guilds", as_bot=True))[1])
    channels = json.loads((await read(address, f"{api}/guilds/{guild['id']}/channels", as_bot=True))[1])
    return application["id"], guild["id"], guild["name"], [(channel["id"], channel["name"]) for channel in channels]


@pytest.mark.slow
@pytest.mark.parametrize("words", [["playground"], ["run"], []])
async def test_it_says_where_it_is_answers_and_goes_in_good_order(tmp_path: Path, words: list[str]):
    async with bot_process(tmp_path, *words, PLAYGROUND_PORT="0") as bot:
        address = await address_told(bot)
        kind, index = await read(address)
        assert kind == "text/plain"
        assert "This is a small Discord on this machine" in index
        assert "Lady Proxima" in index

        assert await bot.stopped() == 0
        assert await bot.line() == ""
    assert bot.logged.startswith(NO_TOKEN) == (words != ["playground"])
    async with bot_process(tmp_path, "audit", "--json") as book:
        assert await book.ended() == 0


@pytest.mark.slow
async def test_the_world_is_the_same_at_every_start_and_a_real_token_is_never_used(tmp_path: Path):
    async with bot_process(
        tmp_path, "playground", PLAYGROUND_PORT="0", DISCORD_TOKEN="a-real-token-of-somebody"
    ) as bot:
        first = await ids_of(await address_told(bot))
        assert await bot.stopped(signal.SIGINT) == 0
    async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as bot:
        assert await ids_of(await address_told(bot)) == first
        assert await bot.stopped() == 0


@pytest.mark.slow
async def test_a_taken_port_is_one_sentence_and_status_one(tmp_path: Path):
    async with opened_cantina(0, ManualClock()) as taken:
        port = taken.local.api_url.removesuffix(API).rpartition(":")[2]
        async with bot_process(tmp_path, "playground", PLAYGROUND_PORT=port) as bot:
            assert await bot.ended() == 1
            assert await bot.line() == ""
        sentence = f"Port {port} is taken: stop what listens there, or set PLAYGROUND_PORT to another."
        assert bot.logged == f"shadowport: {sentence}\n"


@pytest.mark.slow
async def test_a_taken_database_is_one_sentence_and_status_one(tmp_path: Path):
    async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as bot:
        await address_told(bot)
        async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as second:
            assert await second.ended() == 1
        assert "shadowport: Another bot is already running on shadowport.db; stop it first.\n" in second.logged


async def evening(folder: Path, clock: ManualClock, play: Any) -> None:
    """The bot on the playground's server for as long as `play` takes."""
    async with opened_cantina(0, clock) as cantina:
        settings = cantina.settings(Settings(database_url=f"sqlite:///{folder / 'shadowport.db'}"))
        async with opened_house(settings, clock) as house, connected(house, settings) as bot, running(bot):
            await play(cantina)
            assert (await audit(house.db)).is_clean
        assert cantina.local.problems == []


async def test_a_table_of_yesterday_goes_on_in_the_same_channel(tmp_path: Path, discord_put_back: None):
    clock = ManualClock()

    async def yesterday(cantina: Cantina) -> None:
        lando, han = cantina.players[1:]
        answer = await lando.slash(cantina.channels[0], "pilok open")
        await sit(lando, answer)
        await sit(han, answer)
        assert answer.message is not None
        await han.click(answer.message, "Deal")

    async def sit(player: Player, opened: Answer) -> None:
        assert opened.message is not None
        form = (await player.click(opened.message, "Sit")).modal
        await player.submit(form, {"name": player.user.display_name})
        await clock.advance(1)

    async def today(cantina: Cantina) -> None:
        han, channel = cantina.players[2], cantina.channels[0]
        refused = await han.slash(channel, "pilok open")
        assert refused.text == "There is a table in this channel already."
        await (await han.slash(channel, "table here")).done()
        table = await han.until_sees(channel, "The Lift")
        assert "Lando" in table.text
        assert "Han" in table.text

    await evening(tmp_path, clock, yesterday)
    await evening(tmp_path, clock, today)


async def test_two_playgrounds_at_a_time_have_two_ports(tmp_path: Path):
    clock = ManualClock()
    async with opened_cantina(0, clock) as one, opened_cantina(0, clock) as other:
        assert one.address != other.address
        await asyncio.gather(read(one.address), read(other.address))
