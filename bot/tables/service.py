"""The one object for tables that the layers above import, and what a GM does to all open tables of a campaign
at once.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace

from bot.campaigns import Campaign, Campaigns, Characters, Items, Loadouts, Right, require
from bot.clock import Clock
from bot.db import Database, Ids, fault_of, log_unexpected
from bot.engine.words import NO_PICTURES
from bot.errors import PlayerError, TryAgain
from bot.shards import NotServed, Shards
from bot.tables.autopilot import AutopilotSeats
from bot.tables.hand.engine import RngFactory, committed_rng
from bot.tables.hand.playing import Players, Playing
from bot.tables.hand.scheduler import Clockwork
from bot.tables.model import Record, Seeds, Table
from bot.tables.money.bank import Banks
from bot.tables.money.wagers import Wagers
from bot.tables.opening import Opening
from bot.tables.seating import Seating
from bot.tables.store import open_table_in, open_tables_in, open_tables_of
from bot.tables.table_store import Click, TableStore, new_seeds
from bot.tables.undo.apply import Undoing

log = logging.getLogger(__name__)


class TableService:
    """Everything people do at tables. `opening`, `banks`, `seating`, `piloting`, `playing`, `wagers` and `undoing`
    share one table store, which keeps order.
    """

    def __init__(
        self,
        db: Database,
        campaigns: Campaigns,
        characters: Characters,
        clock: Clock,
        ids: Ids,
        *,
        chances: RngFactory = committed_rng,
        seeds: Callable[[], Seeds] = new_seeds,
        symbols: Mapping[str, str] = NO_PICTURES,
        shards: Shards | None = None,
    ) -> None:
        self.db = db
        self.store = TableStore(db, campaigns, clock, ids, chances=chances, seeds=seeds, symbols=symbols, shards=shards)
        self.look = self.store.look
        self.opening = Opening(self.store)
        self.banks = Banks(self.store)
        self.seating = Seating(self.store)
        self.piloting = AutopilotSeats(self.store)
        goods = Items(db, clock)
        self.playing = Playing(self.store, Players(characters, Loadouts(db), goods))
        self.wagers = Wagers(self.store, goods)
        self.undoing = Undoing(self.store)
        self._illegible: set[int] = set()
        self.clockwork = Clockwork(self.store, self.playing, self.opening, clock)

    async def in_channel(self, channel_id: int) -> Table | None:
        """Return the open table of a channel, if there is one and this process serves its server. Raises NewerRelease
        for one that a newer release has changed.
        """
        table_id = await open_table_in(self.db, channel_id)
        try:
            return None if table_id is None else await self.store.look(table_id)
        except NotServed:
            return None

    async def of_guild(self, guild_id: int) -> list[Record]:
        """List the open tables of a server, oldest first, without any that can't be read at all."""
        return [table.record for table in await self._all(await open_tables_of(self.db, guild_id))]

    async def of_campaign(self, campaign_id: int) -> list[Table]:
        """List the open tables of a campaign, oldest first, without any that can't be read at all."""
        return await self._all(sorted(await open_tables_in(self.db, campaign_id)))

    async def _all(self, table_ids: Iterable[int]) -> list[Table]:
        found: list[Table] = []
        for table_id in table_ids:
            try:
                found.append(await self.store.look(table_id))
            except TryAgain:
                continue
            except Exception as error:  # noqa: BLE001  # the others are listed
                if table_id not in self._illegible:
                    log_unexpected(log, error, "table %s can't be listed", table_id)
                if fault_of(error) is None:
                    self._illegible.add(table_id)
        return found


async def pause_all(tables: TableService, campaign: Campaign, click: Click) -> tuple[Table, ...]:
    """Pause every open table of the campaign, and return those that weren't paused before.

    Raises NotAllowed for players.
    """
    return await _change_each(tables, campaign, click, tables.opening.pause, lambda table: not table.is_paused)


async def resume_all(tables: TableService, campaign: Campaign, click: Click) -> tuple[Table, ...]:
    """Resume every paused table of the campaign, and return those. Raises NotAllowed for players."""
    return await _change_each(tables, campaign, click, tables.opening.resume, lambda table: table.is_paused)


async def _change_each(
    tables: TableService,
    campaign: Campaign,
    click: Click,
    act: Callable[[int, Click], Awaitable[Table]],
    is_meant: Callable[[Table], bool],
) -> tuple[Table, ...]:
    require(Right.SCREEN, click.person, campaign)
    click, done = replace(click, is_private=True), list[Table]()
    for at, table in enumerate(await tables.of_campaign(campaign.id)):
        if not is_meant(table):
            continue
        try:
            done.append(await act(table.id, click.again(at)))
        except PlayerError:
            # Another GM was faster, or the table has just closed: the rest are still changed.
            continue
    return tuple(done)
