"""What is counted in roulette fits the exact odds of every kind of bet."""

from collections import Counter
from fractions import Fraction

import pytest

from bot.engine.options import with_options
from cogs.roulette.odds import bets, exact
from cogs.roulette.state import RouletteRules, payback
from tests.simulation.counts import counted

SPINS = 350
STAKE = 5
"""The smallest bet: an odd one, of which not quite half comes back."""
HALVES = (("red", "black"), ("even", "odd"), ("low", "high"))
TABLES = {
    "european": (),
    "american, half back": ("wheel=double", "zero=half"),
}


@pytest.fixture(scope="module", params=TABLES)
def found(request: pytest.FixtureRequest) -> tuple[RouletteRules, Counter[str]]:
    options = TABLES[request.param]
    rules = with_options(RouletteRules(), dict(option.split("=") for option in options))
    return rules, counted("roulette", SPINS, *options)


def off(count: int, mean: Fraction, variance: Fraction) -> float:
    """By how many standard errors a count of all spins is off, whose mean and variance in one spin are these."""
    return float(abs(count - SPINS * mean)) / float(SPINS * variance) ** 0.5


def test_every_kind_of_bet_is_made_once_a_spin_for_the_same_stake(found: tuple[RouletteRules, Counter[str]]):
    rules, counts = found
    assert counts["spins"] == SPINS
    assert {counts[f"staked_{kind}"] for kind in rules.layout.kinds} == {SPINS * STAKE}


def test_bets_win_as_often_as_the_odds_say(found: tuple[RouletteRules, Counter[str]]):
    rules, counts = found
    for name, chance in exact(rules).items():
        assert off(counts[name], chance, chance * (1 - chance)) < 5, name


def test_simulated_roulette_returns_fit_the_exact_ones(found: tuple[RouletteRules, Counter[str]]):
    rules, counts = found
    examples = {spot.kind: spot for spot in rules.layout.by_name.values()}
    for bet in bets(rules):
        spot, pockets = examples[next(kind for kind in examples if kind == bet.key)], rules.layout.pockets
        back = [payback(rules.zero, spot, STAKE, pocket) for pocket in pockets]
        mean = Fraction(sum(back), len(pockets))
        assert mean == STAKE * bet.back
        variance = Fraction(sum(one * one for one in back), len(pockets)) - mean**2
        assert off(counts[f"returned_{bet.key}"], mean, variance) < 5, bet.key


def test_of_both_halves_of_the_wheel_one_wins_unless_a_zero_comes(found: tuple[RouletteRules, Counter[str]]):
    _, counts = found
    zeros = {counts["spins"] - counts[f"hit_{one}"] - counts[f"hit_{other}"] for one, other in HALVES}
    assert len(zeros) == 1
    assert zeros.pop() > 0


@pytest.mark.parametrize("seats", [1, 4, 20])
def test_however_many_sit_there_they_share_the_kinds_of_bets(seats: int):
    counts = counted("roulette", 3, seats=seats)
    assert {count for name, count in counts.items() if name.startswith("staked_")} == {3 * STAKE}


def test_every_player_can_make_every_bet():
    counts = counted("roulette", 3, "covering=each", seats=4)
    assert {count for name, count in counts.items() if name.startswith("staked_")} == {3 * 4 * STAKE}


@pytest.mark.parametrize("option, stake", [("max_bet=5", 5), ("min_bet=10", 10), (f"min_bet={10**12}", 10**12)])
def test_bets_stay_within_the_limits_of_the_table(option: str, stake: int):
    assert counted("roulette", 2, option)["staked_straight"] == 2 * stake
