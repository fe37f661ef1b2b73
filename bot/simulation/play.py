"""Hands that play themselves: the real rules, seeded chance, and players who follow a policy."""

from collections import Counter
from functools import partial
from typing import Any

from bot.engine.chance import SeededChance
from bot.engine.game import Deal, Outcome, Player
from bot.engine.money import MAX_AMOUNT
from bot.simulation.plan import Plan

DEEP = 1000
"""Usual buy-ins in a stack."""


def simulated(plan: Plan) -> Counter[str]:
    """Play all hands and return what was counted; the same plan always gives the same.

    Everybody begins each hand with a stack that no hand exhausts. What a hand hands to the next (who deals, what lies
    in the middle) goes on as at a table.
    """
    tally = Counter(dict.fromkeys(plan.automaton.counting.names(plan.rules, plan.style), 0))
    deal = _first_deal(plan)
    for number in range(1, plan.hands + 1):
        end = _hand(plan, deal, number, tally)
        deal = deal.evolve(carry=end.carry, bank=end.bank)
    return tally


def _first_deal(plan: Plan) -> Deal[Any, Any]:
    game = plan.entry.game
    buy_in = game.buy_in(plan.rules)
    stack = min(buy_in.usual * DEEP, buy_in.high, MAX_AMOUNT // plan.seats)
    seats = range(1, plan.seats + 1)
    return game.Deal(
        rules=plan.rules, players=tuple(Player(seat=seat, name=f"Player {seat}", stack=stack) for seat in seats)
    )


def _hand(plan: Plan, deal: Deal[Any, Any], number: int, tally: Counter[str]) -> Outcome[Any]:
    game, choose, count = plan.entry.game, plan.automaton.policy.choose, plan.automaton.counting.count
    # a command line may hold what is no text
    chance = SeededChance(f"{plan.seed}|{number}".encode(errors="surrogateescape"))
    rng = SeededChance(f"{plan.seed}|{number}|policy".encode(errors="surrogateescape"))
    step = game.start(deal, chance)
    count(step, tally)
    while waiting := game.to_act(step.state):
        state, seat = step.state, min(waiting)
        moves = game.moves(state, seat)
        action = choose(partial(game.view, state, seat), moves, plan.style, rng)
        step = game.act(state, seat, action, chance, offered=moves)
        count(step, tally)
    end = game.outcome(step.state)
    if end is None:
        raise AssertionError(f"{game.key}: nobody has to act, and the hand isn't over")
    return end
