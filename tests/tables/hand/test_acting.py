"""Acting: whose click counts, for which seat, and when it comes too late."""

import asyncio

import pytest

from bot.errors import NotAllowed, RuleError, TooLate
from bot.tables.hand.log import AlreadyDone
from tests.tables.table_fixtures import ANN, BEN, CID, DEE, GM, HAN, LANDO, ROARK, TableHarness

PASSED = "That moment has passed: the table has moved on."


async def test_a_hand_from_the_deal_to_the_settled_ledger(playing: TableHarness) -> None:
    await playing.play_out()
    table = await playing.table()
    assert not table.in_hand
    assert table.record.said[-1] == "**Lando** takes the pot with 11: 30 cr."
    assert [await playing.chips(seat) for seat in (HAN, LANDO, ROARK)] == [490, 520, 490]
    await playing.adds_up()


async def test_the_deal_passes_to_the_left(playing: TableHarness) -> None:
    await playing.play_out()
    assert (await playing.deals()).state.dealer == LANDO


async def test_nothing_is_posted_within_a_hand(playing: TableHarness) -> None:
    entries = await playing.rows("entries")
    await playing.acts(BEN, "bet", to=100)
    await playing.acts(CID, "call")
    assert await playing.rows("entries") == entries
    await playing.adds_up()


async def test_only_seated_players_deal(seated: TableHarness) -> None:
    async with seated.refuses("Take a seat first: whoever plays may deal.", NotAllowed):
        await seated.deals(DEE)
    assert (await seated.deals(GM)).in_hand


async def test_one_hand_at_a_time(playing: TableHarness) -> None:
    async with playing.refuses("A hand is in play already.", TooLate):
        await playing.deals(BEN)


async def test_of_two_who_deal_at_once_one_does(seated: TableHarness) -> None:
    outcomes = await asyncio.gather(seated.deals(ANN), seated.deals(BEN), return_exceptions=True)
    assert sorted(isinstance(outcome, TooLate) for outcome in outcomes) == [False, True]


async def test_next_hand_on_an_old_message_deals_nothing(playing: TableHarness) -> None:
    before = (await playing.table()).record.turn
    await playing.play_out()
    async with playing.refuses(PASSED, TooLate):
        await playing.tables.playing.deal(playing.table_id, playing.click(ANN, turn=before))
    now = (await playing.table()).record.turn
    assert (await playing.tables.playing.deal(playing.table_id, playing.click(ANN, turn=now))).table.in_hand


async def test_nobody_acts_out_of_turn(playing: TableHarness) -> None:
    async with playing.refuses("It isn't your turn.", RuleError):
        await playing.acts(ANN, "check")


async def test_a_bystander_does_not_act(playing: TableHarness) -> None:
    async with playing.refuses("You don't sit at this table. Take a seat first.", NotAllowed):
        await playing.acts(DEE, "check")


async def test_nobody_acts_for_somebody_elses_seat(playing: TableHarness) -> None:
    async with playing.refuses("Lando isn't yours to play.", NotAllowed):
        await playing.acts(ANN, "check", seat=LANDO)
    async with playing.refuses("Lando isn't yours to play.", NotAllowed):
        await playing.acts(ANN, "check", seat=LANDO, absent=True)


async def test_nobody_acts_for_an_empty_chair(playing: TableHarness) -> None:
    async with playing.refuses("Nobody sits there any more.", TooLate):
        await playing.acts(BEN, "check", seat=17)


@pytest.mark.parametrize(
    "to, refusal",
    [
        (9, "The smallest bet is 10 cr."),
        (-10, "The smallest bet is 10 cr."),
        (491, "The largest bet is 490 cr."),
        (10**30, "The largest bet is 490 cr."),
        ("50", "That can't be read as a move of this game."),
        (True, "That can't be read as a move of this game."),
        (None, "That can't be read as a move of this game."),
    ],
)
async def test_a_bet_is_an_amount_within_bounds(playing: TableHarness, to: object, refusal: str) -> None:
    async with playing.refuses(refusal, RuleError):
        await playing.acts(BEN, "bet", to=to)


@pytest.mark.parametrize("move", ["dance", "", "Check", "jump"])
async def test_unknown_move_is_refused(playing: TableHarness, move: str) -> None:
    async with playing.refuses("That can't be read as a move of this game.", RuleError):
        await playing.acts(BEN, move)


async def test_a_move_with_fields_that_it_does_not_have_is_refused(playing: TableHarness) -> None:
    async with playing.refuses("That can't be read as a move of this game.", RuleError):
        await playing.acts(BEN, "check", to=50)


async def test_a_click_on_the_message_as_it_is_counts(playing: TableHarness) -> None:
    turn = (await playing.table()).record.turn
    assert (await playing.acts(BEN, "check", click={"turn": turn})).table.to_act == {ROARK}


async def test_a_double_click_does_nothing_the_second_time(harness: TableHarness) -> None:
    """Two clicks, each its own interaction: after the first the same player is asked for the next street."""
    await harness.opened()
    for person, name in ((ANN, "Han"), (BEN, "Lando")):
        await harness.sits(person, name)
    await harness.deals()
    await harness.acts(BEN, "check")
    turn = (await harness.table()).record.turn
    played = await harness.acts(ANN, "check", click={"turn": turn})
    asked_again = BEN if played.table.to_act == {LANDO} else ANN
    later = await harness.acts(asked_again, "check")
    async with harness.refuses(PASSED, TooLate):
        await harness.acts(ANN, "check", click={"turn": turn})
    assert (await harness.table()).record.turn == later.table.record.turn


async def test_the_same_click_twice_counts_once(playing: TableHarness) -> None:
    click = playing.click(BEN)
    act = playing.tables.playing.act
    first, second = await asyncio.gather(
        act(playing.table_id, click, "check", {}), act(playing.table_id, click, "check", {}), return_exceptions=True
    )
    assert not isinstance(first, BaseException)
    assert isinstance(second, RuleError)
    assert [row[2] for row in await playing.rows("actions")].count(click.key) == 1


async def test_repeated_click_is_refused_as_done_already(playing: TableHarness) -> None:
    click = playing.click(BEN)
    await playing.tables.playing.act(playing.table_id, click, "bet", {"to": 50})
    await playing.acts(CID, "raise", to=100)
    await playing.acts(ANN, "call")
    async with playing.refuses("That is done already.", AlreadyDone):
        await playing.tables.playing.act(playing.table_id, click, "call", {})
    assert (await playing.acts(BEN, "call")).table.state.street == "orbit"


async def test_a_click_on_an_old_price_does_not_count(playing: TableHarness) -> None:
    """Han saw "Call 50"; by now it costs 100, and nobody calls that unawares."""
    turn = (await playing.acts(BEN, "bet", to=50)).table.record.turn
    await playing.acts(CID, "raise", to=100)
    async with playing.refuses(PASSED, TooLate):
        await playing.acts(ANN, "call", click={"turn": turn})


async def test_click_stays_valid_when_others_sit_down_or_top_up(playing: TableHarness) -> None:
    """Somebody sits down, somebody tops up: the message changes, what one is asked doesn't."""
    turn = (await playing.table()).record.turn
    await playing.npc_sits("Gorga")
    await playing.tables.seating.top_up(playing.table_id, playing.click(ANN), 100)
    assert (await playing.acts(BEN, "check", click={"turn": turn})).table.to_act == {ROARK}


async def test_a_click_from_before_the_deal_does_not_count(seated: TableHarness) -> None:
    before = (await seated.table()).record.turn
    await seated.deals()
    async with seated.refuses(PASSED, TooLate):
        await seated.acts(BEN, "check", click={"turn": before})


async def test_a_click_on_a_moment_that_is_yet_to_come_does_not_count(playing: TableHarness) -> None:
    """Whose book was put back to an older copy has messages of a future that never was."""
    async with playing.refuses(PASSED, TooLate):
        await playing.acts(BEN, "check", click={"turn": 1000})


async def test_nobody_acts_at_a_paused_table(playing: TableHarness) -> None:
    await playing.tables.opening.pause(playing.table_id, playing.click(GM))
    for attempt in (playing.acts(BEN, "check"), playing.acts(GM, "check", seat=LANDO, absent=True)):
        async with playing.refuses("The table is paused.", NotAllowed):
            await attempt
    await playing.tables.opening.void(playing.table_id, playing.click(GM))
    async with playing.refuses("The table is paused.", NotAllowed):
        await playing.deals()


async def test_nobody_acts_after_the_hand(playing: TableHarness) -> None:
    await playing.play_out()
    async with playing.refuses("The hand is over.", TooLate):
        await playing.acts(BEN, "check")


async def test_nobody_acts_before_the_first_hand(seated: TableHarness) -> None:
    async with seated.refuses("The hand is over.", TooLate):
        await seated.acts(BEN, "check")


async def test_folded_player_sees_that_they_have_folded(playing: TableHarness) -> None:
    await playing.acts(BEN, "fold")
    async with playing.refuses("You have folded this hand.", RuleError):
        await playing.acts(BEN, "check")


async def test_the_log_has_every_step_without_a_gap(playing: TableHarness) -> None:
    await playing.play_out()
    rows = await playing.database.fetch("SELECT sequence, turn FROM actions ORDER BY sequence")
    assert [row["sequence"] for row in rows] == list(range(1, len(rows) + 1))
    assert [row["turn"] for row in rows] == sorted({row["turn"] for row in rows})


async def test_a_player_who_is_short_of_the_ante_sits_the_hand_out(seated: TableHarness) -> None:
    await seated.deals()
    await seated.acts(BEN, "bet", to=490)
    await seated.acts(CID, "call")
    await seated.acts(ANN, "fold")
    for person in (BEN, CID):
        played = await seated.acts(person, "pass")
    assert [chair.stack for chair in played.table.record.chairs] == [490, 1010, 0]
    table = await seated.deals()
    assert [player.seat for player in table.state.deal.players] == [HAN, LANDO]
    await seated.adds_up()
