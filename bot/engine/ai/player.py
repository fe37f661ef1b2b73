"""The declaration of how a game is played without people: `Ai`. It plays NPCs by temper, and simulated players.

A simulated player is either of a temper too, or simple: it plays by rule of thumb, so that a simulation counts much in
little time, and each hand to its end.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.engine.ai.temper import Temper
from bot.engine.frozen import Frozen
from bot.engine.game import HouseRules, Step
from bot.engine.moves import AnyAction, Move
from bot.engine.rng import Rng


class SimplePlayer(Frozen):
    """A player by rule of thumb, who calculates nothing and never errs.

    A game's own one adds fields on how it plays: each is an option with a default, and none has the name of a house
    rule.
    """


H = TypeVar("H", bound=HouseRules)
S = TypeVar("S", bound=Frozen)
V = TypeVar("V", bound=Frozen)
A = TypeVar("A", bound=AnyAction)
P = TypeVar("P", bound=SimplePlayer)


@dataclass(frozen=True, slots=True)
class Counting(Generic[H, S, P]):
    """The hands that simple players play, and what is counted of them."""

    simple: type[P]
    rules: H
    """The default house rules."""
    seats: Callable[[H], int]
    """The default number of players."""
    note: str
    """The meaning of the counters, in sentences. It names the player where a counter depends on the way of playing."""
    names: Callable[[H, P], tuple[str, ...]]
    """Return all counters, in reading order."""
    count: Callable[[Step[S], Counter[str]], None]
    """Add what a step brought."""


@dataclass(frozen=True, slots=True)
class Ai(Generic[H, S, V, A, P]):
    """How a game is played without people."""

    decide: Callable[[Callable[[], V], Sequence[Move], Temper | P, Rng, int], A | None]
    """Return the action of a seat that the hand waits for, one of its moves, or None to let the others go first.

    The arguments are a function that builds the seat's own view, its moves, its player, the player's own rng and a
    budget. The view is never the state, so hidden things are unknown and equally likely; it is built only where it is
    needed. The rng is never the hand's.

    If hidden things or bets matter, chances are estimated from sampled deals. That may take as much work as about
    `budget` hands with the game's own cards or dice, counted and never timed, so that the decision is reproducible.
    """
    counting: Counting[H, S, P] | None = None


AnyCounting = Counting[Any, Any, Any]
AnyAi = Ai[Any, Any, Any, Any, Any]
"""The AI of whichever game."""
