"""Poker hands: the rank of any number of cards, and the best five of them.

Fewer than five cards rank as they are: pairs and more of a kind count, straights and flushes need five, and a card that
is missing loses against any (rules 2.10). Suits never break a tie (rules 2.2).
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Literal, NamedTuple

from bot.engine.cards import FULL_DECK, SUITS, Card, rank_of, suit_of

Ace = Literal["low", "high", "both"]
"""The value of the 1: 1, 14, or 14 except in the straight from 1 to 5 (rules 2.1)."""

FIVE = 5


class Category(IntEnum):
    """The kinds of hands, the weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


class Rank(NamedTuple):
    """The rank of a hand: the greater wins, equal ones tie."""

    category: Category
    ranks: tuple[int, ...]
    """Each rank once, in the order it counts (the pair before the cards beside it); of a straight the highest alone."""


class Ranked(NamedTuple):
    """A hand's rank, and its best cards in the order they count: five, or all where there are fewer."""

    rank: Rank
    cards: tuple[Card, ...]


def _worth(ace: Ace) -> dict[Card, int]:
    return {card: 14 if ace != "low" and rank_of(card) == 1 else rank_of(card) for card in FULL_DECK}


_WORTH: Mapping[Ace, Mapping[Card, int]] = {"low": _worth("low"), "high": _worth("high"), "both": _worth("both")}
_PLACE = {card: SUITS.index(suit_of(card)) for card in FULL_DECK}
_ORDER = {
    ace: {card: _PLACE[card] - len(SUITS) * worth[card] for card in FULL_DECK}.__getitem__
    for ace, worth in _WORTH.items()
}
"""Sorts cards: the highest first, of equal ones by suit."""
_SINGLE = (1,) * FIVE
_SIZES: Mapping[Category, tuple[int, ...]] = {
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}
"""How many cards there are of each rank that counts."""
_BITS = 3
"""Bits enough to count up to four cards of one rank."""
_MOST_OF_RANK = (1 << _BITS) - 1
_SUIT_BITS = 4
_SUITS_AT = _BITS * 15
_RANK_BITS = (1 << _SUITS_AT) - 1
_SUITS = tuple(_SUITS_AT + _SUIT_BITS * at for at in range(len(SUITS)))


def _marks(ace: Ace) -> Mapping[Card, int]:
    """Return a number for each card such that a sum of them holds how many cards there are of each rank and suit."""
    return {card: 1 << _BITS * worth | 1 << _SUITS[_PLACE[card]] for card, worth in _WORTH[ace].items()}


_MARK = {ace: _marks(ace).__getitem__ for ace in _WORTH}
_ONE_SUIT = frozenset(FIVE << _SUIT_BITS * at for at in range(len(SUITS)))
_ONES = sum(1 << _BITS * rank for rank in range(15))


def best_hand(cards: Sequence[Card], ace: Ace = "low") -> Ranked:
    """Return the best hand that some cards make, at most five of them.

    Of cards that do equally well the first suits are taken, in any order of `cards`. Raises ValueError without a card.
    """
    rank = rank_hand(cards, ace)
    category, ranks = rank
    highest_first = sorted(cards, key=_ORDER[ace])
    if category is Category.FLUSH or category is Category.STRAIGHT_FLUSH:
        highest_first = _suit_of_rank(highest_first, rank, ace)
    if category is Category.FLUSH or category is Category.HIGH_CARD:
        return Ranked(rank, tuple(highest_first[:FIVE]))
    if category is Category.STRAIGHT or category is Category.STRAIGHT_FLUSH:
        ranks, sizes = range(ranks[0], ranks[0] - FIVE, -1), _SINGLE
    else:
        sizes = _SIZES[category]
    worth, of = _WORTH[ace], dict[int, list[Card]]()
    for card in highest_first:
        of.setdefault(worth[card], []).append(card)
    if 1 in ranks and ace == "both":
        of[1] = of[14]
    best: list[Card] = []
    for rank_, size in zip(ranks, sizes, strict=False):
        best += of[rank_][:size]
    return Ranked(rank, tuple(best))


def order_hand(cards: Sequence[Card], ace: Ace = "low") -> tuple[Card, ...]:
    """Return `best_hand(cards, ace).cards` of at most five cards, which are all of them, many times as fast."""
    if ace == "both":  # in the straight from 1 to 5, the 1 comes last
        return best_hand(cards, ace).cards
    counts, worth = sum(map(_MARK[ace], cards)), _WORTH[ace]
    highest_first = sorted(cards, key=_ORDER[ace])
    return tuple(sorted(highest_first, key=lambda card: -(counts >> _BITS * worth[card] & _MOST_OF_RANK)))


def _suit_of_rank(highest_first: Sequence[Card], rank: Rank, ace: Ace) -> list[Card]:
    """Return the cards of the first suit that make that rank."""
    suits = [[card for card in highest_first if _PLACE[card] == at] for at in range(len(SUITS))]
    return next(suit for suit in suits if suit and rank_hand(suit, ace) == rank)


def rank_hand(cards: Sequence[Card], ace: Ace = "low") -> Rank:
    """Return `best_hand(cards, ace).rank`, many times as fast, to rank thousands of hands."""
    if not cards:
        raise ValueError("no cards make no hand")
    of_all = sum(map(_MARK[ace], cards))
    if len(cards) == FIVE:
        return _rank_of_five(of_all & _RANK_BITS, of_all >> _SUITS_AT in _ONE_SUIT, ace)
    counts, long = of_all & _RANK_BITS, [at for at, start in enumerate(_SUITS) if of_all >> start & 15 >= FIVE]
    if not long:
        return _rank(counts, 0, ace)
    suits = [sum(_MARK[ace](card) for card in cards if _PLACE[card] == at) & _RANK_BITS for at in long]
    return max(_rank(counts, suited, ace) for suited in suits)


@lru_cache(maxsize=1 << 15)
def _rank_of_five(counts: int, is_flush: bool, ace: Ace) -> Rank:
    """Return the rank of five cards by how many there are of each rank. All cards with the same counts share it."""
    return _rank(counts, counts if is_flush else 0, ace)


def _rank(counts: int, suited: int, ace: Ace) -> Rank:
    """Return the rank of some cards, by how many there are of each rank, and which of them make a flush."""
    if suited and (top := _top_of_row(suited, ace)):
        return Rank(Category.STRAIGHT_FLUSH, (top,))
    fours = counts >> 2 & _ONES
    pairs = counts >> 1 & _ONES
    threes = pairs & counts
    any_of = counts & _ONES | pairs | fours
    if fours:
        four = _highest_of(fours, 1)
        return Rank(Category.FOUR_OF_A_KIND, four + _others(any_of, four, 1))
    three = _highest_of(threes, 1)
    pair = _highest_of(pairs ^ _bits(three), 1)
    if three and pair:
        return Rank(Category.FULL_HOUSE, three + pair)
    if suited:
        return Rank(Category.FLUSH, _highest_of(suited, FIVE))
    if top := _top_of_row(any_of, ace):
        return Rank(Category.STRAIGHT, (top,))
    if three:
        return Rank(Category.THREE_OF_A_KIND, three + _others(any_of, three, 2))
    two = _highest_of(pairs, 2)
    category = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR)[len(two)]
    return Rank(category, two + _others(any_of, two, FIVE - 2 * len(two)))


def _top_of_row(any_of: int, ace: Ace) -> int:
    """Return the highest of five ranks in a row; 0 where there are none."""
    if ace == "both":
        any_of |= any_of >> _BITS * 13 & 1 << _BITS
    row = any_of & any_of << _BITS & any_of << 2 * _BITS & any_of << 3 * _BITS & any_of << 4 * _BITS
    return row.bit_length() // _BITS


def _highest_of(ranks: int, most: int) -> tuple[int, ...]:
    """Return the highest ranks of which a bit is set, at most so many."""
    found: list[int] = []
    while ranks and len(found) < most:
        rank = (ranks.bit_length() - 1) // _BITS
        found.append(rank)
        ranks ^= 1 << _BITS * rank
    return tuple(found)


def _bits(ranks: tuple[int, ...]) -> int:
    return sum(1 << _BITS * rank for rank in ranks)


def _others(any_of: int, taken: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Return the highest ranks besides those that are taken."""
    return _highest_of(any_of ^ _bits(taken), most)
