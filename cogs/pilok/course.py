"""How a hand of Pi'Lok goes on by itself, from one thing that it waits for to the next."""

from bot.engine.game import Event
from bot.engine.rng import Chance
from cogs.pilok import jumping
from cogs.pilok.showdown import ended_unseen, showdown
from cogs.pilok.state import PilokState
from cogs.pilok.streets import NEXT, deal_street, open_bets


def onward(state: PilokState, chance: Chance, tell: list[Event]) -> PilokState:
    """Go on until the hand waits for somebody or is over."""
    while state.result is None and not state.owed and state.contest is None:
        if len(state.live) == 1:
            return ended_unseen(state, tell)
        if state.betting.waiting or state.jumpers:
            return state
        state = _next_street(state, chance, tell)
    return state


def _next_street(state: PilokState, chance: Chance, tell: list[Event]) -> PilokState:
    street = NEXT[state.street]
    if street == "last" and not state.rules.last_bets:
        street = "shadowport"
    state = state.evolve(street=street)
    match street:
        case "jump":
            return state.evolve(jumpers=jumping.jump_order(state))
        case "last":
            return open_bets(state, tell)
        case "shadowport":
            return showdown(state, tell)
        case _:
            return deal_street(state, chance, tell)
