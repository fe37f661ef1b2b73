"""Servers, their people and roles, and the bot's coming and going."""

from collections.abc import Iterable
from typing import Any

from playground.discord.world.changes import Rearranged
from playground.discord.world.core import Event, WorldCore
from playground.discord.world.intents import Intent
from playground.discord.world.payloads import guild_create_json, member_json, role_json, user_json
from playground.discord.world.permissions import EVERYONE_DEFAULT, Permission
from playground.discord.world.places import CHAT, SPOKEN, Channel, ChannelKind, Guild, Member, Role, User

BOT_INVITED_WITH = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
)


class Guilds(WorldCore):
    """Everything about servers that isn't a channel. Each change sends the gateway events that Discord sends."""

    def add_guild(
        self, name: str = "Cantina", *, owner: User | None = None, invite_bot: bool = True, bot_permissions: int = -1
    ) -> Guild:
        """A server with an owner and, unless `invite_bot` is off, the bot with `bot_permissions` as its own role."""
        guild_id = self.ids.next()
        owner = owner or self.add_user(f"{name} owner")
        guild = Guild(guild_id, name, owner.id)
        guild.roles[guild_id] = Role(guild_id, guild_id, "@everyone", EVERYONE_DEFAULT, 0)
        self.guilds[guild_id] = guild
        self._join(guild, owner)
        if invite_bot:
            self.invite_bot(guild, bot_permissions)
        return guild

    def invite_bot(self, guild: Guild, permissions: int = -1) -> Member:
        """The bot comes (back): a managed role, its membership, GUILD_CREATE. -1 stands for what a table needs."""
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
        """The bot is thrown out: its role goes, and GUILD_DELETE comes."""
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
        """May `user` read `channel`? A voice or stage chat is for those who may connect, a private thread for its
        members and for those who manage threads.
        """
        bits = self.permissions_of(user, channel)
        needed = Permission.VIEW_CHANNEL | (Permission.CONNECT if channel.kind in SPOKEN else 0)
        if needed & ~bits:
            return False
        if channel.kind is not ChannelKind.PRIVATE_THREAD:
            return True
        return user.id in channel.thread_members or bool(bits & Permission.MANAGE_THREADS)

    def may_write(self, user: User, channel: Channel) -> bool:
        """May `user` post in `channel`? In a locked thread only those who manage threads may."""
        bits = self.permissions_of(user, channel)
        if channel.kind not in CHAT or (channel.locked and not bits & Permission.MANAGE_THREADS):
            return False
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        return bool(bits & needed) and self.sees(user, channel)

    def add_member(
        self, guild: Guild, who: User | str, *, roles: Iterable[Role] = (), nick: str | None = None
    ) -> Member:
        """A person joins; a name stands for a new account."""
        user = self.add_user(who) if isinstance(who, str) else who
        member = self._join(guild, user, roles)
        member.nick = nick
        self._tell(guild, "GUILD_MEMBER_ADD", member_json(member) | {"guild_id": str(guild.id)}, Intent.GUILD_MEMBERS)
        return member

    def remove_member(self, guild: Guild, member: Member) -> None:
        """A person leaves the server, or is made to."""
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
        """New roles, a new nick ("" removes it), or a timeout until `timeout` (seconds since the epoch; 0 ends it)."""
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

    def delete_role(self, role: Role) -> None:
        guild = self.guilds[role.guild_id]
        del guild.roles[role.id]
        for member in guild.members.values():
            member.role_ids.discard(role.id)
        for channel in guild.channels.values():
            channel.overwrites.pop(role.id, None)
        data = {"guild_id": str(guild.id), "role_id": str(role.id)}
        self._tell(guild, "GUILD_ROLE_DELETE", data, Intent.GUILDS)

    def bot_role(self, guild: Guild) -> Role:
        """The managed role that came with the bot's invitation."""
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
