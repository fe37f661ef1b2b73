"""`playground`: a Discord of one's own on this machine, without a token, with a page on which it is played."""

import asyncio
import signal
from pathlib import Path
from typing import Any

from bot.app import connected, opened_services
from bot.db.lock import FileLock
from bot.ledger import audit
from bot.settings import Settings
from playground.database import PlaygroundDatabase
from playground.demo.world import DemoWorld, build_demo_world
from playground.discord.server import API
from playground.main import opened_playground
from playground.people import Answer, Player
from tests.e2e.at_the_page import OWN, AtThePage, address_told, at_the_page, is_clean, parts_of, read, texts
from tests.e2e.process import bot_process, bot_process_anew
from tests.manual_clock import ManualClock
from tests.sqlite_file import url_of
from tests.ui.conftest import running as connection

NO_TOKEN = "DISCORD_TOKEN isn't set, so this is the playground: a small Discord on this machine.\n"


async def test_playground_prints_its_address_and_stops_cleanly(tmp_path: Path):
    async with bot_process_anew(tmp_path, PLAYGROUND_PORT="0") as bot:
        address = await address_told(bot)
        status, kind, text = await read(address)
        assert (status, kind) == (200, "text/html")
        assert "Shadowport" in text
        async with at_the_page(address) as page:
            hello = page.told[0]
        assert [person["name"] for person in hello["people"]] == ["Lady Proxima", "Roark", "Lando", "Han", "Qi'ra"]
        assert hello["me"]["name"] == "Lando"

        assert await bot.stopped() == 0
        assert await bot.line() == ""
    assert bot.logged.startswith(NO_TOKEN)
    assert f"the playground has a database of its own: {OWN}\n" in bot.logged
    assert await is_clean(tmp_path / OWN)


async def test_a_stop_right_after_the_first_line_is_a_good_end_too(tmp_path: Path):
    async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as bot:
        await address_told(bot)
        assert await bot.stopped() == 0


async def test_after_a_restart_world_and_table_are_there_again_behind_another_key(tmp_path: Path):
    """However it is started, and whatever real token the machine has: nobody uses it."""
    token = "a-real-token-of-somebody"
    async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0", DISCORD_TOKEN=token) as bot:
        first = await address_told(bot)
        async with at_the_page(first, "lady_proxima") as page:
            before = world_of(page)
            channel = (await page.asks("try", game="golem"))["channel"]
            table = (await page.asks("look", channel=channel))["messages"][-1]
        assert await bot.stopped(signal.SIGINT) == 0
    assert token not in bot.logged
    assert NO_TOKEN not in bot.logged
    async with bot_process(tmp_path, PLAYGROUND_PORT="0") as bot:
        second = await address_told(bot)
        async with at_the_page(second, "lady_proxima") as page:
            assert world_of(page) == before
            again = (await page.asks("look", channel=channel))["messages"][-1]
            assert (again["id"], texts(again)[0]) == (table["id"], texts(table)[0])
            deal = next(one["custom_id"] for one in parts_of(again) if one.get("label") == "Deal")
            assert (await page.asks("click", channel=channel, message=again["id"], custom_id=deal))["outcome"] == "done"
            messages = (await page.asks("look", channel=channel))["messages"]
            (dealt,) = (message for message in messages if message["id"] == table["id"])
            assert any("The ante is" in text for text in texts(dealt))
            await page.asks("command", channel=channel, words="table here", options={})
            while (moved := (await page.until("message"))["message"])["id"] == table["id"] or not texts(moved):
                pass
            assert texts(moved)[0] == texts(dealt)[0]
        assert await bot.stopped() == 0
    assert NO_TOKEN in bot.logged
    keys = [address.split("/")[3] for address in (first, second)]
    assert keys[0] != keys[1]
    assert min(map(len, keys)) > 20


def world_of(page: AtThePage) -> list[Any]:
    """Return the page's first frames: bot, server, people and channels, without messages."""
    hello = page.told[0]
    channels = [channel | {"last": None} for channel in hello["channels"]]
    return [hello["bot"], hello["server"], hello["people"], channels]


def test_old_database_still_fits_the_people_and_channels():
    demo, first = build_demo_world(0, ManualClock()), 1323802873036800000
    ids = {person.user.name: person.id - first for person in demo.people}
    assert ids == {"lady_proxima": 2, "roark": 8, "lando": 9, "han": 10, "qira": 11}
    assert demo.guild.id == first + 3
    places = {channel.name: channel.id - first for channel in demo.guild.channels.values()}
    assert places == {"the-back-room": 5, "high-stakes": 6, "chatter": 7, "gm-only": 12}


async def test_a_taken_port_is_one_sentence_and_status_one(tmp_path: Path):
    async with opened_playground(0, ManualClock()) as taken:
        port = taken.demo.local.api_url.removesuffix(API).rpartition(":")[2]
        async with bot_process(tmp_path, "playground", PLAYGROUND_PORT=port) as bot:
            assert await bot.ended() == 1
            assert await bot.line() == ""
        sentence = f"Port {port} is in use. Stop the program that uses it, or set PLAYGROUND_PORT to another port."
        assert bot.logged == f"shadowport: {sentence}\n"


async def test_a_taken_database_is_one_sentence_and_status_one(tmp_path: Path):
    lock = FileLock.take(tmp_path / OWN)
    async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as second:
        assert await second.ended() == 1
        assert await second.line() == ""
    lock.release()
    assert f"shadowport: Another bot is already running on {OWN}. Stop it first.\n" in second.logged


async def evening(folder: Path, clock: ManualClock, play: Any) -> None:
    """Run the bot on the playground's server for as long as `play` takes."""
    async with opened_playground(0, clock) as playground:
        demo = playground.demo
        settings = demo.settings(Settings(), PlaygroundDatabase.beside(url_of(folder / "shadowport.db")))
        async with opened_services(settings, clock) as services, connected(services, settings) as bot, connection(bot):
            await play(demo)
            assert (await audit(services.db)).is_clean
        assert demo.local.problems == []


async def test_a_table_of_yesterday_goes_on_in_the_same_channel(tmp_path: Path, discord_put_back: None):
    clock = ManualClock()

    async def yesterday(demo: DemoWorld) -> None:
        lando, han = demo.players[1:3]
        answer = await lando.slash(demo.channels[0], "pilok open")
        await sit(lando, answer)
        await sit(han, answer)
        await han.click(answer.shown, "Deal")

    async def sit(player: Player, opened: Answer) -> None:
        form = (await player.click(opened.shown, "Sit")).modal
        await player.submit(form, {"name": player.user.display_name})
        await clock.advance(1)

    async def today(demo: DemoWorld) -> None:
        han, channel = demo.players[2], demo.channels[0]
        assert (
            (await han.slash(channel, "pilok open")).text
            == "There is a table in this channel already. Close it first, use another channel, or choose `thread:True`."
        )
        await (await han.slash(channel, "table here")).done()
        table = await han.until_sees(channel, "The Lift")
        assert "Lando" in table.text
        assert "Han" in table.text

    await evening(tmp_path, clock, yesterday)
    await evening(tmp_path, clock, today)


async def test_two_playgrounds_at_a_time_have_two_ports(tmp_path: Path):
    clock = ManualClock()
    async with opened_playground(0, clock) as one, opened_playground(0, clock) as other:
        assert one.page.address != other.page.address
        found = await asyncio.gather(read(one.page.address), read(other.page.address))
        assert [status for status, *_ in found] == [200, 200]
