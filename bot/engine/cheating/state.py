"""A hand at a crooked table: the game's state, everything beside it, and the unions to read and write both."""

from functools import lru_cache
from typing import Annotated, Generic, Literal, NamedTuple, TypeGuard, TypeVar

from pydantic import Field

from bot.engine.cheating.actions import Accusation, Accuse, Influence, Read, Rule
from bot.engine.cheating.contests import Means, Party
from bot.engine.cheating.effects import Effect
from bot.engine.cheating.events import SideEvent
from bot.engine.cheating.sleights import AnyCheatable, Unproven
from bot.engine.frozen import Frozen, TypeForm, fields_of, later, made, members
from bot.engine.game import AnyGame, Carry, Event, Outcome, Player, PointsCarry, Seat
from bot.engine.skills import DiceSystem, RoleTable

S = TypeVar("S", bound=Frozen)
C = TypeVar("C", bound=Carry)
V = TypeVar("V", bound=Frozen)
E = TypeVar("E", bound=Event)

Aside = Literal["sleight", "influence", "read", "accuse"]


class Begun(Frozen, Generic[C]):
    """The start of the hand, as far as it matters beside the game."""

    players: tuple[Player, ...]
    """Clockwise."""
    carry: C | None
    bank: int
    system: DiceSystem
    roles: RoleTable
    unproven: Unproven = later("nothing")

    def party(self, seat: Seat) -> Party:
        """Return the party of a seat; where nobody sits, the house, which has no sheet."""
        sheets = (player.sheet for player in self.players if player.seat == seat)
        sheet = next(sheets, None)
        return made(Party, seat=seat) if sheet is None else made(Party, seat=seat, sheet=sheet)

    def given_back(self) -> Outcome[C]:
        """Return the outcome of a void hand: everybody gets their stack back, and the carry is the same as before."""
        stacks = tuple((player.seat, player.stack) for player in self.players)
        is_for_points = isinstance(self.carry, PointsCarry) and self.carry.standing is not None
        return Outcome(stacks=stacks, carry=self.carry, bank=0 if is_for_points else self.bank, is_void=True)


class Try(NamedTuple):
    """A seat's attempt, and its round of the game's sleights; attempts that are allowed once a hand have round 0."""

    seat: Seat
    what: Aside
    round: int = 0


class CrookedState(Frozen, Generic[S, C, E]):
    """`inner` is the game's own state."""

    inner: S
    begun: Begun[C]
    effects: tuple[Effect, ...] = ()
    tried: tuple[Try, ...] = ()
    cheats: tuple[Seat, ...] = ()
    """The seats that cheated in this hand unseen by sleight of hand, and can be charged with it."""
    magic: tuple[Seat, ...] = later(())
    """The seats that did so by magic."""
    let_pass: tuple[Seat, ...] = ()
    """The seats with a proven cheat that the GM let pass: their cheats until then can't be proven again."""
    heard: tuple[tuple[Seat, E], ...] = ()
    """The private events of single seats: their own sleights, and the tells they have read."""
    accusation: Accusation | None = None
    """The cheat that the GM has to rule on; the hand stands still until then."""
    rulings: int = 0
    """How many verdicts there have been."""
    caught: tuple[Seat, ...] = ()
    """The seats that are out for cheating."""
    is_void: bool = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that were dealt in, clockwise."""
        return tuple(player.seat for player in self.begun.players)

    def has_cheated(self, seat: Seat) -> bool:
        """Tell whether a seat has really cheated in this hand, ruled on or not."""
        return seat in self.let_pass or self.means_of(seat) is not None

    def means_of(self, seat: Seat) -> Means | None:
        """Return how a seat has cheated in this hand, sleight of hand first; None if it hasn't, or was ruled on."""
        return "sleight" if seat in self.cheats else "magic" if seat in self.magic else None


class CrookedView(Frozen, Generic[V, E]):
    """The game's own view, the public facts beside it, and the viewer's private knowledge."""

    inner: V
    seat: Seat | None
    """The viewing seat; None is the public."""
    seats: tuple[Seat, ...]
    effects: tuple[Effect, ...]
    accusation: Accusation | None
    is_void: bool
    cheats: tuple[Seat, ...] = ()
    """The seats that cheated unseen. Only the GM sees it."""
    let_pass: tuple[Seat, ...] = ()
    """The seats whose cheats the GM let pass. Only the GM sees it."""
    heard: tuple[E, ...] = ()
    may_try: tuple[str, ...] = ()
    """The labels of the seat's remaining attempts."""


def is_hand(state: Frozen) -> "TypeGuard[CrookedHand]":
    return isinstance(state, CrookedState)


def is_view(view: Frozen) -> "TypeGuard[SeenCrooked]":
    return isinstance(view, CrookedView)


CrookedHand = CrookedState[Frozen, Carry, Event]
"""A hand around the state of whichever game."""
SeenCrooked = CrookedView[Frozen, Event]


def kind_of(model: type[Frozen]) -> str:
    return fields_of(model)["kind"].default


@lru_cache(maxsize=256)
def sleight_kinds(ways: AnyCheatable) -> frozenset[str]:
    """Return the kinds of a game's sleights."""
    return frozenset(map(kind_of, members(ways.Sleight)))


def actions_of(game: AnyGame, ways: AnyCheatable) -> TypeForm:
    """Return the actions of the crooked game as a tagged union. Raises TypeError if two models share a kind."""
    return _tagged_union(game.Action, ways.Sleight, Influence, Read, Accuse, Rule)


def events_of(game: AnyGame) -> TypeForm:
    """Return the events of the crooked game as a tagged union."""
    return _tagged_union(game.Event, SideEvent)


def _tagged_union(*unions: TypeForm) -> TypeForm:
    models = tuple(dict.fromkeys(model for union in unions for model in members(union)))
    kinds = [kind_of(model) for model in models]
    twice = sorted({kind for kind in kinds if kinds.count(kind) > 1})
    if twice:
        raise TypeError(f"two models are called {', '.join(twice)}")
    tagged: TypeForm = models[0]
    for model in models[1:]:
        tagged = tagged | model
    return Annotated[tagged, Field(discriminator="kind")]


def begun_of(game: AnyGame) -> type[Begun[Carry]]:
    return Begun[game.Carry]


def state_of(game: AnyGame, event: TypeForm) -> type[CrookedHand]:
    return CrookedState[game.State, game.Carry, event]


def view_of(game: AnyGame, event: TypeForm) -> type[SeenCrooked]:
    return CrookedView[game.View, event]
