"""Hourly upkeep: erasures are finished, and campaigns are deleted: those of servers that left 30 days ago, and those
that a manager deletes. Each process does it for the servers that it serves.

Deleting starts with one transaction that takes the campaigns from their server, so a server that invites the bot again
starts from nothing. The rest goes piece by piece, referring rows first, and may be interrupted anywhere.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass

from bot.campaigns import Campaign, Person, Right, require, tables_closed
from bot.clock import Clock
from bot.db import Database, DatabaseAway, Statement, WrongRows, log_unexpected
from bot.engine.words import escape
from bot.errors import TooLate
from bot.portability import pending_imports
from bot.portability.characters import proposals
from bot.privacy.forgetting import Forgetting
from bot.privacy.traces import guilds_to_cover, users_of, users_with_preferences
from bot.shards import NotServed, Shards
from bot.tables import offers
from bot.tables.events import Paused
from bot.tables.model import Table
from bot.tables.service import TableService

log = logging.getLogger(__name__)
_EVERY = 3_600.0
"""Seconds between two rounds."""
LOOK_EVERY = 5.0
"""Seconds between two looks for erasures and purges that another process has registered."""
SOON = 60.0
"""Seconds until the engine's files are looked at again that somebody has read meanwhile."""
KEPT_FOR = 30 * 86_400.0
"""Seconds that a server's data outlives the bot's removal, and within which nobody greets the server again."""
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
    "rolls",
    "proposals",
    "active_characters",
    "claims",
    "nudges",
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


@dataclass(frozen=True, slots=True)
class Remainder:
    """The work that is left for a user who has asked to be forgotten."""

    waits: bool
    """True if it waits for a hand or a tournament that they are in."""
    elsewhere: int
    """Servers that other processes of the bot go through within seconds."""

    @property
    def is_nothing(self) -> bool:
        return not (self.waits or self.elsewhere)


class Maintenance:
    """One task, and what it does for the servers of this process: users are forgotten, and servers that have left are
    let go.
    """

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._clock = db.background, clock
        self._shards = tables.store.shards
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
            with suppress(DatabaseAway):
                await self._db.settle()

    async def take(self, _: frozenset[int]) -> None:
        """Go round at once, for the servers of newly taken shards too."""
        self._woken.set()

    async def finish(self, _: frozenset[int]) -> None:
        """Begin nothing more, which `Shards.leaving` sees to; the next process goes on behind the last batch."""

    async def forget(self, _: frozenset[int]) -> None:
        """Drop what is known of erasures on servers of these shards, and look for those of the other servers."""
        self._forgetting.forget_tries()
        self.departures.forget_tries()
        self._woken.set()

    async def forget_user(self, user_id: int, guild_id: int | None, *, everywhere: bool = False) -> Remainder:
        """Forget the user on this server (None in direct messages), or on all. Return what is left to do."""
        guilds = await guilds_to_cover(self._db, user_id, guild_id, everywhere=everywhere)
        is_done = await self._forgetting.ask(user_id, guilds)
        self._awaited = await self._forgetting.waiting_at()
        if not await self._db.settle():
            self._woken.set()
        return Remainder(not is_done, await self._forgetting.elsewhere(user_id))

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
            await self._pause(_EVERY if is_settled else SOON)

    async def _pause(self, seconds: float) -> None:
        """Wait so many seconds, until there is something to do sooner. Where other processes serve servers too, look
        every few seconds for what they have registered.
        """
        until = self._clock.now() + seconds
        while not self._woken.is_set() and (left := until - self._clock.now()) > 0:
            woken = asyncio.create_task(self._woken.wait())
            slept = asyncio.create_task(self._clock.sleep(left if self._shards.has_all else min(left, LOOK_EVERY)))
            try:
                await asyncio.wait({woken, slept}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                woken.cancel()
                slept.cancel()
            if not self._shards.has_all and await self._is_asked_for():
                return

    async def _is_asked_for(self) -> bool:
        try:
            return await self._forgetting.is_asked_for() or await self.departures.is_asked_for()
        except Exception as error:  # noqa: BLE001  # it looks again
            log_unexpected(log, error, "maintenance could not look for erasures and purges")
            return False

    async def _go_round(self) -> bool:
        """Do one round; return True if the database files hold nothing of the erased rows."""
        try:
            await self._forgetting.go_on()
            await self.departures.let_go()
            self._awaited = await self._forgetting.waiting_at()
            now = self._clock.now()
            await self._db.apply(
                pending_imports.too_old(now, self._shards),
                proposals.too_old(now, self._shards),
                offers.delete_old_offers(now, self._shards),
                _old_greetings(now, self._shards),
            )
            return await self._db.settle()
        except Exception as error:  # noqa: BLE001  # whatever fails, there is another round
            log_unexpected(log, error, "maintenance could not finish a round")
            return False


class Departures:
    """Notes which servers of this process have left and which are back, and deletes what was kept long enough or isn't
    wanted.
    """

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._tables, self._clock = db, tables, clock
        self._shards = tables.store.shards
        self._purging = _Purging(db, self._shards)

    async def left(self, guild_id: int) -> None:
        """Note since when the bot is no longer on that server, and stop the clocks of its tables. Where another process
        serves the server, that is the other's to note.
        """
        leaving = Statement(
            """
            INSERT INTO departures (guild_id, left_at)
            SELECT ?, ? WHERE EXISTS (SELECT 1 FROM campaigns WHERE guild_id = ?) ON CONFLICT (guild_id) DO NOTHING
            """,
            (guild_id, self._clock.now(), guild_id),
            touches=None,
        )
        if await self._noted(guild_id, leaving):
            await self._tables.opening.stop_server(guild_id, "departed", Paused(departed=True))

    async def begin_greeting(self, guild_id: int) -> bool:
        """Note that the bot greets a server now. Return False if it has done so in the last 30 days, and where another
        process serves the server.
        """
        greeted: dict[str, Exception] = {"greetings_pkey": TooLate("That server was greeted already.")}
        sql = "INSERT INTO greetings (guild_id, greeted_at) VALUES (?, ?)"
        try:
            return await self._noted(guild_id, Statement(sql, (guild_id, self._clock.now()), refusals=greeted))
        except TooLate:
            return False

    async def take_greeting_back(self, guild_id: int) -> None:
        """Note that the server wasn't greeted after all."""
        await self._noted(guild_id, Statement.delete("greetings", "guild_id = ?", guild_id))

    async def came_back(self, guild_id: int) -> None:
        """Note that the bot is on that server again: its data stays. Its tables go on when a GM resumes them."""
        await self._noted(guild_id, Statement("DELETE FROM departures WHERE guild_id = ?", (guild_id,), touches=None))

    async def _noted(self, guild_id: int, change: Statement) -> bool:
        """Write the change, unless another process serves the server. Return True if it is written."""
        if not self._shards.serves(guild_id):
            return False
        with self._shards.working(guild_id):
            await self._db.apply(change)
        return True

    async def seen(
        self,
        guild_ids: Collection[int],
        is_on: Callable[[int], Awaitable[bool | None]],
        shards: Collection[int] | None = None,
    ) -> None:
        """Compare with the servers that Discord listed, and note those that left or came back while the bot was away.
        `shards` are those for which Discord did so, of the ones that this process serves; None for all of these.

        In an outage that list may lack servers, or be empty. So `is_on` asks Discord about each server that isn't
        there. It returns None if Discord doesn't say, and then the server stays as it was noted.
        """
        playing = "SELECT DISTINCT guild_id FROM campaigns WHERE guild_id > 0 AND served(guild_id)"
        rows = await self._db.fetch(*self._shards.limited(playing, among=shards))
        departed = "SELECT guild_id FROM departures WHERE served(guild_id)"
        away = await self._db.fetch(*self._shards.limited(departed, among=shards))
        gone = {int(row["guild_id"]) for row in away}
        for guild_id in sorted(gone | {int(row["guild_id"]) for row in rows}):
            is_there = guild_id in guild_ids or await is_on(guild_id)
            if is_there and guild_id in gone:
                await self.came_back(guild_id)
            elif is_there is False and guild_id not in gone:
                await self.left(guild_id)

    async def let_go(self) -> None:
        """Delete what servers have that left more than 30 days ago. May be broken off anywhere and begun again."""
        due = self._clock.now() - KEPT_FOR
        sql = "SELECT guild_id FROM departures WHERE left_at <= ? AND served(guild_id)"
        for row in await self._db.fetch(*self._shards.limited(sql, due)):
            try:
                campaigns = await self._purging.begin(row["guild_id"], due, self._clock.now())
            except (WrongRows, NotServed):
                continue  # the bot has come back a moment ago, or another process serves the server
            for campaign_id in campaigns:
                self._tables.store.forget_campaign(campaign_id)
            log.info("server %s removed the bot 30 days ago, so its data is deleted", row["guild_id"])
        await self._purging.go_on()

    async def is_asked_for(self) -> bool:
        """Return True if this process has a purge to do that it hasn't begun with."""
        return any(campaign_id not in self._purging.tried for campaign_id in await self._purging.under_way())

    def forget_tries(self) -> None:
        """Forget which purges this process has begun with: another one may have gone on with them."""
        self._purging.tried.clear()

    async def delete(self, campaign: Campaign) -> None:
        """Take the campaign from its server for good; `let_go` deletes its rows.

        Raises NotAllowed while one of its tables is open, and TooLate where it is deleted already.
        """
        await self._purging.begin_with(campaign, self._clock.now())
        self._tables.store.forget_campaign(campaign.id)


class _Purging:
    """Deletes campaigns for good. A purged campaign has no server: the processes divide them by their ids."""

    def __init__(self, db: Database, shards: Shards) -> None:
        self._db, self._shards = db, shards
        self.tried: set[int] = set()
        """The campaigns that this process has begun with."""

    async def begin(self, guild_id: int, left_by: float, at: float) -> tuple[int, ...]:
        """Take all its campaigns from the server that has left by then; their ids.

        Raises WrongRows, and nothing has changed, if it hasn't.
        """
        rows = await self._db.fetch("SELECT id FROM campaigns WHERE guild_id = ?", guild_id)
        with self._shards.working(guild_id):
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
        with self._shards.working(campaign.guild_id):
            await self._db.apply(here, tables_closed(campaign), *_taken_from_server(campaign.id, at))

    async def go_on(self) -> None:
        """Delete all that is left of the campaigns whose time is over."""
        campaigns = await self.under_way()
        for campaign_id in campaigns:
            self.tried.add(campaign_id)
            with suppress(NotServed):
                await self._purge(campaign_id)
        if campaigns:
            await self._db.settle()

    async def under_way(self) -> list[int]:
        """Return the campaigns whose time is over, and that this process deletes."""
        sql = "SELECT campaign_id FROM purges WHERE served(campaign_id) ORDER BY campaign_id"
        return [int(row["campaign_id"]) for row in await self._db.fetch(*self._shards.limited(sql))]

    async def _purge(self, campaign_id: int) -> None:
        for relation, order in PAGED.items():
            keys = order.removesuffix(" DESC")
            rows = "campaign_id = ?"
            if keys.startswith("table_id"):
                rows = "table_id IN (SELECT id FROM tables WHERE campaign_id = ?)"
            piece = f"SELECT {keys} FROM {relation} WHERE {rows} ORDER BY {order} LIMIT ?"  # noqa: S608  # fixed texts, and names in PAGED
            delete = Statement.delete(relation, f"({keys}) IN ({piece})", campaign_id, PIECE)
            while await self._db.fetch(piece, campaign_id, 1):
                with self._shards.working(campaign_id):
                    await self._db.apply(delete)
                await asyncio.sleep(REST)
        preferences = [Statement(_PREFERENCES, (user_id,), touches=None) for user_id in await self._without_a_server()]
        with self._shards.working(campaign_id):
            await self._db.apply(
                *preferences,
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


def _old_greetings(now: float, shards: Shards) -> Statement:
    """Build the statement that forgets the greetings of this process's servers after 30 days."""
    return Statement.delete("greetings", *shards.limited("greeted_at <= ? AND served(guild_id)", now - KEPT_FOR))


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
