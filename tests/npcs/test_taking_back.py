"""A GM takes back what came before an NPC's move: what it was thinking of is dropped, and it decides anew."""

import itertools

import pytest

from bot.tables.model import Seeds
from bot.tables.verification.verify import verify_hand
from tests.npcs.parlour import Parlour
from tests.tables.table_fixtures import ANN

HAN = 1


@pytest.fixture
async def waiting(parlour: Parlour) -> Parlour:
    """Deal a hand from sealed seeds, in which Kett and Mirra have moved, and which waits for Ann's Han."""
    number = itertools.count()
    parlour.tables.store.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
    parlour.chances_are_sealed()
    await parlour.opened()
    await parlour.sits(ANN, "Han")
    await parlour.seats("Kett")
    await parlour.seats("Mirra", "reckless")
    await parlour.deals(ANN)
    assert (await parlour.plays_on()).to_act == {HAN}
    return parlour


async def does_the_least(place: Parlour) -> None:
    """Han checks or calls."""
    offered = {move.key for move in (await place.table()).moves(HAN)}
    await place.acts(ANN, next(key for key in ("check", "call", "pass") if key in offered))


async def test_a_thought_under_way_is_dropped_and_the_next_one_has_another_seed(waiting: Parlour):
    asked = len(waiting.crew.asked)
    await does_the_least(waiting)
    await waiting.clock.advance(0.5)
    dropped = waiting.crew.asked[asked:]
    table = await waiting.undoes_action()
    assert table.to_act == {HAN}
    await waiting.stays()
    again = len(waiting.crew.asked)
    await does_the_least(waiting)
    table = await waiting.moves_on()
    assert dropped
    assert dropped[0].seed != waiting.crew.asked[again].seed
    last = (await waiting.log())[-1]
    assert (last["how"], last["revision"]) == ("npc", 1)
    await waiting.adds_up()


async def test_undoing_a_players_move_also_undoes_the_npc_moves_after_it(waiting: Parlour):
    before = await waiting.table()
    await does_the_least(waiting)
    table = await waiting.moves_on()
    assert table.state != before.state
    table = await waiting.undoes_action()
    assert table.state == before.state
    await waiting.stays()
    while (await waiting.table()).in_hand:
        await waiting.quiet_turn()
        await waiting.plays_on()
    await waiting.adds_up()
    for as_gm in (False, True):
        assert (await verify_hand(waiting.database, waiting.table_id, 1, as_gm=as_gm)).faults == ()
