"""How Baldur Hold'em is played by whoever isn't a person, and what is counted then."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.rng import SeededRng
from cogs.baldur.ai import Simple, count, decide
from cogs.baldur.rules import GAME
from tests.games.baldur.baldur_table import FLOP, VOID, Table

NOTHING, WINNING = (1, 2, 8), (10, 10, 4)
"""Own dice that make nothing with the common ones, and three of a kind."""


def alone(own: tuple[int, ...], falls: int = 0, **given: Any) -> Table:
    """Play Ada alone against three NPCs to the round in which so many community dice lie."""
    table = Table(("Ada",), **given).rolls({"Ada": own})
    for dice in {0: (), 3: (FLOP,), 5: (FLOP, VOID)}[falls]:
        table.stay("Ada", falls=dice)
    return table


def does(table: Table, **style: Any) -> str:
    seat = table.seat("Ada")
    moves = GAME.moves(table.state, seat)
    action = decide(lambda: GAME.view(table.state, seat), moves, Simple(**style), SeededRng(1), 0)
    assert action is not None
    return action.kind


def test_dice_are_rolled_first():
    assert does(Table(("Ada",)), folding="weak") == "roll"


@pytest.mark.parametrize("folding", ["never", "weak"])
def test_nobody_folds_what_is_free(folding: str):
    assert does(alone(NOTHING), folding=folding) == "stay"


@pytest.mark.parametrize("falls", [3, 5])
def test_never_folding_style_pays_for_a_worthless_hand(falls: int):
    assert does(alone(NOTHING, falls)) == "stay"


@pytest.mark.parametrize("falls", [3, 5])
def test_folding_style_pays_only_for_a_good_hand(falls: int):
    assert does(alone(WINNING, falls), folding="weak") == "stay"
    assert does(alone(NOTHING, falls), folding="weak") == "fold"


def counted(table: Table) -> Counter[str]:
    """Count the first step of the hand and the last."""
    tally = Counter({"hands": 1})
    count(replace(table.last, state=table.state), tally)
    return tally


def test_hands_are_counted_where_nobody_folded():
    table = Table(("Ada", "Bram"), npc_dice=(1, 2, 3, 10)).rolls({"Ada": NOTHING, "Bram": WINNING})
    table.stay("Ada", "Bram", falls=FLOP).stay("Ada", "Bram", falls=VOID).stay("Ada", "Bram")
    tally = counted(table)
    assert tally["pc_high_roll"] == tally["pc_three_of_a_kind"] == tally["npc_pair"] == tally["showdowns"] == 1
    assert tally["staked_stay"] == 0, "money is counted of players who are alone"
    table = Table(("Ada", "Bram")).rolls({"Ada": NOTHING, "Bram": WINNING})
    table.stay("Ada", "Bram", falls=FLOP).do("Ada", "fold").stay("Bram", falls=VOID).stay("Bram")
    assert counted(table) == Counter(hands=1, showdowns=1)
    assert counted(alone(NOTHING, 3).do("Ada", "fold")) == Counter(hands=1)


def test_money_is_counted_of_a_player_alone():
    tally = counted(alone(WINNING, 5, npc_dice=(1, 2, 3, 7)).stay("Ada"))
    assert (tally["staked_stay"], tally["returned_stay"]) == (600, 1400)
    tally = counted(alone(NOTHING, 5).stay("Ada"))
    assert (tally["staked_stay"], tally["returned_stay"]) == (600, 0)
