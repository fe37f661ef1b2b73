"""Cards as whoever reckons with them counts them: how many of each worth, aces as 1, all in one number."""

from collections import Counter
from functools import cache

from bot.engine.cards import FULL_DECK
from cogs.twentyone.values import ACE, TEN, Value, value_of_worths, worth

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
    return sum(some(each, count * decks) for each, count in Counter(map(worth, FULL_DECK)).items())


@cache
def value(cards: Cards) -> Value:
    """What they come to in one hand."""
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
