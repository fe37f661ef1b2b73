"""Tables in places that not everybody sees: who is told of them, and what the bot says it lacks there."""

import pytest

from bot.playground.player import Player
from bot.playground.server import LocalDiscord
from bot.playground.world import Channel, Guild
from bot.playground.world.guilds import BOT_INVITED_WITH
from bot.playground.world.permissions import Permission
from bot.ui.client import Shadowport

UNINVITED = (
    "I lack an **invitation** to this private thread: without it nobody is reminded, and the table stays where it is."
)


@pytest.fixture
async def cellar(bot: Shadowport, local: LocalDiscord, channel: Channel, gm: Player) -> Channel:
    """A private thread without the bot, in which a table is open."""
    thread = local.world.add_thread(channel, "the cellar", owner=gm.user, private=True)
    await gm.slash(thread, "pilok open", clock="off")
    return thread


async def test_the_bot_says_that_it_is_not_in_a_private_thread(gm: Player, cellar: Channel):
    hint = await gm.until_sees(cellar, "I lack")
    assert (hint.text, hint.ephemeral) == (UNINVITED, True)


async def test_the_bot_says_that_it_cannot_see_the_channel(
    bot: Shadowport, local: LocalDiscord, guild: Guild, channel: Channel, gm: Player
):
    everyone = guild.roles[guild.id]
    hidden = local.world.add_channel(guild, "hidden")
    local.world.set_overwrite(hidden, everyone, deny=Permission.VIEW_CHANNEL)
    local.world.change_role(local.world.bot_role(guild), permissions=BOT_INVITED_WITH & ~Permission.VIEW_CHANNEL)
    await gm.slash(hidden, "pilok open", clock="off")
    assert "**View Channel**" in (await gm.until_sees(hidden, "I lack")).text


async def test_a_table_where_the_bot_sees_nothing_is_listed_for_the_gm_alone(
    gm: Player, han: Player, cellar: Channel, channel: Channel
):
    unseen = "Three Street Pi'Lok in a place that I can't see"
    assert (await gm.slash(channel, "table list")).text == f"{unseen}, 0 seated"
    assert [name for name, _ in await gm.autocomplete(channel, "table here", "table", "")] == [unseen]
    assert (await han.slash(channel, "table list")).text == "No table that you can see is open."
    assert await han.autocomplete(channel, "table here", "table", "") == []
    refused = await han.slash(channel, "table here", table=unseen)
    assert refused.text == "There is no such table on this server."


async def test_whoever_is_in_a_private_thread_sees_its_table(gm: Player, cellar: Channel):
    assert (await gm.slash(cellar, "table list")).text == f"Three Street Pi'Lok in <#{cellar.id}>, 0 seated"
    offered = await gm.autocomplete(cellar, "table here", "table", "")
    assert [name for name, _ in offered] == ["Three Street Pi'Lok in #the cellar"]
