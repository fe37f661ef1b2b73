"""Tables as the rest of the bot uses them: one object with everything that can be done at a table."""

import logging
from collections.abc import Callable, Iterable, Mapping

from bot.campaigns import Campaigns, Characters, Goods, Kits
from bot.clock import Clock
from bot.db import Database, Ids, fault_of, log_unexpected
from bot.engine.speech import NO_PICTURES
from bot.tables.autopilot import Piloting
from bot.tables.desk import Desk, new_seeds
from bot.tables.hand.hands import Chances, committed
from bot.tables.hand.playing import Playing
from bot.tables.hand.scheduler import Clockwork
from bot.tables.model import Record, Seeds, Table
from bot.tables.money.bank import Banks
from bot.tables.money.wagers import Wagers
from bot.tables.opening import Opening
from bot.tables.players import Players
from bot.tables.seating import Seating
from bot.tables.store import open_table_in, open_tables_in, open_tables_of
from bot.tables.undo.undoing import Undoing

log = logging.getLogger(__name__)


class TableService:
    """`opening`, `banks`, `seating`, `piloting`, `playing`, `wagers` and `undoing` do things; the desk they share
    keeps order.
    """

    def __init__(
        self,
        db: Database,
        campaigns: Campaigns,
        characters: Characters,
        clock: Clock,
        ids: Ids,
        *,
        chances: Chances = committed,
        seeds: Callable[[], Seeds] = new_seeds,
        symbols: Mapping[str, str] = NO_PICTURES,
    ) -> None:
        self.db = db
        self.desk = Desk(db, campaigns, clock, ids, chances=chances, seeds=seeds, symbols=symbols)
        self.opening = Opening(self.desk)
        self.banks = Banks(self.desk)
        self.seating = Seating(self.desk)
        self.piloting = Piloting(self.desk)
        goods = Goods(db, clock)
        self.playing = Playing(self.desk, Players(characters, Kits(db), goods))
        self.wagers = Wagers(self.desk, goods)
        self.undoing = Undoing(self.desk)
        self._illegible: set[int] = set()
        self.clockwork = Clockwork(self.desk, self.playing, self.opening, clock)

    async def look(self, table_id: int) -> Table:
        """The table as it is now. Raises NotFound."""
        return await self.desk.look(table_id)

    async def in_channel(self, channel_id: int) -> Table | None:
        """The open table of a channel."""
        table_id = await open_table_in(self.db, channel_id)
        return None if table_id is None else await self.desk.look(table_id)

    async def of_guild(self, guild_id: int) -> list[Record]:
        """The open tables of a server, oldest first; one that can't even be looked at is left out."""
        return [table.record for table in await self._all(await open_tables_of(self.db, guild_id))]

    async def of_campaign(self, campaign_id: int) -> list[Table]:
        """The open tables of a campaign, oldest first; one that can't even be looked at is left out."""
        return await self._all(sorted(await open_tables_in(self.db, campaign_id)))

    async def _all(self, table_ids: Iterable[int]) -> list[Table]:
        found: list[Table] = []
        for table_id in table_ids:
            try:
                found.append(await self.desk.look(table_id))
            except Exception as error:  # noqa: BLE001  # the others are listed
                if table_id not in self._illegible:
                    log_unexpected(log, error, "table %s can't be listed", table_id)
                if fault_of(error) is None:
                    self._illegible.add(table_id)
        return found
