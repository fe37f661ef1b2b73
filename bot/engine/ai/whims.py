"""What NPCs choose without a reason: one of several ways that they lean to, some of many. By their own dice only."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

from bot.engine.rng import Chance

T = TypeVar("T")
_FINE = 1 << 20
"""Parts of a whole: finer than anybody could tell."""


def leaning(rng: Chance, items: Sequence[T], weights: Sequence[float]) -> T:
    """One of `items`, as likely as it weighs; any of them where none weighs anything. ValueError without an item."""
    sums = list(accumulate(max(weight, 0.0) for weight in weights))
    if not sums or sums[-1] <= 0:
        return items[rng.below(len(items))]
    at = rng.below(_FINE) / _FINE * sums[-1]
    return next(item for item, so_far in zip(items, sums, strict=True) if at < so_far)


def some_of(rng: Chance, size: int, count: int) -> tuple[int, ...]:
    """`count` different numbers from 0 to below `size`, any as likely, in order (Floyd's way: nothing is listed)."""
    found: set[int] = set()
    for last in range(size - count, size):
        one = rng.below(last + 1)
        found.add(last if one in found else one)
    return tuple(sorted(found))
