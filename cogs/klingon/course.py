"""The course of a hand: bets on the ships, on the Lock-On, the HET and the Overrun, and the end."""

from bot.engine.game import Event
from bot.engine.rng import Chance
from cogs.klingon.dealing import turn_up
from cogs.klingon.showdown import ended_unseen, showdown
from cogs.klingon.state import KlingonState


def onward(state: KlingonState, chance: Chance, tell: list[Event]) -> KlingonState:
    """Go on until the hand waits for somebody or is over. When nobody can bet, the rest is turned up at once."""
    while not state.betting.waiting:
        if len(state.live) == 1:
            return ended_unseen(state, tell)
        if state.street == "overrun":
            return showdown(state, tell)
        state = turn_up(state, chance, tell)
    return state
