"""The state of a message that is kept current: the edits that it still takes, and the next try after a failure."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field

import aiohttp
import discord

from bot.clock import Clock
from bot.tables.model import Table
from bot.ui.panels import FixedView

TOKEN_LIFE = 14 * 60.0
"""Seconds for which a click's token may edit the message; Discord allows 15 minutes."""
OLD_AFTER, OLD_EDITS, OLD_WINDOW = 3600.0, 2, 20.0
"""A message that is so old takes few ordinary edits in a window (both in seconds); the library would wait for
more. One of three is left for folding the message."""
AGAIN_AFTER, AGAIN_AT_MOST, SELDOM = 2.0, 60.0, 600.0
"""Seconds after which a drawing that has failed is tried again: at first, however often it fails, and where the message
is out of reach.
"""
OUT_OF_REACH = {10003, 10008, 50001, 50013, 50083, 160005}
"""Channel or message gone, no access, no permission, archived, locked: nothing can be drawn there now."""
_TOO_MANY, _TOO_SLOW, _SERVERS_OWN = 429, 408, 500
UNDRAWN = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a drawing fails with through no fault of the bot's own."""


@dataclass
class Drawing:
    """Times are in seconds since the epoch."""

    channel_id: int
    guild_id: int = 0
    drawn: int = -1
    """The version of the table that the message shows."""
    is_outdated: bool = False
    """True if the same version looks different now."""
    shown: str = ""
    """What the message looks like, to the last button: what would look the same isn't drawn again."""
    board: str = ""
    """The name of the board that is attached to it."""
    turn: int = 0
    """The turn that the ids of its buttons name."""
    next: tuple[Table, FixedView] | None = field(default=None, repr=False)
    """A table that is still to be drawn, with what it looks like."""
    last: float = float("-inf")
    pen: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)
    """Held while the message is changed."""
    wanted: bool = False
    pushed: int = 0
    """Messages of others below it."""
    lost: int | None = None
    """The id of its message, if it was deleted."""
    left: Table | None = None
    """The table as it was before it was brought elsewhere, until its message there says so."""
    posted: float = float("-inf")
    """The time at which it was posted again."""
    failed: int = 0
    """How many drawings in a row came to nothing."""
    is_last: bool = False
    """Whether nothing is tried again: the bot stops."""
    not_before: float = float("-inf")
    """The earliest that it is tried again."""
    old_edits: deque[float] = field(default_factory=lambda: deque(maxlen=OLD_EDITS), repr=False)
    token: tuple[discord.Interaction, float] | None = None
    """The last click on the message, and when it was."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def note_shown(self, table: Table, view: FixedView) -> None:
        """Note that the message shows the table now, unless a later drawing was faster."""
        self.drawn, self.shown, self.turn = max(self.drawn, table.record.version), view.looks, table.last_asked
        self.board = view.board.name if view.board is not None else ""

    def click_for_edits(self, now: float) -> discord.Interaction | None:
        """Return a click whose token is young enough to edit the message."""
        if self.token is None:
            return None
        click, since = self.token
        if now - since >= TOKEN_LIFE:
            self.token = None
            return None
        return click

    def note_failure(self, failed: Exception, now: float) -> None:
        """Note that drawing failed and try again after a growing delay, unless Discord refuses the bot itself."""
        self.failed, self.is_outdated = self.failed + 1, True
        if is_out_of_reach(failed):
            self.wanted, self.not_before = True, now + SELDOM
        elif may_pass(failed):
            self.wanted, self.not_before = True, now + min(AGAIN_AFTER * 2 ** (self.failed - 1), AGAIN_AT_MOST)

    def note_success(self) -> None:
        self.failed, self.not_before = 0, float("-inf")

    def want(self, draw: Callable[[], Coroutine[object, object, None]], name: str) -> None:
        """Start drawing. Something has changed, so an earlier failure no longer delays it."""
        self.wanted, self.not_before = True, float("-inf")
        is_put_off = self.failed and not self.pen.locked()
        if self.task is not None and is_put_off:
            self.task.cancel()
        if self.task is None or self.task.done() or is_put_off:
            self.task = asyncio.create_task(draw(), name=name)

    async def until_current(self, clock: Clock, window: float, draw: Callable[[], Awaitable[None]]) -> None:
        """Draw at the end of each window in which that is wanted."""
        while self.wanted and not self.is_last:
            await clock.sleep(max(self.last + window, self.not_before) - clock.now())
            await draw()

    def is_worn_out(self, message_id: int, now: float) -> bool:
        """Return whether an old message has had all the ordinary edits it takes for now. If not, count this one."""
        if now - discord.utils.snowflake_time(message_id).timestamp() < OLD_AFTER:
            return False
        if len(self.old_edits) == OLD_EDITS and now - self.old_edits[0] < OLD_WINDOW:
            return True
        self.old_edits.append(now)
        return False

    def note_posted(self, now: float) -> None:
        """Forget everything about the old message: there is a new one."""
        self.token, self.pushed, self.last, self.posted, self.board = None, 0, now, now, ""
        self.old_edits.clear()


def is_out_of_reach(failed: Exception) -> bool:
    """Return whether nobody can draw there."""
    return isinstance(failed, discord.HTTPException) and failed.code in OUT_OF_REACH


def may_pass(failed: Exception) -> bool:
    """Return whether Discord may accept the same later."""
    if not isinstance(failed, discord.HTTPException):
        return True
    return failed.status in {_TOO_MANY, _TOO_SLOW} or failed.status >= _SERVERS_OWN
