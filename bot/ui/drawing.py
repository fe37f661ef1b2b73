"""What is known of the message that shows a table, and which edits it still takes."""

import asyncio
from collections import deque
from dataclasses import dataclass, field

import discord

TOKEN_LIFE = 14 * 60.0
"""Seconds for which a click's token may edit the message; Discord allows 15 minutes."""
OLD_AFTER, OLD_EDITS, OLD_WINDOW = 3600.0, 2, 20.0
"""A message that is so old takes few ordinary edits in a window (both in seconds); the library would wait for
more. One of three is left for folding the message."""


@dataclass
class Drawing:
    """Times are in seconds since the epoch."""

    channel_id: int
    drawn: int = -1
    """The version of the table that the message shows."""
    shown: str = ""
    """What the message looks like, to the last button: what would look the same isn't drawn again."""
    last: float = float("-inf")
    pen: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)
    """Held by whoever changes the message."""
    wanted: bool = False
    pushed: int = 0
    """Messages of others below it."""
    old_edits: deque[float] = field(default_factory=lambda: deque(maxlen=OLD_EDITS), repr=False)
    token: tuple[discord.Interaction, float] | None = None
    """The last click on the message, and when it was."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def click_for_edits(self, now: float) -> discord.Interaction | None:
        """A click whose token is young enough to edit the message."""
        if self.token is None:
            return None
        click, since = self.token
        if now - since >= TOKEN_LIFE:
            self.token = None
            return None
        return click

    def is_worn_out(self, message_id: int, now: float) -> bool:
        """Whether an old message has had all the ordinary edits it takes for now; counts this one if not."""
        if now - discord.utils.snowflake_time(message_id).timestamp() < OLD_AFTER:
            return False
        if len(self.old_edits) == OLD_EDITS and now - self.old_edits[0] < OLD_WINDOW:
            return True
        self.old_edits.append(now)
        return False

    def posted_anew(self, now: float) -> None:
        """There is a new message: what held of the old one is forgotten."""
        self.token, self.pushed, self.last = None, 0, now
        self.old_edits.clear()
