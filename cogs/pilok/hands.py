"""What dice are worth (seed 000, step 6 and Long Pi'Lok).

The best two of the dice count, doubles twice. In Long Pi'Lok three alike count all three, doubled. A hand is at least
4: the two best of three dice can't be 1 and 2 (rules 1.18).
"""

from functools import cache
from typing import Literal

Variant = Literal["basic", "long"]


@cache
def value(dice: tuple[int, ...], variant: Variant) -> int:
    """The worth of one to three dice: 1 .. 24, or .. 36 in Long Pi'Lok."""
    if len(dice) < 2:
        return sum(dice)
    if variant == "long" and len(dice) == 3 and len(set(dice)) == 1:
        return 2 * sum(dice)
    low, high = sorted(dice)[-2:]
    pairs = (4 * face for face in dice if dice.count(face) > 1)
    return max(low + high if low != high else 4 * high, *pairs, 0)


def has_pair(dice: tuple[int, ...]) -> bool:
    return len(set(dice)) < len(dice)


def with_face(dice: tuple[int, ...], at: int, face: int) -> tuple[int, ...]:
    """The dice after the one at `at` was rolled again."""
    return (*dice[:at], face, *dice[at + 1 :])
