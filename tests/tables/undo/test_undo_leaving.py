"""Undo and players who left: nobody is seated again, and leaving never blocks the undo of a result."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot import games
from bot.errors import RuleError
from bot.tables.events import StayedAway
from bot.tables.model import Table
from bot.tables.undo.plan import UndoPlan
from bot.tables.verification.verify import verify_hand
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, GM, HAN, LANDO, ROARK, TableHarness


async def leaves(place: TableHarness, seat: int) -> Table:
    by = await place.player(seat)
    return (await place.tables.seating.leave(place.table_id, place.click(by), seat))[0]


async def plan(place: TableHarness) -> UndoPlan:
    found = (await place.tables.undoing.preview(place.table_id, place.click(GM))).action
    assert isinstance(found, UndoPlan), found
    return found


async def entries(place: TableHarness) -> int:
    return len(await place.database.fetch("SELECT id FROM entries"))


async def at_pazaak(place: TableHarness) -> int:
    """Han and Lando in mid-match; Han has ended his first turn."""
    game = games.spec_of("pazaak").game
    rules = next(iter(game.presets.values()))
    opening = place.tables.opening
    place.table_id = (await opening.open(place.campaign, place.click(GM), "pazaak", rules, places=(CHANNEL,))).id
    for by, name in ((ANN, "Han"), (BEN, "Lando")):
        await place.sits(by, name, game.buy_in(rules).low)
    await place.deals()
    while (table := await place.table()).in_hand:
        seat = min(table.to_act)
        action = game.on_timeout(table.state, seat)
        values: Mapping[str, Any] = {key: value for key, value in json.loads(action.to_json()).items() if key != "kind"}
        table = (await place.acts(await place.player(seat), action.kind, seat=seat, **values)).table
        if len(await place.database.fetch("SELECT 1 FROM actions WHERE how = 'click' AND hand = 1 AND seat > 0")) > 5:
            return min(table.to_act)
    raise AssertionError("the match is over")


async def test_a_match_that_a_leaver_ended_does_not_go_on_and_its_result_is_undone(tmp_path: Path) -> None:
    async with TableHarness(tmp_path / "harness.db") as harness:
        asked = await at_pazaak(harness)
        other = HAN + LANDO - asked
        assert not (await leaves(harness, other)).in_hand
        name = (await harness.table()).voice.name(other)
        async with harness.refuses(f"{name} left, so match 1 can't go on. Undo the whole match instead."):
            await harness.undoes_action()
        assert not (await harness.undoes_hand()).in_hand
        held = [await harness.purse(one) for one in await harness.characters.party(harness.campaign.id)]
        stacks = [chair.chips for chair in (await harness.table()).record.chairs]
        assert sum(held) + sum(stacks) == 2000
        assert max(held) == 1000
        await harness.adds_up()


async def test_undo_that_includes_a_leavers_fold_leaves_them_away(honest: TableHarness) -> None:
    await honest.deals()
    before = await honest.quiet_turn()
    decided = await honest.quiet_turn()
    leaver = min(decided.to_act)
    assert (await leaves(honest, leaver)).in_hand
    booked, found = await entries(honest), await plan(honest)
    assert found.events == (StayedAway(seats=(leaver,)),)
    table = await honest.undoes_action()
    assert (table.state, [c.seat for c in table.record.chairs if c.is_leaving]) == (before.state, [leaver])
    assert (await honest.happened())[-1] == StayedAway(seats=(leaver,))
    assert await entries(honest) == booked
    await honest.adds_up()
    await honest.play_out()
    assert (await honest.table()).chair(leaver) is None
    await honest.adds_up()
    assert (await verify_hand(honest.database, honest.table_id, 1)).faults == ()


async def test_player_who_left_before_the_undone_action_is_still_leaving(honest: TableHarness) -> None:
    dealt = await honest.deals()
    (first,) = dealt.to_act
    gone = next(seat for seat in (HAN, LANDO, ROARK) if seat != first)
    await leaves(honest, gone)
    await honest.quiet_turn()
    assert (await plan(honest)).events == ()
    table = await honest.undoes_action()
    assert [chair.seat for chair in table.record.chairs if chair.is_leaving] == [gone]
    await honest.play_out()
    assert (await honest.table()).chair(gone) is None
    await honest.adds_up()


@pytest.mark.parametrize("in_hand", [True, False], ids=["during the hand", "after the hand"])
async def test_result_is_undone_and_the_hand_does_not_go_on_when_a_player_has_left(
    honest: TableHarness, in_hand: bool
) -> None:
    (first,) = (await honest.deals()).to_act
    gone = next(seat for seat in (HAN, LANDO, ROARK) if seat != first)
    if in_hand:
        await leaves(honest, gone)
    await honest.play_out()
    if not in_hand:
        await leaves(honest, gone)
    assert (await honest.table()).chair(gone) is None
    async with honest.refuses("can't go on. Undo the whole hand instead.", RuleError):
        await honest.undoes_action()
    table = await honest.undoes_hand()
    assert {chair.chips for chair in table.record.chairs} == {500}
    assert {await honest.purse(one) for one in await honest.characters.party(honest.campaign.id)} == {500, 1000}
    await honest.adds_up()


async def test_undo_is_refused_when_a_forgotten_leaver_would_end_the_hand(honest: TableHarness) -> None:
    await honest.tables.seating.leave(honest.table_id, honest.click(CID), ROARK)
    (seat,) = (await honest.deals()).to_act
    chair, name = await honest.chair(seat), (await honest.table()).voice.name(seat)
    await honest.quiet_turn()
    await honest.tables.opening.pause(honest.table_id, honest.click(GM))
    await honest.tables.seating.gone(honest.table_id, [chair.character_id])
    async with honest.refuses(f"{name} left, so the hand would end at once after this undo.", RuleError):
        await honest.undoes_action()
