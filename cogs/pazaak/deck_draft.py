"""A side deck that is being put together. All of it stands in the ids of its page's controls, so it outlives a restart
and is kept nowhere before it is saved.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from string import ascii_lowercase
from typing import NamedTuple, Self

from bot.errors import RuleError, TooLate
from bot.ui.control import NOT_OFFERED, WORN_OUT, control_id, number
from cogs.pazaak.cards import KINDS, in_order
from cogs.pazaak.loadout import DECK_SIZE, STANDARD, SideDeck, good_name

VERB = "pazaak"
"""Begins the ids of a picker's controls: `pazaak:<what>:<character>:<base>:<cards>:<name>`."""
_LETTER_OF = dict(zip(KINDS, ascii_lowercase, strict=False))
_CODE_OF = {letter: code for code, letter in _LETTER_OF.items()}
_PARTS = 5


class Draft(NamedTuple):
    """The cards so far, for which character and under which name."""

    character_id: int
    base: str
    """What the deck was when its page was opened (`mark`); empty for a new one."""
    cards: tuple[str, ...]
    name: str

    @classmethod
    def new(cls, character_id: int, name: str) -> Self:
        return cls(character_id, "", (), name)

    @classmethod
    def of(cls, character_id: int, deck: SideDeck) -> Self:
        """A deck that exists, to be changed."""
        return cls(character_id, mark(deck), deck.cards, deck.name)

    def anew(self, name: str) -> Self:
        """The same cards as a new deck of another name."""
        return self._replace(base="", name=name)

    @classmethod
    def read(cls, arguments: list[str]) -> tuple[str, Self]:
        """What was asked for and the draft, out of the arguments of an id. Raises TooLate for what is none."""
        if len(arguments) < _PARTS:
            raise TooLate(WORN_OUT)
        # A name may hold colons itself.
        what, character_id, base, letters, name = *arguments[:4], ":".join(arguments[4:])
        try:
            cards = tuple(_CODE_OF[letter] for letter in letters)
            shown = good_name(name)
        except (KeyError, RuleError):
            raise TooLate(WORN_OUT) from None
        if len(cards) > DECK_SIZE:
            raise TooLate(WORN_OUT)
        return what, cls(number(character_id), base, cards, shown)

    @property
    def is_new(self) -> bool:
        return not self.base

    @property
    def places_left(self) -> int:
        return DECK_SIZE - len(self.cards)

    def id_for(self, what: str) -> str:
        """The id of a control that does `what` with these cards."""
        letters = "".join(_LETTER_OF[code] for code in self.cards)
        return control_id(VERB, what, self.character_id, self.base, letters, self.name)

    def holding(self, cards: Iterable[str]) -> Self:
        """The same deck with other cards."""
        return self._replace(cards=in_order(cards))

    def with_cards(self, codes: list[str]) -> Self:
        """With these cards more. Raises RuleError if there aren't places enough for them."""
        _require_known(codes)
        if len(codes) > self.places_left:
            left = {0: "is no place", 1: "is one place"}.get(self.places_left, f"are {self.places_left} places")
            raise RuleError(f"There {left} left in the deck.")
        return self.holding((*self.cards, *codes))

    def without_cards(self, codes: list[str]) -> Self:
        """With one less of each of these."""
        _require_known(codes)
        return self.holding((Counter(self.cards) - Counter(codes)).elements())

    def filled(self) -> Self:
        """The free places taken by cards of the standard deck, first by those that aren't there yet."""
        lacking = in_order((Counter(STANDARD.cards) - Counter(self.cards)).elements())
        return self.holding((*self.cards, *(*lacking, *STANDARD.cards)[: self.places_left]))


def _require_known(codes: list[str]) -> None:
    if any(code not in KINDS for code in codes):
        raise TooLate(NOT_OFFERED)


def mark(deck: SideDeck) -> str:
    """Eight digits that are others as soon as the cards are."""
    return hashlib.sha256(",".join(deck.cards).encode()).hexdigest()[:8]
