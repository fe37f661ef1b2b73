"""What becomes of a player's hand against one open card of the dealer's: exact, by counting how the cards may come.

A player looks at their own cards and the open card alone. So cards that nobody has seen yet are as good as each other,
whether they lie in the shoe, face down or before other players; and of a pair that is split each hand can be played by
itself, beside what is known of the others. Every hand is played to its end here, also where the dealer would look for a
natural first: the natural is one of the ends.
"""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from math import comb, perm
from operator import mul, sub
from typing import NamedTuple

from bot.engine.cards import FULL_DECK
from cogs.twentyone.state import (
    ACE,
    TEN,
    SoftSeventeen,
    TwentyOneRules,
    Value,
    dealer_draws,
    is_natural,
    value_of_sum,
)
from cogs.twentyone.state import (
    worth as worth_of,
)

Cards = int
"""Some cards, a byte for each worth from the lowest: to add two of them is to put the cards together."""
WORTHS = range(ACE, TEN + 1)
NONE: Cards = 0


@cache
def some(worth: int, count: int = 1) -> Cards:
    """Return so many cards of one worth."""
    return count << 8 * (worth - ACE)


@cache
def counts_of(cards: Cards) -> bytes:
    """Return how many they are of each worth, the aces first."""
    return cards.to_bytes(len(WORTHS), "little")


def size(cards: Cards) -> int:
    """Return how many they are."""
    return sum(counts_of(cards))


def full_shoe(decks: int) -> Cards:
    """Return all cards of so many decks."""
    return sum(some(each, count * decks) for each, count in Counter(map(worth_of, FULL_DECK)).items())


@cache
def value(cards: Cards) -> Value:
    """Return what they come to in one hand."""
    counts = counts_of(cards)
    return value_of_sum(sum(map(mul, WORTHS, counts)), has_ace=counts[0] > 0)


@cache
def hands() -> tuple[Cards, ...]:
    """List all hands of two cards and more up to 21, those of fewer cards first: there are 3,072."""
    found: list[Cards] = []
    last = {NONE}
    while last:
        after = {before + some(worth) for before in last for worth in WORTHS}
        last = {hand for hand in after if not value(hand).is_bust}
        found += sorted(last)
    return tuple(hand for hand in found if size(hand) > 1)


NATURAL = 0
"""The dealer's end that is no total. A bust isn't counted: it is all the rest."""


class End(NamedTuple):
    """What the dealer comes to, a total from 17 to 21 or NATURAL, with so many cards drawn to the open one."""

    total: int
    drawn: int


def hidden_natural(up: int) -> int | None:
    """Return the worth of the second card that makes a natural of the open one, if there is one."""
    return next((worth for worth in WORTHS if is_natural((up, worth))), None)


def ends(up: int, soft_17: SoftSeventeen) -> dict[tuple[End, Cards], int]:
    """Return all that the dealer may draw to the open card without a bust, and in how many orders."""
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


MOST = 40
"""More cards than a hand, those known beside it and the dealer's can be."""


class Fate(NamedTuple):
    """How often a hand comes to each end, in whole numbers; the scale is `Against.scale`."""

    over: int
    """Won: the dealer goes over."""
    better: int
    """Won by the higher total."""
    even: int
    worse: int
    natural: int
    """The dealer has a natural, and the hand isn't a bust."""
    bust: int
    bust_natural: int
    """The hand is a bust, and the dealer has a natural."""

    @property
    def won(self) -> int:
        return self.over + self.better

    @property
    def lost(self) -> int:
        """Without what meets a natural of the dealer's."""
        return self.worse + self.bust

    @property
    def taken(self) -> int:
        """What meets a natural of the dealer's."""
        return self.natural + self.bust_natural


Packed = int
"""A fate as one number, so that adding and multiplying fates is one step."""
Draws = frozenset[Value]
"""The totals to which a player takes another card."""


class _Level(NamedTuple):
    """One worth, which is taken out of all hands that the dealer may hold. `without` says for each hand that is left
    which one of them it was without a card of the worth (the place after the last if none was), and `more` which ones
    had more: (what is left, what it was, how many cards). By how many are out, `factors` for 0, 1, 2, ... of them.
    """

    without: Sequence[int]
    more: Sequence[tuple[int, int, int]]
    factors: Sequence[Sequence[int]]
    powers: Sequence[int]
    """The factors where it is left open how many are out."""


class Against:
    """One open card of the dealer's, and the shoe that it was dealt from: what hands are held against.

    A hand may be held beside `others`: so many more cards of the worth `pair`, of which it was split. What was counted
    once is kept as long as this is.
    """

    def __init__(self, shoe: Cards, up: int, soft_17: SoftSeventeen) -> None:
        """`shoe` still holds the open card."""
        left = shoe - some(up)
        count, most = size(left), min(size(left), MOST)
        self._counts, self._hidden = counts_of(left), hidden_natural(up)
        self.scale = perm(count, most)
        """What the fates of a hand add up to, over all ways in which all hands may come."""
        width = self.scale.bit_length()
        self._mask, self._shifts = (1 << width) - 1, range(0, width * len(Fate._fields), width)
        found = ends(up, soft_17)
        self.ends: tuple[End, ...] = tuple(sorted({end for end, _ in found}))
        self._naturals = bisect(self.ends, (NATURAL + 1,))
        self._rest = [perm(count - out, most - out) for out in range(most + 1)] + [0] * self.ends[-1].drawn
        self._rests = [[self._rest[out + end.drawn] for end in self.ends] for out in range(most + 1)]
        widths = [perm(max(count, end.drawn), end.drawn).bit_length() for end in self.ends]
        *shifts, self._width = accumulate(widths, initial=0)
        self._slots = [(shift, (1 << width) - 1) for shift, width in zip(shifts, widths, strict=True)]
        packed: defaultdict[Cards, int] = defaultdict(int)
        for (end, cards), ways in found.items():
            packed[cards] += ways << shifts[self.ends.index(end)]
        self._all = [packed[hand] for hand in sorted(packed)]
        self._levels = self._take_out(sorted(packed))
        self._sums: dict[int, dict[Cards, list[int]]] = {worth: {} for worth in WORTHS}
        self._open = 0
        """The worth of which it is left open how many are out: what is summed holds beside all numbers of others."""
        self._stood: dict[tuple[Cards, int, int], Packed] = {}
        self._played: dict[tuple[Cards, Draws, int, int], Packed] = {}

    def left(self, worth: int, out: Cards = NONE) -> int:
        """Return how many are left of a worth, beside cards that are out."""
        return max(self._counts[worth - ACE] - counts_of(out)[worth - ACE], 0)

    def safe(self, hand: Cards) -> Iterable[tuple[int, int]]:
        """List the worths that don't make the hand a bust, each with how many cards of it are left."""
        return zip(WORTHS[: _safe(hand)], map(sub, self._counts, counts_of(hand)), strict=False)

    def rest(self, out: Cards) -> int:
        """Return in how many ways all other cards come, beside these: what the fates of a hand of them add up to."""
        return self._rest[size(out)]

    def ways(self, *worths: int) -> int:
        """Return in how many ways cards that count so much are dealt in this order."""
        ways, out = 1, NONE
        for worth in worths:
            ways *= self.left(worth, out)
            out += some(worth)
        return ways

    def fate(self, packed: Packed) -> Fate:
        """Return a fate that was found, part by part."""
        return Fate(*(packed >> shift & self._mask for shift in self._shifts))

    def play(self, hand: Cards, draws: Draws, pair: int = 0, others: int = 0) -> Packed:
        """Return what becomes of a hand that takes another card while it comes to one of `draws`."""
        key = hand, draws, pair, others
        if key not in self._played:
            is_drawn = value(hand) in draws
            self._played[key] = self.draw(*key) if is_drawn else self.stand(hand, pair, others)
        return self._played[key]

    def draw(self, hand: Cards, draws: Draws, pair: int = 0, others: int = 0) -> Packed:
        """Return what becomes of a hand that takes a card, and goes on while it comes to one of `draws`."""
        gone = counts_of(hand + some(pair, others) if others else hand)
        left = tuple(map(sub, self._counts, gone))
        safe = _safe(hand)
        fate = sum(
            [
                count * self.play(hand + some(worth), draws, pair, others)
                for worth, count in zip(WORTHS, left[:safe], strict=False)
                if count
            ]
        )
        return fate + self._bust(left, safe, sum(gone))

    def _bust(self, left: Sequence[int], safe: int, out: int) -> Packed:
        """Count the busts by cards from the place `safe`, with and without a natural of the dealer's."""
        busts, natural = sum(left[safe:]), 0
        if self._hidden is not None:
            hidden = self._hidden - ACE
            natural = left[hidden] * (busts - (hidden >= safe)) * self._rest[out + 2]
        return self._pack(0, 0, 0, 0, 0, busts * self._rest[out + 1] - natural, natural)

    def stand(self, hand: Cards, pair: int = 0, others: int = 0) -> Packed:
        """Return what becomes of a hand that takes no card."""
        key = hand, pair, others
        if key not in self._stood:
            self._stood[key] = self._stand(hand, pair, others)
        return self._stood[key]

    def _stand(self, hand: Cards, pair: int, others: int) -> Packed:
        mine, out = value(hand).total, size(hand) + others
        met = list(map(mul, self.ways_to_ends(hand, pair, others), self._rests[out]))
        at_mine, above = bisect(self.ends, (mine,)), bisect(self.ends, (mine + 1,))
        natural, better = sum(met[: self._naturals]), sum(met[self._naturals : at_mine])
        even, worse = sum(met[at_mine:above]), sum(met[above:])
        over = self._rest[out] - natural - better - even - worse
        return self._pack(over, better, even, worse, natural)

    def _pack(self, *parts: int) -> Packed:
        return sum(map(int.__lshift__, parts, self._shifts))

    def ways_to_ends(self, hand: Cards, pair: int = 0, others: int = 0) -> list[int]:
        """Return in how many orders the dealer's cards come to each of `ends`, beside these."""
        if pair != self._open:
            for worth in range(ACE, max(pair, self._open) + 1):
                self._sums[worth].clear()
            self._open = pair
        if pair:
            (each,) = self._sum(ACE, hand & ~some(pair, 255))
            total, mask = 0, (1 << self._width) - 1
            for factor in self._levels[pair].factors[others + counts_of(hand)[pair - ACE]]:
                total += (each & mask) * factor
                each >>= self._width
        else:
            (total,) = self._sum(ACE, hand)
        return [total >> shift & mask for shift, mask in self._slots]

    def _sum(self, worth: int, out: Cards) -> list[int]:
        """Sum the ways of the dealer's hands that are alike in all worths below this one, beside `out`: the cards from
        this worth up.
        """
        if worth > TEN:
            return self._all
        known_of = self._sums[worth]
        if out not in known_of:
            level = self._levels[worth]
            known = [*self._sum(worth + 1, out >> 8), 0]
            factors = level.powers if worth == self._open else level.factors[out & 255]
            sums = [known[at] for at in level.without]
            for hand, at, drawn in level.more:
                sums[hand] += known[at] * factors[drawn]
            known_of[out] = sums
        return known_of[out]

    def _take_out(self, hands: Sequence[Cards]) -> dict[int, _Level]:
        """Take out one worth after the other, from the tens down: few hands hold many of a high worth."""
        levels: dict[int, _Level] = {}
        for worth in reversed(WORTHS):
            left = sorted({hand % some(worth) for hand in hands})
            places, before = {hand: at for at, hand in enumerate(left)}, {hand: at for at, hand in enumerate(hands)}
            without = [before.get(hand, len(hands)) for hand in left]
            more = [(places[hand % some(worth)], at, hand // some(worth)) for at, hand in enumerate(hands)]
            most, count = max(drawn for *_, drawn in more), self._counts[worth - ACE]
            factors = [[perm(count - out, drawn) for drawn in range(most + 1)] for out in range(count + 1)]
            powers = [1 << self._width * drawn for drawn in range(most + 1)]
            levels[worth] = _Level(without, [one for one in more if one[2]], factors, powers)
            hands = left
        return levels


@cache
def _safe(hand: Cards) -> int:
    """Return how many worths, from the ace up, don't make the hand a bust."""
    return sum(not value(hand + some(worth)).is_bust for worth in WORTHS)


@lru_cache(maxsize=1)
def against(shoe: Cards, up: int, soft_17: SoftSeventeen) -> Against:
    """Return what was last asked for: its sums take more room than all that is found with them."""
    return Against(shoe, up, soft_17)


class Half(NamedTuple):
    """A hand of a split pair with its second card, beside so many others of the pair's worth."""

    pair: int
    second: int
    others: int


def once(_: int) -> int:
    return 1


@cache
def shares(most_hands: int, weigh: Callable[[int], int] = once) -> Mapping[tuple[int, bool], int]:
    """Return how often a hand beside so many others counts in the sum over all hands of a split pair; True: only one
    whose second card is of the pair's worth, in addition. That cards are of another worth is counted as what they may
    be at all without what they may be of this one.

    `weigh` says how much each hand counts by how many hands there are in the end; `most_hands` is 2 where a pair is
    split only once.
    """
    found: Counter[tuple[int, bool]] = Counter()
    for again, unlike, free in _courses(most_hands):
        weight = weigh(unlike + free)
        for known in range(unlike + 1):
            found[1 + again + known, False] += weight * free * comb(unlike, known) * (-1) ** known
        for known in range(unlike):
            times = weight * unlike * comb(unlike - 1, known) * (-1) ** known
            found[1 + again + known, False] += times
            found[1 + again + known, True] -= times
    return {which: count for which, count in found.items() if count}


def _courses(
    most_hands: int, waiting: int = 2, again: int = 0, unlike: int = 0, free: int = 0
) -> Iterator[tuple[int, int, int]]:
    """Yield every course that the second cards of a pair may take, while so many hands wait for theirs: how many hands
    were split further, how many have a second card of another worth (or they would have been), and how many any.
    """
    if not waiting:
        yield again, unlike, free
    elif waiting + unlike + free < most_hands:
        yield from _courses(most_hands, waiting + 1, again + 1, unlike, free)
        yield from _courses(most_hands, waiting - 1, again, unlike + 1, free)
    else:
        yield from _courses(most_hands, waiting - 1, again, unlike, free + 1)


BET = 2
"""Halves in a bet."""


def takes_all(rules: TwentyOneRules) -> bool:
    """Tell whether a natural of the dealer's takes also what was bet in addition to the first bet. Where the dealer
    looks first, nothing has been; and at some tables it goes back.
    """
    return rules.hole_card in {"no_peek", "none_all"}


def played(fate: Fate) -> int:
    """Return the result of one bet on a hand that is no natural."""
    return BET * (fate.won - fate.lost - fate.taken)


def doubled(fate: Fate, rules: TwentyOneRules) -> int:
    """Return the result of two bets on a hand."""
    return 2 * BET * (fate.won - fate.lost) - (1 + takes_all(rules)) * BET * fate.taken


def half(fate: Fate, bets: int, rules: TwentyOneRules) -> int:
    """Return the result of so many bets on a hand of a split pair. What a natural of the dealer's takes counts only
    where it takes all: otherwise it is the first bet, once for all hands of the pair.
    """
    return BET * bets * (fate.won - fate.lost - takes_all(rules) * fate.taken)


def surrendered(fate: Fate) -> int:
    """Return the result of a hand surrendered for half the bet, unless the dealer has a natural."""
    return -(sum(fate) - fate.taken) - BET * fate.taken
