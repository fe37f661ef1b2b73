"""Strongest attacks a second on one core: random hands of two ships and five cards, each worked out from nothing."""

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from cogs.klingon.attack import best_attack, strength
from cogs.klingon.decks import STANDARD, action_codes

HANDS = 20_000
RUNS = 5

Hand = tuple[list[str], list[str]]


def _hands(seed: int) -> list[Hand]:
    """All different; nothing is kept between two evaluations but the tables of the deck."""
    rng, bag, fleet = Random(seed), action_codes(STANDARD), [ship.id for ship in STANDARD.ships]
    hands: dict[str, Hand] = {}
    while len(hands) < HANDS:
        ships, cards = rng.sample(fleet, 2), rng.sample(bag, 5)
        hands[f"{sorted(ships)} {sorted(cards)}"] = (ships, cards)
    return list(hands.values())


def _rate(evaluate: Callable[..., object], hands: list[Hand]) -> float:
    began = time.process_time()
    for ships, cards in hands:
        evaluate(STANDARD, ships, cards)
    return len(hands) / (time.process_time() - began)


def measure() -> dict[str, Any]:
    """Medians of five runs, in evaluations a second of processor time."""
    runs = [_hands(seed) for seed in range(RUNS)]
    return {
        "distinct_hands": HANDS,
        "evaluations_a_second": round(median(_rate(strength, hands) for hands in runs)),
        "explained_a_second": round(median(_rate(best_attack, hands) for hands in runs)),
    }
