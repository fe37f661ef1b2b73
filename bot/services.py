"""The services behind commands and buttons, in one object that the client carries. It takes and releases shards: their
clocks, NPCs and upkeep run in the process that serves them.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Protocol

from bot.campaigns import Campaigns, CardFiles, Characters, Claims, Items, Loadouts, Preferences, Wallet
from bot.clock import Clock
from bot.db import Ids, Leases, SoleLeases, WatchedDatabase
from bot.images.boards import BoardPainter
from bot.images.symbols import Images
from bot.npcs.autopilot import NpcAutopilots
from bot.portability.service import CampaignFiles
from bot.privacy.maintenance import Maintenance
from bot.processes import WorkerPool
from bot.reports.plotter import Plotter
from bot.reports.service import SessionReports
from bot.shards import Shards
from bot.tables.offers import Offers
from bot.tables.presets import Presets
from bot.tables.service import TableService
from bot.worker import PROGRAM

log = logging.getLogger(__name__)
FINISHED_WITHIN = 1.0
"""Seconds that the parts get to finish what is under way for the servers of a shard that is released. Clicks that come
meanwhile are answered by the next process, within 3 seconds.
"""


class ServerWork(Protocol):
    """A part of the bot that works for servers unasked, or remembers something of them."""

    async def take(self, shards: frozenset[int], /) -> None:
        """Begin for the servers of these shards, from what the database says: nothing is known of them."""
        ...

    async def finish(self, shards: frozenset[int], /) -> None:
        """Begin nothing more for these servers, and bring to its end what is under way and has to be written or
        shown.
        """
        ...

    async def forget(self, shards: frozenset[int], /) -> None:
        """Break off what is still under way for these servers, and drop everything that is known of them."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """The services behind the commands."""

    shards: Shards
    leases: Leases
    db: WatchedDatabase
    clock: Clock
    ids: Ids
    campaigns: Campaigns
    characters: Characters
    claims: Claims
    wallet: Wallet
    kits: Loadouts
    goods: Items
    materials: CardFiles
    preferences: Preferences
    tables: TableService
    workers: WorkerPool
    pilots: NpcAutopilots
    presets: Presets
    offers: Offers
    evenings: SessionReports
    plotter: Plotter
    campaign_files: CampaignFiles
    maintenance: Maintenance
    images: Images
    painter: BoardPainter
    parts: list[ServerWork] = field(default_factory=list[ServerWork])
    """All that takes and releases shards, in this order; the client adds its own."""
    _moving: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def start(self) -> None:
        """Begin to work for the servers of the shards that are held already."""
        # The clock comes last: what falls due at once is heard by the others.
        for part in (self.pilots, self.maintenance, self.tables.clockwork):
            await part.start()

    async def take(self, shards: frozenset[int]) -> None:
        """Serve the servers of these shards from now on, once this process alone holds them: start their clocks, NPCs,
        erasures and screens.
        """
        async with self._moving:
            new = shards - self.shards.held
            self.shards.held |= new
            for part in self.parts:
                await part.take(new)

    async def release(self, shards: frozenset[int], *, is_lost: bool = False) -> None:
        """Serve the servers of these shards no longer. When this returns, nothing more is written for them, and
        nothing is remembered of them.

        No clicks of theirs may come in by now. What people have done is drawn and told to its end first, for
        `FINISHED_WITHIN` seconds at most. Where the shards are lost nothing is drawn: another process may serve them.
        """
        async with self._moving:
            old = shards & self.shards.held
            self.shards.leaving |= old
            try:
                if not is_lost:
                    await self._finish(old)
            finally:
                self.shards.held -= old
                self.shards.leaving -= old
                await self.tables.store.release(old)
                for part in self.parts:
                    await part.forget(old)

    async def _finish(self, shards: frozenset[int]) -> None:
        async def finish() -> None:
            for part in self.parts:
                await part.finish(shards)

        finishing = asyncio.create_task(finish(), name="finishing shards")
        # As in `Shadowport.finish`: a write isn't broken off.
        await asyncio.wait({finishing}, timeout=FINISHED_WITHIN)
        if finishing.done():
            finishing.result()
        else:
            finishing.cancel()
            log.warning("shards %s are released before everything is drawn", sorted(shards))


def build_services(
    db: WatchedDatabase,
    clock: Clock,
    ids: Ids,
    workers: WorkerPool | None = None,
    shards: Shards | None = None,
    leases: Leases | None = None,
    **tables: object,
) -> Services:
    """Build the services on an open database, for the servers of these shards. Default: all servers.

    `workers` and `tables`, arguments of the TableService, are for tests.
    """
    workers, shards = workers or WorkerPool(PROGRAM), shards or Shards()
    campaigns = Campaigns(db, ids, clock)
    characters = Characters(db, campaigns, ids, clock)
    pictures = Images()
    seen: dict[str, object] = {"symbols": pictures.symbols, "shards": shards, **tables}
    service = TableService(db, campaigns, characters, clock, ids, **seen)  # pyright: ignore[reportArgumentType]
    pilots, maintenance = NpcAutopilots(service, clock, workers), Maintenance(db, service, clock)
    return Services(
        shards=shards,
        leases=leases or SoleLeases(),
        db=db,
        clock=clock,
        ids=ids,
        campaigns=campaigns,
        characters=characters,
        claims=Claims(db),
        wallet=Wallet(db, characters, clock),
        kits=Loadouts(db),
        goods=Items(db, clock),
        materials=CardFiles(db, clock),
        preferences=Preferences(db),
        tables=service,
        workers=workers,
        pilots=pilots,
        presets=Presets(db, clock),
        offers=Offers(db, clock, ids),
        evenings=SessionReports(db),
        plotter=Plotter(),
        campaign_files=CampaignFiles(db, campaigns, ids, clock),
        maintenance=maintenance,
        images=pictures,
        painter=BoardPainter(),
        parts=[pilots, maintenance, service.clockwork],
    )
