"""Playing cards: a deck as a bag in canonical order, cards that lie face down, and how cards are written.

A card is a short string, rank and suit: "1c" to "13s". Games name ranks and suits as they like; a state holds the cards
that are left in canonical order, and a card is decided when it is drawn.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Annotated, TypeVar

from pydantic import AfterValidator

from bot.engine.frozen import Frozen, made
from bot.engine.rng import Rng, seal_digest

T = TypeVar("T", bound=str)

SUITS = "cdhs"
"""Clubs, diamonds, hearts, spades."""
RANKS = range(1, 14)
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def deck(ranks: Iterable[int] = RANKS, suits: str = SUITS) -> tuple[str, ...]:
    """Return one card of each rank and suit, suit by suit: the canonical order."""
    numbers = tuple(ranks)
    return tuple(f"{rank}{suit}" for suit in suits for rank in numbers)


FULL_DECK = deck()
_PLACES = {card: at for at, card in enumerate(FULL_DECK)}
_RANK = {card: int(card[:-1]) for card in FULL_DECK}


def _known(card: str) -> str:
    if card not in _PLACES:
        raise ValueError("that is no playing card")
    return card


Card = Annotated[str, AfterValidator(_known)]
"""A playing card in a model: "10d" is the ten of diamonds."""


def rank_of(card: str) -> int:
    """Return the rank of a card, 1 to 13."""
    return _RANK[card]


def suit_of(card: str) -> str:
    """Return the suit of a card, one of SUITS."""
    return card[-1]


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards in the order of the deck, which is the order of a bag."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def plain_card(card: str) -> str:
    """Write a card as text: "10♦"."""
    return f"{card[:-1]}{SIGNS[card[-1]]}"


class Held(Frozen):
    """A face-down card and the salt that seals it. Only its owner may see either until the card is shown."""

    card: str
    salt: str

    @property
    def digest(self) -> str:
        """SHA-256 over salt and card, hex. It is public."""
        return seal_digest(self.salt, self.card)


class Seal(Frozen):
    """A sealed card as one viewer knows it: the digest always, card and salt once they may see it."""

    seat: int
    digest: str
    card: str | None = None
    salt: str | None = None

    @property
    def is_open(self) -> bool:
        return self.card is not None

    @property
    def holds(self) -> bool:
        """True unless the card is open and isn't the one that was sealed."""
        return self.card is None or (self.salt is not None and seal_digest(self.salt, self.card) == self.digest)

    @classmethod
    def of(cls, seat: int, held: Held, *, is_open: bool) -> "Seal":
        if not is_open:
            return cls(seat=seat, digest=held.digest)
        return cls(seat=seat, digest=held.digest, card=held.card, salt=held.salt)


def seals_root(seals: Iterable[Seal]) -> str:
    """Return the digest of all sealed cards of a hand so far: SHA-256 over their digests in the order drawn, hex.

    It is "" without any.
    """
    digests = "".join(seal.digest for seal in seals)
    return hashlib.sha256(digests.encode()).hexdigest() if digests else ""


def draw_held(chance: Rng, bag: Sequence[T], count: int = 1) -> tuple[tuple[Held, ...], tuple[T, ...]]:
    """Draw cards face down, each sealed as it is drawn, and return them and the bag without them.

    Raises ValueError if the bag holds fewer.
    """
    if count > len(bag):
        raise ValueError(f"{count} cards can't be drawn from {len(bag)}")
    left = list(bag)
    held = [made(Held, card=chance.pop(left), salt=chance.salt()) for _ in range(count)]
    return tuple(held), tuple(left)
