"""What a hand returns to a player who is alone against the NPCs and folds whatever doesn't pay, exactly.

The NPCs stay to the end. With all dice on the table a player's share of the pot is known, and before that it is the
mean of all that may still fall: every flop, every void and all own dice are gone through.

That takes minutes, so `python -m tools.baldur` does it and keeps what it finds in `odds_found.py`.
"""

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from operator import itemgetter
from typing import NamedTuple

from cogs.baldur.hands import OWN_USED, SIDES
from cogs.baldur.odds_of_kinds import COMMON, orders_of
from cogs.baldur.odds_shares import NPCS, Row, Word, least_word, places_of, sums
from cogs.baldur.options import PRICES, BaldurRules

OWN, FLOP, VOID = 3, 3, 2
FIRST, SECOND, THIRD = PRICES
_TWOS = tuple(combinations(range(OWN), OWN_USED))


class Played(NamedTuple):
    """What comes of a hand, in the mean."""

    pays: Fraction
    """How often the player wins the pot, or a share of it."""
    share: Fraction
    """How much of the pot that is."""
    staked: Fraction
    """What the player puts in, in antes."""
    folded_at_first: int = 0
    """The own dice that are folded before the ante is paid, where one may look at them: a bit for each, in order."""

    def back(self, pot: int) -> Fraction:
        """What comes back of a coin, where the pot comes to so many antes."""
        return self.share * pot / self.staked


def pot_of(rules: BaldurRules) -> int:
    """What the pot comes to in the end, in antes: of one player, all NPCs, half of them, and the last."""
    return sum(PRICES) + FIRST * rules.npcs + SECOND * rules.half(rules.npcs) + THIRD


class Table:
    """All dice that may fall, of so many sides, in the order in which they are gone through."""

    def __init__(self, sides: int = SIDES) -> None:
        faces = range(1, sides + 1)
        places = places_of(sides)
        self.sides = sides
        self.hands = tuple(combinations_with_replacement(faces, OWN))
        self.flops = {flop: at for at, flop in enumerate(combinations_with_replacement(faces, FLOP))}
        self.commons = tuple(combinations_with_replacement(faces, COMMON))
        self._twos = [itemgetter(*(places[hand[one], hand[two]] for hand in self.hands)) for one, two in _TWOS]

    def words(self, row: Row) -> Sequence[int]:
        """The word of each hand: that of the best two of its dice."""
        first, second, third = (two(row) for two in self._twos)
        return tuple(map(max, first, second, third))

    def ends_of(self, common: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The flops that the common dice may have begun with, and in how many orders the others fall."""
        for flop in set(combinations(common, FLOP)):
            void = tuple((Counter(common) - Counter(flop)).elements())
            yield self.flops[flop], orders_of(void)


def never_folding(table: Table, all_rows: Iterable[Row]) -> Played:
    """What comes of all hands that are played to the end. A row for each of the table's common dice."""
    twice_share = pays = 0
    orders = tuple(map(orders_of, table.hands))
    for common, row in zip(table.commons, all_rows, strict=True):
        ways = orders_of(common)
        for count, word in zip(orders, table.words(row), strict=True):
            found = sums(word)
            twice_share += ways * count * found.twice_share
            pays += ways * count * found.pays
    outcomes = table.sides ** (OWN + COMMON + NPCS)
    return Played(Fraction(pays, outcomes), Fraction(twice_share, 2 * outcomes), Fraction(sum(PRICES)))


def folding_well(table: Table, all_rows: Iterable[Row], pots: Iterable[int]) -> dict[tuple[int, bool], Played]:
    """What comes of hands that are folded wherever that is better in the mean: by how many antes the pot comes to, and
    whether one looks at the own dice before the ante.
    """
    ends = {pot: [0] * len(table.flops) for pot in pots}
    for common, row in zip(table.commons, all_rows, strict=True):
        words, begun = table.words(row), tuple(table.ends_of(common))
        for pot, by_flop in ends.items():
            least = least_word(THIRD, pot, table.sides)
            packed = _packed([word if word >= least else 0 for word in words])
            for flop, orders in begun:
                by_flop[flop] += packed * orders
    begun_hands = {pot: _after_the_flop(table, pot, by_flop) for pot, by_flop in ends.items()}
    return {
        (pot, looks): _played(table, pot, hands, looks_first=looks)
        for pot, hands in begun_hands.items()
        for looks in (False, True)
    }


def _packed(words: Sequence[Word]) -> int:
    """Words side by side in one number, so that all are added up at once."""
    return int.from_bytes(array("Q", words).tobytes(), sys.byteorder)


def _unpacked(number: int, count: int) -> Sequence[Word]:
    words = array("Q")
    words.frombytes(number.to_bytes(count * words.itemsize, sys.byteorder))
    return words


class Begun:
    """What comes of one hand over all flops and voids, beside the ante: sums as in a word, and prices paid."""

    __slots__ = ("pays", "prices", "twice_share")

    def __init__(self) -> None:
        self.twice_share = self.pays = self.prices = 0


def worth_the_second(word: Word, pot: int, sides: int = SIDES) -> bool:
    """Whether a hand is played on after the flop: `word` is the sum over all voids with which it is after these."""
    found = sums(word)
    price = SECOND * sides**VOID + THIRD * found.played
    return found.twice_share * pot > 2 * sides**NPCS * price


def _after_the_flop(table: Table, pot: int, by_flop: Sequence[int]) -> Sequence[Begun]:
    """What comes of each hand, from the words of each flop, side by side."""
    hands = tuple(Begun() for _ in table.hands)
    for flop, number in zip(table.flops, by_flop, strict=True):
        orders = orders_of(flop)
        for hand, word in zip(hands, _unpacked(number, len(hands)), strict=True):
            if word and worth_the_second(word, pot, table.sides):
                found = sums(word)
                hand.twice_share += orders * found.twice_share
                hand.pays += orders * found.pays
                hand.prices += orders * (SECOND * table.sides**VOID + THIRD * found.played)
    return hands


def _played(table: Table, pot: int, hands: Sequence[Begun], *, looks_first: bool) -> Played:
    """What comes of all hands together."""
    npcs, fallen = table.sides**NPCS, table.sides**COMMON
    twice_share = pays = staked = folded = 0
    for at, (dice, hand) in enumerate(zip(table.hands, hands, strict=True)):
        price = hand.prices + FIRST * fallen
        if looks_first and hand.twice_share * pot <= 2 * npcs * price:
            folded |= 1 << at
            continue
        orders = orders_of(dice)
        twice_share += orders * hand.twice_share
        pays += orders * hand.pays
        staked += orders * price
    outcomes = fallen * table.sides**OWN
    return Played(
        Fraction(pays, npcs * outcomes), Fraction(twice_share, 2 * npcs * outcomes), Fraction(staked, outcomes), folded
    )
