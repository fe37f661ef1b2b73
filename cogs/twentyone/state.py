"""What a hand of twenty-one holds, and what may be seen of it."""

from typing import Literal

from pydantic import Field

from bot.engine.cards import Card, Held
from bot.engine.frozen import Frozen
from bot.engine.game import Carry, Deal
from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.shoe import Shoe
from cogs.twentyone.values import Value, is_natural, value_of, worth

Stage = Literal["bets", "insurance", "play", "over"]
Raising = Literal["double", "split"]
"""What takes as much again as the bet on a hand."""
Verdict = Literal["natural", "won", "push", "lost", "bust", "surrendered"]
"""What became of a hand. "lost" is also what a natural of the dealer takes; "push" also a natural against it."""


class TwentyOneCarry(Carry):
    """The shoe goes on, and everybody's bet may be made again: (seat, amount)."""

    shoe: Shoe
    bets: tuple[tuple[int, int], ...] = ()


class PlayerHand(Frozen):
    """Cards that are played against the dealer, and what is bet on them."""

    cards: tuple[Card, ...]
    bet: int
    is_split: bool = False
    """Whether it comes of a pair: then an ace and a ten are no natural."""
    is_doubled: bool = False
    is_surrendered: bool = False
    is_done: bool = False

    @property
    def value(self) -> Value:
        return value_of(self.cards)

    @property
    def is_bust(self) -> bool:
        return self.value.is_bust

    @property
    def is_natural(self) -> bool:
        return not self.is_split and is_natural(tuple(map(worth, self.cards)))

    @property
    def is_live(self) -> bool:
        """Whether it is held against what the dealer draws to."""
        return not (self.is_bust or self.is_surrendered or self.is_natural)


class Box(Frozen):
    """A player's place at the table. `bet` is the first bet: before the deal it lies there, then on the hands.

    `is_done`: wants no bet, while the bets are open; has chosen, while the hand waits for insurance.
    """

    seat: int
    stack: int
    bet: int = 0
    is_done: bool = False
    insurance: int = 0
    hands: tuple[PlayerHand, ...] = ()

    @property
    def staked(self) -> int:
        """All that lies on the table for this seat."""
        return (sum(hand.bet for hand in self.hands) if self.hands else self.bet) + self.insurance

    def with_hand(self, at: int, *hands: PlayerHand) -> "Box":
        """The box with one hand replaced, by one or by the two that it was split into."""
        return self.evolve(hands=(*self.hands[:at], *hands, *self.hands[at + 1 :]))


class HandEnd(Frozen):
    """What became of a hand: `back` is all that its player gets for it, the bet included."""

    verdict: Verdict
    total: int
    bet: int
    back: int


class BoxEnd(Frozen):
    """What became of all hands of a seat. `insured` paid `insurance_back`, its own stake included."""

    seat: int
    hands: tuple[HandEnd, ...]
    insured: int = 0
    insurance_back: int = 0

    @property
    def net(self) -> int:
        """What the seat has won or lost in all, in smallest coins."""
        back = self.insurance_back + sum(hand.back for hand in self.hands)
        return back - self.insured - sum(hand.bet for hand in self.hands)


class Result(Frozen):
    """How it ended: the dealer's cards, and all who had bet, clockwise. Without bets there are neither."""

    dealer: tuple[Card, ...] = ()
    boxes: tuple[BoxEnd, ...] = ()


class TwentyOneState(Frozen):
    """A hand, from when the bets open until all are paid."""

    deal: Deal[TwentyOneRules, TwentyOneCarry]
    stage: Stage = "bets"
    shoe: Shoe
    boxes: tuple[Box, ...]
    """One for each player, clockwise."""
    dealer: tuple[Card, ...] = ()
    """The dealer's cards that lie open."""
    hole: Held | None = None
    is_turned: bool = False
    """Whether all have seen the hole card, which then is among `dealer`."""
    bank: int
    result: Result | None = None

    @property
    def rules(self) -> TwentyOneRules:
        return self.deal.rules

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(box.seat for box in self.boxes)

    @property
    def face_down(self) -> str | None:
        """The card that only the shoe knows."""
        return self.hole.card if self.hole is not None and not self.is_turned else None

    @property
    def active(self) -> tuple[Box, int] | None:
        """Whose hand is played, and which of theirs: clockwise, and each player's hands one after the other."""
        return next(((box, at) for box in self.boxes for at, hand in enumerate(box.hands) if not hand.is_done), None)

    @property
    def on_the_table(self) -> tuple[str, ...]:
        """All cards that lie open."""
        return (*self.dealer, *(card for box in self.boxes for hand in box.hands for card in hand.cards))

    def box(self, seat: int) -> Box:
        return next(box for box in self.boxes if box.seat == seat)

    def with_box(self, changed: Box) -> "TwentyOneState":
        return self.evolve(boxes=tuple(changed if box.seat == changed.seat else box for box in self.boxes))

    def last_bet(self, seat: int) -> int:
        """What the seat bet on the hand before; 0 if it didn't."""
        return dict(self.deal.carry.bets).get(seat, 0) if self.deal.carry is not None else 0


class HandView(Frozen):
    """A hand on the table. `is_active`: it is being played now. `end` is what became of it."""

    cards: tuple[Card, ...]
    bet: int
    is_split: bool
    is_doubled: bool
    is_surrendered: bool
    is_active: bool
    end: HandEnd | None

    @property
    def value(self) -> Value:
        return value_of(self.cards)

    @property
    def is_natural(self) -> bool:
        return not self.is_split and is_natural(tuple(map(worth, self.cards)))


class SeatView(Frozen):
    """A seat as everybody sees it. `has_passed`: it makes no bet, or takes no insurance."""

    seat: int
    stack: int
    bet: int
    has_passed: bool
    insurance: int
    hands: tuple[HandView, ...]


class Hindered(Frozen):
    """What only chips stand against, of what might be done with the hand that is played: `more` is what its player
    lacks for it, 0 where the bank couldn't pay it.
    """

    seat: int
    deeds: tuple[Raising, ...]
    more: int


class TwentyOneView(Frozen):
    """The table. All cards lie open but the dealer's hole card, of which a view only knows that it lies there."""

    rules: TwentyOneRules
    stage: Stage
    dealer: tuple[Card, ...]
    is_face_down: bool
    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...]
    bank: int | None
    """What the bank holds; None where it is endless."""
    left: int
    full: int
    """Cards that don't lie open, in the shoe and face down, and those of a full shoe."""
    hindered: Hindered | None
    result: Result | None
    own: int | None = Field(default=None, exclude=True, repr=False)
    """Whose view it is, which makes no other difference."""
