"""How NPCs play Baldur Hold'em, honestly, by the worth of the pot; how simple players do, and what is counted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.ai.temper import Style, Temper
from bot.engine.cheating.actions import Accusation
from bot.engine.game import DEALER
from bot.engine.rng import SeededRng
from cogs.baldur.ai import Simple, count, decide
from cogs.baldur.rules import GAME
from cogs.baldur.state import BaldurAction, Keep, Shaken
from tests.games.baldur.baldur_table import ENTRY, FLOP, GM, VOID, Table

BUDGET = 100


def decided(table: Table, who: str, style: Style = "shark", count: int = 12) -> list[BaldurAction | None]:
    """Return their decisions, time after time."""
    seat = table.seat(who)
    view, moves = GAME.view(table.state, seat), GAME.moves(table.state, seat)
    return [
        decide(lambda: view, moves, Temper(style=style, skill="expert"), SeededRng(at), BUDGET) for at in range(count)
    ]


def kinds(actions: Iterable[BaldurAction | None]) -> set[str]:
    return {action.kind if action is not None else "nothing" for action in actions}


def in_the_end(npc_dice: tuple[int, ...] = (3, 8, 12, 17), **more: Any) -> Table:
    """Deal five community dice: Ada has four 9s, Bram a high roll, and Ada is asked first."""
    table = Table(("Ada", "Bram"), npc_dice=npc_dice, **more)
    table.rolls({"Ada": (9, 9, 2), "Bram": (1, 4, 7)})
    return table.stay("Ada", "Bram", falls=(9, 9, 15)).stay("Ada", "Bram", falls=(13, 18))


def test_autopilot_stays_or_raises_when_ahead_and_folds_when_openly_beaten():
    assert kinds(decided(Table(), "Ada", "drunk")) == {"roll"}
    table = in_the_end()
    assert kinds(decided(table, "Ada")) == {"stay"}
    assert kinds(decided(table.stay("Ada"), "Bram")) == {"fold"}
    assert "stay" in kinds(decided(in_the_end().stay("Ada"), "Bram", "drunk", 40))
    assert "raise" in kinds(decided(in_the_end(raises=1), "Ada"))


def test_autopilot_never_cheats_or_influences():
    table = Table(skills={"Ada": "deception +9, sleight of hand +9"})
    assert any(move.aside for move in ENTRY.game.moves(table.whole, 1))
    assert kinds(decided(table, "Ada", "drunk", 40)) == {"roll"}


def test_the_npcs_pay_a_raise_with_good_dice_and_leave_with_bad_ones():
    good, bad = (in_the_end(dice, raises=1).do("Ada", "raise") for dice in ((9, 9, 9, 9), (1, 5, 7, 11)))
    assert kinds(decided(good, GM)) == {"npcs_call"}
    assert kinds(decided(bad, GM)) == {"npcs_fold"}


def test_npc_with_most_chips_is_the_one_that_stays():
    table = Table(("Ada",), seated=("Grim", "Hild"), npcs=0, stacks={"Grim": 5000}).rolls({"Ada": (1, 4, 7)})
    table.stay("Ada")
    assert decided(table, GM, count=1) == [Keep(stay=str(table.seat("Hild")))]


def test_a_shaken_npc_with_the_best_dice_stays():
    table = in_the_end((9, 9, 9, 9))
    table.influence("Ada", GM, 20, 1, manner="intimidate")
    assert kinds(decided(table, GM)) == {"shaken_stays"}


def test_verdict_is_left_to_the_gm():
    table = in_the_end()
    verdict = GAME.moves(table.state, table.seat("Ada"))[0].evolve(key="verdict")
    view = GAME.view(table.state, 0)
    assert decide(lambda: view, (verdict,), Temper(), SeededRng(1), BUDGET) is None


def test_npcs_decide_first_the_shaken_one_and_never_a_verdict():
    table = Table(("Ada",), seated=("Grim", "Hild"), npcs=1).rolls({"Ada": (1, 4, 7)})
    assert GAME.npcs_decide(table.state) == ()
    table.stay("Ada")
    assert [table.seat(name) for name in ("Grim", "Hild")] == list(GAME.npcs_decide(table.state))
    shaken = table.state.evolve(shaken=Shaken(by=table.seat("Ada"), whom=table.seat("Hild")))
    assert GAME.npcs_decide(shaken) == (table.seat("Hild"), table.seat("Grim"))
    table = Table(("Ada",), seated=("Grim",), npcs=1).rolls({"Ada": (1, 4, 7)})
    accused = table.whole.evolve(
        inner=table.state.evolve(stage="leaving"), accusation=Accusation(accuser=table.seat("Ada"), accused=DEALER)
    )
    assert ENTRY.game.npcs_decide(accused) == ()
    assert ENTRY.game.npcs_decide(accused.evolve(accusation=None)) == (table.seat("Grim"),)
    assert GAME.npcs_decide(in_the_end(raises=1).do("Ada", "raise").state) == ()


NOTHING, WINNING = (1, 2, 8), (10, 10, 4)
"""Hole dice that make nothing with the community dice, and three of a kind."""


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
