"""The course of a hand: own dice, then three common dice and two, each time with a price for staying in (seed 004)."""

from bot.engine.rng import Chance
from cogs.baldur.betting import opened
from cogs.baldur.events import Fell
from cogs.baldur.npcs import leaving
from cogs.baldur.showdown import ended_unseen, showdown
from cogs.baldur.state import BaldurState
from cogs.baldur.telling import Log
from cogs.baldur.throwing import common_dice

DICE = {2: 3, 3: 2}
"""How many common dice fall in a round."""
LAST = 3


def onward(state: BaldurState, chance: Chance, log: Log) -> BaldurState:
    """Go on until the hand waits for somebody or is over."""
    while state.result is None and state.accusation is None and state.shaken is None:
        if len(state.players_in) + bool(state.npcs_in) == 1 or not state.players_in:
            return ended_unseen(state, log)
        match state.stage:
            case "rolls":
                if state.unrolled:
                    return state
                state = opened(state, state.rules.ante if state.rules.look_first else 0, log)
            case "bets" if state.betting.waiting:
                return state
            case "bets" if state.round == LAST:
                return showdown(state, log)
            case _:
                state = leaving(state, log)
                if state.stage == "leaving":
                    return state
                state = fallen(state, chance, log)
    return state


def fallen(state: BaldurState, chance: Chance, log: Log) -> BaldurState:
    """The common dice of the next round, and its bets; none fall where only one side is left."""
    state = state.evolve(stage="bets")
    if len(state.players_in) + bool(state.npcs_in) == 1:
        return state
    number = state.round + 1
    dice, state = common_dice(state, DICE[number], chance, log)
    log.public.append(Fell(round=number, dice=dice))
    state = state.evolve(round=number)
    return opened(state, state.rules.price(number), log)
