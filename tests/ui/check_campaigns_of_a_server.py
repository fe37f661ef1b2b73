"""Several campaigns on one server: what they are called, and which channel belongs to which."""

import pytest

from bot.campaigns import CampaignSettings, Person
from bot.services import Services
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, ChannelKind, Guild
from playground.discord.world.permissions import Permission
from playground.people import Player
from tests.ui.conftest import Settle

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_campaign_is_renamed(gm: Player, han: Player, channel: Channel):
    answer = await gm.slash(channel, "campaign rename", name="**Kessel** @everyone")
    assert answer.text == "This campaign is called **\\*\\*Kessel\\*\\* \\@\N{WORD JOINER}everyone** now."
    assert (await gm.slash(channel, "campaign rename", name="x" * 200)).text == (
        "That name is too long: at most 32 letters."
    )


async def test_a_channel_may_have_a_campaign_of_its_own(
    local: LocalDiscord, guild: Guild, gm: Player, han: Player, channel: Channel
):
    category = local.world.add_channel(guild, "Faerûn", ChannelKind.CATEGORY)
    inn = local.world.add_channel(guild, "inn", category=category)
    made = await gm.slash(channel, "campaigns create", name="Faerûn", preset="D&D 5e")
    assert made.text.startswith("**Faerûn** is ready.")
    assert await gm.autocomplete(channel, "campaigns bind", "campaign", "fa") == [("Faerûn", "Faerûn")]
    assert await han.autocomplete(channel, "campaigns bind", "campaign", "fa") == []
    bound = await gm.slash(channel, "campaigns bind", campaign="faerûn", place=category)
    assert bound.text == f"**Faerûn** is played in <#{category.id}> from now on."
    assert (await han.slash(inn, "campaign show")).text.startswith("### Faerûn")
    assert (await han.slash(channel, "campaign show")).text.startswith("### The campaign")
    await gm.slash(inn, "campaigns unbind", place=category)
    assert (await han.slash(inn, "campaign show")).text.startswith("### The campaign")
    assert (await gm.slash(inn, "campaigns unbind")).text == "This place has no campaign of its own."
    everywhere = await gm.slash(inn, "campaigns bind", campaign="Faerûn", everywhere=True)
    assert everywhere.text == "**Faerûn** is played in every channel without another campaign from now on."
    assert (await han.slash(channel, "campaign show")).text.startswith("### Faerûn")


@pytest.fixture
async def realms(
    bot: Shadowport, local: LocalDiscord, guild: Guild, gm: Player, channel: Channel
) -> dict[str, Channel]:
    """Make two categories with two currencies: "docks" lies in space and counts credits, "inn" in Faerûn and
    counts gold.
    """
    space = local.world.add_channel(guild, "Space", ChannelKind.CATEGORY)
    faerun = local.world.add_channel(guild, "Faerûn", ChannelKind.CATEGORY)
    docks = local.world.add_channel(guild, "docks", category=space)
    inn = local.world.add_channel(guild, "inn", category=faerun)
    for name, preset, place in (("Kessel", "Star Wars D6", space), ("Waterdeep", "D&D 5e", faerun)):
        await gm.slash(channel, "campaigns create", name=name, preset=preset)
        await gm.slash(channel, "campaigns bind", campaign=name, place=place)
    return {"space": space, "faerun": faerun, "docks": docks, "inn": inn}


def moves(local: LocalDiscord, channel: Channel, category: Channel) -> None:
    """Drag the channel into another category."""
    channel.parent_id = category.id
    local.world.channel_changed(channel)


async def test_commands_follow_the_category_and_a_table_keeps_its_campaign(
    local: LocalDiscord,
    services: Services,
    guild: Guild,
    gm: Player,
    han: Player,
    realms: dict[str, Channel],
    settle: Settle,
):
    docks, inn = realms["docks"], realms["inn"]
    kessel, waterdeep = [await services.campaigns.named(guild.id, name) for name in ("Kessel", "Waterdeep")]
    player = Person(han.id)
    solo = await services.characters.create(kessel, player, "Han Solo")
    await services.characters.create(waterdeep, player, "Drizzt")
    await gm.slash(docks, "pilok open", clock="off")
    moves(local, docks, realms["faerun"])
    assert (await han.slash(docks, "campaign show")).text.startswith("### Waterdeep")
    assert [name for name, _ in await han.autocomplete(docks, "character use", "character", "")] == ["Drizzt"]
    await settle()
    table = await services.tables.in_channel(docks.id)
    assert table is not None
    assert table.campaign.name == "Kessel"
    seen = await han.until_sees(docks, "Three Street Pi'Lok")
    form = (await han.click(seen, "Sit")).form
    refused = await han.submit(form, {form.fields[-1].label: "1m"}, unchecked=True)
    assert refused.text.startswith("Han Solo has less than 1,000,000 cr in the wallet.")
    await settle()
    form = (await han.click(seen, "Sit")).form
    await han.submit(form, {form.fields[-1].label: "500"}, unchecked=True)
    assert await services.wallet.balance(solo) == 500
    listed = (await gm.slash(inn, "campaigns list")).text.splitlines()
    assert listed == [
        "### The campaigns of this server",
        f"**Kessel** · in <#{realms['space'].id}> · counts in credits · 1 open table",
        "**The campaign** · in every channel without another campaign · counts in credits",
        f"**Waterdeep** (here) · in <#{realms['faerun'].id}> · counts in gp, sp and cp",
    ]


async def test_a_thread_goes_with_its_channel_and_may_be_bound_by_itself(
    local: LocalDiscord, gm: Player, han: Player, realms: dict[str, Channel]
):
    booth = local.world.add_thread(realms["inn"], "booth", owner=gm.user)
    assert (await han.slash(booth, "campaign show")).text.startswith("### Waterdeep")
    await gm.slash(booth, "campaigns bind", campaign="Kessel")
    assert (await han.slash(booth, "campaign show")).text.startswith("### Kessel")
    assert (await han.slash(realms["inn"], "campaign show")).text.startswith("### Waterdeep")


async def test_two_campaigns_may_have_the_same_channel_for_their_gms(
    local: LocalDiscord, guild: Guild, services: Services, gm: Player, realms: dict[str, Channel], settle: Settle
):
    office = local.world.add_channel(guild, "office", category=realms["faerun"])
    local.world.set_overwrite(office, guild.roles[guild.id], deny=Permission.VIEW_CHANNEL)
    local.world.set_overwrite(office, guild.members[local.world.bot.id], allow=Permission.VIEW_CHANNEL)
    for place in (realms["docks"], realms["inn"]):
        chosen = await gm.slash(place, "campaign setup", gm_channel=office)
        assert "### " in chosen.text
        assert (await gm.slash(place, "gm screen").done()).text.startswith(f"The screen is in <#{office.id}>")
        await settle()
    await gm.slash(realms["docks"], "pilok open", clock="off")
    await settle()
    await gm.until_sees(office, "Three Street Pi'Lok")
    kessels, waterdeeps = (seen.text for seen in gm.sees(office) if not seen.ephemeral)
    assert ("Kessel" in kessels, "Waterdeep" in waterdeeps) == (True, True)
    assert ("Three Street Pi'Lok" in kessels, "Three Street Pi'Lok" in waterdeeps) == (True, False)
    assert [campaign.settings.gm_channel_id for campaign in await services.campaigns.of_guild(guild.id)] == [
        office.id,
        None,
        office.id,
    ]


async def test_many_campaigns_are_listed_in_pages(
    guild: Guild, services: Services, gm: Player, han: Player, channel: Channel, settle: Settle
):
    await gm.slash(channel, "campaign show")
    boss = Person(gm.id, is_owner=True)
    wide = "\N{CJK UNIFIED IDEOGRAPH-9F98}" * 29
    for number in range(24):
        made = await services.campaigns.create(guild.id, f"{wide} {number:02}", CampaignSettings(), boss)
        for place in range(10 * number, 10 * number + 10):
            await services.campaigns.bind(made, 10**18 + place, boss)
    listed = (await gm.slash(channel, "campaigns list")).shown
    assert listed.lines[0] == "### The campaigns of this server"
    assert len(listed.lines) == 12
    assert listed.lines[-2].endswith("and in 5 more places · counts in credits")
    assert listed.lines[-1] == "-# page 1 of 3"
    await gm.click(listed, "Next")
    assert (await gm.click(listed, "Next")).text.splitlines()[-1] == "-# page 3 of 3"
    refused = await han.click(listed, "campaigns:0", unchecked=True)
    assert refused.text == "Only people who manage this server can do that."
