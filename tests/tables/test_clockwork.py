"""The clockwork: it wakes when a table is due, after a restart as before, and no table holds up another."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from bot.campaigns import Pace
from bot.db import Statement
from bot.tables.model import Table
from bot.tables.timing import DEAL_AFTER
from tests.tables.saloon import ANN, BEN, CID, HAN, LANDO, MINUTE, ROARK, Saloon, left, with_clock

DAY = 86_400.0


@pytest.fixture
async def ticking(saloon: Saloon) -> AsyncIterator[Saloon]:
    """A saloon whose clockwork runs."""
    await saloon.tables.clockwork.start()
    yield saloon
    await saloon.tables.clockwork.stop()


@asynccontextmanager
async def a_change(place: Saloon, wanted: Callable[[Table], bool]) -> AsyncIterator[None]:
    """Leave the block when the table has become as wanted."""
    done = asyncio.Event()

    def listen(_: Table | None, after: Table) -> None:
        if wanted(after):
            done.set()

    place.tables.desk.changed.append(listen)
    yield
    async with asyncio.timeout(20):
        await done.wait()


async def test_the_clockwork_wakes_for_every_deadline_of_a_hand(ticking: Saloon) -> None:
    await with_clock(ticking)
    for seat in (ROARK, HAN, LANDO):
        async with a_change(ticking, lambda table, seat=seat: table.to_act == {seat}):
            await ticking.clock.advance(60)
    await ticking.adds_up()


async def test_the_clockwork_reminds_before_it_acts(ticking: Saloon) -> None:
    await with_clock(ticking)
    async with a_change(ticking, lambda table: table.record.reminder is not None):
        await ticking.clock.advance(30)
    async with a_change(ticking, lambda table: table.to_act == {ROARK}):
        await ticking.clock.advance(30)


async def test_a_clockwork_that_starts_anew_knows_what_is_due(saloon: Saloon) -> None:
    await with_clock(saloon, Pace.of("hours", 2))
    await saloon.clock.advance(3600)
    await saloon.restart()
    await saloon.tables.clockwork.start()
    assert left(saloon, await saloon.table()) == 3600
    async with a_change(saloon, lambda table: table.to_act == {ROARK}):
        await saloon.clock.advance(3600)
    await saloon.tables.clockwork.stop()


@pytest.mark.parametrize("away", [55, 60, 100_000])
async def test_nobody_times_out_while_the_bot_is_away(saloon: Saloon, away: float) -> None:
    """A clock that ran out meanwhile, or would before people are back, begins anew."""
    await with_clock(saloon)
    await saloon.acts(BEN, "bet", to=100)
    await saloon.restart()
    await saloon.clock.advance(away)
    await saloon.tables.clockwork.start()
    table = await saloon.table()
    assert (table.to_act, left(saloon, table)) == ({ROARK}, 60)
    assert ROARK in table.state.live
    async with a_change(saloon, lambda table: table.to_act == {HAN}):
        await saloon.clock.advance(60)
    await saloon.tables.clockwork.stop()
    await saloon.adds_up()


async def test_a_table_does_not_deal_by_itself_the_moment_the_bot_is_back(saloon: Saloon) -> None:
    await with_clock(saloon, auto_deal=True)
    await saloon.acts(BEN, "fold")
    await saloon.acts(CID, "fold")
    await saloon.restart()
    await saloon.clock.advance(1000)
    await saloon.tables.clockwork.start()
    table = await saloon.table()
    assert (table.in_hand, left(saloon, table)) == (False, DEAL_AFTER)
    async with a_change(saloon, lambda table: table.in_hand):
        await saloon.clock.advance(DEAL_AFTER)
    await saloon.tables.clockwork.stop()


async def test_a_clock_that_has_time_left_goes_on_when_the_bot_is_back(saloon: Saloon) -> None:
    await with_clock(saloon, Pace.of("days", 1))
    await saloon.clock.advance(DAY / 2)
    await saloon.restart()
    before = await saloon.everything()
    await saloon.tables.clockwork.start()
    await saloon.tables.clockwork.stop()
    assert left(saloon, await saloon.table()) == DAY / 2
    assert [row[-2:] for row in before["tables"]] == [row[-2:] for row in (await saloon.everything())["tables"]]


async def test_the_clockwork_closes_a_table_that_nobody_touches(ticking: Saloon) -> None:
    await ticking.opened()
    han = await ticking.sits(ANN, "Han")
    async with a_change(ticking, lambda table: not table.is_open):
        await ticking.clock.advance(7 * DAY)
    assert await ticking.purse(han) == 1000
    await ticking.adds_up()


async def test_a_table_that_fails_does_not_hold_up_the_clock_of_the_others(ticking: Saloon) -> None:
    """The one whose row is broken is looked at again later; the log has it."""
    broken = await ticking.opened(channel=700, pace=MINUTE, auto_deal=True)
    due_at = ticking.clock.now() + 10
    await ticking.database.apply(
        Statement("UPDATE tables SET record = '{', due_at = ? WHERE id = ?", (due_at, broken.id))
    )
    await ticking.restart()
    ticking.table_id = 0
    await with_clock(ticking)
    await ticking.tables.clockwork.start()
    async with a_change(ticking, lambda table: table.to_act == {ROARK}):
        await ticking.clock.advance(60)
    await ticking.tables.clockwork.stop()
