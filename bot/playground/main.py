"""`playground`: a local Discord with a small server in it, and the real bot on it, in one process."""

import asyncio
import errno
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web
from pydantic import SecretStr

from bot.app import serve
from bot.clock import Clock, SystemClock
from bot.db import CannotOpen
from bot.playground.player import Player
from bot.playground.server import API, LocalDiscord
from bot.playground.world import Channel, Guild
from bot.settings import Settings

FOUNDED = 1_735_689_600.0
"""When the server was made, in seconds since the epoch: its ids follow from it, so they are the same at every start."""
_GM, _PLAYERS = "Lady Proxima", ("Roark", "Lando", "Han")
_CHANNELS = ("the-back-room", "high-stakes", "chatter")
_CONNECTS_WITHIN = 60.0
_INDEX = """\
This is a small Discord on this machine, with Shadowport on it. Nothing here reaches the real Discord, and no token is
used.

API      {api}
gateway  {gateway}

Server   {server}, run by {gm}
Channels {channels}
Players  {players}
"""


class _FoundingClock:
    """Stands still at the founding until the doors open, and then shows the time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.is_open = False

    def now(self) -> float:
        return self._clock.now() if self.is_open else FOUNDED

    async def sleep(self, seconds: float) -> None:
        await self._clock.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Cantina:
    """The local Discord with its one server, the GM who owns it and three players."""

    local: LocalDiscord
    guild: Guild
    channels: tuple[Channel, ...]
    gm: Player
    players: tuple[Player, ...]

    @property
    def address(self) -> str:
        """Where a browser looks."""
        return self.local.api_url.removesuffix(API) + "/"

    def settings(self, settings: Settings) -> Settings:
        """The settings of a bot on this server: its own token and addresses instead of Discord's."""
        own = {
            "discord_token": SecretStr(self.local.token),
            "discord_api_url": self.local.api_url,
            "discord_gateway_url": self.local.gateway_url,
            "sync_guilds": (),
        }
        return Settings.model_validate(dict(settings) | own)

    def index(self) -> str:
        """What the address shows, in plain text."""
        return _INDEX.format(
            api=self.local.api_url,
            gateway=self.local.gateway_url,
            server=self.guild.name,
            gm=self.gm.user.display_name,
            channels=", ".join(f"#{channel.name}" for channel in self.channels),
            players=", ".join(str(player.user.display_name) for player in self.players),
        )


@asynccontextmanager
async def opened_cantina(port: int, clock: Clock) -> AsyncIterator[Cantina]:
    """The local Discord, listening on 127.0.0.1; port 0 takes any free one. CannotOpen if it can't listen there.

    Server, channels and people have the same ids at every start, so what the database knows of them fits. Messages are
    not kept: a table is posted anew with `/table here`.
    """
    time = _FoundingClock(clock)
    local = LocalDiscord(time, port=port)
    cantina = _furnished(local)

    async def index(_: web.Request) -> web.Response:
        return web.Response(text=cantina.index())

    local.app.router.add_get("/", index)
    time.is_open = True
    try:
        try:
            await local.start()
        except OSError as refused:
            raise CannotOpen(_cannot_listen(port, refused)) from refused
        yield cantina
    finally:
        await local.stop()


def _furnished(local: LocalDiscord) -> Cantina:
    world = local.world
    owner = world.add_user(_GM)
    guild = world.add_guild("Cantina", owner=owner)
    channels = tuple(world.add_channel(guild, name) for name in _CHANNELS)
    players = tuple(Player(local, world.add_member(guild, name)) for name in _PLAYERS)
    return Cantina(local, guild, channels, Player(local, owner), players)


def _cannot_listen(port: int, refused: OSError) -> str:
    if refused.errno == errno.EADDRINUSE:
        return f"Port {port} is taken: stop what listens there, or set PLAYGROUND_PORT to another."
    reason = os.strerror(refused.errno) if refused.errno else str(refused)
    return f"Port {port} can't be used ({reason}): set PLAYGROUND_PORT to another."


async def _play(settings: Settings) -> None:
    clock = SystemClock()
    async with opened_cantina(settings.playground_port, clock) as cantina:
        told = asyncio.create_task(_tell_where(cantina))
        try:
            await serve(cantina.settings(settings), clock)
        finally:
            told.cancel()
            await asyncio.gather(told, return_exceptions=True)


async def _tell_where(cantina: Cantina) -> None:
    """Say where it is as soon as the bot is there too."""
    await cantina.local.gateway.until_connected(_CONNECTS_WITHIN)
    sys.stdout.write(f"Shadowport plays at {cantina.address}\n")
    sys.stdout.flush()


def run(settings: Settings) -> None:
    """Play until SIGTERM or SIGINT. CannotOpen if the port or the database is taken."""
    asyncio.run(_play(settings))
