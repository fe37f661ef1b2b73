"""What the dice of Bounder decide: the shooter's two d20 against the sum of the dealer's three d6 (seed 001)."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Literal

from bot.engine.banked.limits import Pay

HIGHEST = 20
"""The highest face of the shooter's dice."""
DEALER_DICE = 3
POINTS = range(1, HIGHEST + 1)

BetKind = Literal["point", "against", "all_even", "all_odd", "triple"]
KINDS: tuple[BetKind, ...] = ("point", "against", "all_even", "all_odd", "triple")
"""Every kind of bet that is made in the window, in the order people read them."""
DEALER_BETS: tuple[BetKind, ...] = ("all_even", "all_odd", "triple")
"""Those on the dealer's dice, which may be made whoever shoots."""

Verdict = Literal["bound", "wide", "matched", "equal", "missed"]
"""How a shooter fares: the dealer's sum lies between the two dice; they are 1 and 20; it is the point; it is the second
die; it lies outside.
"""
WIN, WIDE = Pay(to=1), Pay(to=2)
"""What the stake wins if the dealer is bound, and with 1 and 20 (rules 3.5)."""


def is_matched(point: int, total: int) -> bool:
    """Whether the shooter loses without a second roll (rules 3.3)."""
    return point == total


def judged(point: int, total: int, second: int) -> Verdict:
    """How a shooter fares with these two dice. There is no push: an equal second die loses (rules 3.4)."""
    if is_matched(point, total):
        return "matched"
    if second == total:
        return "equal"
    low, high = sorted((point, second))
    if not low < total < high:
        return "missed"
    return "wide" if (low, high) == (1, HIGHEST) else "bound"


def stake_pays(verdict: Verdict) -> Pay | None:
    """What the shooter's stake wins, or None where it is lost. Bets on the point win with it, 1 to 1."""
    return {"bound": WIN, "wide": WIDE}.get(verdict)


def dealer_wins(dice: Sequence[int]) -> frozenset[BetKind]:
    """The bets on the dealer that win: a triple is also all even or all odd, and then both do (rules 3.8)."""
    odd = sum(face % 2 for face in dice)
    won: set[BetKind] = {"triple"} if len(set(dice)) == 1 else set()
    if odd in (0, len(dice)):
        won.add("all_odd" if odd else "all_even")
    return frozenset(won)


@cache
def dealer_rolls() -> dict[tuple[int, frozenset[BetKind]], int]:
    """Every sum of the dealer's dice with the bets on them that win, and in how many of 216 rolls they come."""
    rolls = product(range(1, 7), repeat=DEALER_DICE)
    return dict(Counter((sum(dice), dealer_wins(dice)) for dice in rolls))
