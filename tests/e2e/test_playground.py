"""`playground`: a Discord of one's own on this machine, without a token, with a page on which it is played."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from bot.app import connected, opened_house
from bot.clock import ManualClock
from bot.ledger import audit
from bot.playground.cantina import Cantina, furnished
from bot.playground.main import opened_playground
from bot.playground.own_book import OwnBook
from bot.playground.player import Answer, Player
from bot.playground.server import API
from bot.settings import Settings
from tests.e2e.at_the_page import OWN, address_told, at_the_page, parts_of, read, texts
from tests.e2e.process import bot_process
from tests.sqlite_file import url_of
from tests.ui.conftest import running as connection

NO_TOKEN = "There is no DISCORD_TOKEN, so this is a local Discord of your own.\n"


@pytest.mark.slow
@pytest.mark.parametrize("words", [["playground"], ["run"], []])
async def test_it_says_where_its_page_is_and_goes_in_good_order(tmp_path: Path, words: list[str]):
    async with bot_process(tmp_path, *words, PLAYGROUND_PORT="0") as bot:
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
    assert bot.logged.startswith(NO_TOKEN) == (words != ["playground"])
    assert f"the playground has a database of its own: {OWN}\n" in bot.logged
    async with bot_process(tmp_path, "audit", "--json", DATABASE_URL=f"sqlite:///{OWN}") as book:
        assert await book.ended() == 0


@pytest.mark.slow
async def test_a_stop_right_after_the_first_line_is_a_good_end_too(tmp_path: Path):
    async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as bot:
        await address_told(bot)
        assert await bot.stopped() == 0


@pytest.mark.slow
async def test_a_table_and_its_buttons_are_there_again_after_a_restart(tmp_path: Path):
    async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as bot:
        async with at_the_page(await address_told(bot)) as page:
            channel = (await page.asks("try", game="golem"))["channel"]
            table = (await page.asks("look", channel=channel))["messages"][-1]
        assert await bot.stopped() == 0
    async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as bot:
        async with at_the_page(await address_told(bot)) as page:
            again = (await page.asks("look", channel=channel))["messages"][-1]
            assert (again["id"], texts(again)[0]) == (table["id"], texts(table)[0])
            deal = next(one["custom_id"] for one in parts_of(again) if one.get("label") == "Deal")
            clicked = await page.asks("click", channel=channel, message=again["id"], custom_id=deal)
            assert clicked["outcome"] == "done"
            messages = (await page.asks("look", channel=channel))["messages"]
            (dealt,) = (message for message in messages if message["id"] == table["id"])
            assert any("The ante is" in text for text in texts(dealt))
        assert await bot.stopped() == 0


@pytest.mark.slow
async def test_the_world_is_the_same_at_every_start_behind_another_key_and_a_real_token_is_never_used(tmp_path: Path):
    token = "a-real-token-of-somebody"
    addresses: list[str] = []
    worlds: list[Any] = []
    for settings in ({"DISCORD_TOKEN": token}, {}):
        async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0", **settings) as bot:
            addresses.append(await address_told(bot))
            async with at_the_page(addresses[-1], "lady_proxima") as page:
                hello = page.told[0]
            worlds.append([hello[part] for part in ("bot", "server", "people", "channels")])
            assert await bot.stopped(signal.SIGINT) == 0
        assert token not in bot.logged
    assert worlds[0] == worlds[1]
    keys = [address.split("/")[3] for address in addresses]
    assert keys[0] != keys[1]
    assert min(map(len, keys)) > 20


def test_a_book_of_long_ago_still_fits_the_people_and_channels():
    cantina, first = furnished(0, ManualClock()), 1323802873036800000
    ids = {person.user.name: person.id - first for person in cantina.people}
    assert ids == {"lady_proxima": 2, "roark": 8, "lando": 9, "han": 10, "qira": 11}
    assert cantina.guild.id == first + 3
    places = {channel.name: channel.id - first for channel in cantina.guild.channels.values()}
    assert places == {"the-back-room": 5, "high-stakes": 6, "chatter": 7, "gm-only": 12}


@pytest.mark.slow
async def test_a_taken_port_is_one_sentence_and_status_one(tmp_path: Path):
    async with opened_playground(0, ManualClock()) as taken:
        port = taken.cantina.local.api_url.removesuffix(API).rpartition(":")[2]
        async with bot_process(tmp_path, "playground", PLAYGROUND_PORT=port) as bot:
            assert await bot.ended() == 1
            assert await bot.line() == ""
        sentence = f"Port {port} is taken: stop what listens there, or set PLAYGROUND_PORT to another."
        assert bot.logged == f"shadowport: {sentence}\n"


@pytest.mark.slow
async def test_a_taken_database_is_one_sentence_and_status_one(tmp_path: Path):
    async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as bot:
        async with at_the_page(await address_told(bot)):
            pass
        async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as second:
            assert await second.ended() == 1
            assert await second.line() == ""
        assert f"shadowport: Another bot is already running on {OWN}; stop it first.\n" in second.logged


@pytest.mark.slow
async def test_what_was_played_is_there_at_the_next_start(tmp_path: Path):
    async with bot_process(tmp_path, PLAYGROUND_PORT="0") as bot:
        async with at_the_page(await address_told(bot)) as page:
            tried = await page.asks("try")
        assert await bot.stopped() == 0
    async with bot_process(tmp_path, PLAYGROUND_PORT="0") as bot:
        async with at_the_page(await address_told(bot)) as page:
            await page.asks("command", channel=tried["channel"], words="table here", options={})
            shown = await page.until("message")
            assert "Lando" in json.dumps(shown)
        assert await bot.stopped() == 0


async def evening(folder: Path, clock: ManualClock, play: Any) -> None:
    """The bot on the playground's server for as long as `play` takes."""
    async with opened_playground(0, clock) as playground:
        cantina = playground.cantina
        settings = cantina.settings(Settings(), OwnBook.beside(url_of(folder / "shadowport.db")))
        async with opened_house(settings, clock) as house, connected(house, settings) as bot, connection(bot):
            await play(cantina)
            assert (await audit(house.db)).is_clean
        assert cantina.local.problems == []


async def test_a_table_of_yesterday_goes_on_in_the_same_channel(tmp_path: Path, discord_put_back: None):
    clock = ManualClock()

    async def yesterday(cantina: Cantina) -> None:
        lando, han = cantina.players[1:3]
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
    async with opened_playground(0, clock) as one, opened_playground(0, clock) as other:
        assert one.page.address != other.page.address
        found = await asyncio.gather(read(one.page.address), read(other.page.address))
        assert [status for status, *_ in found] == [200, 200]
