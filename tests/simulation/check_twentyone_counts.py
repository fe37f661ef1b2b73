"""What is counted in twenty-one fits the exact odds: every counter within five standard errors, which come of the exact
distribution too.
"""

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from bot.engine.options import with_options
from cogs.twentyone.basic_strategy import basic_strategy, best_prospects, first_wish, parts
from cogs.twentyone.hand_odds import counts_of, full_shoe, size
from cogs.twentyone.odds import bets, exact
from cogs.twentyone.state import TwentyOneRules, is_natural
from tests.simulation.counts import counted

HANDS, STAKE, ERRORS = 500, 10, 5
TABLES = {
    "usual": (),
    "one deck, all that may be done": ("decks=1", "surrender=late", "resplit_aces=on", "hit_split_aces=on"),
    "one deck, no hole card": ("decks=1", "hole_card=none_all", "split_hands=3", "natural_pays=6:5"),
}
Found = tuple[TwentyOneRules, Counter[str]]


@pytest.fixture(scope="module", params=TABLES)
def found(request: pytest.FixtureRequest) -> Found:
    words = TABLES[request.param]
    read = {"on": True, "1": 1, "3": 3}
    given = dict(word.split("=") for word in words)
    rules = with_options(TwentyOneRules(), {name: read.get(value, value) for name, value in given.items()})
    return rules, counted("twentyone", HANDS, *words)


def is_near(total: int, times: int, mean: Fraction, square: Fraction) -> bool:
    """Whether a sum of so many independent values lies within five standard errors; `square` is the mean square, or
    more.
    """
    return abs(total - times * mean) <= ERRORS * sqrt(times * (square - mean**2))


def mean_square(rules: TwentyOneRules) -> Fraction:
    """Return the mean square of the win of a first bet, in bets.

    For a split pair it is the upper bound: the square of a sum of n hands is at most n times the sum of their squares.
    """
    shoe, strategy = full_shoe(rules.decks), basic_strategy(rules)
    natural = Fraction(rules.natural.to, rules.natural.on) ** 2
    total = Fraction(0)
    for up, count in enumerate(counts_of(shoe), start=1):
        prospects, column = best_prospects(shoe, up, rules.soft_17), strategy[up]
        squares = Fraction(0)
        for worths, begun in prospects.first.items():
            wish = first_wish(rules, column, worths)
            fate = begun.doubled if wish == "double" else begun.played
            if is_natural(worths):
                squares += natural * begun.ways * (sum(fate) - fate.taken)
            elif wish == "surrender":
                squares += begun.ways * (Fraction(sum(fate) - fate.taken, 4) + fate.taken)
            elif wish == "split":
                taken = begun.ways * fate.taken if rules.peeks else 0
                squares += taken + sum(
                    part.times * part.bets**2 * (part.fate.won + part.fate.lost + part.fate.taken * (not rules.peeks))
                    for part in parts(rules, prospects, column, worths[0], lambda hands: hands)
                )
            else:
                bets_ = 2 if wish == "double" else 1
                taken = fate.taken * (1 if rules.peeks else bets_**2)
                squares += begun.ways * (bets_**2 * (fate.won + fate.lost) + taken)
        total += squares * count / (prospects.scale * size(shoe))
    return total


def test_every_hand_is_bet_on_alike_and_insured_under_every_ace(found: Found):
    _, counts = found
    assert counts["hands"] == HANDS
    assert counts["staked_hand"] == HANDS * STAKE
    assert is_near(counts["staked_insurance"] // (STAKE // 2), HANDS, Fraction(1, 13), Fraction(1, 13))


def test_hands_reach_each_total_as_often_as_the_odds_say(found: Found):
    rules, counts = found
    for name, chance in exact(rules).items():
        assert is_near(counts[name], HANDS, chance, chance), name


def test_simulated_twentyone_returns_fit_the_exact_ones(found: Found):
    rules, counts = found
    won = bets(rules)[0].back - 1
    square = mean_square(rules)
    assert 1.2 < square < 1.5
    assert is_near(counts["returned_hand"] - counts["staked_hand"], HANDS, STAKE * won, STAKE**2 * square)


def test_simulated_insurance_returns_fit_the_exact_ones(found: Found):
    rules, counts = found
    half = STAKE // 2
    times = counts["staked_insurance"] // half
    chance = bets(rules)[1].chance
    assert is_near(counts["returned_insurance"], times, 3 * half * chance, (3 * half) ** 2 * chance)


def test_a_hand_wins_is_a_push_loses_or_is_split(found: Found):
    _, counts = found
    assert sum(counts[f"hand_{what}"] for what in ("win", "push", "lose", "split")) == HANDS
    assert counts["hand_split"] > 0


def test_mimic_only_hits_and_stands_and_never_bust_never_busts():
    mimic, careful = (
        counted("twentyone", 150, f"playing={style}", "insuring=off") for style in ("mimic", "never_bust")
    )
    for counts in (mimic, careful):
        assert counts["hand_split"] == counts["hand_doubled"] == counts["hand_surrendered"] == 0
        assert counts["staked_insurance"] == counts["returned_insurance"] == 0
    assert mimic["hand_bust"] > 20
    assert careful["hand_bust"] == 0


def test_without_insurance_nothing_of_it_is_counted():
    assert "staked_insurance" not in counted("twentyone", 2, "insurance=off", "playing=mimic")


@pytest.mark.parametrize(
    "options, stake",
    [
        (("min_bet=1",), 10),
        (("min_bet=11",), 20),
        (("min_bet=3", "max_bet=7"), 6),
        (("min_bet=11", "max_bet=19"), 18),
        (("min_bet=1", "max_bet=1"), 1),
        (("min_bet=20",), 20),
        ((f"min_bet={10**12}",), 10**12),
    ],
)
def test_bets_are_whole_tens_or_else_even_where_the_table_lets_them(options: tuple[str, ...], stake: int):
    assert counted("twentyone", 2, "playing=mimic", *options)["staked_hand"] == 2 * stake


def test_at_a_full_table_each_first_bet_is_counted():
    assert counted("twentyone", 3, "playing=mimic", seats=7)["hands"] == 3 * 7
