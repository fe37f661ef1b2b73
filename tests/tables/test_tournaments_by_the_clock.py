"""The clock goes on between the hands of a tournament, but people begin one."""

from tests.tables.arena import Arena
from tests.tables.saloon import ANN, BEN, CID, GM, HAN, MINUTE, later, left


async def test_the_clock_deals_on_but_begins_no_tournament(arena: Arena) -> None:
    await arena.opened(auto_deal=True)
    await arena.sit("Han", "Lando")
    assert (await arena.table()).record.deadline is None
    await arena.deals(ANN)
    table = await arena.plays(99, 97)
    table = await later(arena, left(arena, table) or 0)
    assert table.in_hand
    table = await arena.plays(2, 1)
    assert table.tournament is None
    assert table.record.deadline is None
    await arena.adds_up()


async def test_after_a_hand_that_nobody_played_it_waits(arena: Arena) -> None:
    await arena.begins("Han", "Lando", auto_deal=True, pace=MINUTE)
    while (due := (await arena.table()).record.deadline) is not None:
        await later(arena, due - arena.clock.now())
    table = await arena.table()
    assert table.record.said[-1] == "Nobody played this hand: press Next hand for another."
    assert (await arena.points())[HAN] == 101
    await arena.adds_up()


async def test_who_is_away_is_played_for_until_nothing_is_left(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark", chips=2, pace=MINUTE)
    while (table := await arena.table()).tournament is not None:
        if not table.in_hand:
            await arena.deals(GM)
        elif table.record.deadline is not None:
            await later(arena, table.record.deadline - arena.clock.now())
    assert table.record.said[-1] == "**Han** wins the tournament: 600 cr."
    await arena.adds_up()


async def test_whoever_leaves_so_that_it_ends_stops_the_clock(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark", auto_deal=True)
    table = await arena.plays(20, 10, 0)
    assert table.record.deadline is not None
    table = await arena.leaves(BEN)
    assert table.record.deadline is not None
    table = await arena.leaves(CID)
    assert table.record.deadline is None
    assert table.record.said[-1] == "**Han** wins the tournament: 600 cr."
    await arena.adds_up()
