"""The options, actions, events and state of Golem."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.engine.betting.events import Acted, Bet, Call, Check, Fold, Raise
from bot.engine.betting.pots import OddChips, Pot
from bot.engine.betting.ranking import Ace
from bot.engine.betting.rounds import BettingRound
from bot.engine.betting.stakes import PotRules
from bot.engine.cards import Card, Held
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.frozen import Frozen
from bot.engine.game import Carry, Deal, Event, HandState
from bot.engine.moves import Action
from bot.engine.options import option

USUAL_ANTES = range(2, 501)
"""What casinos ask for, in smallest coins: 2 cp to 5 gp (seed 001)."""


class HonestRules(PotRules):
    """What a GM may choose of the game itself; the defaults play as printed (seed 001)."""

    odd_chips: OddChips = option(
        "position",
        "Odd chips",
        "Odd chips are left over when a pot doesn't divide evenly. This rule says who gets them.",
        labels={
            "position": "To the winners left of the amulet",
            "house": "To the house",
            "carry": "Into the next hand",
        },
    )
    opening: Literal["check", "bet"] = option(
        "check",
        "Opening the bets",
        "Choices while nobody has bet: check or bet, or only bet or fold.",
        labels={"check": "Check or bet", "bet": "No checking: bet or fold"},
    )
    ace: Ace = option(
        "low",
        "The 1",
        "The 1 ranks below the 2, above the 13, or above the 13 and also low in one straight.",
        labels={"low": "Low", "high": "High", "both": "High, and low in the straight from 1 to 5"},
    )
    amulet_moves: Literal["counterclockwise", "clockwise"] = option(
        "counterclockwise",
        "The amulet moves",
        "Direction of the amulet after each hand. Bets always go to the left.",
        labels={"counterclockwise": "To the right", "clockwise": "To the left"},
    )
    few_discards: Literal["partial", "top_up", "no_golem"] = option(
        "partial",
        "Fewer than five discards",
        "The golem's hand when there are fewer than five discards.",
        labels={
            "partial": "Just those; a missing card is lowest",
            "top_up": "Filled up from the deck",
            "no_golem": "There is no golem",
        },
    )
    folded_feed: bool = option(
        default=False,
        title="Folded hands feed the golem",
        description="On: the cards of folded hands join the discards.",
    )
    discards_shown: Literal["golem", "all"] = option(
        "golem",
        "Discards shown",
        "Cards that everyone sees when the golem is freed.",
        labels={"golem": "The golem's five cards", "all": "All discards"},
    )
    losing_hands: Literal["shown", "mucked"] = option(
        "shown",
        "Losing hands",
        "Hands that everyone sees at the showdown: all, or only the best.",
        labels={"shown": "Shown", "mucked": "Kept hidden"},
    )
    penalty: int = option(
        2,
        "Penalty, in antes",
        "Antes that the player of the best hand pays into the pot if it doesn't beat the golem.",
        labels={"0": "nothing"},
        low=0,
        high=10,
    )
    tied_penalty: Literal["each", "split"] = option(
        "each",
        "Penalty of equal hands",
        "If equal best hands don't beat the golem, each player pays the penalty, or they share it.",
        labels={"each": "Each pays all of it", "split": "They share it"},
    )
    redeals: int = option(
        0,
        "Most re-deals",
        "After this many re-deals, the best hand wins without a golem. 0: no limit.",
        labels={"0": "no limit"},
        low=0,
        high=20,
    )
    house_rate: int = option(5, "House cut in percent", "Part of each won pot that goes to the house.", low=0, high=25)
    house_rounding: Literal["down", "nearest", "up"] = option(
        "down",
        "Rounding of the cut",
        "Rounding of the house cut to whole coins.",
        labels={"down": "Down", "nearest": "To the nearest coin, half up", "up": "Up"},
    )
    cut_unseen: bool = option(
        default=True,
        title="Cut when all others fold",
        description="On: the house also takes its cut of a pot that only one player can still win.",
    )

    def cut(self, amount: int) -> int:
        """Return the house cut of a pot, in smallest coins (rules 2.16)."""
        hundredths = amount * self.house_rate
        return (hundredths + {"down": 0, "nearest": 50, "up": 99}[self.house_rounding]) // 100


class GolemRules(CrookedRules, HonestRules):
    """All that a GM may choose at a Golem table."""


PRESETS = {
    "casino": GolemRules(),
    "high stakes": GolemRules(ante=100, penalty=5),
    "short game": GolemRules(redeals=2, raise_cap=2),
    "among friends": GolemRules(min_bet=1, pot_limit=True, penalty=1, house_rate=0, losing_hands="mucked"),
}
"""Their bets go with any ante: none has a largest one that a higher ante would pass."""


class Discard(Action):
    """Throw up to two of the own cards away for as many new ones; none is to stand pat."""

    kind: Literal["discard"] = "discard"
    cards: tuple[str, ...]


GolemAction = Annotated[Check | Bet | Call | Raise | Fold | Discard, Field(discriminator="kind")]


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
    """A player's cards of this deal: those in the hand and the discards, both in the hand's order (as they count)."""

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
    earlier: tuple[Gain, ...] = ()
    house: int = 0
    bank: int = 0
    """What the house took of this deal's pots, and odd chips that the next hand plays for."""

    @property
    def is_redealt(self) -> bool:
        return not all(verdict.is_won for verdict in self.verdicts)


class GolemState(HandState):
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
        return self.deal.order

    @property
    def live(self) -> tuple[int, ...]:
        return self.betting.live

    @property
    def choosing(self) -> tuple[int, ...]:
        return tuple([gambler.seat for gambler in self.gamblers if gambler.is_choosing])

    @property
    def dead(self) -> int:
        """Chips in the middle that no bet of this deal has brought there."""
        return sum([pot.amount for pot in self.carried])

    @property
    def pot(self) -> int:
        return self.betting.pot + self.dead

    def gambler(self, seat: int) -> Gambler:
        return self.gamblers[self.betting.place(seat)]

    def with_gambler(self, changed: Gambler) -> "GolemState":
        return self.evolve(gamblers=tuple([changed if g.seat == changed.seat else g for g in self.gamblers]))


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


class Anted(Event):
    """Antes are in. `short` could not pay all of it; `players` is how many there are, at the first hand of a table."""

    kind: Literal["anted"] = "anted"
    amulet: int
    ante: int
    pot: int
    short: tuple[int, ...] = ()
    players: int | None = None


class Redealt(Event):
    """The golem wasn't beaten: all cards are dealt anew. `out` have neither chips nor a pot left to play for."""

    kind: Literal["redealt"] = "redealt"
    number: int
    pot: int
    out: tuple[int, ...] = ()


class Dealt(Event):
    """Told to its owner: five cards."""

    kind: Literal["dealt"] = "dealt"
    number: int
    ace: Ace
    cards: tuple[Card, ...]


class Discarded(Event):
    """All have chosen: how many cards each has thrown away and drawn, round from the amulet."""

    kind: Literal["discarded"] = "discarded"
    counts: tuple[tuple[int, int], ...]


class Drawn(Event):
    """Told to its owner: what was thrown away, what came for it, and the hand that makes."""

    kind: Literal["drawn"] = "drawn"
    ace: Ace
    discards: tuple[Card, ...]
    drawn: tuple[Card, ...]
    cards: tuple[Card, ...]


class Swapped(Event):
    """Told to the cheat, and with `by` to the GM: a card of the hand was given back to the deck for another."""

    kind: Literal["swapped"] = "swapped"
    given: Card
    drawn: Card
    by: int | None = None


class Peeked(Event):
    """Told to the cheat, and with `by` to the GM: a card that was seen in the hand of `whom`."""

    kind: Literal["peeked"] = "peeked"
    whom: int
    card: Card
    by: int | None = None


class Shown(Event):
    """Hands are turned up, and all discards where the table shows them; not what became of the pots."""

    reveals: ClassVar[bool] = True

    kind: Literal["shown"] = "shown"
    showdown: Showdown


class Ended(Event):
    """The golem is freed, and each pot is won or stays."""

    reveals: ClassVar[bool] = True

    kind: Literal["ended"] = "ended"
    showdown: Showdown


class Unseen(Event):
    """All others have folded: the pot is taken, and no card is turned."""

    kind: Literal["unseen"] = "unseen"
    showdown: Showdown


GolemEvent = Annotated[
    Anted | Redealt | Dealt | Discarded | Drawn | Swapped | Peeked | Shown | Ended | Unseen | Acted,
    Field(discriminator="kind"),
]


def pot_won(events: Iterable[Event]) -> int:
    """Return the chips that the last deal was about: those of earlier deals that the golem kept are among them."""
    ended = [event.showdown for event in events if isinstance(event, Ended | Unseen)]
    return sum(verdict.amount for verdict in ended[-1].verdicts) if ended else 0
