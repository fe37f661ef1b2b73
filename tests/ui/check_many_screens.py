"""A restart with many GM screens, under Discord's own rate limits: what differs is edited, and nothing is refused.

SCREENS says how many there are.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path

from bot.app import connected, opened_services
from bot.campaigns import Campaign, Person
from bot.clock import SystemClock
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild, Permission
from tests.sqlite_file import lay_out
from tests.ui.conftest import BOOK, running, settings_of

SCREENS = int(os.environ.get("SCREENS", "240"))
VIEW = int(Permission.VIEW_CHANNEL)


@asynccontextmanager
async def started(local: LocalDiscord, folder: Path, per_second: float) -> AsyncIterator[Shadowport]:
    """Run the bot with the machine's clock, and yield it once every screen has been looked at."""
    settings, clock = settings_of(local, folder), SystemClock()
    settings = settings.model_copy(update={"requests_per_second": per_second})
    async with opened_services(settings, clock) as services, connected(services, settings) as client, running(client):
        screen = client.screen
        await screen._starting.finish()
        await asyncio.gather(
            *(task for kept in screen._by_campaign.values() if (task := kept.drawing.task) is not None)
        )
        yield client
        await client.finish()


def with_backroom(local: LocalDiscord, number: int) -> tuple[Guild, Channel]:
    """Make a server with a channel that the GM and the bot see."""
    guild = local.world.add_guild(f"Cantina {number}", owner=local.world.add_user(f"GM {number}"))
    channel = local.world.add_channel(guild, "backroom")
    local.world.set_overwrite(channel, guild.roles[guild.id], deny=VIEW)
    local.world.set_overwrite(channel, local.world.bot_role(guild), allow=VIEW | int(Permission.SEND_MESSAGES))
    return guild, channel


async def posted(client: Shadowport, guild: Guild, channel: Channel) -> tuple[Campaign, Person]:
    """Return the campaign of a server with a screen, and its GM."""
    boss = Person(guild.owner_id, is_owner=True)
    campaigns = client.services.campaigns
    campaign = await campaigns.at(guild.id)
    await campaigns.change(campaign, campaign.settings.evolve(gm_channel_id=channel.id), boss)
    campaign = await campaigns.get(campaign.id)
    await client.screen.post(campaign)
    return campaign, boss


async def test_a_restart_edits_the_screens_that_differ_and_is_never_refused(local: LocalDiscord, tmp_path: Path):
    await lay_out(tmp_path / BOOK)
    servers = [with_backroom(local, number) for number in range(SCREENS)]
    local.rates.enabled = False
    async with started(local, tmp_path, 0) as client:
        owned = [await posted(client, guild, channel) for guild, channel in servers]
    local.rates.enabled = True

    async def edits_of_a_restart(renamed: int, name: str) -> int:
        async with opened_services(settings_of(local, tmp_path), SystemClock()) as services:
            for campaign, boss in owned[:renamed]:
                await services.campaigns.rename(
                    await services.campaigns.get(campaign.id), f"{name} of {campaign.id}", boss
                )
        del local.requests[:]
        async with started(local, tmp_path, 30):
            pass
        assert [request for request in local.requests if request.status == HTTPStatus.TOO_MANY_REQUESTS] == []
        shown = [seen for _, channel in servers for seen in local.world.history(channel)]
        assert sum(name in str(message.components) for message in shown) == renamed
        return sum(request.method == "PATCH" for request in local.requests)

    assert await edits_of_a_restart(0, "New 1") == 0
    assert await edits_of_a_restart(SCREENS, "New 2") == SCREENS
    assert await edits_of_a_restart(SCREENS // 3, "New 3") == SCREENS // 3
