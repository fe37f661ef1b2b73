"""A browser tab of the page: the actions of its person, their view of the world, and the socket between."""

import asyncio
import base64
import binascii
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
from aiohttp import web

from playground.discord.interactions import Response
from playground.discord.limits.commands import MESSAGE_COMMAND
from playground.discord.world import Channel, Permission, Upload, User
from playground.discord.world.conversation import BotMoved, Change, Forgotten, Gone, Rearranged, Shown
from playground.json_text import to_text
from playground.page import protocol
from playground.page.stage import BROKEN, Stage
from playground.page.trace import Trace
from playground.page.visibility import MessageTexts, channels_json
from playground.people import Answer, ClientRefused, Form, Player, Seen
from playground.people.choosing import Chosen, Sort

log = logging.getLogger(__name__)
Json = dict[str, Any]
DONE: Json = {"outcome": "done"}
FAILED: Json = {"outcome": "failed"}
QUEUED_AT_MOST = 4096
ASKED_AT_ONCE = 64
UNREADABLE_AT_MOST = 20
FRAME_AT_MOST = 16 * 1024 * 1024
UNKNOWN_PERSON, GARBAGE = 4004, 4002
GOODBYE_SECONDS = 1.0
"""How long the other side may take to read a goodbye, in real seconds."""
_BUSY = "That is too much at once. Wait for the answers."


class _Actions:
    """The actions of one person. Each gives the fields of its reply as JSON text, and raises ClientRefused."""

    def __init__(self, stage: Stage, player: Player, texts: MessageTexts) -> None:
        self._stage, self._player, self._texts = stage, player, texts
        self._world = stage.local.world
        self._ways: dict[type[protocol.Ask], Callable[[Any], Awaitable[str]]] = {
            protocol.Look: self._look,
            protocol.Say: self._say,
            protocol.Commands: self._commands,
            protocol.Command: self._command,
            protocol.Menu: self._menu,
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
        channel = self._channel(ask.channel)
        return _fields({"commands": self._player.offered(channel), "menus": self._player.in_menus(channel)})

    async def _command(self, ask: protocol.Command) -> str:
        options = {name: _file(one) if isinstance(one, protocol.File) else one for name, one in ask.options.items()}
        return await self._outcome(self._player.slash(self._channel(ask.channel), ask.words, options=options))

    async def _menu(self, ask: protocol.Menu) -> str:
        channel = self._channel(ask.channel)
        menu = next((menu for menu in self._player.in_menus(channel) if menu["id"] == str(ask.command)), None)
        if menu is None:
            raise ClientRefused("There is no such command here.")
        is_on_message = menu["type"] == MESSAGE_COMMAND
        target = self._message(ask.channel, ask.target) if is_on_message else self._person(channel, ask.target)
        return await self._outcome(self._player.use_menu(channel, menu["name"], target))

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
        """Return the answer to a field if it is of a kind that the field takes. Raises ClientRefused."""
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
        """Return a channel that this person sees. For any other the refusal doesn't tell if it exists. Raises
        ClientRefused.
        """
        channel = self._world.channel(channel_id)
        if channel is None or not self._world.sees(self._player.user, channel):
            raise ClientRefused("You don't see such a channel.")
        return channel

    def _person(self, channel: Channel, user_id: int) -> User:
        person = Chosen(self._world, self._player.user, channel).find((Sort.PERSON,), str(user_id))
        if not isinstance(person, User):
            raise ClientRefused("That person isn't here.")
        return person

    def _message(self, channel_id: int, message_id: int) -> Seen:
        message = self._world.message(channel_id, message_id)
        if message is None or not self._world.may_read(self._player.user, message):
            raise ClientRefused("That message is no longer there.")
        return Seen(message)


class _View:
    """Turns what happens into frames for `push`, in its order. Nothing is sent before `greet`."""

    def __init__(self, stage: Stage, player: Player, texts: MessageTexts, push: Callable[[str], None]) -> None:
        self._stage, self._player, self._texts, self._push = stage, player, texts, push
        self._channels: list[Json] = []
        self._people: Json = {}
        self._bot_here = False

    def greet(self) -> None:
        """Hello: everything that the tab begins with, and what it knew before is forgotten."""
        stage, world = self._stage, self._stage.local.world
        self._channels, self._people = self._places(), self._persons()
        self._bot_here = stage.bot_here
        me = next((person for person in self._people["people"] if person["id"] == str(self._player.id)), None)
        hello: Json = {
            "type": "hello",
            "me": me or {"id": str(self._player.id), "name": "", "user": self._player.user.name, "role": "player"},
            **self._people,
            "server": {"id": str(stage.guild.id), "name": stage.guild.name},
            "bot": {"id": str(world.bot.id), "name": world.application_name},
            "bot_here": self._bot_here,
            "channels": self._channels,
            "games": [offered._asdict() for offered in stage.games],
            "time": world.clock.now(),
        }
        self._push(to_text(hello))

    def notice(self, change: Change) -> None:
        """Tell what has changed, as far as this person sees it."""
        match change:
            case Shown(message=message):
                if self._stage.local.world.may_read(self._player.user, message):
                    text = self._texts.text(message, self._player.user)
                    self._push(f'{{"type":"message","message":{text}}}')
            case Gone():
                self._lose(change)
            case Rearranged():
                self._look_around()
            case BotMoved():
                self._look_for_the_bot()
            case Forgotten():
                self._look_around()

    def _lose(self, change: Gone) -> None:
        world, viewer = self._stage.local.world, self._player.user
        channel = world.channel(change.channel_id)
        ids = [str(message.id) for message in change.messages if message.only_for in (None, viewer.id)]
        if ids and channel is not None and world.sees(viewer, channel):
            self._push(to_text({"type": "gone", "channel": str(change.channel_id), "ids": ids}))

    def _look_around(self) -> None:
        """Places and people, if they are other ones now. That somebody wrote is told by the message itself."""
        channels, people = self._places(), self._persons()
        if [_without_last(channel) for channel in channels] != [_without_last(channel) for channel in self._channels]:
            self._push(to_text({"type": "channels", "channels": channels}))
        if people != self._people:
            self._push(to_text({"type": "people", **people}))
        self._channels, self._people = channels, people
        self._look_for_the_bot()

    def _look_for_the_bot(self) -> None:
        here = self._stage.bot_here
        if here != self._bot_here:
            self._bot_here = here
            self._push(to_text({"type": "bot", "here": here}))

    def _places(self) -> list[Json]:
        return channels_json(self._stage.local.world, self._stage.guild, self._player.user)

    def _persons(self) -> Json:
        return {"people": self._stage.people_json(), "roles": self._stage.roles_json()}


class Tab:
    """Serves until either side closes. Frames go out in order; a tab that doesn't read them is cut off."""

    def __init__(
        self, stage: Stage, player: Player, texts: MessageTexts, trace: Trace, socket: web.WebSocketResponse
    ) -> None:
        self.player = player
        self.view = _View(stage, player, texts, self.push)
        self._actions = _Actions(stage, player, texts)
        self._trace, self._socket = trace, socket
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(QUEUED_AT_MOST)
        self._asked: set[asyncio.Task[None]] = set()
        self._transport: asyncio.BaseTransport | None = None

    async def run(self, transport: asyncio.BaseTransport | None) -> None:
        """Say hello and serve. `transport` is what is cut off when the other side doesn't read."""
        self._transport = transport
        writer = asyncio.create_task(self._write())
        self.view.greet()
        unreadable = 0
        try:
            async for frame in self._socket:
                unreadable += not self._take(frame)
                if unreadable >= UNREADABLE_AT_MOST:
                    await self._say_goodbye(GARBAGE, b"too much that can't be read")
                    break
                # Frames that came together are all there at once: others want their turn too.
                await asyncio.sleep(0)
        finally:
            self._watch(on=False)
            tasks = [writer, *self._asked]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def push(self, text: str) -> None:
        """Queue a frame behind those that wait already."""
        try:
            self._outgoing.put_nowait(text)
        except asyncio.QueueFull:
            self._cut_off()

    async def close(self) -> None:
        """Close the tab because the playground closes. A browser that doesn't read that is cut off after a moment."""
        await self._say_goodbye(aiohttp.WSCloseCode.GOING_AWAY)

    async def _say_goodbye(self, code: int, why: bytes = b"") -> None:
        # In a task of its own: the library lets all who wait for a full connection share one future, so that the end
        # of one of them would cancel the others.
        goodbye = asyncio.create_task(self._socket.close(code=code, message=why))
        await asyncio.wait({goodbye}, timeout=GOODBYE_SECONDS)
        if not goodbye.done() or self._is_stuck:
            self._cut_off()
        goodbye.cancel()
        await asyncio.gather(goodbye, return_exceptions=True)

    @property
    def _is_stuck(self) -> bool:
        """Does something lie there that the other side hasn't taken?"""
        return isinstance(self._transport, asyncio.WriteTransport) and self._transport.get_write_buffer_size() > 0

    def _cut_off(self) -> None:
        if isinstance(self._transport, asyncio.WriteTransport):
            self._transport.abort()

    async def _write(self) -> None:
        try:
            while True:
                await self._socket.send_str(await self._outgoing.get())
        except ConnectionError:
            return

    def _take(self, frame: aiohttp.WSMessage) -> bool:
        """Begin what a frame asks for; False if it can't be read as JSON at all."""
        if frame.type is not aiohttp.WSMsgType.TEXT:
            self._reply(None, "A frame is text, and holds JSON.")
            return False
        try:
            ask = protocol.read_ask(frame.data)
        except protocol.Unreadable as unreadable:
            self._reply(unreadable.number, str(unreadable))
            return unreadable.is_json
        if isinstance(ask, protocol.Watch):
            self.push(f'{{"re":{ask.n},"ok":true}}')
            self._watch(on=ask.on)
        elif len(self._asked) >= ASKED_AT_ONCE:
            self._reply(ask.n, _BUSY)
        else:
            task = asyncio.create_task(self._answer(ask))
            self._asked.add(task)
            task.add_done_callback(self._asked.discard)
        return True

    async def _answer(self, ask: protocol.AnyAsk) -> None:
        try:
            fields = await self._actions.do(ask)
        except ClientRefused as refused:
            self._reply(ask.n, str(refused))
        except Exception:
            log.exception("A tab of %s asked to %s, and that broke", self.player.user.name, ask.do)
            self._reply(ask.n, BROKEN)
        else:
            self.push(f'{{"re":{ask.n},"ok":true{"," if fields else ""}{fields}}}')

    def _watch(self, *, on: bool) -> None:
        """Read along in the developers' drawer, from what is kept there on."""
        readers = self._trace.readers
        if on and self.push not in readers:
            readers.append(self.push)
            self.push(self._trace.frame())
        elif not on and self.push in readers:
            readers.remove(self.push)

    def _reply(self, number: int | None, why: str) -> None:
        self.push(to_text({"re": number, "ok": False, "why": why}))


def _file(file: protocol.File) -> Upload:
    try:
        content = base64.b64decode(file.base64, validate=True)
    except (binascii.Error, ValueError):
        raise ClientRefused(f"{file.name} arrived damaged. Choose it again.") from None
    return Upload(0, file.name, content, file.type)


def _fields(payload: Json) -> str:
    """Return the fields of an object as text, without its braces."""
    return to_text(payload)[1:-1]


def _without_last(channel: Json) -> Json:
    return {name: value for name, value in channel.items() if name != "last"}
