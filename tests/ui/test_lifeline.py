"""Health while Discord falls silent on a gateway that stays open."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.gateway import ReconnectWebSocket

from bot.health import EVERY, STALE_AFTER
from bot.services import Services
from bot.ui import connection
from playground.discord.server import LocalDiscord
from tests.manual_clock import ManualClock
from tests.ui.lifeline import LONG, RESUME, watched


@asynccontextmanager
async def cut_off() -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Yield a WebSocket whose peer neither reads nor writes, as behind a cable that is cut."""
    over = asyncio.Event()

    async def accept(request: web.Request) -> web.WebSocketResponse:
        accepted = web.WebSocketResponse()
        await accepted.prepare(request)
        await over.wait()
        return accepted

    app = web.Application()
    app.router.add_get("/", accept)
    async with TestServer(app) as server, aiohttp.ClientSession() as client:
        try:
            yield await client.ws_connect(server.make_url("/"), autoclose=False)
        finally:
            over.set()


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


async def test_a_connection_on_which_nothing_comes_is_opened_again(
    services: Services, local: LocalDiscord, clock: ManualClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(connection, "_SILENT_FOR", 1.0)
    monkeypatch.setattr(connection, "_LOOKED_EVERY", 0.01)
    async with watched(services, local, clock, tmp_path) as bot:
        local.gateway.answers_heartbeats = False
        await bot.sends(RESUME)

        local.gateway.answers_heartbeats = True
        await bot.heartbeats(3)
        assert bot.client.lifeline.trouble() is None


async def test_a_peer_that_is_gone_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection, "_SILENT_FOR", 0.1)
    monkeypatch.setattr(connection, "_LOOKED_EVERY", 0.01)
    async with cut_off() as socket:
        gateway = connection._Gateway(socket, loop=asyncio.get_running_loop())
        gateway.shard_id, gateway._keep_alive = 0, None
        with pytest.raises(ReconnectWebSocket) as lost:
            # Otherwise aiohttp waits ten seconds for the peer to say goodbye, and with the library's settings thirty.
            await asyncio.wait_for(gateway.poll_events(), 8)
        assert lost.value.resume
        assert socket.closed


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
