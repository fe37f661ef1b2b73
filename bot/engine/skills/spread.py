"""How a roll could have come out: each total and in how many ways, exact, for every family of dice."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from typing import NamedTuple

from bot.engine.skills.narrative import FACES, NARRATIVE_DICE
from bot.engine.skills.ratings import Wild
from bot.engine.skills.rolls import MOST_EXPLOSIONS, Roll

_SIDES = 6
_D20 = 20
_KEPT = 512


@dataclass(frozen=True, slots=True)
class Spread:
    """In how many of all equally likely ways each total comes up."""

    ways: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.ways.values())

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(value * ways for value, ways in self.ways.items()), self.total)

    @property
    def variance(self) -> Fraction:
        squares = Fraction(sum(value * value * ways for value, ways in self.ways.items()), self.total)
        return squares - self.mean**2

    def plus(self, other: "Spread") -> "Spread":
        """The sum of two throws that know nothing of each other."""
        ways: Counter[int] = Counter()
        for value, often in self.ways.items():
            for more, times in other.ways.items():
                ways[value + more] += often * times
        return Spread(ways)

    def moved(self, by: int) -> "Spread":
        return Spread({value + by: ways for value, ways in self.ways.items()}) if by else self

    def turned(self) -> "Spread":
        """The same below zero."""
        return Spread({-value: ways for value, ways in self.ways.items()})


class Chances(NamedTuple):
    """How a contest could have gone for whoever began it."""

    win: Fraction
    tie: Fraction

    @property
    def loss(self) -> Fraction:
        return 1 - self.win - self.tie


def certain(value: int) -> Spread:
    return Spread({value: 1})


def one_die(sides: int) -> Spread:
    return Spread(dict.fromkeys(range(1, sides + 1), 1))


@lru_cache(maxsize=_KEPT)
def pool_spread(dice: int, pips: int = 0, wild: Wild = "none") -> Spread:
    """The totals of a D6 pool, its wild die included: one of its `dice`."""
    if wild == "none":
        return _plain(dice, _SIDES).moved(pips)
    others, weight = _plain(dice - 1, _SIDES), _SIDES**MOST_EXPLOSIONS
    if wild == "explode":
        return others.plus(_wild()).moved(pips)
    ways: Counter[int] = Counter()
    for value, often in _without_highest(dice - 1).ways.items():
        ways[value] += often * weight
    beyond_one = Spread({value: often for value, often in _wild().ways.items() if value > 1})
    ways.update(others.plus(beyond_one).ways)
    return Spread(ways).moved(pips)


@lru_cache(maxsize=_KEPT)
def d20_spread(bonus: int, advantage: int = 0) -> Spread:
    """The totals of a d20; with `advantage` 1 the higher of two, with -1 the lower."""
    if not advantage:
        return one_die(_D20).moved(bonus)
    ways = {face: 2 * face - 1 if advantage > 0 else 2 * (_D20 - face) + 1 for face in range(1, _D20 + 1)}
    return Spread(ways).moved(bonus)


@lru_cache(maxsize=_KEPT)
def narrative_spread(counts: tuple[int, ...]) -> Spread:
    """The net successes of so many dice of each kind, in the order of NARRATIVE_DICE."""
    shown = (
        Spread(Counter(face.success for face in FACES[kind]))
        for kind, count in zip(NARRATIVE_DICE, counts, strict=True)
        for _ in range(count)
    )
    return _together(shown)


def spread_of(roll: Roll, wild: Wild = "none", *, in_the_way: bool = False) -> Spread | None:
    """How a roll that everybody saw could have come out; None where it was typed in. `wild` is what a 1 and a 6 of the
    wild die do where one was rolled; `in_the_way`: it is the target's, so of narrative dice the failures count.
    """
    if roll.how == "typed":
        return None
    if roll.how == "passive" or not roll.dice:
        return certain(roll.total)
    if roll.is_narrative:
        rolled = narrative_spread(tuple(sum(die.kind == kind for die in roll.dice) for kind in NARRATIVE_DICE))
        return rolled.turned() if in_the_way else rolled
    if roll.dice[0].sides == _D20:
        return d20_spread(roll.modifier, _advantage(roll))
    in_hand = sum(die.kind != "exploded" for die in roll.dice)
    has_wild = any(die.kind == "wild" for die in roll.dice)
    return pool_spread(in_hand, roll.modifier, wild if has_wild else "none")


@lru_cache(maxsize=_KEPT)
def _of_sums(initiator: tuple[tuple[int, int], ...], target: tuple[tuple[int, int], ...]) -> Chances:
    won = tied = below = 0
    waiting = list(target)
    for value, ways in initiator:
        while waiting and waiting[0][0] < value:
            below += waiting.pop(0)[1]
        won += ways * below
        tied += ways * (waiting[0][1] if waiting and waiting[0][0] == value else 0)
    whole = sum(ways for _, ways in initiator) * sum(ways for _, ways in target)
    return Chances(Fraction(won, whole), Fraction(tied, whole))


def contest_chances(initiator: Spread, target: Spread) -> Chances:
    """How likely the initiator's total is above the target's, and how likely they are the same."""
    return _of_sums(tuple(sorted(initiator.ways.items())), tuple(sorted(target.ways.items())))


def _advantage(roll: Roll) -> int:
    """Two dice of the same face don't tell which of them counts; the label does."""
    if len(roll.dice) == 1:
        return 0
    return -1 if roll.label.endswith("disadvantage") else 1


@lru_cache(maxsize=_KEPT)
def _plain(dice: int, sides: int) -> Spread:
    return _together(one_die(sides) for _ in range(dice))


def _together(spreads: Iterable[Spread]) -> Spread:
    return reduce(Spread.plus, spreads, certain(0))


@lru_cache(maxsize=1)
def _wild() -> Spread:
    """A die that is rolled again on a 6, 20 times at most, counted in ways of 21 dice."""
    ways: Counter[int] = Counter()
    for sixes in range(MOST_EXPLOSIONS + 1):
        is_last = sixes == MOST_EXPLOSIONS
        for face in range(1, _SIDES + is_last):
            ways[_SIDES * sixes + face] += _SIDES ** (MOST_EXPLOSIONS - sixes)
    return Spread(ways)


@lru_cache(maxsize=_KEPT)
def _without_highest(dice: int) -> Spread:
    """The sum of so many dice but for the highest of them."""
    ways: Counter[int] = Counter()
    for highest in range(1, _SIDES + 1):
        upto, below = _plain(dice, highest).ways, _plain(dice, highest - 1).ways
        for value, often in upto.items():
            ways[value - highest] += often - below.get(value, 0)
    return Spread(+ways) if dice else certain(0)
