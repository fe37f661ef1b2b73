"""Hands a second of the pure engine: Pi'Lok, four players who take the first move that is offered."""

import time
from statistics import median
from typing import Any

from bot.catalog import entry
from bot.engine.chance import SeededChance
from bot.engine.game import Player

HANDS = 400
RUNS = 5
SEATS = 4


def _hands(seed: int) -> tuple[float, float]:
    """Hands and actions a second."""
    game = entry("pilok").game
    players = tuple(Player(seat=seat, name=f"Gambler {seat}", stack=500) for seat in range(1, SEATS + 1))
    deal = game.Deal(rules=next(iter(game.presets.values())), players=players)
    actions, began = 0, time.perf_counter()
    for hand in range(HANDS):
        chance = SeededChance(f"{seed}.{hand}")
        state = game.start(deal, chance).state
        while waiting := game.to_act(state):
            seat = min(waiting)
            move = game.moves(state, seat)[0]
            values = {field.name: field.bounds()[0] for field in move.fields}
            state = game.act(state, seat, game.action(move.key, values), chance).state
            actions += 1
    seconds = time.perf_counter() - began
    return HANDS / seconds, actions / seconds


def measure() -> dict[str, Any]:
    """Medians of five runs."""
    runs = [_hands(seed) for seed in range(RUNS)]
    return {
        "hands": HANDS,
        "seats": SEATS,
        "hands_a_second": round(median(hands for hands, _ in runs)),
        "actions_a_second": round(median(actions for _, actions in runs)),
    }
