"""A campaign has one text for each game, loaded and removed by its GMs, each time once."""

import asyncio

import pytest

from bot.campaigns import CardFile, CardFiles
from bot.errors import NotAllowed, TooLate
from tests.campaigns.conftest import ANN, GM, World


def materials_of(world: World) -> CardFiles:
    return CardFiles(world.database, world.clock)


async def kept(materials: CardFiles, campaign_id: int) -> tuple[str, int]:
    """Text and version of what is loaded for Klingon Hold-'Em."""
    found = await materials.get(campaign_id, "klingon")
    assert found is not None
    return found.text, found.version


async def test_a_loaded_card_file_replaces_the_one_before(world: World) -> None:
    materials, campaign = materials_of(world), world.campaign
    assert await materials.get(campaign.id, "klingon") is None
    await materials.load(campaign, GM, "klingon", "one", "k1")
    assert await materials.get(campaign.id, "klingon") == CardFile("one", 1)
    await world.clock.advance(60)
    await materials.load(campaign, GM, "klingon", "two", "k2")
    assert await materials.get(campaign.id, "klingon") == CardFile("two", 2)


async def test_card_files_differ_by_game_and_campaign(world: World) -> None:
    materials, other = materials_of(world), await world.campaigns.at(501)
    await materials.load(world.campaign, GM, "klingon", "ours", "k1")
    await materials.load(other, GM, "klingon", "theirs", "k2")
    assert await materials.get(world.campaign.id, "baldur") is None
    assert [await kept(materials, one) for one in (world.campaign.id, other.id)] == [("ours", 1), ("theirs", 1)]


async def test_a_repeated_interaction_does_not_change_a_card_file(world: World) -> None:
    materials, campaign = materials_of(world), world.campaign
    await materials.load(campaign, GM, "klingon", "one", "k1")
    await materials.load(campaign, GM, "klingon", "two", "k2")
    for again in ("k1", "k2"):
        with pytest.raises(TooLate, match="already"):
            await materials.load(campaign, GM, "klingon", "one", again)
    with pytest.raises(TooLate, match="already"):
        await materials.remove(campaign, GM, "klingon", 2, "k2")
    assert await kept(materials, campaign.id) == ("two", 2)


async def test_only_the_displayed_version_of_a_card_file_is_removed(world: World) -> None:
    materials, campaign = materials_of(world), world.campaign
    await materials.load(campaign, GM, "klingon", "one", "k1")
    await materials.load(campaign, GM, "klingon", "two", "k2")
    with pytest.raises(TooLate, match="changed"):
        await materials.remove(campaign, GM, "klingon", 1, "k3")
    await materials.remove(campaign, GM, "klingon", 2, "k4")
    assert await materials.get(campaign.id, "klingon") is None
    await materials.load(campaign, GM, "klingon", "three", "k5")
    assert await kept(materials, campaign.id) == ("three", 4)


async def test_players_cannot_load_or_remove_card_files(world: World) -> None:
    materials, campaign = materials_of(world), world.campaign
    with pytest.raises(NotAllowed):
        await materials.load(campaign, ANN, "klingon", "mine", "k1")
    await materials.load(campaign, GM, "klingon", "one", "k2")
    with pytest.raises(NotAllowed):
        await materials.remove(campaign, ANN, "klingon", 1, "k3")
    assert await kept(materials, campaign.id) == ("one", 1)


async def test_one_of_two_card_files_loaded_at_once_is_stored_whole(world: World) -> None:
    materials, campaign = materials_of(world), world.campaign
    texts = {f"k{number}": f"text {number}" for number in range(8)}
    await asyncio.gather(*(materials.load(campaign, GM, "klingon", text, key) for key, text in texts.items()))
    text, version = await kept(materials, campaign.id)
    assert version == 8
    assert text in texts.values()
    rows = await world.database.fetch("SELECT version FROM card_file_changes ORDER BY version")
    assert [row["version"] for row in rows] == [*range(1, 9)]
