"""What a match of Pazaak holds: its house rules, actions, boards and events, and each seat's view of it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar, Literal, NamedTuple

from propcache.api import cached_property
from pydantic import Field

from bot.engine.cards import Held
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.frozen import Frozen, made
from bot.engine.game import Carry, Deal, Event, HandState, HouseRules, Player
from bot.engine.moves import Action
from bot.engine.options import option
from cogs.pazaak.cards import KINDS, Code, in_order
from cogs.pazaak.loadout import DECK_SIZE, STANDARD, missing

MOST = 10**12
TARGET = 20
PLACES = 9
"""Cards that a table has room for."""


class HonestRules(HouseRules):
    """What a GM may choose of the game itself; the defaults play as printed (seed 002)."""

    stake: int = option(
        10,
        "Stake",
        "Stake of each player for the match. 0: play for honor, or only for cards.",
        labels={"0": "none"},
        money=True,
        low=0,
        high=MOST,
    )
    cut: int = option(
        0,
        "House cut",
        "Percent of the stakes that the house keeps, rounded down.",
        labels={"0": "none"},
        low=0,
        high=50,
    )
    wagers: bool = option(default=True, title="Wagered cards", description="Side cards may be wagered on a match.")
    leaving: Literal["forfeit", "plays_on"] = option(
        "forfeit",
        "Leaving a match",
        "A player who leaves gives up the match, or their seat plays on automatically.",
        labels={"forfeit": "Gives up the match", "plays_on": "The seat plays on"},
    )
    sets: int = option(3, "Sets to win", "Sets that a player needs to win the match.", low=1, high=5)
    hand: Literal["match", "set"] = option(
        "match",
        "Side cards are drawn",
        "Players draw side cards once for the match, or again from all ten cards for every set.",
        labels={"match": "Once a match", "set": "Again for every set"},
    )
    hand_size: int = option(
        4,
        "Side cards in hand",
        "Cards that are drawn from the side deck. 0: no side cards.",
        labels={"0": "none"},
        low=0,
        high=DECK_SIZE,
    )
    main_deck: Literal["shared", "own", "endless"] = option(
        "shared",
        "Main deck",
        "Forty cards for both, forty for each, or every number always equally likely.",
        labels={"shared": "One for both", "own": "One for each", "endless": "Endless"},
    )
    reshuffle: bool = option(
        default=True,
        title="Reshuffling",
        description="On: the main deck is shuffled again for every set. Off: only when it runs out.",
    )
    first: Literal["high_card", "random", "host"] = option(
        "high_card",
        "Who begins the match",
        "The player with the higher card, one at random, or the first to sit down.",
        labels={"high_card": "The higher card", "random": "At random", "host": "The first to sit down"},
    )
    then: Literal["winner", "loser", "alternate", "same"] = option(
        "winner",
        "Who begins the next set",
        "After a tie, the other player begins, unless the same one always begins.",
        labels={
            "winner": "The winner",
            "loser": "The loser",
            "alternate": "By turns",
            "same": "Always the same",
        },
    )
    twenty: Literal["stands", "may_play"] = option(
        "stands",
        "Exactly 20",
        "A player with exactly 20 stands at once, or may play on.",
        labels={"stands": "Stands at once", "may_play": "May play on"},
    )
    bust: Literal["turn_end", "at_once"] = option(
        "turn_end",
        "More than 20",
        "A player busts when the turn ends, so that a side card may still help, or at once.",
        labels={"turn_end": "Judged at the turn's end", "at_once": "Bust at once"},
    )
    filled: Literal["wins", "rescue", "none"] = option(
        "wins",
        "A filled table",
        "Nine cards of at most 20 win the set, or count for nothing. Over 20, they bust, or a tenth may help.",
        labels={"wins": "Wins the set", "rescue": "Wins, and a tenth may rescue", "none": "Counts for nothing"},
    )
    ties: Literal["any", "last", "none"] = option(
        "any",
        "The tiebreaker",
        "The card wins a tied set if played at any time, or only as the last card, or isn't allowed.",
        labels={"any": "Wins when played", "last": "Wins as the last card", "none": "Not allowed"},
    )
    tied_sets: int = option(
        0,
        "Most tied sets in a row",
        "After this many tied sets, the match ends and both players get their stakes back.",
        labels={"0": "no limit"},
        low=0,
        high=20,
    )
    decks: Literal["any", "standard", "collection"] = option(
        "any",
        "Side decks",
        "Any ten cards, the standard deck for both, or only cards that a character owns.",
        labels={"any": "Any ten cards", "standard": "The standard deck", "collection": "From your own cards"},
    )
    copies: int = option(
        0,
        "Copies of a card",
        "Most copies of a card in a deck. 0: no limit.",
        labels={"0": "no limit"},
        low=0,
        high=DECK_SIZE,
    )
    either: bool = option(default=True, title="Plus/minus cards", description="The cards from ±1 to ±6 are allowed.")
    one_or_two: bool = option(default=True, title="The ±1/2", description="The plus/minus 1 or 2 is allowed.")
    flips: bool = option(default=True, title="Flip cards", description="The cards 2&4 and 3&6 are allowed.")
    double: bool = option(default=True, title="The double", description="The card that doubles is allowed.")

    @property
    def pot(self) -> int:
        return 2 * self.stake

    @property
    def barred(self) -> frozenset[str]:
        """The kinds of side cards that this table doesn't allow."""
        allowed = {
            "either": self.either,
            "either_1_2": self.one_or_two,
            "flip": self.flips,
            "double": self.double,
            "tiebreaker": self.ties != "none",
        }
        return frozenset(code for code, kind in KINDS.items() if not allowed.get(kind.family, True))


class PazaakRules(CrookedRules, HonestRules):
    """All that a GM may choose at a Pazaak table."""


PRESETS = {
    "source": PazaakRules(stake=10),
    "cantina": PazaakRules(
        stake=50, first="host", then="same", one_or_two=False, flips=False, double=False, ties="none"
    ),
    "champion": PazaakRules(stake=100, then="alternate", main_deck="own"),
}
"""As the source has it; and two that play like the games at a console: in a cantina whoever sat down first begins every
set and there are no golden cards, against a champion there are all, and the players begin by turns.
"""


Reason = Literal["standard", "barred", "copies", "lacking"]


class Objection(Frozen):
    """Why a deck can't be played, and the cards of it that are meant, each as often as it is too many.

    `lacking` are cards that the character doesn't own, or has wagered; where `standard` is the reason, all decks but
    one are.
    """

    why: Reason
    cards: tuple[str, ...] = ()


def objections(rules: PazaakRules, cards: Sequence[str], owned: Iterable[str]) -> tuple[Objection, ...]:
    """All that speaks against ten cards for somebody who has the kinds `owned` at hand; empty if they may be played."""
    if rules.decks == "standard":
        return () if tuple(cards) == STANDARD.cards else (Objection(why="standard"),)
    counts, barred = Counter(cards), rules.barred
    found = [
        Objection(why="barred", cards=tuple(card for card in counts if card in barred)),
        Objection(why="copies", cards=tuple(card for card in counts if rules.copies and counts[card] > rules.copies)),
        Objection(why="lacking", cards=missing(cards, owned) if rules.decks == "collection" else ()),
    ]
    return tuple(one for one in found if one.cards)


class ChooseDeck(Action):
    """`deck` is the place of the deck among those that were offered, from "1"."""

    kind: Literal["deck"] = "deck"
    deck: str


class PlayCard(Action):
    """`card` is a side card and, where there is a choice, what it counts for: "plus_3", "either_3-3"."""

    kind: Literal["play"] = "play"
    card: str


class EndTurn(Action):
    kind: Literal["end"] = "end"


class Stand(Action):
    kind: Literal["stand"] = "stand"


class Forfeit(Action):
    kind: Literal["forfeit"] = "forfeit"


PazaakAction = Annotated[ChooseDeck | PlayCard | EndTurn | Stand | Forfeit, Field(discriminator="kind")]


class Laid(Frozen):
    """A card that lies on a table: `code` None is one of the main deck.

    `number` is what it shows; of a double the number that it doubles, of a flip 0.
    """

    code: str | None = None
    number: int
    sign: Literal[1, -1] = 1

    @property
    def value(self) -> int:
        return self.number * self.sign


class Playing(NamedTuple):
    """One way to play a side card: what it counts for, where it counts at all by itself."""

    code: str
    value: int | None = None

    @property
    def key(self) -> str:
        """As in "plus_3", "either_3-3", "tiebreaker+1"."""
        return self.code if self.value is None or len(KINDS[self.code].values) < 2 else f"{self.code}{self.value:+d}"


def playings(hand: Iterable[str]) -> tuple[Playing, ...]:
    """Every way in which one card of the hand may be played; equal cards once."""
    kinds = (KINDS[code] for code in dict.fromkeys(in_order(hand)))
    return tuple(Playing(kind.code, value) for kind in kinds for value in kind.values or (None,))


def playing_of(key: str, hand: Iterable[str]) -> Playing:
    """Return the way of that key. Raises LookupError if the hand has none."""
    found = next((playing for playing in playings(hand) if playing.key == key), None)
    if found is None:
        raise LookupError("no card of the hand is played like that")
    return found


def total(table: Iterable[Laid]) -> int:
    return sum([card.number * card.sign for card in table])


def turned(table: Iterable[Laid], code: str) -> int:
    """How many cards of a table a side card turns."""
    return sum(card.number in KINDS[code].flips for card in table)


def laid(table: Sequence[Laid], playing: Playing) -> tuple[Laid, ...]:
    """Return the table after a side card was played on it.

    A flip turns what lies there, not what comes later. A double counts for what the last card counts for, and turns
    with it.
    """
    kind = KINDS[playing.code]
    if kind.family == "flip":
        after = [card.evolve(sign=-card.sign) if card.number in kind.flips else card for card in table]
        return (*after, made(Laid, code=kind.code, number=0))
    if kind.family == "double":
        last = table[-1]
        return (*table, last.evolve(code=kind.code))
    value = playing.value or kind.values[0]
    return (*table, made(Laid, code=kind.code, number=abs(value), sign=1 if value > 0 else -1))


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

    @cached_property
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


class PazaakState(HandState):
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
    bust: int | None = None
    """The seat that lost the set before with a bust."""
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
        for gambler in self.gamblers:
            if gambler.seat == seat:
                return gambler
        raise LookupError(f"seat {seat} isn't in this match")

    def player(self, seat: int) -> Player:
        return next(player for player in self.deal.players if player.seat == seat)

    def other(self, seat: int) -> int:
        first, second = self.gamblers
        return second.seat if seat == first.seat else first.seat

    def both_from(self, seat: int) -> tuple[Gambler, Gambler]:
        """Return the gambler at that seat, and the other."""
        first, second = self.gamblers
        return (first, second) if seat == first.seat else (second, first)

    def with_gambler(self, changed: Gambler) -> "PazaakState":
        return self.evolve(gamblers=self.gamblers_with(changed))

    def gamblers_with(self, changed: Gambler) -> tuple[Gambler, Gambler]:
        """Return both gamblers, the one of that seat changed."""
        first, second = self.gamblers
        return (changed, second) if changed.seat == first.seat else (first, changed)

    def hand(self, seat: int) -> tuple[str, ...]:
        """Return the side cards that a seat holds, in the order drawn."""
        return tuple([one.held.card for one in self.drawn if one.seat == seat and one.place == "hand"])


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
    bust: int | None = None
    """The seat that has just lost a set with a bust, until the next one is under way."""
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


class Told:
    """What an action makes known while it is carried out: to everybody, and to single seats."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.private: list[tuple[int, Event]] = []
