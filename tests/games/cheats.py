"""Hands in which everybody cheats unseen whenever they can, and what others may make of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from pydantic import TypeAdapter
from pydantic_core import to_json

from bot.engine.game import Deal, Step
from bot.engine.moves import Move
from bot.engine.rng import Rng, SeededRng
from tests.laws.hands import values_of

OFTEN = 0.15
"""How often somebody cheats of the times that they could."""
CAP = 2000


class Cheated(Protocol):
    """What a game that can be cheated at is asked here."""

    Sleight: Any

    def start(self, deal: Any, chance: Rng) -> Step[Any]: ...
    def to_act(self, state: Any) -> frozenset[int]: ...
    def moves(self, state: Any, seat: int) -> tuple[Move, ...]: ...
    def refusal(self, state: Any, seat: int, action: Any) -> str: ...
    def act(self, state: Any, seat: int, action: Any, chance: Rng) -> Step[Any]: ...
    def action(self, kind: str, values: dict[str, Any]) -> Any: ...
    def view(self, state: Any, seat: int | None) -> Any: ...
    def chips(self, state: Any) -> int: ...
    def seals(self, state: Any, seat: int | None) -> tuple[Any, ...]: ...
    def sleights(self, state: Any, seat: int) -> tuple[Move, ...]: ...
    def sleight(self, state: Any, seat: int, action: Any, chance: Rng) -> Step[Any]: ...
    def sleight_round(self, state: Any) -> int: ...
    def is_out(self, state: Any, seat: int) -> bool: ...
    def forfeit(self, state: Any, seat: int, chance: Rng) -> Step[Any]: ...


@dataclass(frozen=True, slots=True)
class Cheat:
    """An unseen sleight, and what it was done to."""

    before: Any
    seat: int
    kind: str
    step: Step[Any]


def sleight_of(game: Cheated, kind: str, values: dict[str, Any]) -> Any:
    """Build the action of a sleight."""
    return TypeAdapter[Any](game.Sleight).validate_json(to_json({"kind": kind, **values}))


def cheats(game: Cheated, deal: Deal[Any, Any], seed: int, often: float = OFTEN) -> Iterator[Cheat]:
    """All that is tried in a hand, as if nobody ever noticed. Everybody plays at random, and bets and folds little."""
    dice, chance = Random(seed), SeededRng(seed)
    state = game.start(deal, chance).state
    for _ in range(CAP):
        for seat in (player.seat for player in deal.players):
            for move in game.sleights(state, seat):
                if dice.random() < often:
                    action = sleight_of(game, move.key, values_of(move, dice))
                    cheat = Cheat(state, seat, move.key, game.sleight(state, seat, action, chance))
                    yield cheat
                    state = cheat.step.state
        waiting = sorted(game.to_act(state))
        if not waiting:
            return
        seat = dice.choice(waiting)
        moves = game.moves(state, seat)
        move = dice.choices(moves, [1 if one.fields or one.style == "danger" else 12 for one in moves])[0]
        state = game.act(state, seat, game.action(move.key, values_of(move, dice)), chance).state
    raise AssertionError("the hand goes on for ever")
