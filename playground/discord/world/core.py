"""What the parts of the world share: ids, the clock, who listens, and waiting for something to become true."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.clock import Clock
from playground.discord.world.changes import Change, Watcher
from playground.discord.world.conversation import Message
from playground.discord.world.permissions import DM_PERMISSIONS, channel_permissions
from playground.discord.world.places import Channel, Guild, Member, User
from playground.discord.world.snowflakes import Snowflakes


@dataclass(frozen=True, slots=True)
class Event:
    """One gateway event for the bot.

    It reaches a session that asked for any of `intents` (0: always). `message` is set for events that carry one, since
    its content is for fewer eyes. `data` is made once and must not be changed.
    """

    name: str
    data: dict[str, Any]
    guild_id: int | None = None
    intents: int = 0
    message: Message | None = None


class WorldCore:
    """The state, and the questions that everything asks of it."""

    def __init__(self, clock: Clock, name: str = "Shadowport") -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.guilds: dict[int, Guild] = {}
        self.users: dict[int, User] = {}
        self.dms: dict[int, Channel] = {}
        self.messages: dict[int, dict[int, Message]] = {}
        self.cdn_url = ""
        self.listeners: list[Callable[[Event], None]] = []
        self.watchers: list[Watcher] = []
        self._waiting: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        self.application_id = self.ids.next()
        self.application_name = name
        self.bot = User(self.application_id, name.lower(), is_bot=True)
        self.users[self.bot.id] = self.bot
        self.operator = self.add_user("operator")

    def add_user(self, name: str, *, display_name: str | None = None) -> User:
        """A person, in no server yet."""
        user = User(self.ids.next(), name.lower().replace(" ", "_"), display_name or name)
        self.users[user.id] = user
        return user

    def channel(self, channel_id: int) -> Channel | None:
        """The channel, thread or direct message with this id."""
        for guild in self.guilds.values():
            place = guild.place(channel_id)
            if place is not None:
                return place
        return self.dms.get(channel_id)

    def guild_of(self, channel: Channel) -> Guild | None:
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def permissions_of(self, user: User, channel: Channel) -> int:
        """The bits of `user` in `channel`; none for somebody who isn't in its server."""
        guild = self.guild_of(channel)
        if guild is None:
            return DM_PERMISSIONS if any(user.id == person.id for person in channel.recipients) else 0
        member = guild.members.get(user.id)
        return 0 if member is None else channel_permissions(guild, member, channel, self.clock.now())

    def bot_member(self, guild: Guild) -> Member | None:
        return guild.members.get(self.bot.id) if guild.has_bot else None

    def changed(self, change: Change) -> None:
        """Tell everybody who watches, in the order of what happens, whether a bot is there or not."""
        for watcher in self.watchers:
            watcher(change)

    def emit(self, event: Event) -> None:
        """Tell the gateway; the server of `event` must have the bot in it."""
        for listener in self.listeners:
            listener(event)
        self.touched()

    def touched(self) -> None:
        """Something changed: whoever waits for it looks again."""
        for entry in list(self._waiting):
            holds, future = entry
            if future.done():
                self._waiting.remove(entry)
            elif holds():
                self._waiting.remove(entry)
                future.set_result(None)

    async def until(self, holds: Callable[[], bool], timeout: float = 10.0) -> None:
        """Return as soon as `holds` after a change of the world. `timeout` (real seconds) is a safety net only.

        Raises TimeoutError.
        """
        if holds():
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (holds, future)
        self._waiting.append(entry)
        try:
            async with asyncio.timeout(timeout):
                await future
        finally:
            if entry in self._waiting:
                self._waiting.remove(entry)
