"""A character has one kit for each game, and two who change it at once don't overwrite each other."""

import asyncio

import pytest

from bot.campaigns import Loadouts, StoredLoadout
from bot.db import Refused
from bot.errors import TooLate
from tests.campaigns.conftest import ANN, World


async def test_a_loadout_is_stored_for_its_character_and_game(world: World) -> None:
    kits, han, leia = Loadouts(world.database), await world.character(ANN, "Han"), await world.character(ANN, "Leia")
    campaign = world.campaign.id
    assert await kits.get(campaign, han.id, "pazaak") is None
    assert await kits.put(campaign, han.id, "pazaak", '{"decks":[]}') == StoredLoadout('{"decks":[]}', 1)
    assert await kits.get(campaign, han.id, "pazaak") == StoredLoadout('{"decks":[]}', 1)
    assert await kits.get(campaign, leia.id, "pazaak") is None
    assert await kits.get(campaign, han.id, "sabacc") is None


async def test_a_loadout_changes_only_from_the_version_that_was_read(world: World) -> None:
    kits, han = Loadouts(world.database), await world.character(ANN, "Han")
    place = (world.campaign.id, han.id, "pazaak")
    await kits.put(*place, "one")
    assert await kits.put(*place, "two", 1) == StoredLoadout("two", 2)
    for stale in (0, 1, 3):
        with pytest.raises(TooLate, match="just been changed elsewhere"):
            await kits.put(*place, "other", stale)
    assert await kits.get(*place) == StoredLoadout("two", 2)


@pytest.mark.parametrize("version", [0, 1])
async def test_one_of_two_loadout_changes_at_once_is_refused(world: World, version: int) -> None:
    kits, han = Loadouts(world.database), await world.character(ANN, "Han")
    place = (world.campaign.id, han.id, "pazaak")
    if version:
        await kits.put(*place, "before")
    both = (kits.put(*place, text, version) for text in ("mine", "yours"))
    outcomes = await asyncio.gather(*both, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(TooLate) == 1
    assert (await kits.get(*place)) in outcomes


async def test_a_loadout_belongs_to_a_character_of_the_campaign(world: World) -> None:
    han, other = await world.character(ANN, "Han"), await world.campaigns.at(501)
    with pytest.raises(Refused, match="foreign key"):
        await Loadouts(world.database).put(other.id, han.id, "pazaak", "{}")
