"""What a hand returns to a player who is alone against the NPCs and folds whatever doesn't pay, exactly.

The NPCs stay to the end and have the best two of four dice that nobody knows. So with all dice on the table a player's
share of the pot follows from what two own dice are worth beside those that the NPCs may have; and before that from the
mean of all that may still fall. Nothing is drawn at random: every flop, every void and all own dice are gone through.

That takes minutes, so `python -m tools.baldur` does it and keeps what it finds in `odds_found.py`.
"""

import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, groupby
from operator import itemgetter
from typing import NamedTuple

from cogs.baldur.hands import COMMON_USED, OWN_USED, SIDES, STRAIGHT, Rank, ranked
from cogs.baldur.odds_of_kinds import COMMON, orders_of, own_dice
from cogs.baldur.options import PRICES, BaldurRules

OWN, NPCS = 3, 4
FLOP = 3
FIRST, SECOND, THIRD = PRICES
_PAYS, _SHARE = 9, 35
"""A word is three sums beside each other, each with as many bits as it can fill: hands that are played on, those of
them that win or tie (from bit `_PAYS` on), and twice what they win of the pot (from `_SHARE` on).
"""
_PLAYED_BITS, _PAYS_BITS = (1 << _PAYS) - 1, (1 << _SHARE - _PAYS) - 1

Row = Sequence[int]
"""The word of each pair of own dice, with some common ones, for all that the NPCs may have."""


class Played(NamedTuple):
    """What comes of a hand, in the mean."""

    pays: Fraction
    """How often the player wins the pot, or a share of it."""
    share: Fraction
    """How much of the pot that is."""
    staked: Fraction
    """What the player puts in, in antes."""

    def back(self, pot: int) -> Fraction:
        """What comes back of a coin, where the pot comes to so many antes."""
        return self.share * pot / self.staked


def pot_of(rules: BaldurRules) -> int:
    """What the pot comes to in the end, in antes: of one player, all NPCs, half of them, and the last."""
    return sum(PRICES) + FIRST * rules.npcs + SECOND * rules.half(rules.npcs) + THIRD


def rows(common: Sequence[int], sides: int = SIDES) -> tuple[Row, Row]:
    """The words of all pairs of own dice, in order: where only the number of a straight counts, and where one without
    wild dice beats the others to its number.
    """
    worth = pair_ranks(common, sides)
    return _row(worth, sides, _by_number), _row(worth, sides, _as_ranked)


def pair_ranks(common: Sequence[int], sides: int = SIDES) -> dict[tuple[int, int], Rank]:
    """What each pair of own dice is worth with some common ones."""
    triples = set(combinations(sorted(common), COMMON_USED))
    return {
        pair: max(ranked(tuple(sorted((*pair, *three))), pair.count(sides), sides) for three in triples)
        for pair in combinations_with_replacement(range(1, sides + 1), OWN_USED)
    }


def _as_ranked(rank: Rank) -> Rank:
    return rank


def _by_number(rank: Rank) -> Rank:
    return rank[:2] if rank[0] == STRAIGHT else rank


def _row(worth: Mapping[tuple[int, int], Rank], sides: int, key: Callable[[Rank], Rank]) -> Row:
    npcs, words = own_dice(NPCS, sides), dict[tuple[int, int], int]()
    beyond, no_better = 0, sides**NPCS
    best_first = sorted(worth, key=lambda pair: worth[pair], reverse=True)
    for _, alike in groupby(best_first, key=lambda pair: key(worth[pair])):
        pairs = tuple(alike)
        for pair in pairs:
            beyond |= npcs.with_pair[pair]
        worse = sides**NPCS - npcs.ways(beyond)
        for pair in pairs:
            words[pair] = (worse + no_better) << _SHARE | no_better << _PAYS | 1
        no_better = worse
    return array("Q", [words[pair] for pair in worth])


class Table:
    """All dice that may fall, of so many sides, in the order in which they are gone through."""

    def __init__(self, sides: int = SIDES) -> None:
        faces = range(1, sides + 1)
        pairs = {pair: at for at, pair in enumerate(combinations_with_replacement(faces, OWN_USED))}
        self.sides = sides
        self.hands = tuple(combinations_with_replacement(faces, OWN))
        self.flops = {flop: at for at, flop in enumerate(combinations_with_replacement(faces, FLOP))}
        self.commons = tuple(combinations_with_replacement(faces, COMMON))
        self._twos = [itemgetter(*(pairs[hand[one], hand[two]] for hand in self.hands)) for one, two in _TWOS]

    def words(self, row: Row) -> Sequence[int]:
        """The word of each hand: that of the best two of its dice."""
        first, second, third = (two(row) for two in self._twos)
        return tuple(map(max, first, second, third))

    def ends_of(self, common: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The flops that the common dice may have begun with, and in how many orders the others fall."""
        for flop in set(combinations(common, FLOP)):
            void = tuple((Counter(common) - Counter(flop)).elements())
            yield self.flops[flop], orders_of(void)


_TWOS = tuple(combinations(range(OWN), OWN_USED))


def never_folding(table: Table, all_rows: Iterable[Row]) -> Played:
    """What comes of all hands that are played to the end. A row for each of the table's common dice."""
    share = pays = 0
    orders = tuple(map(orders_of, table.hands))
    for common, row in zip(table.commons, all_rows, strict=True):
        words, ways = table.words(row), orders_of(common)
        share += ways * sum(count * (word >> _SHARE) for count, word in zip(orders, words, strict=True))
        pays += ways * sum(count * (word >> _PAYS & _PAYS_BITS) for count, word in zip(orders, words, strict=True))
    outcomes = table.sides ** (OWN + COMMON + NPCS)
    return Played(Fraction(pays, outcomes), Fraction(share, 2 * outcomes), Fraction(FIRST + SECOND + THIRD))


def folding_well(table: Table, all_rows: Iterable[Row], pots: Iterable[int]) -> dict[tuple[int, bool], Played]:
    """What comes of hands that are folded wherever that is better in the mean: by how many antes the pot comes to, and
    whether one looks at the own dice before the ante.
    """
    ends = {pot: [0] * len(table.flops) for pot in pots}
    for common, row in zip(table.commons, all_rows, strict=True):
        words, begun = table.words(row), tuple(table.ends_of(common))
        for pot, sums in ends.items():
            # worth the third price only with more than THIRD / pot of it
            least = (2 * THIRD * table.sides**NPCS // pot + 1) << _SHARE
            packed = _packed([word if word >= least else 0 for word in words])
            for flop, orders in begun:
                sums[flop] += packed * orders
    return {
        (pot, looks): _played(table, pot, sums, looks_first=looks)
        for pot, sums in ends.items()
        for looks in (False, True)
    }


def _packed(words: Sequence[int]) -> int:
    """Words side by side in one number, so that all are added up at once."""
    return int.from_bytes(array("Q", words).tobytes(), sys.byteorder)


def _unpacked(number: int, count: int) -> Sequence[int]:
    words = array("Q")
    words.frombytes(number.to_bytes(count * words.itemsize, sys.byteorder))
    return words


def _played(table: Table, pot: int, sums: Sequence[int], *, looks_first: bool) -> Played:
    """From the sums of each flop, over all voids, what comes of the hands that are played on."""
    npcs, voids, flops = table.sides**NPCS, table.sides**2, table.sides**FLOP
    shares, pays, prices = ([0] * len(table.hands) for _ in range(3))
    for flop, number in zip(table.flops, sums, strict=True):
        orders = orders_of(flop)
        for hand, word in enumerate(_unpacked(number, len(table.hands))):
            price = SECOND * voids + THIRD * (word & _PLAYED_BITS)
            if (word >> _SHARE) * pot > 2 * npcs * price:
                shares[hand] += orders * (word >> _SHARE)
                pays[hand] += orders * (word >> _PAYS & _PAYS_BITS)
                prices[hand] += orders * price
    ante = FIRST * voids * flops
    share = pay = staked = 0
    for hand, faces in enumerate(table.hands):
        if looks_first and shares[hand] * pot <= 2 * npcs * (prices[hand] + ante):
            continue
        orders = orders_of(faces)
        share, pay, staked = (
            share + orders * shares[hand],
            pay + orders * pays[hand],
            staked + orders * (prices[hand] + ante),
        )
    dice = voids * flops * table.sides**OWN
    return Played(Fraction(pay, npcs * dice), Fraction(share, 2 * npcs * dice), Fraction(staked, dice))
