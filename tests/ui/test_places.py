"""Tables in places that not everybody sees: who is told of them, and what the bot says it lacks there."""

import pytest

from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, ChannelKind, Guild
from playground.discord.world.core import BOT_INVITED_WITH
from playground.discord.world.permissions import Permission
from playground.people import ClientRefused, Player
from tests.ui.conftest import Cast, Settle

UNINVITED = "I lack an **invitation** to this private thread, so I can't remind players or repost the table."


@pytest.fixture
async def cellar(bot: Shadowport, local: LocalDiscord, channel: Channel, gm: Player) -> Channel:
    """Make a private thread without the bot, in which a table is open."""
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
    assert (await han.slash(channel, "table here", table=unseen)).text == "There is no such table on this server."


def every_place(local: LocalDiscord, guild: Guild, channel: Channel, gm: Player) -> dict[str, Channel]:
    """Make a place of each kind that people write in."""
    world, kinds = local.world, ChannelKind
    news, forum = world.add_channel(guild, "news", kinds.NEWS), world.add_channel(guild, "forum", kinds.FORUM)
    private = world.add_thread(channel, "private", owner=gm.user, private=True)
    world.join_thread(private, world.bot)
    return {
        "text": channel,
        "news": news,
        "voice": world.add_channel(guild, "voice", kinds.VOICE),
        "stage": world.add_channel(guild, "stage", kinds.STAGE),
        "news thread": world.add_thread(news, "tonight", owner=gm.user),
        "thread": world.add_thread(channel, "side room", owner=gm.user),
        "private thread": private,
        "post": world.add_thread(forum, "a post", owner=gm.user),
    }


async def test_every_place_where_people_write_can_be_named(
    bot: Shadowport, local: LocalDiscord, guild: Guild, channel: Channel, gm: Player, settle: Settle
):
    """Options take a place of each such kind, and a table opens in each."""
    places = every_place(local, guild, channel, gm)
    assert {int(place.kind) for place in places.values()} == {0, 2, 5, 10, 11, 12, 13}
    for name, place in places.items():
        await gm.slash(place, "pilok open", clock="off")
        # The bot can't tell who is in a private thread: only there is it told of.
        here = place if name == "private thread" else channel
        recap = await (await gm.slash(here, "recap", options={"what": "channel", "channel": place})).done()
        assert f"<#{place.id}>" in recap.text, (name, recap.text)
        bound = await gm.slash(channel, "campaigns bind", campaign="The campaign", place=place)
        assert f"<#{place.id}>" in bound.text, name
        await settle()
    category = local.world.add_channel(guild, "games", ChannelKind.CATEGORY)
    for place in (category, guild.channels[places["post"].parent_id or 0]):
        bound = await gm.slash(channel, "campaigns bind", campaign="The campaign", place=place)
        assert f"<#{place.id}>" in bound.text
    with pytest.raises(ClientRefused):
        gm.slash(channel, "recap", options={"channel": category})


@pytest.mark.parametrize("kind", [ChannelKind.NEWS, ChannelKind.STAGE])
async def test_a_campaign_is_played_in_what_lies_below_its_place(
    bot: Shadowport, local: LocalDiscord, guild: Guild, channel: Channel, gm: Player, kind: ChannelKind
):
    category = local.world.add_channel(guild, "Faerûn", ChannelKind.CATEGORY)
    place = local.world.add_channel(guild, "inn", kind, category=category)
    below = local.world.add_thread(place, "tonight", owner=gm.user) if kind is ChannelKind.NEWS else place
    await gm.slash(channel, "campaigns create", name="Faerûn")
    await gm.slash(channel, "campaigns bind", campaign="Faerûn", place=category)
    assert (await gm.slash(below, "campaign show")).text.startswith("### Faerûn")
    assert (await gm.slash(channel, "campaign show")).text.startswith("### The campaign")


@pytest.mark.parametrize("name", ["news", "voice", "stage", "news thread", "thread", "private thread"])
async def test_the_channel_of_the_gms_is_any_place_that_only_they_read(
    bot: Shadowport, local: LocalDiscord, guild: Guild, cast: Cast, channel: Channel, gm: Player, name: str
):
    world = local.world
    places = every_place(local, guild, world.add_channel(guild, "backroom"), gm)
    place = places[name]
    root = guild.channels[place.parent_id] if place.parent_id else place
    if name != "private thread":
        assert "Everyone can read" in (await gm.slash(channel, "campaign setup", gm_channel=place)).text
        assert (await cast.campaign()).settings.gm_channel_id is None
    world.set_overwrite(root, guild.roles[guild.id], deny=int(Permission.VIEW_CHANNEL))
    world.set_overwrite(root, guild.members[world.bot.id], allow=int(Permission.VIEW_CHANNEL))
    shown = await gm.slash(channel, "campaign setup")
    await gm.click(shown.shown, "People and places")
    await gm.select(shown.shown, "GM channel", [place])
    assert (await cast.campaign()).settings.gm_channel_id == place.id


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_nobody_reads_a_spoken_channel_without_connecting(
    bot: Shadowport,
    local: LocalDiscord,
    guild: Guild,
    cast: Cast,
    channel: Channel,
    gm: Player,
    han: Player,
    kind: ChannelKind,
):
    world, connect = local.world, int(Permission.CONNECT)
    hall = world.add_channel(guild, "hall", kind)
    await gm.slash(hall, "pilok open", clock="off")
    assert f"<#{hall.id}>" in (await han.slash(channel, "table list")).text
    world.set_overwrite(hall, guild.roles[guild.id], deny=connect)
    assert (await han.slash(channel, "table list")).text == "No table that you can see is open."
    assert "I can't write" in (await gm.slash(channel, "campaign setup", gm_channel=hall)).text
    world.set_overwrite(hall, guild.members[world.bot.id], allow=connect)
    await gm.slash(channel, "campaign setup", gm_channel=hall)
    assert (await cast.campaign()).settings.gm_channel_id == hall.id


async def test_member_of_a_private_thread_sees_its_table(gm: Player, cellar: Channel):
    assert (await gm.slash(cellar, "table list")).text == f"Three Street Pi'Lok in <#{cellar.id}>, 0 seated"
    offered = await gm.autocomplete(cellar, "table here", "table", "")
    assert [name for name, _ in offered] == ["Three Street Pi'Lok in #the cellar"]
