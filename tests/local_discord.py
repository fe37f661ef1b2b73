"""The local Discord as tests run it: one for each test, with nothing to complain about in the end."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.db.leases import SoleLeases
from bot.ui.client import Shadowport
from bot.ui.pages import win_chance
from playground.discord.schema import Schema
from playground.discord.server import LocalDiscord
from tests.kept_commands import commands_kept
from tests.manual_clock import ManualClock

SCHEMA = Path(__file__).parents[2] / "shared" / "discord-openapi.json"


class Tolerated(list[str]):
    """Problems that a test expects."""


@cache
def described() -> Schema | None:
    """Discord's own description, read once for all tests; None where it isn't at hand."""
    return Schema(SCHEMA) if SCHEMA.exists() else None


@contextmanager
def discord_put_back() -> Iterator[None]:
    """Whichever server discord.py is sent to in the block, it talks to Discord again after it."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@contextmanager
def few_deals() -> Iterator[None]:
    """Chances are estimated from some eighty deals: what is told of them is tested here, not how near they come."""
    before, win_chance.BUDGET = win_chance.BUDGET, 400
    try:
        yield
    finally:
        win_chance.BUDGET = before


@asynccontextmanager
async def local_discord(clock: ManualClock) -> AsyncIterator[LocalDiscord]:
    """Yield a running local Discord; any problem that it notes fails the test, unless it was tolerated."""
    server = LocalDiscord(clock)
    server.schema = described()
    with discord_put_back(), few_deals(), commands_kept(server):
        await server.start()
        yield server
        await server.stop()
    assert isinstance(server.problems, Tolerated) or server.problems == []


@asynccontextmanager
async def running(client: discord.Client) -> AsyncIterator[None]:
    """Keep a logged-in client connected and ready for the length of the block."""
    client._connection.guild_ready_timeout = 0.05
    if isinstance(client, Shadowport) and isinstance(client.services.leases, SoleLeases):
        # A test's clock stands still, and a client that starts after another one would wait for its turn to identify.
        client.services.leases._next.clear()
    task = asyncio.create_task(client.connect())
    try:
        await asyncio.wait_for(client.wait_until_ready(), 60)
        yield
    finally:
        await client.close()
        await task
