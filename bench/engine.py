"""Hands a second of processor time of the pure engine: Pi'Lok, four players who take the first move that is offered."""

import time
from statistics import median
from typing import Any

from bot.engine.game import Player
from bot.engine.rng import SeededRng
from bot.games import spec_of

HANDS = 400
RUNS = 5
SEATS = 4


def _hands(seed: int, hands: int) -> tuple[float, float]:
    """Hands and actions a second."""
    game = spec_of("pilok").game
    players = tuple(Player(seat=seat, stack=500) for seat in range(1, SEATS + 1))
    deal = game.Deal(rules=next(iter(game.presets.values())), players=players)
    actions, began = 0, time.process_time()
    for hand in range(hands):
        chance = SeededRng(f"{seed}.{hand}")
        state = game.start(deal, chance).state
        while waiting := game.to_act(state):
            seat = min(waiting)
            move = game.moves(state, seat)[0]
            values = {field.name: field.bounds()[0] for field in move.fields}
            state = game.act(state, seat, game.action(move.key, values), chance).state
            actions += 1
    seconds = time.process_time() - began
    return hands / seconds, actions / seconds


def measure(hands: int = HANDS, runs: int = RUNS) -> dict[str, Any]:
    """Medians of the runs, a second of processor time."""
    found = [_hands(seed, hands) for seed in range(runs)]
    return {
        "hands": hands,
        "seats": SEATS,
        "hands_a_second": round(median(rate for rate, _ in found)),
        "actions_a_second": round(median(rate for _, rate in found)),
    }
