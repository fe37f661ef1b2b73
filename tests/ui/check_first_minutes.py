"""The first minutes on a server: one greeting in a channel where the bot may speak, and a first table."""

import pytest

from bot.services import Services
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild
from playground.discord.world.permissions import Permission
from playground.people import Player, Seen
from tests.manual_clock import ManualClock

SILENT = int(Permission.SEND_MESSAGES)


def greetings(local: LocalDiscord, guild: Guild) -> list[tuple[str, Seen]]:
    """Return the channel and the message of each greeting on a server."""
    found = [
        (channel.name, Seen(message)) for channel in guild.channels.values() for message in local.world.history(channel)
    ]
    return [(name, seen) for name, seen in found if any(button.label == "Try a table" for button in seen.buttons)]


@pytest.fixture
def bespin(local: LocalDiscord, bot: Shadowport) -> Guild:
    """Return a server that has yet to invite the bot."""
    guild = local.world.add_guild("Bespin", owner=local.world.add_user("Lobot"), invite_bot=False)
    for name in ("welcome", "lounge", "news"):
        local.world.add_channel(guild, name)
    return guild


async def invited(local: LocalDiscord, clock: ManualClock, guild: Guild) -> list[str]:
    """Have the server invite the bot, and return the channels of all greetings there."""
    local.world.invite_bot(guild)
    await clock.advance(5)
    return [name for name, _ in greetings(local, guild)]


async def test_a_server_is_greeted_in_its_system_channel(local: LocalDiscord, clock: ManualClock, bespin: Guild):
    bespin.system_channel_id = next(one.id for one in bespin.channels.values() if one.name == "lounge")
    assert await invited(local, clock, bespin) == ["lounge"]
    ((_, seen),) = greetings(local, bespin)
    assert {"help", "campaign setup"} <= {name for name, _ in seen.commands}


async def test_the_greeting_goes_to_the_first_channel_in_which_the_bot_may_speak(
    local: LocalDiscord, clock: ManualClock, bespin: Guild
):
    welcome, lounge, _news = bespin.channels.values()
    bespin.system_channel_id = welcome.id
    everyone = bespin.roles[bespin.id]
    local.world.set_overwrite(welcome, everyone, deny=SILENT)
    local.world.set_overwrite(lounge, everyone, deny=int(Permission.VIEW_CHANNEL))
    local.world.change_role(everyone, permissions=int(Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES))
    local.world.invite_bot(bespin, 0)
    await clock.advance(5)
    assert [name for name, _ in greetings(local, bespin)] == ["news"]


async def test_a_server_that_invites_the_bot_again_is_not_greeted_again(
    local: LocalDiscord, services: Services, clock: ManualClock, bespin: Guild
):
    assert len(await invited(local, clock, bespin)) == 1
    local.world.kick_bot(bespin)
    assert len(await invited(local, clock, bespin)) == 1
    assert not await services.maintenance.departures.begin_greeting(bespin.id)


async def test_a_server_without_a_place_to_speak_is_greeted_once_there_is_one(
    local: LocalDiscord, clock: ManualClock, bespin: Guild
):
    for channel in bespin.channels.values():
        local.world.set_overwrite(channel, bespin.roles[bespin.id], deny=SILENT)
    local.world.invite_bot(bespin, 0)
    await clock.advance(5)
    assert greetings(local, bespin) == []
    local.world.kick_bot(bespin)
    for channel in bespin.channels.values():
        local.world.set_overwrite(channel, bespin.roles[bespin.id])
    assert len(await invited(local, clock, bespin)) == 1


async def test_a_blocked_server_is_not_greeted(
    local: LocalDiscord, services: Services, clock: ManualClock, bespin: Guild
):
    services.operator.blocked = frozenset({("server", bespin.id)})
    assert await invited(local, clock, bespin) == []


async def test_the_button_opens_a_table_with_an_npc_on_autopilot_for_a_gm(
    local: LocalDiscord, services: Services, clock: ManualClock, bespin: Guild
):
    await invited(local, clock, bespin)
    ((_, seen),) = greetings(local, bespin)
    lobot, player = (
        Player(local, local.world.users[bespin.owner_id]),
        Player(local, local.world.add_member(bespin, "Ugnaught")),
    )
    refused = await player.click(seen, "Try a table")
    assert refused.text.startswith("Only a GM opens the first table")
    await (await lobot.click(seen, "Try a table")).done()
    await clock.advance(5)
    (record,) = await services.tables.of_guild(bespin.id)
    (chair,) = record.chairs
    assert chair.is_npc
    assert chair.plays_itself
    assert "There is a table in this channel already" in (await lobot.click(seen, "Try a table")).text
    channel = bespin.channels[record.channel_id]
    table = next(one for one in lobot.sees(channel) if any(button.label == "Sit" for button in one.buttons))
    form = (await lobot.click(table, "Sit")).form
    await lobot.submit(form, {"Your character's name": "Lobot"})
    await clock.advance(5)
    dealt = await lobot.click(table, "Deal")
    assert not dealt.failed
    await clock.advance(20)
    (record,) = await services.tables.of_guild(bespin.id)
    assert record.hand is not None


async def test_the_help_button_of_the_greeting_answers_privately(
    local: LocalDiscord, clock: ManualClock, bespin: Guild
):
    await invited(local, clock, bespin)
    ((_, seen),) = greetings(local, bespin)
    answer = await Player(local, local.world.add_member(bespin, "Ugnaught")).click(seen, "Help")
    assert answer.shown.ephemeral
    assert "## Players" in answer.text
