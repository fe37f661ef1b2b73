"""People, roles, places and files that somebody chooses: found by id as a client would offer them, and sent along."""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from playground.discord.limits.components import CHANNEL_SELECT, MENTIONABLE_SELECT, ROLE_SELECT, USER_SELECT
from playground.discord.world import Channel, Guild, Role, Upload, User, World
from playground.discord.world.conversation import Attachment
from playground.discord.world.interaction_payloads import FILE_SIZE_LIMIT, resolved_json


class ClientRefused(Exception):
    """The client doesn't let a person do that; nothing was sent. The text is a sentence for that person."""


def so_many(low: int, high: int, what: str) -> str:
    """Describe the allowed number of something: 1 choice, 2 to 5 choices."""
    amount = str(low) if low == high else f"{low} to {high}"
    return f"{amount} {what}" if high == 1 else f"{amount} {what}s"


Json = dict[str, Any]


class Sort(Enum):
    """What can be chosen by id."""

    PERSON = "person"
    ROLE = "role"
    PLACE = "place"


IN_MENUS = {
    USER_SELECT: frozenset({Sort.PERSON}),
    ROLE_SELECT: frozenset({Sort.ROLE}),
    MENTIONABLE_SELECT: frozenset({Sort.PERSON, Sort.ROLE}),
    CHANNEL_SELECT: frozenset({Sort.PLACE}),
}


@dataclass(slots=True)
class Chosen:
    """What was chosen in one deed, for `resolved`. `viewer` chooses in `channel`."""

    world: World
    viewer: User
    channel: Channel
    users: list[User] = field(default_factory=list[User])
    roles: list[Role] = field(default_factory=list[Role])
    channels: list[Channel] = field(default_factory=list[Channel])
    attachments: list[Attachment] = field(default_factory=list[Attachment])

    def take(self, thing: Any) -> str | None:
        """Note a person, role, place or file, and give its id; None for what is none of these.

        Raises ClientRefused for a file that is too large to be sent.
        """
        who = thing if isinstance(thing, User) else getattr(thing, "user", None)
        match thing:
            case Upload():
                require_sendable(thing)
                thing = self.world.keep_file(self.channel.id, thing)
                self.attachments.append(thing)
                self.world.lent.append(thing)
            case Role():
                self.roles.append(thing)
            case Channel():
                self.channels.append(thing)
            case _ if isinstance(who, User):
                thing = who
                self.users.append(who)
            case _:
                return None
        return str(thing.id)

    def find(self, sorts: Collection[Sort], text: str, kinds: Collection[int] = ()) -> User | Role | Channel | None:
        """Return the object with this id among `sorts` if the client offers it; `kinds` limits channels."""
        if not (text.isascii() and text.isdecimal() and len(text) <= 20):
            return None
        number, guild = int(text), self.world.guild_of(self.channel)
        person = self._person(guild, number) if Sort.PERSON in sorts else None
        role = guild.roles.get(number) if guild is not None and Sort.ROLE in sorts else None
        place = guild.place(number) if guild is not None and Sort.PLACE in sorts else None
        if place is not None and (not self.world.sees(self.viewer, place) or (kinds and place.kind not in kinds)):
            place = None
        return person or role or place

    def choose(self, sorts: Collection[Sort], value: Any, kinds: Collection[int] = (), *, checked: bool) -> str:
        """Return the id to send for a choice, given as object or id. Raises ClientRefused unless it is offered."""
        thing = self.find(sorts, value, kinds) if isinstance(value, str) else value
        is_other_kind = isinstance(thing, Channel) and bool(kinds) and thing.kind not in kinds
        taken = self.take(thing)
        if checked and (taken is None or is_other_kind):
            raise ClientRefused("That choice isn't there.")
        return str(value) if taken is None else taken

    def json(self) -> Json:
        return resolved_json(
            self.world,
            self.channel,
            users=self.users,
            roles=self.roles,
            channels=self.channels,
            attachments=self.attachments,
            asked_by=self.viewer,
        )

    def _person(self, guild: Guild | None, number: int) -> User | None:
        if guild is not None:
            member = guild.members.get(number)
            return None if member is None else member.user
        return next((user for user in self.channel.recipients if user.id == number), None)


def require_sendable(file: Upload) -> None:
    """Refuse a file that is too large for the client. Raises ClientRefused."""
    if len(file.content) > FILE_SIZE_LIMIT:
        raise ClientRefused(f"{file.filename} is too large: files have at most {FILE_SIZE_LIMIT // 1024**2} MiB.")
