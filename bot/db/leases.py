"""Leases: which process serves which shard, and what else processes on one database agree on.

A SQLite file has one process, which gets whatever it asks for. On a PostgreSQL server there may be 64, and each opened
database is one of them. The server grants its locks to a connection, so they end with the process that had them:

1. A process opens the database and gets a `worker` number. The numbers that it gives out end in it.
2. It joins with the count of shards that it knows. All that run must know the same.
3. It takes a shard that no other process holds. That raises the shard's fence, a number in the database.
4. Each commit of a process checks the fences of all shards that it holds, in its own transaction. A process that lost
   a shard without noticing finds a higher fence, and writes nothing.
5. It releases the shard after the last write for it, and notes which interactions it has handled.

If the process loses its connection, all its shards are lost. Nothing more is written, `lost` returns, and the database
connects again. Then shards can be taken again.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

from bot.clock import Clock

IDENTIFY_EVERY = 6.0
"""Seconds between two IDENTIFYs of a bucket. Discord wants 5, and the connection for the first may open more slowly."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The processes that have joined on the database at a moment, and the shards they hold."""

    workers: Mapping[int, bool]
    """By number: true for a process that wants any shard that is free."""
    holders: Mapping[int, int]
    """By shard: the worker that holds it."""
    heirs: Mapping[int, tuple[int, bool]] = field(default_factory=dict[int, tuple[int, bool]])
    """By shard: the worker that waits for it to be released, and true once that is connected."""
    leaving: frozenset[int] = frozenset()
    """The workers that are about to stop."""
    is_back: bool = False
    """True if this process lost the server a moment ago: others that lost it may not have joined again yet."""


class Leases(Protocol):
    """The shards, the number and the turns of a process. Every method but `lost` may raise DatabaseAway."""

    @property
    def worker(self) -> int:
        """The number of this process, from 0 to 63. It stays the same as long as the database is open."""
        ...

    @property
    def held(self) -> frozenset[int]:
        """The shards that this process holds now."""
        ...

    async def join(self, shard_count: int, *, wants_any: bool = False) -> None:
        """Tell other processes how many shards there are, and if this one wants any that is free. May be repeated.

        Raises CannotOpen if a running process counts them otherwise.
        """
        ...

    async def take(self, shard: int) -> frozenset[str] | None:
        """Try to take a shard, without waiting for another process to release it. Return None if one holds it.

        Otherwise return the ids of the interactions that the last holder noted when it released the shard. After a
        crash there are none. A shard that this process holds already stays as it is.
        """
        ...

    async def release(self, shard: int, handled: Collection[str] = ()) -> None:
        """Let other processes take the shard, after the last write for it. Note the interactions handled lately.

        Does nothing if this process no longer holds the shard.
        """
        ...

    async def inherit(self, shard: int, *, is_ready: bool = False) -> bool:
        """Become the heir of a shard that another process holds, or say as its heir that this process is ready.

        Return False if another process that runs is the heir.
        """
        ...

    async def disinherit(self, shard: int) -> None:
        """Wait for the shard no longer."""
        ...

    async def leave(self) -> None:
        """Tell other processes that this one is about to stop. It stays so until `join`."""
        ...

    async def lost(self) -> frozenset[int]:
        """Wait until shards are lost without being released. Return them: the process has to stop serving them.

        A loss since the last call returns at once. Another process may hold these shards already.
        """
        ...

    async def reached(self) -> None:
        """Wait until the database can be reached, so that shards can be taken."""
        ...

    async def survey(self) -> Survey:
        """Look at the processes that have joined, and at the shards that are held."""
        ...

    def exclusively(self, name: str, *, wait: bool = True) -> AbstractAsyncContextManager[bool]:
        """Enter what only one process may do at a time, as in `async with leases.exclusively("commands"):`.

        It waits for its turn and yields True. Without `wait` it yields False at once if it isn't its turn. Where the
        server is lost meanwhile, the next process may enter although this one hasn't left.
        """
        ...

    async def identify(self, bucket: int, clock: Clock) -> None:
        """Wait on that clock until this process may open a connection to send an IDENTIFY of the bucket (shard modulo
        `max_concurrency`).
        """
        ...


class SoleLeases:
    """Leases of the only process on a database. It gets all it asks for, and loses nothing."""

    worker = 0

    def __init__(self) -> None:
        self._held: set[int] = set()
        self._handled: dict[int, frozenset[str]] = {}
        self._wants_any: bool | None = None
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._next: dict[int, float] = {}
        """For each bucket, the moment of the next IDENTIFY."""

    @property
    def held(self) -> frozenset[int]:
        return frozenset(self._held)

    async def join(self, shard_count: int, *, wants_any: bool = False) -> None:
        self._wants_any = wants_any

    async def take(self, shard: int) -> frozenset[str] | None:
        self._held.add(shard)
        return self._handled.pop(shard, frozenset())

    async def release(self, shard: int, handled: Collection[str] = ()) -> None:
        if shard in self._held:
            self._held.remove(shard)
            self._handled[shard] = frozenset(handled)

    async def inherit(self, shard: int, *, is_ready: bool = False) -> bool:
        return False

    async def disinherit(self, shard: int) -> None:
        return

    async def leave(self) -> None:
        return

    async def lost(self) -> frozenset[int]:
        return await asyncio.get_running_loop().create_future()

    async def reached(self) -> None:
        return

    async def survey(self) -> Survey:
        joined = {} if self._wants_any is None else {self.worker: self._wants_any}
        return Survey(joined, dict.fromkeys(self._held, self.worker))

    @asynccontextmanager
    async def exclusively(self, name: str, *, wait: bool = True) -> AsyncGenerator[bool]:
        if not wait and self._turns[name].locked():
            yield False
            return
        async with self._turns[name]:
            yield True

    async def identify(self, bucket: int, clock: Clock) -> None:
        now = clock.now()
        turn = max(now, self._next.get(bucket, now))
        self._next[bucket] = turn + IDENTIFY_EVERY
        if turn > now:
            await clock.sleep(turn - now)
