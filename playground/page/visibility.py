"""What a person is shown of the world, as the page reads it: people, places and messages."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from playground.discord.world import Channel, ChannelKind, Guild, Member, Message, Permission, Role, User, World
from playground.discord.world.payloads import message_json, readdressed
from playground.discord.world.permissions import base_permissions
from playground.json_text import to_text

Json = dict[str, Any]

TEXTS_KEPT = 5000
_KINDS = {
    ChannelKind.TEXT: "text",
    ChannelKind.DM: "direct message",
    ChannelKind.VOICE: "voice",
    ChannelKind.CATEGORY: "category",
    ChannelKind.NEWS: "announcement",
    ChannelKind.NEWS_THREAD: "announcement thread",
    ChannelKind.PUBLIC_THREAD: "thread",
    ChannelKind.PRIVATE_THREAD: "private thread",
    ChannelKind.STAGE: "stage",
    ChannelKind.FORUM: "forum",
}
_RUNS_THE_SERVER = Permission.ADMINISTRATOR | Permission.MANAGE_GUILD


def person_json(guild: Guild, member: Member) -> Json:
    """Return a person at the page. GMs are the owner and members who manage the server."""
    is_gm = bool(base_permissions(guild, member) & _RUNS_THE_SERVER)
    return {
        "id": str(member.id),
        "name": member.shown_name,
        "user": member.user.name,
        "role": "GM" if is_gm else "player",
    }


def roles_json(roles: Iterable[Role]) -> list[Json]:
    return [{"id": str(role.id), "name": role.name} for role in roles]


def channels_json(world: World, guild: Guild, viewer: User) -> list[Json]:
    """List the places that `viewer` sees, as in a client: in order, each with its open threads below it."""
    found: list[Channel] = []
    threads = sorted((thread for thread in guild.threads.values() if not thread.archived), key=lambda t: t.id)
    for channel in sorted(guild.channels.values(), key=lambda c: (c.position, c.id)):
        found += [channel, *(thread for thread in threads if thread.parent_id == channel.id)]
    found += [channel for channel in world.dms.values() if viewer in channel.recipients]
    return [_channel_json(world, channel, viewer) for channel in found if world.sees(viewer, channel)]


def _channel_json(world: World, channel: Channel, viewer: User) -> Json:
    return {
        "id": str(channel.id),
        "name": channel.name if channel.guild_id is not None else world.application_name,
        "topic": channel.topic,
        "kind": _KINDS[channel.kind],
        "parent": None if channel.parent_id is None else str(channel.parent_id),
        "private": _is_private(world, channel),
        "may_write": world.may_write(viewer, channel),
        "last": None if channel.last_message_id is None else str(channel.last_message_id),
    }


def _is_private(world: World, channel: Channel) -> bool:
    """Return True if it is hidden from people without a role."""
    guild = world.guild_of(channel)
    if guild is None or channel.kind is ChannelKind.PRIVATE_THREAD:
        return True
    place = guild.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
    everyone, bits = place.overwrites.get(guild.id), guild.roles[guild.id].permissions
    if everyone is not None:
        bits = bits & ~everyone.deny | everyone.allow
    return not bits & Permission.VIEW_CHANNEL


class MessageTexts:
    """Messages as JSON text, written once for each version of a message, for however many people."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._kept: OrderedDict[int, tuple[int, str]] = OrderedDict()

    def text(self, message: Message, viewer: User) -> str:
        """Return the message for `viewer`: the same for all, except for whether it mentions them."""
        calls = "true" if self._calls(message, viewer) else "false"
        return f'{self._common(message)},"mentions_me":{calls}}}'

    def forget(self) -> None:
        self._kept.clear()

    def _common(self, message: Message) -> str:
        """Return the object without its end, which differs by viewer."""
        kept = self._kept.get(message.id)
        if kept is not None and kept[0] == message.version:
            self._kept.move_to_end(message.id)
            return kept[1]
        text = to_text(self._json(message))[:-1]
        self._kept[message.id] = (message.version, text)
        if len(self._kept) > TEXTS_KEPT:
            self._kept.popitem(last=False)
        return text

    def _json(self, message: Message) -> Json:
        payload = {**message_json(message), "version": message.version, "used": message.used}
        # The page may call this machine by another name, so it is given our own files by where they lie below it.
        own, near = f"{self._world.cdn_url}/", "cdn/"
        return payload | {name: readdressed(payload[name], own, near) for name in ("attachments", "components")}

    def _calls(self, message: Message, viewer: User) -> bool:
        if message.pings_everyone or viewer in message.pings:
            return True
        guild = self._world.guilds.get(message.guild_id or 0)
        member = None if guild is None else guild.members.get(viewer.id)
        return member is not None and not member.role_ids.isdisjoint(message.pings_roles)
