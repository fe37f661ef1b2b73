"""A second opinion on what a hand of Baldur Hold'em returns: one player's decisions, gone through as they come, with
dice of few sides.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from tests.games.baldur_brute import brute

Dice = tuple[int, ...]


class Outcome(NamedTuple):
    """How often anything is won, and what comes back and is put in, in antes."""

    pays: Fraction
    back: Fraction
    staked: Fraction


NOTHING = Outcome(Fraction(0), Fraction(0), Fraction(0))


@dataclass(frozen=True)
class Play:
    """One player against the NPCs, with dice of so many sides, for a pot of so many antes."""

    sides: int
    pot: int
    folds: bool = True
    looks: bool = False
    natural: bool = False

    def whole(self) -> Outcome:
        return mean((ways, self._first(own)) for own, ways in thrown(3, self.sides))

    def _first(self, own: Dice) -> Outcome:
        on = paying(1, mean((ways, self._second(own, flop)) for flop, ways in thrown(3, self.sides)))
        return self._chosen(on) if self.looks else on

    def _second(self, own: Dice, flop: Dice) -> Outcome:
        ends = ((ways, self._third(own, tuple(sorted((*flop, *void))))) for void, ways in thrown(2, self.sides))
        return self._chosen(paying(2, mean(ends)))

    @cache  # noqa: B019 - one play a test
    def _third(self, own: Dice, common: Dice) -> Outcome:
        mine, theirs = brute(own, common, self.sides, natural=self.natural), npcs(common, self.sides, self.natural)
        lost = sum(ways for other, ways in theirs.items() if other > mine)
        pays = 1 - Fraction(lost, self.sides**4)
        return self._chosen(Outcome(pays, (pays - Fraction(theirs[mine], 2 * self.sides**4)) * self.pot, Fraction(3)))

    def _chosen(self, on: Outcome) -> Outcome:
        return NOTHING if self.folds and on.back <= on.staked else on


@cache
def thrown(count: int, sides: int) -> tuple[tuple[Dice, int], ...]:
    """All throws in order, and in how many ways each falls."""
    throws = product(range(1, sides + 1), repeat=count)
    return tuple(Counter(tuple(sorted(dice)) for dice in throws).items())


@cache
def npcs(common: Dice, sides: int, natural: bool) -> Counter[Dice]:
    """What the NPCs' dice are worth, and in how many ways."""
    worth = Counter[Dice]()
    for dice, ways in thrown(4, sides):
        worth[brute(dice, common, sides, natural=natural)] += ways
    return worth


def paying(price: int, then: Outcome) -> Outcome:
    return then._replace(staked=then.staked + price)


def mean(outcomes: Iterable[tuple[int, Outcome]]) -> Outcome:
    """Of outcomes that come in so many ways each."""
    pays = back = staked = Fraction(0)
    total = 0
    for ways, outcome in outcomes:
        total += ways
        if outcome is not NOTHING:
            pays, back, staked = pays + ways * outcome.pays, back + ways * outcome.back, staked + ways * outcome.staked
    return Outcome(pays / total, back / total, staked / total)
