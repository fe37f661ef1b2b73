"""What a hand of twenty-one holds: house rules, the shoe, actions, boxes, events and views."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from bot.engine.banked.limits import MOST, Chip, OpenBetsRules, Pay
from bot.engine.cards import FULL_DECK, Card, Held, rank_of
from bot.engine.frozen import Frozen, made
from bot.engine.game import Carry, Deal, Event, HandState
from bot.engine.moves import Action
from bot.engine.options import option
from bot.engine.rng import Rng

SoftSeventeen = Literal["stands", "hits"]
Doubling = Literal["any", "9_to_11", "10_11", "off"]
SplitTens = Literal["value", "rank"]
HoleCard = Literal["peek", "no_peek", "none_original", "none_all"]
SurrenderRule = Literal["off", "late"]
NaturalPay = Literal["3:2", "6:5", "1:1"]

DECK = 52
"""Cards of one deck."""
NATURAL_PAYS: dict[NaturalPay, Pay] = {"3:2": Pay(to=3, on=2), "6:5": Pay(to=6, on=5), "1:1": Pay(to=1)}


class TwentyOneRules(OpenBetsRules):
    """All that a GM may choose at a table of twenty-one."""

    min_bet: int = option(10, "Smallest bet", "The least that anyone may bet on a hand.", money=True, low=1, high=MOST)
    decks: int = option(6, "Decks", "Decks of 52 cards in the shoe.", low=1, high=8)
    soft_17: SoftSeventeen = option(
        "stands",
        "The dealer on a soft 17",
        "Dealer's play on soft 17, a 17 with an ace that counts 11.",
        labels={"stands": "Stands", "hits": "Hits"},
    )
    natural_pays: NaturalPay = option(
        "3:2",
        "A natural pays",
        "Payout of a natural, an ace and a ten as the first two cards.",
        labels={"3:2": "3 to 2", "6:5": "6 to 5", "1:1": "1 to 1"},
    )
    double: Doubling = option(
        "any",
        "Doubling",
        "First two cards on which you may double your bet. You then get one more card.",
        labels={"any": "On any two cards", "9_to_11": "On 9, 10 and 11", "10_11": "On 10 and 11", "off": "Not at all"},
    )
    double_after_split: bool = option(
        default=True, title="Doubling after a split", description="On: you may double after a split."
    )
    split_hands: int = option(
        4, "Most hands after splitting", "Most hands that a pair may become. 1: no splitting.", low=1, high=4
    )
    resplit_aces: bool = option(
        default=False, title="Splitting aces again", description="On: you may split aces more than once."
    )
    hit_split_aces: bool = option(
        default=False,
        title="More cards to split aces",
        description="On: you play split aces like other hands. Off: each gets one card.",
    )
    split_tens: SplitTens = option(
        "value",
        "Splitting tens",
        "Tens, jacks, queens and kings count 10. Any two are a pair, or only two of one rank.",
        labels={"value": "Any two cards that count 10", "rank": "Only two of one rank"},
    )
    insurance: bool = option(
        default=True,
        title="Insurance",
        description="On: when the dealer shows an ace, you may insure up to half your bet.",
    )
    surrender: SurrenderRule = option(
        "off",
        "Surrender",
        "You may give up your first two cards and lose only half the bet.",
        labels={"off": "Not at all", "late": "Unless the dealer has a natural"},
    )
    hole_card: HoleCard = option(
        "peek",
        "The dealer's second card",
        "The dealer's peek for a natural, and the bets that a dealer's natural takes.",
        labels={
            "peek": "Dealer peeks under an ace or ten",
            "no_peek": "Dealer doesn't peek; a natural takes all bets",
            "none_original": "No hole card; a natural takes first bets only",
            "none_all": "No hole card; a natural takes all bets",
        },
    )
    shuffle: Literal["cut", "hand"] = option(
        "cut",
        "Shuffling",
        "Played cards return to the shoe when it runs low, or before each hand.",
        labels={"cut": "When the shoe runs low", "hand": "For each hand"},
    )
    cut: int = option(
        25,
        "Shuffled below, in percent of the shoe",
        "With less than this left, the shoe is shuffled before a hand. 0: when it might run out.",
        labels={"0": "when it might run out"},
        low=0,
        high=75,
    )

    @property
    def natural(self) -> Pay:
        """What a natural wins."""
        return NATURAL_PAYS[self.natural_pays]

    @property
    def peeks(self) -> bool:
        """Whether the dealer looks under an ace or ten before anybody plays."""
        return self.hole_card == "peek"

    @property
    def has_hole_card(self) -> bool:
        """Whether the dealer's second card lies face down from the start."""
        return self.hole_card in {"peek", "no_peek"}


PRESETS = {
    "lucky nimbus": TwentyOneRules(),
    "single deck": TwentyOneRules(decks=1, soft_17="hits", double="10_11", double_after_split=False),
    "european": TwentyOneRules(hole_card="none_all", double="9_to_11", split_hands=2),
    "six to five": TwentyOneRules(natural_pays="6:5", soft_17="hits"),
    "among friends": TwentyOneRules(min_bet=1, decks=2, surrender="late"),
}
"""The usual ones first; their bets go with any smallest bet."""


BEST = 21
ACE, TEN = 1, 10
"""What an ace counts at least, and what tens, jacks, queens and kings count."""
_AS_ELEVEN = 10
"""How much more an ace counts as eleven."""
_DOUBLED: dict[Doubling, range] = {
    "any": range(2, 22),
    "9_to_11": range(9, 12),
    "10_11": range(10, 12),
    "off": range(0),
}


class Value(NamedTuple):
    """What a hand comes to: the most without going over 21, or else the least. Soft: an ace in it counts 11."""

    total: int
    is_soft: bool

    @property
    def is_bust(self) -> bool:
        return self.total > BEST


_WORTH = {card: min(rank_of(card), TEN) for card in FULL_DECK}


def worth(card: str) -> int:
    """Return what a card counts: 1 (an ace) to 10."""
    return _WORTH[card]


@lru_cache(maxsize=4096)
def value_of(cards: tuple[str, ...]) -> Value:
    """Return what cards come to."""
    return value_of_worths([_WORTH[card] for card in cards])


def value_of_worths(worths: Sequence[int]) -> Value:
    """Return what cards of these worths come to, aces as 1."""
    return value_of_sum(sum(worths), has_ace=ACE in worths)


def value_of_sum(hard: int, *, has_ace: bool) -> Value:
    """Return what cards come to that count so much with aces as 1."""
    is_soft = has_ace and hard + _AS_ELEVEN <= BEST
    return Value(hard + _AS_ELEVEN if is_soft else hard, is_soft)


def is_natural(worths: Sequence[int]) -> bool:
    """Whether two cards that count so much are an ace and a ten. A split hand is none, whatever its cards."""
    return len(worths) == 2 and ACE in worths and TEN in worths


def holds_natural(cards: tuple[str, ...]) -> bool:
    """Return whether cards are a natural, of a player who hasn't split or of the dealer."""
    return len(cards) == 2 and value_of(cards).total == BEST


def is_pair(cards: Sequence[str], split_tens: SplitTens) -> bool:
    """Whether two cards may be split: of one value, or of one rank where the table tells tens, jacks, queens and kings
    apart.
    """
    if len(cards) != 2:
        return False
    one, other = cards
    return rank_of(one) == rank_of(other) if split_tens == "rank" else worth(one) == worth(other)


def can_double(value: Value, doubling: Doubling) -> bool:
    """Whether a hand of two cards may be doubled by what it comes to."""
    return value.total in _DOUBLED[doubling]


def dealer_draws(value: Value, soft_17: SoftSeventeen) -> bool:
    """Whether the dealer takes another card: on 16 and less, and on a soft 17 at some tables."""
    return value.total < 17 or (soft_17 == "hits" and value.is_soft and value.total == 17)


def is_halved(bet: int) -> bool:
    """Whether half a bet is a coin at least: else it can be neither insured nor given up for half."""
    return bet >= 2


_PLACES = {card: at for at, card in enumerate(FULL_DECK)}
_aces_of = itemgetter(*(at for card, at in _PLACES.items() if worth(card) == ACE))
_tens_of = itemgetter(*(at for card, at in _PLACES.items() if worth(card) == TEN))
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
        """Return a full shoe."""
        return made(cls, decks=decks, left=(decks,) * DECK)

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
        cards: list[str] = []
        for card, count in zip(FULL_DECK, self.left, strict=True):
            cards += [card] * count
        return tuple(cards)

    @property
    def naturals(self) -> int:
        """How many hands could be an ace and a ten, of what is left."""
        return min(sum(_aces_of(self.left)), sum(_tens_of(self.left)))

    def without(self, *cards: str) -> "Shoe":
        """Return the shoe without cards that now lie open."""
        left = list(self.left)
        for card in cards:
            left[_PLACES[card]] -= 1
        return self.evolve(left=tuple(left))

    def refilled(self, on_the_table: Iterable[str]) -> "Shoe":
        """Shuffle in the cards of earlier hands, or where there are none, all the decks once more."""
        out = [0] * DECK
        for card in on_the_table:
            out[_PLACES[card]] += 1
        total = self.decks * self.filled
        left = tuple(total - gone for gone in out)
        if left == self.left:
            return self.evolve(left=tuple(count + self.decks for count in left), filled=self.filled + 1)
        return self.evolve(left=left)


def for_a_hand(shoe: Shoe | None, rules: TwentyOneRules, players: int) -> Shoe:
    """Return the shoe that a hand begins with: what the hand before has left of it, or a full one.

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


class ToDeal(Sequence[str]):
    """The cards that may come next, in the order that the draw counts; `hole` lies face down, if there is one.

    The place of the hole card is taken by the last card of all. So what a draw deals doesn't depend on it, unless the
    draw falls on that place: a shown draw tells nothing of what is hidden.
    """

    def __init__(self, shoe: Shoe, hole: str | None = None) -> None:
        self._ends = tuple(accumulate(shoe.left))
        self._count, self._hole_at = self._ends[-1], None
        if hole is not None:
            at = _PLACES[hole]
            self._count, self._hole_at = self._count - 1, self._ends[at] - shoe.left[at]

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: Any) -> Any:
        return FULL_DECK[bisect_right(self._ends, self._count if at == self._hole_at else at)]


def dealt_up(shoe: Shoe, hole: str | None, chance: Rng) -> tuple[str, Shoe]:
    """Deal a card openly: each that isn't on the table or face down is as likely."""
    card = chance.pick(ToDeal(shoe, hole))
    return card, shoe.without(card)


def dealt_down(shoe: Shoe, chance: Rng) -> Held:
    """Deal the hole card, sealed. It stays in the shoe's counts until it is turned."""
    card = chance.pick(ToDeal(shoe), secret=True)
    return made(Held, card=card, salt=chance.salt())


class Bet(Action):
    """Bet so much on the hand, in place of a bet made before."""

    kind: Literal["bet"] = "bet"
    amount: int = 0


class Again(Action):
    """Bet what one bet on the hand before."""

    kind: Literal["again"] = "again"


class TakeBack(Action):
    """Take the bet back while the bets are open."""

    kind: Literal["take_back"] = "take_back"


class Done(Action):
    """No bet: sit this hand out."""

    kind: Literal["done"] = "done"


class Insure(Action):
    """Insure half the bet, or what is left of the chips if that is less."""

    kind: Literal["insure"] = "insure"


class InsurePart(Action):
    """Insure so much, less than what could be insured."""

    kind: Literal["insure_part"] = "insure_part"
    amount: int = 0


class Decline(Action):
    """No insurance."""

    kind: Literal["decline"] = "decline"


class Hit(Action):
    kind: Literal["hit"] = "hit"


class Stand(Action):
    kind: Literal["stand"] = "stand"


class Double(Action):
    """As much again for one more card."""

    kind: Literal["double"] = "double"


class Split(Action):
    """Make two hands of a pair, with as much again on the second."""

    kind: Literal["split"] = "split"


class Surrender(Action):
    """Give the hand up for half the bet."""

    kind: Literal["surrender"] = "surrender"


TwentyOneAction = Annotated[
    Bet | Chip | Again | TakeBack | Done | Insure | InsurePart | Decline | Hit | Stand | Double | Split | Surrender,
    Field(discriminator="kind"),
]


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
        return self.value.total > BEST

    @property
    def is_natural(self) -> bool:
        return len(self.cards) == 2 and not self.is_split and self.value.total == BEST

    @property
    def is_live(self) -> bool:
        """Whether it is held against what the dealer draws to."""
        return not (self.is_surrendered or self.is_bust or self.is_natural)


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
        return (sum([hand.bet for hand in self.hands]) if self.hands else self.bet) + self.insurance

    def with_hand(self, at: int, *hands: PlayerHand) -> "Box":
        """Return the box with one hand replaced, by one or by the two that it was split into."""
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
        return self.insurance_back - self.insured + sum([hand.back - hand.bet for hand in self.hands])


class Result(Frozen):
    """How it ended: the dealer's cards, and all who had bet, clockwise. Without bets there are neither."""

    dealer: tuple[Card, ...] = ()
    boxes: tuple[BoxEnd, ...] = ()


class TwentyOneState(HandState):
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
        return self.deal.order

    @property
    def face_down(self) -> str | None:
        """The card that only the shoe knows."""
        return self.hole.card if self.hole is not None and not self.is_turned else None

    @property
    def active(self) -> tuple[Box, int] | None:
        """Whose hand is played, and which of theirs: clockwise, and each player's hands one after the other."""
        for box in self.boxes:
            for at, hand in enumerate(box.hands):
                if not hand.is_done:
                    return box, at
        return None

    @property
    def on_the_table(self) -> tuple[str, ...]:
        """All cards that lie open."""
        return (*self.dealer, *(card for box in self.boxes for hand in box.hands for card in hand.cards))

    def box(self, seat: int) -> Box:
        for box in self.boxes:
            if box.seat == seat:
                return box
        raise LookupError(f"seat {seat} isn't in this hand")

    def with_box(self, changed: Box, shoe: Shoe | None = None) -> "TwentyOneState":
        """Return the state with the box of that seat changed, and the shoe if a card came out of it."""
        boxes = tuple([changed if box.seat == changed.seat else box for box in self.boxes])
        return self.evolve(boxes=boxes, shoe=self.shoe if shoe is None else shoe)

    def last_bet(self, seat: int) -> int:
        """Return what the seat bet on the hand before; 0 if it didn't."""
        if self.deal.carry is not None:
            for bettor, amount in self.deal.carry.bets:
                if bettor == seat:
                    return amount
        return 0


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
        return not self.is_split and holds_natural(self.cards)


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


def bettors(events: Iterable[Event]) -> frozenset[int]:
    """Return the seats that bet on the hand.

    A hand tells no luck: its average depends on how it is played.
    """
    return frozenset(box.seat for event in events if isinstance(event, Ended) for box in event.result.boxes)
