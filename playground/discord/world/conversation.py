"""Messages as they are kept, their files, and the changes that watchers hear of."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playground.discord.world.places import User

Json = dict[str, Any]

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15


_TYPES_BY_ENDING = {
    "avif": "image/avif",
    "csv": "text/csv",
    "gif": "image/gif",
    "htm": "text/html",
    "html": "text/html",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "json": "application/json",
    "md": "text/markdown",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "ogg": "audio/ogg",
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "wav": "audio/wav",
    "webm": "video/webm",
    "webp": "image/webp",
}


def type_of_file(name: str, sent_as: str) -> str:
    """Return the type by the name's ending, as Discord does; the type it was sent as if the ending is unknown."""
    return _TYPES_BY_ENDING.get(name.rpartition(".")[2].lower(), sent_as)


@dataclass(slots=True)
class Upload:
    """A file as it came in; `key` is the number by which the message refers to it before it has an id."""

    key: int
    filename: str
    content: bytes
    content_type: str = "application/octet-stream"


@dataclass(slots=True)
class Attachment:
    id: int
    filename: str
    content: bytes
    url: str
    content_type: str
    description: str | None = None


@dataclass(eq=False, slots=True)
class Message:
    """One message. `only_for` is the one user who sees an ephemeral; `made_by` the interaction it answers.

    `components` and `embeds` stand as Discord gives them out (with ids and defaults filled in). `pings` are the users
    who are notified, `pings_roles` the roles, `pings_everyone` the whole channel. `used` is on the first answer to a
    slash command: who used it (`by`, an id) and its words (`name`). Times are seconds since the epoch.
    """

    id: int
    channel_id: int
    guild_id: int | None
    author: User
    created: float
    content: str = ""
    components: list[Json] = field(default_factory=list[Json])
    embeds: list[Json] = field(default_factory=list[Json])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    flags: int = 0
    kind: int = 0
    edited: float | None = None
    only_for: int | None = None
    made_by: int | None = None
    interaction_metadata: Json | None = None
    used: Json | None = None
    application_id: int | None = None
    webhook_id: int | None = None
    """The webhook that sent it, under a name of its own."""
    avatar_url: str | None = None
    """The image that it was sent with, if not the webhook's own."""
    reference: Json | None = None
    nonce: str | int | None = None
    tts: bool = False
    pinned: bool = False
    deleted: bool = False
    pings: list[User] = field(default_factory=list[User])
    pings_roles: list[int] = field(default_factory=list[int])
    pings_everyone: bool = False
    version: int = 0

    @property
    def is_ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def is_loading(self) -> bool:
        return bool(self.flags & LOADING)

    @property
    def has_components_v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)


@dataclass(frozen=True, slots=True)
class Shown:
    """A message is new, or stands differently now."""

    message: Message


@dataclass(frozen=True, slots=True)
class Gone:
    """Messages of one channel were deleted or dismissed."""

    channel_id: int
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Rearranged:
    """Places, people, roles or rights are no longer what they were."""


@dataclass(frozen=True, slots=True)
class BotMoved:
    """The bot came or went."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Nothing was ever said, and no interaction was ever begun."""


Change = Shown | Gone | Rearranged | BotMoved | Forgotten
Watcher = Callable[[Change], None]
