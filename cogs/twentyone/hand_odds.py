"""What becomes of a player's hand against one open card of the dealer's: exact, by counting how the cards may come.

Whoever plays looks at their own cards and the open card alone. So cards that nobody has seen yet are as good as each
other, whether they lie in the shoe, face down or before others who play; and of a pair that is split each hand can be
reckoned by itself, beside what is known of the others. Whether the dealer looked for a natural first is left to whoever
adds up: here every hand is played to its end, and the natural is one of the ends.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby
from math import comb
from operator import le, mul, sub
from types import MappingProxyType
from typing import Literal, NamedTuple

from bot.engine.cards import FULL_DECK
from cogs.twentyone.play import verdict_of
from cogs.twentyone.state import (
    ACE,
    TEN,
    PlayerHand,
    SoftSeventeen,
    TwentyOneRules,
    Value,
    Verdict,
    dealer_draws,
    is_natural,
    value_of_worths,
)
from cogs.twentyone.state import (
    worth as worth_of,
)

Cards = int
"""Some cards, a byte for each worth from the lowest: to add two of them is to put the cards together."""
Counts = bytes
"""The same as ten counts, the aces' first."""
WORTHS = range(ACE, TEN + 1)
NONE: Cards = 0


def some(worth: int, count: int = 1) -> Cards:
    """So many cards of one worth."""
    return count << 8 * (worth - ACE)


def counts_of(cards: Cards) -> Counts:
    return cards.to_bytes(len(WORTHS), "little")


def size(cards: Cards) -> int:
    """How many they are."""
    return sum(counts_of(cards))


def full_shoe(decks: int) -> Cards:
    """All cards of so many decks."""
    return sum(some(each, count * decks) for each, count in Counter(map(worth_of, FULL_DECK)).items())


@cache
def value(cards: Cards) -> Value:
    """Return what they come to in one hand."""
    counts = zip(WORTHS, counts_of(cards), strict=True)
    return value_of_worths([worth for worth, count in counts for _ in range(count)])


@cache
def hands() -> tuple[Cards, ...]:
    """All hands of two cards and more up to 21, those of fewer cards first: there are 3,072."""
    found: list[Cards] = []
    last = {NONE}
    while last:
        after = {before + some(worth) for before in last for worth in WORTHS}
        last = {hand for hand in after if not value(hand).is_bust}
        found += sorted(last)
    return tuple(hand for hand in found if size(hand) > 1)


def ordered(count: int, drawn: int) -> int:
    """In how many ways so many of `count` cards can be drawn one after the other."""
    ways = 1
    for gone in range(drawn):
        ways *= max(count - gone, 0)
    return ways


NATURAL = 0
"""The dealer's end that is no total. Going over isn't counted: it is all the rest."""


class End(NamedTuple):
    """What the dealer comes to, a total from 17 to 21 or NATURAL, with so many cards drawn to the open one."""

    total: int
    drawn: int


def hidden_natural(up: int) -> int | None:
    """Return the worth of the second card that makes a natural of the open one, if there is one."""
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
        """Return the ways to each of `ends`, where nothing was left open."""
        return [packed >> shift & mask for shift, mask in self._slots]

    def closed(self, packed: int, worth: int, out: int) -> int:
        """Decide what was left open of a worth: so many of it are out."""
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
    """The dealer has a natural, and the hand hasn't gone over."""
    bust: int
    bust_natural: int
    """The hand has gone over, and the dealer has a natural."""

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


class Begun(NamedTuple):
    """A hand as it begins: in how many ways its cards come, and what becomes of it."""

    ways: int
    played: Fate
    doubled: Fate


Deed = Literal["play", "double", "stand"]
"""What is done with a hand: take cards as its player always does, take one and no more, or none."""
Known = tuple[Cards, Cards]
"""A hand, and what else is known to be out of the shoe besides it and the open card: cards of one worth."""
Packed = int
"""A fate as one number, so that adding and multiplying fates is one step."""
NO_FATES: Mapping[Known, Packed] = MappingProxyType({})
_STEPS = tuple(map(some, WORTHS))
_, _BETTER, _EVEN, _WORSE, _NATURAL, _BUST, _BUST_NATURAL = range(len(Fate._fields))
_PLACES: Mapping[Verdict, int] = {"won": _BETTER, "push": _EVEN, "lost": _WORSE}


class Against:
    """One open card of the dealer's, and the shoe that it was dealt from: what hands are held against."""

    def __init__(self, shoe: Cards, up: int, soft_17: SoftSeventeen) -> None:
        """`shoe` still holds the open card."""
        left = shoe - some(up)
        count = size(left)
        self.up = up
        self._counts = counts_of(left)
        self._cards, self._soft_17 = left, soft_17
        self._hidden = hidden_natural(up)
        most = min(count, MOST)
        self.scale = ordered(count, most)
        """What the fates of a hand add up to, over all ways in which all hands may come."""
        width = self.scale.bit_length()
        self._mask, self._shifts = (1 << width) - 1, range(0, width * len(Fate._fields), width)
        self._rest = [ordered(count - out, most - out) for out in range(most + 1)] + [0] * self._dealer.most_drawn
        ends = self._dealer.ends
        self._rests = [[self._rest[out + end.drawn] for end in ends] for out in range(most + 1)]
        self._meetings = {
            total: [
                (self._shifts[place], slice(*span)) for place, span in _spans(_place(total, end.total) for end in ends)
            ]
            for total in _examples()
        }

    @property
    def _dealer(self) -> Dealer:
        return _dealer(self._cards, self.up, self._soft_17)

    def holds(self, cards: Cards) -> bool:
        """Whether the shoe had so many of each worth."""
        return all(map(le, counts_of(cards), self._counts))

    def ways(self, *worths: int) -> int:
        """In how many ways cards that count so much are dealt in this order."""
        ways, out = 1, 0
        for worth in worths:
            ways *= self.left(worth, out)
            out += some(worth)
        return ways

    def left(self, worth: int, out: Cards) -> int:
        """How many are left of a worth, beside cards that are out."""
        return max(self._counts[worth - ACE] - counts_of(out)[worth - ACE], 0)

    def may_draw(self, hand: Cards, out: Cards = NONE) -> list[tuple[Cards, int]]:
        """List the hands after another card that doesn't bust, and how many such cards are left."""
        gone = counts_of(hand + out)[: _safe(hand)]
        return [
            (hand + step, count - less)
            for step, count, less in zip(_STEPS, self._counts, gone, strict=False)
            if count > less
        ]

    def unpacked(self, packed: Packed) -> Fate:
        return Fate(*(packed >> shift & self._mask for shift in self._shifts))

    def stood(self, these: Iterable[Known]) -> dict[Known, Packed]:
        """Return the fate of each hand if it stands."""
        dealer = self._dealer
        known = [(hand, out, *_alike(out)) for hand, out in these]
        beside = dealer.beside((hand, worth) for hand, _, worth, _ in known)
        fates: dict[Known, Packed] = {}
        for hand, out, worth, count in known:
            packed = beside[hand, worth]
            if worth:
                packed = dealer.closed(packed, worth, count + counts_of(hand)[worth - ACE])
            fates[hand, out] = self._fate(hand, size(hand) + count, dealer.ways(packed))
        return fates

    def drawn(self, hand: Cards, out: Cards, fates: Mapping[Known, Packed]) -> Packed:
        """Return the fate of a hand that takes a card, by the fates of the hands it may become."""
        gone = counts_of(hand + out)
        left = list(map(sub, self._counts, gone))
        safe = _safe(hand)
        fate = sum(left[at] * fates[hand + step, out] for at, step in enumerate(_STEPS[:safe]) if left[at])
        return fate + self._busts(left, safe, sum(gone)) if safe < len(_STEPS) else fate

    def fates(
        self, deeds: Mapping[Known, Deed], draws: Collection[Value], standing: Mapping[Known, Packed] = NO_FATES
    ) -> dict[Known, Fate]:
        """Return the fate of each of these hands that the shoe allows. The player takes cards while the hand comes to
        one of `draws`. `standing` are fates of hands that stand, as far as they are known.
        """
        held = {known: deed for known, deed in deeds.items() if self.holds(sum(known))}
        drawing, ending = self.reached([known for known, deed in held.items() if deed == "play"], draws)
        doubled = [known for known, deed in held.items() if deed == "double"]
        ending.update(known for known, deed in held.items() if deed == "stand")
        ending.update((drawn, out) for hand, out in doubled for drawn, _ in self.may_draw(hand, out))
        stood = {**standing, **self.stood(ending - standing.keys())}
        fates = self.drawn_out(drawing, stood)
        fates.update((known, self.drawn(*known, stood)) for known in doubled)
        return {known: self.unpacked(fates[known]) for known in held}

    def drawn_out(self, drawing: Iterable[Known], standing: Mapping[Known, Packed]) -> dict[Known, Packed]:
        """Return the fates of hands that take a card, and of all that come of them: those that don't are `standing`."""
        fates = dict(standing)
        for hand, out in sorted(drawing, key=lambda known: -size(known[0])):
            fates[hand, out] = self.drawn(hand, out, fates)
        return fates

    def reached(self, begun: Iterable[Known], draws: Collection[Value]) -> tuple[set[Known], set[Known]]:
        """List these hands and all that come of them: those that take a card, and those that stand."""
        drawing, standing, last = set[Known](), set[Known](), set(begun)
        while last:
            after = set[Known]()
            for hand, out in last:
                if value(hand) in draws:
                    drawing.add((hand, out))
                    after.update((drawn, out) for drawn, _ in self.may_draw(hand, out))
                else:
                    standing.add((hand, out))
            last = after
        return drawing, standing

    def _fate(self, hand: Cards, out: int, ways: Sequence[int]) -> Packed:
        """By the ways to each of the dealer's ends, beside so many cards that are out."""
        rests = self._rests[out]
        fate, over = 0, self._rest[out]
        for shift, ends in self._meetings[value(hand).total]:
            met = sum(map(mul, ways[ends], rests[ends]))
            fate += met << shift
            over -= met
        return fate + over

    def _busts(self, left: list[int], safe: int, out: int) -> Packed:
        """Count the busts, with and without a natural of the dealer's."""
        busts, natural = sum(left[safe:]), 0
        if self._hidden is not None:
            hidden = self._hidden - ACE
            natural = left[hidden] * (busts - (hidden >= safe)) * self._rest[out + 2]
        busts *= self._rest[out + 1]
        return (busts - natural << self._shifts[_BUST]) + (natural << self._shifts[_BUST_NATURAL])


@lru_cache(maxsize=1)
def _dealer(left: Cards, up: int, soft_17: SoftSeventeen) -> Dealer:
    """Return the dealer that was last asked for: a dealer's tables take more room than all that is found."""
    return Dealer(left, up, soft_17)


def _spans(places: Iterable[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Each place with where it begins and ends: all that are alike stand together."""
    at = 0
    for place, alike in groupby(places):
        since, at = at, at + len(list(alike))
        yield place, (since, at)


@cache
def _alike(out: Cards) -> tuple[int, int]:
    """Which worth cards of one worth have, and how many they are; 0 of 0 if there are none."""
    found = [(worth, count) for worth, count in zip(WORTHS, counts_of(out), strict=True) if count]
    ((worth, count),) = found or [(0, 0)]
    return worth, count


@cache
def _safe(hand: Cards) -> int:
    """How many worths, from the ace up, don't take the hand over 21."""
    return sum(not value(hand + step).is_bust for step in _STEPS)


@cache
def _examples() -> Mapping[int, PlayerHand]:
    """Return a hand of each total."""
    found: dict[int, PlayerHand] = {}
    for total, hand in {value(hand).total: hand for hand in reversed(hands())}.items():
        counts = zip(WORTHS, counts_of(hand), strict=True)
        cards = tuple(f"{worth}c" for worth, count in counts for _ in range(count))
        found[total] = PlayerHand(cards=cards, bet=1, is_split=True)
    return found


@cache
def _place(total: int, end: int) -> int:
    """Which part of its fate a hand of that total meets by an end of the dealer's, as the table settles it."""
    return _NATURAL if end == NATURAL else _PLACES[verdict_of(_examples()[total], Value(end, is_soft=False))]


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
    """Yield the courses from where so many hands wait for their second card."""
    if not waiting:
        yield so_far
    elif waiting + so_far.hands < most_hands:
        yield from _onward(most_hands, waiting + 1, so_far._replace(again=so_far.again + 1))
        yield from _onward(most_hands, waiting - 1, so_far._replace(unlike=so_far.unlike + 1))
    else:
        yield from _onward(most_hands, waiting - 1, so_far._replace(any=so_far.any + 1))


BET = 2
"""Halves in a bet."""


def takes_all(rules: TwentyOneRules) -> bool:
    """Whether a natural of the dealer's takes also what was bet in addition to the first bet. Where the dealer looks
    first, nothing has been; and at some tables it goes back.
    """
    return rules.hole_card in {"no_peek", "none_all"}


def played(fate: Fate) -> int:
    """One bet on a hand that is no natural."""
    return BET * (fate.won - fate.lost - fate.taken)


def doubled(fate: Fate, rules: TwentyOneRules) -> int:
    """Two bets on a hand."""
    return 2 * BET * (fate.won - fate.lost) - (1 + takes_all(rules)) * BET * fate.taken


def half(fate: Fate, bets: int, rules: TwentyOneRules) -> int:
    """So many bets on a hand of a split pair. What a natural of the dealer's takes counts only where it takes all: else
    it is the first bet, once for all hands of the pair.
    """
    return BET * bets * (fate.won - fate.lost - takes_all(rules) * fate.taken)


def surrendered(fate: Fate) -> int:
    """Return the result of a hand surrendered for half the bet, unless the dealer has a natural."""
    return -(sum(fate) - fate.taken) - BET * fate.taken


def spared(rules: TwentyOneRules, pair: Begun) -> int:
    """Return what a natural of the dealer's takes of a split pair where that isn't all that was bet: the first bet."""
    return 0 if takes_all(rules) else BET * pair.ways * pair.played.taken
