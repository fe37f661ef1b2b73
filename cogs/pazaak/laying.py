"""Cards on a player's table: what they count for, and what flips and doubles do (seed 002, "The cards"; rules 5.10 to
5.13).
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from bot.engine.frozen import Frozen
from cogs.pazaak.cards import KINDS, in_order


class Laid(Frozen):
    """A card that lies on a table: `code` None is one of the main deck.

    `number` is what it shows; of a double the number that it doubles, of a flip 0.
    """

    code: str | None = None
    number: int
    sign: Literal[1, -1] = 1

    @property
    def value(self) -> int:
        return self.number * self.sign


class Playing(NamedTuple):
    """One way to play a side card: what it counts for, where it counts at all by itself."""

    code: str
    value: int | None = None

    @property
    def key(self) -> str:
        """As in "plus_3", "either_3-3", "tiebreaker+1"."""
        return self.code if self.value is None or len(KINDS[self.code].values) < 2 else f"{self.code}{self.value:+d}"


def playings(hand: Iterable[str]) -> tuple[Playing, ...]:
    """Every way in which one card of the hand may be played; equal cards once."""
    kinds = (KINDS[code] for code in dict.fromkeys(in_order(hand)))
    return tuple(Playing(kind.code, value) for kind in kinds for value in kind.values or (None,))


def playing_of(key: str, hand: Iterable[str]) -> Playing:
    """The way of that key. LookupError if the hand has none."""
    found = next((playing for playing in playings(hand) if playing.key == key), None)
    if found is None:
        raise LookupError("no card of the hand is played like that")
    return found


def total(table: Iterable[Laid]) -> int:
    return sum(card.value for card in table)


def turned(table: Iterable[Laid], code: str) -> int:
    """How many cards of a table a side card turns."""
    return sum(card.number in KINDS[code].flips for card in table)


def laid(table: Sequence[Laid], playing: Playing) -> tuple[Laid, ...]:
    """The table after a side card was played on it.

    A flip turns what lies there, not what comes later. A double counts for what the last card counts for, and turns
    with it.
    """
    kind = KINDS[playing.code]
    if kind.family == "flip":
        after = (card.evolve(sign=-card.sign) if card.number in kind.flips else card for card in table)
        return (*after, Laid(code=kind.code, number=0))
    if kind.family == "double":
        last = table[-1]
        return (*table, last.evolve(code=kind.code))
    value = playing.value or kind.values[0]
    return (*table, Laid(code=kind.code, number=abs(value), sign=1 if value > 0 else -1))
