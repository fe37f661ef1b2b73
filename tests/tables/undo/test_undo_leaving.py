"""Who left after what an undo takes back is at the table again; who left before it is gone still."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot import games
from bot.errors import RuleError
from bot.tables.events import SeatedAgain
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


async def test_a_match_that_somebody_ended_by_leaving_goes_on_with_them(tmp_path: Path) -> None:
    async with TableHarness(tmp_path / "harness.db") as harness:
        asked = await at_pazaak(harness)
        before = (await harness.table()).state
        other = HAN + LANDO - asked
        assert not (await leaves(harness, other)).in_hand
        found = await plan(harness)
        assert found.reopens
        assert SeatedAgain(seats=(other,)) in found.events
        table = await harness.undoes_action()
        assert table.in_hand
        assert table.state != before
        assert [chair.is_leaving for chair in table.record.chairs] == [False, False]
        assert f"{table.voice.name(other)} left after that, and is back in the match." in table.said
        await harness.adds_up()
        table = await harness.undoes_action()
        assert table.in_hand
        assert (await plan(harness)).reopens is False
        await harness.adds_up()


async def test_undo_that_includes_a_leavers_fold_undoes_their_leaving(honest: TableHarness) -> None:
    await honest.deals()
    before = await honest.quiet_turn()
    decided = await honest.quiet_turn()
    leaver = min(decided.to_act)
    table = await leaves(honest, leaver)
    assert table.in_hand
    booked = await entries(honest)
    table = await honest.undoes_action()
    chair = table.chair(leaver)
    assert chair is not None
    assert (table.state, chair.is_leaving, chair.left_at) == (before.state, False, 0)
    assert (await honest.happened())[-1] == SeatedAgain(seats=(leaver,))
    assert await entries(honest) == booked
    await honest.adds_up()
    await honest.play_out()
    assert (await honest.table()).chair(leaver) is not None
    assert (await verify_hand(honest.database, honest.table_id, 1)).faults == ()


async def test_player_who_left_before_the_undone_action_is_still_leaving(honest: TableHarness) -> None:
    dealt = await honest.deals()
    (first,) = dealt.to_act
    gone = next(seat for seat in (HAN, LANDO, ROARK) if seat != first)
    await leaves(honest, gone)
    await honest.quiet_turn()
    table = await honest.undoes_action()
    chair = table.chair(gone)
    assert chair is not None
    assert chair.is_leaving
    assert not any("back in the hand" in line for line in table.said)
    await honest.play_out()
    assert (await honest.table()).chair(gone) is None
    await honest.adds_up()


async def test_in_a_settled_hand_who_left_before_the_action_is_leaving_again_and_who_left_after_it_is_not(
    honest: TableHarness,
) -> None:
    dealt = await honest.deals()
    (first,) = dealt.to_act
    early, late = (seat for seat in (HAN, LANDO, ROARK) if seat != first)
    await leaves(honest, early)
    await honest.play_out()
    if (await honest.table()).chair(late) is not None:
        await leaves(honest, late)
    table = await honest.undoes_action()
    assert table.in_hand
    chairs = {chair.seat: chair.is_leaving for chair in table.record.chairs}
    assert chairs == {first: False, early: True, late: False}
    await honest.adds_up()
    await honest.play_out()
    await honest.adds_up()
    assert (await honest.table()).chair(early) is None


async def test_leaving_that_was_undone_before_does_not_count(honest: TableHarness) -> None:
    await honest.deals()
    decided = await honest.quiet_turn()
    leaver = min(decided.to_act)
    await leaves(honest, leaver)
    await honest.undoes_action()
    await honest.play_out()
    await leaves(honest, leaver)
    table = await honest.undoes_action()
    chair = table.chair(leaver)
    assert chair is not None
    assert not chair.is_leaving
    await honest.adds_up()


async def test_undo_is_refused_when_a_forgotten_leaver_would_end_the_hand(honest: TableHarness) -> None:
    await honest.tables.seating.leave(honest.table_id, honest.click(CID), ROARK)
    (seat,) = (await honest.deals()).to_act
    chair, name = await honest.chair(seat), (await honest.table()).voice.name(seat)
    await honest.quiet_turn()
    await honest.tables.opening.pause(honest.table_id, honest.click(GM))
    await honest.tables.seating.gone(honest.table_id, [chair.character_id])
    async with honest.refuses(f"{name} left, and without them the hand would be over at once.", RuleError):
        await honest.undoes_action()
