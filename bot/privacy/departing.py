"""Servers that have removed the bot: their tables stand still at once, and what they have is deleted after 30 days,
unless the bot comes back.

An outage of Discord is no departure: a server has left when Discord says so, in an event or in an answer. Servers that
leave while the bot is away are noticed when it comes up.
"""

import logging
from collections.abc import Awaitable, Callable, Collection

from bot.clock import Clock
from bot.db import Database, Statement, WrongRows, log_unexpected
from bot.errors import NotFound
from bot.privacy.purging import Purging
from bot.tables.hand.hands import Cause
from bot.tables.hand.noting import noted
from bot.tables.service import TableService
from bot.tables.store import open_tables_of

log = logging.getLogger(__name__)
KEPT_FOR = 30 * 86_400.0
"""Seconds that a server's data outlives the bot's removal."""


class Departures:
    """Notes who has left and who is back, and lets go of what has been kept long enough."""

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._tables, self._clock = db, tables, clock
        self._purging = Purging(db)

    async def left(self, guild_id: int) -> None:
        """The bot isn't on that server any more: note since when, and stop the clocks of its tables."""
        await self._db.apply(
            Statement(
                """
                INSERT INTO departures (guild_id, left_at)
                SELECT ?, ? WHERE EXISTS (SELECT 1 FROM campaigns WHERE guild_id = ?) ON CONFLICT (guild_id) DO NOTHING
                """,
                (guild_id, self._clock.now(), guild_id),
                touches=None,
            )
        )
        for table_id in await open_tables_of(self._db, guild_id):
            try:
                await self._paused(table_id)
            except Exception as error:  # noqa: BLE001  # one table that can't be read must not keep the others' clocks running
                log_unexpected(log, error, "table %s could not be paused", table_id)

    async def came_back(self, guild_id: int) -> None:
        """The bot is on that server again: what it has stays. Its tables go on when a GM says so."""
        await self._db.apply(Statement("DELETE FROM departures WHERE guild_id = ?", (guild_id,), touches=None))

    async def seen(self, guild_ids: Collection[int], is_on: Callable[[int], Awaitable[bool | None]]) -> None:
        """Compare with the servers that Discord listed, and note those that left or came back while the bot was away.

        In an outage that list may lack servers, or be empty. So `is_on` asks Discord about each server that isn't
        there. It returns None if Discord doesn't say, and then the server stays as it was noted.
        """
        rows = await self._db.fetch("SELECT DISTINCT guild_id FROM campaigns WHERE guild_id > 0")
        gone = {int(row["guild_id"]) for row in await self._db.fetch("SELECT guild_id FROM departures")}
        for guild_id in sorted(gone | {int(row["guild_id"]) for row in rows}):
            is_there = guild_id in guild_ids or await is_on(guild_id)
            if is_there and guild_id in gone:
                await self.came_back(guild_id)
            elif is_there is False and guild_id not in gone:
                await self.left(guild_id)

    async def let_go(self) -> None:
        """Delete what servers have that left more than 30 days ago. May be broken off anywhere and begun again."""
        due = self._clock.now() - KEPT_FOR
        for row in await self._db.fetch("SELECT guild_id FROM departures WHERE left_at <= ?", due):
            try:
                campaigns = await self._purging.begin(row["guild_id"], due, self._clock.now())
            except WrongRows:
                continue  # the bot has come back a moment ago
            for campaign_id in campaigns:
                self._tables.desk.forget_campaign(campaign_id)
            log.info("server %s removed the bot 30 days ago: what it had is deleted", row["guild_id"])
        await self._purging.go_on()

    async def _paused(self, table_id: int) -> None:
        desk, now = self._tables.desk, self._clock.now()
        try:
            async with desk.locked(table_id) as table:
                if not table.is_open or table.is_paused:
                    return
                cause = Cause(f"departed:{table.id}:{table.record.turn}", "clock", "clock", now)
                after, row = noted(table, "pause", cause, "I am not on this server any more: the table is paused.")
                await desk.commit(table, after.evolve(paused_at=now, deadline=None, reminder=None), rows=(row,))
        except NotFound:
            return
