"""What cards count in twenty-one: aces 1 or 11, kings, queens and jacks 10. All pure, and all there is of it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.engine.cards import rank_of
from cogs.twentyone.options import Doubling, SoftSeventeen, SplitTens

BEST = 21
ACE, TEN = 1, 10
"""What an ace counts at least, and what tens, jacks, queens and kings count."""
_AS_ELEVEN = 10
"""How much more an ace counts as eleven."""
_DOUBLED: dict[Doubling, range] = {
    "any": range(2, 22),
    "9_to_11": range(9, 12),
    "10_11": range(10, 12),
    "off": range(0),
}


class Value(NamedTuple):
    """What a hand comes to: the most without going over 21, or else the least. Soft: an ace in it counts 11."""

    total: int
    is_soft: bool

    @property
    def is_bust(self) -> bool:
        return self.total > BEST


def worth(card: str) -> int:
    """What a card counts: 1 (an ace) to 10."""
    return min(rank_of(card), TEN)


def value_of(cards: Iterable[str]) -> Value:
    """What cards come to."""
    return value_of_worths(map(worth, cards))


def value_of_worths(worths: Iterable[int]) -> Value:
    """What cards come to that count so much, aces as 1."""
    counts = tuple(worths)
    hard = sum(counts)
    is_soft = ACE in counts and hard + _AS_ELEVEN <= BEST
    return Value(hard + _AS_ELEVEN if is_soft else hard, is_soft)


def is_natural(worths: Sequence[int]) -> bool:
    """Whether two cards that count so much are an ace and a ten. A split hand is none, whatever its cards."""
    return len(worths) == 2 and sorted(worths) == [ACE, TEN]


def is_pair(cards: Sequence[str], split_tens: SplitTens) -> bool:
    """Whether two cards may be split: of one value, or of one rank where the table tells tens, jacks, queens and kings
    apart.
    """
    if len(cards) != 2:
        return False
    one, other = (rank_of(card) if split_tens == "rank" else worth(card) for card in cards)
    return one == other


def can_double(value: Value, doubling: Doubling) -> bool:
    """Whether a hand of two cards may be doubled by what it comes to."""
    return value.total in _DOUBLED[doubling]


def dealer_draws(value: Value, soft_17: SoftSeventeen) -> bool:
    """Whether the dealer takes another card: on 16 and less, and on a soft 17 at some tables."""
    return value.total < 17 or (soft_17 == "hits" and value.is_soft and value.total == 17)


def is_halved(bet: int) -> bool:
    """Whether half a bet is a coin at least: else it can be neither insured nor given up for half."""
    return bet >= 2
