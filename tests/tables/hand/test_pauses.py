"""A hand that goes on by itself: each step takes the seconds that the game says, whatever the table's clock."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.campaigns import Pace
from bot.errors import PlayerError
from bot.tables.events import MoreTime
from bot.tables.model import Table
from tests.laws.wheel import Wheel, WheelRules, entry
from tests.tables.money.wager_fixtures import WagerHarness
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, LANDO, MINUTE, ROARK, later, left

PUSH = 2.0
"""Seconds until the wheel is pushed on."""
PACES = [Pace(), MINUTE, Pace.of("days", 2)]


class Arcade(WagerHarness):
    game = "wheel"
    usual_rules = WheelRules()

    async def betting(self, pace: Pace = MINUTE) -> Table:
        """Han, Lando and Roark may bet."""
        await self.opened(pace=pace)
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
            await self.sits(person, name)
        return await self.deals()

    async def turning(self, pace: Pace = MINUTE) -> Table:
        """Han has bet, and all are done."""
        await self.betting(pace)
        await self.acts(ANN, "bet", side="one", amount=5)
        for person in (ANN, BEN):
            await self.acts(person, "done")
        return (await self.acts(CID, "done")).table


@pytest.fixture
async def arcade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Arcade]:
    games = {"wheel": entry(Wheel())}
    monkeypatch.setattr("bot.games.games", lambda: games)
    async with Arcade(tmp_path / "arcade.db") as place:
        yield place


@pytest.mark.parametrize("pace", PACES, ids=Pace.told)
async def test_each_step_comes_automatically_at_any_pace(arcade: Arcade, pace: Pace) -> None:
    """Whatever others do meanwhile, and through a restart; nobody is reminded of it or timed out."""
    table = await arcade.turning(pace)
    assert (table.state.turned, left(arcade, table)) == (0, PUSH)
    await arcade.clock.advance(1)
    await arcade.npc_sits("Gorga")
    await arcade.tables.seating.top_up(arcade.table_id, arcade.click(BEN), 10)
    await arcade.restart()
    table = await later(arcade, 0.5)
    assert (table.state.turned, left(arcade, table), table.record.reminder) == (0, PUSH - 1.5, None)
    table = await later(arcade, 0.5)
    assert (table.state.turned, left(arcade, table), table.record.reminder) == (1, PUSH, None)
    table = await later(arcade, PUSH)
    assert (table.in_hand, left(arcade, table)) == (False, None)
    assert not [said for said in table.said if "Time is up" in said]
    await arcade.adds_up()
    assert left(arcade, await arcade.deals()) == (None if pace == Pace() else pace.seconds)


async def test_a_step_that_somebody_hurries_on_leaves_the_next_its_whole_time(arcade: Arcade) -> None:
    await arcade.turning()
    await arcade.clock.advance(1.5)
    played = await arcade.acts(CID, "on")
    assert (played.table.state.turned, left(arcade, played.table)) == (1, PUSH)


async def test_a_reminder_of_the_bets_goes_when_the_wheel_turns(arcade: Arcade) -> None:
    await arcade.betting(Pace.of("days", 1))
    await arcade.acts(ANN, "bet", side="one", amount=5)
    assert (await later(arcade, 0)).record.reminder is not None
    for person in (ANN, BEN, CID):
        await arcade.acts(person, "done")
    assert (await arcade.table()).record.reminder is None


async def test_more_time_is_refused_for_an_automatic_step(arcade: Arcade) -> None:
    await arcade.turning()
    for person in (ANN, GM):
        async with arcade.refuses("No clock is running.", PlayerError):
            await arcade.tables.playing.more_time(arcade.table_id, arcade.click(person))


async def test_a_paused_table_stands_still_in_the_middle_of_a_step(arcade: Arcade) -> None:
    await arcade.turning()
    assert (await arcade.tables.opening.pause(arcade.table_id, arcade.click(GM))).record.deadline is None
    assert (await later(arcade, 3600)).state.turned == 0
    table = await arcade.tables.opening.resume(arcade.table_id, arcade.click(GM))
    assert left(arcade, table) == PUSH
    assert (await later(arcade, PUSH)).state.turned == 1


async def test_a_step_outlives_the_bot_and_is_then_seen(arcade: Arcade) -> None:
    """People are back before the next one comes: what ran out meanwhile begins anew."""
    await arcade.turning()
    await arcade.close_doors()
    await arcade.clock.advance(3600)
    await arcade.open_doors()
    table = await arcade.tables.playing.excuse(arcade.table_id)
    assert (table.state.turned, left(arcade, table)) == (0, PUSH)
    assert table.record.remind_again_at is None
    assert (await later(arcade, PUSH)).state.turned == 1


async def test_the_steps_keep_their_time_though_the_seat_that_stands_for_them_leaves(arcade: Arcade) -> None:
    table = await arcade.turning()
    assert table.to_act == {HAN}
    table, _ = await arcade.tables.seating.leave(arcade.table_id, arcade.click(ANN))
    assert (table.state.turned, left(arcade, table)) == (0, PUSH)
    table = await later(arcade, PUSH)
    assert (table.state.turned, left(arcade, table)) == (1, PUSH)
    table = await later(arcade, PUSH)
    assert [chair.seat for chair in table.record.chairs] == [LANDO, ROARK]
    await arcade.adds_up()


async def test_the_clockwork_takes_the_steps_one_after_the_other(arcade: Arcade) -> None:
    await arcade.turning(Pace())
    await arcade.tables.clockwork.start()
    try:
        while (await arcade.table()).in_hand:
            await arcade.clock.advance(PUSH / 2)
    finally:
        await arcade.tables.clockwork.stop()
    await arcade.adds_up()


async def test_time_that_a_gm_gives_players_is_the_gms_act_also_where_an_npc_is_asked_with_them(arcade: Arcade) -> None:
    await arcade.opened(pace=MINUTE)
    await arcade.sits(ANN, "Han")
    await arcade.sits(BEN, "Lando")
    await arcade.npc_sits("Gorga")
    await arcade.deals()
    more_time = arcade.tables.playing.more_time
    for _ in range(2):
        played = await more_time(arcade.table_id, arcade.click(GM))
        assert played.table.said[-1] == "The GM gives **Han**, **Lando** and **Gorga** more time."
    played = await more_time(arcade.table_id, arcade.click(ANN))
    assert played.table.said[-1] == "More time for **Han**, **Lando** and **Gorga**.", "what is theirs stays so"
    rows = [row for row in await arcade.logged() if any(isinstance(one.event, MoreTime) for one in row.events)]
    assert [row.how == "gm" for row in rows] == [True, True, False]


async def test_time_that_a_gm_takes_for_their_own_character_is_a_players(arcade: Arcade) -> None:
    await arcade.opened(pace=MINUTE)
    await arcade.sits(GM, "Jabba")
    await arcade.sits(ANN, "Han")
    await arcade.deals()
    more_time = arcade.tables.playing.more_time
    said = [(await more_time(arcade.table_id, arcade.click(GM))).table.said[-1] for _ in range(2)]
    assert said == ["More time for **Jabba** and **Han**.", "The GM gives **Jabba** and **Han** more time."]
