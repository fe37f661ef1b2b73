"""The one object for campaign files: export, look at a file, import it or decline it.

An import is one batch: a new campaign with everything in it, or nothing. The money comes from the mint by one entry,
items by entries of their own. Players' characters belong to no one until their users claim them.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.campaigns import NOBODY, Campaign, Campaigns, NameTaken, Person, Right, name_key, require
from bot.clock import Clock
from bot.db import Database, Ids, Statement
from bot.ledger import Entry, Transfer, accounts, post
from bot.ledger.items import Holder, create_items
from bot.portability.export import Export, export_campaign
from bot.portability.hands_export import HandsExport, export_hands, require_may_export
from bot.portability.import_plan import ImportPlan, PlannedImport, plan_import
from bot.portability.pending_imports import PendingImport, compress, discard, find_pending, mark_imported, store
from bot.portability.reading import read_campaign
from bot.tables.model import Table

_KIND = "import"
"""Of the entries that open the book of an imported campaign."""
_NAMES_TRIED = 5
_CHARACTER = """
INSERT INTO characters (id, campaign_id, kind, owner_id, name, name_key, sheet, template, pilot, created_at, retired_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_CLAIM = "INSERT INTO claims (campaign_id, character_id, user_id, plays) VALUES (?, ?, ?, ?)"
_KIT = "INSERT INTO loadouts (campaign_id, character_id, game, loadout, version) VALUES (?, ?, ?, ?, 1)"
_LOADED = """
INSERT INTO card_file_changes (key, campaign_id, game, version, deed, changed_by, changed_at)
VALUES (?, ?, ?, 1, 'load', ?, ?)
"""
_MATERIAL = "INSERT INTO card_files (campaign_id, game, version, text) VALUES (?, ?, 1, ?)"
_PRESET = """
INSERT INTO presets (campaign_id, game, name, name_key, rules, saved_by, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?)
"""


@dataclass(frozen=True, slots=True)
class PreparedImport:
    """A file that was looked at and is kept, and what an import of it would do."""

    arrival: PendingImport
    landing: ImportPlan


class CampaignFiles:
    """Whoever manages the server exports its campaigns and imports others."""

    def __init__(self, database: Database, campaigns: Campaigns, ids: Ids, clock: Clock) -> None:
        self._database, self._campaigns, self._ids, self._clock = database, campaigns, ids, clock
        self._lock = asyncio.Lock()

    async def export(self, campaign: Campaign, by: Person, *, history: bool) -> Export:
        """Export the campaign as it is now. Raises NotAllowed, and PlayerError for one that doesn't fit a file."""
        require(Right.MANAGE, by)
        async with self._lock:
            return await export_campaign(self._database.background, campaign, by, self._clock.now(), history=history)

    async def require_may_export_hands(self, table: Table, by: Person) -> None:
        """Refuse whoever may not know all the hands of the table, with what they can do."""
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
            found = await self._plan(guild_id, content)
            held = await asyncio.to_thread(compress, content)
        now = self._clock.now()
        arrival = PendingImport(self._ids.next(), guild_id, by.user_id, place_id, held, now)
        await self._database.apply(*store(arrival))
        return PreparedImport(arrival, found)

    async def bring(self, guild_id: int, by: Person, arrival_id: int) -> tuple[Campaign, ImportPlan, int | None]:
        """Import a file that was looked at: all of it or nothing, once. The campaign, what has come, and where it is
        played. Raises NotAllowed, NotFound and TooLate.
        """
        require(Right.MANAGE, by)
        async with self._lock:
            arrival = await find_pending(self._database, arrival_id, guild_id, by, self._clock.now())
            content = await asyncio.to_thread(arrival.unpacked)
            for attempt in range(_NAMES_TRIED):
                found = await self._plan(guild_id, content)
                try:
                    return await self._import(arrival, found, by), found, arrival.place_id
                except NameTaken:
                    if attempt + 1 == _NAMES_TRIED:
                        raise
        raise AssertionError("a name is free in the end")

    async def decline(self, guild_id: int, by: Person, arrival_id: int) -> None:
        """Forget a file that was looked at. Raises NotAllowed, NotFound and TooLate."""
        require(Right.MANAGE, by)
        arrival = await find_pending(self._database, arrival_id, guild_id, by, self._clock.now())
        await self._database.apply(discard(arrival))

    async def _plan(self, guild_id: int, content: bytes) -> ImportPlan:
        names = {name_key(campaign.name) for campaign in await self._campaigns.of_guild(guild_id)}
        return await asyncio.to_thread(lambda: plan_import(read_campaign(content), names))

    async def _import(self, arrival: PendingImport, found: ImportPlan, by: Person) -> Campaign:
        campaign = Campaign(id=self._ids.next(), guild_id=arrival.guild_id, name=found.name, settings=found.settings)
        now, key = self._clock.now(), f"import:{arrival.id}"
        numbers = [self._ids.next() for _ in found.characters]
        batch = await asyncio.to_thread(lambda: tuple(_statements_for(campaign, found, numbers, by, key, now)))
        founded = self._campaigns.founded(campaign, arrival.place_id)
        await self._database.apply(mark_imported(arrival, now), *founded, *batch)
        return campaign


def _statements_for(
    campaign: Campaign, landed: ImportPlan, numbers: Sequence[int], by: Person, key: str, at: float
) -> Iterator[Statement]:
    """Yield the statements that fill the new campaign. Its row and shared accounts come before in the same batch.

    `key` tells the import apart from all others; `numbers` are the ids of its characters.
    """
    people = list(zip(numbers, landed.characters, strict=True))
    for number, one in people:
        yield from _insert_character(campaign, number, one)
    yield from _grant_money(campaign, landed, people, by, key, at)
    for number, one in people:
        yield from _grant_items(campaign, number, one, by, key, at)
    for material in landed.materials:
        yield Statement(_LOADED, (f"{key}:{material.game}", campaign.id, material.game, by.user_id, at))
        yield Statement(_MATERIAL, (campaign.id, material.game, material.text))
    for preset in landed.presets:
        named = (campaign.id, preset.game, preset.name, name_key(preset.name))
        yield Statement(_PRESET, (*named, preset.rules, by.user_id, int(at)))


def _insert_character(campaign: Campaign, number: int, one: PlannedImport) -> Iterator[Statement]:
    own = one.campaign_file
    yield Statement(
        _CHARACTER,
        (
            number,
            campaign.id,
            own.kind,
            None if own.kind == "npc" else NOBODY,
            own.name,
            name_key(own.name),
            own.sheet.to_json(),
            own.template,
            None if own.pilot is None else own.pilot.to_json(),
            own.created_at,
            own.retired_at,
        ),
    )
    yield accounts.open_purse(campaign.id, number)
    if one.user_id is not None:
        yield Statement(_CLAIM, (campaign.id, number, one.user_id, int(own.plays)))
    for game, kit in one.kits:
        yield Statement(_KIT, (campaign.id, number, game, kit))


def _grant_money(
    campaign: Campaign, landed: ImportPlan, people: list[tuple[int, PlannedImport]], by: Person, key: str, at: float
) -> Iterator[Statement]:
    mint = accounts.mint(campaign.id)
    shared = ((accounts.party(campaign.id), landed.party), (accounts.house(campaign.id), landed.house))
    own = ((accounts.purse(number), one.campaign_file.purse) for number, one in people)
    transfers = tuple(Transfer(mint, account, amount) for account, amount in (*shared, *own) if amount)
    if transfers:
        yield from post(Entry(key, campaign.id, _KIND, "Brought from a file", by.user_id, at, transfers))


def _grant_items(
    campaign: Campaign, number: int, one: PlannedImport, by: Person, key: str, at: float
) -> Iterator[Statement]:
    for game, held in groupby(one.goods, key=lambda goods: goods.game):
        counts = Counter({goods.kind: goods.count for goods in held})
        own = f"{key}:{number}:{game}"
        entry = Entry(own, campaign.id, _KIND, "Brought from a file", by.user_id, at, ())
        yield from post(entry)
        yield from create_items(entry, game, counts, Holder.character(number))
