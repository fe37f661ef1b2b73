"""A table that deals by itself: a while after each hand, and only as long as somebody plays."""

from bot.campaigns import Pace
from bot.tables.hand.timing import DEAL_AFTER
from tests.tables.table_fixtures import ANN, BEN, CID, GM, MINUTE, TableHarness, later, left, with_clock

DAY = 86_400.0
WAITS = "Nobody played this hand: press Next hand for another."


async def nobody_comes(place: TableHarness, days: float) -> None:
    """Let the clock do everything that is due in that time."""
    until = place.clock.now() + days * DAY
    while (due := (await place.table()).record.deadline) is not None and due <= until:
        await later(place, due - place.clock.now())


async def test_auto_deal_comes_a_while_after_the_hand(saloon: TableHarness) -> None:
    await with_clock(saloon, Pace(), auto_deal=True)
    await saloon.acts(BEN, "fold")
    played = await saloon.acts(CID, "fold")
    assert left(saloon, played.table) == DEAL_AFTER
    table = await later(saloon, DEAL_AFTER)
    assert table.in_hand
    assert table.record.hand is not None
    assert (table.record.hand.number, table.record.hand.clicks) == (2, 0)


async def test_auto_deal_waits_for_enough_players(saloon: TableHarness) -> None:
    await saloon.opened(auto_deal=True)
    await saloon.sits(ANN, "Han")
    assert (await saloon.table()).record.deadline is None
    await saloon.sits(BEN, "Lando")
    assert left(saloon, await saloon.table()) == DEAL_AFTER
    await saloon.clock.advance(10)
    await saloon.sits(CID, "Roark")
    assert left(saloon, await saloon.table()) == DEAL_AFTER - 10
    for person in (ANN, BEN):
        table, _ = await saloon.tables.seating.sit_out(saloon.table_id, saloon.click(person), out=True)
    assert table.record.deadline is None


async def test_paused_table_does_not_auto_deal(saloon: TableHarness) -> None:
    await with_clock(saloon, Pace(), auto_deal=True)
    await saloon.tables.opening.void(saloon.table_id, saloon.click(GM))
    await saloon.tables.opening.pause(saloon.table_id, saloon.click(GM))
    assert not (await later(saloon, 3600)).in_hand
    table = await saloon.tables.opening.resume(saloon.table_id, saloon.click(GM))
    assert left(saloon, table) == DEAL_AFTER


async def test_after_a_hand_that_nobody_played_it_waits_for_people_and_says_so_once(saloon: TableHarness) -> None:
    await with_clock(saloon, auto_deal=True)
    await nobody_comes(saloon, 1)
    table = await saloon.table()
    assert not table.in_hand
    assert table.record.hand is not None
    assert table.record.hand.number == 1
    assert table.record.said[-1] == WAITS
    table, _ = await saloon.tables.seating.top_up(saloon.table_id, saloon.click(ANN), 10)
    table, _ = await saloon.tables.seating.leave(saloon.table_id, saloon.click(CID))
    assert table.record.deadline is None
    assert table.record.said.count(WAITS) == 1
    rows = await saloon.file.fetch("SELECT said FROM actions")
    assert sum(WAITS in row["said"] for row in rows) == 1


async def test_next_hand_and_a_move_set_it_going_again(saloon: TableHarness) -> None:
    await with_clock(saloon, auto_deal=True)
    await nobody_comes(saloon, 1)
    table = await saloon.deals()
    while table.in_hand:
        table = await saloon.quiet_turn()
    assert left(saloon, table) == DEAL_AFTER
    assert table.record.said[-1] != WAITS


async def test_table_without_auto_deal_does_not_mention_it(saloon: TableHarness) -> None:
    await with_clock(saloon)
    await nobody_comes(saloon, 1)
    table = await saloon.table()
    assert not table.in_hand
    assert WAITS not in table.record.said


async def test_table_goes_idle_although_the_clock_acts(saloon: TableHarness) -> None:
    await with_clock(saloon, MINUTE, auto_deal=True)
    touched = saloon.clock.now()
    await nobody_comes(saloon, 6)
    assert (await saloon.table()).record.touched_at == touched
    await saloon.clock.advance(touched + 7 * DAY - saloon.clock.now())
    table = await saloon.tables.opening.close_untouched(saloon.table_id)
    assert not table.is_open
    await saloon.adds_up()
