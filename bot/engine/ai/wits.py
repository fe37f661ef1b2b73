"""What a temper makes of what somebody has reckoned: errors, blunders, whims. All of it is drawn from the NPC's own
chance, so the same draws make the same mistakes.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import TypeVar

from bot.engine.ai.temper import Traits
from bot.engine.rng import Chance

T = TypeVar("T")
_FINE = 10_000
"""Into how many parts a probability is divided."""
_UNIFORMS = 12
"""So many uniform numbers have a variance of 1 together, and their sum looks like a normal deviate."""


def happens(rng: Chance, probability: float) -> bool:
    """Whether something of that probability happens. Nothing is drawn for what is certain either way."""
    if probability <= 0 or probability >= 1:
        return probability >= 1
    return rng.below(_FINE) < probability * _FINE


def deviate(rng: Chance) -> float:
    """A normal deviate: mean 0, standard deviation 1, never beyond 6. Whole numbers are summed, so that it is the same
    on every machine.
    """
    return (sum(rng.below(_FINE) for _ in range(_UNIFORMS)) - _UNIFORMS * (_FINE - 1) / 2) / _FINE


def believed(chance: float, traits: Traits, rng: Chance) -> float:
    """The chance to win that somebody believes in whose reckoning came to `chance`; both 0 to 1."""
    return min(max(chance + _error(traits, rng), 0.0), 1.0)


def preferred(worth: Sequence[tuple[T, float]], traits: Traits, rng: Chance, *, scale: float = 1.0) -> T:
    """What somebody does who reckons what each way is worth: the best as they believe it, or now and then any of them.

    `worth` is (way, worth) of at least one; of equal ones the first is taken. What they believe of each way is off by
    itself, by `traits.error` times `scale`: what lies between a hand that is sure to win and one that is sure to lose.
    """
    if happens(rng, traits.blunder):
        return rng.pick(worth)[0]
    seen = [(way, value + scale * _error(traits, rng)) for way, value in worth]
    return max(seen, key=itemgetter(1))[0]


def _error(traits: Traits, rng: Chance) -> float:
    return traits.error * deviate(rng) if traits.error else 0.0
