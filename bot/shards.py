"""The shards of Discord's gateway, and which of them this process serves.

A server belongs to exactly one shard (Discord's own rule), and a shard is served by one process at a time. So tables,
locks and caches of a server live in one process.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from bot.errors import TryAgain

_ID_BITS = 22
"""The bits of a Discord id below its time."""
_SERVED = "served("


class NotServed(TryAgain):
    """The refusal of work for a server that another process serves, or that nobody serves at the moment."""

    def __init__(self) -> None:
        super().__init__("This server is being moved to another process of the bot. Try again in a minute.")


class Shards:
    """How many shards there are, and those that this process serves now."""

    def __init__(self, count: int = 1, held: Collection[int] = (0,)) -> None:
        self.count = count
        self.held = frozenset(held)
        self.leaving: frozenset[int] = frozenset()
        """Those of the held ones that are about to be released: only people begin something there."""
        self._at_work: Counter[int] = Counter()
        self._rested = asyncio.Event()

    def of(self, guild_id: int | None) -> int:
        """Return the shard of a server. Direct messages, which have none, come to shard 0."""
        return ((guild_id or 0) >> _ID_BITS) % self.count

    def serves(self, guild_id: int | None) -> bool:
        """Return True if this process serves that server now."""
        return self.of(guild_id) in self.held

    def begins_for(self, guild_id: int) -> bool:
        """Return True if this process begins work of its own for that server, as a clock does."""
        return self.of(guild_id) in self.held - self.leaving

    def has_in(self, shards: Collection[int]) -> Callable[[int | None], bool]:
        """Return a test for the servers of these shards."""
        return lambda guild_id: self.of(guild_id) in shards

    @property
    def has_all(self) -> bool:
        """Whether this process serves every server."""
        return len(self.held) == self.count

    @contextmanager
    def working(self, guild_id: int) -> Iterator[None]:
        """Count what is done for a server in the block: `rest` waits for its end. Raises NotServed.

        As in `limited`, an id of another kind may stand for the server.
        """
        shard = self.of(guild_id)
        if shard not in self.held:
            raise NotServed
        self._at_work[shard] += 1
        try:
            yield
        finally:
            self._at_work[shard] -= 1
            if not self._at_work[shard]:
                del self._at_work[shard]
                self._rested.set()

    async def rest(self, shards: Collection[int]) -> None:
        """Wait until nothing that `working` counts is under way for these shards."""
        while any(self._at_work[shard] for shard in shards):
            self._rested.clear()
            await self._rested.wait()

    def limited(
        self, sql: str, *values: float | str, among: Collection[int] | None = None
    ) -> tuple[str, *tuple[float | str, ...]]:
        """Return SQL with a condition in the place of `served(column)`, and its values: only for rows of the servers
        that this process begins work for. Raises ValueError without one such place behind all marks for values.

        The column holds a server's id, or another id whose rows are to be divided among the processes. With `among`,
        only servers of these shards are meant.
        """
        before, place, behind = sql.partition(_SERVED)
        column, _, behind = behind.partition(")")
        if not place or _SERVED in behind or "?" in behind:
            raise ValueError(f"one served(column) belongs behind the marks of {sql!r}")
        held = self.held - self.leaving
        meant = tuple(sorted(held if among is None else held.intersection(among)))
        if not meant:
            return (f"{before}1 = 0{behind}", *values)
        condition = f"({column} >> {_ID_BITS}) % ? IN ({', '.join('?' * len(meant))})"
        return (f"{before}{condition}{behind}", *values, self.count, *meant)
