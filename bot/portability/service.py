"""The one object for campaign files: export, look at a file, import it or decline it.

An import is one batch: a new campaign with everything in it, or nothing. The money comes from the mint by one entry,
items by entries of their own. Players' characters belong to no one until their users claim them.
"""

import asyncio
import zlib
from dataclasses import dataclass

from bot.campaigns import NO_LIMITS, Campaign, Campaigns, NameTaken, Person, Right, UsageLimits, name_key, require
from bot.campaigns.characters import room_on_server
from bot.clock import Clock
from bot.db import Database, Ids
from bot.portability.campaign_file import read_campaign
from bot.portability.export import Export, export_campaign
from bot.portability.hands_export import HandsExport, export_hands, require_may_export
from bot.portability.import_plan import ImportPlan, plan_import
from bot.portability.parts import NewCampaign, import_statements
from bot.portability.pending_imports import PendingImport, find_pending
from bot.tables.model import Table

_NAMES_TRIED = 5


@dataclass(frozen=True, slots=True)
class PreparedImport:
    """A file that was looked at and is kept, and the plan of its import."""

    pending: PendingImport
    plan: ImportPlan


class CampaignFiles:
    """Exports campaigns and imports them, for people who manage the server."""

    def __init__(
        self, database: Database, campaigns: Campaigns, ids: Ids, clock: Clock, limits: UsageLimits = NO_LIMITS
    ) -> None:
        self._database, self._campaigns, self._ids, self._clock = database, campaigns, ids, clock
        self._limits = limits
        self._lock = asyncio.Lock()

    async def export(self, campaign: Campaign, by: Person, *, history: bool) -> Export:
        """Export the campaign as it is now. Raises NotAllowed, and PlayerError for one that doesn't fit a file."""
        require(Right.MANAGE, by)
        async with self._lock:
            return await export_campaign(self._database.background, campaign, by, self._clock.now(), history=history)

    async def require_may_export_hands(self, table: Table, by: Person) -> None:
        """Refuse anyone who may not know all the hands of the table, with what they can do."""
        await require_may_export(self._database, table, by)

    async def export_hands(self, table: Table, by: Person) -> HandsExport:
        """Export a table's finished hands for `shadowport verify`. Raises NotAllowed and NotFound."""
        async with self._lock:
            return await export_hands(self._database.background, table, by, self._clock.now())

    async def look(self, guild_id: int, by: Person, content: bytes, place_id: int | None) -> PreparedImport:
        """Plan an import of the file without doing it, and store the file until someone decides.

        Raises NotAllowed, and Unreadable with a sentence that names the place of the mistake.
        """
        require(Right.MANAGE, by)
        async with self._lock:
            plan = await self._plan(guild_id, content)
            held = await asyncio.to_thread(zlib.compress, content, zlib.Z_BEST_SPEED)
        pending = PendingImport(self._ids.next(), guild_id, by.user_id, place_id, held, self._clock.now())
        await self._database.apply(*pending.store())
        return PreparedImport(pending, plan)

    async def bring(self, guild_id: int, by: Person, pending_id: int) -> tuple[Campaign, ImportPlan, int | None]:
        """Import a file that was looked at: all of it or nothing, once. Return the campaign, its plan, and the place
        where it is played. Raises NotAllowed, NotFound and TooLate.
        """
        require(Right.MANAGE, by)
        async with self._lock:
            pending = await find_pending(self._database, pending_id, guild_id, by, self._clock.now())
            content = await asyncio.to_thread(pending.unpacked)
            for attempt in range(1, _NAMES_TRIED + 1):
                plan = await self._plan(guild_id, content)
                try:
                    return await self._import(pending, plan, by), plan, pending.place_id
                except NameTaken:
                    if attempt == _NAMES_TRIED:
                        raise
        raise AssertionError("a name is free in the end")

    async def decline(self, guild_id: int, by: Person, pending_id: int) -> None:
        """Forget a file that was looked at. Raises NotAllowed, NotFound and TooLate."""
        require(Right.MANAGE, by)
        pending = await find_pending(self._database, pending_id, guild_id, by, self._clock.now())
        await self._database.apply(pending.discard())

    async def _plan(self, guild_id: int, content: bytes) -> ImportPlan:
        names = {name_key(campaign.name) for campaign in await self._campaigns.of_guild(guild_id)}
        return await asyncio.to_thread(lambda: plan_import(read_campaign(content), names))

    async def _import(self, pending: PendingImport, plan: ImportPlan, by: Person) -> Campaign:
        file, now = plan.campaign_file, self._clock.now()
        campaign = Campaign(id=self._ids.next(), guild_id=pending.guild_id, name=file.name, settings=file.settings)
        people = {self._ids.next(): one for one in file.characters}
        new = NewCampaign(campaign, file, people, by.user_id, f"import:{pending.id}", now)
        batch = await asyncio.to_thread(import_statements, new)
        founded = self._campaigns.founded(campaign, pending.place_id)
        room = room_on_server(campaign.id, self._limits, 0)
        await self._database.apply(pending.mark_imported(now), *founded, *batch, *room)
        return campaign
