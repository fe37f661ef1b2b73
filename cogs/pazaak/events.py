"""What happens in a match of Pazaak. Which side cards somebody draws is told to them alone."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.engine.game import Event
from cogs.pazaak.state import Result, SetEnd


class Begun(Event):
    """Both have put down the stake."""

    kind: Literal["begun"] = "begun"
    stake: int
    pot: int
    sets: int


class DeckChosen(Event):
    kind: Literal["deck_chosen"] = "deck_chosen"
    seat: int


class HandsDrawn(Event):
    """Both have drawn side cards, face down."""

    kind: Literal["hands_drawn"] = "hands_drawn"
    count: int
    anew: bool = False


class Hand(Event):
    """Told to its owner: the side cards just drawn."""

    kind: Literal["hand"] = "hand"
    cards: tuple[str, ...]


class Swapped(Event):
    """Told to the cheat, and with `by` to the GM: a card of the hand went back to the side deck for another of it."""

    kind: Literal["swapped"] = "swapped"
    given: str
    drawn: str
    by: int | None = None


class Peeked(Event):
    """Told to the cheat, and with `by` to the GM: a side card that was seen in the hand of `whom`."""

    kind: Literal["peeked"] = "peeked"
    whom: int
    card: str
    by: int | None = None


class First(Event):
    """Who begins the match; with high cards, each draw of both until one was higher: (seat, number)."""

    kind: Literal["first"] = "first"
    seat: int
    by: Literal["high_card", "random", "host"]
    draws: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()


class SetBegun(Event):
    kind: Literal["set_begun"] = "set_begun"
    number: int
    starter: int


class Drew(Event):
    """The card of the main deck with which a turn begins, and the total with it."""

    kind: Literal["drew"] = "drew"
    seat: int
    number: int
    total: int


class Played(Event):
    """A side card is laid on the table, and the total with it. `value` is what it counts for itself, `turned` how many
    cards it has turned.
    """

    reveals: ClassVar[bool] = True
    kind: Literal["played"] = "played"
    seat: int
    card: str
    value: int
    total: int
    turned: int = 0


class TurnEnded(Event):
    kind: Literal["turn_ended"] = "turn_ended"
    seat: int
    total: int


class Stood(Event):
    """`at_once`: a total of 20 stands by itself."""

    kind: Literal["stood"] = "stood"
    seat: int
    total: int
    at_once: bool = False


class SetOver(Event):
    """A set and why it was over. Each of (seat, number): the totals, and the score with this set counted."""

    kind: Literal["set_over"] = "set_over"
    number: int
    why: SetEnd
    starter: int
    ended_by: int
    """Whose turn it was."""
    winner: int | None
    totals: tuple[tuple[int, int], tuple[int, int]]
    standing: tuple[int, ...]
    score: tuple[tuple[int, int], tuple[int, int]]
    ties: Literal["any", "last", "none"] = "any"
    """Which tiebreakers count at this table."""


class MatchOver(Event):
    """How it ended: the score, what each had put down, and (seat, cards) of whoever had wagered some."""

    kind: Literal["match_over"] = "match_over"
    result: Result
    sets: tuple[tuple[int, int], tuple[int, int]]
    stake: int
    wagered: tuple[tuple[int, str], ...] = ()


PazaakEvent = Annotated[
    Begun
    | DeckChosen
    | HandsDrawn
    | Hand
    | Swapped
    | Peeked
    | First
    | SetBegun
    | Drew
    | Played
    | TurnEnded
    | Stood
    | SetOver
    | MatchOver,
    Field(discriminator="kind"),
]


@dataclass(frozen=True, slots=True)
class Told:
    """What an action makes known while it is carried out: to everybody, and to single seats."""

    events: list[Event] = field(default_factory=list[Event])
    private: list[tuple[int, Event]] = field(default_factory=list[tuple[int, Event]])
