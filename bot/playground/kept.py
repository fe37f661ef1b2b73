"""What was said at the playground as it lies in a file: models that are read strictly, and how they become the world.

Whispers are left out, as Discord's own client forgets them, and so is what the bot was still thinking about.
"""

import base64
import binascii
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer

from bot.playground.world import Channel, ChannelKind, Message, Overwrite, World
from bot.playground.world.application import Emoji
from bot.playground.world.conversation import Attachment
from bot.playground.world.message_payloads import readdressed

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
    id: int
    filename: str
    content: Content
    url: str
    content_type: str
    description: str | None


class KeptMessage(_Kept):
    """A message, with the ids of people in place of them."""

    id: int
    channel_id: int
    guild_id: int | None
    author: int
    created: float
    content: str
    components: list[Json]
    embeds: list[Json]
    attachments: list[KeptFile]
    flags: int
    kind: int
    edited: float | None
    made_by: int | None
    interaction_metadata: Json | None
    used: Json | None
    application_id: int | None
    reference: Json | None
    nonce: str | int | None
    tts: bool
    pinned: bool
    pings: list[int]
    pings_roles: list[int]
    pings_everyone: bool
    version: int

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
    target_id: int
    is_role: bool
    allow: int
    deny: int


class KeptChannel(_Kept):
    """A channel, thread or direct message that isn't of the founding. What its messages tell isn't kept with it."""

    id: int
    guild_id: int | None
    kind: ChannelKind
    name: str
    position: int
    parent_id: int | None
    topic: str | None
    overwrites: list[KeptOverwrite]
    recipients: list[int]
    owner_id: int
    archived: bool
    locked: bool
    archive_changed_at: float
    auto_archive_minutes: int
    thread_members: dict[int, float]
    applied_tags: list[int]

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
    id: int
    name: str
    content: Content
    content_type: str


class KeptCommand(_Kept):
    """A command as it was registered, for one server or (None) for all: messages name commands by their ids."""

    guild_id: int | None
    command: Json


class KeptWorld(_Kept):
    """The whole file. `last_id` is the highest id that was given out."""

    version: Literal[1]
    last_id: int
    channels: list[KeptChannel]
    emojis: list[KeptEmoji]
    commands: list[KeptCommand]
    messages: list[KeptMessage]

    def bring_back(self, world: World) -> None:
        """Put everything into `world`, which holds its founding and nothing else. No bot may be there to hear it."""
        world.ids.rise_above(self.last_id)
        for channel in self.channels:
            channel.add_to(world)
        world.emojis |= {emoji.id: Emoji(**emoji.model_dump()) for emoji in self.emojis}
        for kept in self.commands:
            world.commands.setdefault(kept.guild_id, {})[int(kept.command["id"])] = kept.command
        for kept in self.messages:
            message = kept.made(world)
            if message is not None and world.channel(message.channel_id) is not None:
                world.put(message)
