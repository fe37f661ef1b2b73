"""Webhooks: made and listed by the bot, and run by their tokens. An interaction is followed up at the same route."""

import re
import secrets
from typing import Any

from playground.discord.limits.messages import FLAGS_WHEN_SENT
from playground.discord.limits.shapes import Shape, Text
from playground.discord.refusals import FormErrors, Refusal, invalid, unknown_channel
from playground.discord.rest.call import Call, Reply, Routes
from playground.discord.rest.composing import compose
from playground.discord.rest.interactions import follow_up
from playground.discord.rest.messages import require_open
from playground.discord.world import Channel, ChannelKind, Permission, User
from playground.discord.world.payloads import message_json, webhook_json
from playground.discord.world.places import SPOKEN, Webhook

AT_MOST = 15
"""Webhooks of a channel."""
_HOMES = frozenset({ChannelKind.TEXT, ChannelKind.NEWS, ChannelKind.FORUM, *SPOKEN})
_FORM = Shape({"name": Text(1, 80)})
_NO_NAME = re.compile("clyde|discord", re.IGNORECASE)


def _home(call: Call) -> Channel:
    """Return the path's channel, in which the bot may manage webhooks. A thread has none of its own. Raises Refusal."""
    channel = call.channel()
    if channel.kind not in _HOMES:
        raise Refusal(400, 50024, "Cannot execute action on this channel type", is_mistake=True)
    call.require(channel, Permission.MANAGE_WEBHOOKS)
    return channel


def _of(call: Call, channel: Channel) -> list[Webhook]:
    guild = call.world.guilds[channel.guild_id or 0]
    return [hook for hook in guild.webhooks.values() if hook.channel_id == channel.id]


def listed(call: Call) -> Reply:
    return Reply(200, [webhook_json(hook, call.world.bot) for hook in _of(call, _home(call))])


def make(call: Call) -> Reply:
    channel, body, errors = _home(call), call.form(), FormErrors()
    _FORM.check(body, (), errors)
    errors.refuse()
    _require_name(body["name"], "name")
    if len(_of(call, channel)) >= AT_MOST:
        raise Refusal(400, 30007, f"Maximum number of webhooks reached ({AT_MOST})")
    hook = Webhook(call.world.ids.next(), channel.guild_id or 0, channel.id, body["name"], secrets.token_urlsafe(51))
    call.world.guilds[hook.guild_id].webhooks[hook.id] = hook
    call.world.touched()
    return Reply(200, webhook_json(hook, call.world.bot))


def run(call: Call) -> Reply:
    """Send a message by a webhook, or follow up an interaction: its id is the application's."""
    if call.id("webhook_id") == call.world.application_id:
        return follow_up(call)
    hook = next(
        (g.webhooks[number] for g in call.world.guilds.values() if (number := call.id("webhook_id")) in g.webhooks),
        None,
    )
    if hook is None:
        raise Refusal(404, 10015, "Unknown Webhook")
    if not secrets.compare_digest(hook.token, call.names["webhook_token"]):
        raise Refusal(401, 50027, "Invalid Webhook Token", is_mistake=True)
    channel, body = _place(call, hook), call.form()
    name, avatar = body.get("username") or hook.name, body.get("avatar_url")
    _require_name(name, "username")
    if avatar is not None and not (isinstance(avatar, str) and re.match(r"https?://[^\s]+\.[^\s]+$", avatar)):
        raise invalid(("avatar_url",), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
    message = compose(call, channel, body, flags=FLAGS_WHEN_SENT)
    if channel.is_thread:
        require_open(call, channel)
    message.author = User(hook.id, name, is_bot=True)
    message.webhook_id, message.application_id, message.avatar_url = hook.id, call.world.application_id, avatar
    call.world.post(message)
    return Reply(200, message_json(message)) if call.flag("wait") else Reply(204)


def _place(call: Call, hook: Webhook) -> Channel:
    """Return the webhook's channel, or the thread of it that the query names. Raises Refusal."""
    named = call.query.get("thread_id", "")
    channel = call.world.channel(int(named) if named.isdecimal() else hook.channel_id)
    if channel is None or hook.channel_id not in {channel.id, channel.parent_id}:
        raise unknown_channel()
    return channel


def _require_name(name: Any, field: str) -> None:
    errors = FormErrors()
    Text(1, 80).check(name, (field,), errors)
    errors.refuse()
    if _NO_NAME.search(name):
        text = "Username cannot contain the word that is reserved"
        raise invalid((field,), "USERNAME_INVALID_CONTAINS", text)


_CHANNEL = "/channels/{channel_id}/webhooks"
ROUTES: Routes = {
    ("GET", _CHANNEL): listed,
    ("POST", _CHANNEL): make,
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): run,
}
