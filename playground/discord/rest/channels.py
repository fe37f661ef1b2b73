"""Routes of channels, threads and direct messages, and of users, servers, roles and members."""

from typing import Any

from playground.discord.limits.messages import FLAGS_WHEN_SENT
from playground.discord.limits.shapes import Choice, Flag, Number, Shape, Text
from playground.discord.refusals import (
    FormErrors,
    Refusal,
    invalid,
    missing_permissions,
    thread_is_archived,
    thread_is_locked,
)
from playground.discord.rest.call import Call, Reply, Routes
from playground.discord.rest.composing import compose
from playground.discord.world import Channel, ChannelKind, Permission
from playground.discord.world.payloads import (
    channel_json,
    guild_json,
    member_json,
    message_json,
    own_guild_json,
    own_user_json,
    role_json,
    thread_json,
    thread_member_json,
    user_json,
)

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
_THREAD = Shape(
    {"name": Text(1, 100)},
    {"auto_archive_duration": Choice(ARCHIVE_MINUTES), "type": Choice((10, 11, 12)), "invitable": Flag()},
)
_CHANGES = Shape(
    optional={
        "name": Text(1, 100),
        "topic": Text(0, 4096),
        "archived": Flag(),
        "locked": Flag(),
        "auto_archive_duration": Choice(ARCHIVE_MINUTES),
        "rate_limit_per_user": Number(0, 21600),
    }
)


def fetch(call: Call) -> Reply:
    return Reply(200, channel_json(call.channel()))


def change(call: Call) -> Reply:
    """Rename, retitle, archive, lock."""
    channel = call.channel()
    body = call.form()
    errors = FormErrors()
    _CHANGES.check(body, (), errors)
    errors.refuse()
    if channel.is_thread:
        _change_thread(call, channel, body)
    else:
        call.require(channel, Permission.MANAGE_CHANNELS)
        channel.topic = body.get("topic", channel.topic)
    channel.name = body.get("name") or channel.name
    call.world.channel_changed(channel)
    return Reply(200, channel_json(channel))


def _change_thread(call: Call, thread: Channel, body: dict[str, Any]) -> None:
    """Change a thread. The owner may archive and rename an open one; the rest takes Manage Threads."""
    manages = call.may(thread, Permission.MANAGE_THREADS)
    owns = thread.owner_id == call.world.bot.id
    only_brought_back = body.get("archived") is False and not thread.locked
    if not (manages or owns or only_brought_back) or ("locked" in body and not manages):
        raise missing_permissions()
    if thread.archived and body.get("archived") is not False:
        raise thread_is_archived()
    if body.get("archived") is not None and thread.archived != body["archived"]:
        thread.archived, thread.archive_changed_at = body["archived"], call.world.clock.now()
    thread.locked = bool(body.get("locked", thread.locked))
    thread.auto_archive_minutes = body.get("auto_archive_duration") or thread.auto_archive_minutes


def delete(call: Call) -> Reply:
    channel = call.channel()
    call.require(channel, Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
    payload = channel_json(channel)
    if channel.guild_id is not None:
        call.world.delete_channel(channel)
    return Reply(200, payload)


def start_thread(call: Call) -> Reply:
    """Start a thread without a message, or a forum post with its first one."""
    parent = call.channel()
    body = call.form()
    _check_thread(body)
    if parent.kind is ChannelKind.FORUM:
        return _post(call, parent, body)
    if parent.kind not in (ChannelKind.TEXT, ChannelKind.NEWS):
        raise Refusal(400, 50024, "Cannot execute action on this channel type", is_mistake=True)
    kind = body.get("type", ChannelKind.PRIVATE_THREAD)
    if (kind == ChannelKind.NEWS_THREAD) is not (parent.kind is ChannelKind.NEWS):
        raise Refusal(400, 50024, "Cannot execute action on this channel type", is_mistake=True)
    private = kind == ChannelKind.PRIVATE_THREAD
    call.require(parent, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
    minutes = body.get("auto_archive_duration") or 4320
    thread = call.world.add_thread(
        parent, body["name"], owner=call.world.bot, private=private, auto_archive_minutes=minutes
    )
    return Reply(201, _own_thread(call, thread))


def _post(call: Call, forum: Channel, body: dict[str, Any]) -> Reply:
    call.require(forum, Permission.SEND_MESSAGES)
    first = body.get("message")
    if not isinstance(first, dict):
        raise invalid(("message",), "BASE_TYPE_REQUIRED", "This field is required")
    message = compose(call, forum, first, flags=FLAGS_WHEN_SENT, path=("message",))
    minutes = body.get("auto_archive_duration") or 4320
    thread = call.world.add_thread(
        forum, body["name"], owner=call.world.bot, auto_archive_minutes=minutes, thread_id=message.id
    )
    thread.applied_tags = [int(tag) for tag in body.get("applied_tags") or []]
    message.channel_id = thread.id
    call.world.post(message)
    return Reply(201, _own_thread(call, thread) | {"message": message_json(message)})


def start_thread_from_message(call: Call) -> Reply:
    channel = call.channel(Permission.CREATE_PUBLIC_THREADS)
    message = call.message(channel)
    body = call.form()
    _check_thread(body)
    if call.world.channel(message.id) is not None:
        raise Refusal(400, 160004, "A thread has already been created for this message", is_mistake=True)
    minutes = body.get("auto_archive_duration") or 4320
    thread = call.world.add_thread(
        channel, body["name"], owner=call.world.bot, auto_archive_minutes=minutes, thread_id=message.id
    )
    message.flags |= 1 << 5
    call.world.edited(message, silently=True)
    return Reply(201, _own_thread(call, thread))


def _check_thread(body: dict[str, Any]) -> None:
    errors = FormErrors()
    _THREAD.check(body, (), errors)
    errors.refuse()


def _own_thread(call: Call, thread: Channel) -> dict[str, Any]:
    return thread_json(thread) | {"member": thread_member_json(thread, call.world.bot.id)}


def archived(call: Call) -> Reply:
    """List a channel's archived threads, latest first; private ones only for members who manage threads."""
    parent = call.channel(Permission.READ_MESSAGE_HISTORY)
    private = call.names["kind"] == "private"
    if private:
        call.require(parent, Permission.MANAGE_THREADS)
    guild = call.world.guild_of(parent)
    threads = [] if guild is None else list(guild.threads.values())
    found = [
        thread
        for thread in threads
        if thread.parent_id == parent.id and thread.archived and (thread.kind is ChannelKind.PRIVATE_THREAD) is private
    ]
    found.sort(key=lambda thread: thread.archive_changed_at, reverse=True)
    limit = call.number("limit", 50, 2, 100)
    return Reply(200, _thread_list(call, found[:limit]) | {"has_more": len(found) > limit})


def active(call: Call) -> Reply:
    guild = call.guild()
    found = [thread for thread in guild.threads.values() if not thread.archived and call.world.bot_sees(thread)]
    return Reply(200, _thread_list(call, found) | {"has_more": False})


def _thread_list(call: Call, threads: list[Channel]) -> dict[str, Any]:
    mine = [thread for thread in threads if call.world.bot.id in thread.thread_members]
    return {
        "threads": [thread_json(thread) for thread in threads],
        "members": [thread_member_json(thread, call.world.bot.id) for thread in mine],
    }


def join(call: Call) -> Reply:
    thread = call.channel()
    _require_unarchived(thread)
    call.world.join_thread(thread, call.world.bot)
    return Reply(204)


def add_to_thread(call: Call) -> Reply:
    thread = call.channel(Permission.SEND_MESSAGES_IN_THREADS)
    _require_unarchived(thread)
    if thread.locked and not call.may(thread, Permission.MANAGE_THREADS):
        raise thread_is_locked()
    guild = call.world.guild_of(thread)
    member = None if guild is None else guild.members.get(call.id("user_id"))
    if member is None:
        raise Refusal(404, 10007, "Unknown Member")
    call.world.join_thread(thread, member.user)
    return Reply(204)


def _require_unarchived(thread: Channel) -> None:
    if not thread.is_thread:
        raise Refusal(400, 50024, "Cannot execute action on this channel type", is_mistake=True)
    if thread.archived:
        raise thread_is_archived()


def open_dm(call: Call) -> Reply:
    user = call.world.users.get(int(call.form().get("recipient_id") or 0))
    if user is None or user.is_bot:
        raise Refusal(400, 50033, "Invalid Recipient(s)", is_mistake=True)
    return Reply(200, channel_json(call.world.dm(user)))


def me(call: Call) -> Reply:
    return Reply(200, own_user_json(call.world.bot))


def user(call: Call) -> Reply:
    found = call.world.users.get(call.id("user_id"))
    if found is None:
        raise Refusal(404, 10013, "Unknown User")
    return Reply(200, user_json(found))


def my_guilds(call: Call) -> Reply:
    limit = call.number("limit", 200, 1, 200)
    after = int(call.query.get("after", "0"))
    mine = [guild for guild in call.world.guilds.values() if guild.has_bot and guild.id > after]
    return Reply(200, [own_guild_json(guild, guild.members[call.world.bot.id]) for guild in mine[:limit]])


def leave(call: Call) -> Reply:
    call.world.kick_bot(call.guild())
    return Reply(204)


def guild(call: Call) -> Reply:
    found = call.guild()
    counts = {"approximate_member_count": len(found.members), "approximate_presence_count": len(found.members)}
    return Reply(200, guild_json(found) | (counts if call.flag("with_counts") else {}))


def channels(call: Call) -> Reply:
    return Reply(200, [channel_json(channel) for channel in call.guild().channels.values()])


def roles(call: Call) -> Reply:
    return Reply(200, [role_json(role) for role in call.guild().roles.values()])


def role(call: Call) -> Reply:
    found = call.guild().roles.get(call.id("role_id"))
    if found is None:
        raise Refusal(404, 10011, "Unknown Role")
    return Reply(200, role_json(found))


def member(call: Call) -> Reply:
    found = call.guild().members.get(call.id("user_id"))
    if found is None:
        raise Refusal(404, 10007, "Unknown Member")
    return Reply(200, member_json(found))


_CHANNEL = "/channels/{channel_id}"
ROUTES: Routes = {
    ("GET", _CHANNEL): fetch,
    ("PATCH", _CHANNEL): change,
    ("DELETE", _CHANNEL): delete,
    ("POST", f"{_CHANNEL}/threads"): start_thread,
    ("POST", f"{_CHANNEL}/messages/{{message_id}}/threads"): start_thread_from_message,
    ("GET", f"{_CHANNEL}/threads/archived/{{kind}}"): archived,
    ("PUT", f"{_CHANNEL}/thread-members/@me"): join,
    ("PUT", f"{_CHANNEL}/thread-members/{{user_id}}"): add_to_thread,
    ("GET", "/guilds/{guild_id}/threads/active"): active,
    ("POST", "/users/@me/channels"): open_dm,
    ("GET", "/users/@me"): me,
    ("GET", "/users/{user_id}"): user,
    ("GET", "/users/@me/guilds"): my_guilds,
    ("DELETE", "/users/@me/guilds/{guild_id}"): leave,
    ("GET", "/guilds/{guild_id}"): guild,
    ("GET", "/guilds/{guild_id}/channels"): channels,
    ("GET", "/guilds/{guild_id}/roles"): roles,
    ("GET", "/guilds/{guild_id}/roles/{role_id}"): role,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): member,
}
