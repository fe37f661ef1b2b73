"""`GameSpec`, the declaration of a game: its rules, and everything else that it brings, in one object.

`cogs/<game>/spec.py` defines GAME, one of these; `bot.games` finds it. Fields that a game leaves out are things that
it doesn't have.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, Generic, TypeVar

from bot.engine.ai.fallback import fallback_ai
from bot.engine.ai.player import AnyAi
from bot.engine.banked.odds import BetOdds
from bot.engine.cheating.sleights import Cheatable, CrookedRules
from bot.engine.cheating.state import SeenCrooked
from bot.engine.cheating.words import crooked_rulebook, crooked_words
from bot.engine.cheating.wrapper import UP_MY_SLEEVE, Crooked
from bot.engine.drawings import Drawing, Drawings
from bot.engine.drawings.boards import Board
from bot.engine.frozen import Frozen
from bot.engine.game import AnyDeal, Carry, Deal, Event, Game, HouseRules, Loadout, Seat
from bot.engine.luck import Stroke, influenced
from bot.engine.moves import AnyAction
from bot.engine.rng import Rng
from bot.engine.win_chance import WinChances
from bot.engine.words import GameWords, Page, Panel, Voice

H = TypeVar("H", bound=HouseRules)
C = TypeVar("C", bound=Carry)
S = TypeVar("S", bound=Frozen)
A = TypeVar("A", bound=AnyAction)
V = TypeVar("V", bound=Frozen)
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactOdds(Generic[H]):
    """A game's exact chances as fractions, and the return of each bet."""

    exact: Callable[[H], Mapping[str, Fraction]]
    """Return probabilities by the names of the game's counters."""
    bets: Callable[[H], tuple[BetOdds, ...]]
    """Return every kind of bet in reading order. `key` is that of the counters `staked_` and `returned_`."""
    note: Callable[[H], str]
    """Explain what the figures by these rules mean and rest on, in sentences for everyone.

    It names no counters, and no bets and options that the table doesn't have.
    """


_TWO = 2


def _no_note(_rules: HouseRules) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinCalculator(Generic[H, V]):
    """How likely a seat is to win the hand, by its own view.

    It never gets the state: hidden things are unknown and equally likely.
    """

    question: Callable[[V], Hashable | None]
    """Return the part of a seat's view that its chances depend on; None if there is nothing left to win or lose.

    Equal questions get equal chances, whatever is bet.
    """
    estimate: Callable[[V, H, Rng, int], WinChances]
    """Estimate the chances where `question` isn't None, from the view, the house rules, an rng and a budget.

    That may take as much work as about `budget` hands with the game's own cards, counted and never timed, so that the
    estimate is reproducible. The rng is the estimate's own, never the hand's.
    """
    note: Callable[[H], str] = _no_note
    """Name the assumptions behind the chances, besides that everyone stays to the end; "" for none."""
    most: int | None = None
    """The largest budget that people can wait for, if they can't for any."""


@dataclass(frozen=True, slots=True)
class OpeningOption:
    """A house rule that the command `open` asks for."""

    rule: str
    about: str
    """What it decides, in at most 100 characters."""
    name: str = ""
    """Its name in the command, if that isn't the house rule's."""

    @property
    def asked_as(self) -> str:
        return self.name or self.rule


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GameSpec(Generic[H, C, S, A, V, E]):
    """A game and everything that it brings."""

    game: Game[H, C, S, A, V]
    words: GameWords[H, V, E]
    rulebook: Callable[[H, Voice], tuple[Page, ...]]
    """Return the pages of the rules."""
    pot: Callable[[Iterable[Event]], int] | None = None
    """Return the chips that were in the pot at the end, in a game that has one, from a hand's public events."""
    bettors: Callable[[Iterable[Event]], Collection[Seat]] | None = None
    """Return the seats that bet, from a hand's public events; None where everyone dealt in does: an ante, or a stake.

    For the others the hand doesn't count in recaps and stats. In a tournament it counts for everyone dealt in.
    """
    opening: tuple[OpeningOption, ...] = ()
    """The house rules that people set most; the panel of house rules has the others."""
    odds: ExactOdds[H] | None = None
    win_calculator: WinCalculator[H, V] | None = None
    luck: Callable[[Iterable[Event], Deal[H, C]], Iterable[Stroke]] | None = None
    """Yield every die, contest and bet of a seat in one hand, in order, from the hand's public events.

    Typed dice don't count. Attempts to sway somebody are left out, since they are the same in every game.
    """
    ai: AnyAi | None = None
    """How the game plays NPCs and simulations; without one, NPCs play by their moves alone."""
    drawings: Drawings = field(default_factory=dict[str, Drawing])
    """The images that the game's words ask for, besides those of cards and dice."""
    board: Callable[[V, Voice], Board | None] | None = None
    """Return the board that the public view makes, in a voice without images; None where there is nothing to see.

    It gets no seat's own view, so it can't show a secret.
    """
    loadout: type[Loadout] | None = None
    """What a character keeps between hands (side decks), if anything."""
    card_file: Callable[[str], None] | None = None
    """Raise Unreadable if the game can't use the text of a card file.

    A large text takes some tenths of a second, without input or output.
    """
    is_first: bool = False
    """True for the game that newcomers get first: simple, in the open, and one decision at a time."""
    alias: str = ""
    """Another name that people search for. The command `open` goes by that name too."""
    honest: "AnySpec | None" = None
    """The game itself, of a game with everything that people do beside it at a crooked table."""

    def by(self, rules: HouseRules) -> "AnySpec":
        """Return the game under these house rules: at a crooked table with everything that people do beside it."""
        own: AnySpec = self.honest or self
        is_crooked = isinstance(rules, CrookedRules) and rules.crooked and own.is_cheatable
        return _crooked(own) if is_crooked else own

    @property
    def is_cheatable(self) -> bool:
        """Whether the game has sleights, so that its tables may be crooked."""
        return isinstance(self.game, Cheatable)

    @property
    def player(self) -> AnyAi:
        """How the game is played without people."""
        return self.ai or fallback_ai(self.game)

    @property
    def is_for_two(self) -> bool:
        """True if two players can play it against each other, so that one can challenge the other."""
        return not self.game.is_banked and self.game.seats[0] == _TWO

    @property
    def company(self) -> str:
        """Name the number of people that the game suits, and whom they play against."""
        if self.game.is_banked:
            return "For one person or a party, against the house"
        return (
            "For two, or one person with an NPC"
            if self.game.seats[-1] == _TWO
            else "For a party, or one person with NPCs"
        )

    @property
    def has_hands(self) -> bool:
        """Whether seats have a hidden hand."""
        return self.words.hand is not None

    def panel(self, state: S, seat: Seat | None, voice: Voice) -> Panel:
        return self.words.panel(self.game.view(state, seat), voice)

    def hand(self, state: S, seat: Seat, voice: Voice) -> Page:
        """Return the page that shows a seat's player their hand. Raises ValueError where there are no hidden hands."""
        if self.words.hand is None:
            raise ValueError(f"{self.game.key} has no hidden hands")
        return self.words.hand(self.game.view(state, seat), voice)

    def own(self, state: S, seat: Seat, voice: Voice) -> str | None:
        """Describe everything that a seat has on the table, for its player; None if the seat's line says it all."""
        return None if self.words.own is None else self.words.own(self.game.view(state, seat), seat, voice)

    def card_name(self, card: str, rules: H) -> str | None:
        """Return the name that people use for a sealed card; None if its sealed code is its only name."""
        return None if self.words.card_name is None else self.words.card_name(card, rules)


AnySpec = GameSpec[Any, Any, Any, Any, Any, Any]
"""The spec of whichever game."""
AnyCalculator = WinCalculator[Any, Any]
AnyOdds = ExactOdds[Any]
AnyLuck = Callable[[Iterable[Event], AnyDeal], Iterable[Stroke]]
"""The luck of whichever game."""


@cache
def _crooked(spec: AnySpec) -> AnySpec:
    """Return the spec of the game at a crooked table."""
    game = Crooked(spec.game, hand_title=spec.game.hand_title if spec.has_hands else UP_MY_SLEEVE)
    own = spec.win_calculator
    return replace(
        spec,
        game=game,
        words=crooked_words(game, spec.words),
        rulebook=crooked_rulebook(game, spec.rulebook),
        win_calculator=None if own is None else _crooked_calculator(own),
        board=None if spec.board is None else _crooked_board(spec.board),
        luck=partial(_strokes, spec.luck),
        honest=spec,
    )


def _crooked_calculator(honest: AnyCalculator) -> AnyCalculator:
    """Return the calculator for the views of a crooked table."""

    def question(view: SeenCrooked) -> Hashable | None:
        return honest.question(view.inner)

    def estimate(view: SeenCrooked, rules: HouseRules, rng: Rng, budget: int) -> WinChances:
        return honest.estimate(view.inner, rules, rng, budget)

    return replace(honest, question=question, estimate=estimate)


def _crooked_board(honest: Callable[[Any, Voice], Board | None]) -> Callable[[SeenCrooked, Voice], Board | None]:
    """Return the boards for the views of a crooked table."""

    def board(view: SeenCrooked, voice: Voice) -> Board | None:
        return honest(view.inner, voice)

    return board


def _strokes(honest: AnyLuck | None, events: Iterable[Event], deal: AnyDeal) -> Iterator[Stroke]:
    """Yield the game's own strokes, then those of the open attempts to sway somebody."""
    happened = tuple(events)
    if honest is not None:
        yield from honest(happened, deal)
    for event in happened:
        yield from influenced(event, deal.system)
