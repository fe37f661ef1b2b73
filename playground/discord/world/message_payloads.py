"""A message in Discord's JSON, whole or stripped of its content for a bot without that intent."""

from typing import Any

from playground.discord.world.conversation import Attachment, Message
from playground.discord.world.payloads import user_json
from playground.discord.world.snowflakes import iso

Json = dict[str, Any]
CONTENT_FIELDS = ("content", "embeds", "attachments", "components")


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
    """What is left of a message for a bot that may not read it."""
    return {**payload, "content": "", "embeds": [], "attachments": [], "components": []}
