"""Poker hands: what any number of cards is worth, and the five that make it so.

Fewer than five cards rank as they are: pairs and more of a kind count, straights and flushes need five, and a card that
is missing loses against any (rules 2.10). Suits never break a tie (rules 2.2).
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import groupby
from typing import Literal, NamedTuple

from bot.engine.cards import FULL_DECK, RANKS, SUITS, Card, rank_of, suit_of

Ace = Literal["low", "high", "both"]
"""What the 1 counts: 1, 14, or 14 but for the straight from 1 to 5 (rules 2.1)."""

FIVE = 5


class Category(IntEnum):
    """What a hand is called, the weakest first."""

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
    """What a hand is worth: the greater wins, equal ones tie."""

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
_BITS = 3
"""Enough to count the cards of one rank or suit among five."""
_SUITS_AT = _BITS * (RANKS[-1] + 1)
_RANK_BITS = (1 << _SUITS_AT) - 1
_MARK = {card: 1 << _BITS * rank_of(card) | 1 << _SUITS_AT + _BITS * _PLACE[card] for card in FULL_DECK}.__getitem__
_ONE_SUIT = frozenset(FIVE << _BITS * at for at in range(len(SUITS)))


def best_hand(cards: Sequence[Card], ace: Ace = "low") -> Ranked:
    """The best hand that some cards make, at most five of them.

    Of cards that do equally well the first suits are taken, whatever the order of `cards`. ValueError without any card.
    """
    if not cards:
        raise ValueError("no cards make no hand")
    worth = _WORTH[ace]
    highest_first = sorted(cards, key=lambda card: (-worth[card], _PLACE[card]))
    suited = [list[Card]() for _ in SUITS]
    for card in highest_first:
        suited[_PLACE[card]].append(card)
    flushes = [suit for suit in suited if len(suit) >= FIVE]
    alike = [tuple(group) for _, group in groupby(highest_first, key=worth.__getitem__)]
    made = (
        _highest(Category.STRAIGHT_FLUSH, (_straight(suit, ace) for suit in flushes), worth)
        or _with_four(alike, highest_first, worth)
        or _full_house(alike, worth)
        or _highest(Category.FLUSH, (tuple(suit[:FIVE]) for suit in flushes), worth)
        or _highest(Category.STRAIGHT, (_straight(highest_first, ace),), worth)
    )
    return made or _of_a_kind(alike, highest_first, worth)


def rank_hand(cards: Sequence[Card], ace: Ace = "low") -> Rank:
    """`best_hand(cards, ace).rank`, several times as fast for five cards: for whoever ranks thousands of hands."""
    if len(cards) != FIVE:
        return best_hand(cards, ace).rank
    of_all = sum(map(_MARK, cards))
    return _rank_of_five(of_all & _RANK_BITS, of_all >> _SUITS_AT in _ONE_SUIT, ace)


@lru_cache(maxsize=1 << 15)
def _rank_of_five(counts: int, is_flush: bool, ace: Ace) -> Rank:
    """The rank of five cards by how many there are of each rank: any cards that are like them do."""
    ranks = [rank for rank in RANKS for _ in range(counts >> _BITS * rank & 7)]
    suits = SUITS[:1] if is_flush else SUITS
    return best_hand([f"{rank}{suits[at % len(suits)]}" for at, rank in enumerate(ranks)], ace).rank


def _ranked(category: Category, cards: Sequence[Card], worth: Mapping[Card, int]) -> Ranked:
    is_run = category in {Category.STRAIGHT, Category.STRAIGHT_FLUSH}
    ranks = dict.fromkeys(worth[card] for card in (cards[:1] if is_run else cards))
    return Ranked(Rank(category, tuple(ranks)), tuple(cards))


def _highest(category: Category, hands: Iterable[tuple[Card, ...] | None], worth: Mapping[Card, int]) -> Ranked | None:
    """The best of some hands of one category; the first of equal ones."""
    made = (_ranked(category, hand, worth) for hand in hands if hand)
    return max(made, key=lambda hand: hand.rank, default=None)


def _straight(highest_first: Iterable[Card], ace: Ace) -> tuple[Card, ...] | None:
    """The highest five in a row among cards."""
    worth = _WORTH[ace]
    of = dict[int, Card]()
    for card in highest_first:
        of.setdefault(worth[card], card)
    if ace == "both" and 14 in of:
        of[1] = of[14]
    for top in range(14, FIVE - 1, -1):
        row = tuple(of[rank] for rank in range(top, top - FIVE, -1) if rank in of)
        if len(row) == FIVE:
            return row
    return None


def _beside(taken: tuple[Card, ...], highest_first: Iterable[Card]) -> tuple[Card, ...]:
    """What was taken, filled up to five with the highest of the other cards."""
    others = tuple(card for card in highest_first if card not in taken)
    return (*taken, *others[: FIVE - len(taken)])


def _with_four(
    alike: Sequence[tuple[Card, ...]], highest_first: Sequence[Card], worth: Mapping[Card, int]
) -> Ranked | None:
    four = next((group for group in alike if len(group) == 4), None)
    return four and _ranked(Category.FOUR_OF_A_KIND, _beside(four, highest_first), worth)


def _full_house(alike: Sequence[tuple[Card, ...]], worth: Mapping[Card, int]) -> Ranked | None:
    three = next((group for group in alike if len(group) == 3), None)
    pair = next((group[:2] for group in alike if len(group) >= 2 and group != three), None)
    return _ranked(Category.FULL_HOUSE, three + pair, worth) if three and pair else None


def _of_a_kind(alike: Sequence[tuple[Card, ...]], highest_first: Sequence[Card], worth: Mapping[Card, int]) -> Ranked:
    """Three alike, two pairs, one, or none."""
    three = next((group for group in alike if len(group) == 3), None)
    if three:
        return _ranked(Category.THREE_OF_A_KIND, _beside(three, highest_first), worth)
    pairs = [group for group in alike if len(group) == 2][:2]
    category = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR)[len(pairs)]
    return _ranked(category, _beside(sum(pairs, ()), highest_first), worth)
