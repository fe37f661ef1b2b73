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
    said = " ".join((await tavern.table()).said)
    assert ("as many as the bank can pay for" in said, "too little for any NPC" in said) == (0 < npcs < 3, npcs == 0)
    await tavern.adds_up()


@pytest.mark.parametrize("holds, bank", [({}, None), ({"house": 100_000}, None), ({"house": 1000}, 40)])
async def test_without_npcs_no_money_of_the_house_is_needed_but_a_gm_may_give_some(
    tavern: Casino, holds: dict[str, int], bank: int | None
) -> None:
    await tavern.backed_by("house", **holds)
    table = await opened(tavern, PRESETS["no NPCs"].evolve(ante=10), bank)
    assert table.record.bank == (bank or 0)
    assert await tavern.house_has() == holds.get("house", 0) - (bank or 0)
    assert await npcs_in(tavern) == 0
    assert (await tavern.play_out()).record.hand is not None
    await tavern.adds_up()
