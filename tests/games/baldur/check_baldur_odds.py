"""How often hands of Baldur Hold'em come is exact, and agrees with other ways to find it."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from bot.engine.rng import SeededRng
from cogs.baldur.hands import KINDS, Kind, best_hand
from cogs.baldur.odds import exact, frequencies, orders_of
from cogs.baldur.state import BaldurRules
from tests.games.baldur.baldur_brute import NAMES, brute

PRINTED: dict[Kind, int] = {
    "five_of_a_kind": 5,
    "four_of_a_kind": 340,
    "full_house": 1000,
    "straight": 1231,
    "three_of_a_kind": 6098,
    "two_pair": 13971,
    "pair": 47544,
    "high_roll": 29811,
}
"""Of 100,000 hands: what seed 004 prints, with two of its figures put right (rules 7.15)."""
SIDES = 6


def chi_square(counts: dict[Kind, int], odds: dict[Kind, Fraction]) -> float:
    total = sum(counts.values())
    return float(sum((counts[kind] - total * odd) ** 2 / (total * odd) for kind, odd in odds.items()))


def test_the_printed_odds_are_a_sample_of_the_game_with_two_own_dice():
    assert sum(PRINTED.values()) == 100_000
    assert chi_square(PRINTED, dict(frequencies(2))) < 3


@pytest.mark.parametrize("own", [3, 4])
def test_the_printed_odds_are_not_those_of_a_player_or_of_the_npcs(own: int):
    assert chi_square(PRINTED, dict(frequencies(own))) > 1000


@pytest.mark.parametrize("who, own", [("pc", 3), ("npc", 4)])
def test_every_kind_has_its_odds_for_players_and_npcs(who: str, own: int):
    odds = exact(BaldurRules())
    assert {f"{who}_{kind}": chance for kind, chance in frequencies(own).items()}.items() <= odds.items()
    assert sum(chance for name, chance in odds.items() if name.startswith(f"{who}_")) == 1
    assert all((chance * 20 ** (own + 5)).denominator == 1 for chance in frequencies(own).values())


def test_five_of_a_kind_is_as_rare_as_counting_by_hand_says():
    """Two own dice show what three common ones do: five, four or three of them alike, and both own ones."""
    common = 20 * (1 + 5 * 19 + 10 * 19**2)
    assert frequencies(2)["five_of_a_kind"] == Fraction(common, 20**5 * 20**2)


@pytest.mark.parametrize("own", [2, 3, 4])
def test_dice_of_six_sides_come_as_a_second_opinion_counts_them(own: int):
    found, numbers = Counter[str](), range(1, SIDES + 1)
    for common in combinations_with_replacement(numbers, 5):
        for dice in combinations_with_replacement(numbers, own):
            place, *_ = brute(dice, common, SIDES)
            found[NAMES[place - 1]] += orders_of(dice) * orders_of(common)
    assert frequencies(own, SIDES) == {kind: Fraction(found[kind], SIDES ** (own + 5)) for kind in KINDS}


@pytest.mark.parametrize("own", [3, 4])
def test_hands_come_as_often_as_the_odds_say(own: int):
    chance, hands = SeededRng(f"odds of {own}".encode()), 3000
    counts = Counter(best_hand(chance.dice(own, 20), chance.dice(5, 20)).kind for _ in range(hands))
    for kind, odd in frequencies(own).items():
        assert abs(counts[kind] - hands * odd) < 4 * (hands * float(odd * (1 - odd))) ** 0.5 + 1
