"""Shortcuts: commands in the menus of people and messages, and an app that people install for themselves."""

import pytest

from bot.services import Services
from bot.ui.context import NOT_INVITED, SERVERS_ONLY
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player, Seen
from tests.manual_clock import ManualClock
from tests.ui.conftest import Cast, Settle

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
async def players(cast: Cast, han: Player, lando: Player) -> None:
    await cast.pc(han, "Solo")
    await cast.pc(lando, "Calrissian")


@pytest.fixture
def foreign(local: LocalDiscord, han: Player) -> Channel:
    """Return a channel of a server that the bot isn't on, where Han is."""
    guild = local.world.add_guild("Bespin", invite_bot=False)
    local.world.add_member(guild, han.user)
    return local.world.add_channel(guild, "lounge")


def test_menus_have_five_commands(han: Player, channel: Channel):
    assert sorted(han.menus(channel)) == ["Challenge", "Pay", "Rules of this table", "Verify this hand", "Wallet"]


@pytest.mark.usefixtures("players")
async def test_the_wallet_of_a_person_is_for_them_and_the_gm(han: Player, lando: Player, gm: Player, channel: Channel):
    own = await han.use_menu(channel, "Wallet", han)
    assert own.shown.ephemeral
    assert own.text.startswith("### Solo\n**1,000 cr** in the wallet")
    assert (await gm.use_menu(channel, "Wallet", han)).text.startswith("### Solo")
    assert (await lando.use_menu(channel, "Wallet", han)).text == "Solo isn't yours to play."
    assert (await lando.use_menu(channel, "Wallet", gm)).text == "That person plays no character in this campaign."


@pytest.mark.usefixtures("players")
async def test_paying_a_person_asks_for_the_amount(
    cast: Cast, services: Services, han: Player, lando: Player, gm: Player, channel: Channel
):
    form = (await han.use_menu(channel, "Pay", lando)).form
    assert form.title == "Pay Calrissian"
    paid = await han.submit(form, {"Amount": "250", "Reason": "a debt"})
    assert paid.text == "**Solo** pays **Calrissian** 250 cr: a debt."
    assert not paid.shown.ephemeral
    poor = await han.submit((await han.use_menu(channel, "Pay", lando)).form, {"Amount": "5000"})
    assert "Solo has less than 5,000 cr" in poor.text
    assert [button.label for button in poor.shown.buttons] == ["Try again"]
    assert "You have no character" in (await gm.use_menu(channel, "Pay", lando)).text
    npc = await cast.npc("Kett")
    forged = (await han.use_menu(channel, "Pay", lando)).form
    forged.modal["custom_id"] = f"pay:{npc.id}"
    assert "no such character" in (await han.submit(forged, {"Amount": "1"}, unchecked=True)).text


@pytest.mark.usefixtures("players")
async def test_challenging_a_person_asks_for_the_game(
    services: Services, local: LocalDiscord, guild: Guild, han: Player, lando: Player, channel: Channel, settle: Settle
):
    assert (await han.use_menu(channel, "Challenge", han)).text.startswith("You can't challenge yourself.")
    assert "A bot can't accept" in (await han.use_menu(channel, "Challenge", local.world.bot)).text
    asked = (await han.use_menu(channel, "Challenge", lando)).shown
    assert {value for _, value in asked.selects[0].options} == {"golem", "klingon", "pazaak", "pilok"}
    await (await han.select(asked, "Which game?", ["pazaak"])).done()
    invitation = await lando.until_sees(channel, lambda seen: seen.find("Accept") is not None)
    assert invitation.pings == [lando.user.name]
    await (await lando.click(invitation, "Accept")).done()
    await settle()
    (record,) = await services.tables.of_guild(guild.id)
    assert {chair.user_id for chair in record.chairs} == {han.id, lando.id}
    forged = await han.select(asked, f"duel:{lando.id}", ["roulette"], unchecked=True)
    assert forged.text == "That choice isn't available."


async def test_a_tables_message_leads_to_its_rules_and_proof(
    cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel, settle: Settle
):
    table = (await gm.slash(channel, "pilok open", clock="off")).shown
    for player in (han, lando):
        await cast.pc(player, player.user.name)
        await player.submit((await player.click(table, "Sit")).modal, {"Buy-in": "100"})
        await settle()
    assert (await han.use_menu(channel, "Rules of this table", table)).text.startswith("## The game in one minute")
    assert (await han.use_menu(channel, "Verify this hand", table)).text
    await han.click(table, "Deal")
    await settle()
    for who in (han, lando):
        if table.find("Fold") is not None:
            await who.click(table, "Fold")
            await settle()
    await gm.slash(channel, "table void")
    await settle()
    proof = await (await han.use_menu(channel, "Verify this hand", table)).done()
    assert proof.shown.ephemeral
    other = Seen(han.say(channel, "Hello.").message)
    for name in ("Rules of this table", "Verify this hand"):
        assert "isn't the message of an open table" in (await han.use_menu(channel, name, other)).text


@pytest.mark.usefixtures("players")
async def test_rolls_and_rules_work_where_the_bot_is_not(
    services: Services, local: LocalDiscord, han: Player, foreign: Channel, clock: ManualClock
):
    assert han.commands(foreign) == []
    local.world.installed_by.add(han.id)
    assert sorted(han.commands(foreign)) == ["roll", "rules"]
    assert han.menus(foreign) == []
    rolled = await han.slash(foreign, "roll", dice="2d6")
    assert "**Han** rolls" in rolled.text
    assert not rolled.shown.ephemeral
    assert (await han.slash(foreign, "roll", dice="1d20", secret=True)).shown.ephemeral
    read = (await han.slash(foreign, "rules", game="pilok")).shown
    assert read.ephemeral
    other = next(button for button in read.buttons if not button.disabled)
    before = read.text
    await han.click(read, other.label)
    assert read.text != before
    assert await services.campaigns.of_guild(foreign.guild_id or 0) == ()


async def test_other_commands_and_buttons_are_refused_where_the_bot_is_not(
    services: Services, local: LocalDiscord, han: Player, foreign: Channel, settle: Settle
):
    local.world.installed_by.add(han.id)
    read = (await han.slash(foreign, "rules", game="pilok")).shown
    for verb in ("seat:1", "first", "odds:pilok", "sheet:1", "duel:1"):
        assert (await han.click(read, verb, unchecked=True)).text == NOT_INVITED
    await settle()
    assert await services.campaigns.of_guild(foreign.guild_id or 0) == ()


async def test_rolls_and_rules_work_in_direct_messages(han: Player):
    assert "**Han** rolls" in (await han.slash(han.dm, "roll", dice="2d6")).text
    assert "You play for the pot" in (await han.slash(han.dm, "rules", game="pilok")).text
    read = (await han.slash(han.dm, "rules", game="twentyone")).shown
    assert (await han.click(read, "seat:1", unchecked=True)).text == SERVERS_ONLY
