"""What happens in the world, for those who watch it: whether a bot is there or not, and whether it may know."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.discord.world.conversation import Message


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
