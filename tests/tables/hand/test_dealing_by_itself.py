"""A table that deals by itself: a while after each hand, and only as long as somebody plays."""

from bot.campaigns import Pace
from bot.tables.events import NobodyPlayed
from bot.tables.hand.timing import DEAL_AFTER
from tests.tables.table_fixtures import ANN, BEN, CID, GM, MINUTE, TableHarness, later, left, with_clock

DAY = 86_400.0
WAITS = "Nobody played this hand. Press “Next hand” for another."


async def nobody_comes(place: TableHarness, days: float) -> None:
    """Let the clock do everything that is due in that time."""
    until = place.clock.now() + days * DAY
    while (due := (await place.table()).record.deadline) is not None and due <= until:
        await later(place, due - place.clock.now())


async def test_auto_deal_comes_a_while_after_the_hand(harness: TableHarness) -> None:
    await with_clock(harness, Pace(), auto_deal=True)
    await harness.acts(BEN, "fold")
    played = await harness.acts(CID, "fold")
    assert left(harness, played.table) == DEAL_AFTER
    table = await later(harness, DEAL_AFTER)
    assert table.in_hand
    assert table.record.hand is not None
    assert (table.record.hand.number, table.record.hand.clicks) == (2, 0)


async def test_auto_deal_waits_for_enough_players(harness: TableHarness) -> None:
    await harness.opened(auto_deal=True)
    await harness.sits(ANN, "Han")
    assert (await harness.table()).record.deadline is None
    await harness.sits(BEN, "Lando")
    assert left(harness, await harness.table()) == DEAL_AFTER
    await harness.clock.advance(10)
    await harness.sits(CID, "Roark")
    assert left(harness, await harness.table()) == DEAL_AFTER - 10
    for person in (ANN, BEN):
        table, _ = await harness.tables.seating.sit_out(harness.table_id, harness.click(person), out=True)
    assert table.record.deadline is None


async def test_paused_table_does_not_auto_deal(harness: TableHarness) -> None:
    await with_clock(harness, Pace(), auto_deal=True)
    await harness.tables.opening.void(harness.table_id, harness.click(GM))
    await harness.tables.opening.pause(harness.table_id, harness.click(GM))
    assert not (await later(harness, 3600)).in_hand
    table = await harness.tables.opening.resume(harness.table_id, harness.click(GM))
    assert left(harness, table) == DEAL_AFTER


async def test_after_a_hand_that_nobody_played_it_waits_for_people_and_says_so_once(harness: TableHarness) -> None:
    await with_clock(harness, auto_deal=True)
    await nobody_comes(harness, 1)
    table = await harness.table()
    assert not table.in_hand
    assert table.record.hand is not None
    assert table.record.hand.number == 1
    assert table.said[-1] == WAITS
    table, _ = await harness.tables.seating.top_up(harness.table_id, harness.click(ANN), 10)
    table, _ = await harness.tables.seating.leave(harness.table_id, harness.click(CID))
    assert table.record.deadline is None
    assert table.said.count(WAITS) == 1
    assert [one.event for row in await harness.logged() for one in row.events].count(NobodyPlayed()) == 1


async def test_next_hand_and_a_move_set_it_going_again(harness: TableHarness) -> None:
    await with_clock(harness, auto_deal=True)
    await nobody_comes(harness, 1)
    table = await harness.deals()
    while table.in_hand:
        table = await harness.quiet_turn()
    assert left(harness, table) == DEAL_AFTER
    assert table.said[-1] != WAITS


async def test_table_without_auto_deal_does_not_mention_it(harness: TableHarness) -> None:
    await with_clock(harness)
    await nobody_comes(harness, 1)
    table = await harness.table()
    assert not table.in_hand
    assert WAITS not in table.said


async def test_table_goes_idle_although_the_clock_acts(harness: TableHarness) -> None:
    await with_clock(harness, MINUTE, auto_deal=True)
    touched = harness.clock.now()
    await nobody_comes(harness, 6)
    assert (await harness.table()).record.touched_at == touched
    await harness.clock.advance(touched + 7 * DAY - harness.clock.now())
    table = await harness.tables.opening.close_untouched(harness.table_id)
    assert not table.is_open
    await harness.adds_up()
