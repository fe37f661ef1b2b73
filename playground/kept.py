"""What was said at the playground as it lies in a file: models that are read strictly, and how they become the world.

Whispers are left out, as Discord's own client forgets them, and so is what the bot was still thinking about.
"""

import base64
import binascii
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer, model_validator

from playground.discord.world import Channel, ChannelKind, Message, Overwrite, World
from playground.discord.world.application import Emoji
from playground.discord.world.conversation import Attachment
from playground.discord.world.message_payloads import message_json, readdressed
from playground.json_text import to_text
from playground.kept_parts import Bits, Command, Components, Embeds, Id, Metadata, Moment, Reference, Used

Json = dict[str, Any]

HERE = "\x1acdn"
"""Stands for the address of this server's files, which is another one at every start; nobody types it."""


def _unpacked(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    try:
        return base64.b64decode(value, validate=True)
    except (TypeError, binascii.Error) as wrong:
        raise ValueError("must be base 64") from wrong


def _packed(content: bytes) -> str:
    return base64.b64encode(content).decode()


Content = Annotated[bytes, BeforeValidator(_unpacked), PlainSerializer(_packed, when_used="json")]


class _Kept(BaseModel):
    model_config = ConfigDict(from_attributes=True, extra="forbid")


class KeptFile(_Kept):
    id: Id
    filename: str
    content: Content
    url: str
    content_type: str
    description: str | None


class KeptMessage(_Kept):
    """A message, with the ids of people in place of them."""

    id: Id
    channel_id: Id
    guild_id: Id | None
    author: Id
    created: Moment
    content: str
    components: Components
    embeds: Embeds
    attachments: list[KeptFile]
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
        fields["attachments"] = [KeptFile.model_validate(file).model_dump() for file in message.attachments]
        fields |= {"author": message.author.id, "pings": [user.id for user in message.pings]}
        return cls.model_validate(readdressed(fields, cdn_url, HERE))

    def made(self, world: World) -> Message | None:
        """The message; None if its author isn't in this world."""
        author = world.users.get(self.author)
        if author is None:
            return None
        fields: Json = readdressed(self.model_dump(), HERE, world.cdn_url)
        fields["attachments"] = [Attachment(**file) for file in fields["attachments"]]
        fields |= {"author": author, "pings": [world.users[user] for user in self.pings if user in world.users]}
        return Message(**fields)


class KeptOverwrite(_Kept):
    target_id: Id
    is_role: bool
    allow: Bits
    deny: Bits


class KeptChannel(_Kept):
    """A channel, thread or direct message that isn't of the founding. What its messages tell isn't kept with it."""

    id: Id
    guild_id: Id | None
    kind: ChannelKind
    name: str
    position: Bits
    parent_id: Id | None
    topic: str | None
    overwrites: list[KeptOverwrite]
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


class KeptEmoji(_Kept):
    id: Id
    name: str
    content: Content
    content_type: str


class KeptCommand(_Kept):
    """A command as it was registered, for one server or (None) for all: messages name commands by their ids."""

    guild_id: Id | None
    command: Command


class KeptWorld(_Kept):
    """The whole file. `last_id` is the highest id that was given out."""

    version: Literal[1]
    last_id: Bits
    channels: list[KeptChannel]
    emojis: list[KeptEmoji]
    commands: list[KeptCommand]
    messages: list[KeptMessage]

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
