"""The contract between a game and the table: `Game` and its models, from the `Deal` that starts a hand to its
`Outcome`.

A game for tournaments carries its standing in a `PointsCarry`, and `score_tournament` settles a hand of it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar, get_args

from propcache.api import cached_property
from pydantic import Field, TypeAdapter, ValidationError

from bot.engine.cards import Seal
from bot.engine.cheating.effects import Effect
from bot.engine.frozen import Frozen, TypeForm, fields_of, later, members
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import AnyAction, Move, require_offered
from bot.engine.rng import Rng
from bot.engine.skills import D6, DiceSystem, RoleTable, Sheet
from bot.engine.tournament import Standing, Terms
from bot.errors import RuleError

Seat = int
DEALER: Seat = 0
"""The pseudo-seat of the GM where a game gives the GM decisions of their own."""


class HouseRules(Frozen):
    """The options that a GM chooses for a table: every field has a default and a description people read."""


class Carry(Frozen):
    """The state that one hand passes to the next (a dealer button, an amulet). Never an order of cards."""

    effects: tuple[Effect, ...] = later(())
    """Advantage and disadvantage at this table until the next hand is over."""


class Event(Frozen):
    """The base of what happens and everybody, or one seat, learns. Each event has a `kind` of its own."""

    reveals: ClassVar[bool] = False
    """True if it shows everybody a secret: a hand at the showdown, a card that is turned."""
    is_kept: ClassVar[bool] = False
    """True if it is for the GM's log alone."""


class Secretly(Event):
    """The base of events for the GM's log alone."""

    is_kept = True


class Item(Frozen):
    """A single item of a game that a character can hold and wager: a side card."""

    id: str
    kind: str


class Loadout(Frozen):
    """The base of what a character keeps between hands and brings to a game."""

    def set_names_apart(self) -> tuple[Self, Mapping[str, str]]:
        """Return the loadout without any text that people typed, as a deal stores it, and that text by its tokens."""
        return self, {}


class Player(Frozen):
    """A player at the table when a hand begins. A seat number is one sitting and is never reused at a table.

    A player has no name: what is stored of a hand names seats, and a voice names people.
    """

    seat: Seat
    stack: int = Field(ge=0, le=MAX_AMOUNT)
    sheet: Sheet = Sheet()
    kit: str | None = None
    """The character's loadout for this game, as JSON of the model that its spec names."""
    goods: tuple[Item, ...] = ()
    """The character's items of this game that aren't wagered."""
    wager: tuple[Item, ...] = ()
    """The character's wagered items: the game's `Outcome.goods` says who takes each."""
    is_npc: bool = later(default=False)
    """True if the GM plays the character."""


H = TypeVar("H", bound=HouseRules)
C = TypeVar("C", bound=Carry)
S = TypeVar("S", bound=Frozen)
A = TypeVar("A", bound=AnyAction)
V = TypeVar("V", bound=Frozen)


class Deal(Frozen, Generic[H, C]):
    """The exact input of a hand: stored once, and all that replay needs besides actions and draws."""

    rules: H
    players: tuple[Player, ...]
    """Clockwise."""
    carry: C | None = None
    bank: int = Field(default=0, ge=0, le=MAX_AMOUNT)
    """Chips of the table's bank (banked games) or left in the middle by the hand before."""
    reserve: int = Field(default=0, ge=0, le=MAX_AMOUNT)
    """Chips that stand behind an unlimited bank and aren't in play: the bank may end below zero by as many."""
    system: DiceSystem = D6
    roles: RoleTable = RoleTable()

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return tuple([player.seat for player in self.players])

    @cached_property
    def npcs(self) -> frozenset[Seat]:
        """The seats of the characters that the GM plays."""
        return frozenset([player.seat for player in self.players if player.is_npc])

    @property
    def endless(self) -> bool:
        """Whether the bank is an unlimited one."""
        return self.reserve > 0


class HandState(Frozen):
    """The base of a state, which begins with its deal. That never changes, so its JSON is written once for the hand."""

    deal: Any

    def to_json(self) -> str:
        rest = self.to_json_without(_DEAL)
        return f'{{"deal":{self.deal.written},{rest[1:]}'


_DEAL = {"deal"}


def signature(moves: Iterable[Move]) -> tuple[tuple[str, str, int | None], ...]:
    """Return a key of the moves that stays the same as long as only their bounds change."""
    return tuple((move.key, move.label, move.price) for move in moves)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """A new state and its events: for everybody (`events`, never a secret), for single seats (`private`), and for the
    GM alone (`kept`). The last stand in the GM's log of the hand, like a cheat that nobody has seen.
    """

    state: S
    events: tuple[Event, ...] = ()
    private: tuple[tuple[Seat, Event], ...] = ()
    kept: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class BetWindow:
    """Bets, or a choice of one seat, that a live table closes without the idle seats, a while after others are done."""

    seconds: float
    """Between the moment at which the last of them is done and the end of the window."""
    betting: frozenset[Seat]
    """The seats that have bet or wait for those that have: they are done, or another seat keeps them waiting."""
    undecided: frozenset[Seat] = frozenset()
    """Those that have bet and that the hand still waits for."""
    asks: Hashable = None
    """The name of the window: another value for each new one."""
    is_for_all: bool = True
    """False where a single seat keeps the others waiting."""


def step_of(state: S, events: Iterable[Event]) -> Step[S]:
    """Build a step from events, with those for the GM's log kept apart."""
    happened = tuple(events)
    kept = tuple([event for event in happened if event.is_kept])
    if not kept:
        return Step(state, happened)
    return Step(state, tuple([event for event in happened if not event.is_kept]), kept=kept)


class Prize(Frozen):
    """A payment in a tournament, to a seat that may be gone."""

    seat: Seat
    amount: int


class Award(Frozen):
    """A wagered item (a side card) and the seat that takes it."""

    good: str
    seat: Seat


class Outcome(Frozen, Generic[C]):
    """How a hand ended. Stacks, house and bank add up to what stacks and bank were at its start; only an unlimited
    bank may end below zero, by its reserve at most. Without a `carry` the next hand begins as if there had been none.
    """

    stacks: tuple[tuple[Seat, int], ...]
    carry: C | None
    house: int = 0
    bank: int = 0
    prizes: tuple[Prize, ...] = ()
    goods: tuple[Award, ...] = ()
    is_void: bool = later(default=False)
    """True if the GM called the hand off, as the rules let them: then wagered items go back, too."""


class BuyIn(Frozen):
    """How much a seat may bring, in smallest coins; `usual` is what the form proposes."""

    low: int
    usual: int
    high: int = MAX_AMOUNT


class Game(ABC, Generic[H, C, S, A, V]):
    """Rules, and nothing else. Subclasses set the metadata first, as on a card."""

    key: ClassVar[str]
    title: ClassVar[str]
    tagline: ClassVar[str]
    seats: ClassVar[range]
    version: ClassVar[int] = 1
    presets: ClassVar[Mapping[str, HouseRules]]
    """Named house rules, the usual ones first."""

    HouseRules: type[H]
    Carry: type[C]
    State: type[S]
    goods: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The kinds of items of this game and their names; characters hold single ones."""
    goods_word: ClassVar[str] = "card"
    """The word for one item."""
    hand_word: ClassVar[str] = "hand"
    """The word for the unit that is dealt and settled: in some games that is a match."""
    hand_title: ClassVar[str] = "My hand"
    """The label of the button that shows a seat its private page, in a game with hidden hands."""
    is_banked: ClassVar[bool] = False
    """True if the house pays and takes: the table then has a bank, filled from the house when it opens."""
    has_dealer: ClassVar[bool] = False
    """True if the GM has decisions of their own: then DEALER is a seat with moves and a view, and `to_act` may name it.
    It has no chips, and its moves are private.
    """
    dealer_plays_npcs: ClassVar[bool] = False
    """True if DEALER decides for NPCs with a seat, and they have no moves of their own (`npcs_decide`)."""
    Action: TypeForm
    """The tagged union of this game's actions."""
    Event: TypeForm
    """The tagged union of this game's events."""
    View: type[V]

    @abstractmethod
    def start(self, deal: Deal[H, C], chance: Rng) -> Step[S]:
        """Return the first state of a hand. All players have at least `least_stack` chips."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that the hand waits for; empty exactly when `outcome` exists."""

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Return the moves a seat may make now. A seat that the hand doesn't wait for may have some too: asides."""

    @abstractmethod
    def play(self, state: S, seat: Seat, action: A, chance: Rng) -> Step[S]:
        """Carry out an action that `act` has found offered and within its bounds."""

    @abstractmethod
    def on_timeout(self, state: S, seat: Seat) -> A:
        """Return the action of a seat of `to_act` whose time runs out. It is always legal."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return the facts that a seat may know; None is the public. An allow-list, built field by field."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome[C] | None:
        """Return how the hand ended, or None while it runs."""

    @abstractmethod
    def chips(self, state: S) -> int:
        """Return all chips of the hand: stacks, bets, pots, bank and the house's cut. Never changes within a hand."""

    @abstractmethod
    def buy_in(self, rules: H) -> BuyIn:
        """Return how many chips a seat may bring to the table."""

    def terms(self, rules: H) -> Terms | None:
        """Return the terms of a tournament, where chips are points; None where they are money.

        The game's `Carry` is then a `PointsCarry` that holds the standing. Players are dealt in with their points from
        there, `Deal.bank` is what lies in the middle, and `score_tournament` makes the outcome.
        """
        return None

    def usual_bank(self, rules: H) -> int:
        """Return the default bank of a banked table, in smallest coins."""
        return 0

    def least_bank(self, rules: H) -> int:
        """Return the least that a bank must hold for a deal, in smallest coins: enough to pay some smallest bet.

        With less nobody could bet, so the deal says instead that the GM may fill it. With 0 any bank will do.
        """
        return 0

    def pause(self, state: S) -> float | None:
        """Return after how many seconds the hand goes on automatically (`on_timeout`), whatever the table's clock.

        A drawing that is shown step by step needs this. None leaves it to the clock.
        """
        return None

    def window(self, state: S) -> BetWindow | None:
        """Return the open bets that don't wait for idle seats; None if every seat of `to_act` has the table's clock.

        The rules act (`on_timeout`) for all seats of `to_act` when the window ends.
        """
        return None

    def least_stack(self, rules: H) -> int:
        """Return the fewest chips that a player is dealt in with."""
        return 1

    def on_leave(self, state: S, seat: Seat) -> A:
        """Return the action of a seat that left in mid-hand, each time the hand waits for it."""
        return self.on_timeout(state, seat)

    def leaves_at_once(self, state: S, seat: Seat) -> bool:
        """Tell whether a seat that left acts even while the hand waits for others.

        Then `on_leave` is among its moves, and is the last action of that seat.
        """
        return False

    def leaving_note(self, rules: H, whom: str) -> str:
        """Describe in a sentence what leaving in mid-hand does, to be read before; `whom` is "you" or a name."""
        return f"The bot then plays for {whom}: it checks if that's free, and folds otherwise."

    def asks(self, state: S, seat: Seat) -> Hashable:
        """Return a value that names the decision of a seat that the hand waits for: another value for each new one.

        A clock belongs to the decision, so a seat that acts again within the same one (another bet while the window is
        open) gets no more time. By default the value is the signature of the moves; a game in which one seat may be
        asked twice in a row for the same moves (on this street and the next) tells the two apart here.
        """
        return signature(self.moves(state, seat))

    def npcs_decide(self, state: S) -> tuple[Seat, ...]:
        """Return the NPC seats for which the GM's own seat decides now, the one most concerned first.

        Where all of them are on autopilot, one of them decides. Empty where the GM has to judge.
        """
        return ()

    def refusal(self, state: S, seat: Seat, action: A) -> str:
        """Return the reason why a move isn't offered, as a sentence."""
        if self.outcome(state) is not None:
            return f"The {self.hand_word} is over."
        if seat not in self.to_act(state):
            return "It isn't your turn."
        return "That can't be done now."

    def is_verifiable(self, rules: H) -> bool:
        """Tell whether sealed draws decide the whole hand; False where people type in their own dice."""
        return True

    def is_crooked(self, rules: H) -> bool:
        """Tell whether people may cheat.

        Then all draws are secret, only the hidden view shows a successful cheat, and only the GM can check the rolls.
        """
        return False

    def title_of(self, rules: H) -> str:
        """Return the name of the game by these house rules: a variant may have its own."""
        return self.title

    def wagers_goods(self, rules: H) -> bool:
        """Tell whether items may be wagered besides chips."""
        return False

    def seals(self, state: S, seat: Seat | None) -> tuple[Seal, ...]:
        """Return every card sealed in this hand, in the order drawn.

        Card and salt are in it where `seat` may know them, or for the public (None) once they were shown.
        """
        return ()

    def rules_note(self, rules: H) -> str | None:
        """Return a note on unusual house rules that the table should show, or None."""
        return None

    def upgrade(self, text: str, from_version: int) -> S:
        """Read a state that an older version stored. Raises ValueError when it can no longer be read."""
        raise ValueError(f"{self.key}: a hand of version {from_version} can't be read by version {self.version}")

    def act(self, state: S, seat: Seat, action: A, chance: Rng, *, offered: tuple[Move, ...] | None = None) -> Step[S]:
        """Carry out an action, or raise RuleError for anything that `moves` doesn't offer; then nothing has changed.

        `offered` are the seat's moves in this state, from a caller that already has them.
        """
        moves = self.moves(state, seat) if offered is None else offered
        require_offered(moves, action, lambda: self.refusal(state, seat, action))
        return self.play(state, seat, action, chance)

    def read(self, text: str, version: int) -> S:
        """Read a stored state. Raises ValueError when it can't be read."""
        return self.State.from_json(text) if version == self.version else self.upgrade(text, version)

    def action(self, kind: str, values: Mapping[str, object]) -> A:
        """Build the action of a move key and its field values. Raises RuleError when there is no such action."""
        model = self.models.get(kind)
        if model is not None:
            with suppress(TypeError, ValidationError):
                return model(**{**values, "kind": kind}) if values else _plain_action(model, kind)
        raise RuleError("That can't be read as a move of this game.")

    def action_from_json(self, text: str) -> A:
        return self.actions.validate_json(text)

    @cached_property
    def models(self) -> Mapping[str, Callable[..., A]]:
        """The model of each kind of action."""
        models: dict[str, Any] = {}
        for model in members(self.Action):
            if kind := fields_of(model).get("kind"):
                models |= dict.fromkeys(get_args(kind.annotation), model)
        return models

    @cached_property
    def actions(self) -> TypeAdapter[A]:
        """The adapter that reads and writes this game's actions."""
        return TypeAdapter(self.Action)

    @cached_property
    def Deal(self) -> type[Deal[H, C]]:  # noqa: N802 - a model of this game, like State and View
        return Deal[self.HouseRules, self.Carry]


@lru_cache(maxsize=1024)
def _plain_action(model: Callable[..., A], kind: str) -> A:
    """Build an action without values once: every check and every fold is the same."""
    return model(kind=kind)


AnyGame = Game[Any, Any, Any, Any, Any]
AnyDeal = Deal[Any, Any]
AnyStep = Step[Any]
AnyOutcome = Outcome[Any]


class PointsCarry(Carry):
    """The carry of a game that is played in tournaments, too. All its fields have defaults: the table makes the first
    one of a tournament. Without a `standing` chips are money.
    """

    standing: Standing | None = None


P = TypeVar("P", bound=PointsCarry)


def score_tournament(outcome: Outcome[P], before: Standing | None, terms: Terms | None) -> Outcome[P]:
    """Return the outcome of a hand with the tournament's standing after it, and the prizes if that has ended it.

    `before` is the standing that the hand began with: without one, chips are money, and the outcome stays as it is. In
    a tournament `Outcome.bank` stays 0: the points left in the middle are in the standing.
    """
    if before is None or terms is None:
        return outcome
    standing = before.after(dict(outcome.stacks), outcome.bank)
    prizes = tuple(Prize(seat=seat, amount=amount) for seat, amount in standing.payouts(terms.shares))
    carry = outcome.carry.evolve(standing=standing) if outcome.carry is not None else None
    return outcome.evolve(carry=carry, bank=0, prizes=prizes)
