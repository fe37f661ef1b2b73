"""The host: which shards this process serves, and how shards pass from one process to the next without a lost click.

With a SQLite file the process serves the shards of its settings from its start to its end. On a PostgreSQL server
several processes agree by what they see of each other in the database (`bot.db.leases`), twice a second:

- A shard that nobody holds is taken by a process that wants it. Those that want any (`SHARD_IDS=auto`) share the shards
  evenly. A killed process leaves its shards free. After the server was away, a process that wants any at first takes
  those that it is connected to.
- A shard that another process holds gets an **heir**, a process that wants it by name. One that wants any becomes the
  heir if the holder is stopping or has more than its share. The heir connects a session of its own beside the holder's,
  keeps the interactions that come, and says that it is ready.
- The holder releases a shard with a ready heir if it is stopping or has more than its share. It leaves the gateway,
  finishes what is under way, and notes the interactions that it has handled. The heir takes the shard. It answers the
  interactions that it has kept, except for the handled ones.

So the way to restart without a gap is to start the new process and then stop the old one. A shard stays where it
is while its holder runs and has no more than its share. A second process with the same settings waits as a reserve.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from bot.db import DatabaseAway, Survey
from bot.services import Services
from bot.ui.client import Shadowport

log = logging.getLogger(__name__)
_Result = TypeVar("_Result")
EVERY = 0.5
"""Seconds between two looks at the other processes."""
EVERY_AS_HEIR = 0.1
"""Seconds between two tries to take a shard that its holder may be releasing."""
HANDED_ON_WITHIN = 15.0
"""Seconds for which a process that stops waits for heirs. The library takes up to 5 seconds to connect each."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The next steps of a process."""

    take: tuple[int, ...] = ()
    """Free shards, to be taken in this order."""
    inherit: frozenset[int] = frozenset()
    """Shards of others, to be connected and waited for."""
    release: frozenset[int] = frozenset()
    """Own shards that have an heir who is ready."""


def plan(survey: Survey, me: int, count: int, wanted: frozenset[int] | None, connected: frozenset[int]) -> Plan:
    """Plan the steps of worker `me`. `wanted` are the shards of its settings, or None for any; `connected` are those
    that it has a session of, or waits for.
    """
    mine = frozenset(shard for shard, holder in survey.holders.items() if holder == me)
    heirs = {shard: heir for shard, (heir, _) in survey.heirs.items() if heir in survey.workers}
    share = fair_share(survey, count)
    held = {worker: sum(1 for holder in survey.holders.values() if holder == worker) for worker in survey.workers}
    is_leaving = me in survey.leaving
    surplus = len(mine) if is_leaving else len(mine) - share if wanted is None else 0
    ready = [shard for shard in sorted(mine, reverse=True) if shard in heirs and survey.heirs[shard][1]]
    release = frozenset(ready[: max(surplus, 0)])
    if is_leaving:
        return Plan(release=release)
    free = [shard for shard in range(count) if shard not in survey.holders and heirs.get(shard, me) == me]
    free.sort(key=lambda shard: (shard not in connected, shard))
    others = [shard for shard in survey.holders if shard not in mine and heirs.get(shard, me) == me]
    if wanted is not None:
        return Plan(tuple(shard for shard in free if shard in wanted), wanted.intersection(others), release)
    room = max(share - len(mine), 0)
    # Others come back, too, each for the shards that it is connected to.
    take = tuple(shard for shard in free if shard in connected) if survey.is_back else tuple(free[:room])
    # Of a holder that stops all shards pass on; of one that has too many those that are over.
    over = {
        worker: number if worker in survey.leaving else number - share if survey.workers[worker] else 0
        for worker, number in held.items()
    }
    for shard, heir in heirs.items():
        if heir != me and survey.holders.get(shard) in over:
            over[survey.holders[shard]] -= 1
    inherit: set[int] = set()
    for shard in sorted(others, key=lambda shard: (shard not in connected, -shard)):
        holder = survey.holders[shard]
        if len(inherit) < room - len(take) and over.get(holder, 0) > 0:
            inherit.add(shard)
            over[holder] -= 1
    return Plan(take, frozenset(inherit), release)


def fair_share(survey: Survey, count: int) -> int:
    """Return the most shards that each process may hold that wants any and isn't stopping."""
    takers = sum(1 for worker, wants_any in survey.workers.items() if wants_any and worker not in survey.leaving)
    return -(-count // takers) if takers else 0


class Host:
    """Keeps this process's shards by the plan."""

    def __init__(self, services: Services, client: Shadowport, wanted: Collection[int] | None) -> None:
        """Serve these shards; None for any that are free."""
        self._services, self._client, self._leases, self._clock = services, client, services.leases, services.clock
        self._count, self._wanted = services.shards.count, None if wanted is None else frozenset(wanted)
        self._heirs: dict[int, asyncio.Task[None]] = {}
        self._busy = asyncio.Lock()

    async def run(self) -> None:
        """Take and release shards until canceled. A process that is alone on its database takes its shards once."""
        losing = asyncio.create_task(self._drop_lost(), name="lost-shards")
        try:
            await self._until_reached(lambda: self._leases.join(self._count, wants_any=self._wanted is None))
            while True:
                await self._until_reached(self._go_round)
                await self._clock.sleep(EVERY)
        finally:
            losing.cancel()
            for waiting in self._heirs.values():
                waiting.cancel()

    async def leave(self) -> None:
        """Hand on the shards to other processes, those for which there is an heir in time."""
        with suppress(DatabaseAway):
            await self._leases.leave()
            until = self._clock.now() + HANDED_ON_WITHIN
            while self._leases.held and self._clock.now() < until:
                survey = await self._leases.survey()
                if not _may_inherit(survey, self._leases.worker):
                    return
                for shard in plan(survey, self._leases.worker, self._count, self._wanted, frozenset()).release:
                    await self._release(shard)
                await self._clock.sleep(EVERY_AS_HEIR)

    async def _until_reached(self, work: Callable[[], Awaitable[_Result]]) -> _Result:
        """Return the result of `work`. Begin it again while the database is away."""
        while True:
            try:
                return await work()
            except DatabaseAway:
                await self._leases.reached()

    async def _go_round(self) -> None:
        """Follow the plan until it has nothing to take or to release."""
        while True:
            self._heirs = {shard: waiting for shard, waiting in self._heirs.items() if not _has_ended(waiting)}
            survey = await self._leases.survey()
            connected = self._client.connected_shards.union(self._heirs)
            steps = plan(survey, self._leases.worker, self._count, self._wanted, connected)
            await self._leave_unwanted(steps.inherit.union(steps.take))
            for shard in steps.inherit - self._heirs.keys():
                if await self._leases.inherit(shard):
                    self._heirs[shard] = asyncio.create_task(self._wait_for(shard), name=f"heir-{shard}")
            for shard in sorted(steps.release):
                await self._release(shard)
            if not steps.take or not await self._take(steps.take[0]):
                return

    async def _wait_for(self, shard: int) -> None:
        """Stand by for a shard until it is taken."""
        await self._client.connect_shard(shard)
        log.info("shard %s is connected beside the process that serves it", shard)
        while not await self._until_reached(lambda: self._take_as_heir(shard)):
            await self._clock.sleep(EVERY_AS_HEIR)

    async def _take_as_heir(self, shard: int) -> bool:
        await self._leases.inherit(shard, is_ready=True)
        return await self._take(shard)

    async def _take(self, shard: int) -> bool:
        """Return True once the shard is served here. It is never broken off halfway."""
        return await asyncio.shield(self._try_to_take(shard))

    async def _try_to_take(self, shard: int) -> bool:
        async with self._busy:
            if shard in self._leases.held:
                return True
            handled = await self._leases.take(shard)
            if handled is None:
                return False
            await self._services.take(frozenset({shard}))
            await self._client.connect_shard(shard)
            if shard not in self._services.shards.held:
                return False  # lost while it was connecting
            await self._client.serve_shard(shard, handled)
        log.info("shard %s is served here", shard)
        return True

    async def _release(self, shard: int) -> None:
        async with self._busy:
            await self._leases.release(shard, await self._client.leave_shard(shard))
        log.info("shard %s is released", shard)

    async def _leave_unwanted(self, wanted: frozenset[int]) -> None:
        """Disconnect the shards that are no longer held or wanted."""
        for shard in self._heirs.keys() - wanted:
            self._heirs.pop(shard).cancel()
        async with self._busy:
            for shard in self._client.connected_shards - self._leases.held - wanted:
                await self._leases.disinherit(shard)
                await self._client.leave_shard(shard)

    async def _drop_lost(self) -> None:
        """Stop to serve shards whose lease is lost. They stay connected, and are taken again like any other; until then
        people read why nothing can be done.
        """
        while True:
            shards = await self._leases.lost()
            log.error("the database can't be reached, so this process serves none of the shards %s", sorted(shards))
            await self._services.release(shards, is_lost=True)
            while lost := self._client.connected_shards - self._leases.held - self._heirs.keys():
                await self._clock.sleep(EVERY)
                self._client.answer_overdue(lost)


def _has_ended(waiting: asyncio.Task[None]) -> bool:
    """Return True for an heir who has taken the shard. Raises what it failed with."""
    if waiting.done():
        waiting.result()
    return waiting.done()


def _may_inherit(survey: Survey, me: int) -> bool:
    """Return True if another process may take a shard of this one that stops."""
    others = survey.workers.keys() - survey.leaving - {me}
    waiting = {heir for shard, (heir, _) in survey.heirs.items() if survey.holders.get(shard) == me}
    return any(survey.workers[worker] or worker in waiting for worker in others)
