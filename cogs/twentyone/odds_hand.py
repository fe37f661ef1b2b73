"""What becomes of a player's hand against one open card of the dealer's: exact, by counting how the cards may come.

Whoever plays looks at their own cards and the open card alone. So cards that nobody has seen yet are as good as each
other, whether they lie in the shoe, face down or before others who play; and of a pair that is split each hand can be
reckoned by itself, beside what is known of the others. Whether the dealer looked for a natural first is left to whoever
adds up: here every hand is played to its end, and the natural is one of the ends.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import le, mul, sub
from types import MappingProxyType
from typing import Literal, NamedTuple

from cogs.twentyone.odds_cards import NONE, WORTHS, Cards, counts_of, hands, ordered, size, some, value
from cogs.twentyone.odds_dealer import NATURAL, Dealer, hidden_natural
from cogs.twentyone.options import SoftSeventeen
from cogs.twentyone.settling import verdict_of
from cogs.twentyone.state import PlayerHand, Verdict
from cogs.twentyone.values import ACE, Value

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
        """What a hand may be after another card that doesn't take it over 21, and how many such cards are left."""
        gone = counts_of(hand + out)[: _safe(hand)]
        return [
            (hand + step, count - less)
            for step, count, less in zip(_STEPS, self._counts, gone, strict=False)
            if count > less
        ]

    def unpacked(self, packed: Packed) -> Fate:
        return Fate(*(packed >> shift & self._mask for shift in self._shifts))

    def stood(self, these: Iterable[Known]) -> dict[Known, Packed]:
        """The fate of each hand if it stands."""
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
        """The fate of a hand that takes a card, by the fates of what it then may be."""
        gone = counts_of(hand + out)
        left = list(map(sub, self._counts, gone))
        safe = _safe(hand)
        fate = sum(left[at] * fates[hand + step, out] for at, step in enumerate(_STEPS[:safe]) if left[at])
        return fate + self._busts(left, safe, sum(gone)) if safe < len(_STEPS) else fate

    def fates(
        self, deeds: Mapping[Known, Deed], draws: Collection[Value], standing: Mapping[Known, Packed] = NO_FATES
    ) -> dict[Known, Fate]:
        """What becomes of each of these hands that the shoe allows, by what is done with it. Whoever plays takes cards
        while the hand comes to one of `draws`. `standing` are fates of hands that stand, as far as they are known.
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
        """The fates of hands that take a card, and of all that come of them: those that don't are `standing`."""
        fates = dict(standing)
        for hand, out in sorted(drawing, key=lambda known: -size(known[0])):
            fates[hand, out] = self.drawn(hand, out, fates)
        return fates

    def reached(self, begun: Iterable[Known], draws: Collection[Value]) -> tuple[set[Known], set[Known]]:
        """These hands and all that come of them: those that take a card, and those that stand."""
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
        """Going over, with and without a natural of the dealer's."""
        busts, natural = sum(left[safe:]), 0
        if self._hidden is not None:
            hidden = self._hidden - ACE
            natural = left[hidden] * (busts - (hidden >= safe)) * self._rest[out + 2]
        busts *= self._rest[out + 1]
        return (busts - natural << self._shifts[_BUST]) + (natural << self._shifts[_BUST_NATURAL])


@lru_cache(maxsize=1)
def _dealer(left: Cards, up: int, soft_17: SoftSeventeen) -> Dealer:
    """The dealer that was last asked for: what a dealer knows beforehand takes more room than all that is found."""
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
    """A hand of each total."""
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
