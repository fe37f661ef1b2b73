"""Games played by themselves, and whether what was counted fits the odds."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from bot import simulation


def counted(game: str, hands: int, *options: str, seats: int | None = None, seed: str = "7") -> Counter[str]:
    words = simulation.SimulationWords(game, options, str(hands), seed, None if seats is None else str(seats))
    return simulation.play_simulation(simulation.plan_simulation(words))


def fit(counts: Mapping[str, int], odds: Mapping[str, Fraction]) -> bool:
    """Whether chi-square lies within four standard deviations of what chance does to fair counts."""
    assert sum(odds.values()) == 1
    total, freedom = sum(counts.get(name, 0) for name in odds), len(odds) - 1
    far = sum((counts.get(name, 0) - total * odd) ** 2 / (total * odd) for name, odd in odds.items())
    return far < freedom + 4 * (2 * freedom) ** 0.5
