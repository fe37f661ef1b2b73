"""The temper of an NPC on autopilot: a style, a skill, and the traits and random choices that follow from both.

A style is how the NPC likes to play; a skill, how well it calculates. A shark plays for the most value.
"""

from collections.abc import Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Literal, NamedTuple, TypeVar

from bot.engine.frozen import Frozen
from bot.engine.rng import MOST_OUTCOMES, Rng, SeededRng

Style = Literal["cautious", "steady", "reckless", "shark", "drunk"]
Skill = Literal["novice", "regular", "expert"]


class Traits(NamedTuple):
    """A temper in figures that every game can use. Probabilities and shares of a pot, 0 to 1."""

    margin: float
    """By how much the chance to win must beat the price; below 0 for an NPC that pays too much."""
    boldness: float
    """How likely they are to bet or raise where they think they are ahead."""
    bluff: float
    """How likely they are to bet with nothing."""
    error: float
    """The standard deviation of the error in the chance that they believe in."""
    blunder: float
    """How likely they are to do something that is allowed, whatever it is worth."""
    effort: float
    """The part of the work an estimate may take that they put into it."""
    reading: float
    """How much they read in others' bets; 0 for an NPC that looks at its own hand only."""


_BEST = Traits(margin=0.0, boldness=0.95, bluff=0.08, error=0.0, blunder=0.0, effort=1.0, reading=1.0)
_STYLES: dict[Style, Traits] = {
    "cautious": Traits(margin=0.10, boldness=0.15, bluff=0.0, error=0.05, blunder=0.0, effort=0.5, reading=0.8),
    "steady": Traits(margin=-0.04, boldness=0.45, bluff=0.02, error=0.22, blunder=0.05, effort=0.35, reading=0.2),
    "reckless": Traits(margin=-0.12, boldness=0.85, bluff=0.2, error=0.08, blunder=0.03, effort=0.3, reading=0.0),
    "shark": _BEST,
    "drunk": Traits(margin=-0.25, boldness=0.4, bluff=0.2, error=0.35, blunder=0.45, effort=0.1, reading=0.0),
}


class _Judgment(NamedTuple):
    """How well a skill judges. All but `departure` is 0 to 1."""

    departure: float
    """The factor on what a style does worse than the best play: a good player knows where a habit costs too much."""
    error: float
    blunder: float
    """What the skill adds to the error and to blunders."""
    effort: float
    reading: float
    """What part of the work and of the reading it leaves."""


_SKILLS: dict[Skill, _Judgment] = {
    "novice": _Judgment(departure=1.4, error=0.25, blunder=0.2, effort=0.3, reading=0.0),
    "regular": _Judgment(departure=1.0, error=0.02, blunder=0.01, effort=0.7, reading=1.0),
    "expert": _Judgment(departure=0.5, error=0.0, blunder=0.0, effort=1.0, reading=1.0),
}


class Temper(Frozen):
    """The style and skill of an NPC on autopilot."""

    style: Style = "steady"
    skill: Skill = "regular"

    @property
    def traits(self) -> Traits:
        return _TRAITS[self.style, self.skill]


def _traits_of(style: Traits, skill: _Judgment) -> Traits:
    """Return a style as a skill plays it. Bluffs are a matter of taste, so they stay as they are."""

    def judged(best: float, own: float) -> float:
        return best + skill.departure * (own - best)

    return Traits(
        margin=judged(_BEST.margin, style.margin),
        boldness=max(judged(_BEST.boldness, style.boldness), 0.0),
        bluff=style.bluff,
        error=judged(_BEST.error, style.error) + skill.error,
        blunder=judged(_BEST.blunder, style.blunder) + skill.blunder,
        effort=style.effort * skill.effort,
        reading=max(judged(_BEST.reading, style.reading), 0.0) * skill.reading,
    )


_TRAITS = {
    (style, skill): _traits_of(traits, judgment)
    for style, traits in _STYLES.items()
    for skill, judgment in _SKILLS.items()
}


T = TypeVar("T")
_PROBABILITY_PARTS = 10_000
"""Into how many parts a probability is divided."""
_WEIGHT_PARTS = 1 << 20
"""Into how many parts a sum of weights is divided."""
_UNIFORMS = 12
"""So many uniform numbers have a variance of 1 together, and their sum looks like a normal deviate."""


def happens(rng: Rng, probability: float) -> bool:
    """Draw whether something of that probability happens."""
    return rng.below(_PROBABILITY_PARTS) < probability * _PROBABILITY_PARTS


def estimate_rng(rng: Rng) -> Rng:
    """Return an rng for an estimate, so that other draws don't depend on its size."""
    return SeededRng(rng.below(MOST_OUTCOMES))


def deviate(rng: Rng) -> float:
    """Draw a normal deviate: mean 0, standard deviation 1, never beyond 6.

    Whole numbers are summed, so that it is the same on every machine.
    """
    parts = _PROBABILITY_PARTS
    return (sum(rng.below(parts) for _ in range(_UNIFORMS)) - _UNIFORMS * (parts - 1) / 2) / parts


def believed_chance(chance: float, traits: Traits, rng: Rng) -> float:
    """Return the chance to win that the NPC believes in when the true one is `chance`; both 0 to 1."""
    return min(max(chance + _error(traits, rng), 0.0), 1.0)


def preferred(worth: Sequence[tuple[T, float]], traits: Traits, rng: Rng, *, scale: float = 1.0) -> T:
    """Choose the way that the NPC believes to be worth most, or now and then any of them.

    `worth` is (way, worth) of at least one; of equal ones the first is taken. Each belief has its own error of
    `traits.error` times `scale`, the distance between a hand that is sure to win and one that is sure to lose.
    """
    if happens(rng, traits.blunder):
        return rng.pick(worth)[0]
    seen = [(way, value + scale * _error(traits, rng)) for way, value in worth]
    return max(seen, key=itemgetter(1))[0]


def _error(traits: Traits, rng: Rng) -> float:
    return traits.error * deviate(rng)


def leaning(rng: Rng, items: Sequence[T], weights: Sequence[float]) -> T:
    """Draw one of `items` by weight; any of them where all weights are 0. Raises ValueError without an item."""
    sums = list(accumulate(max(weight, 0.0) for weight in weights))
    if not sums or sums[-1] <= 0:
        return items[rng.below(len(items))]
    at = rng.below(_WEIGHT_PARTS) / _WEIGHT_PARTS * sums[-1]
    return next(item for item, so_far in zip(items, sums, strict=True) if at < so_far)


def some_of(rng: Rng, size: int, count: int) -> tuple[int, ...]:
    """Draw `count` different numbers from 0 to below `size`, each as likely, in order (Floyd's algorithm)."""
    found: set[int] = set()
    for last in range(size - count, size):
        one = rng.below(last + 1)
        found.add(last if one in found else one)
    return tuple(sorted(found))
