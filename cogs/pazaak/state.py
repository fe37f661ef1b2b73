"""What a match of Pazaak holds, and what may be seen of it."""

from typing import Literal

from pydantic import Field

from bot.engine.cards import Held
from bot.engine.frozen import Frozen
from bot.engine.game import Carry, Deal, Player
from cogs.pazaak.allowing import Reason
from cogs.pazaak.cards import Code
from cogs.pazaak.laying import Laid, total
from cogs.pazaak.options import TARGET, PazaakRules

SetEnd = Literal["outscored", "bust", "no_place", "filled", "tiebreaker", "tie"]
"""Why a set was over; `no_place` is a ninth card that goes over 20 and leaves no place for another."""
MatchEnd = Literal["sets", "forfeit", "ties", "caught"]


class PazaakCarry(Carry):
    """Nothing: every match begins anew."""


class SideHeld(Frozen):
    """A side card that was drawn: it lies in the hand, was played, or went back to the side deck."""

    seat: int
    held: Held
    place: Literal["hand", "played", "back"] = "hand"

    def is_held_by(self, seat: int) -> bool:
        return self.seat == seat and self.place == "hand"


class Gambler(Frozen):
    """One of the two players. `deck` are the ten cards of the side deck that was chosen."""

    seat: int
    stack: int
    deck: tuple[Code, ...] = ()
    deck_name: str = ""
    table: tuple[Laid, ...] = ()
    stands: bool = False
    sets: int = 0

    @property
    def total(self) -> int:
        return total(self.table)

    @property
    def is_over(self) -> bool:
        return self.total > TARGET


class Result(Frozen):
    """How the match ended; without a winner everybody takes back what they put down."""

    why: MatchEnd
    winner: int | None
    house: int = 0


class PazaakState(Frozen):
    """A match. Stakes lie in the pot until there is a result."""

    deal: Deal[PazaakRules, PazaakCarry]
    gamblers: tuple[Gambler, Gambler]
    choosing: tuple[int, ...] = ()
    """Who still has to choose a side deck."""
    drawn: tuple[SideHeld, ...] = ()
    """Every side card drawn in this match, in the order drawn."""
    bags: tuple[tuple[int, ...], ...] = ()
    """What is left of the main deck, in order: one for both, one for each in the order of the gamblers, or none."""
    number: int = 0
    """Which set it is, tied ones counted; 0 before the first."""
    tied: int = 0
    """Tied sets in a row."""
    starter: int = 0
    turn: int = 0
    """The seats that began the set and that are to move."""
    turns: int = 0
    """How many turns have begun in the match."""
    has_played: bool = False
    """Whether a side card was played in this turn."""
    result: Result | None = None

    @property
    def rules(self) -> PazaakRules:
        return self.deal.rules

    @property
    def order(self) -> tuple[int, int]:
        first, second = self.gamblers
        return first.seat, second.seat

    def gambler(self, seat: int) -> Gambler:
        return next(gambler for gambler in self.gamblers if gambler.seat == seat)

    def player(self, seat: int) -> Player:
        return next(player for player in self.deal.players if player.seat == seat)

    def other(self, seat: int) -> int:
        first, second = self.order
        return second if seat == first else first

    def with_gambler(self, changed: Gambler) -> "PazaakState":
        first, second = self.gamblers
        return self.evolve(gamblers=(changed, second) if changed.seat == first.seat else (first, changed))

    def hand(self, seat: int) -> tuple[str, ...]:
        """The side cards that a seat holds, in the order drawn."""
        return tuple(one.held.card for one in self.drawn if one.is_held_by(seat))


class SeatView(Frozen):
    """A seat as everybody sees it."""

    seat: int
    stack: int
    table: tuple[Laid, ...]
    total: int
    stands: bool
    is_over: bool
    sets: int
    in_hand: int


class DeckView(Frozen):
    """A side deck that may be chosen."""

    name: str
    cards: tuple[str, ...]
    in_use: bool = False


class PlayedDeck(Frozen):
    """The side deck that a seat plays; its cards as people write them."""

    name: str
    cards: str


class Unplayed(Frozen):
    """A side deck that its owner has in use, and why it isn't played in this match."""

    name: str
    against: tuple[tuple[Reason, str], ...]
    """Each reason, and the cards that are meant as people write them."""


class OwnView(Frozen):
    """What only the seat itself sees."""

    seat: int
    hand: tuple[str, ...]
    decks: tuple[DeckView, ...]
    """What there is to choose from, while it has to choose."""
    deck: PlayedDeck | None = None
    """What it plays, as soon as that is known."""
    unplayed: Unplayed | None = None


class PazaakView(Frozen):
    """The match as a seat sees it, or the public: then there is nothing of its own."""

    stake: int
    """What each has put down, in smallest coins."""
    goal: int
    """Sets that win the match."""
    has_hands: bool
    """Whether side cards are played at all."""
    number: int
    turn: int
    """The seat to move; 0 when none is."""
    has_played: bool
    choosing: tuple[int, ...]
    seats: tuple[SeatView, SeatView]
    wagered: tuple[tuple[int, str], ...]
    """(seat, the cards it has wagered as people write them), for whoever has."""
    own: OwnView | None
    result: Result | None
    rules: PazaakRules = Field(exclude=True, repr=False)

    def seat(self, seat: int) -> SeatView:
        return next(one for one in self.seats if one.seat == seat)
