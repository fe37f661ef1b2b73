"""What the dealer comes to, beside any cards that are out: exact, by counting.

The dealer's rule looks at the dealer's cards alone. So what the dealer may hold in the end, and in how many orders it
comes about, is known beforehand, and beside cards that are out each of those hands has as many ways as there are cards
left of each worth: a product of ten falling factorials. For thousands of such "cards that are out" the products are
built worth by worth, so that all that begin alike share them; and the sums for each end of the dealer (and number of
cards, which decides the denominator) lie side by side in one long number, so that one multiplication serves them all.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from cogs.twentyone.odds_cards import NONE, WORTHS, Cards, Counts, counts_of, ordered, size, some, value
from cogs.twentyone.options import SoftSeventeen
from cogs.twentyone.values import ACE, TEN, dealer_draws, is_natural

NATURAL = 0
"""The dealer's end that is no total. Going over isn't counted: it is all the rest."""


class End(NamedTuple):
    """What the dealer comes to, a total from 17 to 21 or NATURAL, with so many cards drawn to the open one."""

    total: int
    drawn: int


def hidden_natural(up: int) -> int | None:
    """The worth of the second card that makes a natural of the open one, if there is one."""
    return next((worth for worth in WORTHS if is_natural((up, worth))), None)


def ends(up: int, soft_17: SoftSeventeen) -> dict[tuple[End, Cards], int]:
    """All that the dealer may draw to the open card without going over, and in how many orders."""
    found: defaultdict[tuple[End, Cards], int] = defaultdict(int)
    natural = hidden_natural(up)
    drawing = {NONE: 1}
    drawn = 0
    while drawing:
        drawn += 1
        after: defaultdict[Cards, int] = defaultdict(int)
        for cards, ways in drawing.items():
            for worth in WORTHS:
                after[cards + some(worth)] += ways
        drawing = {}
        for cards, ways in after.items():
            came_to = value(cards + some(up))
            if dealer_draws(came_to, soft_17):
                drawing[cards] = ways
            elif not came_to.is_bust:
                is_one = natural is not None and cards == some(natural)
                found[End(NATURAL if is_one else came_to.total, drawn), cards] += ways
    return dict(found)


Beside = tuple[Cards, int]
"""Cards that are out; and a worth of which it is left open how many others are out, or 0."""
_OPEN = -1


class _Level(NamedTuple):
    """One worth, which is taken out of all hands that the dealer may hold. `without` says for each hand that is left
    which one of them it was without a card of the worth (the place after the last if none was), and `more` which ones
    had more: (what is left, what it was, how many cards). By how many are out, `factors` for 0, 1, 2, ... of them.
    """

    worth: int
    without: Sequence[int]
    more: Sequence[tuple[int, int, int]]
    factors: Sequence[Sequence[int]]


class Dealer:
    """The dealer with one open card and a shoe that still holds `shoe`, the card that may lie face down included."""

    def __init__(self, shoe: Cards, up: int, soft_17: SoftSeventeen) -> None:
        found = ends(up, soft_17)
        self.ends: tuple[End, ...] = tuple(sorted({end for end, _ in found}))
        self.most_drawn = max(end.drawn for end in self.ends)
        widths = [ordered(max(size(shoe), end.drawn), end.drawn).bit_length() for end in self.ends]
        shifts = list(accumulate(widths, initial=0))
        self._width = shifts[-1]
        self._slots = [(shift, (1 << width) - 1) for shift, width in zip(shifts, widths, strict=False)]
        places = dict(zip(self.ends, shifts, strict=False))
        packed: defaultdict[Cards, int] = defaultdict(int)
        for (end, cards), ways in found.items():
            packed[cards] += ways << places[end]
        hands = sorted(packed)
        self._first = [packed[hand] for hand in hands]
        self._levels = tuple(_levels(hands, counts_of(shoe)))

    def beside(self, out: Iterable[Beside]) -> dict[Beside, int]:
        """In how many orders the dealer's cards come that lead to each end, packed: `ways` says how many."""
        found: dict[Beside, int] = {}
        self._along([(one, counts_of(one[0])) for one in set(out)], self._first, 0, found)
        return found

    def ways(self, packed: int) -> list[int]:
        """The ways to each of `ends`, where nothing was left open."""
        return [packed >> shift & mask for shift, mask in self._slots]

    def closed(self, packed: int, worth: int, out: int) -> int:
        """What was left open of a worth is decided: so many of it are out."""
        total, mask = 0, (1 << self._width) - 1
        for factor in self._levels[TEN - worth].factors[out]:
            total += (packed & mask) * factor
            packed >>= self._width
        return total

    def _along(
        self, out: Sequence[tuple[Beside, Counts]], ways: Sequence[int], depth: int, found: dict[Beside, int]
    ) -> None:
        """Go on with those of `out` that have had the same number of each worth so far."""
        if depth == len(self._levels):
            found.update((one, ways[0]) for one, _ in out)
            return
        level = self._levels[depth]
        alike: defaultdict[int, list[tuple[Beside, Counts]]] = defaultdict(list)
        for one in out:
            alike[_OPEN if one[0][1] == level.worth else one[1][level.worth - ACE]].append(one)
        known = [*ways, 0]
        for gone, those in alike.items():
            sums = [known[at] for at in level.without]
            if gone == _OPEN:
                for hand, at, drawn in level.more:
                    sums[hand] += known[at] << self._width * drawn
            else:
                factors = level.factors[gone]
                for hand, at, drawn in level.more:
                    sums[hand] += known[at] * factors[drawn]
            self._along(those, sums, depth + 1, found)


def _levels(hands: Sequence[Cards], shoe: Counts) -> Iterator[_Level]:
    """From the tens down: few hands hold many of a high worth, so that what is shared is shared early."""
    for worth in reversed(WORTHS):
        left = sorted({hand % some(worth) for hand in hands})
        places, before = {hand: at for at, hand in enumerate(left)}, {hand: at for at, hand in enumerate(hands)}
        without = [before.get(hand, len(hands)) for hand in left]
        more = [(places[hand % some(worth)], at, hand // some(worth)) for at, hand in enumerate(hands)]
        most, count = max(drawn for *_, drawn in more), shoe[worth - ACE]
        factors = [[ordered(count - out, drawn) for drawn in range(most + 1)] for out in range(count + 1)]
        yield _Level(worth, without, [one for one in more if one[2]], factors)
        hands = left
