"""Chance by which two hands come alike, but for the names of some hidden cards."""

from collections.abc import Mapping
from typing import TypeVar

from bot.engine.cards import FULL_DECK
from bot.engine.rng import CommittedRng
from cogs.klingon.card_file import STANDARD
from cogs.pazaak.cards import KINDS

T = TypeVar("T")
Names = Mapping[str, str]
"""Hidden cards, and which lie in their place in another hand. As many cards as names: all of them change places."""
NO_OTHERS: Names = {}
_ORDER = {card: at for at, card in enumerate((*FULL_DECK, *KINDS, *STANDARD.by_id))}
"""All that somebody may hold. A card that is burned is held by nobody, and there may be others of its name."""


class Renamed(CommittedRng):
    """Takes face down what the same seeds take without `names`, by its other name. `met` gets all cards there are."""

    def __init__(self, open_seed: bytes, closed: bytes, source: bytes, first: int, names: Names, met: set[str]) -> None:
        super().__init__(open_seed, closed, "1", source, first)
        self._names, self._before, self._met = names, {new: old for old, new in names.items()}, met

    def pop(self, left: list[T], *, secret: bool = True) -> T:
        cards = [str(card) for card in left]
        if not secret or not _ORDER.keys() >= set(cards):
            return super().pop(left, secret=secret)
        self._met.update(cards)
        before = sorted((self._before.get(card, card) for card in cards), key=_ORDER.__getitem__)
        taken = before[self.below(len(left), secret=True)]
        at = cards.index(self._names.get(taken, taken))
        self.draws[-1] = self.draws[-1]._replace(value=at)
        return left.pop(at)


def turned(cards: set[str]) -> Names:
    """Each of these cards in the place of the next one."""
    row = sorted(cards, key=_ORDER.__getitem__)
    return dict(zip(row, (*row[1:], *row[:1]), strict=True))
