"""Simulated hands of every game a second of processor time.

The rules are timed alone, and once more together with the players' decisions and the counting. Pokerkit's no-limit
hold'em plays in the same run.

The rules are all that a table asks of a game, too: the start, the seats to act, their moves, the actions, the outcome.
A decision includes the view that it looks at.
"""

import time
from collections import Counter
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Any, Literal, NamedTuple

from bench.betting import ENGINES
from bot import games
from bot.engine.cheating.wrapper import honestly
from bot.engine.game import DEALER
from bot.engine.rng import SeededRng
from bot.simulation import BUDGET, SimulationPlan, SimulationWords, first_deal, plan_simulation

HANDS = 300
RUNS = 5
_Section = Literal["rules", "ai", "counting"]
_CLOCKED = 10_000


class Stopwatch:
    """The processor time of each section, in seconds. What the clock itself takes is left out."""

    def __init__(self) -> None:
        began = time.process_time_ns()
        for _ in range(_CLOCKED):
            time.process_time_ns()
        self._clock = (time.process_time_ns() - began) / _CLOCKED
        self._ns: Counter[_Section] = Counter()
        self._laps: Counter[_Section] = Counter()
        self._last = time.process_time_ns()

    def lap(self, section: _Section | None) -> None:
        """Add the time since the last lap to a section, or to none."""
        now = time.process_time_ns()
        if section is not None:
            self._ns[section] += now - self._last
            self._laps[section] += 1
        self._last = time.process_time_ns()

    def seconds(self, section: _Section) -> float:
        return max(self._ns[section] - self._laps[section] * self._clock, 0.0) / 1e9


class Played(NamedTuple):
    """The hands of one run."""

    hands_a_second: float
    """By the rules alone."""
    actions_a_hand: float
    actions_a_second: float
    """By the rules alone."""
    rules: float
    ai: float
    counting: float
    """Seconds."""


def _play(plan: SimulationPlan, seed: int, hands: int) -> Played:
    """Play hands one after another at a table, as `python -m bot simulate` does."""
    counting, player = plan.counting, plan.simple
    if counting is None:
        raise TypeError("a tournament isn't counted")
    game, deal, tally, actions = plan.spec.game, first_deal(plan), Counter[str](), 0
    watch = Stopwatch()
    for number in range(hands):
        chance, own_chance = SeededRng(f"{seed}.{number}"), SeededRng(f"{seed}.{number}.own")
        watch.lap(None)
        step = game.start(deal, chance)
        while True:
            waiting = sorted(game.to_act(step.state))
            honest, state = honestly(game, step.state)
            watch.lap("rules")
            counting.count(replace(step, state=state), tally)
            watch.lap("counting")
            if not waiting:
                break
            actions += 1
            for seat in waiting:
                moves = honest.moves(state, seat) if seat != DEALER else ()
                watch.lap("rules")
                if moves:
                    action = plan.ai.decide(partial(honest.view, state, seat), moves, player, own_chance, BUDGET)
                    watch.lap("ai")
                    if action is not None:
                        step = game.act(step.state, seat, action, chance, offered=moves)
                        break
            else:
                seat = waiting[0]
                step = game.act(step.state, seat, game.on_timeout(step.state, seat), chance)
        end = game.outcome(step.state)
        watch.lap("rules")
        if end is None:
            raise RuntimeError(f"{game.key}: the hand isn't over")
        deal = deal.evolve(carry=end.carry, bank=0 if deal.endless else end.bank)
    rules, ai, count = (watch.seconds(section) for section in ("rules", "ai", "counting"))
    return Played(hands / rules, actions / hands, actions / rules, rules, ai, count)


def _pokerkit(seed: int, hands: int) -> tuple[float, float]:
    """Hands and actions a second."""
    began = time.process_time()
    hands, actions = ENGINES["pokerkit"](seed, hands)
    seconds = time.process_time() - began
    return hands / seconds, actions / seconds


def _figures(plan: SimulationPlan, runs: list[Played], pokerkit: float) -> dict[str, Any]:
    whole = [run.rules + run.ai + run.counting for run in runs]
    actions = median(run.actions_a_second for run in runs)
    return {
        "seats": plan.seats,
        "hands_a_second": round(median(run.hands_a_second for run in runs)),
        "actions_a_second": round(actions),
        "actions_a_hand": round(median(run.actions_a_hand for run in runs), 1),
        "times_pokerkit": round(actions / pokerkit, 1),
        "rules_percent": round(100 * median(run.rules / all_ for run, all_ in zip(runs, whole, strict=True))),
        "ai_percent": round(100 * median(run.ai / all_ for run, all_ in zip(runs, whole, strict=True))),
        "counting_percent": round(100 * median(run.counting / all_ for run, all_ in zip(runs, whole, strict=True))),
    }


def measure(hands: int = HANDS, runs: int = RUNS) -> dict[str, Any]:
    """Medians of the runs. Each run plays every game and pokerkit in turn."""
    plans = {
        key: plan_simulation(SimulationWords(key, (), str(hands), "bench"))
        for key, spec in games.games().items()
        if spec.player.counting is not None
    }
    for plan in plans.values():
        _play(plan, runs, 1)  # what is made once and kept
    played = {key: list[Played]() for key in plans}
    reference: list[tuple[float, float]] = []
    for seed in range(runs):
        for key, plan in plans.items():
            played[key].append(_play(plan, seed, hands))
        reference.append(_pokerkit(seed, hands))
    hands_a_second, actions_a_second = (median(run[at] for run in reference) for at in range(2))
    return {
        "hands": hands,
        "games": {key: _figures(plans[key], played[key], actions_a_second) for key in plans},
        "pokerkit": {"hands_a_second": round(hands_a_second), "actions_a_second": round(actions_a_second)},
    }
