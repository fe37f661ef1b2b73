"""A second opinion on what a hand of Baldur Hold'em returns that is never folded, with dice of few sides."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from tests.games.baldur.baldur_brute import brute

Dice = tuple[int, ...]


def whole(sides: int, *, natural: bool) -> tuple[Fraction, Fraction]:
    """Return how often a player alone against the NPCs wins anything, and how much of the pot."""
    pays = halves = 0
    for common, fallen in thrown(5, sides):
        theirs = worths(4, common, sides, natural)
        for mine, ways in worths(3, common, sides, natural).items():
            worse = sum(count for other, count in theirs.items() if other < mine)
            pays += fallen * ways * (worse + theirs[mine])
            halves += fallen * ways * (2 * worse + theirs[mine])
    return Fraction(pays, sides**12), Fraction(halves, 2 * sides**12)


@cache
def thrown(count: int, sides: int) -> tuple[tuple[Dice, int], ...]:
    """Count the ways of each throw."""
    throws = product(range(1, sides + 1), repeat=count)
    return tuple(Counter(tuple(sorted(dice)) for dice in throws).items())


def worths(own: int, common: Dice, sides: int, natural: bool) -> Counter[Dice]:
    """Count the ways in which so many hole dice reach each worth."""
    worth = Counter[Dice]()
    for dice, ways in thrown(own, sides):
        worth[brute(dice, common, sides, natural=natural)] += ways
    return worth
