"""The first seconds of a bot: people click before all servers have reported."""

import asyncio
from pathlib import Path

from bot.app import connected
from bot.services import Services
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Player
from tests.manual_clock import ManualClock
from tests.ui.conftest import settings_of

LONG = 60.0


async def test_tables_are_drawn_while_servers_are_still_to_report(
    services: Services,
    local: LocalDiscord,
    channel: Channel,
    han: Player,
    lando: Player,
    clock: ManualClock,
    tmp_path: Path,
):
    async with connected(services, settings_of(local, tmp_path)) as bot:
        bot._connection.guild_ready_timeout = LONG
        connection = asyncio.create_task(bot.connect())
        await local.gateway.until_connected()
        table = (await han.slash(channel, "pilok open")).shown
        for player in (han, lando):
            form = (await player.click(table, "Sit")).modal
            await player.submit(form, {"name": player.user.display_name})

        await clock.advance(1)
        await local.world.until(lambda: "Lando sits down" in table.text.replace("*", ""))

        assert not bot.is_ready()
        await bot.close()
        await connection
