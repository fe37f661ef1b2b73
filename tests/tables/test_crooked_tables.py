"""A table is played as its house rules have the game: crooked or honest, also what was stored by other rules before."""

from typing import Any

import pytest

from bot.db import Statement
from bot.engine.cheating.effects import Effect
from bot.engine.game import DEALER, Carry
from bot.errors import NotAllowed, RuleError
from bot.tables.hand.timing import DEALER_DECIDES
from bot.tables.model import Table
from bot.tables.store import with_deal
from bot.tables.verification.verify import seals_for, verify_hand
from cogs.pilok.rules import GAME as PILOK
from tests.tables.arena import Arena
from tests.tables.backroom import PROXIMA, Backroom
from tests.tables.table_fixtures import ANN, BEN, CID, GM_ROLE, HAN, LANDO, later, left

EFFECT = Effect(seat=LANDO, concern="insight", luck=-1)


async def at_pilok(place: Backroom, *, crooked: bool = False, **options: Any) -> Table:
    """Han and Lando at Pi'Lok, a hand dealt."""
    await place.settle_for(gm_role_id=GM_ROLE)
    await place.opened(game="pilok", crooked=crooked, **options)
    await place.sits(ANN, "Han")
    await place.sits(BEN, "Lando")
    return await place.deals()


async def turned(place: Backroom, *, crooked: bool) -> Table:
    """Let the GM turn the table crooked or honest."""
    return await place.tables.opening.change_rules(place.table_id, place.click(PROXIMA), {"crooked": crooked})


@pytest.mark.parametrize("crooked", [True, False])
async def test_a_crooked_table_has_the_game_with_a_seat_for_the_gm(backroom: Backroom, crooked: bool) -> None:
    table = await at_pilok(backroom, crooked=crooked)
    assert (table.is_crooked, table.keeps_secrets, table.spec.game is PILOK) == (crooked, crooked, not crooked)
    assert (table.chair(DEALER) is not None) is crooked
    assert any(move.key == "influence" for move in table.moves(HAN)) is crooked
    await backroom.restart()
    found = await backroom.table()
    assert (found.record, found.state, found.rules) == (table.record, table.state, table.rules)
    assert found.spec.game is table.spec.game


@pytest.mark.parametrize("crooked", [True, False])
async def test_deal_of_a_hand_is_stored_once_at_crooked_tables_too(backroom: Backroom, crooked: bool) -> None:
    table = await at_pilok(backroom, crooked=crooked)
    state = await stored_state(backroom)
    (hand,) = await backroom.file.fetch("SELECT deal FROM hands WHERE table_id = ?", backroom.table_id)
    assert state is not None
    assert hand["deal"] not in state
    assert with_deal(state, hand["deal"]) == table.state.to_json()


@pytest.mark.parametrize("crooked", [True, False])
async def test_a_table_that_is_turned_deals_the_other_game(backroom: Backroom, crooked: bool) -> None:
    await at_pilok(backroom, crooked=crooked)
    async with backroom.refuses("You can change the house rules only between hands.", RuleError):
        await turned(backroom, crooked=not crooked)
    before = await backroom.play_out()
    assert isinstance(before.carried(), Carry)
    assert await stored_state(backroom) is not None
    table = await turned(backroom, crooked=not crooked)
    assert await stored_state(backroom) is None
    assert table.is_crooked is not crooked
    assert (table.carried(), table.record.carry) == (before.carried(), before.record.carry)
    for _ in range(2):
        table = await backroom.table()
        assert table.state is None, "the last hand was of another game"
        assert not table.in_hand
        await backroom.restart()
    await backroom.deals()
    await backroom.restart()
    table = await backroom.play_out()
    assert table.record.hand is not None
    assert (table.record.hand.number, table.record.hand.status) == (2, "settled")
    await backroom.adds_up()


async def stored_state(place: Backroom) -> str | None:
    (row,) = await place.file.fetch("SELECT state FROM tables WHERE id = ?", place.table_id)
    return row["state"]


@pytest.mark.parametrize("crooked", [True, False])
async def test_unreadable_finished_hand_does_not_lock_the_table(
    backroom: Backroom, crooked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await at_pilok(backroom, crooked=crooked)
    await backroom.play_out()
    state = await stored_state(backroom)
    table = await turned(backroom, crooked=not crooked)
    await backroom.database.apply(Statement("UPDATE tables SET state = ? WHERE id = ?", (state, backroom.table_id)))

    def fails(*_: object) -> None:
        raise KeyError("inner")

    with monkeypatch.context() as broken:
        broken.setattr(type(table.spec.game), "read", fails)
        await backroom.restart()
        assert (await backroom.table()).state is None
    assert (await backroom.deals()).in_hand


async def test_other_house_rules_leave_the_last_hand_on_the_table(backroom: Backroom) -> None:
    await at_pilok(backroom, crooked=True)
    over = await backroom.play_out()
    changes = {"ante": 20}
    table = await backroom.tables.opening.change_rules(backroom.table_id, backroom.click(PROXIMA), changes)
    assert table.state == over.state
    await backroom.restart()
    assert (await backroom.table()).state == over.state


async def test_every_hand_is_checked_by_the_rules_that_it_was_dealt_by(backroom: Backroom) -> None:
    await at_pilok(backroom)
    await backroom.play_out()
    await turned(backroom, crooked=True)
    await backroom.deals()
    await backroom.play_out()
    await turned(backroom, crooked=False)
    await backroom.deals()
    await backroom.play_out()
    found = [await verify_hand(backroom.database, backroom.table_id, number, as_gm=True) for number in (1, 2, 3)]
    assert [one.faults for one in found] == [(), (), ()]
    assert [one.is_crooked for one in found] == [False, True, False]
    assert [one.open_draws > 0 for one in found] == [True, False, True]
    public = await verify_hand(backroom.database, backroom.table_id, 2)
    assert public.sentences == (
        "This was a crooked table: the rolls of the hand are all sealed, and only the GM can check them.",
    )
    table = await backroom.table()
    assert await seals_for(backroom.database, table, ANN, 2) == ()


@pytest.mark.parametrize("honest", [False, True])
async def test_an_effect_is_handed_on_to_the_next_hand_and_ends_with_it(backroom: Backroom, honest: bool) -> None:
    await at_pilok(backroom, crooked=True, unproven="disadvantage")
    await backroom.acts(BEN, "accuse", seat=LANDO, whom=str(HAN))
    table = await backroom.play_out()
    assert table.carried().effects == (EFFECT.evolve(hands=1),)
    await backroom.restart()
    await backroom.deals()
    table = await backroom.tables.opening.void(backroom.table_id, backroom.click(PROXIMA))
    assert table.carried().effects == (EFFECT.evolve(hands=1),), "a void hand counts for none"
    if honest:
        await turned(backroom, crooked=False)
        await backroom.deals()
    else:
        assert (await backroom.deals()).state.effects == (EFFECT.evolve(hands=1),)
    assert (await backroom.play_out()).carried().effects == ()


async def test_a_tournament_that_begins_leaves_effects_as_they_are(arena: Arena) -> None:
    await arena.opened()
    await arena.sit("Han", "Lando", "Roark")
    table = await arena.table()
    carry = table.spec.game.Carry(effects=(EFFECT,))
    await arena.tables.store.commit(table, table.evolve(carry=carry.to_json(), carry_version=1))
    table = await arena.deals(CID)
    assert table.tournament is not None
    assert table.carried().effects == (EFFECT,)


async def test_an_unseen_sleight_leaves_the_table_as_everybody_sees_it(backroom: Backroom) -> None:
    before = await at_pilok(backroom, crooked=True)
    backroom.dice_are(*[4] * 100)
    done = await backroom.acts(BEN, "load", seat=LANDO, face=6, click={"turn": before.record.turn})
    after = done.table
    assert after.state.cheats == (LANDO,)
    assert [seat for seat, _ in done.private] == [LANDO] * len(done.private) != []
    unchanged = {"version": after.record.version, "sequence": after.record.sequence, "hand": after.record.hand}
    assert after.record == before.record.evolve(**unchanged)
    assert after.moves(HAN) == before.moves(HAN)


async def test_a_proven_cheat_has_the_hand_wait_for_the_gm_and_called_off_it_moves_no_coin(backroom: Backroom) -> None:
    await at_pilok(backroom, crooked=True)
    stacks = [await backroom.chips(seat) for seat in (HAN, LANDO)]
    backroom.dice_are(*[1] * 3, *[6] * 100)
    assert (await backroom.acts(BEN, "load", seat=LANDO, face=6)).table.to_act == {DEALER}
    async with backroom.refuses("Only the table's GM decides that.", NotAllowed):
        await backroom.acts(ANN, "verdict", ruling="play_on")
    await backroom.restart()
    backroom.dice_are(*[3] * 100)
    over = (await backroom.rules_on_it("void")).table
    assert not over.in_hand
    assert [await backroom.chips(seat) for seat in (HAN, LANDO)] == stacks
    assert over.record.carry is None
    await backroom.adds_up()


async def test_without_a_gm_a_proven_cheat_forfeits_after_a_minute(backroom: Backroom) -> None:
    await backroom.opened(ANN, game="pilok", crooked=True)
    await backroom.sits(ANN, "Han")
    await backroom.sits(BEN, "Lando")
    await backroom.deals()
    backroom.dice_are(*[1] * 3, *[6] * 100)
    table = (await backroom.acts(BEN, "load", seat=LANDO, face=6)).table
    assert left(backroom, table) == DEALER_DECIDES
    table = await later(backroom, DEALER_DECIDES)
    assert "Time ran out for **the GM**." in table.said
    assert not table.in_hand, "Han is alone"
    assert await backroom.chips(HAN) > 500
    await backroom.adds_up()
