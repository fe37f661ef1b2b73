"""How a round of Bounder goes on by itself, from one thing that it waits for to the next."""

from bot.engine.game import Event
from bot.engine.rng import Chance
from cogs.bounder.betting import can_decide
from cogs.bounder.settling import called_off, rolled, unrolled
from cogs.bounder.staking import may_stake, pointed, raise_moves
from cogs.bounder.state import BounderState


def asked(state: BounderState) -> frozenset[int]:
    """Whom the round waits for."""
    if state.phase == "over":
        return frozenset()
    if state.shooter is not None and state.phase != "betting":
        return frozenset((state.shooter,))
    return frozenset([gambler.seat for gambler in state.gamblers if gambler.is_asked])


def onward(state: BounderState, chance: Chance, tell: list[Event]) -> BounderState:
    """Go on until the round waits for somebody or is over."""
    if state.phase == "staking":
        state = _spared(state) if state.rules.is_classic else state
        if asked(state) and not _has_staked(state):
            return state
        if not state.shooters:
            return _nobody_shoots(state, tell)
        state = pointed(state, chance, tell)
        state = open_bets(state) if state.rules.is_classic else state.evolve(phase="doubling")
    if state.phase == "doubling" and state.shooter is not None:
        if raise_moves(state, state.gambler(state.shooter)):
            return state
        state = open_bets(state)
    if not state.shooters:
        return called_off(state, tell)
    state = _spared(state)
    return state if asked(state) else rolled(state, chance, tell)


def _nobody_shoots(state: BounderState, tell: list[Event]) -> BounderState:
    """Everybody was asked for a stake, and no dice fall."""
    if state.staked:
        return called_off(state, tell)
    return unrolled(state, "unstaked" if state.rules.is_classic else "passed", tell)


def _has_staked(state: BounderState) -> bool:
    """Whether whoever was offered the dice has taken them."""
    return state.shooter is not None and state.gambler(state.shooter).stake > 0


def open_bets(state: BounderState) -> BounderState:
    """Bets are open; unless nobody could make one, then the shooter isn't waited for either."""
    state = state.evolve(phase="betting")
    if any(can_decide(state, gambler) for gambler in state.gamblers):
        return state
    return state.evolve(gamblers=tuple(gambler.evolve(is_spared=True) for gambler in state.gamblers))


def _spared(state: BounderState) -> BounderState:
    """Nobody waits for those who can decide nothing, but for the shooter, who rolls. They stay spared, though chips or
    room in the bank may come back: a window that closes for somebody isn't opened anew.
    """
    decides = may_stake if state.phase == "staking" else can_decide
    for gambler in state.gamblers:
        if gambler.is_asked and gambler.seat != state.shooter and not decides(state, gambler):
            state = state.with_gambler(gambler.evolve(is_spared=True))
    return state
