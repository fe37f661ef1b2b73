"""The loop that plays simulated hands by the real rules with seeded chance, in evenings shared by the processors.

It counts what the hands bring, or in a tournament what each rival wins.
"""

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from multiprocessing.pool import Pool

from bot.engine.banked.limits import reserve_of
from bot.engine.cheating.wrapper import honestly
from bot.engine.frozen import Frozen
from bot.engine.game import DEALER, AnyDeal, AnyOutcome, AnyStep, Player
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import AnyAction, Move
from bot.engine.rng import Rng, SeededRng
from bot.simulation.plan import Lineup, SimulationPlan, SimulationWords, plan_simulation

DEEP = 1000
"""Usual buy-ins in a stack where hands are counted, so that no hand exhausts it."""
EVENING, TOURNAMENT_EVENING = 1000, 50
"""Hands after which the first deal comes again. Evenings know nothing of each other."""
BUDGET = 50
"""The most work of a decision, in hands with the game's own cards (`Ai.decide`)."""


def play_simulation(plan: SimulationPlan) -> Counter[str]:
    """Play all hands in every lineup and return the sums. The result depends on the plan alone.

    Everybody begins each hand with the same chips. What a hand passes to the next (who deals, what lies in the middle)
    goes on as at a table, until the evening is over.

    In a tournament `net_<rival>` is what a rival has won and lost in all, `squares_<rival>` the sum of the squares of
    that by deal; `lead_<one>_<other>` by how much the one was ahead of the other where they met, and
    `squares_<one>_<other>` the same of its squares.
    """
    tally = Counter(dict.fromkeys(_counter_names(plan), 0))
    for counted in _share_out(plan):
        tally.update(counted)
    return tally


def _counter_names(plan: SimulationPlan) -> tuple[str, ...]:
    if plan.counting is not None:
        return plan.counting.names(plan.rules, plan.simple)
    names = [rival.name for rival in plan.rivals]
    pairs = [f"{names[one]}_{names[other]}" for one, other in plan.neighbors]
    each = [f"{sum_}_{name}" for sum_ in ("net", "won") for name in names]
    return "hands", *each, *(f"squares_{name}" for name in (*names, *pairs)), *(f"lead_{pair}" for pair in pairs)


def _share_out(plan: SimulationPlan) -> Iterator[Counter[str]]:
    length = EVENING if plan.counting is not None else TOURNAMENT_EVENING
    firsts = range(1, plan.hands + 1, length)
    evenings = ((plan.words, first, min(first + length - 1, plan.hands)) for first in firsts)
    workers = min(_processors(), len(firsts))
    if workers < 2:
        yield from map(_play_evening, evenings)
        return
    with _worker_processes(workers) as pool:
        yield from pool.imap_unordered(_play_evening, evenings)


def _processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _worker_processes(count: int) -> Pool:
    """Start processes that leave an interrupt to this one: they inherit that the signal is ignored."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return multiprocessing.get_context("spawn").Pool(count)
    finally:
        signal.signal(signal.SIGINT, before)


def _play_evening(evening: tuple[SimulationWords, int, int]) -> Counter[str]:
    """Sum up one evening, from its first hand to its last. It takes words, since a plan can't be sent."""
    words, first, last = evening
    plan, tally = _cached_plan(words), Counter[str]()
    lineups = plan.lineups if plan.counting is None else plan.lineups[:1]
    tables = [first_deal(plan)] * len(lineups)
    for number in range(first, last + 1):
        ends: list[tuple[Lineup, AnyOutcome]] = []
        for at, lineup in enumerate(lineups):
            end = _play_hand(plan, tables[at], lineup, number, lineups[:at].count(lineup), tally)
            ends.append((lineup, end))
            # what an endless bank has won or paid is topped up or taken off at once
            tables[at] = tables[at].evolve(carry=end.carry, bank=0 if tables[at].endless else end.bank)
        if plan.counting is None:
            _add(plan, ends, tally)
    return tally


_cached_plan = lru_cache(maxsize=1)(plan_simulation)


def first_deal(plan: SimulationPlan) -> AnyDeal:
    """Return the deal of the first hand at a table."""
    game, seats = plan.spec.game, range(1, plan.seats + 1)
    buy_in, terms = game.buy_in(plan.rules), game.terms(plan.rules)
    if terms is not None:
        stack = terms.points
    elif plan.counting is None:
        stack = buy_in.usual
    else:
        room = MAX_AMOUNT // 2 if game.is_banked else MAX_AMOUNT
        stack = min(buy_in.usual * DEEP, buy_in.high, room // plan.seats)
    return game.Deal(
        rules=plan.rules,
        players=tuple(Player(seat=seat, stack=stack) for seat in seats),
        reserve=reserve_of(game, plan.rules) if game.is_banked else 0,
    )


def _play_hand(
    plan: SimulationPlan, deal: AnyDeal, lineup: Lineup, number: int, again: int, tally: Counter[str]
) -> AnyOutcome:
    """Play a deal by its number, for the first time in a lineup or once more."""
    game, rng = plan.spec.game, _rng(plan, number)
    counted = _rng(plan, number, "|policy") if plan.counting is not None else None
    step, turn = game.start(deal, rng), 0
    _count(plan, step, tally)
    while waiting := game.to_act(step.state):
        turn += 1
        own_rng = (lambda _: counted) if counted else partial(_own_rng, plan, number, turn, again)
        seat, moves, action = _next_action(plan, step.state, sorted(waiting), lineup, own_rng)
        step = game.act(step.state, seat, action, rng, offered=moves)
        _count(plan, step, tally)
    end = game.outcome(step.state)
    if end is None:
        raise AssertionError(f"{game.key}: nobody has to act, and the hand isn't over")
    return end


def _own_rng(plan: SimulationPlan, number: int, turn: int, again: int, seat: int) -> Rng:
    """Return the rng of one decision in a tournament: the same one for each rival who sits there at that turn."""
    return _rng(plan, number, f"|{seat}|{turn}|{again}")


def _rng(plan: SimulationPlan, number: int, whose: str = "") -> Rng:
    # a command line may hold what is no text
    return SeededRng(f"{plan.words.seed}|{number}{whose}".encode(errors="surrogateescape"))


def _count(plan: SimulationPlan, step: AnyStep, tally: Counter[str]) -> None:
    """Add what a step of the game itself brought, without the actions of a crooked table."""
    if plan.counting is not None:
        _, state = honestly(plan.spec.game, step.state)
        plan.counting.count(step if state is step.state else replace(step, state=state), tally)


def _next_action(
    plan: SimulationPlan, state: Frozen, waiting: list[int], lineup: Lineup, own_rng: Callable[[int], Rng]
) -> tuple[int, tuple[Move, ...] | None, AnyAction]:
    """Return the first seat that doesn't let the others go first, its moves, and its action.

    Players are honest at a crooked table too. The GM decides what is usual, and the rules decide if nobody wants to go
    first.
    """
    game, own = honestly(plan.spec.game, state)
    for seat in waiting:
        if seat == DEALER:
            break
        moves, rival = game.moves(own, seat), plan.rivals[lineup[seat - 1]]
        action = plan.ai.decide(partial(game.view, own, seat), moves, rival.player, own_rng(seat), BUDGET)
        if action is not None:
            return seat, moves, action
    return waiting[0], None, plan.spec.game.on_timeout(state, waiting[0])


def _add(plan: SimulationPlan, ends: Sequence[tuple[Lineup, AnyOutcome]], tally: Counter[str]) -> None:
    """Add what each rival has won in one deal, over all lineups."""
    before = {player.seat: player.stack for player in first_deal(plan).players}
    won: list[tuple[Lineup, list[int]]] = []
    for lineup, end in ends:
        nets = [0] * len(plan.rivals)
        for seat, stack in end.stacks:
            nets[lineup[seat - 1]] += stack - before[seat]
        won.append((lineup, nets))
    tally["hands"] += len(won)
    for at, rival in enumerate(plan.rivals):
        nets = [net[at] for lineup, net in won if at in lineup]
        tally[f"net_{rival.name}"] += sum(nets)
        tally[f"won_{rival.name}"] += sum(net > 0 for net in nets)
        tally[f"squares_{rival.name}"] += sum(nets) ** 2
    for one, other in plan.neighbors:
        pair = f"{plan.rivals[one].name}_{plan.rivals[other].name}"
        meetings = {*plan.meetings(one, other)}
        lead = sum(net[one] - net[other] for lineup, net in won if lineup in meetings)
        tally[f"lead_{pair}"] += lead
        tally[f"squares_{pair}"] += lead**2
