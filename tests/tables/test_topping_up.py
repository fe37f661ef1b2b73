"""More chips from the purse: in play from the next hand on."""

import pytest

from bot.errors import MoneyError
from bot.tables.seats import AmbiguousSeat
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, TableHarness


async def test_a_top_up_between_hands_is_in_play_at_once(seated: TableHarness) -> None:
    _, chair = await seated.tables.seating.top_up(seated.table_id, seated.click(ANN), 100)
    assert (chair.stack, chair.pending) == (600, 0)
    assert (await seated.table()).record.said[-1] == "**Han** buys 100 cr in chips."
    await seated.adds_up()


async def test_a_top_up_in_mid_hand_waits_for_the_next(playing: TableHarness) -> None:
    _, chair = await playing.tables.seating.top_up(playing.table_id, playing.click(ANN), 100)
    assert (chair.stack, chair.pending) == (500, 100)
    assert [bettor.stack for bettor in (await playing.table()).state.betting.bettors] == [490, 490, 490]
    await playing.adds_up()
    await playing.acts(BEN, "fold")
    await playing.acts(CID, "fold")
    chair = await playing.chair(HAN)
    assert (chair.stack, chair.pending) == (620, 0)
    await playing.adds_up()


@pytest.mark.parametrize(
    "amount, refusal",
    [
        (0, "Bring at least the smallest coin."),
        (-5, "Bring at least the smallest coin."),
        (501, "Han has less than 501 cr in the purse."),
        (10**30, "You can bring at most 999,999,999,999,500 cr more."),
    ],
)
async def test_a_top_up_is_an_amount_that_one_has(seated: TableHarness, amount: int, refusal: str) -> None:
    async with seated.refuses(refusal, MoneyError):
        await seated.tables.seating.top_up(seated.table_id, seated.click(ANN), amount)


async def test_the_same_top_up_twice_counts_once(seated: TableHarness) -> None:
    click = seated.click(ANN)
    await seated.tables.seating.top_up(seated.table_id, click, 100)
    async with seated.refuses("That is done already."):
        await seated.tables.seating.top_up(seated.table_id, click, 100)


async def test_a_gm_with_several_npcs_says_which_one_tops_up(harness: TableHarness) -> None:
    await harness.opened()
    for name in ("Gorga", "Bib"):
        await harness.npc_sits(name)
    with pytest.raises(AmbiguousSeat) as question:
        await harness.tables.seating.top_up(harness.table_id, harness.click(GM), 100)
    assert [chair.name for chair in question.value.chairs] == ["Gorga", "Bib"]
    await harness.tables.seating.top_up(harness.table_id, harness.click(GM), 100, seat=2)
    assert (await harness.chair(2)).stack == 600
