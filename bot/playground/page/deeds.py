"""What a person does at the page, each ask through the same client rules as everywhere."""

import asyncio
import base64
import binascii
from collections.abc import Awaitable, Callable
from typing import Any

from bot.playground.interactions import Response
from bot.playground.json_text import to_text
from bot.playground.page import asks
from bot.playground.page.shown import MessageTexts
from bot.playground.page.stage import Stage
from bot.playground.player import Answer, ClientRefused, Form, Player, Seen
from bot.playground.world import Channel, Permission, Upload

Json = dict[str, Any]

DONE: Json = {"outcome": "done"}
FAILED: Json = {"outcome": "failed"}


class Deeds:
    """The deeds of one person. Each gives the fields of its reply as JSON text, and raises ClientRefused."""

    def __init__(self, stage: Stage, player: Player, texts: MessageTexts) -> None:
        self._stage, self._player, self._texts = stage, player, texts
        self._world = stage.local.world
        self._ways: dict[type[asks.Ask], Callable[[Any], Awaitable[str]]] = {
            asks.Look: self._look,
            asks.Say: self._say,
            asks.Commands: self._commands,
            asks.Command: self._command,
            asks.Complete: self._complete,
            asks.Click: self._click,
            asks.Select: self._select,
            asks.Submit: self._submit,
            asks.Forget: self._forget,
            asks.Dismiss: self._dismiss,
            asks.Try: self._try,
            asks.Fresh: self._fresh,
        }

    async def do(self, ask: asks.Ask) -> str:
        """Do what was asked, and return when the bot has acknowledged it or its three seconds are over."""
        return await self._ways[type(ask)](ask)

    async def _say(self, ask: asks.Say) -> str:
        self._player.say(self._channel(ask.channel), ask.text)
        return ""

    async def _commands(self, ask: asks.Commands) -> str:
        return _fields({"commands": self._player.offered(self._channel(ask.channel))})

    async def _command(self, ask: asks.Command) -> str:
        options = {name: _file(one) if isinstance(one, asks.File) else one for name, one in ask.options.items()}
        return await self._outcome(self._player.slash(self._channel(ask.channel), ask.words, options=options))

    async def _click(self, ask: asks.Click) -> str:
        message = self._message(ask.channel, ask.message)
        return await self._outcome(self._player.press(message, ask.custom_id))

    async def _select(self, ask: asks.Select) -> str:
        message = self._message(ask.channel, ask.message)
        return await self._outcome(self._player.choose(message, ask.custom_id, ask.values))

    async def _forget(self, ask: asks.Forget) -> str:
        self._player.forms.close(ask.form)
        return ""

    async def _dismiss(self, ask: asks.Dismiss) -> str:
        self._player.dismiss(self._message(ask.channel, ask.message))
        return ""

    async def _try(self, ask: asks.Try) -> str:
        return _fields({"channel": str(await self._stage.try_table(self._player, ask.game, ask.preset, ask.people))})

    async def _fresh(self, ask: asks.Fresh) -> str:
        await self._stage.begin_anew()
        return ""

    async def _look(self, ask: asks.Look) -> str:
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

    async def _complete(self, ask: asks.Complete) -> str:
        given = {name: value for name, value in ask.options.items() if not isinstance(value, asks.File)}
        channel = self._channel(ask.channel)
        offered = await self._player.autocomplete(
            channel, ask.words, ask.option, ask.typed, checked=True, options=given
        )
        return _fields({"choices": [{"name": name, "value": value} for name, value in offered]})

    async def _submit(self, ask: asks.Submit) -> str:
        form = self._player.forms.find(ask.form)
        answers = {name: self._answered(form, name, value) for name, value in ask.answers.items()}
        answer = self._player.submit(form, answers)
        outcome = await self._outcome(answer)
        if answer.failed:
            self._player.forms.reopen(form)
        return outcome

    def _answered(self, form: Form, custom_id: str, value: asks.Answer) -> Any:
        """The answer to a field, if it is of a kind that the field takes. Raises ClientRefused."""
        field = next((field for field in form.fields if field.custom_id == custom_id), None)
        if field is None:
            raise ClientRefused("The form has no such field.")
        taken: Any = value
        if isinstance(value, list) and any(isinstance(one, asks.File) for one in value):
            taken = [_file(one) if isinstance(one, asks.File) else one for one in value]
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


def _file(file: asks.File) -> Upload:
    try:
        content = base64.b64decode(file.base64, validate=True)
    except (binascii.Error, ValueError):
        raise ClientRefused(f"{file.name} came in damaged.") from None
    return Upload(0, file.name, content, file.type)


def _fields(payload: Json) -> str:
    """The fields of an object as text, without its braces."""
    return to_text(payload)[1:-1]
