"""Undo in a tournament: how it stands, its prize and its prizes are as they were before the hand."""

import pytest

from bot.errors import RuleError
from tests.tables.arena import FEE, Arena
from tests.tables.table_fixtures import ANN, BEN, GM, HAN, LANDO


async def test_a_hand_gives_the_points_back(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark")
    before = await arena.points()
    await arena.plays(5, 3, 1)
    assert await arena.points() != before
    await arena.undoes_hand()
    assert await arena.points() == before
    await arena.adds_up()
    await arena.plays(5, 3, 1)
    await arena.adds_up()


async def to_the_end(place: Arena) -> None:
    """Han bids all he has, the others a little less, until he has won."""
    while not (await place.standing()).is_over:
        table, most = await place.table(), 0
        if not table.in_hand:
            table = await place.deals(GM)
        while table.to_act:
            seat = min(table.to_act)
            high = table.moves(seat)[0].fields[0].bounds()[-1]
            most = high if seat == HAN else most
            table = await place.bids(high if seat == HAN else min(high, max(most - 1, 0)))


async def test_a_tournament_that_was_over_is_on_again_with_its_prize(arena: Arena) -> None:
    han, _ = await arena.begins("Han", "Lando", chips=5)
    before = await arena.purse(han)
    await to_the_end(arena)
    assert (await arena.prize_has(), await arena.purse(han)) == (0, before + 2 * FEE)
    await arena.undoes_hand()
    assert not (await arena.standing()).is_over
    assert (await arena.prize_has(), await arena.purse(han)) == (2 * FEE, before)
    await arena.adds_up()
    await to_the_end(arena)
    assert await arena.purse(han) == before + 2 * FEE
    await arena.adds_up()


async def test_the_hand_that_ended_it_goes_on(arena: Arena) -> None:
    han, _ = await arena.begins("Han", "Lando", chips=5)
    before = await arena.purse(han)
    await to_the_end(arena)
    assert (await arena.undoes_action()).in_hand
    assert not (await arena.standing()).is_over
    await arena.adds_up()
    await to_the_end(arena)
    assert await arena.purse(han) == before + 2 * FEE
    await arena.adds_up()


async def test_fee_for_buying_back_in_since_is_returned(arena: Arena) -> None:
    _, lando, _ = await arena.begins("Han", "Lando", "Roark", chips=5, rebuys=1)
    await arena.bids(2, 1, 0)
    await arena.plays(4, 2, 0)
    standing, held = await arena.standing(), await arena.purse(lando)
    assert not standing.has(LANDO)
    await arena.enters(BEN)
    assert (await arena.prize_has(), await arena.purse(lando)) == (4 * FEE, held - FEE)
    await arena.undoes_hand()
    assert (await arena.prize_has(), await arena.purse(lando)) == (3 * FEE, held)
    assert (await arena.standing()).has(LANDO)
    await arena.adds_up()


async def test_entrant_who_gave_up_since_is_in_until_the_next_deal(arena: Arena) -> None:
    han, lando = await arena.begins("Han", "Lando")
    await arena.plays(5, 3)
    await arena.leaves(ANN)
    assert (await arena.standing()).is_over
    assert await arena.purse(lando) == 1000 + FEE
    await arena.undoes_hand()
    assert not (await arena.standing()).is_over
    await arena.adds_up()
    await arena.deals(GM)
    assert (await arena.standing()).is_over
    assert await arena.purse(lando) == 1000 + FEE
    assert await arena.purse(han) == 1000 - FEE
    await arena.adds_up()


async def test_undo_is_refused_past_the_beginning_of_another_tournament(arena: Arena) -> None:
    await arena.begins("Han", "Lando", chips=5)
    await to_the_end(arena)
    await arena.enters(ANN)
    await arena.enters(BEN)
    await arena.deals(GM)
    with pytest.raises(RuleError, match=r"another tournament has begun since"):
        await arena.undoes_hand()


async def test_undo_of_the_previous_hand_works_while_a_player_is_leaving(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    before = await arena.points()
    await arena.plays(5, 3)
    await arena.deals(GM)
    assert (await arena.leaves(BEN)).in_hand
    table = await arena.undoes_hand()
    assert not (await arena.standing()).is_over
    assert (await arena.points(), await arena.prize_has(), table.chair(LANDO)) == (before, 2 * FEE, None)
    assert not any("gives up" in line for line in table.said)
    await arena.adds_up()
    await arena.deals(GM)
    assert (await arena.standing()).is_over
    await arena.adds_up()
