"""A GM's own house rules: kept under a name in a campaign, for a game."""

import asyncio
import json
from typing import Any

import pytest

from bot import games
from bot.campaigns import NameTaken, Person
from bot.db import Statement
from bot.errors import NotAllowed, NotFound, PlayerError, RuleError, Unreadable
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


async def test_preset_is_kept_replaced_and_deleted_by_its_name(harness: TableHarness, presets: Presets) -> None:
    campaign = harness.campaign
    await presets.save(campaign, GM, "pilok", "friday night", house_rules(ante=50))
    rules = house_rules(ante=25, jumps="one")
    assert await presets.save(campaign, GM, "pilok", "  Friday\nnight ", rules) == "Friday night"
    await stored(harness, wild_cards=True)
    await harness.restart()
    again = Presets(harness.database, harness.clock)
    assert await again.names(campaign.id, "pilok") == ("Friday night",)
    assert await again.get(campaign.id, "pilok", "FRIDAY NIGHT") == rules
    await again.delete(campaign, GM, "pilok", "FRIDAY NIGHT")
    for attempt in (again.get(campaign.id, "pilok", "Friday"), again.delete(campaign, GM, "pilok", "Friday")):
        with pytest.raises(NotFound, match="Friday"):
            await attempt


async def test_only_a_gm_saves_and_deletes(harness: TableHarness, presets: Presets) -> None:
    await harness.settle_for(gm_role_id=GM_ROLE)
    with pytest.raises(NotAllowed, match=r"Only the GM can do that."):
        await presets.save(harness.campaign, ANN, "pilok", "Friday", house_rules())
    await presets.save(harness.campaign, Person(9, role_ids=frozenset({GM_ROLE})), "pilok", "Friday", house_rules())
    with pytest.raises(NotAllowed, match=r"Only the GM can do that."):
        await presets.delete(harness.campaign, ANN, "pilok", "Friday")
    assert await presets.names(harness.campaign.id, "pilok") == ("Friday",)


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


@pytest.mark.parametrize(
    "game, name, kind",
    [
        *(("pilok", name, Unreadable) for name in ("", "  ", "\u200b", "...", "x" * 33)),
        ("pilok", "Ordinary", NameTaken),
        ("sabacc", "Friday", NotFound),
        ("bounder", "Friday", RuleError),
    ],
)
async def test_preset_is_refused_without_a_name_and_a_game_of_its_own(
    harness: TableHarness, presets: Presets, game: str, name: str, kind: type[PlayerError]
) -> None:
    with pytest.raises(kind):
        await presets.save(harness.campaign, GM, game, name, house_rules())


async def test_a_preset_is_refused_when_its_name_looks_like_another(harness: TableHarness, presets: Presets) -> None:
    await presets.save(harness.campaign, GM, "pilok", "Hero0", house_rules(ante=25))
    for name in ("Неro0", "Оrdinary"):
        with pytest.raises(NameTaken):
            await presets.save(harness.campaign, GM, "pilok", name, house_rules(ante=50))
    alike = ("Pac", "Рас")
    outcomes = await asyncio.gather(
        *(presets.save(harness.campaign, GM, "pilok", name, house_rules()) for name in alike), return_exceptions=True
    )
    assert {type(outcome) for outcome in outcomes} == {str, NameTaken}, "a server may write either of them first"
    [kept] = [name for name, outcome in zip(alike, outcomes, strict=True) if isinstance(outcome, str)]
    await presets.save(harness.campaign, GM, "pilok", "hero0", house_rules(ante=75))
    assert await presets.get(harness.campaign.id, "pilok", "Hero0") == house_rules(ante=75)
    assert await presets.names(harness.campaign.id, "pilok") == ("hero0", kept)
    await presets.save(harness.campaign, GM, "bounder", "Неro0", games.spec_of("bounder").game.HouseRules())


@pytest.mark.parametrize("changes", [{"ante": -5}, {"jumps": "twice"}, {"ante": "10"}, {"min_bet": 50, "max_bet": 5}])
async def test_preset_that_the_game_no_longer_allows_is_not_found(
    harness: TableHarness, presets: Presets, changes: dict[str, Any]
) -> None:
    await presets.save(harness.campaign, GM, "pilok", "*Friday*", house_rules())
    await stored(harness, **changes)
    with pytest.raises(NotFound) as refusal:
        await presets.get(harness.campaign.id, "pilok", "*friday*")
    assert refusal.value.told() == "The game no longer allows the house rules of \\*Friday\\*. Save the preset again."


async def test_unreadable_preset_is_not_found(harness: TableHarness, presets: Presets) -> None:
    await presets.save(harness.campaign, GM, "pilok", "Friday", house_rules())
    for broken in ("", "{", "[]", "null"):
        await harness.database.apply(Statement("UPDATE presets SET rules = ?", (broken,)))
        with pytest.raises(NotFound):
            await presets.get(harness.campaign.id, "pilok", "Friday")
    with pytest.raises(NotFound, match=r"Name a preset."):
        await presets.get(harness.campaign.id, "pilok", " ")
