"""How often each kind of hand is the best that two, three or four own dice make with five common ones, exactly.

What is alike among the common dice says what any two own dice make with them but for straights, and these depend on how
far the common dice lie apart, and from the ends. So common dice that don't differ in this are counted once. All own
dice that could fall are bits of one number: those with a given pair among them are the union of a few such numbers.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import factorial, prod
from typing import NamedTuple

from cogs.baldur.hands import COMMON_USED, KINDS, OWN_USED, RUN, SIDES, Kind, alike_as

COMMON = 5
_REACH = 2
"""How far beyond three common dice a straight with them may go."""
_APART = 4
"""From here on, two common dice next to each other are in no straight together, nor is one in those of the other."""

Pair = tuple[int, int]
"""What two own dice show, the lower one first."""


class OwnDice(NamedTuple):
    """All that so many own dice may show, whatever their order, each a bit."""

    with_pair: Mapping[Pair, int]
    """Those that hold two dice."""
    by_orders: tuple[tuple[int, int], ...]
    """In how many orders they fall, and all that do so."""

    @property
    def all(self) -> int:
        return sum(those for _, those in self.by_orders)

    def ways(self, bits: int) -> int:
        """In how many ways one of these falls."""
        return sum(orders * (bits & those).bit_count() for orders, those in self.by_orders)


@cache
def own_dice(count: int, sides: int = SIDES) -> OwnDice:
    """What `count` dice of so many sides may show."""
    with_pair, by_orders = Counter[Pair](), Counter[int]()
    for at, faces in enumerate(combinations_with_replacement(range(1, sides + 1), count)):
        by_orders[orders_of(faces)] += 1 << at
        for pair in set(combinations(faces, OWN_USED)):
            with_pair[pair] += 1 << at
    return OwnDice(with_pair, tuple(by_orders.items()))


def orders_of(faces: Sequence[int]) -> int:
    """In how many orders dice fall that show these, one beside the other."""
    return factorial(len(faces)) // prod(factorial(count) for count in Counter(faces).values())


@cache
def frequencies(own: int, sides: int = SIDES) -> Mapping[Kind, Fraction]:
    """How often each kind is the best of `own` own dice and five common ones. A die's highest number is wild."""
    dice, found = own_dice(own, sides), Counter[Kind]()
    for ways, by_kind in _commons(sides):
        *better, (least, _) = by_kind
        seen = 0
        for kind, pairs in better:
            held = seen
            for pair in pairs:
                held |= dice.with_pair[pair]
            found[kind] += ways * dice.ways(held & ~seen)
            seen = held
        found[least] += ways * dice.ways(dice.all & ~seen)
    return {kind: Fraction(found[kind], sides ** (own + COMMON)) for kind in KINDS}


@cache
def _commons(sides: int) -> tuple[tuple[int, tuple[tuple[Kind, tuple[Pair, ...]], ...]], ...]:
    """All common dice, put together where they make the same of any own dice but for the numbers: in how many ways they
    fall, and the pairs of own dice that make each kind, the best kind first.
    """
    ways, first = Counter[tuple[int, ...]](), dict[tuple[int, ...], tuple[int, ...]]()
    for common in combinations_with_replacement(range(1, sides + 1), COMMON):
        shape = _shape(common, sides)
        ways[shape] += orders_of(common)
        first.setdefault(shape, common)
    return tuple((count, _by_kind(first[shape], sides)) for shape, count in ways.items())


def _shape(common: tuple[int, ...], sides: int) -> tuple[int, ...]:
    """All that hands with these common dice depend on: the distances between them, as far as they matter."""
    below, above = common[0] - 1, sides - common[-1]
    between = (min(high - low, _APART) for low, high in pairwise(common))
    return (min(below, _REACH), *between, min(above, _REACH + 1))


def _by_kind(common: tuple[int, ...], sides: int) -> tuple[tuple[Kind, tuple[Pair, ...]], ...]:
    """The pairs of own dice that make each kind with the common ones, the best kind first."""
    counts, runs = Counter(common), _runs(common, sides)
    pattern = tuple(sorted(counts.values()))
    found: dict[Kind, list[Pair]] = {kind: [] for kind in KINDS}
    for pair in combinations_with_replacement(range(1, sides + 1), OWN_USED):
        first, second = pair
        kind = _without_straight(pattern, counts[first], counts[second], first == second)
        found["straight" if pair in runs and _PLACE[kind] > _PLACE["straight"] else kind].append(pair)
    return tuple((kind, tuple(pairs)) for kind, pairs in found.items() if pairs)


_PLACE: dict[Kind, int] = {kind: at for at, kind in enumerate(KINDS)}


@cache
def _without_straight(pattern: tuple[int, ...], first: int, second: int, are_equal: bool) -> Kind:
    """What two own dice make, of which so many are like the first among the common dice, and like the second.

    `pattern` is how many common dice are alike. What these show doesn't matter, so their place in it is their number.
    """
    places = list(range(len(pattern)))
    numbers = list[int]()
    for alike in (first,) if are_equal else (first, second):
        number = next((place for place in places if pattern[place] == alike), -1 - len(numbers))
        numbers.append(number)
        if alike:
            places.remove(number)
    own = numbers * OWN_USED if are_equal else numbers
    common = [place for place, alike in enumerate(pattern) for _ in range(alike)]
    return KINDS[min(_PLACE[_kind((*own, *three))] for three in combinations(common, COMMON_USED))]


def _kind(faces: tuple[int, ...]) -> Kind:
    return alike_as(tuple(sorted(Counter(faces).values(), reverse=True)))


def _runs(common: tuple[int, ...], sides: int) -> frozenset[Pair]:
    """The own dice that make a straight with three of the common ones: what is missing, with a wild die for any."""
    found = set[Pair]()
    for three in combinations(sorted(set(common)), COMMON_USED):
        for low in range(max(1, three[-1] - RUN + 1), min(three[0], sides - RUN + 1) + 1):
            first, second = (number for number in range(low, low + RUN) if number not in three)
            found |= {(first, second), (first, sides), (second, sides), (sides, sides)}
    return frozenset(found)
