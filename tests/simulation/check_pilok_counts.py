"""What is counted in Pi'Lok fits the exact odds of three dice."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.simulation.counts import counted, fit


def odds_of_three_dice(variant: str) -> dict[str, Fraction]:
    """Count by hand: every pair doubles; three of a kind are the best pair, or in Long Pi'Lok six times the face."""
    found: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=3):
        pairs = [a + b if a != b else 2 * (a + b) for a, b in (dice[:2], dice[1:], dice[::2])]
        worth = 6 * dice[0] if variant == "long" and len(set(dice)) == 1 else max(pairs)
        found[f"value_{worth}"] += 1
    return {name: Fraction(count, 216) for name, count in found.items()}


@pytest.mark.parametrize("variant", ["basic", "long"])
def test_hands_of_pilok_are_worth_what_the_odds_say(variant: str):
    counts, odds = counted("pilok", 1000, f"variant={variant}", "jumping=never"), odds_of_three_dice(variant)
    values = {name: count for name, count in counts.items() if name.startswith("value_")}
    assert values.keys() == odds.keys()
    assert sum(values.values()) == 3 * 1000
    assert fit(values, odds)


def test_a_hand_of_pilok_is_counted_before_its_jumps():
    with_jumps, without = counted("pilok", 40), counted("pilok", 40, "jumping=never")
    assert with_jumps["jumps"] >= with_jumps["jumps_won"] > 0
    assert without["jumps"] == 0
    assert sum(count for name, count in with_jumps.items() if name.startswith("value_")) == 3 * 40


def test_folded_hands_are_not_counted():
    counts = counted("pilok", 40, "betting=lively")
    assert counts["hands"] == 40
    assert sum(count for name, count in counts.items() if name.startswith("value_")) < 3 * 40
