"""The world in Discord's JSON: people, servers, places and messages."""

from typing import Any

from playground.discord.world.conversation import Attachment, Message
from playground.discord.world.permissions import base_permissions
from playground.discord.world.places import CHAT, Channel, ChannelKind, Guild, Member, Overwrite, Role, User, Webhook
from playground.discord.world.snowflakes import created_at, iso

Json = dict[str, Any]


def user_json(user: User) -> Json:
    payload: Json = {
        "id": str(user.id),
        "username": user.name,
        "global_name": user.display_name,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if user.is_bot:
        payload["bot"] = True
    return payload


def own_user_json(user: User) -> Json:
    """Return an account's own view of itself."""
    return {**user_json(user), "mfa_enabled": True, "locale": user.locale, "verified": True, "email": None}


def member_json(member: Member, *, with_user: bool = True) -> Json:
    payload: Json = {
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(role_id) for role_id in sorted(member.role_ids)],
        "joined_at": iso(member.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None if member.timed_out_until is None else iso(member.timed_out_until),
    }
    if with_user:
        payload["user"] = user_json(member.user)
    return payload


def webhook_json(webhook: Webhook, made_by: User) -> Json:
    """Return a webhook as the bot sees it: with its token, unless another application has made it."""
    payload: Json = {
        "id": str(webhook.id),
        "type": 1,
        "name": webhook.name,
        "avatar": None,
        "channel_id": str(webhook.channel_id),
        "guild_id": str(webhook.guild_id),
        "application_id": None if webhook.is_foreign else str(made_by.id),
    }
    if webhook.is_foreign:
        return payload
    url = f"https://discord.com/api/webhooks/{webhook.id}/{webhook.token}"
    return payload | {"user": user_json(made_by), "token": webhook.token, "url": url}


def role_json(role: Role) -> Json:
    payload: Json = {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(role.permissions),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.of_bot is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if role.of_bot is not None:
        payload["tags"] = {"bot_id": str(role.of_bot)}
    return payload


def overwrite_json(overwrite: Overwrite) -> Json:
    return {
        "id": str(overwrite.target_id),
        "type": 0 if overwrite.is_role else 1,
        "allow": str(overwrite.allow),
        "deny": str(overwrite.deny),
    }


def channel_json(channel: Channel) -> Json:
    """Return a channel of any kind, threads and direct messages too."""
    if channel.is_thread:
        return thread_json(channel)
    payload: Json = {"id": str(channel.id), "type": int(channel.kind), "flags": 0}
    if channel.kind in CHAT or channel.kind is ChannelKind.FORUM:
        payload["last_message_id"] = _optional(channel.last_message_id)
    if channel.guild_id is None:
        return {**payload, "recipients": [user_json(user) for user in channel.recipients if not user.is_bot]}
    payload |= {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "position": channel.position,
        "parent_id": _optional(channel.parent_id),
        "permission_overwrites": [overwrite_json(overwrite) for overwrite in channel.overwrites.values()],
        "nsfw": False,
        "rate_limit_per_user": 0,
    }
    if channel.kind in (ChannelKind.VOICE, ChannelKind.STAGE):
        payload |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    elif channel.kind is not ChannelKind.CATEGORY:
        payload["topic"] = channel.topic
    if channel.kind is ChannelKind.FORUM:
        payload |= {
            "available_tags": [],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
            "default_auto_archive_duration": 4320,
        }
    return payload


def thread_json(thread: Channel) -> Json:
    return {
        "id": str(thread.id),
        "type": int(thread.kind),
        "guild_id": str(thread.guild_id),
        "parent_id": str(thread.parent_id),
        "owner_id": str(thread.owner_id),
        "name": thread.name,
        "last_message_id": _optional(thread.last_message_id),
        "flags": 0,
        "rate_limit_per_user": 0,
        "message_count": thread.message_count,
        "total_message_sent": thread.message_count,
        "member_count": min(50, len(thread.thread_members)),
        "applied_tags": [str(tag) for tag in thread.applied_tags],
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.auto_archive_minutes,
            "archive_timestamp": iso(thread.archive_changed_at),
            "create_timestamp": iso(created_at(thread.id)),
            **({"invitable": True} if thread.kind is ChannelKind.PRIVATE_THREAD else {}),
        },
    }


def thread_member_json(thread: Channel, user_id: int) -> Json:
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": iso(thread.thread_members[user_id]),
        "flags": 0,
    }


def guild_json(guild: Guild) -> Json:
    """Return a server as REST gives it: roles, but no channels or members."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "roles": [role_json(role) for role in guild.roles.values()],
        "preferred_locale": guild.locale,
        "features": [],
        "emojis": [],
        "stickers": [],
        "region": "deprecated",
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "verification_level": 1,
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 2,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "widget_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        **dict.fromkeys(_ABSENT_IN_A_PLAIN_SERVER),
        "system_channel_id": _optional(guild.system_channel_id),
    }


_ABSENT_IN_A_PLAIN_SERVER = (
    "icon",
    "description",
    "home_header",
    "splash",
    "discovery_splash",
    "banner",
    "application_id",
    "afk_channel_id",
    "widget_channel_id",
    "max_presences",
    "vanity_url_code",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "public_updates_channel_id",
    "incidents_data",
)


def own_guild_json(guild: Guild, member: Member) -> Json:
    """Return a line of the list of servers that an account is in."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "banner": None,
        "owner": guild.owner_id == member.id,
        "permissions": str(base_permissions(guild, member)),
        "features": [],
    }


def guild_create_json(guild: Guild, threads: list[Channel], members: list[Member]) -> Json:
    """Return a server as the gateway sends it to a bot: `threads` are the active ones that it can see."""
    return {
        **guild_json(guild),
        "joined_at": iso(members[0].joined_at),
        "large": len(guild.members) > 250,
        "member_count": len(guild.members),
        "members": [member_json(member) for member in members],
        "channels": [channel_json(channel) for channel in guild.channels.values()],
        "threads": [thread_json(thread) for thread in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def _optional(snowflake: int | None) -> str | None:
    return None if snowflake is None else str(snowflake)


def message_json(message: Message) -> Json:
    payload: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "type": message.kind,
        "author": user_json(message.author),
        "content": message.content,
        "timestamp": iso(message.created),
        "edited_timestamp": None if message.edited is None else iso(message.edited),
        "tts": message.tts,
        "mention_everyone": message.pings_everyone,
        "mentions": [user_json(user) for user in message.pings],
        "mention_roles": [str(role_id) for role_id in message.pings_roles],
        "attachments": [attachment_json(attachment, message) for attachment in message.attachments],
        "embeds": message.embeds,
        "components": message.components,
        "flags": message.flags,
        "pinned": message.pinned,
    }
    if message.nonce is not None:
        payload["nonce"] = message.nonce
    if message.webhook_id is not None:
        payload["webhook_id"] = str(message.webhook_id)
    if message.application_id is not None:
        payload["application_id"] = str(message.application_id)
        if message.made_by is not None:
            payload["webhook_id"] = str(message.application_id)
    if message.interaction_metadata is not None:
        payload["interaction_metadata"] = message.interaction_metadata
    if message.reference is not None:
        payload["message_reference"] = message.reference
    return payload


def attachment_json(attachment: Attachment, message: Message | None = None) -> Json:
    payload: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.content),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        payload["description"] = attachment.description
    if message is not None and message.is_ephemeral:
        payload["ephemeral"] = True
    return payload


def readdressed(part: Any, old: str, new: str) -> Any:
    """JSON in which every address that begins with `old` begins with `new` instead."""
    if isinstance(part, dict):
        return {key: readdressed(value, old, new) for key, value in part.items()}
    if isinstance(part, list):
        return [readdressed(value, old, new) for value in part]
    return new + part.removeprefix(old) if isinstance(part, str) and part.startswith(old) else part


def without_content(payload: Json) -> Json:
    """Return the part of a message that a bot without the privileged intent may read."""
    return {**payload, "content": "", "embeds": [], "attachments": [], "components": []}
