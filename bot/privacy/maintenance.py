"""Hourly upkeep: erasures are finished, and campaigns are deleted: those of servers that left 30 days ago, and those
that a manager deletes.

Deleting starts with one transaction that takes the campaigns from their server, so a server that invites the bot again
starts from nothing. The rest goes piece by piece, referring rows first, and may be interrupted anywhere.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from bot.campaigns import Campaign, Person, Right, require, tables_closed
from bot.clock import Clock
from bot.db import Database, Statement, WrongRows, log_unexpected
from bot.engine.words import escape
from bot.errors import NotFound, TooLate
from bot.portability import pending_imports
from bot.privacy.forgetting import Forgetting
from bot.privacy.traces import guilds_to_cover, users_of, users_with_preferences
from bot.tables import offers
from bot.tables.events import Paused
from bot.tables.hand.engine import Cause
from bot.tables.hand.notes import log_note
from bot.tables.model import Table
from bot.tables.service import TableService
from bot.tables.store import open_tables_of

log = logging.getLogger(__name__)
_EVERY = 3_600.0
"""Seconds between two rounds."""
SOON = 60.0
"""Seconds until the engine's files are looked at again that somebody has read meanwhile."""
KEPT_FOR = 30 * 86_400.0
"""Seconds that a server's data outlives the bot's removal."""
PIECE = 50
"""Rows that are deleted in one transaction. A click that comes meanwhile waits for no more than that."""
REST = 0.02
"""Seconds of the machine's own time between two of these: the disk belongs to the clicks."""
PAGED = {
    "hands": "table_id, number, revision",
    "actions": "table_id, sequence",
    "item_moves": "id",
    "items": "id",
    "transfers": "id",
    # An entry that undoes another one came after it.
    "entries": "id DESC",
    "accounts": "id",
    "offers": "id",
    "tables": "id",
}
"""What is deleted piece by piece, referring rows first, and the key of each relation."""
_UNPAGED = (
    "loadouts",
    "active_characters",
    "claims",
    "screens",
    "card_files",
    "card_file_changes",
    "presets",
    "characters",
    "purges",
)
_PREFERENCES = """
DELETE FROM preferences WHERE user_id = ? AND NOT EXISTS (
    SELECT 1 FROM characters WHERE owner_id = preferences.user_id
        AND campaign_id NOT IN (SELECT campaign_id FROM purges)
)
"""


class Maintenance:
    """One task, and what it does: users are forgotten, and servers that have left are let go."""

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._clock = db.background, clock
        self._forgetting = Forgetting(self._db, tables, clock)
        self.departures = Departures(self._db, tables, clock)
        self._awaited: frozenset[int] = frozenset()
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        tables.store.changed.append(self._changed)

    async def start(self) -> None:
        """Go round from now on, for the first time at once; what was broken off is taken up."""
        self._awaited = await self._forgetting.waiting_at()
        self._task = asyncio.create_task(self._run(), name="caretaker")

    async def stop(self) -> None:
        """Stop; work that is half done continues at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
            await self._db.settle()

    async def forget(self, user_id: int, guild_id: int | None, *, everywhere: bool = False) -> bool:
        """Forget the user on this server (None in direct messages), or on all.

        Return whether all is done already. What isn't waits for hands to end.
        """
        guilds = await guilds_to_cover(self._db, user_id, guild_id, everywhere=everywhere)
        is_done = await self._forgetting.ask(user_id, guilds)
        self._awaited = await self._forgetting.waiting_at()
        if not await self._db.settle():
            self._woken.set()
        return is_done

    async def delete_campaign(self, campaign: Campaign, by: Person) -> None:
        """Delete the campaign for good with everything in it: its server has it no more when this returns, and its rows
        go in the background.

        Raises NotAllowed for anyone who doesn't manage the server and while a table is open, TooLate if it is gone.
        """
        require(Right.MANAGE, by)
        await self.departures.delete(campaign)
        self._woken.set()

    def _changed(self, before: Table | None, after: Table) -> None:
        if after.id in self._awaited and not (after.in_hand and after.is_open):
            self._woken.set()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            is_settled = await self._go_round()
            woken = asyncio.create_task(self._woken.wait())
            slept = asyncio.create_task(self._clock.sleep(_EVERY if is_settled else SOON))
            try:
                await asyncio.wait({woken, slept}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                woken.cancel()
                slept.cancel()

    async def _go_round(self) -> bool:
        """Do one round; return True if the database files hold nothing of the erased rows."""
        try:
            await self._forgetting.go_on()
            await self.departures.let_go()
            self._awaited = await self._forgetting.waiting_at()
            now = self._clock.now()
            await self._db.apply(pending_imports.too_old(now), offers.delete_old_offers(now))
            return await self._db.settle()
        except Exception as error:  # noqa: BLE001  # whatever fails, there is another round
            log_unexpected(log, error, "maintenance could not finish a round")
            return False


class Departures:
    """Notes which servers have left and which are back, and deletes what was kept long enough or isn't wanted."""

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._tables, self._clock = db, tables, clock
        self._purging = _Purging(db)

    async def left(self, guild_id: int) -> None:
        """Note since when the bot is no longer on that server, and stop the clocks of its tables."""
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
                await self._pause(table_id)
            except Exception as error:  # noqa: BLE001  # one table that can't be read must not keep the others' clocks running
                log_unexpected(log, error, "table %s could not be paused", table_id)

    async def came_back(self, guild_id: int) -> None:
        """Note that the bot is on that server again: its data stays. Its tables go on when a GM resumes them."""
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
                self._tables.store.forget_campaign(campaign_id)
            log.info("server %s removed the bot 30 days ago, so its data is deleted", row["guild_id"])
        await self._purging.go_on()

    async def delete(self, campaign: Campaign) -> None:
        """Take the campaign from its server for good; `let_go` deletes its rows.

        Raises NotAllowed while one of its tables is open, and TooLate where it is deleted already.
        """
        await self._purging.begin_with(campaign, self._clock.now())
        self._tables.store.forget_campaign(campaign.id)

    async def _pause(self, table_id: int) -> None:
        store, now = self._tables.store, self._clock.now()
        try:
            async with store.locked(table_id) as table:
                if not table.is_open or table.is_paused:
                    return
                cause = Cause(f"departed:{table.id}:{table.record.turn}", "clock", "clock", now)
                after, row = log_note(table, cause, Paused(departed=True))
                await store.commit(table, after.evolve(paused_at=now, deadline=None, reminder=None), rows=(row,))
        except NotFound:
            return


class _Purging:
    """Deletes campaigns for good."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def begin(self, guild_id: int, left_by: float, at: float) -> tuple[int, ...]:
        """Take all its campaigns from the server that has left by then; their ids.

        Raises WrongRows, and nothing has changed, if it hasn't.
        """
        rows = await self._db.fetch("SELECT id FROM campaigns WHERE guild_id = ?", guild_id)
        await self._db.apply(
            Statement("DELETE FROM departures WHERE guild_id = ? AND left_at <= ?", (guild_id, left_by)),
            *(statement for row in rows for statement in _taken_from_server(row["id"], at)),
            *(
                Statement.delete(relation, "guild_id = ?", guild_id)
                for relation in ("erasures", "pending_imports", "command_servers")
            ),
        )
        return tuple(int(row["id"]) for row in rows)

    async def begin_with(self, campaign: Campaign, at: float) -> None:
        """Take one campaign from its server. Raises NotAllowed while a table of it is open, TooLate if it is gone."""
        here = Statement(
            "UPDATE campaigns SET version = version WHERE id = ? AND guild_id = ?",
            (campaign.id, campaign.guild_id),
            otherwise=TooLate(f"{escape(campaign.name)} is deleted already."),
        )
        await self._db.apply(here, tables_closed(campaign), *_taken_from_server(campaign.id, at))

    async def go_on(self) -> None:
        """Delete all that is left of the campaigns whose time is over."""
        rows = await self._db.fetch("SELECT campaign_id FROM purges ORDER BY campaign_id")
        for row in rows:
            await self._purge(row["campaign_id"])
        if rows:
            await self._db.settle()

    async def _purge(self, campaign_id: int) -> None:
        for relation, order in PAGED.items():
            keys = order.removesuffix(" DESC")
            rows = "campaign_id = ?"
            if keys.startswith("table_id"):
                rows = "table_id IN (SELECT id FROM tables WHERE campaign_id = ?)"
            piece = f"SELECT {keys} FROM {relation} WHERE {rows} ORDER BY {order} LIMIT ?"  # noqa: S608  # fixed texts, and names in PAGED
            delete = Statement.delete(relation, f"({keys}) IN ({piece})", campaign_id, PIECE)
            while await self._db.fetch(piece, campaign_id, 1):
                await self._db.apply(delete)
                await asyncio.sleep(REST)
        await self._db.apply(
            *(Statement(_PREFERENCES, (user_id,), touches=None) for user_id in await self._without_a_server()),
            *(Statement.delete(relation, "campaign_id = ?", campaign_id) for relation in _UNPAGED),
            Statement.delete("campaigns", "id = ?", campaign_id),
        )

    async def _without_a_server(self) -> frozenset[int]:
        """Return the users with preferences who no longer play anywhere: these go with the campaign."""
        wishing = await users_with_preferences(self._db)
        for row in await self._db.fetch("SELECT DISTINCT guild_id FROM campaigns WHERE guild_id > 0"):
            if wishing:
                wishing -= await users_of(self._db, row["guild_id"])
        return wishing


def _taken_from_server(campaign_id: int, at: float) -> tuple[Statement, ...]:
    """Build the statements that take a campaign from its server and let it be purged."""
    return (
        Statement.delete("bindings", "campaign_id = ?", campaign_id),
        Statement("INSERT INTO purges (campaign_id, begun_at) VALUES (?, ?)", (campaign_id, at)),
        Statement(
            "UPDATE tables SET guild_id = -campaign_id, status = 'closed', due_at = NULL WHERE campaign_id = ?",
            (campaign_id,),
            touches=None,
        ),
        Statement("UPDATE campaigns SET guild_id = -id, version = version + 1 WHERE id = ?", (campaign_id,)),
    )
