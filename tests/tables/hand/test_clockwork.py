"""The clockwork: it wakes when a table is due, after a restart as before, and no table holds up another."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.campaigns import Pace
from bot.db import Database, NotWritten, Statement
from bot.tables.hand.scheduler import RETRY_AFTER
from bot.tables.hand.timing import DEAL_AFTER
from bot.tables.model import Table
from tests.sqlite_file import Around
from tests.tables.table_fixtures import (
    ANN,
    BEN,
    CID,
    ELSEWHERE,
    HAN,
    LANDO,
    LEADER_STAYS_AHEAD,
    ROARK,
    TableHarness,
    left,
    loaded,
    over_and_over,
    with_clock,
)

DAY = 86_400.0


@pytest.fixture
async def ticking(harness: TableHarness) -> AsyncIterator[TableHarness]:
    """Yield a table whose clockwork runs."""
    await harness.tables.clockwork.start()
    yield harness
    await harness.tables.clockwork.stop()


@asynccontextmanager
async def a_change(place: TableHarness, wanted: Callable[[Table], bool]) -> AsyncIterator[None]:
    """Check that the block changes the table as wanted."""
    changes: list[Table] = []
    place.tables.store.changed.append(lambda _, after: changes.append(after))
    yield
    await place.clock.settle()
    assert any(map(wanted, changes))


async def test_the_clockwork_reminds_and_then_acts_at_every_deadline_of_a_hand(ticking: TableHarness) -> None:
    await with_clock(ticking)
    for seat in (ROARK, HAN, LANDO):
        async with a_change(ticking, lambda table: table.record.reminder is not None):
            await ticking.clock.advance(30)
        async with a_change(ticking, lambda table, seat=seat: table.to_act == {seat}):
            await ticking.clock.advance(30)
    await ticking.adds_up()


async def test_restarted_clockwork_knows_its_deadlines(harness: TableHarness) -> None:
    await with_clock(harness, Pace.of("hours", 2))
    await harness.clock.advance(3600)
    await harness.restart()
    await harness.tables.clockwork.start()
    assert left(harness, await harness.table()) == 3600
    async with a_change(harness, lambda table: table.to_act == {ROARK}):
        await harness.clock.advance(3600)
    await harness.tables.clockwork.stop()


@pytest.mark.parametrize("away", [55, 60, 100_000])
async def test_nobody_times_out_while_the_bot_is_away(harness: TableHarness, away: float) -> None:
    """A clock that ran out meanwhile, or would before people are back, begins anew."""
    await with_clock(harness)
    await harness.acts(BEN, "bet", to=100)
    await harness.restart()
    await harness.clock.advance(away)
    await harness.tables.clockwork.start()
    table = await harness.table()
    assert (table.to_act, left(harness, table)) == ({ROARK}, 60)
    assert ROARK in table.state.live
    async with a_change(harness, lambda table: table.to_act == {HAN}):
        await harness.clock.advance(60)
    await harness.tables.clockwork.stop()
    await harness.adds_up()


async def test_table_does_not_auto_deal_right_after_downtime(harness: TableHarness) -> None:
    await with_clock(harness, auto_deal=True)
    await harness.acts(BEN, "fold")
    await harness.acts(CID, "fold")
    await harness.restart()
    await harness.clock.advance(1000)
    await harness.tables.clockwork.start()
    table = await harness.table()
    assert (table.in_hand, left(harness, table)) == (False, DEAL_AFTER)
    async with a_change(harness, lambda table: table.in_hand):
        await harness.clock.advance(DEAL_AFTER)
    await harness.tables.clockwork.stop()


async def test_a_clock_that_has_time_left_goes_on_when_the_bot_is_back(harness: TableHarness) -> None:
    await with_clock(harness, Pace.of("days", 1))
    await harness.clock.advance(DAY / 2)
    await harness.restart()
    before = await harness.everything()
    await harness.tables.clockwork.start()
    await harness.tables.clockwork.stop()
    assert left(harness, await harness.table()) == DAY / 2
    assert [row[-2:] for row in before["tables"]] == [row[-2:] for row in (await harness.everything())["tables"]]


async def test_the_clockwork_closes_a_table_that_nobody_touches(ticking: TableHarness) -> None:
    await ticking.opened()
    han = await ticking.sits(ANN, "Han")
    async with a_change(ticking, lambda table: not table.is_open):
        await ticking.clock.advance(7 * DAY)
    assert await ticking.purse(han) == 1000
    await ticking.adds_up()


class Stubborn(Around):
    """A database that writes nothing of one table, `id`, once it is named."""

    def __init__(self, within: Database) -> None:
        super().__init__(within)
        self.id: int | None = None

    async def apply(self, *statements: Statement) -> None:
        if self.id is not None and any(self.id in statement.args for statement in statements):
            raise NotWritten("not this one")
        await self.within.apply(*statements)


async def test_a_table_that_fails_is_tried_again_and_does_not_hold_up_the_clock_of_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = TableHarness(tmp_path / "harness.db", chances=loaded(over_and_over(LEADER_STAYS_AHEAD)), around=Stubborn)
    async with place:
        failing = await with_clock(place)
        await place.tables.clockwork.start()
        assert isinstance(place.database, Stubborn)
        place.database.id = place.table_id
        place.table_id = 0
        await with_clock(place, channel=ELSEWHERE, names=("Chewie", "Leia", "Wedge"))
        async with a_change(place, lambda table: table.id != failing.id and table.to_act == {ROARK}):
            await place.clock.advance(60)
        assert f"the clock could not act at table {failing.id}" in caplog.text
        place.database.id = None
        async with a_change(place, lambda table: table.id == failing.id and table.to_act == {ROARK}):
            await place.clock.advance(RETRY_AFTER)
        await place.tables.clockwork.stop()


async def test_time_that_could_not_be_given_when_the_bot_is_back_is_given_later(tmp_path: Path) -> None:
    place = TableHarness(tmp_path / "harness.db", chances=loaded(over_and_over(LEADER_STAYS_AHEAD)), around=Stubborn)
    async with place:
        table = await with_clock(place)
        await place.restart()
        assert isinstance(place.database, Stubborn)
        place.database.id = place.table_id
        await place.clock.advance(600)
        await place.tables.clockwork.start()
        place.database.id = None
        async with a_change(place, lambda _: True):
            await place.clock.advance(RETRY_AFTER)
        after = await place.table()
        assert (after.record.turn, after.to_act, left(place, after)) == (table.record.turn, {LANDO}, 60)
        await place.tables.clockwork.stop()


async def test_a_table_that_somebody_is_at_does_not_hold_up_the_clock_of_the_others(ticking: TableHarness) -> None:
    await with_clock(ticking)
    held, ticking.table_id = ticking.table_id, 0
    await with_clock(ticking, channel=ELSEWHERE, names=("Chewie", "Leia", "Wedge"))
    async with (
        ticking.tables.store.locked(held),
        a_change(ticking, lambda table: table.id != held and table.to_act == {ROARK}),
    ):
        await ticking.clock.advance(60)
    async with a_change(ticking, lambda table: table.id == held and table.to_act == {ROARK}):
        pass


async def test_moments_that_are_planned_no_more_do_not_pile_up(ticking: TableHarness) -> None:
    await ticking.opened()
    await ticking.sits(ANN, "Han")
    clockwork, seating = ticking.tables.clockwork, ticking.tables.seating
    for turn in range(300):
        await ticking.clock.advance(1)
        await seating.sit_out(ticking.table_id, ticking.click(ANN), out=turn % 2 == 0)
    assert len(clockwork._due) < 100
    async with a_change(ticking, lambda table: not table.is_open):
        await ticking.clock.advance(7 * DAY)


async def test_a_machine_that_slept_gives_people_their_time_when_it_wakes(ticking: TableHarness) -> None:
    """The clock jumps while the timer of the machine stood still."""
    await with_clock(ticking)
    await ticking.clock.advance(0)
    ticking.clock.jump(8 * 3600)
    async with a_change(ticking, lambda table: left(ticking, table) == 60):
        await ticking.clock.advance(30)
    assert (await ticking.table()).to_act == {LANDO}


async def test_a_clock_that_is_put_back_is_noticed_within_a_minute(ticking: TableHarness) -> None:
    await with_clock(ticking, Pace.of("hours", 1))
    await ticking.clock.advance(0)
    ticking.clock.jump(-3600)
    await ticking.clock.advance(3660)
    async with a_change(ticking, lambda table: table.to_act == {ROARK}):
        await ticking.clock.advance(3540)


async def test_a_campaign_that_waits_less_long_has_its_open_tables_close_by_that(ticking: TableHarness) -> None:
    await ticking.settle_for(idle_days=30)
    await ticking.opened()
    await ticking.sits(ANN, "Han")
    await ticking.settle_for(idle_days=2)
    await ticking.clock.settle()
    assert await due_in_file(ticking) == ticking.clock.now() + 2 * DAY
    async with a_change(ticking, lambda table: not table.is_open):
        await ticking.clock.advance(2 * DAY)


async def due_in_file(place: TableHarness) -> float:
    (row,) = await place.database.fetch("SELECT due_at FROM tables")
    return row["due_at"]
