"""The course of a hand: bets, the draw, bets, the showdown, and all of it anew while a pot isn't won."""

from bot.engine.game import Event
from bot.engine.rng import Chance
from cogs.golem.dealing import Told, redealt
from cogs.golem.drawing import drawn, open_draw
from cogs.golem.showdown import ended_unseen, showdown
from cogs.golem.state import GolemState


def onward(state: GolemState, chance: Chance, tell: list[Event], private: Told) -> GolemState:
    """Go on until the hand waits for somebody or is over."""
    while True:
        if len(state.live) == 1:
            return ended_unseen(state, tell)
        if state.betting.waiting or state.choosing:
            return state
        match state.street:
            case "first":
                state = open_draw(state)
            case "draw":
                state = drawn(state, chance, tell, private)
            case _:
                state = showdown(state, tell)
                if not state.carried:
                    return state
                state = redealt(state, chance, tell, private)
