"""INTERACTION_CREATE: everything that Discord tells the bot about one deed of one person."""

from collections.abc import Iterable
from typing import Any, Protocol

from playground.discord.world.conversation import Attachment, Message
from playground.discord.world.messages import Messages
from playground.discord.world.payloads import (
    attachment_json,
    channel_json,
    member_json,
    message_json,
    role_json,
    user_json,
)
from playground.discord.world.places import Channel, Guild, Member, Role, User

Json = dict[str, Any]

FILE_SIZE_LIMIT = 10 * 1024 * 1024
IN_GUILD, IN_BOT_DM = 0, 1


class Deed(Protocol):
    """What the payload needs of an interaction."""

    id: int
    token: str
    kind: Any
    user: User
    channel: Channel
    guild: Guild | None
    data: Json
    source: Message | None


def interaction_json(world: Messages, deed: Deed, locale: str) -> Json:
    guild, channel = deed.guild, deed.channel
    payload: Json = {
        "id": str(deed.id),
        "application_id": str(world.application_id),
        "type": int(deed.kind),
        "token": deed.token,
        "version": 1,
        "data": deed.data,
        "channel_id": str(channel.id),
        "channel": {**channel_json(channel), "permissions": str(world.permissions_of(deed.user, channel))},
        "app_permissions": str(world.permissions_of(world.bot, channel)),
        "locale": locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": owners_json(guild, deed.user),
        "context": IN_BOT_DM if guild is None else IN_GUILD,
        "attachment_size_limit": FILE_SIZE_LIMIT,
    }
    if guild is None:
        payload["user"] = user_json(deed.user)
    else:
        member = guild.members[deed.user.id]
        payload |= {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": {**member_json(member), "permissions": str(world.permissions_of(deed.user, channel))},
        }
    if deed.source is not None:
        payload["message"] = message_json(deed.source)
    return payload


def owners_json(guild: Guild | None, user: User) -> Json:
    """Return who has installed the application for this deed: the server, or where the bot isn't, the user."""
    if guild is not None and not guild.has_bot:
        return {"1": str(user.id)}
    return {"0": "0" if guild is None else str(guild.id)}


def resolved_json(
    world: Messages,
    channel: Channel,
    *,
    users: Iterable[User] = (),
    roles: Iterable[Role] = (),
    channels: Iterable[Channel] = (),
    attachments: Iterable[Attachment] = (),
    messages: Iterable[Message] = (),
    asked_by: User | None = None,
) -> Json:
    """Return the objects behind the ids in an interaction's data, by kind and id; kinds without any are left out."""
    guild = world.guild_of(channel)
    resolved: dict[str, Json] = {
        "users": {str(user.id): user_json(user) for user in users},
        "members": {},
        "roles": {str(role.id): role_json(role) for role in roles},
        "channels": {},
        "attachments": {str(file.id): attachment_json(file) for file in attachments},
        "messages": {str(message.id): message_json(message) for message in messages},
    }
    for user in users if guild is not None else ():
        member = guild.members.get(user.id) if guild is not None else None
        if member is not None:
            resolved["members"][str(user.id)] = _partial_member(world, member, channel)
    for place in channels:
        viewer = asked_by or world.bot
        resolved["channels"][str(place.id)] = {
            **channel_json(place),
            "permissions": str(world.permissions_of(viewer, place)),
        }
    return {kind: objects for kind, objects in resolved.items() if objects}


def _partial_member(world: Messages, member: Member, channel: Channel) -> Json:
    payload = member_json(member, with_user=False)
    del payload["deaf"], payload["mute"]
    return {**payload, "permissions": str(world.permissions_of(member.user, channel))}
