"""What a person does at the page, each ask through the same client rules as everywhere."""

import asyncio
import base64
import binascii
from collections.abc import Awaitable, Callable
from typing import Any

from playground.discord.interactions import Response
from playground.discord.world import Channel, Permission, Upload
from playground.json_text import to_text
from playground.page import protocol
from playground.page.stage import Stage
from playground.page.visibility import MessageTexts
from playground.people import Answer, ClientRefused, Form, Player, Seen

Json = dict[str, Any]

DONE: Json = {"outcome": "done"}
FAILED: Json = {"outcome": "failed"}


class Deeds:
    """The deeds of one person. Each gives the fields of its reply as JSON text, and raises ClientRefused."""

    def __init__(self, stage: Stage, player: Player, texts: MessageTexts) -> None:
        self._stage, self._player, self._texts = stage, player, texts
        self._world = stage.local.world
        self._ways: dict[type[protocol.Ask], Callable[[Any], Awaitable[str]]] = {
            protocol.Look: self._look,
            protocol.Say: self._say,
            protocol.Commands: self._commands,
            protocol.Command: self._command,
            protocol.Complete: self._complete,
            protocol.Click: self._click,
            protocol.Select: self._select,
            protocol.Submit: self._submit,
            protocol.Forget: self._forget,
            protocol.Dismiss: self._dismiss,
            protocol.Try: self._try,
            protocol.Fresh: self._fresh,
        }

    async def do(self, ask: protocol.Ask) -> str:
        """Do what was asked, and return when the bot has acknowledged it or its three seconds are over."""
        return await self._ways[type(ask)](ask)

    async def _say(self, ask: protocol.Say) -> str:
        self._player.say(self._channel(ask.channel), ask.text)
        return ""

    async def _commands(self, ask: protocol.Commands) -> str:
        return _fields({"commands": self._player.offered(self._channel(ask.channel))})

    async def _command(self, ask: protocol.Command) -> str:
        options = {name: _file(one) if isinstance(one, protocol.File) else one for name, one in ask.options.items()}
        return await self._outcome(self._player.slash(self._channel(ask.channel), ask.words, options=options))

    async def _click(self, ask: protocol.Click) -> str:
        message = self._message(ask.channel, ask.message)
        return await self._outcome(self._player.press(message, ask.custom_id))

    async def _select(self, ask: protocol.Select) -> str:
        message = self._message(ask.channel, ask.message)
        return await self._outcome(self._player.choose(message, ask.custom_id, ask.values))

    async def _forget(self, ask: protocol.Forget) -> str:
        self._player.forms.close(ask.form)
        return ""

    async def _dismiss(self, ask: protocol.Dismiss) -> str:
        self._player.dismiss(self._message(ask.channel, ask.message))
        return ""

    async def _try(self, ask: protocol.Try) -> str:
        return _fields({"channel": str(await self._stage.try_table(self._player, ask.game, ask.preset, ask.people))})

    async def _fresh(self, ask: protocol.Fresh) -> str:
        await self._stage.begin_anew()
        return ""

    async def _look(self, ask: protocol.Look) -> str:
        """Messages, oldest first. Without the right to read the history, only what was whispered to this person."""
        channel, viewer = self._channel(ask.channel), self._player.user
        messages = self._world.history(channel, viewer)
        if not self._world.permissions_of(viewer, channel) & Permission.READ_MESSAGE_HISTORY:
            messages = [message for message in messages if message.only_for == viewer.id]
        if ask.before is not None:
            messages = [message for message in messages if message.id < ask.before]
        page = messages[-ask.limit :]
        texts = ",".join(self._texts.text(message, viewer) for message in page)
        return f'"messages":[{texts}],"more":{"true" if len(page) < len(messages) else "false"}'

    async def _complete(self, ask: protocol.Complete) -> str:
        given = {name: value for name, value in ask.options.items() if not isinstance(value, protocol.File)}
        channel = self._channel(ask.channel)
        offered = await self._player.autocomplete(
            channel, ask.words, ask.option, ask.typed, checked=True, options=given
        )
        return _fields({"choices": [{"name": name, "value": value} for name, value in offered]})

    async def _submit(self, ask: protocol.Submit) -> str:
        form = self._player.forms.find(ask.form)
        answers = {name: self._answered(form, name, value) for name, value in ask.answers.items()}
        answer = self._player.submit(form, answers)
        outcome = await self._outcome(answer)
        if answer.failed:
            self._player.forms.reopen(form)
        return outcome

    def _answered(self, form: Form, custom_id: str, value: protocol.Answer) -> Any:
        """The answer to a field, if it is of a kind that the field takes. Raises ClientRefused."""
        field = next((field for field in form.fields if field.custom_id == custom_id), None)
        if field is None:
            raise ClientRefused("The form has no such field.")
        taken: Any = value
        if isinstance(value, list) and any(isinstance(one, protocol.File) for one in value):
            taken = [_file(one) if isinstance(one, protocol.File) else one for one in value]
        if not field.takes(taken):
            raise ClientRefused(f"{field.label} can't be answered like that.")
        return taken

    async def _outcome(self, answer: Answer) -> str:
        await asyncio.shield(answer.interaction.settled)
        if answer.failed:
            return _fields(FAILED)
        form = answer.modal
        if answer.acknowledged is not Response.MODAL or form is None:
            return _fields(DONE)
        shown = {"id": str(form.interaction.id), "title": form.title, "components": form.modal["components"]}
        return _fields({"outcome": "form", "form": shown})

    def _channel(self, channel_id: int) -> Channel:
        """A channel that this person sees: about others nothing is said, not even that they are there."""
        channel = self._world.channel(channel_id)
        if channel is None or not self._world.sees(self._player.user, channel):
            raise ClientRefused("You don't see such a channel.")
        return channel

    def _message(self, channel_id: int, message_id: int) -> Seen:
        message = self._world.message(channel_id, message_id)
        if message is None or not self._world.may_read(self._player.user, message):
            raise ClientRefused("That message isn't there any more.")
        return Seen(message)


def _file(file: protocol.File) -> Upload:
    try:
        content = base64.b64decode(file.base64, validate=True)
    except (binascii.Error, ValueError):
        raise ClientRefused(f"{file.name} came in damaged.") from None
    return Upload(0, file.name, content, file.type)


def _fields(payload: Json) -> str:
    """The fields of an object as text, without its braces."""
    return to_text(payload)[1:-1]
