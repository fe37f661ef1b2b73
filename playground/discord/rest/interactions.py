"""Answers to interactions: the callback, and what its token still allows for fifteen minutes."""

from typing import Any

from playground.discord.interactions import Interaction, Kind, Response
from playground.discord.limits.commands import CHAT_INPUT
from playground.discord.limits.components import check_modal
from playground.discord.limits.messages import FLAGS_WHEN_REPLIED
from playground.discord.limits.shapes import ListOf, Number, Shape, Text
from playground.discord.refusals import FormErrors, invalid, thread_is_archived, unknown_channel, unknown_message
from playground.discord.rest.call import Call, Reply, Routes
from playground.discord.rest.composing import blank, change, compose
from playground.discord.rest.messages import require_open
from playground.discord.world import Channel, Message
from playground.discord.world.conversation import EPHEMERAL, LOADING, SUPPRESS_NOTIFICATIONS
from playground.discord.world.payloads import message_json

Json = dict[str, Any]

CHAT_INPUT_REPLY, MENU_REPLY = 20, 23
_EXACT = 2**53
_CHOICE_VALUES = {3: Text(1, 100), 4: Number(-_EXACT, _EXACT), 10: Number(-_EXACT, _EXACT, whole=False)}


def callback(call: Call) -> Reply:
    """Acknowledge an interaction. If the answer is refused, it stays unacknowledged."""
    form = call.form()
    interaction = call.interactions.to_acknowledge(call.id("interaction_id"), call.names["interaction_token"], form)
    response = _response(interaction, form.get("type"))
    data: Any = form.get("data") or {}
    match response:
        case Response.MESSAGE:
            interaction.original = _reply(call, interaction, data)
        case Response.DEFERRED_MESSAGE:
            interaction.original = _thinking(call, interaction, data)
        case Response.UPDATE:
            _update(call, _source(interaction), data)
            interaction.original = interaction.source
        case Response.DEFERRED_UPDATE:
            interaction.original = interaction.source
        case Response.AUTOCOMPLETE:
            interaction.choices = _choices(interaction, data)
        case Response.MODAL:
            errors = FormErrors()
            check_modal(data, errors)
            errors.refuse()
            interaction.modal = data
    call.interactions.acknowledge(interaction, response, form)
    if not call.flag("with_response"):
        return Reply(204)
    return Reply(200, _told(interaction, response))


def _response(interaction: Interaction, kind: Any) -> Response:
    """Return the response that `kind` stands for if it fits the interaction. Raises Refusal."""
    allowed = {Response.MESSAGE, Response.DEFERRED_MESSAGE}
    if interaction.kind is Kind.AUTOCOMPLETE:
        allowed = {Response.AUTOCOMPLETE}
    elif interaction.source is not None:
        allowed |= {Response.UPDATE, Response.DEFERRED_UPDATE}
    if interaction.kind in (Kind.COMMAND, Kind.COMPONENT):
        allowed |= {Response.MODAL}
    if isinstance(kind, bool) or not isinstance(kind, int) or kind not in set(allowed):
        shown = ", ".join(str(int(value)) for value in sorted(allowed))
        raise invalid(("type",), "BASE_TYPE_CHOICES", f"Value must be one of ({shown}).")
    return Response(kind)


def _channel(call: Call, interaction: Interaction) -> Channel:
    channel = call.world.channel(interaction.channel.id)
    if channel is None:
        raise unknown_channel()
    return channel


def _reply(call: Call, interaction: Interaction, data: Json, path: tuple[str, ...] = ("data",)) -> Message:
    """Post a new message with this token: public in the channel, or for the person alone."""
    channel = _channel(call, interaction)
    message = compose(call, channel, data, flags=FLAGS_WHEN_REPLIED, path=path)
    return _posted(call, interaction, channel, message)


def _posted(call: Call, interaction: Interaction, channel: Channel, message: Message) -> Message:
    if channel.is_thread:
        require_open(call, channel)
    if message.is_ephemeral:
        message.only_for = interaction.user.id
    message.made_by, message.application_id = interaction.id, call.world.application_id
    message.interaction_metadata = interaction.metadata
    if interaction.kind is Kind.COMMAND:
        message.kind = CHAT_INPUT_REPLY if interaction.data["type"] == CHAT_INPUT else MENU_REPLY
    message.used = None if interaction.made else interaction.used
    interaction.made.append(message)
    return call.world.post(message)


def _thinking(call: Call, interaction: Interaction, data: Json) -> Message:
    flags = data.get("flags") or 0
    if flags & ~(EPHEMERAL | SUPPRESS_NOTIFICATIONS):
        raise invalid(("data", "flags"), "MESSAGE_FLAGS_INVALID", "Invalid message flags")
    channel = _channel(call, interaction)
    message = blank(call, channel, call.world.bot)
    message.flags = flags | LOADING
    return _posted(call, interaction, channel, message)


def _source(interaction: Interaction) -> Message:
    if interaction.source is None or interaction.source.deleted:
        raise unknown_message()
    return interaction.source


def _update(call: Call, message: Message, data: Json, path: tuple[str, ...] = ("data",)) -> None:
    channel = call.world.channel(message.channel_id)
    if channel is None:
        raise unknown_channel()
    if channel.archived:
        raise thread_is_archived()
    was_thinking = message.is_loading
    change(call, message, data, path=path)
    message.flags &= ~LOADING
    call.world.edited(message, silently=was_thinking)


def _choices(interaction: Interaction, data: Json) -> list[Json]:
    """At most 25, each with a value of the option's own type."""
    errors = FormErrors()
    value = _CHOICE_VALUES.get(_focused_type(interaction.data.get("options") or []), Text(1, 100))
    choice = Shape({"name": Text(1, 100), "value": value})
    ListOf(choice, 0, 25).check(data.get("choices"), ("data", "choices"), errors)
    errors.refuse()
    return data["choices"]


def _focused_type(options: list[Json]) -> int:
    for option in options:
        if option.get("focused"):
            return option["type"]
        found = _focused_type(option.get("options") or [])
        if found:
            return found
    return 0


def _told(interaction: Interaction, response: Response) -> Json:
    """Return what with_response adds: the interaction, and the message if there is one."""
    about: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    message = interaction.original if response not in (Response.MODAL, Response.AUTOCOMPLETE) else None
    if message is None:
        return {"interaction": about}
    about |= {
        "response_message_id": str(message.id),
        "response_message_loading": message.is_loading,
        "response_message_ephemeral": message.is_ephemeral,
        "channel_id": str(interaction.channel.id),
    }
    if interaction.guild is not None:
        about["guild_id"] = str(interaction.guild.id)
    if response in (Response.MESSAGE, Response.UPDATE):
        return {"interaction": about, "resource": {"type": int(response), "message": message_json(message)}}
    return {"interaction": about}


def follow_up(call: Call) -> Reply:
    """Post a further message. Right after a deferred one it becomes that one, and stays as private as that was."""
    interaction = _interaction(call)
    form = call.form()
    original = interaction.original
    if original is not None and original.is_loading:
        kept = {key: value for key, value in form.items() if key != "flags"}
        flags = (form.get("flags") or 0) & ~EPHEMERAL
        _update(call, original, {**kept, "flags": flags}, path=())
        message = original
    else:
        message = _reply(call, interaction, form, path=())
    interaction.conclude()
    return Reply(200, message_json(message)) if call.flag("wait") else Reply(204)


def fetch(call: Call) -> Reply:
    return Reply(200, message_json(_message(call, _interaction(call))))


def edit(call: Call) -> Reply:
    interaction = _interaction(call)
    message = _message(call, interaction)
    _update(call, message, call.form(), path=())
    interaction.conclude()
    call.world.touched()
    return Reply(200, message_json(message))


def delete(call: Call) -> Reply:
    interaction = _interaction(call)
    call.world.delete_message(_message(call, interaction))
    interaction.conclude()
    return Reply(204)


def _interaction(call: Call) -> Interaction:
    return call.interactions.to_follow_up(call.id("webhook_id"), call.names["webhook_token"])


def _message(call: Call, interaction: Interaction) -> Message:
    """`@original`, or a message that this token made (or whose component it is from)."""
    wanted = call.names.get("message_id", "@original")
    reachable = [*interaction.made, *([interaction.source] if interaction.source else [])]
    found = interaction.original if wanted == "@original" else next((m for m in reachable if str(m.id) == wanted), None)
    if found is None or found.deleted or call.world.channel(found.channel_id) is None:
        raise unknown_message()
    return found


_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ROUTES: Routes = {
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"): callback,
    ("GET", f"{_WEBHOOK}/messages/@original"): fetch,
    ("PATCH", f"{_WEBHOOK}/messages/@original"): edit,
    ("DELETE", f"{_WEBHOOK}/messages/@original"): delete,
    ("GET", f"{_WEBHOOK}/messages/{{message_id}}"): fetch,
    ("PATCH", f"{_WEBHOOK}/messages/{{message_id}}"): edit,
    ("DELETE", f"{_WEBHOOK}/messages/{{message_id}}"): delete,
}
