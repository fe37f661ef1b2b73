"""Bets at the tables of the house: they close without the seats that don't bet, once those that bet are done."""

from typing import Any

import pytest

from bot import games
from bot.campaigns import AutopilotSettings, Pace
from bot.engine.ai.temper import Temper
from bot.engine.options import with_options
from bot.errors import PlayerError
from bot.tables.autopilot import moment_of
from bot.tables.events import TimeUp
from bot.tables.hand.engine import committed_rng
from bot.tables.model import Table
from cogs.roulette.state import Spun
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, GM, HAN, LANDO, MINUTE, ROARK, TableHarness, later

OFF = Pace()


async def opened(place: TableHarness, game: str = "roulette", pace: Pace = MINUTE, **options: Any) -> Table:
    """Open a table of the house at which Han, Lando and Roark sit, and begin a round."""
    place.tables.store.dealer.chances = committed_rng
    rules = with_options(games.spec_of(game).game.HouseRules(), options)
    table = await place.tables.opening.open(
        place.campaign, place.click(GM), game, rules, places=(CHANNEL,), pace=pace, auto_deal=False
    )
    place.table_id = table.id
    for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
        await place.sits(person, name)
    return await place.deals()


def closes(place: TableHarness, table: Table) -> float | None:
    """Return the seconds until the bets close without the idle seats."""
    return None if table.closes_at is None else table.closes_at - place.clock.now()


async def bets(place: TableHarness, person: Any = ANN) -> Table:
    await place.acts(person, "chip")
    return (await place.acts(person, "done")).table


@pytest.mark.parametrize("pace", [MINUTE, OFF])
async def test_round_closes_without_the_idle_seats(harness: TableHarness, pace: Pace) -> None:
    await opened(harness, pace=pace)
    table = (await harness.acts(ANN, "chip")).table
    assert closes(harness, table) is None
    table = (await harness.acts(ANN, "done")).table
    assert (closes(harness, table), table.to_act) == (8, {LANDO, ROARK})
    assert (await later(harness, 7)).in_hand
    table = await later(harness, 1)
    assert not table.in_hand
    spun = (await harness.happened())[-1]
    assert isinstance(spun, Spun)
    assert {seat.seat for seat in spun.result.seats} == {HAN}
    assert not [row for row in await harness.logged() for one in row.events if isinstance(one.event, TimeUp)]
    assert {chair.seat for chair in (await harness.deals()).record.chairs} == {HAN, LANDO, ROARK}
    assert (await harness.table()).to_act == {HAN, LANDO, ROARK}
    await harness.adds_up()


async def test_nothing_closes_before_anyone_has_bet(harness: TableHarness) -> None:
    await opened(harness)
    table = (await harness.acts(ANN, "done")).table
    assert (closes(harness, table), table.record.deadline) == (None, harness.clock.now() + 60)
    table = await later(harness, 60)
    assert (table.in_hand, table.state.result) == (False, None)


async def test_without_a_clock_an_untouched_round_waits(harness: TableHarness) -> None:
    table = await opened(harness, pace=OFF)
    assert table.acts_at is None
    assert (await later(harness, 3600)).in_hand


async def test_play_by_post_waits_for_everyone(harness: TableHarness) -> None:
    await opened(harness, pace=Pace.of("hours", 12))
    assert closes(harness, await bets(harness)) is None
    assert (await later(harness, 3600)).in_hand
    await bets(harness, BEN)
    assert not (await harness.acts(CID, "done")).table.in_hand


async def test_later_bets_move_the_end_only_if_the_table_waited_for_them(harness: TableHarness) -> None:
    await opened(harness)
    await bets(harness)
    await harness.clock.advance(5)
    table = (await harness.acts(ANN, "chip")).table
    assert closes(harness, table) == 3
    table = (await harness.acts(BEN, "chip")).table
    assert closes(harness, table) is None
    await harness.clock.advance(5)
    assert (await harness.table()).in_hand
    assert closes(harness, (await harness.acts(BEN, "done")).table) == 8
    assert not (await later(harness, 8)).in_hand
    await harness.adds_up()


async def test_removing_the_only_bet_opens_the_round_again(harness: TableHarness) -> None:
    await opened(harness)
    await bets(harness)
    table = (await harness.acts(ANN, "take_back")).table
    assert (closes(harness, table), table.to_act) == (None, {HAN, LANDO, ROARK})
    assert (await later(harness, 30)).in_hand


async def test_clock_closes_the_bets_of_a_seat_that_is_not_done(harness: TableHarness) -> None:
    await opened(harness)
    await harness.clock.advance(30)
    await harness.acts(ANN, "chip")
    table = await later(harness, 30)
    assert {one.seat for one in table.state.result.seats} == {HAN}


async def test_clock_that_runs_out_first_closes_the_bets(harness: TableHarness) -> None:
    await opened(harness)
    await harness.clock.advance(57)
    assert closes(harness, await bets(harness)) == 8
    assert not (await later(harness, 3)).in_hand


@pytest.mark.parametrize("seconds", [0, 20, 60])
async def test_house_rule_says_how_long(harness: TableHarness, seconds: int) -> None:
    await opened(harness, window=seconds, pace=Pace.of("seconds", 90))
    assert closes(harness, await bets(harness)) == seconds
    assert not (await later(harness, seconds)).in_hand


async def test_end_of_the_bets_survives_a_restart(harness: TableHarness) -> None:
    await opened(harness)
    await bets(harness)
    await harness.clock.advance(2)
    await harness.restart()
    assert closes(harness, await harness.table()) == 6
    await harness.clock.advance(20)
    table = await harness.tables.playing.excuse(harness.table_id)
    assert closes(harness, table) == 30
    assert not (await later(harness, 30)).in_hand


async def test_pause_stops_the_end_of_the_bets(harness: TableHarness) -> None:
    await opened(harness)
    await bets(harness)
    await harness.tables.opening.pause(harness.table_id, harness.click(GM))
    assert (await later(harness, 30)).in_hand
    table = await harness.tables.opening.resume(harness.table_id, harness.click(GM))
    assert closes(harness, table) == 8


async def test_undoing_the_last_action_reopens_the_bets(harness: TableHarness) -> None:
    await opened(harness)
    await bets(harness)
    await harness.clock.advance(3)
    assert closes(harness, await harness.undoes_action()) is None
    await harness.acts(ANN, "done")
    table = await harness.undoes_action()
    assert (table.to_act, closes(harness, table)) == ({HAN, LANDO, ROARK}, None)
    await harness.acts(ANN, "done")
    await harness.clock.advance(3)
    await harness.acts(BEN, "done")
    assert closes(harness, await harness.undoes_action()) == 30


async def test_undoing_a_spin_that_the_window_closed_leaves_people_time(harness: TableHarness) -> None:
    await opened(harness)
    await bets(harness)
    await harness.acts(ANN, "chip")
    assert not (await later(harness, 8)).in_hand
    table = await harness.undoes_action()
    assert (table.in_hand, closes(harness, table)) == (True, 30)


async def test_more_time_is_for_the_bets_too(harness: TableHarness) -> None:
    await opened(harness)
    await bets(harness)
    await harness.clock.advance(5)
    table = (await harness.tables.playing.more_time(harness.table_id, harness.click(BEN))).table
    assert closes(harness, table) == 30


async def test_round_goes_on_when_people_leave(harness: TableHarness) -> None:
    await opened(harness)
    await harness.acts(ANN, "chip")
    await harness.tables.seating.leave(harness.table_id, harness.click(ANN))
    assert closes(harness, await harness.table()) == 8
    await harness.tables.seating.leave(harness.table_id, harness.click(BEN))
    assert closes(harness, await harness.table()) == 8
    await harness.tables.seating.leave(harness.table_id, harness.click(CID))
    table = await harness.table()
    assert (table.in_hand, table.record.chairs) == (False, ())
    await harness.adds_up()


async def test_npc_counts_as_a_person_unless_on_autopilot(harness: TableHarness) -> None:
    """An NPC that the GM plays never holds up a round, and the bets of one on autopilot alone close nothing."""
    await opened(harness)
    await harness.play_out()
    npc = await harness.npc_sits("Gorga")
    table = await harness.deals()
    gorga = table.record.chairs[-1].seat
    assert closes(harness, await bets(harness)) == 8
    assert not (await later(harness, 8)).in_hand
    await harness.deals()
    await harness.acts(GM, "chip", seat=gorga)
    assert closes(harness, (await harness.acts(GM, "done", seat=gorga)).table) == 8
    assert not (await later(harness, 8)).in_hand
    table = await harness.table()
    pilot = AutopilotSettings(temper=Temper(style="steady"))
    chair = table.record.chairs[-1].evolve(pilot=pilot)
    assert chair.character_id == npc.id
    await harness.tables.store.commit(table, table.with_chair(chair))
    table = await harness.deals()
    state = table.spec.game
    for key in ("chip", "done"):
        action = state.action(key, {})
        seated = (await harness.table()).chair(gorga)
        assert seated is not None
        moment = moment_of(await harness.table(), seated)
        await harness.tables.playing.pilot(harness.table_id, gorga, moment, action, lambda *_: None)
    assert closes(harness, await harness.table()) is None
    assert closes(harness, await bets(harness)) == 8


@pytest.mark.parametrize("game, done_after", [("century", {"drawing"}), ("twentyone", {"insurance", "play", "over"})])
async def test_one_bet_is_done_where_there_is_only_one(harness: TableHarness, game: str, done_after: set[str]) -> None:
    table = await opened(harness, game)
    table = (await harness.acts(ANN, "chip")).table
    assert (closes(harness, table), table.to_act) == (8, {LANDO, ROARK})
    state = (await later(harness, 8)).state
    assert (state.phase if game == "century" else state.stage) in done_after


@pytest.mark.parametrize("pace", [MINUTE, OFF])
@pytest.mark.parametrize("game", ["roulette", "century", "twentyone"])
async def test_person_who_never_bets_sits_ten_rounds_out_without_a_click(
    harness: TableHarness, game: str, pace: Pace
) -> None:
    await opened(harness, game, pace)
    for _ in range(10):
        table = await bets(harness) if game == "roulette" else (await harness.acts(ANN, "chip")).table
        assert (closes(harness, table), table.to_act) == (8, {LANDO, ROARK})
        table = await later(harness, 8)
        while table.in_hand:
            key = {"insurance": "decline", "play": "stand"}.get(table.state.stage if game == "twentyone" else "")
            table = (await harness.acts(ANN, key)).table if key else await later(harness, 2)
        await harness.deals()
    acted = await harness.file.fetch("SELECT DISTINCT how, seat FROM actions WHERE hand IS NOT NULL AND seat <> ?", HAN)
    assert {row["how"] for row in acted} == {"clock"}
    table = await harness.table()
    assert [chair.stack for chair in table.record.chairs if chair.seat != HAN] == [500, 500]
    assert table.to_act == {HAN, LANDO, ROARK}
    await harness.adds_up()


async def test_player_who_is_not_done_holds_others_up_only_a_while_without_a_clock(harness: TableHarness) -> None:
    await opened(harness, pace=OFF)
    await bets(harness)
    table = (await harness.acts(BEN, "chip")).table
    assert closes(harness, table) == 30
    await harness.clock.advance(20)
    assert closes(harness, (await harness.acts(BEN, "chip")).table) == 30
    assert (await later(harness, 29)).in_hand
    table = await later(harness, 1)
    assert {one.seat for one in table.state.result.seats} == {HAN, LANDO}


async def test_lone_bettor_takes_any_time_without_a_clock(harness: TableHarness) -> None:
    await opened(harness, pace=OFF)
    assert (await harness.acts(ANN, "chip")).table.acts_at is None
    assert (await later(harness, 3600)).in_hand


async def test_person_who_is_done_without_a_bet_waits_only_for_bettors(harness: TableHarness) -> None:
    await opened(harness, pace=OFF)
    await harness.acts(BEN, "done")
    assert closes(harness, await bets(harness)) == 8
    await harness.acts(ANN, "take_back")
    assert (await harness.table()).acts_at is None


@pytest.mark.parametrize("pace", [MINUTE, OFF])
async def test_npc_that_the_gm_plays_holds_nobody_up(harness: TableHarness, pace: Pace) -> None:
    await opened(harness, pace=pace)
    await harness.play_out()
    await harness.npc_sits("Gorga")
    table = await harness.deals()
    await harness.acts(GM, "chip", seat=table.record.chairs[-1].seat)
    assert closes(harness, await bets(harness)) == 30
    assert not (await later(harness, 30)).in_hand


async def test_play_by_post_has_no_window_for_a_form(harness: TableHarness) -> None:
    await opened(harness, pace=Pace.of("hours", 12))
    await bets(harness)
    await harness.tables.playing.leave_time(harness.table_id, LANDO)
    assert (await harness.table()).acts_at == harness.clock.now() + 12 * 3600


async def test_bet_that_is_being_filled_in_keeps_the_window_open(harness: TableHarness) -> None:
    await opened(harness)
    await bets(harness)
    await harness.clock.advance(6)
    leave_time = harness.tables.playing.leave_time
    await leave_time(harness.table_id, HAN)
    assert closes(harness, await harness.table()) == 2
    await leave_time(harness.table_id, LANDO)
    assert closes(harness, await harness.table()) == 30
    assert (await later(harness, 29)).in_hand
    assert closes(harness, await bets(harness, BEN)) == 8


async def test_more_time_needs_only_a_window(harness: TableHarness) -> None:
    await opened(harness, pace=OFF)
    more_time = harness.tables.playing.more_time
    with pytest.raises(PlayerError):
        await more_time(harness.table_id, harness.click(BEN))
    await bets(harness)
    table = (await more_time(harness.table_id, harness.click(BEN))).table
    assert (closes(harness, table), table.record.deadline) == (30, None)


async def test_handing_an_npc_over_sets_the_end_of_the_bets(harness: TableHarness) -> None:
    """On autopilot its bets close nothing, and it keeps nobody waiting."""
    await opened(harness)
    await harness.play_out()
    await harness.npc_sits("Gorga")
    table = await harness.deals()
    gorga = table.record.chairs[-1]
    pilot = AutopilotSettings(temper=Temper(style="steady"))
    await harness.tables.store.commit(table, table.with_chair(gorga.evolve(pilot=pilot, is_taken_over=True)))
    for key in ("chip", "done"):
        await harness.acts(GM, key, seat=gorga.seat)
    assert closes(harness, await harness.table()) == 8
    hand_over = harness.tables.piloting.hand_over
    assert (await hand_over(harness.table_id, harness.click(GM), gorga.seat, on=True))[0].record.closes_at is None
    table = (await hand_over(harness.table_id, harness.click(GM), gorga.seat, on=False))[0]
    assert closes(harness, table) == 8


def shooter_of(table: Table) -> tuple[Any, int]:
    """Return the player who has the dice, and their seat."""
    shooter: int = table.state.shooter
    return {HAN: ANN, LANDO: BEN, ROARK: CID}[shooter], shooter


@pytest.mark.parametrize("pace", [MINUTE, OFF])
async def test_idle_shooters_pass_the_dice_the_last_in_line_too(harness: TableHarness, pace: Pace) -> None:
    table = await opened(harness, "bounder", pace)
    offered: list[int] = []
    while table.in_hand:
        offered.append(shooter_of(table)[1])
        assert closes(harness, table) == 8
        assert (await later(harness, 7)).state.shooter == offered[-1]
        table = await later(harness, 1)
    assert sorted(offered) == [HAN, LANDO, ROARK]


@pytest.mark.parametrize("pace, seconds", [(MINUTE, 55), (Pace.of("seconds", 20), 15), (OFF, 30)])
async def test_shooter_who_fills_in_a_stake_has_the_clock_or_a_while(
    harness: TableHarness, pace: Pace, seconds: int
) -> None:
    table = await opened(harness, "bounder", pace)
    person, shooter = shooter_of(table)
    await harness.clock.advance(5)
    await harness.tables.playing.leave_time(harness.table_id, shooter)
    table = await harness.table()
    assert table.acts_at == harness.clock.now() + seconds
    assert (await later(harness, seconds - 1)).state.shooter == shooter
    await harness.acts(person, "stake", amount=20)
    assert (await harness.table()).state.gambler(shooter).stake == 20


async def test_shooter_who_has_staked_has_the_table_s_clock(harness: TableHarness) -> None:
    table = await opened(harness, "bounder")
    person, _ = shooter_of(table)
    table = (await harness.acts(person, "chip")).table
    assert (table.state.phase, closes(harness, table), table.record.deadline) == (
        "doubling",
        None,
        harness.clock.now() + 60,
    )
    assert (await later(harness, 59)).state.phase == "doubling"


async def test_shooter_who_goes_away_holds_nobody_up_without_a_clock(harness: TableHarness) -> None:
    table = await opened(harness, "bounder", OFF)
    person, _ = shooter_of(table)
    table = (await harness.acts(person, "chip")).table
    assert (table.state.phase, closes(harness, table)) == ("doubling", 30)
    table = await later(harness, 30)
    assert (table.state.phase, closes(harness, table)) == ("betting", 30)
    table = await later(harness, 30)
    assert (table.in_hand, table.state.result.idle) == (False, None)


async def test_paused_shooter_keeps_the_dice(harness: TableHarness) -> None:
    table = await opened(harness, "bounder", OFF)
    await harness.tables.opening.pause(harness.table_id, harness.click(GM))
    assert (await later(harness, 60)).state.shooter == table.state.shooter
    table = await harness.tables.opening.resume(harness.table_id, harness.click(GM))
    assert closes(harness, table) == 8


async def test_play_by_post_waits_for_the_shooter(harness: TableHarness) -> None:
    table = await opened(harness, "bounder", Pace.of("hours", 12))
    assert (closes(harness, table), (await later(harness, 3600)).state.shooter) == (None, table.state.shooter)
