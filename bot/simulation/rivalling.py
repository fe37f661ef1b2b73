"""The hands of a tournament of styles: each deal is played once in every lineup, with the same dice and the same cards
for each seat, so that luck goes to nobody.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bot.engine.cheating.honest import honestly
from bot.engine.game import DEALER, Deal, Player
from bot.engine.rng import Chance, SeededChance
from bot.simulation.plan import Words
from bot.simulation.play import evenings
from bot.simulation.rivals import Lineup, Rivalry, rivalry

EVENING = 50
"""Deals after which the first deal comes again. Evenings know nothing of each other."""
BUDGET = 100
"""How much a decision may work out, in hands with the game's own cards (`Autopilot.decide`)."""
Stakes = tuple[int, ...]
"""What each rival has won in one deal, over some lineups; in smallest coins."""


def contested(plan: Rivalry) -> Counter[str]:
    """Play all deals in every lineup and return the sums; the same plan always gives the same, on however many
    processors.

    `net_<rival>` is what somebody has won and lost in all, `squares_<rival>` the sum of the squares of that by deal;
    `lead_<one>_<other>` by how much the one was ahead of the other where they met, and `squares_<one>_<other>` the same
    of its squares. Everybody begins each hand with what people usually bring.
    """
    tally = Counter(dict.fromkeys(_names(plan), 0))
    for counted in evenings(_evening, plan.words, plan.hands, EVENING):
        tally.update(counted)
    return tally


def _names(plan: Rivalry) -> tuple[str, ...]:
    names = [rival.name for rival in plan.rivals]
    pairs = [f"{names[one]}_{names[other]}" for one, other in plan.neighbours]
    each = [f"{what}_{name}" for what in ("net", "won") for name in names]
    return "hands", *each, *(f"squares_{name}" for name in (*names, *pairs)), *(f"lead_{pair}" for pair in pairs)


def _evening(asked: tuple[Words, int, int]) -> Counter[str]:
    """The sums of one evening, from its first deal to its last. It takes words, since a plan can't be sent."""
    words, first, last = asked
    plan, tally = _plan(words), Counter[str]()
    tables = {lineup: _first_deal(plan) for lineup in plan.lineups}
    for number in range(first, last + 1):
        won: dict[Lineup, Stakes] = {}
        for lineup, deal in tables.items():
            tables[lineup], won[lineup] = _hand(plan, deal, lineup, number)
        _add(plan, won, tally)
    return tally


_plan = lru_cache(maxsize=1)(rivalry)


def _first_deal(plan: Rivalry) -> Deal[Any, Any]:
    game = plan.entry.game
    terms = game.terms(plan.rules)
    stack = terms.points if terms else game.buy_in(plan.rules).usual
    seats = range(1, plan.seats + 1)
    return game.Deal(
        rules=plan.rules,
        players=tuple(Player(seat=seat, name=f"Player {seat}", stack=stack) for seat in seats),
        endless=game.is_banked,
    )


def _hand(plan: Rivalry, deal: Deal[Any, Any], lineup: Lineup, number: int) -> tuple[Deal[Any, Any], Stakes]:
    """The deal after this one, and what everybody has won in it."""
    game = plan.entry.game
    chance = _chance(plan, number)
    moods = [_chance(plan, number, f"{seat}|{plan.rivals[at].name}") for seat, at in enumerate(lineup, start=1)]
    state = game.start(deal, chance).state
    while waiting := game.to_act(state):
        seat, action = _next_action(plan, state, sorted(waiting), lineup, moods)
        state = game.act(state, seat, action, chance).state
    end = game.outcome(state)
    if end is None:
        raise AssertionError(f"{game.key}: nobody has to act, and the hand isn't over")
    before, won = {player.seat: player.stack for player in deal.players}, [0] * len(plan.rivals)
    for seat, stack in end.stacks:
        won[lineup[seat - 1]] += stack - before[seat]
    after = deal.evolve(carry=end.carry, bank=0 if deal.endless else end.bank)
    return after, tuple(won)


def _chance(plan: Rivalry, number: int, whose: str = "") -> Chance:
    # a command line may hold what is no text
    return SeededChance(f"{plan.seed}|{number}|{whose}".encode(errors="surrogateescape"))


def _next_action(plan: Rivalry, state: Any, waiting: list[int], lineup: Lineup, moods: list[Chance]) -> tuple[int, Any]:
    """The first seat that doesn't let the others go first, and what it does. The GM decides what is usual, and so do
    the rules where nobody wants to go first.
    """
    whole_game, (game, own) = plan.entry.game, honestly(plan.entry.game, state)
    for seat in waiting:
        if seat == DEALER:
            return seat, whole_game.on_timeout(state, seat)
        temper, mood = plan.rivals[lineup[seat - 1]].temper, moods[seat - 1]
        action = plan.autopilot.decide(game.view(own, seat), game.moves(own, seat), temper, mood, BUDGET)
        if action is not None:
            return seat, action
    return waiting[0], whole_game.on_timeout(state, waiting[0])


def _add(plan: Rivalry, won: Mapping[Lineup, Stakes], tally: Counter[str]) -> None:
    """Add what one deal has brought, over all lineups."""
    tally["hands"] += len(won)
    for at, rival in enumerate(plan.rivals):
        nets = [won[lineup][at] for lineup in won if at in lineup]
        tally[f"net_{rival.name}"] += sum(nets)
        tally[f"won_{rival.name}"] += sum(net > 0 for net in nets)
        tally[f"squares_{rival.name}"] += sum(nets) ** 2
    for one, other in plan.neighbours:
        pair = f"{plan.rivals[one].name}_{plan.rivals[other].name}"
        lead = sum(won[lineup][one] - won[lineup][other] for lineup in plan.meetings(one, other))
        tally[f"lead_{pair}"] += lead
        tally[f"squares_{pair}"] += lead**2
