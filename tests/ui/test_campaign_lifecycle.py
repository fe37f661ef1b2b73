"""Campaigns that managers archive, take up again and delete for good."""

import pytest

from bot.services import Services
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.discord.world.permissions import Permission
from playground.people import Player
from tests.ui.conftest import Cast, Settle, with_button

pytestmark = pytest.mark.usefixtures("bot")


async def names(services: Services, guild: Guild) -> dict[str, bool]:
    """Return the names of the server's campaigns, and whether they are archived."""
    return {one.name: one.archived_at is not None for one in await services.campaigns.of_guild(guild.id)}


async def test_a_campaign_is_archived_and_taken_up_again(
    services: Services, guild: Guild, gm: Player, han: Player, channel: Channel, settle: Settle
):
    await gm.slash(channel, "campaigns create", name="Kessel")
    await gm.slash(channel, "campaigns bind", campaign="Kessel")
    await gm.slash(channel, "campaign setup", starting_purse="77")
    await gm.slash(channel, "pilok open", clock="off")
    refused = await gm.slash(channel, "campaigns archive", campaign="kessel")
    assert "Kessel has open tables." in refused.text
    question = await gm.slash(channel, "table close")
    await gm.click(question.shown, "Close the table")
    await settle()
    panel = (await gm.slash(channel, "campaign setup")).shown
    assert await gm.autocomplete(channel, "campaigns restore", "campaign", "") == []
    archived = await gm.slash(channel, "campaigns archive", campaign="kessel")
    assert f"in <#{channel.id}>" in archived.text
    assert await names(services, guild) == {"Kessel": True, "The campaign": False}
    assert [name for name, _ in await gm.autocomplete(channel, "campaigns bind", "campaign", "")] == ["The campaign"]
    assert [name for name, _ in await gm.autocomplete(channel, "campaigns restore", "campaign", "")] == ["Kessel"]
    assert (await han.slash(channel, "campaign show")).text.startswith("### The campaign")
    assert "restore" in (await gm.slash(channel, "campaigns bind", campaign="Kessel")).text
    await settle()
    assert (await gm.click(panel, "Tables")).text == "Kessel is archived."
    listed = (await gm.slash(channel, "campaigns list")).text.splitlines()
    assert listed[1].startswith("**The campaign** (here) · in every channel without another campaign")
    assert listed[2].startswith("**Kessel** · archived <t:")
    for who, campaign in ((han, "Kessel"), (gm, "The campaign")):
        await who.slash(channel, "campaigns restore", campaign=campaign, unchecked=True)
        assert (await names(services, guild))["Kessel"]
    await settle()
    await gm.slash(channel, "campaigns restore", campaign="Kessel")
    await gm.slash(channel, "campaigns bind", campaign="Kessel")
    assert "starts with 77 cr" in (await han.slash(channel, "campaign show")).text


async def test_a_campaign_is_deleted_by_typing_its_name(
    services: Services,
    guild: Guild,
    gm: Player,
    han: Player,
    channel: Channel,
    cast: Cast,
    settle: Settle,
):
    await cast.pc(han, "Han")
    await cast.npc("Jabba")
    page = (await gm.slash(channel, "campaigns delete", campaign="the campaign")).shown
    assert "1 player character, 1 NPC" in page.text
    assert "2,000 cr" in page.text
    form = (await gm.click(page, "Delete it for good…")).form
    wrong = await gm.submit(form, {form.fields[0].label: "Another"})
    assert (await names(services, guild)) == {"The campaign": False}
    await settle()
    form = (await gm.click(wrong.shown, "Try again")).form
    await gm.submit(form, {form.fields[0].label: "the  CAMPAIGN"})
    assert await names(services, guild) == {}
    await settle()
    assert "is deleted" in page.text
    await services.maintenance.departures.let_go()
    assert await services.db.fetch("SELECT id FROM characters") == []
    assert (await han.slash(channel, "character list")).text
    assert await names(services, guild) == {"The campaign": False}


async def test_deletion_is_for_managers_of_its_server_and_without_open_tables(
    services: Services, local: LocalDiscord, guild: Guild, gm: Player, han: Player, channel: Channel, settle: Settle
):
    await gm.slash(channel, "pilok open", clock="off")
    campaign = await services.campaigns.at(guild.id)
    assert "Only people" in (await han.slash(channel, "campaigns delete", campaign="The campaign", unchecked=True)).text
    page = (await gm.slash(channel, "campaigns delete", campaign="The campaign")).shown
    form = (await gm.click(page, "Delete it for good…")).form
    assert "open tables" in (await gm.submit(form, {form.fields[0].label: "The campaign"})).text
    await settle()
    ask = f"campaign_delete:ask:{campaign.id}"
    shown = (await gm.slash(channel, "campaign setup")).shown
    assert "Only people" in (await han.click(with_button(shown, ask), ask, unchecked=True)).text
    other = local.world.add_guild("Nar Shaddaa", owner=han.user)
    cellar = local.world.add_channel(other, "cellar")
    elsewhere = (await han.slash(cellar, "campaign setup")).shown
    assert (await han.click(with_button(elsewhere, ask), ask, unchecked=True)).text == "There is no such campaign."
    assert await names(services, guild) == {"The campaign": False}


async def test_the_gms_screen_goes_with_its_campaign(
    services: Services, local: LocalDiscord, guild: Guild, gm: Player, han: Player, channel: Channel, settle: Settle
):
    nook = local.world.add_channel(guild, "gms")
    local.world.set_overwrite(nook, guild.roles[guild.id], deny=Permission.VIEW_CHANNEL)
    local.world.set_overwrite(nook, guild.members[local.world.bot.id], allow=Permission.VIEW_CHANNEL)
    for number, command in enumerate(("campaigns archive", "campaigns delete")):
        await gm.slash(channel, "campaign setup", gm_channel=nook)
        await gm.slash(channel, "gm screen").done()
        assert len(gm.sees(nook)) == 1
        name = (await services.campaigns.at(guild.id)).name
        answer = await gm.slash(channel, command, campaign=name)
        if number:
            form = (await gm.click(answer.shown, "Delete it for good…")).form
            await gm.submit(form, {form.fields[0].label: name})
        await settle()
        assert gm.sees(nook) == []
        assert await services.db.fetch("SELECT * FROM screens") == []
