"""Invitations to a table, tables in threads, and the other name of twenty-one."""

import pytest

from bot.campaigns import UsageLimits
from bot.services import Services
from bot.tables.offers import LASTS
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.discord.world.permissions import Permission
from playground.people import Answer, Player, Seen
from tests.manual_clock import ManualClock
from tests.ui.conftest import Cast, Settle

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
async def players(cast: Cast, han: Player, lando: Player) -> None:
    await cast.pc(han, "Solo")
    await cast.pc(lando, "Calrissian")


async def invited(han: Player, lando: Player, channel: Channel, **options: object) -> Seen:
    answer = await han.slash(channel, "pazaak challenge", options={"opponent": lando, **options})
    assert not answer.shown.ephemeral, answer.text
    return answer.shown


@pytest.mark.usefixtures("players")
async def test_accepting_opens_the_table_and_seats_both(
    services: Services, han: Player, lando: Player, channel: Channel, cast: Cast, settle: Settle
):
    invitation = await invited(han, lando, channel, stake="20")
    assert invitation.pings == [lando.user.name]
    assert "**Solo** challenges **Calrissian**" in invitation.text
    assert "You both sit down with 200 cr, or with all that you have." in invitation.text
    await (await lando.click(invitation, "Accept")).done()
    await settle()
    (record,) = await services.tables.of_guild((await cast.campaign()).guild_id)
    assert [(chair.user_id, chair.stack) for chair in record.chairs] == [(han.id, 200), (lando.id, 200)]
    assert record.opener == han.id
    assert "accepts the challenge" in invitation.text
    assert invitation.buttons == []


@pytest.mark.usefixtures("players")
async def test_only_the_invited_player_answers_and_once(
    services: Services, han: Player, lando: Player, gm: Player, channel: Channel, cast: Cast, settle: Settle
):
    invitation = await invited(han, lando, channel)
    before = invitation.frozen()
    for stranger in (han, gm):
        for label in ("Accept", "Decline"):
            assert (await stranger.click(invitation, label)).text == "This invitation is for another player."
    await lando.click(invitation, "Decline")
    assert "declines the challenge" in invitation.text
    assert invitation.pings == []
    assert "expired" in (await lando.click(before, "Accept", unchecked=True)).text
    assert await services.tables.of_guild((await cast.campaign()).guild_id) == []


@pytest.mark.usefixtures("players")
async def test_an_invitation_expires_after_a_day(han: Player, lando: Player, channel: Channel, clock: ManualClock):
    invitation = await invited(han, lando, channel)
    clock._now += LASTS
    assert "expired" in (await lando.click(invitation, "Accept")).text


async def test_challenges_that_nobody_could_accept_are_refused(
    local: LocalDiscord, cast: Cast, han: Player, lando: Player, channel: Channel, settle: Settle
):
    async def refused(**options: object) -> str:
        answer: Answer = await han.slash(channel, "pazaak challenge", options=options)
        assert answer.shown.ephemeral
        return answer.text

    assert "You have no character" in await refused(opponent=lando)
    await cast.pc(han, "Solo")
    assert "Lando has no character" in await refused(opponent=lando)
    assert await refused(opponent=han) == "You can't challenge yourself. Choose another player."
    assert "A bot can't accept" in await refused(opponent=local.world.bot)
    await cast.pc(lando, "Calrissian")
    await settle()
    assert "Solo has less than" in await refused(opponent=lando, stake="1000000")
    await han.slash(channel, "pazaak open")
    assert "choose `thread:True`" in await refused(opponent=lando)


@pytest.mark.usefixtures("players")
async def test_an_invitation_may_open_its_table_in_a_thread_beside_another_table(
    services: Services, guild: Guild, han: Player, lando: Player, channel: Channel, settle: Settle
):
    await han.slash(channel, "pilok open")
    invitation = await invited(han, lando, channel, thread=True)
    answer = await (await lando.click(invitation, "Accept")).done()
    await settle()
    (thread,) = guild.threads.values()
    assert f"<#{thread.id}>" in answer.text
    table = await services.tables.in_channel(thread.id)
    assert table is not None
    assert {chair.user_id for chair in table.record.chairs} == {han.id, lando.id}
    assert any(button.label == "Deal" for seen in lando.sees(thread) for button in seen.buttons)


async def test_open_makes_a_thread_for_the_table(
    services: Services, guild: Guild, gm: Player, channel: Channel, settle: Settle
):
    answer = await (await gm.slash(channel, "pilok open", thread=True)).done()
    await settle()
    (thread,) = guild.threads.values()
    assert answer.shown.ephemeral
    assert await services.tables.in_channel(channel.id) is None
    assert await services.tables.in_channel(thread.id) is not None
    again = await gm.slash(thread, "pilok open", thread=True)
    assert "Only a text channel has threads" in again.text


@pytest.mark.parametrize(
    "denied, title",
    [
        (Permission.CREATE_PUBLIC_THREADS, "**Create Public Threads**"),
        (Permission.SEND_MESSAGES_IN_THREADS, "**Send Messages in Threads**"),
    ],
)
async def test_a_missing_permission_for_threads_is_named(
    local: LocalDiscord,
    services: Services,
    guild: Guild,
    gm: Player,
    channel: Channel,
    denied: Permission,
    title: str,
):
    local.world.set_overwrite(channel, local.world.bot_role(guild), deny=int(denied))
    assert title in (await gm.slash(channel, "pilok open", thread=True)).text
    assert guild.threads == {}
    assert await services.tables.of_guild(guild.id) == []


@pytest.mark.usefixtures("players")
async def test_a_thread_is_for_people_who_may_make_one_and_is_refused_before_anyone_is_invited(
    local: LocalDiscord, guild: Guild, han: Player, lando: Player, channel: Channel
):
    threads, bot_role = int(Permission.CREATE_PUBLIC_THREADS), local.world.bot_role(guild)
    commands = (("pilok open", {}), ("roulette open", {}), ("pazaak challenge", {"opponent": lando}))
    local.world.set_overwrite(channel, guild.roles[guild.id], deny=threads)
    local.world.set_overwrite(channel, bot_role, allow=threads)
    for command, options in commands:
        refused = await han.slash(channel, command, options={"thread": True, **options})
        assert refused.text == "You can't make a thread here: you lack **Create Public Threads**. Leave out `thread`."
    local.world.set_overwrite(channel, guild.roles[guild.id], allow=threads)
    local.world.set_overwrite(channel, bot_role, deny=threads)
    for command, options in commands:
        refused = await han.slash(channel, command, options={"thread": True, **options})
        assert "I lack **Create Public Threads**" in refused.text
    assert guild.threads == {}


async def test_a_refused_opening_makes_no_thread(
    services: Services, cast: Cast, guild: Guild, gm: Player, han: Player, channel: Channel
):
    await services.campaigns.change(
        campaign := await cast.campaign(), campaign.settings.changed(openers="gm"), cast.person(gm)
    )
    refused = await han.slash(channel, "pilok open", options={"thread": True})
    assert "Only the GM" in refused.text
    assert guild.threads == {}


async def test_a_user_with_too_many_tables_makes_neither_threads_nor_invitations(
    services: Services, cast: Cast, guild: Guild, han: Player, lando: Player, channel: Channel, settle: Settle
):
    await cast.pc(han, "Solo")
    await cast.pc(lando, "Calrissian")
    services.tables.opening._limits = UsageLimits(tables_per_user=1)
    invitation = await invited(han, lando, channel, thread=True)
    await han.slash(channel, "pilok open")
    full = "Han has 1 table open on this server already: close one first."
    assert (await lando.click(invitation, "Accept")).text == full
    await settle()
    for command, options in (("pilok open", {}), ("pazaak challenge", {"opponent": lando})):
        refused = await han.slash(channel, command, options={"thread": True, **options})
        assert refused.text == "You have 1 table open on this server already: close one first."
    assert guild.threads == {}


async def test_blackjack_opens_twenty_one(services: Services, gm: Player, channel: Channel):
    assert "blackjack" in gm.commands(channel)
    offered = await (await gm.slash(channel, "blackjack open")).done()
    assert "Twenty-one (Blackjack)" in offered.text
    await (await gm.click(offered.shown, "Open the table")).done()
    table = await services.tables.in_channel(channel.id)
    assert table is not None
    assert table.record.game == "twentyone"
