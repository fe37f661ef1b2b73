"""The data of Klingon Hold-'Em: house rules (rules 6 and 0), the state of a hand, its views and events."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from bot.engine.betting.events import Acted, Bet, Call, Check, Fold, Raise
from bot.engine.betting.pots import OddChips, Win
from bot.engine.betting.rounds import BettingRound, BetWords, Limits, QuickBets
from bot.engine.betting.stakes import MOST, odd_chips, pot_limit, quick_bets, short_raise_reopens
from bot.engine.cards import Held
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.frozen import Frozen, made
from bot.engine.game import BuyIn, Deal, Event, HandState, HouseRules, PointsCarry
from bot.engine.moves import after
from bot.engine.options import Clash, brought, option
from bot.engine.tournament import Standing, Terms
from bot.engine.words import escape
from cogs.klingon.card_file import STANDARD, deck_of, require_enough
from cogs.klingon.cards import Attack, Deck

PART = 40
"""The small cloaked bet begins as this part of a stack (rules 6.8)."""
SHARES: dict[str, tuple[int, ...]] = {"winner": (100,), "two": (65, 35), "three": (50, 30, 20)}
MOST_CHIPS = 10**6
_STEEP = 10
"""A large cloaked bet of this part of the chips, or more, makes a tournament a short one."""


class HonestRules(HouseRules):
    """The options of the game itself. As printed: a tournament for 200 chips each, no limit, and two raises each in a
    round.
    """

    stakes: Literal["points", "cash"] = option(
        "points",
        "Stakes",
        "Tournament until one player is left, or cash table, where chips are money.",
        labels={"points": "Tournament", "cash": "Cash table"},
    )
    fee: int = option(
        200,
        "A place costs",
        "Price that each player pays into the prize of a tournament. 0: play for honor.",
        labels={"0": "nothing"},
        money=True,
        low=0,
        high=MOST,
    )
    chips: int = option(200, "Chips each", "Chips that each player begins a tournament with.", low=20, high=MOST_CHIPS)
    prizes: Literal["winner", "two", "three"] = option(
        "winner",
        "Prizes",
        "Split of a tournament's prize among the first places.",
        labels={"winner": "The winner takes all", "two": "65 and 35 percent", "three": "50, 30 and 20 percent"},
    )
    rebuys: int = option(
        0,
        "Buying back in",
        "How often a player who goes out may buy back in before the next hand.",
        labels={"0": "never"},
        low=0,
        high=5,
    )
    small: int = option(
        0,
        "Small cloaked bet, tournament",
        "In chips. It grows with each player who goes out. 0: a fortieth of a player's chips.",
        labels={"0": "a fortieth of the chips"},
        low=0,
        high=MOST_CHIPS,
    )
    cash_small: int = option(
        5,
        "Small cloaked bet, cash table",
        "In money. The large cloaked bet is twice that.",
        money=True,
        low=1,
        high=MOST,
    )
    raises_each: int = option(
        2,
        "Raises each",
        "Raises that each player may make in a betting round. 0: no limit.",
        labels={"0": "no limit"},
        low=0,
        high=20,
    )
    opening_counts: bool = option(
        default=True,
        title="A first bet is a raise",
        description="On: the first bet of a round counts as one of its player's raises.",
    )
    max_bet: int = option(
        0,
        "Largest raise, in large cloaked bets",
        "Largest amount that one bet or raise may add. 0: no limit.",
        labels={"0": "no limit"},
        low=0,
        high=1000,
    )
    pot_limit: bool = pot_limit()
    short_raise_reopens: bool = short_raise_reopens()
    quick_bets: QuickBets = quick_bets()
    carriers: Literal["in", "out"] = option(
        "in",
        "Carriers",
        "Ships with fighters, which need no card: in play or left out.",
        labels={"in": "Play", "out": "Left out"},
    )
    smallest: Literal["all", "six", "twelve"] = option(
        "all",
        "Smallest ships",
        "Smallest ships: in play or left out.",
        labels={"all": "All play", "six": "The six smallest out", "twelve": "The twelve smallest out"},
    )
    enveloper_f: bool = option(
        default=False, title="Enveloper on Plasma-F", description="On: an Enveloper doubles a Plasma-F, too."
    )
    losing_hands: Literal["shown", "mucked"] = option(
        "shown",
        "Losing ships",
        "Ships that are shown at the end: everyone's, or only the winners'.",
        labels={"shown": "Shown", "mucked": "Kept hidden"},
    )
    odd_chips: OddChips = odd_chips("sun")
    deck: Deck | None = brought(None)
    """A campaign's own cards; None are those of the game."""

    @model_validator(mode="after")
    def _there_are_cards_for_all(self) -> Self:
        require_enough(self)
        return self

    @model_validator(mode="after")
    def _points_stay_on_the_table(self) -> Self:
        if self.stakes == "points" and self.odd_chips == "house":
            raise Clash("In a tournament, the house can't get odd chips. Choose another rule for them.")
        return self

    @property
    def is_tournament(self) -> bool:
        return self.stakes == "points"

    @property
    def first_small(self) -> int:
        """The small cloaked bet before anybody is out."""
        if not self.is_tournament:
            return self.cash_small
        return self.small or max(self.chips // PART, 1)

    def limits(self, large: int) -> Limits:
        """Return the betting limits for a hand with that large cloaked bet."""
        return made(
            Limits,
            smallest=large,
            largest=self.max_bet * large or None,
            pot_limit=self.pot_limit,
            raises_each=self.raises_each or None,
            short_all_in_reopens=self.short_raise_reopens,
        )

    @property
    def terms(self) -> Terms | None:
        if not self.is_tournament:
            return None
        return Terms(fee=self.fee, points=self.chips, shares=SHARES[self.prizes], rebuys=self.rebuys)

    @property
    def buy_in(self) -> BuyIn:
        """One price for a tournament; at a cash table from one large cloaked bet, forty small ones are usual."""
        if self.is_tournament:
            return BuyIn(low=self.fee, usual=self.fee, high=self.fee)
        return BuyIn(low=2 * self.cash_small, usual=PART * self.cash_small)


class KlingonRules(CrookedRules, HonestRules):
    """All options of a GM at a table of Klingon Hold-'Em."""


def oddities(rules: KlingonRules) -> tuple[str, ...]:
    """Describe the unusual rules of a table, in sentences."""
    odd: list[str] = []
    if rules.deck is not None:
        odd.append(f"This table uses the campaign's own cards: {escape(rules.deck.title)}.")
    if rules.enveloper_f and deck_of(rules) == (rules.deck or STANDARD):
        odd.append("The house rule “Enveloper on Plasma-F” has no effect with these cards.")
    if rules.is_tournament and not rules.fee:
        odd.append("You play for the honor: a place costs nothing.")
    if rules.is_tournament and 2 * rules.first_small * _STEEP >= rules.chips:
        odd.append("The first large cloaked bet is a tenth of each player's chips or more, so it won't take long.")
    return tuple(odd)


PRESETS = {
    "tournament": KlingonRules(),
    "three prizes": KlingonRules(prizes="three"),
    "short night": KlingonRules(chips=100, small=5, smallest="six"),
    "cash table": KlingonRules(stakes="cash"),
}


KlingonAction = Annotated[Check | Bet | Call | Raise | Fold, Field(discriminator="kind")]
WORDS = BetWords(call="engage", fold="disengage", calls="engages for", folds="disengages", folded="disengaged")


Street = Literal["ships", "lock_on", "het", "overrun", "showdown"]
"""The bets on the ships alone, and after each time that action cards were turned up."""
LOCK_ON = 3
"""Action cards that the Lock-On turns up; the HET and the Overrun turn up one each."""
TABLE_CARDS = LOCK_ON + 2
"""Action cards on the table once all are up."""
How = Literal["shown", "unseen"]
"""The end of a hand: a showdown, or all others have disengaged."""


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


class PotWon(Win):
    """One pot: its chips, who could win it, who did, and who got what. Seats go round from the sun's left."""

    winners: tuple[int, ...]
    left: int = 0
    """Odd chips that nobody got."""


class Placed(Frozen):
    """Somebody who went out in this hand, and as which."""

    seat: int
    place: int


class Ending(Frozen):
    """The end of a hand: the shown ships, the pots, and the players who are out of the tournament."""

    how: How
    attacks: tuple[tuple[int, tuple[str, ...], Attack], ...] = ()
    """(seat, ships, its strongest attack) of everyone who showed, from the sun's left."""
    pots: tuple[PotWon, ...]
    returned: tuple[tuple[int, int], ...] = ()
    """(seat, amount) of the bet that nobody had matched (rules 0.2)."""
    out: tuple[Placed, ...] = ()
    house: int = 0
    bank: int = 0
    """Odd chips that went to the house, or that stay in the middle for the next hand."""


class KlingonState(HandState):
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
        return self.deal.order

    @property
    def from_the_left(self) -> tuple[int, ...]:
        """All seats clockwise from the left of the sun, which comes last: so ships are dealt, and so everyone bets."""
        return after(self.order, self.sun)

    @property
    def small_seat(self) -> int:
        """The seat on the right of the sun."""
        return self.from_the_left[-2]

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that haven't disengaged."""
        return self.betting.live

    @property
    def pot(self) -> int:
        """All that lies in the middle, or what was played for once the hand is over."""
        if self.ending is not None:
            return sum(pot.amount for pot in self.ending.pots)
        return self.betting.pot + self.deal.bank

    def captain(self, seat: int) -> Captain:
        return self.captains[self.order.index(seat)]


class SeatView(Frozen):
    """A seat as everyone sees it."""

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
    """A seat's private knowledge: its ships, and their attack with the cards on the table so far."""

    seat: int
    ships: tuple[str, ...]
    attack: Attack


class KlingonView(Frozen):
    """The table as a seat may know it, or as everyone may."""

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
    """The number of entrants of the tournament; None at a cash table."""
    left: int | None = None
    """The number of players who are still in, before this hand's end."""
    prize: int | None = None
    """The prize of the tournament, in smallest coins; the chips at the table are points then."""
    own: Own | None = None
    ending: Ending | None = None
    rules: KlingonRules = Field(exclude=True, repr=False)
    """The house rules, which name the deck. Everyone may know the deck, so a stored view leaves it out."""


class Cloaked(Event):
    """The hand begins: the sun has moved and the cloaked bets are in, each (seat, what it put in).

    `out` is how many are out of the tournament, where that has raised the bets since the hand before.
    """

    kind: Literal["cloaked"] = "cloaked"
    sun: int
    small: tuple[int, int]
    large: tuple[int, int]
    bets: tuple[int, int]
    """The small and the large cloaked bet of this hand: a short stack puts in less."""
    pot: int
    raised: bool = False
    """True if the cloaked bets have grown since the hand before."""
    out: int = 0


class OfCards(Event):
    """An event that names ships or cards: by the names of a campaign's own deck, or of the game's where it is None."""

    deck: Deck | None = Field(default=None, exclude=True, repr=False)


class Dealt(OfCards):
    """Told to its owner: two ships, by id."""

    kind: Literal["dealt"] = "dealt"
    ships: tuple[str, ...]


class Swapped(Event):
    """Told to the cheat, and with `by` to the GM: a ship was laid back into the deck for another. Both by name: it is
    kept with the hand, without the cards that would name an id.
    """

    kind: Literal["swapped"] = "swapped"
    given: str
    drawn: str
    by: int | None = None


class Turned(OfCards):
    """Action cards are turned up: the Lock-On's three, the HET's or the Overrun's one."""

    kind: Literal["turned"] = "turned"
    street: Literal["lock_on", "het", "overrun"]
    cards: tuple[str, ...]
    pot: int


class Ended(OfCards):
    """The strongest attack takes each pot."""

    reveals: ClassVar[bool] = True

    kind: Literal["ended"] = "ended"
    ending: Ending


class Unseen(Event):
    """All others have disengaged: the pot is taken, and no ship is shown."""

    kind: Literal["unseen"] = "unseen"
    ending: Ending


KlingonEvent = Annotated[Cloaked | Dealt | Swapped | Turned | Ended | Unseen | Acted, Field(discriminator="kind")]


def pot_won(events: Iterable[Event]) -> int:
    """Return the chips that were won at the end."""
    return sum(pot.amount for event in events if isinstance(event, Ended | Unseen) for pot in event.ending.pots)


def bettors(events: Iterable[Event]) -> frozenset[int]:
    """Return the seats with a cloaked bet, and those that engaged or raised."""
    found = set[int]()
    for event in events:
        match event:
            case Cloaked():
                found |= {seat for seat, _ in (event.small, event.large)}
            case Acted(what="call" | "bet" | "raise"):
                found.add(event.seat)
            case _:
                pass
    return frozenset(found)
