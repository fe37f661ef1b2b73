"""/help: every command is on a page, every name on a page is a command, and missing permissions are named."""

import re
from pathlib import Path

import pytest
from discord import Permissions

from bot.operating.operator import About
from bot.ui.channels import MISSING, NEEDS
from bot.ui.client import Shadowport
from cogs.help.pages import TOPICS, commands_by_group, topic_of
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.discord.world.core import BOT_INVITED_WITH
from playground.discord.world.permissions import Permission
from playground.people import Player, Seen
from tests.manual_clock import ManualClock
from tests.ui.conftest import Cast

pytestmark = pytest.mark.usefixtures("bot")
_NAMED = re.compile(r"(?<![\w<])/([a-z]+(?: [a-z]+){0,2})")


def grouped(bot: Shadowport) -> dict[str, tuple[str, ...]]:
    return commands_by_group(bot.tree, None)


async def pages(player: Player, channel: Channel) -> dict[str, Seen]:
    """Return every page of help, as it is once its button was pressed."""
    seen = (await player.slash(channel, "help")).shown
    found = {"Players": seen.frozen()}
    for topic in list(TOPICS.values())[1:]:
        await player.click(seen, topic.title)
        found[topic.title] = seen.frozen()
    return found


async def test_every_command_stands_on_its_page_as_a_link(bot: Shadowport, gm: Player, channel: Channel):
    shown = await pages(gm, channel)
    for group, names in grouped(bot).items():
        linked = {name for name, _ in shown[TOPICS[topic_of(group)].title].commands}
        assert set(names) <= linked


def test_every_command_that_the_steps_name_exists(bot: Shadowport):
    known = {name for names in grouped(bot).values() for name in names}
    for topic in TOPICS.values():
        assert topic.groups <= grouped(bot).keys()
        for words in (found[1].split() for step in topic.steps for found in _NAMED.finditer(step)):
            assert known & {" ".join(words[:length]) for length in (1, 2, 3)}


async def test_the_next_step_follows_what_a_player_has(cast: Cast, han: Player, gm: Player, channel: Channel):
    first = (await han.slash(channel, "help")).shown
    assert next(iter(first.commands))[0] == "character new"
    await cast.pc(han, "Han")
    assert "Games" in next(line for line in (await han.slash(channel, "help")).shown.lines if "Next" in line)
    await gm.slash(channel, "pilok open")
    third = (await han.slash(channel, "help")).shown
    assert next(iter(third.commands))[0] == "table here"


async def test_a_gm_is_led_from_the_channel_to_an_npc_to_a_table(
    local: LocalDiscord, guild: Guild, cast: Cast, gm: Player, han: Player, channel: Channel
):
    async def next_step(player: Player) -> list[str]:
        seen = (await player.slash(channel, "help")).shown
        await player.click(seen, "GMs")
        return [line for line in seen.lines if line.startswith("**Next")]

    assert await next_step(han) == []
    assert "/campaign setup" in (await next_step(gm))[0]
    cellar = local.world.add_channel(guild, "cellar")
    local.world.set_overwrite(cellar, guild.roles[guild.id], deny=int(Permission.VIEW_CHANNEL))
    local.world.set_overwrite(cellar, local.world.bot_role(guild), allow=int(BOT_INVITED_WITH))
    await gm.slash(channel, "campaign setup", gm_channel=cellar)
    assert "/npc new" in (await next_step(gm))[0]
    await cast.npc("Kett")
    assert "Games" in (await next_step(gm))[0]


async def test_help_works_in_direct_messages_without_a_server(bot: Shadowport, han: Player):
    seen = (await han.slash(han.dm, "help")).shown
    assert [button.label for button in seen.buttons] == [topic.title for topic in TOPICS.values()]
    assert {name for name, _ in seen.commands} == {
        "help",
        "privacy about",
        "privacy export",
        "privacy delete",
        "roll",
        "rules",
    }
    await han.click(seen, "GMs")
    assert "npc new" in seen.text
    answer = await han.click(seen, "help:check", unchecked=True)
    assert "direct messages" in answer.text


@pytest.mark.parametrize("forged", ["help:", "help:nowhere", "help:check:1"])
async def test_a_forged_page_is_refused_or_harmless(bot: Shadowport, gm: Player, channel: Channel, forged: str):
    seen = (await gm.slash(channel, "help")).shown
    assert (await gm.click(seen, forged, unchecked=True)).text


@pytest.mark.parametrize(
    "denied, title",
    [
        (Permission.VIEW_CHANNEL, "View Channel"),
        (Permission.SEND_MESSAGES, "Send Messages"),
        (Permission.ATTACH_FILES, "Attach Files"),
    ],
)
async def test_each_permission_that_is_missing_here_is_named_with_what_fails(
    local: LocalDiscord, guild: Guild, bot: Shadowport, han: Player, channel: Channel, denied: Permission, title: str
):
    seen = (await han.slash(channel, "help")).shown
    await han.click(seen, MISSING)
    assert "Nothing is missing" in seen.text
    local.world.set_overwrite(channel, local.world.bot_role(guild), deny=int(denied))
    seen = (await han.slash(channel, "help")).shown
    await han.click(seen, MISSING)
    (need,) = (need for need in NEEDS if need.title == title)
    assert f"- **{title}** is missing: {need.without}" in seen.lines
    assert "GM channel" not in seen.text


async def test_threads_need_another_permission_than_channels(
    local: LocalDiscord, guild: Guild, bot: Shadowport, gm: Player, channel: Channel
):
    thread = local.world.add_thread(channel, "side table", owner=gm.user)
    local.world.set_overwrite(
        channel, local.world.bot_role(guild), deny=int(Permission.SEND_MESSAGES_IN_THREADS | Permission.CONNECT)
    )
    seen = (await gm.slash(thread, "help")).shown
    await gm.click(seen, MISSING)
    assert "- **Send Messages in Threads** is missing" in seen.text
    assert "**Connect**" not in seen.text
    assert "**Send Messages**" not in seen.text


async def test_the_gm_channel_is_checked_for_the_gm_too(
    local: LocalDiscord, guild: Guild, bot: Shadowport, gm: Player, channel: Channel
):
    cellar = local.world.add_channel(guild, "cellar")
    everyone, role = guild.roles[guild.id], local.world.bot_role(guild)
    local.world.set_overwrite(cellar, everyone, deny=int(Permission.VIEW_CHANNEL))
    local.world.set_overwrite(cellar, role, allow=int(BOT_INVITED_WITH))
    setup = (await gm.slash(channel, "campaign setup", gm_channel=cellar)).shown
    await gm.click(setup, MISSING)
    assert [line.count("Nothing is missing") for line in setup.lines if "missing" in line] == [1, 1]
    local.world.set_overwrite(cellar, role, allow=int(Permission.VIEW_CHANNEL), deny=int(Permission.SEND_MESSAGES))
    local.world.set_overwrite(cellar, everyone, deny=0)
    seen = (await gm.slash(channel, "help")).shown
    await gm.click(seen, MISSING)
    assert "- **Send Messages** is missing" in seen.text
    assert "- **Privacy** is missing" in seen.text


async def test_a_bot_with_only_those_permissions_is_refused_nothing(
    local: LocalDiscord, guild: Guild, cast: Cast, gm: Player, han: Player, channel: Channel, clock: ManualClock
):
    everyone = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.USE_APPLICATION_COMMANDS
    local.world.change_role(guild.roles[guild.id], permissions=int(everyone))
    del local.requests[:]
    table = (await gm.slash(channel, "pilok open", clock="15s")).shown
    for player in (gm, han):
        await cast.pc(player, player.user.name)
        await player.submit((await player.click(table, "Sit")).modal, {"Buy-in": "100"})
        await clock.advance(2)
    await gm.click(table, "Deal")
    for _ in range(12):
        await clock.advance(20)
        han.say(channel, "Hm.")
    await gm.slash(channel, "table here")
    await gm.slash(channel, "table export")
    await clock.advance(2)
    assert ("POST", "/channels/{channel_id}/messages") in {
        (request.method, request.route) for request in local.requests
    }
    assert [request.route for request in local.requests if request.status == 403] == []


def test_invitations_ask_for_what_is_needed_and_no_more():
    bits = Permissions()
    for need in NEEDS:
        bits.value |= need.bit.value
    assert bits.value == int(BOT_INVITED_WITH)
    readme = " ".join((Path(__file__).parents[2] / "README.md").read_text().split())
    asked = readme.partition("Select these permissions: ")[2].partition(". Open the link")[0]
    assert all(need.title.replace("View Channel", "View Channels") in asked for need in NEEDS)
    assert len(re.split(", | and ", asked)) == len(NEEDS)


LINKS = "https://cantina.example/privacy", "https://cantina.example/terms", "https://discord.gg/cantina"


async def test_the_operators_links_and_contact_are_on_help_and_privacy(
    bot: Shadowport, local: LocalDiscord, han: Player, channel: Channel
):
    assert "named no privacy policy" in (await han.slash(channel, "privacy about")).shown.text
    bot.services.operator.about = About(*LINKS, "boss@cantina.example")
    told = [
        *(seen.text for seen in (await pages(han, channel)).values()),
        *[(await (await han.slash(channel, f"privacy {name}")).done()).text for name in ("about", "export", "delete")],
    ]
    assert len(told) == 7
    for text in told:
        for part in (*LINKS, "boss@cantina.example"):
            assert part in text
