"""Messages in channels: send, read, edit, delete, and the sign that somebody types."""

from playground.discord.limits.messages import FLAGS_WHEN_SENT
from playground.discord.refusals import (
    Refusal,
    invalid,
    missing_permissions,
    thread_is_archived,
    thread_is_locked,
)
from playground.discord.rest.call import Call, Reply, Routes
from playground.discord.rest.composing import change, compose
from playground.discord.world import Channel, ChannelKind, Message, Permission
from playground.discord.world.payloads import message_json
from playground.discord.world.places import CHAT
from playground.discord.world.snowflakes import created_at

BULK_DELETE_LASTS = 14 * 24 * 3600


def require_open(call: Call, thread: Channel) -> None:
    """Unarchive the thread for a new message, unless it is locked. Raises Refusal (50083 or 160005)."""
    if thread.locked and not call.may(thread, Permission.MANAGE_THREADS):
        raise thread_is_archived() if thread.archived else thread_is_locked()
    if thread.archived:
        call.world.archive_thread(thread, archived=False)


def send(call: Call) -> Reply:
    channel = call.channel()
    if channel.kind not in CHAT:
        raise Refusal(400, 50008, "Cannot send messages in a non-text channel", is_mistake=True)
    body = call.form()
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    if body.get("embeds"):
        needed |= Permission.EMBED_LINKS
    if call.uploads:
        needed |= Permission.ATTACH_FILES
    call.require(channel, needed)
    _require_reachable(call, channel)
    message = compose(call, channel, body, flags=FLAGS_WHEN_SENT)
    repeated = _same_nonce(call, channel)
    if repeated is not None:
        return Reply(200, message_json(repeated))
    reference = _reference(call, channel)
    require_open(call, channel)
    if reference is not None:
        message.reference, message.kind = reference, 19
    return Reply(200, message_json(call.world.post(message)))


def _require_reachable(call: Call, channel: Channel) -> None:
    """Require that a direct message's recipient allows it and shares a server with the bot. Raises Refusal."""
    if channel.kind is not ChannelKind.DM:
        return
    person = next(user for user in channel.recipients if user.id != call.world.bot.id)
    shared = any(guild.has_bot and person.id in guild.members for guild in call.world.guilds.values())
    if not (person.accepts_dms and shared):
        raise Refusal(403, 50007, "Cannot send messages to this user")


def _same_nonce(call: Call, channel: Channel) -> Message | None:
    """With enforce_nonce, the same nonce within a few minutes gives the message that is there already."""
    body = call.form()
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    since = call.world.clock.now() - 300
    for message in reversed(call.world.history(channel)):
        if message.created < since:
            return None
        if message.author is call.world.bot and str(message.nonce) == str(body["nonce"]):
            return message
    return None


def _reference(call: Call, channel: Channel) -> dict[str, object] | None:
    reference = call.form().get("message_reference")
    if not reference:
        return None
    if not call.may(channel, Permission.READ_MESSAGE_HISTORY):
        raise Refusal(403, 160002, "Cannot reply without permission to read message history")
    target = call.world.message(channel.id, int(reference["message_id"]))
    if target is None or target.is_ephemeral:
        if reference.get("fail_if_not_exists") is False:
            return None
        raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    result: dict[str, object] = {"type": 0, "channel_id": str(channel.id), "message_id": str(target.id)}
    return result | ({"guild_id": str(channel.guild_id)} if channel.guild_id else {})


def history(call: Call) -> Reply:
    channel = call.channel()
    limit = call.number("limit", 50, 1, 100)
    if not call.may(channel, Permission.READ_MESSAGE_HISTORY):
        return Reply(200, [])
    messages = call.world.history(channel)
    if "before" in call.query:
        found = [m for m in messages if m.id < int(call.query["before"])][-limit:]
    elif "after" in call.query:
        found = [m for m in messages if m.id > int(call.query["after"])][:limit]
    elif "around" in call.query:
        middle = int(call.query["around"])
        earlier = [m for m in messages if m.id < middle][-(limit // 2) :]
        found = [*earlier, *[m for m in messages if m.id >= middle][: limit - len(earlier)]]
    else:
        found = messages[-limit:]
    return Reply(200, [call.readable(message) for message in reversed(found)])


def fetch(call: Call) -> Reply:
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return Reply(200, call.readable(call.message(channel)))


def edit(call: Call) -> Reply:
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.world.bot:
        raise Refusal(403, 50005, "Cannot edit a message authored by another user", is_mistake=True)
    if channel.archived:
        raise thread_is_archived()
    if call.uploads:
        call.require(channel, Permission.ATTACH_FILES)
    change(call, message, call.form())
    call.world.edited(message)
    return Reply(200, message_json(message))


def delete(call: Call) -> Reply:
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.world.bot and not call.may(channel, Permission.MANAGE_MESSAGES):
        raise missing_permissions()
    if channel.archived:
        raise thread_is_archived()
    call.world.delete_message(message)
    return Reply(204)


def bulk_delete(call: Call) -> Reply:
    channel = call.channel(Permission.MANAGE_MESSAGES)
    ids = [int(value) for value in call.form().get("messages") or []]
    if not 2 <= len(ids) <= 100:
        raise Refusal(
            400,
            50016,
            "Provided too few or too many messages to delete. Must provide at least 2 and fewer "
            "than 100 messages to delete.",
            is_mistake=True,
        )
    if any(created_at(value) < call.world.clock.now() - BULK_DELETE_LASTS for value in ids):
        raise Refusal(400, 50034, "You can only bulk delete messages that are under 14 days old.", is_mistake=True)
    found = [message for message in call.world.history(channel) if message.id in set(ids)]
    call.world.delete_messages(channel, found)
    return Reply(204)


def typing(call: Call) -> Reply:
    call.channel(Permission.SEND_MESSAGES)
    return Reply(204)


def pin(call: Call) -> Reply:
    channel = call.channel(Permission.PIN_MESSAGES)
    message = call.message(channel)
    message.pinned = True
    call.world.edited(message, silently=True)
    return Reply(204)


def unpin(call: Call) -> Reply:
    channel = call.channel(Permission.PIN_MESSAGES)
    message = call.message(channel)
    message.pinned = False
    call.world.edited(message, silently=True)
    return Reply(204)


_MESSAGES = "/channels/{channel_id}/messages"
ROUTES: Routes = {
    ("POST", _MESSAGES): send,
    ("GET", _MESSAGES): history,
    ("POST", f"{_MESSAGES}/bulk-delete"): bulk_delete,
    ("GET", f"{_MESSAGES}/{{message_id}}"): fetch,
    ("PATCH", f"{_MESSAGES}/{{message_id}}"): edit,
    ("DELETE", f"{_MESSAGES}/{{message_id}}"): delete,
    ("PUT", f"{_MESSAGES}/pins/{{message_id}}"): pin,
    ("DELETE", f"{_MESSAGES}/pins/{{message_id}}"): unpin,
    ("POST", "/channels/{channel_id}/typing"): typing,
}
