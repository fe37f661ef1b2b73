"""An evening told: hands, who won what, the biggest pot, the longest hand; and what doesn't count."""

from dataclasses import replace

import pytest

from bot import games
from bot.db import Statement
from bot.engine.money import CREDITS
from bot.reports.service import Span
from bot.reports.words import markdown
from cogs.pilok.state import Rolled
from tests.reports.conftest import Chronicle
from tests.tables.table_fixtures import ANN, CHANNEL, CID, GM, HAN, LEADER_STAYS_AHEAD, over_and_over


async def test_a_recap_without_hands_is_empty(harness: Chronicle):
    recap = await harness.recap()
    assert (recap.rooms, recap.hands, recap.shares, recap.pot, recap.longest) == ((), 0, (), None, None)


async def test_shares_are_the_gains_of_purses_and_seats(harness: Chronicle):
    before = {chair.seat: chair.chips for chair in (await harness.table()).record.chairs}
    for _ in range(3):
        await harness.lively_hand()
    recap, table = await harness.recap(), await harness.table()
    gains = {table.names[chair.seat]: chair.chips - before[chair.seat] for chair in table.record.chairs}
    assert {one.name: one.net for one in recap.shares} == gains
    assert sum(one.net for one in recap.shares) + recap.cuts + recap.middle == 0
    assert [(one.title, one.hands) for one in recap.played] == [("Three Street Pi'Lok", 3)]
    assert {one.hands for one in recap.shares} == {3}
    assert sum(one.won for one in recap.shares) >= 3


async def test_cashing_out_and_buying_chips_do_not_change_a_share(harness: Chronicle):
    await harness.lively_hand()
    nets = await harness.nets()
    await harness.tables.seating.leave(harness.table_id, harness.click(CID))
    await harness.tables.seating.top_up(harness.table_id, harness.click(ANN), 100, seat=HAN)
    assert await harness.nets() == nets
    await harness.tables.opening.close(harness.table_id, harness.click(GM))
    assert await harness.nets() == nets


async def test_the_biggest_pot_is_all_that_lay_in_it(harness: Chronicle):
    pots: dict[int, int] = {}
    for number in (1, 2, 3):
        table = await harness.lively_hand()
        pots[number] = table.spec.game.view(table.state, None).pot
    pot = (await harness.recap()).pot
    assert pot is not None
    assert pot.is_whole
    assert (pot.number, pot.amount) == max(pots.items(), key=lambda one: one[1])
    assert pot.winners


async def test_a_shared_pot_is_as_big_as_a_won_one(harness: Chronicle):
    harness.dice_are(*[6] * 60)
    await harness.lively_hand()
    shared = (await harness.table()).state
    harness.dice_are(*over_and_over(LEADER_STAYS_AHEAD, 20))
    await harness.deals()
    await harness.play_out()
    recap = await harness.recap()
    assert recap.pot is not None
    assert (recap.pot.number, recap.pot.amount, recap.pot.winners) == (1, shared.pot, ())
    assert any(share.net > 0 for share in recap.shares)
    assert f"Biggest pot: {shared.pot} cr in hand 1. Nobody gained anything." in markdown("", recap, CREDITS, str)


async def test_a_pot_that_no_event_tells_is_the_money_that_changed_hands(
    harness: Chronicle, monkeypatch: pytest.MonkeyPatch
):
    await harness.lively_hand()
    pilok = games.spec_of("pilok")
    monkeypatch.setattr(type(pilok.game), "Event", Rolled)
    monkeypatch.setattr(games, "games", lambda: {"pilok": replace(pilok, game=type(pilok.game)())})
    recap = await harness.recap()
    assert {share.hands for share in recap.shares} == {1}
    assert recap.pot is not None
    assert not recap.pot.is_whole
    assert recap.pot.amount == sum(one.net for one in recap.shares if one.net > 0)


async def test_an_unreadable_hand_is_named_and_counts_in_the_shares(harness: Chronicle):
    await harness.lively_hand()
    nets = await harness.nets()
    await harness.database.apply(Statement("UPDATE hands SET outcome = 'x'"))
    recap = await harness.recap()
    assert [one.number for one in recap.unreadable] == [1]
    assert (await harness.nets(), recap.hands) == (nets, 1)


async def test_a_table_whose_game_is_gone_is_named_by_its_key(harness: Chronicle):
    await harness.lively_hand()
    nets = await harness.nets()
    await harness.database.apply(
        Statement("UPDATE tables SET game = 'sabacc'"), Statement("UPDATE hands SET game = 'sabacc'")
    )
    recap = await harness.recap()
    assert [(one.title, one.word) for one in recap.played] == [("a game that is gone (sabacc)", "hand")]
    assert await harness.nets() == nets


async def test_the_longest_hand_has_the_most_turns(harness: Chronicle):
    await harness.deals()
    await harness.play_out()
    await harness.lively_hand()
    longest = (await harness.recap()).longest
    assert longest is not None
    assert longest.number == 2


async def test_a_void_hand_is_named_and_counts_for_nothing(harness: Chronicle):
    await harness.deals()
    await harness.tables.opening.void(harness.table_id, harness.click(GM))
    recap = await harness.recap()
    assert ([one.number for one in recap.void], recap.hands, recap.pot) == ([1], 0, None)


async def test_hands_of_another_day_are_left_out(harness: Chronicle):
    await harness.lively_hand()
    midnight = harness.clock.now() + 3600
    harness.clock.jump(7200)
    await harness.lively_hand()
    first, second = await harness.recap(Span(0, midnight)), await harness.recap(Span(midnight, midnight + 86_400))
    assert (first.hands, second.hands) == (1, 1)
    whole = await harness.nets()
    parts = await harness.nets(Span(0, midnight)), await harness.nets(Span(midnight, midnight + 86_400))
    assert {name: sum(part[name] for part in parts) for name in whole} == whole


async def test_the_last_session_ends_before_a_long_pause(harness: Chronicle):
    await harness.lively_hand()
    harness.clock.jump(7 * 3600)
    begins = harness.clock.now()
    await harness.lively_hand()
    harness.clock.jump(3600)
    await harness.lively_hand()
    rooms = await harness.evenings.rooms(harness.campaign.id, CHANNEL)
    evening = await harness.evenings.last_evening(rooms)
    assert evening is not None
    assert evening.since == begins
    assert (await harness.recap(evening)).hands == 2


async def test_tables_of_another_campaign_are_left_out(harness: Chronicle):
    await harness.lively_hand()
    assert await harness.evenings.rooms(harness.campaign.id + 1) == ()
