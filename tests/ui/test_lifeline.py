"""Health while Discord falls silent on a gateway that stays open."""

from pathlib import Path

from bot.health import EVERY, STALE_AFTER
from bot.services import Services
from playground.discord.server import LocalDiscord
from tests.manual_clock import ManualClock
from tests.ui.lifeline import LONG, watched


async def test_health_is_bad_while_no_heartbeat_is_acknowledged(
    services: Services, local: LocalDiscord, clock: ManualClock, tmp_path: Path
):
    async with watched(services, local, clock, tmp_path) as bot:
        local.gateway.answers_heartbeats = False
        await bot.heartbeats(2)
        await clock.advance(LONG)
        assert bot.client.is_ready()
        assert "acknowledged a heartbeat" in str(bot.trouble())

        local.gateway.answers_heartbeats = True
        await bot.heartbeats(3)
        await clock.advance(EVERY)
        assert bot.trouble() is None


async def test_health_stays_good_while_heartbeats_are_acknowledged(
    services: Services, local: LocalDiscord, clock: ManualClock, tmp_path: Path
):
    async with watched(services, local, clock, tmp_path) as bot:
        for _ in range(4):
            await bot.heartbeats(2)
            await clock.advance(STALE_AFTER)
            assert bot.trouble() is None


async def test_a_connection_that_is_resumed_at_once_is_no_trouble(
    services: Services, local: LocalDiscord, clock: ManualClock, tmp_path: Path
):
    async with watched(services, local, clock, tmp_path) as bot:
        await local.gateway.drop_connections()
        await bot.heartbeats(3)
        await clock.advance(STALE_AFTER)
        assert bot.client.lifeline.trouble() is None
        assert bot.trouble() is None
