"""Discord's ids: milliseconds since 2015 in the upper bits, a counter below, so they sort by time of creation."""

from datetime import UTC, datetime

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


def created_at(snowflake: int) -> float:
    """When the id was made, in seconds since the epoch."""
    return ((snowflake >> _TIME_SHIFT) + DISCORD_EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """Format a moment as Discord does: ISO 8601, UTC, microseconds."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
