"""Channels, threads and direct messages: made, changed, archived, deleted."""

from typing import Any

from playground.discord.world.changes import Rearranged
from playground.discord.world.guilds import Guilds
from playground.discord.world.intents import Intent
from playground.discord.world.payloads import channel_json, thread_json, thread_member_json
from playground.discord.world.places import Channel, ChannelKind, Guild, Member, Overwrite, Role, User
from playground.discord.world.snowflakes import created_at


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
        """A channel or category; in a category it starts with the category's overwrites, as Discord's client does."""
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
        """What `channel` grants to and takes from a role or member; nothing at all removes the overwrite."""
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
        """A channel or thread goes, with its messages and, for a channel, its threads."""
        guild = self.guilds[channel.guild_id or 0]
        for thread in [thread for thread in guild.threads.values() if thread.parent_id == channel.id]:
            self.delete_channel(thread)
        self.messages.pop(channel.id, None)
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
        """A person, or the bot, becomes a member of the thread."""
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
        """The bot sees the channel again: it learns which threads are active in it."""
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
        """The direct message channel between the bot and `user`, opened if it isn't yet."""
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
        """The bot hears only of threads that it sees; `seen` says so for one that it can't be asked of any more."""
        if self.bot_sees(thread) if seen is None else seen:
            self._tell(guild, name, data, Intent.GUILDS)
        else:
            self.changed(Rearranged())

    def _created_thread(self, thread: Channel) -> dict[str, Any]:
        payload = thread_json(thread) | {"newly_created": True}
        if self.bot.id in thread.thread_members:
            payload["member"] = thread_member_json(thread, self.bot.id)
        return payload
