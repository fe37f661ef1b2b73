"""A local Discord with one server, three people, and the tiny bot on it."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
from multidict import CIMultiDictProxy

from bot.app import point_discord_at
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player, Seen
from tests.local_discord import Tolerated, local_discord
from tests.local_discord import running as connected
from tests.manual_clock import ManualClock
from tests.playground.tiny_bot import TinyBot


@dataclass
class Cantina:
    """One server: its owner, two guests, a channel."""

    local: LocalDiscord
    guild: Guild
    channel: Channel
    owner: Player
    han: Player
    lando: Player

    async def opened(self) -> Seen:
        """Return the message of a table that was just opened."""
        answer = await self.owner.slash(self.channel, "pilok open")
        return answer.shown


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def local(clock: ManualClock) -> AsyncIterator[LocalDiscord]:
    """Run a local Discord, and point discord.py at it for the length of the test."""
    async with local_discord(clock) as server:
        point_discord_at(server.api_url, server.gateway_url)
        yield server


@pytest.fixture
def demo(local: LocalDiscord) -> Cantina:
    world = local.world
    owner = world.add_user("Lady Proxima")
    guild = world.add_guild("Cantina", owner=owner)
    channel = world.add_channel(guild, "tables")
    han, lando = (Player(local, world.add_member(guild, name)) for name in ("Han", "Lando"))
    return Cantina(local, guild, channel, Player(local, owner), han, lando)


@asynccontextmanager
async def running(client: discord.Client, local: LocalDiscord) -> AsyncIterator[None]:
    """Run the client, logged in, connected and ready, until the end of the block."""
    await client.login(local.token)
    async with connected(client):
        yield


@pytest.fixture
async def bot(demo: Cantina, local: LocalDiscord) -> AsyncIterator[TinyBot]:
    client = TinyBot()
    async with running(client, local):
        yield client


class Rest:
    """Requests as a bot without a library would send them."""

    def __init__(self, local: LocalDiscord, session: aiohttp.ClientSession) -> None:
        self.local, self.session = local, session

    async def __call__(self, method: str, path: str, body: Any = None, *, token: str | None = None) -> tuple[int, Any]:
        """Status and JSON (None without a body)."""
        status, reply, _ = await self.whole(method, path, body, token=token)
        return status, reply

    async def whole(
        self, method: str, path: str, body: Any = None, *, token: str | None = None
    ) -> tuple[int, Any, CIMultiDictProxy[str]]:
        """Status, JSON and headers."""
        headers = {"Authorization": f"Bot {token or self.local.token}"}
        async with self.session.request(method, self.local.api_url + path, json=body, headers=headers) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None, response.headers


@pytest.fixture
async def rest(local: LocalDiscord) -> AsyncIterator[Rest]:
    async with aiohttp.ClientSession() as session:
        yield Rest(local, session)


@pytest.fixture
def tolerated(local: LocalDiscord) -> list[str]:
    """For tests that break a rule on purpose: the problems, which aren't held against them in the end."""
    local.problems = Tolerated(local.problems)
    return local.problems
