"""The core of the world: ids, clock and waiting, then servers with members and roles, then channels and threads."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.clock import Clock
from playground.discord.world.conversation import Change, Message, Rearranged, Watcher
from playground.discord.world.payloads import (
    channel_json,
    guild_create_json,
    member_json,
    role_json,
    thread_json,
    thread_member_json,
    user_json,
)
from playground.discord.world.permissions import DM_PERMISSIONS, EVERYONE_DEFAULT, Permission, channel_permissions
from playground.discord.world.places import CHAT, SPOKEN, Channel, ChannelKind, Guild, Member, Overwrite, Role, User
from playground.discord.world.snowflakes import Intent, Snowflakes, created_at


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
        """Add a person who is in no server yet."""
        user = User(self.ids.next(), name.lower().replace(" ", "_"), display_name or name)
        self.users[user.id] = user
        return user

    def channel(self, channel_id: int) -> Channel | None:
        """Return the channel, thread or direct message with this id."""
        for guild in self.guilds.values():
            place = guild.place(channel_id)
            if place is not None:
                return place
        return self.dms.get(channel_id)

    def guild_of(self, channel: Channel) -> Guild | None:
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def permissions_of(self, user: User, channel: Channel) -> int:
        """Return the permission bits of `user` in `channel`; none for a user who isn't in its server."""
        guild = self.guild_of(channel)
        if guild is None:
            return DM_PERMISSIONS if any(user.id == person.id for person in channel.recipients) else 0
        member = guild.members.get(user.id)
        return 0 if member is None else channel_permissions(guild, member, channel, self.clock.now())

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
        """Wake those who wait for a change."""
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


BOT_INVITED_WITH = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.ATTACH_FILES
    | Permission.CONNECT
)


class Guilds(WorldCore):
    """Everything about servers that isn't a channel. Each change sends the gateway events that Discord sends."""

    def add_guild(
        self,
        name: str = "Cantina",
        *,
        owner: User | None = None,
        invite_bot: bool = True,
        bot_permissions: int = -1,
        shard: tuple[int, int] = (0, 1),
    ) -> Guild:
        """Add a server with an owner and, unless `invite_bot` is off, the bot with a role of `bot_permissions`. `shard`
        is the one that it belongs to, and the count of shards.
        """
        guild_id = self.ids.next_on(*shard)
        owner = owner or self.add_user(f"{name} owner")
        guild = Guild(guild_id, name, owner.id)
        guild.roles[guild_id] = Role(guild_id, guild_id, "@everyone", EVERYONE_DEFAULT, 0)
        self.guilds[guild_id] = guild
        self._join(guild, owner)
        if invite_bot:
            self.invite_bot(guild, bot_permissions)
        return guild

    def invite_bot(self, guild: Guild, permissions: int = -1) -> Member:
        """Add the bot (again): a managed role, its membership, GUILD_CREATE. -1 stands for the permissions a table
        needs.
        """
        if guild.has_bot:
            raise ValueError(f"the bot is in {guild.name} already")
        bits = BOT_INVITED_WITH if permissions == -1 else permissions
        role = Role(self.ids.next(), guild.id, self.application_name, bits, 1, of_bot=self.bot.id)
        guild.roles[role.id] = role
        guild.has_bot = True
        member = self._join(guild, self.bot, [role])
        self.emit(self.guild_create(guild))
        self.changed(Rearranged())
        return member

    def kick_bot(self, guild: Guild) -> None:
        """Remove the bot: its role goes, and GUILD_DELETE comes."""
        member = guild.members.pop(self.bot.id)
        for role_id in [role.id for role in guild.roles.values() if role.of_bot == self.bot.id]:
            del guild.roles[role_id]
            member.role_ids.discard(role_id)
        guild.has_bot = False
        self.emit(Event("GUILD_DELETE", {"id": str(guild.id)}, guild.id, Intent.GUILDS))
        self.changed(Rearranged())

    def guild_create(self, guild: Guild) -> Event:
        bot = guild.members[self.bot.id]
        threads = [thread for thread in guild.threads.values() if not thread.archived and self.bot_sees(thread)]
        data = guild_create_json(guild, threads, [bot])
        return Event("GUILD_CREATE", data, guild.id, Intent.GUILDS)

    def bot_sees(self, channel: Channel) -> bool:
        return self.sees(self.bot, channel)

    def sees(self, user: User, channel: Channel) -> bool:
        """Return True if `user` may read `channel`.

        A voice or stage chat is for those who may connect, a private thread for its members and for those who manage
        threads.
        """
        bits = self.permissions_of(user, channel)
        needed = Permission.VIEW_CHANNEL | (Permission.CONNECT if channel.kind in SPOKEN else 0)
        if needed & ~bits:
            return False
        if channel.kind is not ChannelKind.PRIVATE_THREAD:
            return True
        return user.id in channel.thread_members or bool(bits & Permission.MANAGE_THREADS)

    def may_write(self, user: User, channel: Channel) -> bool:
        """Return True if `user` may post in `channel`. In a locked thread only those who manage threads may."""
        bits = self.permissions_of(user, channel)
        if channel.kind not in CHAT or (channel.locked and not bits & Permission.MANAGE_THREADS):
            return False
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        return bool(bits & needed) and self.sees(user, channel)

    def add_member(
        self, guild: Guild, who: User | str, *, roles: Iterable[Role] = (), nick: str | None = None
    ) -> Member:
        """Add a person to the server; a name stands for a new account."""
        user = self.add_user(who) if isinstance(who, str) else who
        member = self._join(guild, user, roles)
        member.nick = nick
        self._tell(guild, "GUILD_MEMBER_ADD", member_json(member) | {"guild_id": str(guild.id)}, Intent.GUILD_MEMBERS)
        return member

    def remove_member(self, guild: Guild, member: Member) -> None:
        """Remove a person from the server."""
        if member.id == self.bot.id:
            self.kick_bot(guild)
            return
        if member.id == guild.owner_id:
            raise ValueError("the owner can't leave their server")
        del guild.members[member.id]
        data = {"guild_id": str(guild.id), "user": user_json(member.user)}
        self._tell(guild, "GUILD_MEMBER_REMOVE", data, Intent.GUILD_MEMBERS)

    def change_member(
        self, member: Member, *, roles: Iterable[Role] | None = None, nick: str | None = None, timeout: float = -1.0
    ) -> None:
        """Set roles, a nick ("" removes it), or a timeout until `timeout` (seconds since the epoch; 0 ends it)."""
        guild = self.guilds[member.guild_id]
        if roles is not None:
            kept = {role.id for role in guild.roles.values() if role.of_bot == member.id}
            member.role_ids = kept | {role.id for role in roles}
        if nick is not None:
            member.nick = nick or None
        if timeout >= 0:
            member.timed_out_until = timeout or None
        data = member_json(member) | {"guild_id": str(guild.id)}
        intent = 0 if member.id == self.bot.id else Intent.GUILD_MEMBERS
        self._tell(guild, "GUILD_MEMBER_UPDATE", data, intent)

    def add_role(self, guild: Guild, name: str, permissions: int = 0) -> Role:
        position = 1 + max(role.position for role in guild.roles.values())
        role = Role(self.ids.next(), guild.id, name, permissions, position)
        guild.roles[role.id] = role
        self._tell(guild, "GUILD_ROLE_CREATE", {"guild_id": str(guild.id), "role": role_json(role)}, Intent.GUILDS)
        return role

    def change_role(self, role: Role, *, permissions: int | None = None, name: str | None = None) -> None:
        if permissions is not None:
            role.permissions = permissions
        if name is not None:
            role.name = name
        guild = self.guilds[role.guild_id]
        self._tell(guild, "GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": role_json(role)}, Intent.GUILDS)

    def bot_role(self, guild: Guild) -> Role:
        """Return the managed role that came with the bot's invitation."""
        return next(role for role in guild.roles.values() if role.of_bot == self.bot.id)

    def _join(self, guild: Guild, user: User, roles: Iterable[Role] = ()) -> Member:
        member = Member(user, guild.id, self.clock.now(), {role.id for role in roles})
        guild.members[user.id] = member
        return member

    def _tell(self, guild: Guild, name: str, data: dict[str, Any], intent: int) -> None:
        self.changed(Rearranged())
        if guild.has_bot:
            self.emit(Event(name, data, guild.id, intent))
        else:
            self.touched()


class Channels(Guilds):
    """Everything about places. Each change sends the gateway events that Discord sends."""

    def add_channel(
        self,
        guild: Guild,
        name: str,
        kind: ChannelKind = ChannelKind.TEXT,
        *,
        category: Channel | None = None,
        topic: str | None = None,
    ) -> Channel:
        """Add a channel or category; in a category it starts with its overwrites, as Discord's client does."""
        channel = Channel(self.ids.next(), guild.id, kind, name, position=len(guild.channels), topic=topic)
        if category is not None:
            channel.parent_id = category.id
            channel.overwrites = {
                target: Overwrite(target, o.is_role, o.allow, o.deny) for target, o in category.overwrites.items()
            }
        guild.channels[channel.id] = channel
        self._tell(guild, "CHANNEL_CREATE", channel_json(channel), Intent.GUILDS)
        return channel

    def set_overwrite(self, channel: Channel, target: Role | Member, *, allow: int = 0, deny: int = 0) -> None:
        """Set what `channel` allows and denies a role or member; nothing at all removes the overwrite."""
        seen_before = self.bot_sees(channel)
        channel.overwrites.pop(target.id, None)
        if allow or deny:
            channel.overwrites[target.id] = Overwrite(target.id, isinstance(target, Role), allow, deny)
        self.channel_changed(channel)
        if not seen_before and self.bot_sees(channel):
            self._list_threads(channel)

    def rename_channel(self, channel: Channel, name: str) -> None:
        channel.name = name
        self.channel_changed(channel)

    def channel_changed(self, channel: Channel) -> None:
        """Tell the bot that a channel or thread is now as it stands."""
        guild = self.guild_of(channel)
        if guild is None:
            return
        if channel.is_thread:
            self._tell_of_thread(guild, channel, "THREAD_UPDATE", thread_json(channel))
        else:
            self._tell(guild, "CHANNEL_UPDATE", channel_json(channel), Intent.GUILDS)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel or thread with its messages and, for a channel, its threads."""
        guild = self.guilds[channel.guild_id or 0]
        for thread in [thread for thread in guild.threads.values() if thread.parent_id == channel.id]:
            self.delete_channel(thread)
        self.messages.pop(channel.id, None)
        guild.webhooks = {number: hook for number, hook in guild.webhooks.items() if hook.channel_id != channel.id}
        if not channel.is_thread:
            del guild.channels[channel.id]
            for child in guild.channels.values():
                if child.parent_id == channel.id:
                    child.parent_id = None
            self._tell(guild, "CHANNEL_DELETE", channel_json(channel), Intent.GUILDS)
            return
        seen = self.bot_sees(channel)
        del guild.threads[channel.id]
        data = {key: thread_json(channel)[key] for key in ("id", "guild_id", "parent_id", "type")}
        self._tell_of_thread(guild, channel, "THREAD_DELETE", data, seen=seen)

    def add_thread(
        self,
        parent: Channel,
        name: str,
        *,
        owner: User,
        private: bool = False,
        auto_archive_minutes: int = 4320,
        thread_id: int | None = None,
    ) -> Channel:
        """Open a thread in a text or announcement channel, or a post in a forum. `owner` is its first member."""
        guild = self.guilds[parent.guild_id or 0]
        open_to_all = ChannelKind.NEWS_THREAD if parent.kind is ChannelKind.NEWS else ChannelKind.PUBLIC_THREAD
        kind = ChannelKind.PRIVATE_THREAD if private else open_to_all
        thread = Channel(thread_id or self.ids.next(), guild.id, kind, name, parent_id=parent.id, owner_id=owner.id)
        thread.auto_archive_minutes = auto_archive_minutes
        thread.archive_changed_at = self.clock.now()
        thread.thread_members[owner.id] = self.clock.now()
        guild.threads[thread.id] = thread
        self._tell_of_thread(guild, thread, "THREAD_CREATE", self._created_thread(thread))
        return thread

    def join_thread(self, thread: Channel, user: User) -> None:
        """Add a person or the bot to the thread's members."""
        if user.id in thread.thread_members:
            return
        thread.thread_members[user.id] = self.clock.now()
        guild = self.guilds[thread.guild_id or 0]
        if user.id == self.bot.id:
            self._tell(guild, "THREAD_CREATE", self._created_thread(thread), Intent.GUILDS)
            return
        data = {
            "id": str(thread.id),
            "guild_id": str(guild.id),
            "member_count": len(thread.thread_members),
            "added_members": [thread_member_json(thread, user.id)],
            "removed_member_ids": [],
        }
        self._tell(guild, "THREAD_MEMBERS_UPDATE", data, Intent.GUILD_MEMBERS)

    def archive_thread(self, thread: Channel, *, archived: bool = True, locked: bool | None = None) -> None:
        """Archive or bring back; `locked` also locks or unlocks (None leaves it)."""
        if thread.archived != archived:
            thread.archive_changed_at = self.clock.now()
        thread.archived = archived
        if locked is not None:
            thread.locked = locked
        self.channel_changed(thread)

    def lock_thread(self, thread: Channel, *, locked: bool = True) -> None:
        thread.locked = locked
        self.channel_changed(thread)

    def archive_idle_threads(self) -> None:
        """Archive what nobody has written in for its `auto_archive_minutes`, as Discord does sooner or later."""
        now = self.clock.now()
        for guild in self.guilds.values():
            for thread in list(guild.threads.values()):
                latest = created_at(thread.last_message_id or thread.id)
                idle_since = max(latest, thread.archive_changed_at)
                if not thread.archived and now - idle_since >= thread.auto_archive_minutes * 60:
                    self.archive_thread(thread)

    def _list_threads(self, channel: Channel) -> None:
        """Send the bot the channel's active threads, because it sees the channel again."""
        guild = self.guilds[channel.guild_id or 0]
        threads = [t for t in guild.threads.values() if t.parent_id == channel.id and not t.archived]
        seen = [thread for thread in threads if self.bot_sees(thread)]
        data = {
            "guild_id": str(guild.id),
            "channel_ids": [str(channel.id)],
            "threads": [thread_json(thread) for thread in seen],
            "members": [thread_member_json(t, self.bot.id) for t in seen if self.bot.id in t.thread_members],
        }
        self._tell(guild, "THREAD_LIST_SYNC", data, Intent.GUILDS)

    def dm(self, user: User) -> Channel:
        """Return the direct message channel between the bot and `user`; open it if there is none."""
        for channel in self.dms.values():
            if user in channel.recipients:
                return channel
        channel = Channel(self.ids.next(), None, ChannelKind.DM, recipients=[user, self.bot])
        self.dms[channel.id] = channel
        self.changed(Rearranged())
        return channel

    def _tell_of_thread(
        self, guild: Guild, thread: Channel, name: str, data: dict[str, Any], *, seen: bool | None = None
    ) -> None:
        """Send the bot an event of a thread that it sees; `seen` decides for one that can no longer be checked."""
        if self.bot_sees(thread) if seen is None else seen:
            self._tell(guild, name, data, Intent.GUILDS)
        else:
            self.changed(Rearranged())

    def _created_thread(self, thread: Channel) -> dict[str, Any]:
        payload = thread_json(thread) | {"newly_created": True}
        if self.bot.id in thread.thread_members:
            payload["member"] = thread_member_json(thread, self.bot.id)
        return payload
