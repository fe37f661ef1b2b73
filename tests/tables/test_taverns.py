"""Tables of Baldur Hold'em and the house's money: how many NPCs its bank seats, and that none are needed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.model import Table
from cogs.baldur.state import PRESETS, BaldurRules
from tests.tables.money.casino import Casino
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, GM

RULES = BaldurRules(ante=10)


@pytest.fixture
async def tavern(tmp_path: Path) -> AsyncIterator[Casino]:
    place = Casino(tmp_path / "tavern.db")
    async with place:
        yield place


async def opened(tavern: Casino, rules: BaldurRules, bank: int | None = None) -> Table:
    """Open a table as the GM, and seat Han and Lando."""
    opening = tavern.tables.opening
    table = await opening.open(tavern.campaign, tavern.click(GM), "baldur", rules, places=(CHANNEL,), bank=bank)
    tavern.table_id = table.id
    await tavern.sits(ANN, "Han")
    await tavern.sits(BEN, "Lando")
    return table


async def npcs_in(tavern: Casino) -> int:
    table = await tavern.deals()
    return table.spec.game.view(table.state, None).inner.npcs_in


@pytest.mark.parametrize("bank, npcs", [(80, 3), (79, 2), (69, 1), (59, 0), (1, 0)])
async def test_as_many_npcs_sit_down_as_the_bank_can_see_through(tavern: Casino, bank: int, npcs: int) -> None:
    """All three may come to owe 80, two of them 70 and one 60."""
    await tavern.backed_by("house", house=1000)
    await opened(tavern, RULES, bank)
    assert await npcs_in(tavern) == npcs
    await tavern.adds_up()


async def test_the_table_says_that_there_are_fewer(tavern: Casino) -> None:
    await tavern.backed_by("house", house=1000)
    await opened(tavern, RULES, bank=60)
    assert "One NPC is in, as many as the bank can pay for" in " ".join((await tavern.deals()).record.said)


async def test_table_says_that_the_bank_is_too_small_for_any_npc(tavern: Casino) -> None:
    await tavern.backed_by("house", house=1000)
    await opened(tavern, RULES, bank=50)
    assert "The bank has too little for any NPC." in " ".join((await tavern.deals()).record.said)


@pytest.mark.parametrize("holds", [{}, {"house": 100_000}])
async def test_without_npcs_no_money_of_the_house_is_needed(tavern: Casino, holds: dict[str, int]) -> None:
    await tavern.backed_by("house", **holds)
    table = await opened(tavern, PRESETS["no NPCs"].evolve(ante=10))
    assert (table.record.bank, table.record.said) == (0, ())
    assert await tavern.house_has() == holds.get("house", 0)
    assert await npcs_in(tavern) == 0
    assert (await tavern.play_out()).record.hand is not None
    await tavern.adds_up()


async def test_a_gm_may_fill_that_bank_all_the_same(tavern: Casino) -> None:
    await tavern.backed_by("house", house=1000)
    assert (await opened(tavern, PRESETS["no NPCs"].evolve(ante=10), bank=40)).record.bank == 40
