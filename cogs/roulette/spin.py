"""The end of a spin: the ball falls, every bet is settled, and the table remembers what came."""

from bot.engine.rng import Chance
from cogs.roulette.payout import comes_back, is_halved, total
from cogs.roulette.state import REMEMBERED, Gambler, LastBets, Result, RouletteCarry, RouletteState, Settled
from cogs.roulette.wheel import Pocket

_LAST_BETS = 40
"""Of how many seats a table remembers the last bets: of a full one, and as many who sit out or have left."""


def spun(state: RouletteState, chance: Chance) -> RouletteState:
    """The ball is drawn, openly, and all bets are settled."""
    pocket = chance.pick(state.rules.layout.pockets)
    settled = tuple(_settled(state, gambler, pocket) for gambler in state.gamblers if gambler.bets)
    back = {one.seat: one.back for one in settled}
    gamblers = tuple(g.evolve(stack=g.stack + back.get(g.seat, 0)) for g in state.gamblers)
    result = Result(pocket=pocket, seats=settled, is_halved=_is_halved(state, pocket))
    bank = state.bank - sum(one.net for one in settled)
    return state.evolve(gamblers=gamblers, bank=bank, result=result, is_over=True)


def handed_on(state: RouletteState) -> RouletteCarry:
    """What the next spin is told. Whoever hasn't bet this time keeps the bets of the time before."""
    carry, result = state.carry, state.result
    if result is None:
        return carry
    bet = tuple(LastBets(seat=gambler.seat, bets=gambler.bets) for gambler in state.gamblers if gambler.bets)
    seats = {one.seat for one in bet}
    last = (*bet, *(one for one in carry.last if one.seat not in seats))
    return RouletteCarry(history=(result.pocket, *carry.history)[:REMEMBERED], last=last[:_LAST_BETS])


def _settled(state: RouletteState, gambler: Gambler, pocket: Pocket) -> Settled:
    rules, spots = state.rules, state.rules.layout.by_name
    back = sum(comes_back(rules.zero, spots[bet.spot], bet.amount, pocket) for bet in gambler.bets)
    won = tuple(bet.spot for bet in gambler.bets if pocket in spots[bet.spot].pockets)
    return Settled(seat=gambler.seat, staked=total(gambler.bets), back=back, won=won)


def _is_halved(state: RouletteState, pocket: Pocket) -> bool:
    """Whether half of anything came back: a single coin can't be halved."""
    rules, spots = state.rules, state.rules.layout.by_name
    bets = {bet for gambler in state.gamblers for bet in gambler.bets}
    return any(
        is_halved(rules.zero, spots[spot], pocket) and comes_back(rules.zero, spots[spot], stake, pocket)
        for spot, stake in bets
    )
