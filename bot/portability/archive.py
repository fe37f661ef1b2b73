"""Campaigns that leave and arrive as files.

Reading and writing a file takes room for a moment: one at a time does, and the others wait in line.
"""

import asyncio
from dataclasses import dataclass

from bot.campaigns import Campaign, Campaigns, NameTaken, Person, name_key, require_manager
from bot.clock import Clock
from bot.db import Database, Ids
from bot.portability.exporting import Export, exported
from bot.portability.hands_export import HandsExport, hands_exported, require_may_export
from bot.portability.import_plan import Landing, landing
from bot.portability.importing import brought
from bot.portability.pending_imports import Arrival, arrived, declined, keep, packed, taken
from bot.portability.reading import read_sheaf
from bot.tables.model import Table

_NAMES_TRIED = 5


@dataclass(frozen=True, slots=True)
class Looked:
    """A file that was looked at and is kept, and what an import of it would do."""

    arrival: Arrival
    landing: Landing


class Archive:
    """Whoever manages the server exports its campaigns and imports others."""

    def __init__(self, database: Database, campaigns: Campaigns, ids: Ids, clock: Clock) -> None:
        self._database, self._campaigns, self._ids, self._clock = database, campaigns, ids, clock
        self._line = asyncio.Lock()

    async def export(self, campaign: Campaign, by: Person, *, history: bool) -> Export:
        """The campaign as a file, as it is now. Raises NotAllowed, and PlayerError for one that no file holds."""
        require_manager(by)
        async with self._line:
            return await exported(self._database.background, campaign, by, self._clock.now(), history=history)

    async def require_may_export_hands(self, table: Table, by: Person) -> None:
        """Refuse whoever may not know all the hands of the table, with what they can do."""
        await require_may_export(self._database, table, by)

    async def export_hands(self, table: Table, by: Person) -> HandsExport:
        """The hands of a table that are over, as a file for `shadowport verify`. Raises NotAllowed and NotFound."""
        async with self._line:
            return await hands_exported(self._database.background, table, by, self._clock.now())

    async def look(self, guild_id: int, by: Person, content: bytes, place_id: int | None) -> Looked:
        """What an import of the file would do; nothing is done yet, and the file is kept until somebody decides.

        Raises NotAllowed, and Unreadable with a sentence that names the place of what is wrong.
        """
        require_manager(by)
        async with self._line:
            found = await self._landing(guild_id, content)
            held = await asyncio.to_thread(packed, content)
        now = self._clock.now()
        arrival = Arrival(self._ids.next(), guild_id, by.user_id, place_id, held, now)
        await self._database.apply(*keep(arrival))
        return Looked(arrival, found)

    async def bring(self, guild_id: int, by: Person, arrival_id: int) -> tuple[Campaign, Landing, int | None]:
        """Import a file that was looked at: all of it or nothing, once. The campaign, what has come, and where it is
        played. Raises NotAllowed, NotFound and TooLate.
        """
        require_manager(by)
        async with self._line:
            arrival = await arrived(self._database, arrival_id, guild_id, by, self._clock.now())
            content = await asyncio.to_thread(arrival.unpacked)
            for attempt in range(_NAMES_TRIED):
                found = await self._landing(guild_id, content)
                try:
                    return await self._bring(arrival, found, by), found, arrival.place_id
                except NameTaken:
                    if attempt + 1 == _NAMES_TRIED:
                        raise
        raise AssertionError("a name is free in the end")

    async def decline(self, guild_id: int, by: Person, arrival_id: int) -> None:
        """Forget a file that was looked at. Raises NotAllowed, NotFound and TooLate."""
        require_manager(by)
        arrival = await arrived(self._database, arrival_id, guild_id, by, self._clock.now())
        await self._database.apply(declined(arrival))

    async def _landing(self, guild_id: int, content: bytes) -> Landing:
        names = {name_key(campaign.name) for campaign in await self._campaigns.of_guild(guild_id)}
        return await asyncio.to_thread(lambda: landing(read_sheaf(content), names))

    async def _bring(self, arrival: Arrival, found: Landing, by: Person) -> Campaign:
        campaign = Campaign(id=self._ids.next(), guild_id=arrival.guild_id, name=found.name, settings=found.settings)
        now, key = self._clock.now(), f"import:{arrival.id}"
        numbers = [self._ids.next() for _ in found.characters]
        batch = await asyncio.to_thread(lambda: tuple(brought(campaign, found, numbers, by, key, now)))
        founded = self._campaigns.founded(campaign, arrival.place_id)
        await self._database.apply(taken(arrival, now), *founded, *batch)
        return campaign
