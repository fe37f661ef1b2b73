"""A GM's own house rules: kept under a name in a campaign, for a game."""

import asyncio
import json
from typing import Any

import pytest

from bot import games
from bot.campaigns import NameTaken, Person
from bot.db import Statement
from bot.engine.game import HouseRules
from bot.errors import NotAllowed, NotFound, RuleError, Unreadable
from bot.tables.presets import MOST_PRESETS, Presets
from tests.tables.table_fixtures import ANN, GM, GM_ROLE, TableHarness, house_rules


@pytest.fixture
def presets(harness: TableHarness) -> Presets:
    return Presets(harness.database, harness.clock)


async def stored(harness: TableHarness, **changes: Any) -> None:
    """Change the stored rules of every preset without the bot knowing."""
    (row,) = await harness.database.fetch("SELECT rules FROM presets")
    rules = json.dumps(json.loads(row["rules"]) | changes)
    await harness.database.apply(Statement("UPDATE presets SET rules = ?", (rules,)))


async def test_preset_survives_a_restart(harness: TableHarness, presets: Presets) -> None:
    rules = house_rules(ante=25, jumps="one")
    assert await presets.save(harness.campaign, GM, "pilok", "  Friday\nnight ", rules) == "Friday night"
    await harness.restart()
    again = Presets(harness.database, harness.clock)
    assert await again.names(harness.campaign.id, "pilok") == ("Friday night",)
    assert await again.get(harness.campaign.id, "pilok", "FRIDAY NIGHT") == rules


async def test_the_same_name_again_replaces_it(harness: TableHarness, presets: Presets) -> None:
    await presets.save(harness.campaign, GM, "pilok", "friday", house_rules(ante=25))
    await presets.save(harness.campaign, GM, "pilok", "Friday", house_rules(ante=50))
    assert await presets.names(harness.campaign.id, "pilok") == ("Friday",)
    assert await presets.get(harness.campaign.id, "pilok", "friday") == house_rules(ante=50)


async def test_only_a_gm_saves_and_deletes(harness: TableHarness, presets: Presets) -> None:
    await harness.settle_for(gm_role_id=GM_ROLE)
    with pytest.raises(NotAllowed, match=r"Only the GM can do that."):
        await presets.save(harness.campaign, ANN, "pilok", "Friday", house_rules())
    await presets.save(harness.campaign, Person(9, role_ids=frozenset({GM_ROLE})), "pilok", "Friday", house_rules())
    with pytest.raises(NotAllowed, match=r"Only the GM can do that."):
        await presets.delete(harness.campaign, ANN, "pilok", "Friday")
    assert await presets.names(harness.campaign.id, "pilok") == ("Friday",)


async def test_a_preset_that_was_deleted_is_gone(harness: TableHarness, presets: Presets) -> None:
    await presets.save(harness.campaign, GM, "pilok", "Friday", house_rules())
    await presets.delete(harness.campaign, GM, "pilok", "FRIDAY")
    assert await presets.names(harness.campaign.id, "pilok") == ()
    for attempt in (
        presets.get(harness.campaign.id, "pilok", "Friday"),
        presets.delete(harness.campaign, GM, "pilok", "Friday"),
    ):
        with pytest.raises(NotFound, match=r"There is no preset called Friday here."):
            await attempt


async def test_campaign_has_at_most_twenty_five_presets_per_game(harness: TableHarness, presets: Presets) -> None:
    full = "There are 25 presets for this game already: delete one first."
    for number in range(MOST_PRESETS - 1):
        await presets.save(harness.campaign, GM, "pilok", f"preset {number}", house_rules())
    outcomes = await asyncio.gather(
        *(presets.save(harness.campaign, GM, "pilok", f"last {number}", house_rules()) for number in range(3)),
        return_exceptions=True,
    )
    assert sorted(str(outcome) for outcome in outcomes if isinstance(outcome, NotAllowed)) == [full, full]
    await presets.save(harness.campaign, GM, "pilok", "preset 0", house_rules(ante=99))
    assert await presets.get(harness.campaign.id, "pilok", "preset 0") == house_rules(ante=99)
    await presets.delete(harness.campaign, GM, "pilok", "preset 1")
    await presets.save(harness.campaign, GM, "pilok", "one more", house_rules())
    assert len(await presets.names(harness.campaign.id, "pilok")) == MOST_PRESETS


async def test_every_campaign_has_its_own(harness: TableHarness, presets: Presets) -> None:
    other = await harness.campaigns.create(500, "Another world", harness.campaign.settings, GM)
    await presets.save(harness.campaign, GM, "pilok", "Friday", house_rules(ante=25))
    await presets.save(other, GM, "pilok", "Friday", house_rules(ante=50))
    assert await presets.get(harness.campaign.id, "pilok", "Friday") == house_rules(ante=25)
    assert await presets.get(other.id, "pilok", "Friday") == house_rules(ante=50)


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "...", "x" * 33])
async def test_a_name_has_to_be_one(harness: TableHarness, presets: Presets, name: str) -> None:
    with pytest.raises(Unreadable):
        await presets.save(harness.campaign, GM, "pilok", name, house_rules())


async def test_preset_can_not_take_the_name_of_a_games_own(harness: TableHarness, presets: Presets) -> None:
    refusal = "Three Street Pi'Lok has a preset called Ordinary of its own: choose another name."
    with pytest.raises(NameTaken, match=refusal):
        await presets.save(harness.campaign, GM, "pilok", "Ordinary", house_rules())


async def test_a_preset_is_refused_when_its_name_looks_like_another(harness: TableHarness, presets: Presets) -> None:
    await presets.save(harness.campaign, GM, "pilok", "Hero0", house_rules(ante=25))
    for name in ("Неro0", "Оrdinary"):
        with pytest.raises(NameTaken):
            await presets.save(harness.campaign, GM, "pilok", name, house_rules(ante=50))
    outcomes = await asyncio.gather(
        *(presets.save(harness.campaign, GM, "pilok", name, house_rules()) for name in ("Pac", "Рас")),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [str, NameTaken]
    await presets.save(harness.campaign, GM, "pilok", "hero0", house_rules(ante=75))
    assert await presets.get(harness.campaign.id, "pilok", "Hero0") == house_rules(ante=75)
    assert await presets.names(harness.campaign.id, "pilok") == ("hero0", "Pac")
    await presets.save(harness.campaign, GM, "bounder", "Неro0", games.spec_of("bounder").game.HouseRules())


async def test_presets_are_for_games_that_are_there(harness: TableHarness, presets: Presets) -> None:
    with pytest.raises(NotFound):
        await presets.save(harness.campaign, GM, "sabacc", "Friday", house_rules())
    with pytest.raises(RuleError, match=r"Those aren't house rules of Three Street Pi'Lok."):
        await presets.save(harness.campaign, GM, "pilok", "Friday", HouseRules())


async def test_an_option_that_the_game_has_no_more_is_left_out(harness: TableHarness, presets: Presets) -> None:
    await presets.save(harness.campaign, GM, "pilok", "Friday", house_rules(ante=25))
    await stored(harness, wild_cards=True)
    assert await presets.get(harness.campaign.id, "pilok", "Friday") == house_rules(ante=25)


@pytest.mark.parametrize("changes", [{"ante": -5}, {"jumps": "twice"}, {"ante": "10"}, {"min_bet": 50, "max_bet": 5}])
async def test_preset_that_the_game_no_longer_allows_is_not_found(
    harness: TableHarness, presets: Presets, changes: dict[str, Any]
) -> None:
    await presets.save(harness.campaign, GM, "pilok", "*Friday*", house_rules())
    await stored(harness, **changes)
    with pytest.raises(NotFound) as refusal:
        await presets.get(harness.campaign.id, "pilok", "*friday*")
    assert refusal.value.told() == "The game doesn't allow the house rules of \\*Friday\\* any more: save them anew."


async def test_unreadable_preset_is_not_found(harness: TableHarness, presets: Presets) -> None:
    await presets.save(harness.campaign, GM, "pilok", "Friday", house_rules())
    for broken in ("", "{", "[]", "null"):
        await harness.database.apply(Statement("UPDATE presets SET rules = ?", (broken,)))
        with pytest.raises(NotFound):
            await presets.get(harness.campaign.id, "pilok", "Friday")
    with pytest.raises(NotFound, match=r"Name a preset."):
        await presets.get(harness.campaign.id, "pilok", " ")
