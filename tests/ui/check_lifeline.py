"""Health while Discord can't be reached at all: the library reconnects after real seconds."""

from pathlib import Path

from bot.health import EVERY
from bot.services import Services
from playground.discord.server import LocalDiscord
from tests.manual_clock import ManualClock
from tests.ui.lifeline import LONG, watched


async def test_health_is_bad_while_the_gateway_refuses_connections(
    services: Services, local: LocalDiscord, clock: ManualClock, tmp_path: Path
):
    async with watched(services, local, clock, tmp_path) as bot:
        await local.stop()
        await local.gateway.until_disconnected()
        await clock.advance(LONG)
        assert bot.client.is_ready()
        assert "lost Discord's gateway" in str(bot.trouble())

        await local.start()
        await local.gateway.until_connected(60)
        await bot.heartbeats(3)
        await clock.advance(EVERY)
        assert bot.trouble() is None
