"""The chance to win at Golem, and what NPCs make of it, from what a seat sees alone."""

from itertools import combinations
from typing import Any

import pytest

from bot.engine.ai.temper import Temper
from bot.engine.betting.events import Fold
from bot.engine.betting.ranking import rank_hand
from bot.engine.cards import FULL_DECK
from bot.engine.rng import SeededRng
from cogs.golem.ai import decide
from cogs.golem.chances import Outlook, deals, ending, estimate, question
from cogs.golem.rules import GAME
from tests.games.golem.golem_table import Table, at_the_draw

ROYAL = {"Roark": "9h 10h 11h 12h 13h", "Han": "2c 4d 6s 8h 3c"}
SHARK = Temper(style="shark", skill="expert")


def chances(table: Table, name: str, budget: int = 4000):
    view = GAME.view(table.state, table.seat(name))
    return estimate(view, table.state.rules, SeededRng(7), budget)


def decided(table: Table, name: str, temper: Temper = SHARK) -> Any:
    seat = table.seat(name)
    return decide(lambda: GAME.view(table.state, seat), GAME.moves(table.state, seat), temper, SeededRng(1), 100)


def test_chances_depend_on_that_hand_alone():
    told = chances(Table(ROYAL), "Roark")
    assert (told.win.value, told.opponents, told.is_exact) == (1.0, 1, False)
    assert told.now.startswith("a straight flush")
    weak, strong = (chances(Table({"Roark": cards, "Han": "2c 4d 6s 8h 3c"}), "Roark") for cards in HANDS)
    assert weak.win.value + weak.win.margin < strong.win.value - strong.win.margin
    one, other = (Table({"Roark": ROYAL["Roark"], "Han": cards}) for cards in ("2c 4d 6s 8h 3c", "1c 1d 1s 1h 3c"))
    assert chances(one, "Roark") == chances(other, "Roark")


HANDS = ("1h 3d 5s 7c 9d", "13h 13d 13s 7c 9d")


def test_dealt_at_random_a_hand_wins_as_often_as_among_all_hands():
    """One opponent whose five cards are any of those that the seat doesn't hold, in a deal without a golem."""
    own = ("13h", "13d", "2s", "7c", "9d")
    rules = Table(ROYAL, redeals=1).state.rules
    now = Outlook(own, (), (0,), has_drawn=True, strangers=0, has_golem=False, rules=rules)
    rank = rank_hand(own)
    lying = list(deals(now._replace(drew=(None,)), SeededRng(3), 2500))
    wins = sum(ending(now, deal, ()).on_top == 1 for deal in lying) / len(lying)
    pool = [card for card in FULL_DECK if card not in own][::2]
    hands = list(combinations(pool, 5))[::25]
    pat = sum(rank_hand(hand) < rank for hand in hands) / len(hands)
    assert 0.5 < wins < pat, "whoever draws has more than whoever stands pat"


def test_a_pot_that_the_golem_keeps_is_not_won():
    rules = Table(ROYAL).state.rules
    now = Outlook(("13h", "13d", "2s", "7c", "9d"), (), (2, 2), True, 0, has_golem=True, rules=rules)
    kept = sum(ending(now, deal, ()).is_kept for deal in deals(now, SeededRng(3), 300))
    assert 0 < kept < 300
    free = now._replace(has_golem=False)
    assert not any(ending(free, deal, ()).is_kept for deal in deals(free, SeededRng(3), 50))


def test_chances_are_asked_until_one_has_folded():
    table = Table(ROYAL)
    assert question(GAME.view(table.state, None)) is None
    first = table.turn[0]
    table.fold(first)
    assert question(GAME.view(table.state, table.seat(first))) is None
    with pytest.raises(ValueError, match="won or lost"):
        chances(table, first)
    table = at_the_draw(ROYAL).discard("Han", "2c 3c")
    assert chances(table, "Han").deals > 0


def test_shark_draws_well_and_nobody_sober_folds_a_sure_hand():
    table = at_the_draw(ROYAL)
    assert decided(table, "Roark").cards == ()
    assert len(decided(table, "Han").cards) == 2
    table = Table(ROYAL, amulet="Han")
    while table.turn != ("Roark",):
        table.bet("Han", 20)
    for style in ("cautious", "steady", "reckless", "shark"):
        assert decided(table, "Roark", Temper(style=style, skill="expert")) != Fold()
