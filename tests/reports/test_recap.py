"""An evening told: hands, who won what, the biggest pot, the longest hand; and what doesn't count."""

from bot.db import Statement
from bot.engine.money import CREDITS
from bot.reports.service import Span
from bot.reports.words import markdown
from tests.reports.conftest import Chronicle
from tests.tables.table_fixtures import ANN, CHANNEL, CID, GM, HAN, LEADER_STAYS_AHEAD, over_and_over


async def test_a_recap_without_hands_is_empty(saloon: Chronicle):
    recap = await saloon.recap()
    assert (recap.rooms, recap.hands, recap.shares, recap.pot, recap.longest) == ((), 0, (), None, None)


async def test_shares_are_the_gains_of_purses_and_seats(saloon: Chronicle):
    before = {chair.name: chair.chips for chair in (await saloon.table()).record.chairs}
    for _ in range(3):
        await saloon.lively_hand()
    recap, chairs = await saloon.recap(), (await saloon.table()).record.chairs
    assert {one.name: one.net for one in recap.shares} == {one.name: one.chips - before[one.name] for one in chairs}
    assert sum(one.net for one in recap.shares) + recap.cuts + recap.middle == 0
    assert [(one.title, one.hands) for one in recap.played] == [("Three Street Pi'Lok", 3)]
    assert {one.hands for one in recap.shares} == {3}
    assert sum(one.won for one in recap.shares) >= 3


async def test_cashing_out_and_buying_chips_do_not_change_a_share(saloon: Chronicle):
    await saloon.lively_hand()
    nets = await saloon.nets()
    await saloon.tables.seating.leave(saloon.table_id, saloon.click(CID))
    await saloon.tables.seating.top_up(saloon.table_id, saloon.click(ANN), 100, seat=HAN)
    assert await saloon.nets() == nets
    await saloon.tables.opening.close(saloon.table_id, saloon.click(GM))
    assert await saloon.nets() == nets


async def test_the_biggest_pot_is_all_that_lay_in_it(saloon: Chronicle):
    pots: dict[int, int] = {}
    for number in (1, 2, 3):
        table = await saloon.lively_hand()
        pots[number] = table.entry.game.view(table.state, None).pot
    pot = (await saloon.recap()).pot
    assert pot is not None
    assert pot.is_whole
    assert (pot.number, pot.amount) == max(pots.items(), key=lambda one: one[1])
    assert pot.winners


async def test_a_shared_pot_is_as_big_as_a_won_one(saloon: Chronicle):
    saloon.dice_are(*[6] * 60)
    await saloon.lively_hand()
    shared = (await saloon.table()).state
    saloon.dice_are(*over_and_over(LEADER_STAYS_AHEAD, 20))
    await saloon.deals()
    await saloon.play_out()
    recap = await saloon.recap()
    assert recap.pot is not None
    assert (recap.pot.number, recap.pot.amount, recap.pot.winners) == (1, shared.pot, ())
    assert any(share.net > 0 for share in recap.shares)
    assert f"Biggest pot: {shared.pot} cr in hand 1. Nobody gained by it." in markdown("", recap, CREDITS, str)


async def test_a_pot_that_was_not_noted_is_looked_up_in_the_log(saloon: Chronicle):
    table = await saloon.lively_hand()
    await saloon.database.apply(Statement("UPDATE hands SET pot = NULL"))
    recap = await saloon.recap()
    assert recap.pot is not None
    assert (recap.pot.amount, recap.pot.is_whole) == (table.entry.game.view(table.state, None).pot, True)


async def test_an_unreplayable_pot_is_the_money_that_changed_hands(saloon: Chronicle):
    await saloon.lively_hand()
    await saloon.database.apply(Statement("UPDATE hands SET deal = '{}', pot = NULL"))
    recap = await saloon.recap()
    assert recap.pot is not None
    assert not recap.pot.is_whole
    assert recap.pot.amount == sum(one.net for one in recap.shares if one.net > 0)


async def test_an_unreadable_hand_is_named_and_counts_in_the_shares(saloon: Chronicle):
    await saloon.lively_hand()
    nets = await saloon.nets()
    await saloon.database.apply(Statement("UPDATE hands SET outcome = 'x'"))
    recap = await saloon.recap()
    assert [one.number for one in recap.unreadable] == [1]
    assert (await saloon.nets(), recap.hands) == (nets, 1)


async def test_a_table_whose_game_is_gone_is_named_by_its_key(saloon: Chronicle):
    await saloon.lively_hand()
    nets = await saloon.nets()
    await saloon.database.apply(
        Statement("UPDATE tables SET game = 'sabacc'"), Statement("UPDATE hands SET game = 'sabacc'")
    )
    recap = await saloon.recap()
    assert [(one.title, one.word) for one in recap.played] == [("a game that is gone (sabacc)", "hand")]
    assert await saloon.nets() == nets


async def test_the_longest_hand_has_the_most_turns(saloon: Chronicle):
    await saloon.deals()
    await saloon.play_out()
    await saloon.lively_hand()
    longest = (await saloon.recap()).longest
    assert longest is not None
    assert longest.number == 2


async def test_a_void_hand_is_named_and_counts_for_nothing(saloon: Chronicle):
    await saloon.deals()
    await saloon.tables.opening.void(saloon.table_id, saloon.click(GM))
    recap = await saloon.recap()
    assert ([one.number for one in recap.void], recap.hands, recap.pot) == ([1], 0, None)


async def test_hands_of_another_day_are_left_out(saloon: Chronicle):
    await saloon.lively_hand()
    midnight = saloon.clock.now() + 3600
    saloon.clock.jump(7200)
    await saloon.lively_hand()
    first, second = await saloon.recap(Span(0, midnight)), await saloon.recap(Span(midnight, midnight + 86_400))
    assert (first.hands, second.hands) == (1, 1)
    whole = await saloon.nets()
    parts = await saloon.nets(Span(0, midnight)), await saloon.nets(Span(midnight, midnight + 86_400))
    assert {name: sum(part[name] for part in parts) for name in whole} == whole


async def test_the_last_session_ends_before_a_long_pause(saloon: Chronicle):
    await saloon.lively_hand()
    saloon.clock.jump(7 * 3600)
    begins = saloon.clock.now()
    await saloon.lively_hand()
    saloon.clock.jump(3600)
    await saloon.lively_hand()
    rooms = await saloon.evenings.rooms(saloon.campaign.id, CHANNEL)
    evening = await saloon.evenings.last_evening(rooms)
    assert evening is not None
    assert evening.since == begins
    assert (await saloon.recap(evening)).hands == 2


async def test_tables_of_another_campaign_are_left_out(saloon: Chronicle):
    await saloon.lively_hand()
    assert await saloon.evenings.rooms(saloon.campaign.id + 1) == ()
