"""The last action of a hand, taken back by a GM: the hand goes on from before it, with other dice."""

import json
from pathlib import Path

import pytest

from bot import games
from bot.db import Statement
from bot.errors import NotAllowed, PlayerError, RuleError, TooLate
from bot.tables.events import ActionUndone
from bot.tables.gm_log import notices
from bot.tables.hand.engine import committed_rng
from bot.tables.model import Seeds, Table
from bot.tables.undo.apply import UndoDone
from bot.tables.undo.plan import Known, UndoPlan
from bot.tables.verification.verify import verify_hand
from tests.laws.wheel import Wheel, WheelRules, entry
from tests.tables.money.wager_fixtures import WagerHarness, games_with_blind_draw
from tests.tables.table_fixtures import (
    ANN,
    BEN,
    CHANNEL,
    CID,
    ELSEWHERE,
    GM,
    HAN,
    LANDO,
    MINUTE,
    ROARK,
    TableHarness,
    left,
    with_clock,
)


class WheelHarness(WagerHarness):
    game = "wheel"
    usual_rules = WheelRules()


async def checked(place: TableHarness, number: int = 1) -> None:
    """Check that the hand is verified for everyone and for the GM, and no coin is lost."""
    await place.adds_up()
    for as_gm in (False, True):
        found = await verify_hand(place.database, place.table_id, number, as_gm=as_gm)
        assert found.faults == ()


async def test_the_hand_is_as_it_was_before_the_last_decision(honest: TableHarness) -> None:
    dealt = await honest.deals()
    (first,) = dealt.to_act
    before = await honest.quiet_turn()
    await honest.quiet_turn()
    table = await honest.undoes_action()
    assert table.state == before.state
    assert table.to_act == before.to_act
    assert (await honest.undoes_action()).state == dealt.state
    assert (await honest.table()).to_act == {first}
    with pytest.raises(RuleError, match=r"Nobody has decided anything in this hand yet\."):
        await honest.undoes_action()


async def test_only_a_gm_undoes_at_the_table_or_in_the_gm_channel(playing: TableHarness) -> None:
    before = await playing.quiet_turn()
    async with playing.refuses("Only the GM can do that.", NotAllowed):
        await playing.undoes_action(ANN)
    async with playing.refuses("That table isn't in this channel."):
        await playing.undoes_action(channel=ELSEWHERE)
    async with playing.refuses("That table isn't in this channel."):
        await playing.undoes_action(guild=1)
    await playing.settle_for(gm_channel_id=ELSEWHERE)
    after = await playing.undoes_action(channel=ELSEWHERE, reason="**bold**\n@everyone " + "x" * 500)
    assert after.in_hand
    (row,) = await notices(playing.database, before, after)
    (told,) = after.narrator.tell(row)
    assert (row.how, row.actor, told) == ("gm", GM.user_id, after.said[-1])
    assert "\n" not in told
    assert "'s check: \\*\\*bold" in told
    assert len(told) < 400


async def test_clicks_from_before_the_undo_are_too_old(playing: TableHarness) -> None:
    turn = (await playing.table()).record.turn
    after = await playing.quiet_turn()
    await playing.undoes_action()
    async with playing.refuses("The table has moved on. Look at its latest message.", TooLate):
        await playing.acts(BEN, "check", click={"turn": turn})
    async with playing.refuses("The table has moved on. Look at its latest message.", TooLate):
        await playing.acts(CID, "check", click={"turn": after.record.turn})


async def test_the_same_click_again_throws_other_dice_and_is_seen_in_the_log(honest: TableHarness) -> None:
    await honest.deals()
    thrown: list[tuple[tuple[int, ...], ...]] = []
    for _ in range(3):
        table, turns = await honest.table(), 0
        while not _threw(table) and turns < 20:
            table, turns = await honest.quiet_turn(), turns + 1
        (row,) = await honest.database.fetch("SELECT draws FROM actions ORDER BY sequence DESC LIMIT 1")
        thrown.append(tuple(tuple(draw) for draw in json.loads(row["draws"])))
        await honest.undoes_action()
    numbers = [draw[0] for draws in thrown for draw in draws]
    assert len(set(numbers)) == len(numbers)
    rows = await honest.database.fetch(
        "SELECT action, how FROM actions WHERE hand = 1 AND seat IS NULL ORDER BY sequence"
    )
    assert [(json.loads(row["action"])["do"], row["how"]) for row in rows] == [
        ("deal", "click"),
        ("undo", "gm"),
        ("undo", "gm"),
        ("undo", "gm"),
    ]
    await honest.play_out()
    await checked(honest)


def _threw(table: Table) -> bool:
    """Whether the last action has thrown dice."""
    hand = table.record.hand
    assert hand is not None
    return hand.next_draw > 3 * (1 + hand.revision)


async def test_each_revision_has_seeds_of_its_own_that_were_sealed_with_the_undo(honest: TableHarness) -> None:
    await honest.deals()
    await honest.quiet_turn()
    await honest.undoes_action()
    await honest.play_out()
    found = await verify_hand(honest.database, honest.table_id, 1)
    assert found.undos == 1
    assert len({seed for _, seed in found.sealed_seeds}) == 2
    assert "The GM undid something in this hand once, and the undone part checks out too." in found.sentences


async def test_a_hand_that_the_action_ended_is_in_play_again(seated: TableHarness) -> None:
    await seated.deals()
    await seated.quiet_turn()
    before = await seated.table()
    table = await seated.play_out()
    assert not table.in_hand
    again = await seated.undoes_action(reason="mis-clicked")
    assert again.in_hand
    assert again.said[-1].endswith(": mis-clicked. Hand 1 goes on.")
    assert [chair.stack for chair in again.record.chairs] == [chair.stack for chair in before.record.chairs]
    await seated.adds_up()
    await seated.play_out()
    await seated.adds_up()
    keys = [row["key"] for row in await seated.database.fetch("SELECT key FROM entries WHERE kind = 'hand'")]
    assert keys == [f"hand:{seated.table_id}.1:0", f"hand:{seated.table_id}.1:1"]


async def test_chips_bought_since_count_from_the_next_hand_after_an_undo(honest: TableHarness) -> None:
    await honest.deals()
    await honest.play_out()
    await honest.tables.seating.top_up(honest.table_id, honest.click(ANN), 40, HAN)
    await honest.undoes_action()
    han = await honest.chair(HAN)
    assert (han.stack, han.pending) == (500, 40)
    await honest.play_out()
    await checked(honest)


async def test_undo_is_refused_when_its_preview_is_outdated(playing: TableHarness) -> None:
    await playing.quiet_turn()
    await playing.quiet_turn()
    plan = (await playing.tables.undoing.preview(playing.table_id, playing.click(GM))).action
    assert not isinstance(plan, PlayerError)
    await playing.tables.undoing.undo_action(playing.table_id, playing.click(GM), plan.mark)
    for _ in range(2):
        async with playing.refuses(str(UndoDone()), UndoDone):
            await playing.tables.undoing.undo_action(playing.table_id, playing.click(GM), plan.mark)
        await playing.quiet_turn()


async def test_player_asked_again_after_an_undo_has_the_whole_clock(harness: TableHarness) -> None:
    await with_clock(harness, MINUTE)
    await harness.quiet_turn()
    await harness.clock.advance(40)
    assert left(harness, await harness.undoes_action()) == 60
    await harness.quiet_turn()
    await harness.tables.opening.pause(harness.table_id, harness.click(GM))
    table = await harness.undoes_action()
    assert (table.record.deadline, table.is_paused) == (None, True)


async def times_out(place: TableHarness) -> Table:
    await place.clock.advance(MINUTE.seconds)
    return await place.tables.playing.tick(place.table_id)


async def test_timeout_is_undone_as_the_last_action_and_the_clock_is_whole_again(harness: TableHarness) -> None:
    await with_clock(harness, MINUTE)
    dealt = await harness.table()
    before = await harness.quiet_turn()
    (seat,) = before.to_act
    await times_out(harness)
    table = await harness.undoes_action()
    assert (table.state, table.to_act, left(harness, table)) == (before.state, {seat}, 60)
    (event,) = await harness.happened()
    assert event == ActionUndone(seat=seat, label=None, timed_out=(seat,))
    assert (await harness.undoes_action()).state == dealt.state
    await harness.play_out()
    await harness.adds_up()


async def test_seats_that_one_expiry_decided_for_are_undone_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = games_with_blind_draw()
    monkeypatch.setattr("bot.games.games", lambda: games)
    async with WagerHarness(tmp_path / "wager_harness.db") as place:
        await place.opened(pace=MINUTE)
        for by, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
            await place.sits(by, name)
        await place.deals()
        before = (await place.acts(ANN, "show")).table
        assert not (await times_out(place)).in_hand
        table = await place.undoes_action()
        assert (table.state, table.to_act) == (before.state, {LANDO, ROARK})
        (undone,) = (one for one in await place.happened() if isinstance(one, ActionUndone))
        assert (undone.timed_out, undone.reopened) == ((LANDO, ROARK), 1)
        assert (await place.undoes_action()).to_act == {HAN, LANDO, ROARK}
        await place.adds_up()


async def test_steps_of_a_hand_that_continues_automatically_are_undone_with_the_decision_before_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.games.games", lambda: {"wheel": entry(Wheel())})
    async with WheelHarness(tmp_path / "wheel.db") as place:
        await place.opened(pace=MINUTE)
        await place.sits(ANN, "Han")
        await place.deals()
        await place.acts(ANN, "bet", side="one", amount=5)
        before = await place.table()
        turning = (await place.acts(ANN, "done")).table
        assert turning.pause is not None
        await place.clock.advance(turning.pause)
        assert (await place.tables.playing.tick(place.table_id)).record.turn > turning.record.turn
        assert (await place.undoes_action()).state == before.state
        await place.adds_up()


async def test_hand_does_not_go_on_under_other_house_rules(honest: TableHarness) -> None:
    await honest.deals()
    await honest.play_out()
    await honest.tables.opening.change_rules(honest.table_id, honest.click(GM), {"ante": 5})
    changed = "The house rules have changed since, so hand 1 can't go on. Undo the whole hand instead."
    async with honest.refuses(changed, RuleError):
        await honest.undoes_action()
    assert {chair.chips for chair in (await honest.undoes_hand()).record.chairs} == {500}


async def test_there_is_no_last_action_before_the_first_hand_in_a_void_one_and_after_a_deal(
    seated: TableHarness,
) -> None:
    async with seated.refuses("Nothing has been played here yet."):
        await seated.undoes_action()
    await seated.deals()
    await seated.play_out()
    await seated.deals()
    async with seated.refuses("Nobody has decided anything in this hand yet", RuleError):
        await seated.undoes_action()
    await seated.quiet_turn()
    await seated.tables.opening.void(seated.table_id, seated.click(GM))
    async with seated.refuses("The last hand is void, so you can't undo an action in it."):
        await seated.undoes_action()


@pytest.mark.parametrize("forged", ["UPDATE hands SET version = 99", "UPDATE hands SET deal = '{}'"])
async def test_hand_dealt_by_other_rules_can_not_be_undone(playing: TableHarness, forged: str) -> None:
    await playing.quiet_turn()
    await playing.database.apply(Statement(forged, touches=None))
    with pytest.raises(RuleError, match=r"undone\.$"):
        await playing.undoes_action()


class TestWhatStaysKnown:
    """What was shown or seen stays known, and the GM is told so before."""

    async def test_cards_that_everybody_has_seen(self, harness: TableHarness) -> None:
        place = harness
        place.tables.store.dealer.chances = committed_rng
        place.tables.store.seeds = lambda: Seeds(open=f"{5:064x}", closed=f"{6:064x}")  # nobody has 21 at once
        await place.settle_for(bankroll="endless")
        rules = next(iter(games.spec_of("twentyone").game.presets.values()))
        table = await place.tables.opening.open(place.campaign, place.click(GM), "twentyone", rules, places=(CHANNEL,))
        place.table_id = table.id
        await place.sits(ANN, "Han")
        await place.deals()
        await place.acts(ANN, "bet", amount=10)
        assert (await known(place)).shown is False
        table = await place.table()
        while table.in_hand:
            move = next(move for move in table.moves(HAN) if move.key in {"stand", "done", "decline"})
            table = (await place.acts(ANN, move.key)).table
        assert (await known(place)).shown is True

    async def test_a_card_that_somebody_has_drawn_for_themselves(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        games = games_with_blind_draw()
        monkeypatch.setattr("bot.games.games", lambda: games)
        async with WagerHarness(tmp_path / "wager_harness.db") as place:
            await place.opened()
            await place.sits(ANN, "Han")
            await place.sits(BEN, "Lando")
            table = await place.deals()
            (swap, *_) = [move for move in table.moves(HAN) if move.key == "swap"]
            await place.acts(ANN, "swap", **{field.name: field.bounds()[0] for field in swap.fields})
            assert await known(place) == Known(shown=False, seen=True)
            table = await place.undoes_action()
            assert "**'s last move" in table.said[-1]


async def known(place: TableHarness) -> Known:
    plan = (await place.tables.undoing.preview(place.table_id, place.click(GM))).action
    assert isinstance(plan, UndoPlan), plan
    return plan.known
