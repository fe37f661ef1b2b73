"""The playground's world in one file, so that its tables and messages survive a restart."""

import asyncio
import base64
import binascii
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    model_validator,
)

from playground.discord.limits.commands import COMMANDS_AT_MOST, check_command
from playground.discord.limits.components import (
    ACTION_ROW,
    BUTTON,
    CONTAINER,
    FILE,
    MEDIA_GALLERY,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT_DISPLAY,
    THUMBNAIL,
)
from playground.discord.limits.shapes import Choice, Flag, ListOf, Number, Shape, Text
from playground.discord.refusals import FieldPath, FormErrors, Refusal
from playground.discord.world import Channel, ChannelKind, Message, Overwrite, World
from playground.discord.world.application import Emoji
from playground.discord.world.conversation import Attachment, BotMoved, Change, Forgotten
from playground.discord.world.payloads import message_json, readdressed
from playground.json_text import from_text, to_text

log = logging.getLogger(__name__)
Json = dict[str, Any]
_Texts = dict[int, tuple[Hashable, str]]
_HIGHEST_ID = 2**63 - 1
_YEAR_10000 = 253_402_300_800
SECONDS_BETWEEN = 5.0
MESSAGES_KEPT = 500
"""The latest of each channel."""
AT_A_TIME = 50
"""So many messages are written down before somebody else has their turn."""
_HERE = "\x1acdn"
"""Stands for the address of this server's files, which is another one at every start; nobody types it."""
Id = Annotated[int, Field(ge=1, le=_HIGHEST_ID)]
Bits = Annotated[int, Field(ge=0, le=_HIGHEST_ID)]
Moment = Annotated[float, Field(ge=0, lt=_YEAR_10000, allow_inf_nan=False)]
"""In seconds since the epoch, within what a calendar has."""


class _IdText:
    """An id as Discord writes it."""

    def check(self, value: Any, path: FieldPath, errors: FormErrors) -> None:
        is_number = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 20
        if not is_number or not 1 <= int(value) <= _HIGHEST_ID:
            errors.add(path, "NUMBER_TYPE_COERCE", "Must be an id.")


_TEXT, _ID, _WHOLE = Text(0, 2**31), _IdText(), Number(-_HIGHEST_ID, _HIGHEST_ID)
_NUMBERED = {"id": _WHOLE}
_EMOJI = Shape({"name": _TEXT}, {"id": _ID, "animated": Flag()})
_MEDIA = Shape({"url": _TEXT})
_OPTION = Shape({"label": _TEXT, "value": _TEXT}, {"description": _TEXT, "default": Flag(), "emoji": _EMOJI})
_SELECT = _NUMBERED | {"custom_id": _TEXT, "min_values": _WHOLE, "max_values": _WHOLE}
_SELECT_MORE = {"placeholder": _TEXT, "disabled": Flag(), "channel_types": ListOf(_WHOLE, 0, 100)}
_SEEN = {"description": _TEXT, "spoiler": Flag()}
_COMPONENTS = {
    **dict.fromkeys(SELECTS, Shape(_SELECT, _SELECT_MORE)),
    STRING_SELECT: Shape(_SELECT | {"options": ListOf(_OPTION, 0, 25)}, _SELECT_MORE),
    BUTTON: Shape(
        _NUMBERED | {"style": Choice(range(1, 7))},
        {"label": _TEXT, "custom_id": _TEXT, "url": _TEXT, "disabled": Flag(), "emoji": _EMOJI},
    ),
    TEXT_DISPLAY: Shape(_NUMBERED | {"content": _TEXT}),
    THUMBNAIL: Shape(_NUMBERED | {"media": _MEDIA}, _SEEN),
    MEDIA_GALLERY: Shape(_NUMBERED | {"items": ListOf(Shape({"media": _MEDIA}, _SEEN), 0, 10)}),
    FILE: Shape(_NUMBERED | {"file": _MEDIA}, {"name": _TEXT, "size": _WHOLE, "spoiler": Flag()}),
    SEPARATOR: Shape(_NUMBERED, {"divider": Flag(), "spacing": _WHOLE}),
    ACTION_ROW: Shape(_NUMBERED),
    SECTION: Shape(_NUMBERED),
    CONTAINER: Shape(_NUMBERED, {"accent_color": _WHOLE, "spoiler": Flag()}),
}
_FIELD = Shape({"name": _TEXT, "value": _TEXT}, {"inline": Flag()})
_EMBED = Shape(
    {},
    {
        "title": _TEXT,
        "description": _TEXT,
        "url": _TEXT,
        "color": _WHOLE,
        "fields": ListOf(_FIELD, 0, 25),
        "footer": Shape({"text": _TEXT}),
        "author": Shape({"name": _TEXT}),
        "image": _MEDIA,
        "thumbnail": _MEDIA,
    },
)
_COMMAND = Shape(
    {
        "id": _ID,
        "version": _ID,
        "application_id": _ID,
        "type": Choice(COMMANDS_AT_MOST),
        "name": _TEXT,
        "description": _TEXT,
    },
    {"guild_id": _ID, "default_member_permissions": Text(1, 19), "dm_permission": Flag()},
)
_METADATA = Shape(
    {"id": _ID, "type": _WHOLE, "user": Shape({"id": _ID, "username": _TEXT})}, {"interacted_message_id": _ID}
)
_REFERENCE = Shape({"type": _WHOLE}, {"channel_id": _ID, "message_id": _ID, "guild_id": _ID})
_USED = Shape({"by": _ID, "name": _TEXT})


class _Components:
    """Components within components, each of its own kind's shape."""

    def check(self, value: Any, path: FieldPath, errors: FormErrors) -> None:
        if not isinstance(value, list):
            errors.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        for at, component in enumerate(value):
            self._one(component, (*path, at), errors)

    def _one(self, component: Any, path: FieldPath, errors: FormErrors) -> None:
        kind = component.get("type") if isinstance(component, dict) else None
        shape = _COMPONENTS.get(kind) if isinstance(kind, int) else None
        if shape is None:
            errors.add((*path, "type"), "BASE_TYPE_CHOICES", "There is no such component.")
            return
        shape.check(component, path, errors)
        if kind in (ACTION_ROW, SECTION, CONTAINER):
            self.check(component.get("components"), (*path, "components"), errors)
        if kind == SECTION:
            self._one(component.get("accessory"), (*path, "accessory"), errors)


def _command_fits(command: Json, path: FieldPath, errors: FormErrors) -> None:
    """Check that a bot could register the command."""
    bits = command.get("default_member_permissions", "none")
    if bits is not None and not (bits.isascii() and bits.isdecimal()):
        errors.add((*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Must be a number.")
        return
    check_command({**command, "default_member_permissions": None if bits is None else int(bits)}, errors)


def _checked(check: Callable[[Any, FieldPath, FormErrors], None]) -> AfterValidator:
    def checked(value: Any) -> Any:
        errors = FormErrors()
        check(value, (), errors)
        try:
            errors.refuse()
        except Refusal as refusal:
            raise ValueError(refusal.summary()) from None
        return value

    return AfterValidator(checked)


Components = Annotated[list[Json], _checked(_Components().check)]
Embeds = Annotated[list[Json], _checked(ListOf(_EMBED, 0, 10).check)]
Command = Annotated[Json, _checked(Shape(_COMMAND.required, _COMMAND.optional, (_command_fits,)).check)]
Metadata = Annotated[Json, _checked(_METADATA.check)]
Reference = Annotated[Json, _checked(_REFERENCE.check)]
Used = Annotated[Json, _checked(_USED.check)]


def _decode(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    try:
        return base64.b64decode(value, validate=True)
    except (TypeError, binascii.Error) as wrong:
        raise ValueError("must be base 64") from wrong


def _encode(content: bytes) -> str:
    return base64.b64encode(content).decode()


Content = Annotated[bytes, BeforeValidator(_decode), PlainSerializer(_encode, when_used="json")]


class _Stored(BaseModel):
    model_config = ConfigDict(from_attributes=True, extra="forbid")


class _StoredFile(_Stored):
    id: Id
    filename: str
    content: Content
    url: str
    content_type: str
    description: str | None


class StoredMessage(_Stored):
    """A message, with the ids of people in place of them."""

    id: Id
    channel_id: Id
    guild_id: Id | None
    author: Id
    created: Moment
    content: str
    components: Components
    embeds: Embeds
    attachments: list[_StoredFile]
    flags: Bits
    kind: Bits
    edited: Moment | None
    made_by: Id | None
    interaction_metadata: Metadata | None
    used: Used | None
    application_id: Id | None
    reference: Reference | None
    nonce: str | int | None
    tts: bool
    pinned: bool
    pings: list[Id]
    pings_roles: list[Id]
    pings_everyone: bool
    version: Bits

    @classmethod
    def of(cls, message: Message, cdn_url: str) -> Self:
        fields: Json = {name: getattr(message, name) for name in cls.model_fields}
        fields["attachments"] = [_StoredFile.model_validate(file).model_dump() for file in message.attachments]
        fields |= {"author": message.author.id, "pings": [user.id for user in message.pings]}
        return cls.model_validate(readdressed(fields, cdn_url, _HERE))

    def made(self, world: World) -> Message | None:
        """Build the message; None if its author isn't in this world."""
        author = world.users.get(self.author)
        if author is None:
            return None
        fields: Json = readdressed(self.model_dump(), _HERE, world.cdn_url)
        fields["attachments"] = [Attachment(**file) for file in fields["attachments"]]
        fields |= {"author": author, "pings": [world.users[user] for user in self.pings if user in world.users]}
        return Message(**fields)


class _StoredOverwrite(_Stored):
    target_id: Id
    is_role: bool
    allow: Bits
    deny: Bits


class _StoredChannel(_Stored):
    """A channel, thread or direct message that isn't of the founding. What its messages tell isn't kept with it."""

    id: Id
    guild_id: Id | None
    kind: ChannelKind
    name: str
    position: Bits
    parent_id: Id | None
    topic: str | None
    overwrites: list[_StoredOverwrite]
    recipients: list[Id]
    owner_id: Bits
    archived: bool
    locked: bool
    archive_changed_at: Moment
    auto_archive_minutes: Bits
    thread_members: dict[Id, Moment]
    applied_tags: list[Id]

    @classmethod
    def of(cls, channel: Channel) -> Self:
        fields: Json = {name: getattr(channel, name) for name in cls.model_fields}
        fields |= {"overwrites": list(channel.overwrites.values()), "recipients": [u.id for u in channel.recipients]}
        return cls.model_validate(fields)

    def add_to(self, world: World) -> None:
        """Put it where it was; without its server, its people or its channel it is left out."""
        fields: Json = self.model_dump()
        fields["overwrites"] = {one.target_id: Overwrite(**one.model_dump()) for one in self.overwrites}
        fields["recipients"] = [world.users[user] for user in self.recipients if user in world.users]
        channel, guild = Channel(**fields), world.guilds.get(self.guild_id or 0)
        if self.guild_id is None and len(channel.recipients) > 1:
            world.dms[channel.id] = channel
        elif guild is not None and channel.is_thread and self.parent_id in guild.channels:
            guild.threads[channel.id] = channel
        elif guild is not None and not channel.is_thread:
            guild.channels[channel.id] = channel


class _StoredEmoji(_Stored):
    id: Id
    name: str
    content: Content
    content_type: str


class _StoredCommand(_Stored):
    """A command as it was registered, for one server or (None) for all: messages name commands by their ids."""

    guild_id: Id | None
    command: Command


class _StoredWorld(_Stored):
    """The whole file. `last_id` is the highest id that was given out."""

    version: Literal[1]
    last_id: Bits
    channels: list[_StoredChannel]
    emojis: list[_StoredEmoji]
    commands: list[_StoredCommand]
    messages: list[StoredMessage]

    @model_validator(mode="after")
    def _name_each_once(self) -> Self:
        for kept in (self.channels, self.messages):
            if len({one.id for one in kept}) < len(kept):
                raise ValueError("two have the same id")
        return self

    def bring_back(self, world: World) -> None:
        """Put everything into `world`, which holds its founding and nothing else. No bot may be there to hear it.

        Raises ValueError for what no world can hold; nothing has changed then.
        """
        if any(world.channel(channel.id) is not None for channel in self.channels):
            raise ValueError("a channel has the id of one that is there from the beginning")
        messages = [message for message in (kept.made(world) for kept in self.messages) if message is not None]
        for message in messages:
            to_text(message_json(message)).encode()
        world.ids.rise_above(max([self.last_id, *self._ids()]))
        for channel in self.channels:
            channel.add_to(world)
        world.emojis |= {emoji.id: Emoji(**emoji.model_dump()) for emoji in self.emojis}
        for kept in self.commands:
            world.commands.setdefault(kept.guild_id, {})[int(kept.command["id"])] = kept.command
        for message in messages:
            if world.channel(message.channel_id) is not None:
                world.put(message)

    def _ids(self) -> Iterator[int]:
        for one in (*self.channels, *self.emojis, *self.messages):
            yield one.id
        for message in self.messages:
            yield from (file.id for file in message.attachments)
        for kept in self.commands:
            yield int(kept.command["id"])


@asynccontextmanager
async def stored_world(world: World, path: Path) -> AsyncIterator[None]:
    """Bring back what lies at `path`, and keep what changes for the length of the block and at its end.

    To be entered when the server listens and no bot is there yet. What can't be read is left out as a whole, and the
    log says so.
    """
    file = _WorldFile(world, path)
    file.read()
    world.watchers.append(file.notice)
    writing = asyncio.create_task(file.write_now_and_then())
    try:
        yield
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        world.watchers.remove(file.notice)
        await file.write()


class _WorldFile:
    """One file and one world. Channels that are there when it is made belong to the founding, and aren't kept."""

    def __init__(self, world: World, path: Path) -> None:
        self._world, self._path = world, path
        self._part, self._aside = (path.with_name(path.name + ending) for ending in (".part", ".damaged"))
        self._founded = frozenset(channel.id for channel in self._channels())
        self._changed = asyncio.Event()
        self._texts: _Texts = {}
        self._wipes = 0
        self._under_way: asyncio.Task[None] | None = None
        self._is_failing = False

    def read(self) -> None:
        """Bring back what was kept. What is damaged, or of another kind, is put aside as a whole."""
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as failed:
            log.warning("%s can't be read (%s), so the earlier messages are missing", self._path, failed.strerror)
            return
        try:
            _StoredWorld.model_validate(from_text(content, finite=True)).bring_back(self._world)
        except Exception as wrong:  # noqa: BLE001  # whatever is wrong with it, the playground starts
            why = _describe(wrong) if isinstance(wrong, ValidationError) else wrong
            log.warning("%s is damaged (%.200s), and is now called %s", self._path, why, self._aside.name)
            with contextlib.suppress(OSError):
                self._path.replace(self._aside)

    def notice(self, change: Change) -> None:
        """Note a change that must be stored; a wipe takes effect at once."""
        if isinstance(change, Forgotten):
            self._wipes += 1
            self._texts = {}
            self._wipe()
        if not isinstance(change, BotMoved):
            self._changed.set()

    async def write_now_and_then(self) -> None:
        """Write whenever something has changed, and then not again for a few seconds."""
        while True:
            await self._changed.wait()
            await self._world.clock.sleep(SECONDS_BETWEEN)
            await self.write()

    async def write(self) -> None:
        """Put everything into the file, whole or not at all, if there is anything new. A failure is told in the log."""
        if self._under_way is not None:
            await self._under_way
        if not self._changed.is_set():
            return
        self._changed.clear()
        # Whoever is cancelled here leaves the writing to its end; the next one waits for that.
        self._under_way = asyncio.create_task(self._put())
        await asyncio.shield(self._under_way)

    async def _put(self) -> None:
        wipes = self._wipes
        try:
            await self._write_down_what_is_new()
            wipes = self._wipes
            await asyncio.to_thread(_replace, self._path, self._part, self._text())
        except OSError as failed:
            self._complain(logging.WARNING, "the messages can't be stored in %s: %s", self._path, failed.strerror)
        except Exception:  # noqa: BLE001  # no reason to stop the playground, nor to keep nothing from now on
            self._complain(logging.ERROR, "the messages can't be stored in %s", self._path, exc_info=True)
        else:
            self._is_failing = False
        if self._wipes != wipes:
            self._wipe()
        self._world.touched()

    def _complain(self, level: int, *words: Any, exc_info: bool = False) -> None:
        """Say it once, and not again before it has been well; it is tried again."""
        if not self._is_failing:
            log.log(level, *words, exc_info=exc_info)
        self._is_failing = True
        self._changed.set()

    def _wipe(self) -> None:
        for file in (self._path, self._part, self._aside):
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)

    async def _write_down_what_is_new(self) -> None:
        """Serialize the changed messages in small steps, so that players don't notice. A restart changes all."""
        wipes = self._wipes
        for number, message in enumerate(list(self._messages())):
            if number % AT_A_TIME == AT_A_TIME - 1:
                await asyncio.sleep(0)
            if self._wipes != wipes:
                return
            self._write_down(message, self._texts)

    def _text(self) -> list[str]:
        """Return the whole file in pieces. Each message is written once for each of its versions."""
        world = self._world
        channels = [_StoredChannel.of(one).model_dump_json() for one in self._channels() if one.id not in self._founded]
        commands = [
            _StoredCommand(guild_id=guild_id, command=command).model_dump_json()
            for guild_id, registered in world.commands.items()
            for command in registered.values()
        ]
        before, self._texts = self._texts, {}
        emojis = [
            self._once(before, emoji.id, emoji.name, partial(_StoredEmoji.model_validate, emoji))
            for emoji in world.emojis.values()
        ]
        messages = [self._write_down(message, before) for message in self._messages()]
        pieces = [f'{{"version":1,"last_id":{world.ids.last}']
        parts = {"channels": channels, "commands": commands, "emojis": emojis, "messages": messages}
        for name, part in parts.items():
            pieces.append(f',"{name}":[')
            pieces += [piece for one in part for piece in (one, ",")][:-1]
            pieces.append("]")
        return [*pieces, "}"]

    def _write_down(self, message: Message, before: _Texts) -> str:
        make = partial(StoredMessage.of, message, self._world.cdn_url)
        return self._once(before, message.id, message.version, make)

    def _once(self, before: _Texts, number: int, version: Hashable, made: Callable[[], BaseModel]) -> str:
        """Return a thing's text as it was written before, unless its version is another one now."""
        known = before.get(number)
        text = known[1] if known is not None and known[0] == version else made().model_dump_json()
        self._texts[number] = (version, text)
        return text

    def _channels(self) -> Iterator[Channel]:
        for guild in self._world.guilds.values():
            yield from guild.channels.values()
            yield from guild.threads.values()
        yield from self._world.dms.values()

    def _messages(self) -> Iterator[Message]:
        """Yield each channel's latest messages that everyone there may read, oldest first."""
        for messages in self._world.messages.values():
            public = (m for m in reversed(messages.values()) if not (m.is_ephemeral or m.is_loading))
            yield from reversed(list(islice(public, MESSAGES_KEPT)))


def _describe(wrong: ValidationError) -> str:
    """Describe the first place that is wrong, and why."""
    first = wrong.errors(include_url=False, include_input=False)[0]
    return " ".join((".".join(map(str, first["loc"])), first["msg"])).strip()


def _replace(path: Path, part: Path, pieces: list[str]) -> None:
    """Replace the file so that a crash leaves the old or the new one whole; only its owner may read it."""
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
