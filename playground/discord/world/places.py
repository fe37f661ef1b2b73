"""What a server is made of: people, roles, channels and who may do what where."""

from dataclasses import dataclass, field
from enum import IntEnum


class ChannelKind(IntEnum):
    TEXT = 0
    DM = 1
    VOICE = 2
    CATEGORY = 4
    NEWS = 5
    NEWS_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15


THREADS = frozenset({ChannelKind.NEWS_THREAD, ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD})
SPOKEN = frozenset({ChannelKind.VOICE, ChannelKind.STAGE})
"""Kinds whose chat only people read who may connect."""
CHAT = frozenset({ChannelKind.TEXT, ChannelKind.DM, ChannelKind.NEWS, *SPOKEN, *THREADS})


@dataclass(eq=False, slots=True)
class User:
    """An account. `accepts_dms` is the privacy setting that lets bots write to it."""

    id: int
    name: str
    display_name: str | None = None
    is_bot: bool = False
    accepts_dms: bool = True
    locale: str = "en-US"


@dataclass(eq=False, slots=True)
class Role:
    """A role; the one whose id is the server's is @everyone."""

    id: int
    guild_id: int
    name: str
    permissions: int
    position: int
    of_bot: int | None = None


@dataclass(eq=False, slots=True)
class Member:
    """A user in a server. `role_ids` leaves @everyone out; `timed_out_until` is in seconds since the epoch."""

    user: User
    guild_id: int
    joined_at: float
    role_ids: set[int] = field(default_factory=set[int])
    nick: str | None = None
    timed_out_until: float | None = None

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def shown_name(self) -> str:
        return self.nick or self.user.display_name or self.user.name


@dataclass(slots=True)
class Overwrite:
    """What a channel grants or takes from one role or member."""

    target_id: int
    is_role: bool
    allow: int = 0
    deny: int = 0


@dataclass(eq=False, slots=True)
class Channel:
    """A place to talk, or a category of such places.

    `guild_id` is None for a direct message, whose people are in `recipients`. The fields from `owner_id` on belong to
    threads; `parent_id` is a thread's channel or a channel's category.
    """

    id: int
    guild_id: int | None
    kind: ChannelKind
    name: str = ""
    position: int = 0
    parent_id: int | None = None
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict[int, Overwrite])
    recipients: list[User] = field(default_factory=list[User])
    last_message_id: int | None = None
    owner_id: int = 0
    archived: bool = False
    locked: bool = False
    archive_changed_at: float = 0.0
    auto_archive_minutes: int = 4320
    thread_members: dict[int, float] = field(default_factory=dict[int, float])
    applied_tags: list[int] = field(default_factory=list[int])
    message_count: int = 0

    @property
    def is_thread(self) -> bool:
        return self.kind in THREADS


@dataclass(frozen=True, slots=True)
class Webhook:
    """A way to write in a channel under any name, by its token."""

    id: int
    guild_id: int
    channel_id: int
    name: str
    token: str
    is_foreign: bool = False
    """True if another application has made it: the bot sees no token."""


@dataclass(eq=False, slots=True)
class Guild:
    """A server. `has_bot` is False before the bot was invited and after it was kicked."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict[int, Role])
    members: dict[int, Member] = field(default_factory=dict[int, Member])
    channels: dict[int, Channel] = field(default_factory=dict[int, Channel])
    threads: dict[int, Channel] = field(default_factory=dict[int, Channel])
    has_bot: bool = False
    webhooks: dict[int, Webhook] = field(default_factory=dict[int, Webhook])
    system_channel_id: int | None = None
    """The channel of system messages; None in a server without one."""
    locale: str = "en-US"

    def place(self, channel_id: int) -> Channel | None:
        return self.channels.get(channel_id) or self.threads.get(channel_id)
