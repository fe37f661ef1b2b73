"""The one shard of a bot is released and taken again while people watch a table, a private page and the GM's screen."""

import pytest

from bot.db import Ids
from bot.services import Services, build_services
from bot.tables.table_store import Click
from bot.ui.client import OVERDUE
from bot.ui.gm.screen import LOOK_AGAIN
from bot.ui.pages.private_pages import NO_LONGER_FOLLOWS
from playground.discord.world import Channel
from playground.people import Player
from tests.ui.tables.evening import Evening, told
from tests.ui.tables.judged_evening import with_gm_channel
from tests.workers import AtOnce

ALL = frozenset({0})
MOVED = "This server is being moved to another process of the bot. Try again in a minute."
SCREEN = "## The GM's screen"


@pytest.fixture
async def two(evening: Evening, han: Player, lando: Player) -> Evening:
    """Deal Han and Lando in with two minutes a turn; it is Han's."""
    evening.roll(2, 6, 1, 5, 1, 5, 2)
    await evening.open(preset="high stakes", clock="2 min")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    return evening


def another_process(evening: Evening) -> Services:
    """Build the services of another process, which have no client."""
    services = evening.services
    return build_services(services.db, services.clock, Ids(services.clock, worker=1), AtOnce())


def click(evening: Evening, key: str) -> Click:
    return Click(evening.boss, evening.guild.id, evening.channel.id, key, evening.clock.now())


async def test_a_release_draws_what_people_have_done_and_then_nothing(two: Evening, han: Player, lando: Player):
    message, table = two.message, await two.table()
    page = (await two.privately(han, "My seat")).shown
    await han.click(message, "Check")
    await two.services.release(ALL)
    await two.clock.settle()
    assert "**Han** checks." in message.text, "at once, and not at the end of the window"
    assert NO_LONGER_FOLLOWS in page.text
    text = message.text
    clicked = lando.click(message, "Check")
    await two.clock.settle()
    await two.clock.advance(OVERDUE)
    two.client.answer_overdue(ALL)
    assert told(await clicked) == MOVED, "nobody has taken the shard meanwhile"
    other = another_process(two)
    await other.tables.opening.pause(table.id, click(two, "pause"))
    await two.clock.advance(1000)
    assert message.text == text, "neither the clock nor the other process is drawn here"


async def test_a_take_shows_what_another_process_has_changed(two: Evening, han: Player, lando: Player):
    message, table = two.message, await two.table()
    await two.services.release(ALL)
    other = another_process(two)
    await other.tables.opening.pause(table.id, click(two, "pause"))
    await two.services.take(ALL)
    assert (await two.table()).is_paused
    await two.services.tables.opening.resume(table.id, click(two, "resume"))
    await two.drawn()
    await han.click(message, "Check")
    await two.drawn()
    assert "**Han** checks." in two.message.text
    await two.passes(121)


async def test_screens_are_those_of_the_process_that_serves_the_server(two: Evening):
    backroom: Channel = await with_gm_channel(two)
    await (await two.gm.slash(two.channel, "gm screen")).done()
    (screen,) = [seen for seen in two.gm.sees(backroom) if SCREEN in seen.text]
    await two.services.release(ALL)
    before, table = screen.text, await another_process(two).tables.in_channel(two.channel.id)
    assert table is not None
    await another_process(two).tables.opening.pause(table.id, click(two, "pause"))
    await two.clock.advance(2 * LOOK_AGAIN)
    assert screen.text == before
    await two.services.take(ALL)
    await two.clock.advance(2)
    assert "paused" in screen.text
