"""Several campaigns on one server: what they are called, and which channel belongs to which."""

import pytest

from bot.playground.player import Player
from bot.playground.server import LocalDiscord
from bot.playground.world import Channel, ChannelKind, Guild
from bot.ui.client import Shadowport


async def test_a_campaign_is_renamed(bot: Shadowport, gm: Player, han: Player, channel: Channel):
    answer = await gm.slash(channel, "campaign rename", name="**Kessel** @everyone")
    assert answer.text == "This campaign is called **\\*\\*Kessel\\*\\* \\@\N{WORD JOINER}everyone** now."
    assert (await gm.slash(channel, "campaign rename", name="x" * 200)).text == (
        "That name is too long: at most 32 letters."
    )


async def test_a_channel_may_have_a_campaign_of_its_own(
    bot: Shadowport, local: LocalDiscord, guild: Guild, gm: Player, han: Player, channel: Channel
):
    category = local.world.add_channel(guild, "Faerûn", ChannelKind.CATEGORY)
    inn = local.world.add_channel(guild, "inn", category=category)
    made = await gm.slash(channel, "campaign create", name="Faerûn", preset="D&D 5e")
    assert made.text.startswith("**Faerûn** is there.")
    assert await gm.autocomplete(channel, "campaign bind", "campaign", "fa") == [("Faerûn", "Faerûn")]
    assert await han.autocomplete(channel, "campaign bind", "campaign", "fa") == []
    bound = await gm.slash(channel, "campaign bind", campaign="faerûn", place=category)
    assert bound.text == f"**Faerûn** is played in <#{category.id}> from now on."
    assert (await han.slash(inn, "campaign show")).text.startswith("### Faerûn")
    assert (await han.slash(channel, "campaign show")).text.startswith("### The campaign")
    await gm.slash(inn, "campaign unbind", place=category)
    assert (await han.slash(inn, "campaign show")).text.startswith("### The campaign")
    assert (await gm.slash(inn, "campaign unbind")).text == "This place has no campaign of its own."
    everywhere = await gm.slash(inn, "campaign bind", campaign="Faerûn", everywhere=True)
    assert everywhere.text == "**Faerûn** is played wherever no other campaign is from now on."
    assert (await han.slash(channel, "campaign show")).text.startswith("### Faerûn")


@pytest.mark.parametrize(
    "command, options",
    [
        ("campaign create", {"name": "Mine"}),
        ("campaign bind", {"campaign": "the campaign"}),
        ("campaign unbind", {}),
    ],
)
async def test_campaigns_of_the_server_are_for_who_manages_it(
    bot: Shadowport, han: Player, channel: Channel, command: str, options: dict[str, str]
):
    await han.slash(channel, "campaign show")
    answer = await han.slash(channel, command, options=options)
    assert answer.text == "Only somebody who manages this server can do that."


async def test_a_campaign_that_is_not_there_cannot_be_bound(bot: Shadowport, gm: Player, channel: Channel):
    answer = await gm.slash(channel, "campaign bind", campaign="Nowhere")
    assert answer.text == "There is no campaign of that name on this server."
