"""What a hand of Golem holds, and what may be seen of it."""

from typing import Literal

from pydantic import Field

from bot.engine.betting.betting import BettingRound
from bot.engine.betting.pots import Pot
from bot.engine.betting.ranking import Ace
from bot.engine.cards import Card, Held
from bot.engine.frozen import Frozen
from bot.engine.game import Carry, Deal
from cogs.golem.options import GolemRules

Street = Literal["first", "draw", "second", "showdown"]
Absent = Literal["none", "few", "capped", "alone", "unseen"]
"""Why no golem stands in the way: nobody discarded, fewer than five did, the cards were dealt anew as often as may be,
every pot has one player left, all others folded.
"""


class GolemCarry(Carry):
    """The amulet moves on: who had it, and who sat where then."""

    amulet: int
    order: tuple[int, ...]


class Gambler(Frozen):
    """A player's cards of this deal: those in the hand, as they were dealt, and those thrown away."""

    seat: int
    cards: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    is_choosing: bool = False


class Laid(Frozen):
    """A card that was sealed in this hand: in which deal, whose it is (0: nobody's, on the pile), and whether all have
    seen it.
    """

    deal: int
    seat: int
    held: Held
    is_shown: bool = False


class Verdict(Frozen):
    """One pot: its chips, who could win it, and what became of it. Seats go round from the amulet's left.

    `best` held the best hand. A pot that is won is cut and shared; else `penalties` were paid into it, of what was due:
    `dues` are those of `best` who hadn't paid for another pot of this deal.
    """

    amount: int
    eligible: tuple[int, ...]
    best: tuple[int, ...]
    is_won: bool
    cut: int = 0
    shares: tuple[tuple[int, int], ...] = ()
    dues: tuple[tuple[int, int], ...] = ()
    penalties: tuple[tuple[int, int], ...] = ()


class Gain(Frozen):
    """What a seat won in an earlier deal of this hand."""

    deal: int
    seat: int
    amount: int


class Showdown(Frozen):
    """How a deal ended.

    `hands` are those that were shown. `golem` are its best cards, at most five; empty if there was none, and `absent`
    says why. `discards` are all of them where the table shows them.
    """

    deal: int
    ace: Ace
    hands: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    golem: tuple[Card, ...] = ()
    absent: Absent | None = None
    discards: tuple[Card, ...] = ()
    verdicts: tuple[Verdict, ...]
    returned: tuple[tuple[int, int], ...] = ()
    uncalled: int = 0
    """How much of what was returned nobody had called; the rest is a side pot that fell to who got it."""
    earlier: tuple[Gain, ...] = ()
    house: int = 0
    bank: int = 0
    """What the house took of this deal's pots, and odd chips that the next hand plays for."""

    @property
    def is_redealt(self) -> bool:
        return not all(verdict.is_won for verdict in self.verdicts)


class GolemState(Frozen):
    """A hand, from the ante until the last pot is won.

    The chips are in `betting`, one bettor for each gambler, both clockwise, and in the pots that earlier deals left.
    """

    deal: Deal[GolemRules, GolemCarry]
    amulet: int
    number: int = 1
    """Of the deal: 1, and one more each time the golem isn't beaten."""
    street: Street = "first"
    is_drawn: bool = False
    """Whether all have chosen their discards in this deal, and how many is known."""
    gamblers: tuple[Gambler, ...]
    bag: tuple[Card, ...] = ()
    laid: tuple[Laid, ...] = ()
    piled: int = 0
    """How many of the last cards of `laid` are the pile that the golem comes of; 0 until all have chosen."""
    betting: BettingRound
    carried: tuple[Pot, ...] = ()
    gains: tuple[Gain, ...] = ()
    house: int = 0
    bank: int = 0
    """What the house has taken in this hand so far, and odd chips for the next one."""
    showdown: Showdown | None = None
    """How the last deal ended."""

    @property
    def rules(self) -> GolemRules:
        return self.deal.rules

    @property
    def is_over(self) -> bool:
        return self.street == "showdown"

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(gambler.seat for gambler in self.gamblers)

    @property
    def live(self) -> tuple[int, ...]:
        return self.betting.live

    @property
    def choosing(self) -> tuple[int, ...]:
        return tuple(gambler.seat for gambler in self.gamblers if gambler.is_choosing)

    @property
    def dead(self) -> int:
        """Chips in the middle that no bet of this deal has brought there."""
        return sum(pot.amount for pot in self.carried)

    @property
    def pot(self) -> int:
        return self.betting.pot + self.dead

    @property
    def paid(self) -> dict[int, int]:
        return {bettor.seat: bettor.paid for bettor in self.betting.bettors}

    def gambler(self, seat: int) -> Gambler:
        return next(gambler for gambler in self.gamblers if gambler.seat == seat)

    def with_gambler(self, changed: Gambler) -> "GolemState":
        return self.evolve(gamblers=tuple(changed if g.seat == changed.seat else g for g in self.gamblers))


class SeatView(Frozen):
    """A seat as everybody sees it. `bet` is 0 when the bets of a round are over.

    `drew` is how many cards it has drawn, None until all have chosen. `shown` are the cards of a hand that lies open.
    """

    seat: int
    stack: int
    bet: int
    paid: int
    drew: int | None
    shown: tuple[Card, ...]
    is_folded: bool
    is_all_in: bool
    is_choosing: bool


class Own(Frozen):
    """What only the seat itself knows: its cards, and what it has thrown away in this deal."""

    seat: int
    cards: tuple[Card, ...]
    discards: tuple[Card, ...]


class GolemView(Frozen):
    """The table, and of hidden cards only one's own. `pile` is None until all have chosen their discards.

    `absent`: why no golem will come of it, where that is known.
    """

    ace: Ace
    number: int
    street: Street
    amulet: int
    pot: int
    to_match: int
    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...]
    pile: int | None
    absent: Absent | None
    own: Own | None
    showdown: Showdown | None
    """How the hand ended; None while it runs."""
    rules: GolemRules = Field(exclude=True, repr=False)
