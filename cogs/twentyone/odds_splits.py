"""What becomes of a pair that is split, hand by hand: exact, also where pairs that come of it are split again.

All second cards may be thought of as dealt first: a hand is then played beside what is known of the others. Known is
only how many more cards of the pair's worth they have, and of some of them that their second card is none. That one is
none has the chance of any card less the chance of one more of the pair's worth, so all that is ever reckoned is a hand
beside so many of those; each way in which the hands may come about adds or takes away some of that.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import comb
from typing import NamedTuple

from cogs.twentyone.odds_cards import some
from cogs.twentyone.odds_hand import Against, Known


class Half(NamedTuple):
    """A hand of a split pair with its second card, beside so many others of the pair's worth."""

    pair: int
    second: int
    others: int

    @property
    def known(self) -> Known:
        return some(self.pair) + some(self.second), some(self.pair, self.others)

    def ways(self, against: Against) -> int:
        """In how many ways the pair, the others and then the second card are dealt."""
        return against.ways(*[self.pair] * (1 + self.others), self.second)


class _Course(NamedTuple):
    """How a pair has become hands. `again`: so many were split further."""

    again: int
    unlike: int
    """Hands whose second card isn't of the pair's worth, or they would have been split."""
    any: int
    """Hands whose second card is any."""

    @property
    def hands(self) -> int:
        return self.unlike + self.any


def once(_: int) -> int:
    return 1


@cache
def shares(most_hands: int, weigh: Callable[[int], int] = once) -> Mapping[tuple[int, bool], int]:
    """How often a hand beside so many others counts in the sum over all hands of a split pair; True: only one whose
    second card is of the pair's worth, in addition.

    `weigh` says how much each hand counts by how many hands there are in the end; `most_hands` is 2 where a pair is
    split only once.
    """
    found: Counter[tuple[int, bool]] = Counter()
    for course in _courses(most_hands):
        weight = weigh(course.hands)
        for often, known in _expanded(course.unlike):
            found[1 + course.again + known, False] += weight * course.any * often
        for often, known in _expanded(course.unlike - 1):
            found[1 + course.again + known, False] += weight * course.unlike * often
            found[1 + course.again + known, True] -= weight * course.unlike * often
    return {which: count for which, count in found.items() if count}


def _expanded(unlike: int) -> Iterator[tuple[int, int]]:
    """(how often, how many): "so many cards aren't of the worth" by "so many are"; nothing for a negative number."""
    return ((comb(unlike, known) * (-1) ** known, known) for known in range(unlike + 1))


def _courses(most_hands: int) -> Iterator[_Course]:
    """Every course that the second cards may take, one after the other."""
    return _onward(most_hands, 2, _Course(again=0, unlike=0, any=0))


def _onward(most_hands: int, waiting: int, so_far: _Course) -> Iterator[_Course]:
    """The courses from where so many hands wait for their second card."""
    if not waiting:
        yield so_far
    elif waiting + so_far.hands < most_hands:
        yield from _onward(most_hands, waiting + 1, so_far._replace(again=so_far.again + 1))
        yield from _onward(most_hands, waiting - 1, so_far._replace(unlike=so_far.unlike + 1))
    else:
        yield from _onward(most_hands, waiting - 1, so_far._replace(any=so_far.any + 1))
