"""The time that the GM has to decide: that of everybody, and a minute where no GM keeps a table without a clock."""

from bot.engine.game import DEALER
from bot.errors import PlayerError
from bot.tables.hand.timing import DEALER_DECIDES, seats_on_the_clock
from bot.tables.rights import has_host
from tests.tables.backroom import DRYDEN, PROXIMA, Backroom
from tests.tables.table_fixtures import ANN, BEN, HAN, LANDO, MINUTE, later, left

TIME_IS_UP = ("Time ran out for **the GM**.", "The GM decides: pay.")


async def test_the_gms_decision_has_a_clock_of_its_own(backroom: Backroom) -> None:
    await backroom.gathers(pace=MINUTE)
    table = await later(backroom, 50)
    assert table.named({DEALER, HAN}) == "**Han** and **the GM**"
    assert table.named(set(range(7))) == "6 players and **the GM**"
    table = await backroom.pass_all()
    assert left(backroom, table) == 60
    await later(backroom, 30)
    table = (await backroom.acts(PROXIMA, "nudge", seat=DEALER, whose=str(HAN))).table
    assert left(backroom, table) == 30
    table = await backroom.tables.opening.take_over(backroom.table_id, backroom.click(DRYDEN))
    assert left(backroom, table) == 30
    table = await later(backroom, 30)
    assert table.said[-2:] == TIME_IS_UP
    assert not table.in_hand
    await backroom.adds_up()


async def test_rules_decide_after_a_minute_without_a_host_and_a_clock(backroom: Backroom) -> None:
    table = await backroom.gathers(ANN)
    assert table.record.deadline is None, "players take their time"
    assert seats_on_the_clock(table) == frozenset()
    table = await backroom.pass_all()
    assert left(backroom, table) == DEALER_DECIDES
    opening, table_id = backroom.tables.opening, backroom.table_id
    assert (await opening.pause(table_id, backroom.click(DRYDEN))).record.deadline is None
    await later(backroom, 100)
    assert left(backroom, await opening.resume(table_id, backroom.click(DRYDEN))) == DEALER_DECIDES
    await later(backroom, 20)
    await backroom.restart()
    table = await backroom.table()
    assert (table.to_act, left(backroom, table)) == ({DEALER}, DEALER_DECIDES - 20)
    table = await later(backroom, DEALER_DECIDES - 20)
    assert table.said[-2:] == TIME_IS_UP
    assert table.record.deadline is None
    assert (await backroom.tables.opening.take_over(table_id, backroom.click(DRYDEN))).record.deadline is None
    await backroom.adds_up()


async def test_host_who_sits_down_loses_the_gms_seat(backroom: Backroom) -> None:
    await backroom.opened()
    await backroom.sits(PROXIMA, "Leia")
    await backroom.sits(ANN, "Han")
    await backroom.deals()
    await backroom.acts(PROXIMA, "pass", seat=HAN)
    table = (await backroom.acts(ANN, "pass", seat=LANDO)).table
    assert not has_host(table)
    assert left(backroom, table) == DEALER_DECIDES


async def test_a_gm_who_takes_the_table_over_takes_their_time_too(backroom: Backroom) -> None:
    await backroom.gathers(ANN)
    await backroom.pass_all()
    await later(backroom, 30)
    assert (await backroom.tables.opening.take_over(backroom.table_id, backroom.click(DRYDEN))).record.deadline is None
    table = await later(backroom, 100)
    assert (table.to_act, has_host(table), seats_on_the_clock(table)) == ({DEALER}, True, {DEALER})
    assert not (await backroom.rules_on_it(by=DRYDEN)).table.in_hand


async def test_more_time_for_the_gm(backroom: Backroom) -> None:
    await backroom.gathers(ANN)
    await backroom.pass_all()
    await later(backroom, 50)
    table = (await backroom.tables.playing.more_time(backroom.table_id, backroom.click(DRYDEN))).table
    assert table.said[-1] == "More time for **the GM**."
    assert left(backroom, table) == DEALER_DECIDES
    async with backroom.refuses("The table isn't waiting for you.", PlayerError):
        await backroom.tables.playing.more_time(backroom.table_id, backroom.click(BEN))


async def test_nobody_runs_out_of_time_because_the_bot_was_away(backroom: Backroom) -> None:
    await backroom.gathers(ANN)
    await backroom.pass_all()
    await backroom.clock.advance(500)
    await backroom.restart()
    await backroom.tables.clockwork.start()
    table = await backroom.table()
    assert left(backroom, table) == DEALER_DECIDES
    await backroom.clock.advance(DEALER_DECIDES)
    await backroom.clock.advance(0)
    await backroom.tables.clockwork.stop()
    table = await later(backroom, 0)
    assert table.said[-2:] == TIME_IS_UP
    await backroom.adds_up()


async def test_a_hand_is_voided_and_a_table_closed_while_the_gm_is_asked(backroom: Backroom) -> None:
    await backroom.gathers(pace=MINUTE)
    await backroom.pass_all()
    table = await backroom.tables.opening.void(backroom.table_id, backroom.click(DRYDEN))
    assert [chair.stack for chair in table.record.chairs] == [500, 500]
    assert table.to_act == frozenset()
    async with backroom.refuses("The table has moved on. Look at its latest message."):
        await backroom.rules_on_it(turn=table.record.turn + 1)
    await backroom.adds_up()
    await backroom.deals()
    await backroom.pass_all()
    await backroom.tables.opening.close(backroom.table_id, backroom.click(DRYDEN))
    assert [await backroom.chips(seat) for seat in (HAN, LANDO)] == [0, 0]
    async with backroom.refuses("This table is closed."):
        await backroom.rules_on_it()


async def test_the_table_deals_on_after_the_gm_has_decided(backroom: Backroom) -> None:
    await backroom.gathers(pace=MINUTE, auto_deal=True)
    await backroom.pass_all()
    await backroom.rules_on_it()
    table = await later(backroom, 15)
    assert table.record.hand is not None
    assert (table.record.hand.number, table.in_hand) == (2, True)


async def test_a_round_called_off_moves_no_coin_and_hands_on_what_it_began_with(backroom: Backroom) -> None:
    await backroom.gathers()
    await backroom.pass_all()
    assert (await backroom.rules_on_it("void")).table.record.carry is None
    await backroom.restart()
    await backroom.deals()
    await backroom.pass_all()
    await backroom.rules_on_it("pay")
    before, stacks = await backroom.rows("transfers"), [await backroom.chips(seat) for seat in (HAN, LANDO)]
    carry = (await backroom.table()).record.carry
    await backroom.deals()
    await backroom.pass_all()
    table = (await backroom.rules_on_it("void")).table
    assert await backroom.rows("transfers") == before
    assert [await backroom.chips(seat) for seat in (HAN, LANDO)] == stacks
    assert table.record.carry == carry
    assert table.record.hand is not None
    assert table.record.hand.status == "settled"
    await backroom.adds_up()
