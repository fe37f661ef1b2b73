"""How an NPC plays a game of which nobody has written down how: something of what is offered, filled in at a bound."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.autopilot.temper import Temper
from bot.engine.chance import Chance
from bot.engine.game import Game
from bot.engine.moves import AnyAction, Move


class Anything:
    """Plays any game, by its moves alone."""

    def __init__(self, game: Game[Any, Any, Any, Any, Any]) -> None:
        self._game = game

    def decide(self, view: Any, moves: Sequence[Move], temper: Temper, rng: Chance, budget: int) -> AnyAction | None:
        """One of the moves, each as likely, asides left out; each field at its lowest, or with what can be picked."""
        able = [move for move in moves if not move.aside and move.place != "clock"]
        move = able[rng.below(len(able))]
        return self._game.action(move.key, _filled(move, rng))


def _filled(move: Move, rng: Chance) -> Mapping[str, Any]:
    return {field.name: field.bounds()[rng.below(len(field.bounds()))] for field in move.fields}
