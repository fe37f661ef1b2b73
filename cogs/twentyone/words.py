"""Cards and hands of twenty-one in words."""

from collections.abc import Iterable, Sequence

from bot.engine.cards import SIGNS, rank_of, suit_of
from bot.engine.speech import Voice
from cogs.twentyone.values import ACE, Value, is_natural, value_of, worth

LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K"}
"""The ranks that are read as letters, and have pictures of their own."""
_PLACES = ("first", "second", "third", "fourth")
_NUMBERS = ("one", "two", "three", "four")
FACE_DOWN = "and one card face down"


def plain(card: str) -> str:
    """The card as text: "K♠", "10♦"."""
    rank = rank_of(card)
    return f"{LETTERS.get(rank, rank)}{SIGNS[suit_of(card)]}"


def picture_name(card: str) -> str:
    """What the picture of a card is called: those that are read as letters differ from other games'."""
    return f"twentyone_{card}" if rank_of(card) in LETTERS else f"card_{card}"


def pictured(cards: Iterable[str], voice: Voice) -> str:
    """Cards as pictures, or in letters."""
    return " ".join(voice.symbol(picture_name(card), plain(card)) for card in cards)


def valued(value: Value) -> str:
    """As in "17", "soft 17"; over 21 as in "24, over 21"."""
    if value.is_bust:
        return f"{value.total}, over 21"
    return f"soft {value.total}" if value.is_soft and value.total < 21 else f"{value.total}"


def named(cards: Sequence[str], *, is_split: bool = False) -> str:
    """What a hand comes to: "a natural", or its value."""
    if not is_split and is_natural(tuple(map(worth, cards))):
        return "a natural"
    return valued(value_of(cards))


def shown(card: str) -> str:
    """What a dealer shows who has one open card: "an ace", "10"."""
    return "an ace" if worth(card) == ACE else f"{worth(card)}"


def which(at: int, of: int) -> str:
    """Which of somebody's hands, as in "the second of three hands"; "the hand" where there is one."""
    return f"the {_PLACES[at]} of {_NUMBERS[of - 1]} hands" if of > 1 else "the hand"
