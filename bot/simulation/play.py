"""Hands that play themselves: the real rules, seeded chance, and players who follow a policy."""

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from multiprocessing.pool import Pool
from typing import Any

from bot.engine.cheating.honest import honestly
from bot.engine.game import DEALER, Deal, Outcome, Player, Step
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Move
from bot.engine.rng import Chance, SeededChance
from bot.simulation.plan import Plan, Words, planned

DEEP = 1000
"""Usual buy-ins in a stack."""
EVENING = 1000
"""Hands after which the first deal comes again. Evenings know nothing of each other."""


def simulated(plan: Plan) -> Counter[str]:
    """Play all hands and return what was counted; the same plan always gives the same, on however many processors.

    Everybody begins each hand with a stack that no hand exhausts, or with what a tournament begins with. What a hand
    hands to the next (who deals, what lies in the middle) goes on as at a table, until the evening is over.
    """
    tally = Counter(dict.fromkeys(plan.automaton.counting.names(plan.rules, plan.style), 0))
    for counted in evenings(_evening, plan.words, plan.hands, EVENING):
        tally.update(counted)
    return tally


def evenings(
    evening: Callable[[tuple[Words, int, int]], Counter[str]], words: Words, hands: int, length: int
) -> Iterator[Counter[str]]:
    """What `evening` counts from each first hand to the last of `length`. Many evenings are shared out among the
    processors, which is why it is a function of a module and is given words.
    """
    firsts = range(1, hands + 1, length)
    spans = ((words, first, min(first + length - 1, hands)) for first in firsts)
    workers = min(_processors(), len(firsts))
    if workers < 2:
        yield from map(evening, spans)
        return
    with _helpers(workers) as pool:
        yield from pool.imap_unordered(evening, spans)


def _processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _helpers(count: int) -> Pool:
    """Processes that leave an interrupt to this one: what ignores it when they start, they inherit."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return multiprocessing.get_context("spawn").Pool(count)
    finally:
        signal.signal(signal.SIGINT, before)


def _evening(asked: tuple[Words, int, int]) -> Counter[str]:
    """What is counted in one evening, from its first hand to its last. It takes words, since a plan can't be sent."""
    words, first, last = asked
    plan, tally = _plan(words), Counter[str]()
    deal = _first_deal(plan)
    for number in range(first, last + 1):
        end = _hand(plan, deal, number, tally)
        # what an endless bank has won or paid is topped up or taken off at once
        deal = deal.evolve(carry=end.carry, bank=0 if deal.endless else end.bank)
    return tally


_plan = lru_cache(maxsize=1)(planned)


def _first_deal(plan: Plan) -> Deal[Any, Any]:
    game = plan.entry.game
    buy_in = game.buy_in(plan.rules)
    room = MAX_AMOUNT // 2 if game.is_banked else MAX_AMOUNT
    terms = game.terms(plan.rules)
    stack = terms.points if terms else min(buy_in.usual * DEEP, buy_in.high, room // plan.seats)
    seats = range(1, plan.seats + 1)
    return game.Deal(
        rules=plan.rules,
        players=tuple(Player(seat=seat, name=f"Player {seat}", stack=stack) for seat in seats),
        endless=game.is_banked,
    )


def _hand(plan: Plan, deal: Deal[Any, Any], number: int, tally: Counter[str]) -> Outcome[Any]:
    game = plan.entry.game
    # a command line may hold what is no text
    chance = SeededChance(f"{plan.seed}|{number}".encode(errors="surrogateescape"))
    rng = SeededChance(f"{plan.seed}|{number}|policy".encode(errors="surrogateescape"))
    step = game.start(deal, chance)
    _count(plan, step, tally)
    while waiting := game.to_act(step.state):
        seat, moves, action = _next_action(plan, step.state, sorted(waiting), rng)
        step = game.act(step.state, seat, action, chance, offered=moves)
        _count(plan, step, tally)
    end = game.outcome(step.state)
    if end is None:
        raise AssertionError(f"{game.key}: nobody has to act, and the hand isn't over")
    return end


def _count(plan: Plan, step: Step[Any], tally: Counter[str]) -> None:
    """Add what a step of the game itself brought, whatever is done beside it."""
    _, state = honestly(plan.entry.game, step.state)
    plan.automaton.counting.count(replace(step, state=state), tally)


def _next_action(plan: Plan, state: Any, waiting: list[int], rng: Chance) -> tuple[int, tuple[Move, ...], Any]:
    """The first seat that doesn't let the others go first, what it is offered, and what it does.

    Players are honest at a crooked table too, and the GM decides what is usual.
    """
    choose = plan.automaton.policy.choose
    game, own = honestly(plan.entry.game, state)
    for seat in waiting:
        if seat == DEALER:
            return seat, plan.entry.game.moves(state, seat), plan.entry.game.on_timeout(state, seat)
        moves = game.moves(own, seat)
        action = choose(partial(game.view, own, seat), moves, plan.style, rng)
        if action is not None:
            return seat, moves, action
    raise AssertionError(f"{game.key}: everybody lets the others go first")
