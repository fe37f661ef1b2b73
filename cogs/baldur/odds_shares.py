"""How much of the pot two own dice are worth beside all that the NPCs may have, exactly.

The NPCs have the best two of four dice that nobody knows. So with all dice on the table, what they may have is counted
against each hand of one's own: with own dice as bits of one number, those that would beat it are a union of a few.
"""

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby
from typing import NamedTuple

from cogs.baldur.hands import COMMON_USED, OWN_USED, SIDES, STRAIGHT, Rank, ranked
from cogs.baldur.odds_of_kinds import own_dice

NPCS = 4
_PAYS, _SHARE = 9, 35
_COUNT_BITS, _PAYS_BITS = (1 << _PAYS) - 1, (1 << _SHARE - _PAYS) - 1
_DIGIT, _DIGITS = 5, 5
"""Bits of a number up to 20, and how many numbers there are in a rank besides the kind."""

Word = int
"""Three sums over all that the NPCs may have, beside each other in one number, so that all are added up at once and the
greater is the better: hands that are played on (at most 400), in how many ways these win or tie, and twice what they
win of the pot.
"""
Row = Sequence[Word]
"""The word of each pair of own dice, with some common ones."""


class Sums(NamedTuple):
    """What a word says."""

    played: int
    pays: int
    twice_share: int


def sums(word: Word) -> Sums:
    """The parts of a word."""
    return Sums(word & _COUNT_BITS, word >> _PAYS & _PAYS_BITS, word >> _SHARE)


def least_word(price: int, pot: int, sides: int = SIDES) -> int:
    """The smallest word of a hand that is worth so many antes, for a pot that comes to so many."""
    return (2 * price * sides**NPCS // pot + 1) << _SHARE


def row(common: Sequence[int], sides: int = SIDES, *, natural: bool = False) -> Row:
    """The words of all pairs of own dice, in order. With `natural`, a straight that needs no wild dice beats one to the
    same number that does.
    """
    worth = tuple(map(max, zip(*(_worth(three, sides, natural) for three in _threes(common)), strict=True)))
    npcs, pairs, words = own_dice(NPCS, sides), pairs_of(sides), [0] * len(worth)
    best_first = sorted(range(len(worth)), key=worth.__getitem__, reverse=True)
    beyond, no_better = 0, sides**NPCS
    for _, alike in groupby(best_first, key=worth.__getitem__):
        places = tuple(alike)
        for place in places:
            beyond |= npcs.with_pair[pairs[place]]
        worse = sides**NPCS - npcs.ways(beyond)
        for place in places:
            words[place] = _word(worse, no_better)
        no_better = worse
    return array("Q", words)


def word_of(own: Sequence[int], common: Sequence[int], *, natural: bool = False) -> int:
    """The word of one hand, without those of all others."""
    worth = tuple(map(max, zip(*(_worth(three, SIDES, natural) for three in _threes(common)), strict=True)))
    places = places_of(SIDES)
    mine = max(worth[places[pair]] for pair in combinations(sorted(own), OWN_USED))
    npcs, better, beyond = own_dice(NPCS), 0, 0
    for pair, other in zip(pairs_of(SIDES), worth, strict=True):
        if other >= mine:
            beyond |= npcs.with_pair[pair]
            better |= npcs.with_pair[pair] if other > mine else 0
    return _word(SIDES**NPCS - npcs.ways(beyond), SIDES**NPCS - npcs.ways(better))


def _word(worse: int, no_better: int) -> int:
    """Of a hand that is played on, where so many of all that the NPCs may have are worse, and no better."""
    return (worse + no_better) << _SHARE | no_better << _PAYS | 1


def _threes(common: Sequence[int]) -> set[tuple[int, ...]]:
    return set(combinations(sorted(common), COMMON_USED))


@cache
def pairs_of(sides: int) -> tuple[tuple[int, int], ...]:
    """All that two dice may show."""
    return tuple(combinations_with_replacement(range(1, sides + 1), OWN_USED))


@cache
def places_of(sides: int) -> Mapping[tuple[int, ...], int]:
    """Where each pair stands among them."""
    return {pair: place for place, pair in enumerate(pairs_of(sides))}


@cache
def _worth(three: tuple[int, ...], sides: int, natural: bool) -> Sequence[int]:
    """What each pair of own dice is worth with three common ones, as a number."""
    return [
        _as_number(ranked(tuple(sorted((*pair, *three))), pair.count(sides), sides), natural)
        for pair in pairs_of(sides)
    ]


def _as_number(rank: Rank, natural: bool) -> int:
    """A rank as digits, the most important first; the last of a straight only if natural ones are better."""
    told = rank if natural or rank[0] != STRAIGHT else rank[:-1]
    return sum(digit << _DIGIT * (_DIGITS - at) for at, digit in enumerate(told))


_DIGIT, _DIGITS = 5, 5
"""Bits of a number up to 20, and how many there are in a rank besides the kind."""
