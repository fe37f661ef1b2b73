"""Acting: whose click counts, for which seat, and when it comes too late."""

import asyncio
from typing import Any

import pytest

from bot.campaigns import Person
from bot.errors import NotAllowed, PlayerError, RuleError, TooLate
from bot.tables.hand.log import AlreadyDone
from tests.tables.table_fixtures import ANN, BEN, CID, DEE, GM, HAN, LANDO, ROARK, TableHarness

PASSED = "The table has moved on. Look at its latest message."


async def test_a_hand_from_the_deal_to_the_settled_ledger(playing: TableHarness) -> None:
    entries, before = await playing.rows("entries"), (await playing.table()).record.turn
    await playing.quiet_turn()
    assert await playing.rows("entries") == entries
    await playing.adds_up()
    table = await playing.play_out()
    assert [await playing.chips(seat) for seat in (HAN, LANDO, ROARK)] == [490, 520, 490]
    await playing.adds_up()
    rows = await playing.database.fetch("SELECT sequence, turn FROM actions ORDER BY sequence")
    assert [row["sequence"] for row in rows] == list(range(1, len(rows) + 1))
    assert [row["turn"] for row in rows] == sorted({row["turn"] for row in rows})
    async with playing.refuses("The hand is over.", TooLate):
        await playing.acts(BEN, "check")
    deal = playing.tables.playing.deal
    async with playing.refuses(PASSED, TooLate):
        await deal(playing.table_id, playing.click(ANN, turn=before))
    table = (await deal(playing.table_id, playing.click(ANN, turn=table.record.turn))).table
    assert (table.in_hand, table.state.dealer) == (True, LANDO)


async def test_one_of_those_who_may_deal_deals(seated: TableHarness) -> None:
    before = (await seated.table()).record.turn
    async with seated.refuses("Take a seat first", NotAllowed):
        await seated.deals(DEE)
    async with seated.refuses("The hand is over.", TooLate):
        await seated.acts(BEN, "check")
    outcomes = await asyncio.gather(seated.deals(ANN), seated.deals(GM), return_exceptions=True)
    assert sorted(isinstance(outcome, TooLate) for outcome in outcomes) == [False, True]
    async with seated.refuses("in play already", TooLate):
        await seated.deals(BEN)
    async with seated.refuses(PASSED, TooLate):
        await seated.acts(BEN, "check", click={"turn": before})


@pytest.mark.parametrize(
    "by, move, how, kind, said",
    [
        (ANN, "check", {}, RuleError, "turn"),
        (DEE, "check", {}, NotAllowed, "Take a seat first."),
        (ANN, "check", {"seat": LANDO}, NotAllowed, "Lando"),
        (ANN, "check", {"seat": LANDO, "absent": True}, NotAllowed, "Lando"),
        (GM, "check", {"seat": LANDO}, NotAllowed, "Lando"),
        (BEN, "check", {"seat": 17}, TooLate, "Nobody sits there"),
        # A copy of the database that was restored has messages of a future that never was.
        (BEN, "check", {"click": {"turn": 1000}}, TooLate, PASSED),
        *((BEN, "bet", {"to": to}, RuleError, "10 cr") for to in (9, -10)),
        *((BEN, "bet", {"to": to}, RuleError, "490 cr") for to in (491, 10**30)),
        *((BEN, "bet", {"to": to}, RuleError, "can't be read") for to in ("50", True, None)),
        *((BEN, move, {}, RuleError, "can't be read") for move in ("dance", "", "Check", "jump")),
        (BEN, "check", {"to": 50}, RuleError, "can't be read"),
    ],
)
async def test_action_that_is_not_offered_is_refused(
    playing: TableHarness, by: Person, move: str, how: dict[str, Any], kind: type[PlayerError], said: str
) -> None:
    async with playing.refuses(said, kind):
        await playing.acts(by, move, **how)


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


async def test_a_click_counts_once_and_for_the_price_that_it_showed(playing: TableHarness) -> None:
    click, act = playing.click(BEN), playing.tables.playing.act
    both = (act(playing.table_id, click, "bet", {"to": 50}) for _ in range(2))
    first, second = await asyncio.gather(*both, return_exceptions=True)
    assert not isinstance(first, BaseException)
    assert isinstance(second, RuleError)
    await playing.acts(CID, "raise", to=100)
    async with playing.refuses(PASSED, TooLate):
        await playing.acts(ANN, "call", click={"turn": first.table.record.turn})
    await playing.acts(ANN, "call")
    async with playing.refuses("done already", AlreadyDone):
        await act(playing.table_id, click, "call", {})
    assert [row[2] for row in await playing.rows("actions")].count(click.key) == 1
    assert (await playing.acts(BEN, "call")).table.state.street == "orbit"


async def test_click_stays_valid_when_others_sit_down_or_top_up(playing: TableHarness) -> None:
    """Somebody sits down, somebody tops up: the message changes, what one is asked doesn't."""
    turn = (await playing.table()).record.turn
    await playing.npc_sits("Gorga")
    await playing.tables.seating.top_up(playing.table_id, playing.click(ANN), 100)
    assert (await playing.acts(BEN, "check", click={"turn": turn})).table.to_act == {ROARK}


async def test_nobody_acts_at_a_paused_table(playing: TableHarness) -> None:
    await playing.tables.opening.pause(playing.table_id, playing.click(GM))
    for attempt in (playing.acts(BEN, "check"), playing.acts(GM, "check", seat=LANDO, absent=True)):
        async with playing.refuses("The table is paused.", NotAllowed):
            await attempt
    await playing.tables.opening.void(playing.table_id, playing.click(GM))
    async with playing.refuses("The table is paused.", NotAllowed):
        await playing.deals()


async def test_folded_player_sees_that_they_have_folded(playing: TableHarness) -> None:
    await playing.acts(BEN, "fold")
    async with playing.refuses("You have folded this hand.", RuleError):
        await playing.acts(BEN, "check")


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
