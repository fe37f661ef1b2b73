"""Servers that a bot isn't told of when it connects: they have left only if Discord says so."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.app import connected
from bot.services import Services
from playground.discord.refusals import Refusal
from playground.discord.rest.call import Call
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild
from tests.ui.conftest import Cast, running, settings_of


@pytest.fixture
def no_server_in_ready(local: LocalDiscord, guild: Guild, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate an outage: the bot identifies, and Discord names no server."""
    identify = local.gateway.identify

    def without_servers(*how: Any) -> Any:
        was_there, guild.has_bot = guild.has_bot, False
        try:
            return identify(*how)
        finally:
            guild.has_bot = was_there

    monkeypatch.setattr(local.gateway, "identify", without_servers)


@asynccontextmanager
async def started(services: Services, local: LocalDiscord, folder: Path) -> AsyncIterator[None]:
    """Run the bot until it has looked for servers that have left."""
    async with connected(services, settings_of(local, folder)) as client, running(client):
        looking = [task for task in asyncio.all_tasks() if task.get_name() == "discord.py: on_shard_ready"]
        await asyncio.gather(*looking)
        yield


async def departed(services: Services) -> list[int]:
    return [row["guild_id"] for row in await services.db.fetch("SELECT guild_id FROM departures")]


async def test_a_server_that_discord_forgot_to_name_has_not_left(
    services: Services, local: LocalDiscord, cast: Cast, no_server_in_ready: None, tmp_path: Path
):
    await cast.campaign()
    async with started(services, local, tmp_path):
        assert "/guilds/{guild_id}" in [request.route for request in local.requests]
        assert await departed(services) == []


async def test_a_server_of_which_discord_says_nothing_has_not_left(
    services: Services,
    local: LocalDiscord,
    cast: Cast,
    no_server_in_ready: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    def out_of_order(_: Call) -> Guild:
        raise Refusal(503, 0, "503: Service Unavailable")

    await cast.campaign()
    monkeypatch.setattr(Call, "guild", out_of_order)
    async with started(services, local, tmp_path):
        assert 503 in [request.status for request in local.requests]
        assert await departed(services) == []


async def test_a_server_that_removed_the_bot_meanwhile_has_left(
    services: Services, local: LocalDiscord, guild: Guild, cast: Cast, tmp_path: Path
):
    await cast.campaign()
    guild.has_bot = False
    async with started(services, local, tmp_path):
        assert await departed(services) == [guild.id]
    guild.has_bot = True
    async with started(services, local, tmp_path):
        assert await departed(services) == []
