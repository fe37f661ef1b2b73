"""Strongest attacks a second on one core: random hands of two ships and five cards, each worked out from nothing."""

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from cogs.klingon.card_file import STANDARD, action_codes
from cogs.klingon.cards import attack_points, best_attack

HANDS = 20_000
RUNS = 5

Hand = tuple[list[str], list[str]]


def _hands(seed: int, count: int) -> list[Hand]:
    """All different; nothing is kept between two evaluations but the tables of the deck."""
    rng, bag, fleet = Random(seed), action_codes(STANDARD), [ship.id for ship in STANDARD.ships]
    hands: dict[str, Hand] = {}
    while len(hands) < count:
        ships, cards = rng.sample(fleet, 2), rng.sample(bag, 5)
        hands[f"{sorted(ships)} {sorted(cards)}"] = (ships, cards)
    return list(hands.values())


def _rate(evaluate: Callable[..., object], hands: list[Hand]) -> float:
    began = time.process_time()
    for ships, cards in hands:
        evaluate(STANDARD, ships, cards)
    return len(hands) / (time.process_time() - began)


def measure(hands: int = HANDS, runs: int = RUNS) -> dict[str, Any]:
    """Medians of the runs, in evaluations a second of processor time."""
    drawn = [_hands(seed, hands) for seed in range(runs)]
    return {
        "distinct_hands": hands,
        "evaluations_a_second": round(median(_rate(attack_points, each) for each in drawn)),
        "explained_a_second": round(median(_rate(best_attack, each) for each in drawn)),
    }
