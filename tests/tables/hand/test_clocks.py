"""The clock of a turn: it belongs to what is asked, is kept in the book, and stops while the table is paused."""

import asyncio

import pytest

from bot.campaigns import Pace
from bot.errors import NotAllowed
from tests.tables.table_fixtures import (
    ANN,
    BEN,
    CID,
    DEE,
    GM,
    HAN,
    LANDO,
    MINUTE,
    ROARK,
    TableHarness,
    later,
    left,
    with_clock,
)

DAY = 86_400.0


async def test_when_time_runs_out_a_free_check_is_taken_once(harness: TableHarness) -> None:
    table = await with_clock(harness)
    assert left(harness, table) == 60
    await later(harness, 30)
    before = await harness.everything()
    await later(harness, 29)
    assert await harness.everything() == before
    await harness.restart()
    await harness.clock.advance(1)
    tick = harness.tables.playing.tick
    table, same = await asyncio.gather(tick(harness.table_id), tick(harness.table_id))
    assert same.record.turn == table.record.turn
    assert (table.to_act, left(harness, table)) == ({ROARK}, 60)
    assert table.said[-1:] == ("Time ran out for **Lando**. **Lando** checks.",)
    await harness.clock.advance(40)
    assert left(harness, (await harness.acts(CID, "check")).table) == 60
    await harness.adds_up()


async def test_when_time_runs_out_with_a_bet_to_answer_the_hand_is_folded(harness: TableHarness) -> None:
    await with_clock(harness)
    await harness.acts(BEN, "bet", to=50)
    table = await later(harness, 60)
    assert table.state.live == (HAN, LANDO)
    assert table.said[-1] == "Time ran out for **Roark**. **Roark** folds."


@pytest.mark.parametrize("in_time", [False, True])
async def test_player_who_closes_a_street_and_leads_the_next_has_the_whole_clock(
    harness: TableHarness, in_time: bool
) -> None:
    """Heads-up the same seat is asked twice in a row, with the same moves."""
    await harness.opened(pace=MINUTE)
    for person, name in ((ANN, "Han"), (BEN, "Lando")):
        await harness.sits(person, name)
    harness.dice_are(1, 6, 1, 6, 1, 6)
    table, asked = await harness.deals(), list[int]()
    while table.in_hand:
        asked += table.to_act
        assert left(harness, table) == 60
        assert await harness.tables.playing.tick(harness.table_id) == table
        await harness.clock.advance(25)
        table = await harness.quiet_turn() if in_time else await later(harness, 35)
    assert asked[:6] == [HAN, LANDO, LANDO, HAN, HAN, LANDO]
    await harness.adds_up()


async def test_turn_is_not_extended_by_what_others_do(harness: TableHarness) -> None:
    await with_clock(harness)
    await harness.clock.advance(40)
    await harness.npc_sits("Gorga")
    await harness.tables.seating.top_up(harness.table_id, harness.click(ANN), 10)
    table, _ = await harness.tables.seating.leave(harness.table_id, harness.click(CID))
    assert left(harness, table) == 20


async def test_typing_ones_own_die_does_not_extend_the_time_of_the_others(harness: TableHarness) -> None:
    """All are asked at once; the window is one, and at its end all who are missing are rolled for."""
    await harness.opened(dice="typed", pace=MINUTE)
    for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
        await harness.sits(person, name)
    await harness.deals()
    await harness.clock.advance(50)
    played = await harness.acts(ANN, "roll", face=6)
    assert left(harness, played.table) == 10
    table = await later(harness, 10)
    assert "Time ran out for **Lando** and **Roark**." in table.said
    assert [len(table.state.dice(seat)) for seat in (HAN, LANDO, ROARK)] == [1, 1, 1]
    assert left(harness, table) == 60


async def test_a_pause_counts_nothing_and_resuming_gives_the_whole_clock(harness: TableHarness) -> None:
    await with_clock(harness)
    opening, table_id = harness.tables.opening, harness.table_id
    for attempt in (opening.pause, opening.resume, opening.void):
        async with harness.refuses("Only the GM", NotAllowed):
            await attempt(table_id, harness.click(ANN))
    async with harness.refuses("isn't paused"):
        await opening.resume(table_id, harness.click(GM))
    await harness.clock.advance(55)
    assert (await opening.pause(table_id, harness.click(GM))).record.deadline is None
    async with harness.refuses("paused already"):
        await opening.pause(table_id, harness.click(GM))
    assert (await later(harness, 7 * DAY)).to_act == {LANDO}
    assert left(harness, await opening.resume(table_id, harness.click(GM))) == 60


async def test_a_table_without_a_clock_waits_for_ever(playing: TableHarness) -> None:
    assert (await playing.table()).record.deadline is None
    assert (await later(playing, 365 * DAY)).to_act == {LANDO}


async def test_player_to_move_gets_more_time_once_per_choice_and_more_from_the_gm(harness: TableHarness) -> None:
    await with_clock(harness)
    more_time, table_id = harness.tables.playing.more_time, harness.table_id
    for person in (CID, DEE):
        async with harness.refuses("isn't waiting for you", NotAllowed):
            await more_time(table_id, harness.click(person))
    await harness.clock.advance(50)
    table = (await more_time(table_id, harness.click(BEN))).table
    assert (left(harness, table), table.said[-1]) == (60, "More time for **Lando**.")
    async with harness.refuses("Ask the GM for more"):
        await more_time(table_id, harness.click(BEN))
    await harness.clock.advance(50)
    assert left(harness, (await more_time(table_id, harness.click(GM))).table) == 60
    await harness.acts(BEN, "check")
    await more_time(table_id, harness.click(CID))
    await harness.tables.opening.pause(table_id, harness.click(GM))
    async with harness.refuses("No clock is running."):
        await more_time(table_id, harness.click(CID))


async def test_live_players_are_reminded_after_half_the_clock(harness: TableHarness) -> None:
    await with_clock(harness)
    assert (await later(harness, 29)).record.reminder is None
    table = await later(harness, 1)
    assert table.record.reminder is not None
    assert table.record.reminder.turn == table.record.turn
    assert left(harness, table) == 30
    assert await harness.tables.playing.tick(harness.table_id) is table
    assert (await harness.tables.playing.more_time(harness.table_id, harness.click(BEN))).table.record.reminder is None
    assert (await later(harness, 29)).record.reminder is None
    table = await later(harness, 1)
    assert await harness.tables.playing.reminded(harness.table_id, table.record.turn, 4711)
    reminder = (await harness.table()).record.reminder
    assert reminder is not None
    assert reminder.message_id == 4711
    assert (await harness.acts(BEN, "check")).table.record.reminder is None
    assert not await harness.tables.playing.reminded(harness.table_id, table.record.turn, 4712)


async def test_players_by_post_are_reminded_at_once_and_after_half_of_extra_time(harness: TableHarness) -> None:
    """The first reminder stays until then: they have just shown that they know."""
    await with_clock(harness, Pace.of("days", 2))
    first = (await later(harness, 0)).record.reminder
    assert first is not None
    await harness.clock.advance(DAY)
    await harness.tables.playing.more_time(harness.table_id, harness.click(BEN))
    assert (await later(harness, DAY - 1)).record.reminder == first
    table = await later(harness, 1)
    assert table.record.reminder is not None
    assert table.record.reminder.turn > first.turn
    assert await harness.tables.playing.tick(harness.table_id) is table
    await harness.acts(BEN, "check")
    assert (await later(harness, 0)).record.reminder is not None
