"""The clock goes on between the hands of a tournament, but people begin one."""

from math import ceil
from typing import Any

import pytest

from bot.campaigns import Pace
from bot.errors import NotAllowed
from bot.tables.events import NobodyPlayed
from bot.tables.hand.timing import DEAL_AFTER, WAY_BACK
from bot.tables.model import Table
from tests.tables.arena import Arena
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, LANDO, MINUTE, ROARK, later, left

MAY_RETURN = "**Roark** may buy back in before the next hand."
HALF = Pace.of("seconds", 30)


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
    assert (await arena.happened())[-1] == NobodyPlayed()
    assert (await arena.points())[HAN] == 101
    await arena.adds_up()


async def test_clock_plays_for_an_absent_entrant_until_they_are_out(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark", chips=2, pace=MINUTE)
    while (table := await arena.table()).tournament is not None:
        if not table.in_hand:
            await arena.deals(GM)
        elif table.record.deadline is not None:
            await later(arena, table.record.deadline - arena.clock.now())
    assert table.said[-1] == "**Han** wins the tournament: 600 cr."
    await arena.adds_up()


async def test_leaving_that_ends_the_tournament_stops_the_clock(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark", auto_deal=True)
    table = await arena.plays(20, 10, 0)
    assert table.record.deadline is not None
    table = await arena.leaves(BEN)
    assert table.record.deadline is not None
    table = await arena.leaves(CID)
    assert table.record.deadline is None
    assert table.said[-1] == "**Han** wins the tournament: 600 cr."
    await arena.adds_up()


async def roark_goes_out(arena: Arena, **options: Any) -> Table:
    await arena.begins("Han", "Lando", "Roark", rebuys=1, **options)
    await arena.plays(99, 0, 98)
    return await arena.plays(1, 0)


@pytest.mark.parametrize("decides", [False, True])
@pytest.mark.parametrize("pace, seconds", [(Pace(), WAY_BACK), (HALF, 30), (Pace.of("hours", 2), 7200)])
async def test_the_clock_waits_for_who_may_buy_back_in_as_long_as_for_a_move(
    arena: Arena, pace: Pace, seconds: float, decides: bool
) -> None:
    table = await roark_goes_out(arena, auto_deal=True, pace=pace)
    assert table.said[-1] == MAY_RETURN
    assert left(arena, table) == seconds
    assert not (await later(arena, 10 if decides else seconds - 1)).in_hand
    if decides:
        for out in (True, False):
            table, _ = await arena.tables.seating.sit_out(arena.table_id, arena.click(CID), out=out)
            assert (left(arena, table), table.record.return_until) == (DEAL_AFTER, None), "nobody gets the time twice"
        assert left(arena, await arena.enters(CID)) == DEAL_AFTER
    table = await later(arena, DEAL_AFTER if decides else 1)
    assert [player.seat for player in table.state.deal.players] == [HAN, LANDO, *([ROARK] if decides else [])]


async def test_deal_waits_for_a_player_who_may_buy_back_in(arena: Arena) -> None:
    table = await roark_goes_out(arena)
    up = f"<t:{ceil(table.record.return_until or 0)}:R>"
    saying = f"Roark may still buy back in. Their time ends {up}. Wait, or ask the GM to deal."
    async with arena.refuses(saying, NotAllowed):
        await arena.deals(ANN)
    await arena.clock.advance(WAY_BACK)
    assert (await arena.deals(ANN)).in_hand


@pytest.mark.parametrize("decided", ["sits out", "leaves", "deals", "comes back", "the GM deals"])
async def test_deal_is_free_when_the_awaited_player_decides_or_the_gm_deals(arena: Arena, decided: str) -> None:
    await roark_goes_out(arena)
    match decided:
        case "sits out":
            await arena.tables.seating.sit_out(arena.table_id, arena.click(CID), out=True)
            assert (await arena.deals(ANN)).in_hand
        case "leaves":
            await arena.leaves(CID)
            assert (await arena.deals(ANN)).in_hand
        case "comes back":
            await arena.enters(CID)
            assert (await arena.deals(ANN)).in_hand
        case _:
            assert (await arena.deals(CID if decided == "deals" else GM)).in_hand


async def test_pause_and_downtime_restart_the_time_to_buy_back_in(arena: Arena) -> None:
    table = await roark_goes_out(arena, auto_deal=True)
    await arena.tables.opening.pause(arena.table_id, arena.click(GM))
    await arena.clock.advance(500)
    table = await arena.tables.opening.resume(arena.table_id, arena.click(GM))
    assert left(arena, table) == WAY_BACK
    await arena.clock.advance(WAY_BACK + 1)
    table = await arena.tables.playing.excuse(arena.table_id)
    assert table.record.deadline == table.record.return_until == arena.clock.now() + WAY_BACK
    assert (await arena.enters(CID)).tournament is not None
    assert (await arena.standing()).has(ROARK)
