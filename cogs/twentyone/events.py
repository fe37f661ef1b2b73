"""What happens in a hand of twenty-one. All of it is open."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.engine.cards import Card
from bot.engine.game import Event
from cogs.twentyone.state import Result

Deed = Literal["hit", "stand", "double", "surrender"]
"""What is done with a single hand."""


class Opened(Event):
    """The bets are open. `left` of `full` cards are in the shoe; `is_shuffled`: all of them, shuffled for this hand."""

    kind: Literal["opened"] = "opened"
    is_shuffled: bool
    decks: int
    left: int
    full: int


class BetMade(Event):
    """A bet on the hand. `before` is what it takes the place of, 0 if nothing."""

    kind: Literal["bet_made"] = "bet_made"
    seat: int
    amount: int
    before: int = 0


class TakenBack(Event):
    kind: Literal["taken_back"] = "taken_back"
    seat: int
    amount: int


class SatOut(Event):
    kind: Literal["sat_out"] = "sat_out"
    seat: int


class Dealt(Event):
    """(seat, its two cards) clockwise, and the dealer's card that lies open."""

    kind: Literal["dealt"] = "dealt"
    hands: tuple[tuple[int, tuple[Card, ...]], ...]
    up: Card


class Insured(Event):
    """A choice about the insurance; 0 is none."""

    kind: Literal["insured"] = "insured"
    seat: int
    amount: int


class Peeked(Event):
    """The dealer has looked at the hole card: it makes no natural."""

    kind: Literal["peeked"] = "peeked"


class HandPlayed(Event):
    """Something done with a hand, the `at`th (from 0) of `of` that the seat has. `cards` is what it holds then.

    `bet` is what lies on it then; `card` the one that was drawn.
    """

    kind: Literal["hand_played"] = "hand_played"
    what: Deed
    seat: int
    at: int
    of: int
    bet: int
    cards: tuple[Card, ...]
    card: Card | None = None


class PairSplit(Event):
    """The `at`th hand has become two, each with a card drawn to it; the seat has `of` hands then."""

    kind: Literal["pair_split"] = "pair_split"
    seat: int
    at: int
    of: int
    bet: int
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]


class Refilled(Event):
    """The shoe ran out in mid-hand: `count` cards were shuffled in, of earlier hands or (`is_new`) of new decks."""

    kind: Literal["refilled"] = "refilled"
    count: int
    is_new: bool


class Turned(Event):
    """The dealer turns the hole card, the last of `cards`."""

    reveals: ClassVar[bool] = True

    kind: Literal["turned"] = "turned"
    cards: tuple[Card, ...]


class DealerDrew(Event):
    """The dealer draws; `cards` is all that the dealer holds then."""

    kind: Literal["dealer_drew"] = "dealer_drew"
    drawn: tuple[Card, ...]
    cards: tuple[Card, ...]


class Ended(Event):
    """All bets are settled."""

    kind: Literal["ended"] = "ended"
    result: Result


TwentyOneEvent = Annotated[
    Opened
    | BetMade
    | TakenBack
    | SatOut
    | Dealt
    | Insured
    | Peeked
    | HandPlayed
    | PairSplit
    | Refilled
    | Turned
    | DealerDrew
    | Ended,
    Field(discriminator="kind"),
]
