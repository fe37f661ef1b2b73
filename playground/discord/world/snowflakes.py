"""Discord's numbers: ids, and intents by their bit in IDENTIFY.

An id has milliseconds since 2015 in the upper bits and a counter below, so ids sort by time of creation.
"""

from datetime import UTC, datetime
from enum import IntFlag

from bot.clock import Clock

DISCORD_EPOCH_MS = 1_420_070_400_000
_TIME_SHIFT = 22


class Snowflakes:
    """Ever rising ids by the injected clock; two worlds with the same clock and the same history have the same ids."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    @property
    def last(self) -> int:
        """The highest id so far."""
        return self._last

    def rise_above(self, snowflake: int) -> None:
        """Give out no id that isn't higher."""
        self._last = max(self._last, snowflake)

    def next(self) -> int:
        milliseconds = int(self._clock.now() * 1000) - DISCORD_EPOCH_MS
        self._last = max(self._last + 1, milliseconds << _TIME_SHIFT)
        return self._last

    def next_on(self, shard: int, count: int) -> int:
        """Give out the next id whose server belongs to that shard of so many: a few milliseconds later, if need be."""
        milliseconds = self.next() >> _TIME_SHIFT
        later = (shard - milliseconds) % count
        if later:
            self._last = (milliseconds + later) << _TIME_SHIFT
        return self._last


def shard_of(snowflake: int, count: int) -> int:
    """Return the shard of a server by its id, as Discord divides servers among so many shards."""
    return (snowflake >> _TIME_SHIFT) % count


def created_at(snowflake: int) -> float:
    """When the id was made, in seconds since the epoch."""
    return ((snowflake >> _TIME_SHIFT) + DISCORD_EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """Format a moment as Discord does: ISO 8601, UTC, microseconds."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


class Intent(IntFlag):
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MODERATION = 1 << 2
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = int(Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT)
KNOWN = (1 << 26) - 1
