"""A token bucket a user: who clicks wildly is asked to wait, and nobody else notices."""

from collections import OrderedDict

import discord

from bot.clock import Clock
from bot.errors import PlayerError

BURST = 12.0
"""Interactions that may come at once."""
PER_SECOND = 3.0
_KEPT = 10_000


class TooFast(PlayerError):
    """More interactions than a person makes on purpose."""

    def __init__(self) -> None:
        super().__init__("That was a lot at once: wait a few seconds.")


class Flood:
    """Counts interactions by user."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def admit(self, user_id: int) -> None:
        """Count one interaction; raises TooFast when the user's bucket is empty."""
        now = self._clock.now()
        left, since = self._buckets.pop(user_id, (BURST, now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        self._buckets[user_id] = (max(left - 1.0, 0.0), now)
        if len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)
        if left < 1.0:
            raise TooFast


def flood_of(interaction: discord.Interaction) -> Flood:
    """The gate of the client that received the interaction."""
    return interaction.client.flood  # pyright: ignore[reportAttributeAccessIssue]
