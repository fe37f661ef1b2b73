"""What a character brings to a match: side decks of ten cards by name, and which of them is in use.

The preset decks are everybody's, so that nobody has to build one.
"""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Self

from pydantic import AfterValidator, ValidationError, model_validator

from bot.engine.frozen import Frozen
from bot.engine.game import Loadout
from bot.engine.words import escape, one_line
from bot.errors import RuleError
from cogs.pazaak.cards import KINDS, Code, in_order, read_cards

DECK_SIZE = 10
MOST_DECKS = 20
LONGEST_NAME = 32
"""In the units that Discord counts ids in: most letters are one, an emoji two."""
_REMEMBERED = 512
"""Names that were looked at last: those at a table are read at every move."""


def _exactly_ten(cards: tuple[str, ...]) -> tuple[str, ...]:
    if len(cards) != DECK_SIZE:
        raise ValueError("a side deck has exactly ten cards")
    return in_order(cards)


def _written_as_kept(name: str) -> str:
    if not 0 < len(name) <= LONGEST_NAME or name != _shown(name):
        raise ValueError("that is no name of a deck")
    return name


@lru_cache(maxsize=_REMEMBERED)
def _shown(name: str) -> str:
    # What is invisible may keep letters apart that are one, so letters are joined once it is gone.
    return " ".join(one_line(unicodedata.normalize("NFKC", one_line(name))).split())


def name_key(name: str) -> str:
    """Return the key that names of decks share if they differ only in case or spacing."""
    return _shown(name).casefold()


class SideDeck(Frozen):
    """Ten side cards under a name; the cards in the order of KINDS."""

    name: Annotated[str, AfterValidator(_written_as_kept)]
    cards: Annotated[tuple[Code, ...], AfterValidator(_exactly_ten)]

    @classmethod
    def of(cls, name: str, cards: Iterable[str]) -> Self:
        """Build a deck as it was named and filled. Raises RuleError in a sentence."""
        return cls(name=good_name(name), cards=ten(cards))


def good_name(name: str) -> str:
    """Return the name as it is kept, on one line. Raises RuleError if it is empty, too long, or a preset's."""
    shown = _shown(name)
    if not any(letter.isalnum() for letter in shown):
        raise RuleError("Give the deck a name with at least one letter or digit.")
    if _units(shown) > LONGEST_NAME:
        emojis = "" if len(shown) > LONGEST_NAME else " An emoji counts as two."
        raise RuleError(f"The name of a deck has at most {LONGEST_NAME} characters.{emojis}")
    if name_key(shown) in _PRESET_KEYS:
        raise RuleError(f"There is a ready-made deck called {escape(shown)}. Give yours another name.")
    return shown


def name_with(name: str, ending: str) -> str:
    """Append an ending to a deck's name, and cut the name where both are too long."""
    while _units(name + ending) > LONGEST_NAME:
        name = name[:-1]
    return good_name(name.rstrip() + ending)


def _units(name: str) -> int:
    return len(name.encode("utf-16-le")) // 2


def ten(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards of a side deck in order. Raises RuleError unless they are ten, all of kinds that exist."""
    codes = tuple(cards)
    if any(code not in KINDS for code in codes):
        raise RuleError("There is no such side card.")
    if len(codes) != DECK_SIZE:
        those = "this is 1" if len(codes) == 1 else f"these are {len(codes)}"
        raise RuleError(f"A side deck has exactly {DECK_SIZE} cards, and {those}.")
    return in_order(codes)


def _preset(name: str, line: str) -> SideDeck:
    return SideDeck(name=name, cards=read_cards(line))


STANDARD = _preset("Standard", "+1 +2 +3 +4 +5 -1 -2 -3 -4 -5")
"""One each of plain cards: whatever a table allows, this deck may be played."""
PRESET_DECKS = (
    STANDARD,
    _preset("Balanced", "±1 ±2 ±3 ±4 ±5 ±6 +1 +2 -1 -2"),
    _preset("Cautious", "±1 ±2 ±3 +3 -1 -2 -3 -4 -5 -6"),
    _preset("Bold", "±2 ±3 ±4 ±5 ±6 ±1/2 2&4 3&6 D T"),
)
"""Decks that everybody has."""
_PRESET_KEYS = frozenset(name_key(deck.name) for deck in PRESET_DECKS)


class PazaakKit(Loadout):
    """The decks that a character has built, in the order built. `using` names the deck in use, own or preset."""

    decks: tuple[SideDeck, ...] = ()
    using: str | None = None

    @model_validator(mode="after")
    def _names_are_clear(self) -> Self:
        keys = [name_key(deck.name) for deck in self.decks]
        if len(self.decks) > MOST_DECKS or len({*keys, *_PRESET_KEYS}) < len(keys) + len(_PRESET_KEYS):
            raise ValueError("too many decks, or two of one name")
        if self.using is not None and find(self.all_decks, self.using) is None:
            raise ValueError("the deck in use isn't there")
        return self

    def set_names_apart(self) -> tuple[Self, Mapping[str, str]]:
        """Return the loadout with its decks numbered, from "1", and their names by number."""
        names = {str(number): deck.name for number, deck in enumerate(self.decks, start=1)}
        decks = tuple(deck.evolve(name=number) for deck, number in zip(self.decks, names, strict=True))
        using = next((number for number, name in names.items() if self._is_using_name(name)), self.using)
        return self.evolve(decks=decks, using=using), names

    @property
    def all_decks(self) -> tuple[SideDeck, ...]:
        """Own decks first, then the presets."""
        return (*self.decks, *PRESET_DECKS)

    @property
    def in_use(self) -> SideDeck:
        """The deck that is played when nobody chooses: the one in use, else the standard one."""
        return find(self.all_decks, self.using or "") or STANDARD

    def deck(self, name: str) -> SideDeck:
        """Return a built deck or a preset by its name, in any case. Raises RuleError if there is none."""
        found = find(self.all_decks, name)
        if found is None:
            raise RuleError(f"You have no deck called {escape(_shown(name)[:LONGEST_NAME]) or 'that'}.")
        return found

    def with_deck(self, name: str, cards: Iterable[str]) -> Self:
        """With a new deck. RuleError if the name is taken, the cards aren't ten, or there are enough decks already."""
        deck = SideDeck.of(name, cards)
        if len(self.decks) >= MOST_DECKS:
            raise RuleError(
                f"You have {MOST_DECKS} decks, the most that fit. Delete one first with /pazaak deck delete."
            )
        self._require_free(deck.name)
        return self.evolve(decks=(*self.decks, deck))

    def changed(self, name: str, cards: Iterable[str]) -> Self:
        """With other cards in one of the own decks."""
        own = self._own(name)
        return self._replaced(own, own.evolve(cards=ten(cards)))

    def renamed(self, name: str, to: str) -> Self:
        """With another name for one of the own decks; it stays in use if it was."""
        own, new = self._own(name), good_name(to)
        if name_key(new) != name_key(own.name):
            self._require_free(new)
        return self._replaced(own, own.evolve(name=new))

    def without(self, name: str) -> Self:
        """Without one of the own decks; if it was in use, none is."""
        own = self._own(name)
        using = None if self._is_using(own) else self.using
        return self.evolve(decks=tuple(deck for deck in self.decks if deck is not own), using=using)

    def using_deck(self, name: str) -> Self:
        """With an own deck or a preset in use."""
        return self.evolve(using=self.deck(name).name)

    def _own(self, name: str) -> SideDeck:
        deck = self.deck(name)
        if deck in PRESET_DECKS:
            raise RuleError(
                f"{escape(deck.name)} is a ready-made deck. Nobody can change it. Build your own with /pazaak deck new."
            )
        return deck

    def _is_using(self, deck: SideDeck) -> bool:
        return self._is_using_name(deck.name)

    def _is_using_name(self, name: str) -> bool:
        return self.using is not None and name_key(self.using) == name_key(name)

    def _require_free(self, name: str) -> None:
        if find(self.decks, name) is not None:
            raise RuleError(f"You have a deck called {escape(name)} already. Choose another name.")

    def _replaced(self, old: SideDeck, new: SideDeck) -> Self:
        using = new.name if self._is_using(old) else self.using
        return self.evolve(decks=tuple(new if deck is old else deck for deck in self.decks), using=using)


def deck_token(seat: int, name: str) -> str:
    """Return the token of the name of a seat's deck in a match (`Voice.typed`)."""
    return f"{seat}.{name}"


def find(decks: Iterable[SideDeck], name: str) -> SideDeck | None:
    """Return the deck of that name, in any case."""
    wanted = name_key(name)
    return next((deck for deck in decks if name_key(deck.name) == wanted), None)


_EMPTY_KIT = PazaakKit()


def read_kit(text: str | None) -> PazaakKit:
    """Read a stored loadout; one that can't be read counts as no decks."""
    if text is None:
        return _EMPTY_KIT
    try:
        return PazaakKit.from_json(text)
    except ValidationError:
        return _EMPTY_KIT


def missing(cards: Collection[str], owned: Iterable[str]) -> tuple[str, ...]:
    """Which cards of a deck somebody lacks who owns these kinds, each as often as it is lacking."""
    return in_order((Counter(cards) - Counter(owned)).elements())
