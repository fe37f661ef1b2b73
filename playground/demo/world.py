"""The playground's server: its people and channels, the same at every start."""

import errno
import os
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from pydantic import SecretStr

from bot.clock import Clock, Timer
from bot.db import CannotOpen
from bot.settings import THIS_MACHINE, Settings
from playground.database import PlaygroundDatabase
from playground.discord.server import LocalDiscord
from playground.discord.world import Permission
from playground.people import Player

FOUNDED = 1_735_689_600.0
"""When the server was made, in seconds since the epoch: its ids follow from it, so they are the same at every start."""
_GM, _PLAYERS, _LATER = "Lady Proxima", ("Roark", "Lando", "Han"), {"qira": "Qi'ra"}
_TABLES = {
    "the-back-room": "Tables for anyone with a few coins",
    "high-stakes": "Tables for those who can afford to lose",
}
_TALK = {"chatter": "Talk away from the tables"}
_GM_ONLY, _GM_TOPIC = "gm-only", "For the GM only: what happens at the tables without a GM"
_READ_AND_WRITE = int(Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
_WHISPERS_KEPT = 300


class _FoundingClock:
    """Stands still at the founding until the doors open, and then shows the time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.is_open = False

    def now(self) -> float:
        return self._clock.now() if self.is_open else FOUNDED

    async def sleep(self, seconds: float) -> None:
        await self._clock.sleep(seconds)

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        return self._clock.call_later(seconds, call)


class DemoWorld:
    """The local Discord with its one server, the GM who owns it and four players.

    `tables` are the channels for playing, `channels` those that everybody sees; `gm_channel` is for the GM and the bot.
    """

    def __init__(self, local: LocalDiscord) -> None:
        """Furnishes the world of `local`; the order of what is made decides the ids."""
        self.local, world = local, local.world
        owner = world.add_user(_GM)
        self.guild = world.add_guild("Cantina", owner=owner)
        self.channels = tuple(
            world.add_channel(self.guild, name, topic=topic) for name, topic in (_TABLES | _TALK).items()
        )
        self.tables = self.channels[: len(_TABLES)]
        members = [world.add_member(self.guild, name) for name in _PLAYERS]
        for name, shown in _LATER.items():
            members.append(world.add_member(self.guild, world.add_user(name, display_name=shown)))
        self.gm_channel = world.add_channel(self.guild, _GM_ONLY, topic=_GM_TOPIC)
        everyone, bot = self.guild.roles[self.guild.id], world.bot_role(self.guild)
        world.set_overwrite(self.gm_channel, bot, allow=_READ_AND_WRITE)
        world.set_overwrite(self.gm_channel, everyone, deny=int(Permission.VIEW_CHANNEL))
        self.gm, self.players = Player(local, owner), tuple(Player(local, member) for member in members)

    @property
    def people(self) -> tuple[Player, ...]:
        """Everybody who can be played at the page: the GM first."""
        return self.gm, *self.players

    @property
    def address(self) -> str:
        """Where a browser looks, with the key of this process in it."""
        return self.local.page_url

    def settings(self, settings: Settings, book: PlaygroundDatabase) -> Settings:
        """Return the settings of a bot on this server: its own token, addresses and database instead of Discord's."""
        own = {
            "discord_token": SecretStr(self.local.token),
            "discord_api_url": self.local.api_url,
            "discord_gateway_url": self.local.gateway_url,
            "database_url": book.url,
            "sync_guilds": (),
            "shard_count": None,
            "shard_ids": (),
        }
        return Settings.model_validate(dict(settings) | own)

    def forget(self) -> None:
        """Reset the server to its founding: no messages, threads or commands. No bot may be connected."""
        world, founded = self.local.world, {self.gm_channel.id, *(channel.id for channel in self.channels)}
        for place in (*self.guild.threads.values(), *self.guild.channels.values()):
            if place.id not in founded:
                world.delete_channel(place)
        world.commands = {None: {}}
        world.emojis.clear()
        world.reset()


def build_demo_world(port: int, clock: Clock, host: str = THIS_MACHINE) -> DemoWorld:
    """Build the server before it listens on `host` at `port`; 0 is any free one.

    Server, channels and people have the same ids at every start, so they fit the ids in the database. The token is
    another one each time.
    """
    time = _FoundingClock(clock)
    demo = DemoWorld(LocalDiscord(time, port=port, host=host, token=f"playground.{secrets.token_urlsafe(32)}"))
    demo.local.world.whispers_kept = _WHISPERS_KEPT
    time.is_open = True
    return demo


@asynccontextmanager
async def open_server(local: LocalDiscord, port: int) -> AsyncIterator[None]:
    """Open the server for the length of the block. Raises CannotOpen with a sentence if it can't listen."""
    try:
        try:
            await local.start()
        except OSError as refused:
            raise CannotOpen(_cannot_listen(port, refused)) from refused
        yield
    finally:
        await local.stop()


def _cannot_listen(port: int, refused: OSError) -> str:
    if refused.errno == errno.EADDRINUSE:
        return f"Port {port} is in use. Stop the program that uses it, or set PLAYGROUND_PORT to another port."
    reason = os.strerror(refused.errno) if refused.errno else str(refused)
    return f"Port {port} can't be used ({reason}). Set PLAYGROUND_PORT to another port."
