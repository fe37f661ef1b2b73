"""NPCs that speak under their own names by a webhook, where the bot may manage webhooks."""

from collections.abc import Iterable

import pytest
from discord import TextChannel

from bot.campaigns import Person
from bot.engine.words import escape
from bot.services import Services
from bot.tables.autopilot import moment_of
from bot.tables.table_store import Click
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild, Message
from playground.discord.world.permissions import Permission
from playground.people import Player
from tests.manual_clock import ManualClock
from tests.ui.conftest import Cast

IMAGE = "https://example.com/kett.png"
HOOKS = int(Permission.MANAGE_WEBHOOKS)


class Tavern:
    """A table with an NPC on autopilot, who speaks when a test says so."""

    def __init__(self, local: LocalDiscord, services: Services, clock: ManualClock, guild: Guild) -> None:
        self.local, self.services, self.clock, self.guild = local, services, clock, guild

    async def begin(self, cast: Cast, gm: Player, han: Player, channel: Channel, *, thread: bool = False) -> Channel:
        await cast.npc("Kett")
        await cast.pc(han, "Solo")
        await gm.slash(channel, "npc autopilot", npc="Kett", style="steady")
        await gm.slash(channel, "npc lines", npc="Kett")
        await gm.submit(None, {"Lines": "Pay up.", "Image": IMAGE})
        await gm.slash(channel, "pilok open", clock="off", thread=thread)
        await self.clock.advance(10)
        place = next(iter(self.guild.threads.values())) if thread else channel
        await gm.slash(place, "npc seat", npc="Kett")
        await self.clock.advance(10)
        table = await han.until_sees(place, lambda seen: seen.find("Sit") is not None)
        await han.submit((await han.click(table, "Sit")).modal, {})
        await self.clock.advance(10)
        return place

    async def speaks(self, place: Channel, *lines: str) -> None:
        """Have the NPC say these lines with its moves. Everyone else does what the rules do when time runs out."""
        playing = self.services.tables.playing
        for number, line in enumerate(lines):
            table = await self.services.tables.in_channel(place.id)
            assert table is not None
            click = Click(
                Person(self.guild.owner_id, is_owner=True), self.guild.id, place.id, f"{line}{number}", self.clock.now()
            )
            if not table.in_hand:
                table = (await playing.deal(table.id, click)).table
            for at in range(10):
                if table.piloted:
                    break
                (seat,) = table.to_act
                table = (await playing.time_out(table.id, click.again(at), seat)).table
            (chair,) = table.piloted
            await playing.pilot(
                table.id, chair.seat, moment_of(table, chair), None, lambda _, after, said=line: None if after else said
            )
            await self.clock.settle()

    def spoken(self, place: Channel) -> Iterable[Message]:
        return [message for message in self.local.world.history(place) if message.webhook_id is not None]

    def requests(self, route: str, method: str = "POST") -> list[int]:
        return [one.status for one in self.local.requests if (one.method, one.route) == (method, route)]


@pytest.fixture
def tavern(bot: Shadowport, local: LocalDiscord, services: Services, clock: ManualClock, guild: Guild) -> Tavern:
    return Tavern(local, services, clock, guild)


def allow(local: LocalDiscord, guild: Guild) -> None:
    role = local.world.bot_role(guild)
    local.world.change_role(role, permissions=role.permissions | HOOKS)


MAKE, RUN = "/channels/{channel_id}/webhooks", "/webhooks/{webhook_id}/{webhook_token}"


async def test_an_npc_speaks_under_its_name_by_one_webhook(
    tavern: Tavern, local: LocalDiscord, guild: Guild, cast: Cast, gm: Player, han: Player, channel: Channel
):
    allow(local, guild)
    await tavern.begin(cast, gm, han, channel)
    await tavern.speaks(channel, "Pay up.", "@everyone *ha*")
    first, second = tavern.spoken(channel)
    assert (first.author.name, first.content, first.avatar_url) == ("Kett", "Pay up.", IMAGE)
    assert second.content == escape("@everyone *ha*")
    assert not second.pings_everyone
    assert tavern.requests(MAKE) == [200]


async def test_without_the_permission_the_line_is_only_on_the_table(
    tavern: Tavern, cast: Cast, gm: Player, han: Player, channel: Channel
):
    await tavern.begin(cast, gm, han, channel)
    await tavern.speaks(channel, "Pay up.")
    assert tavern.spoken(channel) == []
    assert tavern.requests(MAKE) == tavern.requests(MAKE, "GET") == []
    table = await tavern.services.tables.in_channel(channel.id)
    assert table is not None
    assert any("“Pay up.”" in line for line in table.said)


async def test_a_restarted_bot_finds_its_webhook_and_makes_another_for_a_deleted_one(
    tavern: Tavern,
    bot: Shadowport,
    local: LocalDiscord,
    guild: Guild,
    cast: Cast,
    gm: Player,
    han: Player,
    channel: Channel,
):
    allow(local, guild)
    await tavern.begin(cast, gm, han, channel)
    await tavern.speaks(channel, "Pay up.")
    bot.voices._hooks.clear()
    await tavern.speaks(channel, "Again.")
    assert tavern.requests(MAKE) == [200]
    guild.webhooks.clear()
    await tavern.speaks(channel, "And again.")
    assert [one.content for one in tavern.spoken(channel)] == ["Pay up.", "Again.", "And again."]
    assert tavern.requests(MAKE) == [200, 200]
    assert tavern.requests(RUN).count(404) == 1


async def test_a_channel_full_of_webhooks_is_left_alone_for_a_while(
    tavern: Tavern,
    bot: Shadowport,
    local: LocalDiscord,
    guild: Guild,
    cast: Cast,
    gm: Player,
    han: Player,
    channel: Channel,
):
    allow(local, guild)
    await tavern.begin(cast, gm, han, channel)
    home = bot.get_channel(channel.id)
    assert isinstance(home, TextChannel)
    for number in range(15):
        await home.create_webhook(name=f"Other {number}")
    for hook in list(guild.webhooks.values()):
        # Of another application: this one gets no token of it.
        guild.webhooks[hook.id] = type(hook)(hook.id, hook.guild_id, hook.channel_id, hook.name, "", is_foreign=True)
    await tavern.speaks(channel, "Pay up.", "Pay up!")
    assert tavern.spoken(channel) == []
    assert tavern.requests(MAKE)[15:] == [400]


async def test_lines_in_a_thread_come_by_the_webhook_of_its_channel(
    tavern: Tavern, local: LocalDiscord, guild: Guild, cast: Cast, gm: Player, han: Player, channel: Channel
):
    allow(local, guild)
    thread = await tavern.begin(cast, gm, han, channel, thread=True)
    await tavern.speaks(thread, "Pay up.")
    (spoken,) = tavern.spoken(thread)
    assert spoken.author.name == "Kett"
    assert [hook.channel_id for hook in guild.webhooks.values()] == [channel.id]


@pytest.mark.parametrize(
    "link", ["http://example.com/a.png", "https://nowhere", "https://a:b@example.com/x", "ftp://x"]
)
async def test_an_image_has_a_link_that_begins_with_https(
    bot: Shadowport, cast: Cast, gm: Player, channel: Channel, link: str
):
    await cast.npc("Kett")
    await gm.slash(channel, "npc lines", npc="Kett")
    answer = await gm.submit(None, {"Lines": "Pay up.", "Image": link})
    assert answer.text.startswith("Write the link of an image that begins with https://")
