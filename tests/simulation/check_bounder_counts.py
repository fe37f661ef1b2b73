"""What is counted in Bounder fits the exact odds: every counter within five standard errors, which are exact too."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from bot.engine.options import with_options
from cogs.bounder import odds
from cogs.bounder.state import BounderRules, dealer_wins, stake_pays, verdict_of
from tests.simulation.counts import counted

ROUNDS = 300
ERRORS = 5
SHOOTER = ("shooter_win", "point_matched", "win_1_and_20")
DEALER = ("all_even", "all_odd", "triple")


def is_near(total: int, times: int, values: Mapping[int, Fraction]) -> bool:
    """Whether a sum of so many independent values, with the chance of each, lies within five standard errors."""
    assert sum(values.values()) == 1
    mean = sum(value * chance for value, chance in values.items())
    variance = sum((value - mean) ** 2 * chance for value, chance in values.items())
    return abs(total - times * mean) <= ERRORS * sqrt(times * variance)


def often(chance: Fraction) -> Mapping[int, Fraction]:
    return {1: chance, 0: 1 - chance}


def on_shooter(rules: BounderRules, kind: str, stake: int) -> Mapping[int, Fraction]:
    """Return how likely each payback of a bet is, over all points, rolls and second rolls."""
    found: Counter[int] = Counter()
    sums = Counter(sum(dice) for dice in product(range(1, 7), repeat=3))
    for point, second, (total, ways) in product(range(1, 21), range(1, 21), sums.items()):
        pay = stake_pays(verdict_of(point, total, second))
        if kind == "point":
            back = 2 * stake if pay else 0
        elif kind == "against":
            back = 0 if pay else stake + rules.pay_against(point).winnings(stake)
        else:
            back = stake + pay.winnings(stake) if pay else 0
        found[back] += ways
    return {back: Fraction(ways, 216 * 400) for back, ways in found.items()}


def on_dealer(rules: BounderRules, kind: str, stake: int) -> Mapping[int, Fraction]:
    pays = rules.triple_pays if kind == "triple" else rules.even_odd_pays
    wins = sum(kind in dealer_wins(dice) for dice in product(range(1, 7), repeat=3))
    return {(1 + pays) * stake: Fraction(wins, 216), 0: Fraction(216 - wins, 216)}


OPTIONS: list[tuple[str, ...]] = [
    (),
    ("version=classic", "even_odd_pays=7"),
    ("against=by_point", "triple_pays=35"),
]


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_every_counter_fits_the_exact_odds(options: tuple[str, ...]):
    """Two sit there: one shoots and one bets, or both shoot. What both have on the same roll counts as one."""
    counts = counted("bounder", ROUNDS, *options)
    chosen = {name: int(value) if value.isdigit() else value for name, value in (o.split("=") for o in options)}
    rules = with_options(BounderRules(), chosen)
    exact, shooters = odds.exact(rules), counts["shooters"]
    assert counts["rounds"] == ROUNDS
    assert shooters == ROUNDS * (2 if rules.is_classic else 1)
    for name in SHOOTER:
        assert is_near(counts[name], shooters, often(exact[name])), name
    for name in DEALER:
        assert is_near(counts[name], ROUNDS, often(exact[name])), name
    assert counts["staked_shooter"] == shooters * rules.whole
    assert is_near(counts["returned_shooter"], shooters, on_shooter(rules, "shooter", rules.whole))
    for kind in rules.kinds:
        stake = counts[f"staked_{kind}"] // ROUNDS
        assert stake == rules.whole * (2 if rules.is_classic else 1)
        expected = on_dealer(rules, kind, stake) if kind in DEALER else on_shooter(rules, kind, stake)
        assert is_near(counts[f"returned_{kind}"], ROUNDS, expected), kind


def test_all_chances_have_a_counter_and_all_bets_have_two():
    counts = counted("bounder", 3, "against=even")
    assert odds.exact(BounderRules()).keys() <= counts.keys()
    for bet in odds.bets(BounderRules(against="even")):
        assert {f"staked_{bet.key}", f"returned_{bet.key}"} <= counts.keys()


@pytest.mark.parametrize("double, staked", [("exact", 10), ("up_to", 10), ("off", 5)])
def test_players_who_always_double_stake_twice_as_much(double: str, staked: int):
    counts = counted("bounder", 40, "doubling=always", f"double={double}")
    assert counts["staked_shooter"] == 40 * staked
    assert counts["raised"] == (40 if staked > 5 else 0)


@pytest.mark.parametrize("version", ["standard", "classic"])
def test_players_who_double_where_it_costs_nothing_do_so_with_1_and_20(version: str):
    counts = counted("bounder", 120, "doubling=free", f"version={version}")
    assert counts["staked_shooter"] == 5 * (counts["shooters"] + counts["raised"])
    assert is_near(counts["raised"], counts["shooters"], often(Fraction(1, 10)))


def test_where_chips_and_bank_are_short_less_is_bet_and_the_same_dice_fall():
    few = counted("bounder", 50, "max_bet=5", "max_side=5", "against=by_point")
    assert few["staked_against"] == few["staked_shooter"] == 50 * 5
    assert few["shooter_win"] == counted("bounder", 50)["shooter_win"]


@pytest.mark.parametrize("seats", [1, 5])
def test_as_many_bet_as_sit_there(seats: int):
    counts = counted("bounder", 20, seats=seats)
    assert counts["staked_point"] == 20 * 5 * (seats - 1)
