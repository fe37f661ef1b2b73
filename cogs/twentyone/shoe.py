"""The shoe: all cards of some decks that don't lie open, as counts, so that it has no order. A card is decided when it
is dealt.

The hole card stays counted among them until it is turned. What is dealt openly meanwhile comes of an open draw that
falls the same whatever lies face down, but for the one card that can't be there twice.
"""

from collections.abc import Iterable
from itertools import chain, repeat

from pydantic import Field

from bot.engine.cards import FULL_DECK, Held, draw_held
from bot.engine.frozen import Frozen
from bot.engine.rng import Chance
from cogs.twentyone.options import DECK, TwentyOneRules
from cogs.twentyone.values import ACE, TEN, worth

_PLACES = {card: at for at, card in enumerate(FULL_DECK)}
_ACES = tuple(at for card, at in _PLACES.items() if worth(card) == ACE)
_TENS = tuple(at for card, at in _PLACES.items() if worth(card) == TEN)
CARDS_EACH = 6
"""How many cards each player and the dealer may take before the shoe runs out: a player with two hands of a split pair
takes so many. To ask for the most that could ever be dealt would shuffle small shoes long before their cut.
"""


class Shoe(Frozen):
    """`left` counts each card of a deck, in the order of the deck. `filled` is how often it was filled with all its
    decks: more than once only where all cards lay on the table.
    """

    decks: int = Field(ge=1)
    left: tuple[int, ...] = Field(min_length=DECK, max_length=DECK)
    filled: int = 1

    @classmethod
    def shuffled(cls, decks: int) -> "Shoe":
        """A full one."""
        return cls(decks=decks, left=(decks,) * DECK)

    @property
    def size(self) -> int:
        """How many cards are left, the hole card included."""
        return sum(self.left)

    @property
    def full(self) -> int:
        """How many cards a full one holds."""
        return self.decks * DECK

    @property
    def cards(self) -> tuple[str, ...]:
        """What is left, in the order of the deck."""
        return tuple(chain.from_iterable(map(repeat, FULL_DECK, self.left)))

    @property
    def naturals(self) -> int:
        """How many hands could be an ace and a ten, of what is left."""
        return min(sum(self.left[at] for at in _ACES), sum(self.left[at] for at in _TENS))

    def without(self, *cards: str) -> "Shoe":
        """The shoe without cards that now lie open."""
        left = list(self.left)
        for card in cards:
            left[_PLACES[card]] -= 1
        return self.evolve(left=tuple(left))

    def refilled(self, on_the_table: Iterable[str]) -> "Shoe":
        """The cards of earlier hands are shuffled in, or where there are none, all the decks once more."""
        out = [0] * DECK
        for card in on_the_table:
            out[_PLACES[card]] += 1
        total = self.decks * self.filled
        left = tuple(total - gone for gone in out)
        if left == self.left:
            return self.evolve(left=tuple(count + self.decks for count in left), filled=self.filled + 1)
        return self.evolve(left=left)


def for_a_hand(shoe: Shoe | None, rules: TwentyOneRules, players: int) -> Shoe:
    """The shoe that a hand begins with: what the hand before has left of it, or a full one.

    It is shuffled for each hand or at the cut, as the table has it; and wherever the decks have changed or too few
    cards are left for so many players. Should they run out all the same, the shoe is refilled in mid-hand.
    """
    if shoe is None or rules.shuffle == "hand" or shoe.decks != rules.decks or shoe.filled > 1:
        return Shoe.shuffled(rules.decks)
    if shoe.size * 100 < rules.cut * shoe.full or not lasts(shoe, players):
        return Shoe.shuffled(rules.decks)
    return shoe


def lasts(shoe: Shoe, players: int) -> bool:
    """Whether there are cards enough for so many players and the dealer in a usual hand; always enough to deal two to
    each.
    """
    return shoe.size >= CARDS_EACH * (players + 1)


def to_deal(shoe: Shoe, hole: str | None) -> tuple[str, ...]:
    """What the next open card may be, in the order that its draw counts; `hole` lies face down, if there is one.

    The place of the hole card is taken by the last card of all. So what a draw deals doesn't depend on it, unless the
    draw falls on that place: a shown draw tells nothing of what is hidden.
    """
    if hole is None:
        return shoe.cards
    *others, last = shoe.cards
    if last != hole:
        others[others.index(hole)] = last
    return tuple(others)


def dealt_up(shoe: Shoe, hole: str | None, chance: Chance) -> tuple[str, Shoe]:
    """Deal a card openly: each that isn't on the table or face down is as likely."""
    card, _ = chance.take(to_deal(shoe, hole), secret=False)
    return card, shoe.without(card)


def dealt_down(shoe: Shoe, chance: Chance) -> Held:
    """Deal the hole card, sealed. It stays in the shoe's counts until it is turned."""
    (held,), _ = draw_held(chance, shoe.cards)
    return held
