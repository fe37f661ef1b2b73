"""Nobody is dealt into a hand for other wagers than they could see: a change of one gives the others time to look."""

import pytest

from bot.campaigns import Person
from bot.errors import NotAllowed, TooLate
from bot.tables.hand.timing import DEAL_AFTER
from tests.tables.money.wager_fixtures import EVERYTHING, Evening, WagerHarness
from tests.tables.table_fixtures import ANN, BEN, DEE, GM, HAN, LANDO, later, left

PASSED = "The table has moved on. Look at its latest message."
OTHERS_DEAL = "You have just changed your wager. Another player has to press “Deal”."


async def both_wager(evening: Evening) -> WagerHarness:
    await evening.place.wagers(BEN, evening.lando, "tooth")
    await evening.place.wagers(ANN, evening.han, "ring")
    return evening.place


async def takes_back(place: WagerHarness) -> int:
    """Lando's tooth is off the table again; the turn that was shown before."""
    seen = (await place.table()).record.turn
    await place.tables.wagers.take_back(place.table_id, place.click(BEN), LANDO)
    return seen


@pytest.mark.parametrize("dealer", [ANN, GM])
async def test_player_who_changed_a_wager_last_deals_only_after_the_hand(evening: Evening, dealer: Person) -> None:
    place = await both_wager(evening)
    async with place.refuses(OTHERS_DEAL, NotAllowed):
        await place.deals(ANN)
    await takes_back(place)
    await place.restart()
    async with place.refuses(OTHERS_DEAL, NotAllowed):
        await place.deals(BEN)
    table = await place.deals(dealer)
    for seat in sorted(table.to_act):
        await place.acts(await place.player(seat), "fold", seat=seat)
    assert (await place.deals(BEN)).in_hand


async def test_a_click_from_before_any_change_of_a_wager_deals_nothing(evening: Evening) -> None:
    place = await both_wager(evening)
    await place.sits(DEE, "Greedo")
    seen = await takes_back(place)
    for person in (ANN, DEE, GM):
        async with place.refuses(PASSED, TooLate):
            await place.tables.playing.deal(place.table_id, place.click(person, turn=seen))
    assert {chair.asked for chair in (await place.table()).record.chairs} == {seen + 1}


async def test_leaving_with_a_wager_and_coming_back_is_a_change_too(evening: Evening) -> None:
    place = await both_wager(evening)
    seen = (await place.table()).record.turn
    await place.tables.seating.leave(place.table_id, place.click(BEN))
    await place.tables.seating.sit(place.table_id, place.click(BEN), evening.lando, 100)
    async with place.refuses(OTHERS_DEAL, NotAllowed):
        await place.deals(BEN)
    async with place.refuses(PASSED, TooLate):
        await place.tables.playing.deal(place.table_id, place.click(ANN, turn=seen))
    assert await place.wagered(HAN) == ("ring",)
    assert await place.goods_add_up() == EVERYTHING


async def test_lone_player_deals_after_changing_a_wager(wager_harness: WagerHarness) -> None:
    await wager_harness.opened()
    han = await wager_harness.sits(ANN, "Han")
    await wager_harness.npc_sits("Bib")
    await wager_harness.gives(han, "ring")
    await wager_harness.wagers(ANN, han, "ring")
    assert (await wager_harness.deals(ANN)).in_hand


async def test_gm_who_wagers_for_an_npc_does_not_deal(evening: Evening) -> None:
    place = evening.place
    bib = await place.npc_sits("Bib")
    await place.gives(bib, "ring")
    await place.wagers(GM, bib, "ring", seat=3)
    async with place.refuses(OTHERS_DEAL, NotAllowed):
        await place.deals(GM)
    assert (await place.deals(ANN)).in_hand


@pytest.mark.parametrize("change", ["wager", "take back"])
async def test_where_the_clock_deals_a_change_gives_everybody_the_whole_time_to_look(
    wager_harness: WagerHarness, change: str
) -> None:
    await wager_harness.opened(auto_deal=True)
    han = await wager_harness.sits(ANN, "Han")
    await wager_harness.gives(han, "ring", "idol")
    await wager_harness.wagers(ANN, han, "ring")
    await wager_harness.sits(BEN, "Lando")
    table = await later(wager_harness, DEAL_AFTER - 1)
    assert left(wager_harness, table) == 1
    if change == "wager":
        table = await wager_harness.wagers(ANN, han, "idol")
    else:
        table, _ = await wager_harness.tables.wagers.take_back(wager_harness.table_id, wager_harness.click(ANN), HAN)
    assert left(wager_harness, table) == DEAL_AFTER
    assert not (await later(wager_harness, DEAL_AFTER - 1)).in_hand
    assert (await later(wager_harness, 1)).in_hand


async def test_other_house_rules_are_seen_before_anybody_deals_by_them(evening: Evening) -> None:
    place = await both_wager(evening)
    seen = (await place.table()).record.turn
    await place.tables.opening.change_rules(place.table_id, place.click(GM), {"wagers": False})
    async with place.refuses(PASSED, TooLate):
        await place.tables.playing.deal(place.table_id, place.click(BEN, turn=seen))
    assert (await place.deals(ANN)).in_hand


async def test_returning_player_has_no_wager_and_does_not_deal(evening: Evening) -> None:
    place = await both_wager(evening)
    await place.deals(GM)
    await place.tables.seating.leave(place.table_id, place.click(BEN))
    await place.acts(ANN, "fold")
    assert await place.wagered(HAN) == ("ring",)
    await place.tables.seating.sit(place.table_id, place.click(BEN), evening.lando, 100)
    async with place.refuses(OTHERS_DEAL, NotAllowed):
        await place.deals(BEN)
