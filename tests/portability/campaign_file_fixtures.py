"""A campaign with a bit of everything, a table in mid-hand included, and the archive that packs it."""

import json
from collections.abc import Mapping
from typing import Any

from bot import games
from bot.campaigns import (
    AutopilotSettings,
    Campaign,
    CardFiles,
    Claims,
    HousePurse,
    Items,
    Loadouts,
    PartyPurse,
    Person,
    SavedRolls,
    Wallet,
)
from bot.engine.ai.temper import Temper
from bot.engine.options import with_options
from bot.engine.skills import parse_sheet
from bot.portability.import_plan import ImportPlan
from bot.portability.service import CampaignFiles
from bot.tables.presets import Presets
from tests.tables.table_fixtures import ANN, BEN, GM, GUILD, TableHarness

ABROAD = 900
"""Another server."""
BOSS = Person(77, manage_guild=True)
"""Who manages the other server."""
_SIDE_DECK = [f"{sign}_{value}" for sign, most in (("plus", 6), ("minus", 4)) for value in range(1, most + 1)]
KIT = json.dumps({"decks": [{"name": "Old one", "cards": _SIDE_DECK}], "using": "Old one"}, separators=(",", ":"))
CARDS = (games.folders()["klingon"] / "deck.toml").read_text(encoding="utf-8")


def archive_of(place: TableHarness) -> CampaignFiles:
    return CampaignFiles(place.database, place.campaigns, place.ids, place.clock)


def claims_of(place: TableHarness) -> Claims:
    return Claims(place.database)


async def exported(
    place: TableHarness, campaign: Campaign | None = None, *, by: Person = GM, history: bool = False
) -> Any:
    """Return the file of a campaign, parsed."""
    found = await archive_of(place).export(campaign or place.campaign, by, history=history)
    return json.loads(found.content)


async def imported(place: TableHarness, content: Mapping[str, Any] | bytes, place_id: int | None = None) -> Campaign:
    """Import the file on the other server, and return the campaign."""
    return (await brought(place, content, place_id))[0]


async def brought(
    place: TableHarness, content: Mapping[str, Any] | bytes, place_id: int | None = None
) -> tuple[Campaign, ImportPlan]:
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    archive = archive_of(place)
    looked = await archive.look(ABROAD, BOSS, text, place_id)
    campaign, landing, _ = await archive.bring(ABROAD, BOSS, looked.pending.id)
    return campaign, landing


async def furnish(place: TableHarness) -> None:
    """Fill the campaign of a harness in mid-hand: an NPC with a pilot, somebody who has retired, money everywhere,
    cards, a kit, a preset and something loaded.
    """
    campaign, clock = place.campaign, place.clock
    wallet = Wallet(place.database, place.characters, clock)
    sheet = parse_sheet("Gambling 8D, Perception 3D+2", campaign.settings.system)
    npc = await place.characters.create_npc(campaign, GM, "shark", "Jabba", sheet)
    lines = ("You will not win.", "Pay up…")
    await place.characters.set_pilot(
        campaign, GM, npc, AutopilotSettings(temper=Temper(style="drunk"), speaks=True, lines=lines)
    )
    chewie = await place.characters.create(campaign, ANN, "Chewie")
    old = await place.characters.create(campaign, BEN, "Old Ben")
    await place.characters.retire(campaign, BEN, old)
    party, house = PartyPurse(campaign.id), HousePurse(campaign.id)
    await wallet.pay(campaign, ANN, chewie, party, 120, key="to the party")
    await wallet.grant(campaign, GM, [house], 3_000, key="to the house", reason="for the bank")
    cards = ["plus_1", "plus_1", "minus_3"]
    await Items(place.database, clock).grant(campaign.id, chewie.id, "pazaak", cards, actor=1, key="cards")
    await Loadouts(place.database).put(campaign.id, chewie.id, "pazaak", KIT)
    await SavedRolls(place.database).save(campaign, ANN, chewie, "Bowcaster", "4D+2")
    await CardFiles(place.database, clock).load(campaign, GM, "klingon", CARDS, "loaded")
    rules = with_options(games.spec_of("pilok").game.presets["long"], {"ante": 25})
    await Presets(place.database, clock).save(campaign, GM, "pilok", "Our way", rules)


def people(file: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the characters in a file by name."""
    return {one["name"]: one for one in file["characters"]}


__all__ = ["ABROAD", "ANN", "BEN", "BOSS", "CARDS", "GM", "GUILD", "KIT"]
