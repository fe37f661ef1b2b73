"""The clock of a turn: it belongs to what is asked, is kept in the book, and stops while the table is paused."""

import asyncio

from bot.campaigns import Pace
from bot.errors import NotAllowed, PlayerError
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


async def test_when_time_runs_out_a_free_check_is_taken(harness: TableHarness) -> None:
    table = await with_clock(harness)
    assert left(harness, table) == 60
    table = await later(harness, 60)
    assert table.to_act == {ROARK}
    assert table.record.said[-2:] == ("Time is up for **Lando**.", "**Lando** checks.")
    await harness.adds_up()


async def test_when_time_runs_out_with_a_bet_to_answer_the_hand_is_folded(harness: TableHarness) -> None:
    await with_clock(harness)
    await harness.acts(BEN, "bet", to=50)
    table = await later(harness, 60)
    assert table.state.live == (HAN, LANDO)
    assert table.record.said[-1] == "**Roark** folds."


async def test_a_second_too_early_nothing_happens(harness: TableHarness) -> None:
    await with_clock(harness)
    await later(harness, 30)
    before = await harness.everything()
    await later(harness, 29)
    assert await harness.everything() == before


async def test_next_player_to_move_has_the_whole_clock(harness: TableHarness) -> None:
    await with_clock(harness)
    await harness.clock.advance(40)
    played = await harness.acts(BEN, "check")
    assert left(harness, played.table) == 60


async def test_timed_out_player_has_the_whole_clock_when_asked_again(harness: TableHarness) -> None:
    """Heads-up, whoever checks last leads the next street: the clock that ran out must not run on into it."""
    await harness.opened(pace=MINUTE)
    for person, name in ((ANN, "Han"), (BEN, "Lando")):
        await harness.sits(person, name)
    harness.dice_are(1, 6, 1, 6, 1, 6)
    table, asked = await harness.deals(), list[int]()
    while table.in_hand:
        asked += table.to_act
        assert left(harness, table) == 60
        assert await harness.tables.playing.tick(harness.table_id) == table
        table = await later(harness, 60)
    assert asked[:6] == [HAN, LANDO, LANDO, HAN, HAN, LANDO]
    await harness.adds_up()


async def test_player_who_closes_a_street_and_leads_the_next_has_the_whole_clock(harness: TableHarness) -> None:
    """Heads-up it is the same seat twice in a row, with the same moves."""
    await harness.opened(pace=MINUTE)
    for person, name in ((ANN, "Han"), (BEN, "Lando")):
        await harness.sits(person, name)
    harness.dice_are(1, 6, 1, 6, 1, 6)
    table, twice = await harness.deals(), 0
    while table.in_hand:
        before = table.to_act
        await harness.clock.advance(25)
        table = await harness.quiet_turn()
        twice += table.to_act == before
        assert left(harness, table) == (60 if table.in_hand else None)
    assert twice >= 2


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
    assert "Time is up for **Lando** and **Roark**." in table.record.said
    assert [len(table.state.dice(seat)) for seat in (HAN, LANDO, ROARK)] == [1, 1, 1]
    assert left(harness, table) == 60


async def test_a_pause_counts_nothing_and_resuming_gives_the_whole_clock(harness: TableHarness) -> None:
    await with_clock(harness)
    await harness.clock.advance(55)
    paused = await harness.tables.opening.pause(harness.table_id, harness.click(GM))
    assert paused.record.deadline is None
    table = await later(harness, 7 * DAY)
    assert table.to_act == {LANDO}
    table = await harness.tables.opening.resume(harness.table_id, harness.click(GM))
    assert left(harness, table) == 60
    assert table.record.said[-2:] == ("The GM pauses the table.", "The game goes on.")


async def test_only_a_gm_pauses_and_resumes_and_each_once(harness: TableHarness) -> None:
    await with_clock(harness)
    opening, table_id = harness.tables.opening, harness.table_id
    for attempt in (opening.pause, opening.resume, opening.void):
        async with harness.refuses("Only the GM can do that.", NotAllowed):
            await attempt(table_id, harness.click(ANN))
    async with harness.refuses("The table isn't paused."):
        await opening.resume(table_id, harness.click(GM))
    await opening.pause(table_id, harness.click(GM))
    async with harness.refuses("The table is paused already."):
        await opening.pause(table_id, harness.click(GM))


async def test_player_to_move_gets_more_time(harness: TableHarness) -> None:
    await with_clock(harness)
    await harness.clock.advance(50)
    played = await harness.tables.playing.more_time(harness.table_id, harness.click(BEN))
    assert left(harness, played.table) == 60
    await harness.clock.advance(50)
    played = await harness.tables.playing.more_time(harness.table_id, harness.click(GM))
    assert left(harness, played.table) == 60


async def test_more_time_is_announced_and_given_once_per_choice(harness: TableHarness) -> None:
    await with_clock(harness)
    played = await harness.tables.playing.more_time(harness.table_id, harness.click(BEN))
    assert played.table.record.said[-1] == "More time for **Lando**."
    async with harness.refuses("You have had more time for this already; only the GM gives more.", PlayerError):
        await harness.tables.playing.more_time(harness.table_id, harness.click(BEN))
    await harness.acts(BEN, "check")
    await harness.tables.playing.more_time(harness.table_id, harness.click(CID))


async def test_more_time_is_refused_to_others_and_without_a_clock(harness: TableHarness) -> None:
    await with_clock(harness)
    for person in (CID, DEE):
        async with harness.refuses("The table isn't waiting for you.", NotAllowed):
            await harness.tables.playing.more_time(harness.table_id, harness.click(person))
    await harness.tables.opening.pause(harness.table_id, harness.click(GM))
    async with harness.refuses("No clock is running.", PlayerError):
        await harness.tables.playing.more_time(harness.table_id, harness.click(BEN))


async def test_a_table_without_a_clock_waits_for_ever(playing: TableHarness) -> None:
    assert (await playing.table()).record.deadline is None
    assert (await later(playing, 365 * DAY)).to_act == {LANDO}


async def test_a_deadline_outlives_the_bot(harness: TableHarness) -> None:
    await with_clock(harness)
    await harness.restart()
    table = await later(harness, 59)
    assert table.to_act == {LANDO}
    table = await later(harness, 1)
    assert table.to_act == {ROARK}


async def test_the_same_expiry_twice_acts_once(harness: TableHarness) -> None:
    await with_clock(harness)
    await harness.clock.advance(60)
    tick = harness.tables.playing.tick
    first, second = await asyncio.gather(tick(harness.table_id), tick(harness.table_id))
    assert first.record.turn == second.record.turn


async def test_live_players_are_reminded_after_half_the_clock(harness: TableHarness) -> None:
    await with_clock(harness)
    assert (await later(harness, 29)).record.reminder is None
    table = await later(harness, 1)
    assert table.record.reminder is not None
    assert table.record.reminder.turn == table.record.turn
    assert left(harness, table) == 30
    assert await harness.tables.playing.tick(harness.table_id) is table


async def test_in_play_by_post_players_are_reminded_at_once(harness: TableHarness) -> None:
    await with_clock(harness, Pace.of("days", 2))
    assert (await later(harness, 0)).record.reminder is not None


async def test_reminder_repeats_after_half_of_extra_time_by_post(harness: TableHarness) -> None:
    """The first reminder stays until then: they have just shown that they know."""
    await with_clock(harness, Pace.of("days", 2))
    first = (await later(harness, 0)).record.reminder
    await harness.clock.advance(DAY)
    await harness.tables.playing.more_time(harness.table_id, harness.click(BEN))
    table = await later(harness, DAY - 1)
    assert first is not None
    assert table.record.reminder == first
    table = await later(harness, 1)
    assert table.record.reminder is not None
    assert table.record.reminder.turn > first.turn
    assert await harness.tables.playing.tick(harness.table_id) is table


async def test_reminder_comes_after_half_of_extra_time_at_a_live_table(harness: TableHarness) -> None:
    await with_clock(harness)
    await later(harness, 30)
    played = await harness.tables.playing.more_time(harness.table_id, harness.click(BEN))
    assert played.table.record.reminder is None
    assert (await later(harness, 29)).record.reminder is None
    assert (await later(harness, 1)).record.reminder is not None


async def test_next_player_is_reminded_at_once_after_extra_time(harness: TableHarness) -> None:
    await with_clock(harness, Pace.of("days", 2))
    await later(harness, 0)
    await harness.tables.playing.more_time(harness.table_id, harness.click(BEN))
    await harness.acts(BEN, "check")
    assert (await later(harness, 0)).record.reminder is not None


async def test_a_reminder_is_gone_when_they_have_acted(harness: TableHarness) -> None:
    await with_clock(harness)
    table = await later(harness, 30)
    assert await harness.tables.playing.reminded(harness.table_id, table.record.turn, 4711)
    reminder = (await harness.table()).record.reminder
    assert reminder is not None
    assert reminder.message_id == 4711
    assert (await harness.acts(BEN, "check")).table.record.reminder is None
    assert not await harness.tables.playing.reminded(harness.table_id, table.record.turn, 4712)
