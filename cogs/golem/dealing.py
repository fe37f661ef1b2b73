"""Dealing: five cards to everybody still in, each sealed as it is dealt, and the first bets (seed 001)."""

from bot.engine.betting.betting import BettingRound
from bot.engine.betting.ranking import FIVE
from bot.engine.cards import FULL_DECK, Held, draw_held
from bot.engine.clockwise import starting_at
from bot.engine.game import Event
from bot.engine.rng import Chance
from cogs.golem.events import Dealt, Redealt
from cogs.golem.state import Gambler, GolemState, Laid

Told = list[tuple[int, Event]]
"""What single seats are told: (seat, event)."""


def from_amulet(state: GolemState) -> tuple[int, ...]:
    """Who is still in, round from the amulet."""
    return tuple(seat for seat in starting_at(state.order, state.amulet) if seat in state.live)


def dealt(state: GolemState, chance: Chance, private: Told) -> GolemState:
    """Five cards of a full deck for everybody still in, from the amulet, and the first bets are open."""
    state = state.evolve(bag=FULL_DECK, piled=0, gamblers=tuple(Gambler(seat=seat) for seat in state.order))
    for seat in from_amulet(state):
        state, held = laid(state, seat, FIVE, chance)
        cards = tuple(one.card for one in held)
        private.append((seat, Dealt(number=state.number, ace=state.rules.ace, cards=cards)))
        state = state.with_gambler(Gambler(seat=seat, cards=cards))
    return open_bets(state.evolve(street="first", is_drawn=False))


def laid(state: GolemState, seat: int, count: int, chance: Chance) -> tuple[GolemState, tuple[Held, ...]]:
    """Draw cards face down for a seat."""
    held, bag = draw_held(chance, state.bag, count)
    sealed = tuple(Laid(deal=state.number, seat=seat, held=one) for one in held)
    return state.evolve(bag=bag, laid=(*state.laid, *sealed)), held


def open_bets(state: GolemState) -> GolemState:
    """A round of bets from the amulet, or from the next who can bet (rules 2.5)."""
    return state.evolve(betting=BettingRound.opened(state.betting.bettors, state.amulet, state.betting.limits))


def redealt(state: GolemState, chance: Chance, tell: list[Event], private: Told) -> GolemState:
    """All cards are collected and dealt anew to those who were at the showdown; nobody pays a new ante (rules 2.14).

    Whoever has neither chips nor a pot left to play for is out.
    """
    playing = {seat for pot in state.carried for seat in pot.eligible}
    out = tuple(seat for seat in state.live if seat not in playing and not state.betting.bettor(seat).stack)
    bettors = tuple(
        bettor.evolve(bet=0, paid=0, is_folded=bettor.is_folded or bettor.seat in out)
        for bettor in state.betting.bettors
    )
    state = state.evolve(number=state.number + 1, betting=state.betting.evolve(bettors=bettors))
    tell.append(Redealt(number=state.number, pot=state.pot, out=out))
    return dealt(state, chance, private)
