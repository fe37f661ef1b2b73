"""Golem's cards and hands in words: four suits that a golem is made of, and numbers from 1 to 13."""

from collections.abc import Iterable, Sequence

from bot.engine.betting.ranking import FIVE, Ace, Category, Rank, best_hand
from bot.engine.cards import plain_card, rank_of, suit_of

SUITS = {"h": "flesh", "s": "clay", "d": "stone", "c": "iron"}
_NAMES_TWO = {Category.TWO_PAIR, Category.FULL_HOUSE}
"""Hands that are called by two numbers; all others by one."""


def in_words(card: str) -> str:
    """As in "10 of stone"."""
    return f"{rank_of(card)} of {SUITS[suit_of(card)]}"


def short(card: str) -> str:
    """As people type it: "10 stone"."""
    return f"{rank_of(card)} {SUITS[suit_of(card)]}"


def plain_cards(cards: Iterable[str]) -> str:
    """As in "10♦ 4♣"."""
    return " ".join(map(plain_card, cards))


def by_worth(cards: Sequence[str], ace: Ace) -> tuple[str, ...]:
    """The cards of a hand in the order they count."""
    return best_hand(cards, ace).cards if cards else ()


def named(cards: Sequence[str], ace: Ace) -> str:
    """What cards make, as in "two pair, 10s and 4s"; at least one card."""
    (category, ranks), best = best_hand(cards, ace)
    numbers = [1 if rank == 14 else rank for rank in ranks]
    top, suit = numbers[0], SUITS[suit_of(best[0])]
    match category:
        case Category.HIGH_CARD:
            return f"{top} high"
        case Category.PAIR:
            return f"a pair of {top}s"
        case Category.TWO_PAIR:
            return f"two pair, {top}s and {numbers[1]}s"
        case Category.THREE_OF_A_KIND:
            return f"three {top}s"
        case Category.STRAIGHT:
            return f"a straight, {_run(ranks[0])}"
        case Category.FLUSH:
            return f"a flush of {suit}, {top} high"
        case Category.FULL_HOUSE:
            return f"a full house, {top}s over {numbers[1]}s"
        case Category.FOUR_OF_A_KIND:
            return f"four {top}s"
        case Category.STRAIGHT_FLUSH:
            return f"a straight flush of {suit}, {_run(ranks[0])}"


def deciding(one: Rank, other: Rank) -> int | None:
    """The number of the card that parts two hands which are called alike; None where their names tell or they tie."""
    words = 2 if one.category in _NAMES_TWO else 1
    if one == other or (one.category, one.ranks[:words]) != (other.category, other.ranks[:words]):
        return None
    worse, better = sorted((one.ranks, other.ranks))
    rank = next(rank for at, rank in enumerate(better) if worse[at : at + 1] != (rank,))
    return 1 if rank == 14 else rank


def _run(top: int) -> str:
    return f"{top - FIVE + 1} to {1 if top == 14 else top}"
