"""What a hand of Klingon Hold-'Em holds, and what may be seen of it."""

from typing import Literal

from pydantic import Field

from bot.engine.betting.betting import BettingRound
from bot.engine.betting.pots import fallen
from bot.engine.cards import Held
from bot.engine.clockwise import after
from bot.engine.frozen import Frozen
from bot.engine.game import Deal
from bot.engine.points import PointsCarry
from bot.engine.tournament import Standing
from cogs.klingon.cards import Attack
from cogs.klingon.options import KlingonRules

Street = Literal["ships", "lock_on", "het", "overrun", "showdown"]
"""The bets on the ships alone, and after each time that action cards were turned up."""
LOCK_ON = 3
"""How many action cards the Lock-On turns up; the HET and the Overrun turn up one each."""
How = Literal["shown", "unseen"]
"""Whether the hand came to a showdown, or all others disengaged."""


class KlingonCarry(PointsCarry):
    """The sun moves on: who had it, and who sat where then. Without an order nobody has had it yet."""

    sun: int = 0
    order: tuple[int, ...] = ()
    small: int = 0
    """The small cloaked bet of that hand."""


class Captain(Frozen):
    """A player's two ships, by id, each sealed as it was dealt."""

    seat: int
    ships: tuple[Held, ...] = ()
    is_shown: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple([ship.card for ship in self.ships])


class PotWon(Frozen):
    """One pot: its chips, who could win it, who did, and who got what. Seats go round from the sun's left."""

    amount: int
    eligible: tuple[int, ...]
    winners: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]
    left: int = 0
    """Odd chips that nobody got."""


class Placed(Frozen):
    """Somebody who went out in this hand, and as which."""

    seat: int
    place: int


class Ending(Frozen):
    """How a hand ended: what was shown, what each pot came to, and who is out of the tournament."""

    how: How
    attacks: tuple[tuple[int, tuple[str, ...], Attack], ...] = ()
    """(seat, ships, its strongest attack) of everybody who showed, from the sun's left."""
    pots: tuple[PotWon, ...]
    returned: tuple[tuple[int, int], ...] = ()
    """(seat, amount) of the part of the pot that only one seat still in has reached (rules 0.2)."""
    uncalled: int = 0
    """How much of that nobody had matched; the rest is a side pot that fell to who got it."""
    out: tuple[Placed, ...] = ()
    house: int = 0
    bank: int = 0
    """Odd chips that went to the house, or that stay in the middle for the next hand."""


class KlingonState(Frozen):
    """A hand: the ships are dealt and the cloaked bets are in before anybody acts."""

    deal: Deal[KlingonRules, KlingonCarry]
    sun: int
    small: int
    """The small cloaked bet of this hand; the large one is twice that."""
    street: Street = "ships"
    captains: tuple[Captain, ...]
    betting: BettingRound
    shipyard: tuple[str, ...]
    """Ids of the ships that weren't dealt, in the order of the deck: a bag."""
    bag: tuple[str, ...]
    """Codes of the action cards that weren't turned up, in the order of the deck, burned ones included. Nobody sees
    those, so it is never decided which they are: what is turned up is as likely as with a card taken out before.
    """
    table: tuple[str, ...] = ()
    """Codes of the cards on the table: three of the Lock-On, the HET's, the Overrun's."""
    ending: Ending | None = None

    @property
    def rules(self) -> KlingonRules:
        return self.deal.rules

    @property
    def standing(self) -> Standing | None:
        """How the tournament stood when the hand began; None where chips are money."""
        return self.deal.carry.standing if self.deal.carry else None

    @property
    def large(self) -> int:
        return 2 * self.small

    @property
    def order(self) -> tuple[int, ...]:
        """All seats of the hand, clockwise."""
        return tuple([captain.seat for captain in self.captains])

    @property
    def from_the_left(self) -> tuple[int, ...]:
        """All seats clockwise from the left of the sun, which comes last: so ships are dealt, and so everybody bets."""
        return after(self.order, self.sun)

    @property
    def small_seat(self) -> int:
        """On the right of the sun."""
        return self.from_the_left[-2]

    @property
    def live(self) -> tuple[int, ...]:
        """Who hasn't disengaged."""
        return self.betting.live

    @property
    def pot(self) -> int:
        """All that lies in the middle, or what was played for once the hand is over."""
        if self.ending is not None:
            return sum(pot.amount for pot in self.ending.pots) + fallen(self.ending)
        return self.betting.pot + self.deal.bank

    def captain(self, seat: int) -> Captain:
        return self.captains[self.order.index(seat)]


class SeatView(Frozen):
    """What everybody sees of a seat."""

    seat: int
    stack: int
    bet: int
    """In this round."""
    paid: int
    """In the whole hand."""
    raises: int
    """In this round, of those that the house rules count."""
    is_folded: bool
    is_all_in: bool
    ships: tuple[str, ...] = ()
    """Once they are shown."""
    attack: Attack | None = None


class Own(Frozen):
    """What a seat knows besides: its ships, and what they come to with what lies on the table so far."""

    seat: int
    ships: tuple[str, ...]
    attack: Attack


class KlingonView(Frozen):
    """The table as a seat may know it, or as everybody may."""

    street: Street
    sun: int
    small_seat: int
    small: int
    large: int
    pot: int
    to_match: int
    table: tuple[str, ...]
    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...]
    raises_each: int | None
    entrants: int | None = None
    """How many began the tournament; None at a cash table."""
    left: int | None = None
    """How many are still in, before this hand's end."""
    prize: int | None = None
    """What the tournament is played for, in smallest coins; the chips at the table are points then."""
    own: Own | None = None
    ending: Ending | None = None
    rules: KlingonRules = Field(exclude=True, repr=False)
    """Which cards are played with (`decks`). Everybody may know all that is in them, so a view that is written down
    leaves them out.
    """
