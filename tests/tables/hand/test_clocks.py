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


async def test_when_time_runs_out_a_free_check_is_taken(saloon: TableHarness) -> None:
    table = await with_clock(saloon)
    assert left(saloon, table) == 60
    table = await later(saloon, 60)
    assert table.to_act == {ROARK}
    assert table.record.said[-2:] == ("Time is up for **Lando**.", "**Lando** checks.")
    await saloon.adds_up()


async def test_when_time_runs_out_with_a_bet_to_answer_the_hand_is_folded(saloon: TableHarness) -> None:
    await with_clock(saloon)
    await saloon.acts(BEN, "bet", to=50)
    table = await later(saloon, 60)
    assert table.state.live == (HAN, LANDO)
    assert table.record.said[-1] == "**Roark** folds."


async def test_a_second_too_early_nothing_happens(saloon: TableHarness) -> None:
    await with_clock(saloon)
    await later(saloon, 30)
    before = await saloon.everything()
    await later(saloon, 29)
    assert await saloon.everything() == before


async def test_next_player_to_move_has_the_whole_clock(saloon: TableHarness) -> None:
    await with_clock(saloon)
    await saloon.clock.advance(40)
    played = await saloon.acts(BEN, "check")
    assert left(saloon, played.table) == 60


async def test_timed_out_player_has_the_whole_clock_when_asked_again(saloon: TableHarness) -> None:
    """Heads-up, whoever checks last leads the next street: the clock that ran out must not run on into it."""
    await saloon.opened(pace=MINUTE)
    for person, name in ((ANN, "Han"), (BEN, "Lando")):
        await saloon.sits(person, name)
    saloon.dice_are(1, 6, 1, 6, 1, 6)
    table, asked = await saloon.deals(), list[int]()
    while table.in_hand:
        asked += table.to_act
        assert left(saloon, table) == 60
        assert await saloon.tables.playing.tick(saloon.table_id) == table
        table = await later(saloon, 60)
    assert asked[:6] == [HAN, LANDO, LANDO, HAN, HAN, LANDO]
    await saloon.adds_up()


async def test_player_who_closes_a_street_and_leads_the_next_has_the_whole_clock(saloon: TableHarness) -> None:
    """Heads-up it is the same seat twice in a row, with the same moves."""
    await saloon.opened(pace=MINUTE)
    for person, name in ((ANN, "Han"), (BEN, "Lando")):
        await saloon.sits(person, name)
    saloon.dice_are(1, 6, 1, 6, 1, 6)
    table, twice = await saloon.deals(), 0
    while table.in_hand:
        before = table.to_act
        await saloon.clock.advance(25)
        table = await saloon.quiet_turn()
        twice += table.to_act == before
        assert left(saloon, table) == (60 if table.in_hand else None)
    assert twice >= 2


async def test_turn_is_not_extended_by_what_others_do(saloon: TableHarness) -> None:
    await with_clock(saloon)
    await saloon.clock.advance(40)
    await saloon.npc_sits("Gorga")
    await saloon.tables.seating.top_up(saloon.table_id, saloon.click(ANN), 10)
    table, _ = await saloon.tables.seating.leave(saloon.table_id, saloon.click(CID))
    assert left(saloon, table) == 20


async def test_typing_ones_own_die_does_not_extend_the_time_of_the_others(saloon: TableHarness) -> None:
    """All are asked at once; the window is one, and at its end all who are missing are rolled for."""
    await saloon.opened(dice="typed", pace=MINUTE)
    for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
        await saloon.sits(person, name)
    await saloon.deals()
    await saloon.clock.advance(50)
    played = await saloon.acts(ANN, "roll", face=6)
    assert left(saloon, played.table) == 10
    table = await later(saloon, 10)
    assert "Time is up for **Lando** and **Roark**." in table.record.said
    assert [len(table.state.dice(seat)) for seat in (HAN, LANDO, ROARK)] == [1, 1, 1]
    assert left(saloon, table) == 60


async def test_a_pause_counts_nothing_and_resuming_gives_the_whole_clock(saloon: TableHarness) -> None:
    await with_clock(saloon)
    await saloon.clock.advance(55)
    paused = await saloon.tables.opening.pause(saloon.table_id, saloon.click(GM))
    assert paused.record.deadline is None
    table = await later(saloon, 7 * DAY)
    assert table.to_act == {LANDO}
    table = await saloon.tables.opening.resume(saloon.table_id, saloon.click(GM))
    assert left(saloon, table) == 60
    assert table.record.said[-2:] == ("The GM pauses the table.", "The game goes on.")


async def test_only_a_gm_pauses_and_resumes_and_each_once(saloon: TableHarness) -> None:
    await with_clock(saloon)
    opening, table_id = saloon.tables.opening, saloon.table_id
    for attempt in (opening.pause, opening.resume, opening.void):
        async with saloon.refuses("Only the GM can do that.", NotAllowed):
            await attempt(table_id, saloon.click(ANN))
    async with saloon.refuses("The table isn't paused."):
        await opening.resume(table_id, saloon.click(GM))
    await opening.pause(table_id, saloon.click(GM))
    async with saloon.refuses("The table is paused already."):
        await opening.pause(table_id, saloon.click(GM))


async def test_player_to_move_gets_more_time(saloon: TableHarness) -> None:
    await with_clock(saloon)
    await saloon.clock.advance(50)
    played = await saloon.tables.playing.more_time(saloon.table_id, saloon.click(BEN))
    assert left(saloon, played.table) == 60
    await saloon.clock.advance(50)
    played = await saloon.tables.playing.more_time(saloon.table_id, saloon.click(GM))
    assert left(saloon, played.table) == 60


async def test_more_time_is_announced_and_given_once_per_choice(saloon: TableHarness) -> None:
    await with_clock(saloon)
    played = await saloon.tables.playing.more_time(saloon.table_id, saloon.click(BEN))
    assert played.table.record.said[-1] == "More time for **Lando**."
    async with saloon.refuses("You have had more time for this already; only the GM gives more.", PlayerError):
        await saloon.tables.playing.more_time(saloon.table_id, saloon.click(BEN))
    await saloon.acts(BEN, "check")
    await saloon.tables.playing.more_time(saloon.table_id, saloon.click(CID))


async def test_more_time_is_refused_to_others_and_without_a_clock(saloon: TableHarness) -> None:
    await with_clock(saloon)
    for person in (CID, DEE):
        async with saloon.refuses("The table isn't waiting for you.", NotAllowed):
            await saloon.tables.playing.more_time(saloon.table_id, saloon.click(person))
    await saloon.tables.opening.pause(saloon.table_id, saloon.click(GM))
    async with saloon.refuses("No clock is running.", PlayerError):
        await saloon.tables.playing.more_time(saloon.table_id, saloon.click(BEN))


async def test_a_table_without_a_clock_waits_for_ever(playing: TableHarness) -> None:
    assert (await playing.table()).record.deadline is None
    assert (await later(playing, 365 * DAY)).to_act == {LANDO}


async def test_a_deadline_outlives_the_bot(saloon: TableHarness) -> None:
    await with_clock(saloon)
    await saloon.restart()
    table = await later(saloon, 59)
    assert table.to_act == {LANDO}
    table = await later(saloon, 1)
    assert table.to_act == {ROARK}


async def test_the_same_expiry_twice_acts_once(saloon: TableHarness) -> None:
    await with_clock(saloon)
    await saloon.clock.advance(60)
    tick = saloon.tables.playing.tick
    first, second = await asyncio.gather(tick(saloon.table_id), tick(saloon.table_id))
    assert first.record.turn == second.record.turn


async def test_live_players_are_reminded_after_half_the_clock(saloon: TableHarness) -> None:
    await with_clock(saloon)
    assert (await later(saloon, 29)).record.reminder is None
    table = await later(saloon, 1)
    assert table.record.reminder is not None
    assert table.record.reminder.turn == table.record.turn
    assert left(saloon, table) == 30
    assert await saloon.tables.playing.tick(saloon.table_id) is table


async def test_in_play_by_post_players_are_reminded_at_once(saloon: TableHarness) -> None:
    await with_clock(saloon, Pace.of("days", 2))
    assert (await later(saloon, 0)).record.reminder is not None


async def test_reminder_repeats_after_half_of_extra_time_by_post(saloon: TableHarness) -> None:
    """The first reminder stays until then: they have just shown that they know."""
    await with_clock(saloon, Pace.of("days", 2))
    first = (await later(saloon, 0)).record.reminder
    await saloon.clock.advance(DAY)
    await saloon.tables.playing.more_time(saloon.table_id, saloon.click(BEN))
    table = await later(saloon, DAY - 1)
    assert first is not None
    assert table.record.reminder == first
    table = await later(saloon, 1)
    assert table.record.reminder is not None
    assert table.record.reminder.turn > first.turn
    assert await saloon.tables.playing.tick(saloon.table_id) is table


async def test_reminder_comes_after_half_of_extra_time_at_a_live_table(saloon: TableHarness) -> None:
    await with_clock(saloon)
    await later(saloon, 30)
    played = await saloon.tables.playing.more_time(saloon.table_id, saloon.click(BEN))
    assert played.table.record.reminder is None
    assert (await later(saloon, 29)).record.reminder is None
    assert (await later(saloon, 1)).record.reminder is not None


async def test_next_player_is_reminded_at_once_after_extra_time(saloon: TableHarness) -> None:
    await with_clock(saloon, Pace.of("days", 2))
    await later(saloon, 0)
    await saloon.tables.playing.more_time(saloon.table_id, saloon.click(BEN))
    await saloon.acts(BEN, "check")
    assert (await later(saloon, 0)).record.reminder is not None


async def test_a_reminder_is_gone_when_they_have_acted(saloon: TableHarness) -> None:
    await with_clock(saloon)
    table = await later(saloon, 30)
    assert await saloon.tables.playing.reminded(saloon.table_id, table.record.turn, 4711)
    reminder = (await saloon.table()).record.reminder
    assert reminder is not None
    assert reminder.message_id == 4711
    assert (await saloon.acts(BEN, "check")).table.record.reminder is None
    assert not await saloon.tables.playing.reminded(saloon.table_id, table.record.turn, 4712)
