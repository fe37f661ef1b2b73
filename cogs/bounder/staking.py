"""Before the bets: who shoots, for how much, the first d20, and doubling (seed 001; rules 3.1, 3.2, 3.13, 3.16)."""

from bot.engine.cheating.loaded_dice import thrown, without
from bot.engine.clockwise import passed_on, starting_at
from bot.engine.game import Deal, Event
from bot.engine.moves import Move
from bot.engine.rng import Chance
from cogs.bounder.actions import Again, Double, Increase, Pass, Stake, TakeBack
from cogs.bounder.bounder_words import FIRST_DIE
from cogs.bounder.dice import HIGHEST
from cogs.bounder.events import Offered, Pointed, Raised, SatOut, Staked, Unstaked
from cogs.bounder.offers import increase_move, raise_bounds, stake_again, stake_bounds, stake_move
from cogs.bounder.options import BounderRules
from cogs.bounder.state import BounderCarry, BounderState, Gambler

AGAIN, PASS = "Same again", "Pass the dice"
_PASS = Move(key="pass", label=PASS)
_SIT_OUT = Move(key="pass", label="Sit this one out")
_UNSTAKE = Move(key="take_back", label="Take back")
_KEEP = Move(key="keep", label="Keep the stake", style="main")


def line_up(deal: Deal[BounderRules, BounderCarry], chance: Chance) -> tuple[int, ...]:
    """In which order the dice are offered: clockwise from the left of whoever shot last; first from anybody."""
    order = tuple(player.seat for player in deal.players)
    if deal.carry is None or deal.carry.shooter is None:
        return starting_at(order, chance.pick(order))
    return starting_at(order, passed_on(deal.carry.shooter, deal.carry.order, order))


def offered(state: BounderState, tell: list[Event], by: int | None = None) -> BounderState:
    """The dice go to the next in line, if there is one."""
    if not state.line:
        return state.evolve(shooter=None)
    seat, *others = state.line
    tell.append(Offered(seat=seat, by=by))
    return state.evolve(shooter=seat, line=tuple(others))


def staking_moves(state: BounderState, seat: int) -> tuple[Move, ...]:
    gambler = state.gambler(seat)
    if not state.rules.is_classic:
        return (*_stakes(state, gambler), _PASS) if seat == state.shooter else ()
    if gambler.stake:
        return (_UNSTAKE,)
    return _stakes(state, gambler) if gambler.is_done else (*_stakes(state, gambler), _SIT_OUT)


def may_stake(state: BounderState, gambler: Gambler) -> bool:
    """Whether there is a stake that the gambler could make."""
    return stake_bounds(state, gambler).has_room


def _stakes(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    bounds = stake_bounds(state, gambler)
    stake = (stake_move(bounds),) if bounds.has_room else ()
    if stake_again(state, gambler):
        return stake
    return (*stake, Move(key="again", label=AGAIN, price=state.habit(gambler.seat).stake))


def staked(state: BounderState, seat: int, action: Stake | Again | Pass | TakeBack, tell: list[Event]) -> BounderState:
    """What a seat does that is asked for a stake; in the classic version also after that, until all have answered."""
    gambler = state.gambler(seat)
    if isinstance(action, Pass):
        state = state.evolve(loaded=without(state.loaded, seat))
    match action:
        case Pass() if not state.rules.is_classic:
            return offered(state.with_gambler(gambler.evolve(is_done=True)), tell, by=seat)
        case Pass():
            tell.append(SatOut(seat=seat))
            return state.with_gambler(gambler.evolve(is_done=True))
        case TakeBack():
            tell.append(Unstaked(seat=seat, amount=gambler.stake))
            return state.with_gambler(gambler.evolve(stack=gambler.stack + gambler.stake, stake=0))
        case Stake(amount=amount):
            pass
        case Again():
            amount = state.habit(seat).stake
    tell.append(Staked(seat=seat, amount=amount))
    return state.with_gambler(gambler.evolve(stack=gambler.stack - amount, stake=amount, is_done=True))


def pointed(state: BounderState, chance: Chance, tell: list[Event]) -> BounderState:
    """Every shooter's first d20."""
    for shooter in state.shooters:
        point = thrown(state.loaded, shooter.seat, HIGHEST, FIRST_DIE, chance, tell)
        state = state.with_gambler(shooter.evolve(point=point))
    points = tuple((shooter.seat, shooter.point) for shooter in state.shooters if shooter.point is not None)
    tell.append(Pointed(points=points, is_classic=state.rules.is_classic))
    asked = tuple(g.evolve(is_done=False, is_spared=False) for g in state.gamblers)
    return state.evolve(gamblers=asked, loaded=())


def raise_moves(state: BounderState, gambler: Gambler) -> tuple[Move, ...]:
    """Adding to the own stake, once."""
    if not gambler.stake or gambler.raised or state.rules.double == "off":
        return ()
    bounds = raise_bounds(state, gambler)
    if not bounds.has_room:
        return ()
    if state.rules.double == "exact":
        return (Move(key="double", label="Double", price=gambler.stake),)
    return (increase_move(bounds),)


def doubling_moves(state: BounderState, seat: int) -> tuple[Move, ...]:
    """The standard version: the shooter decides before others bet."""
    return (_KEEP, *raise_moves(state, state.gambler(seat))) if seat == state.shooter else ()


def raised(state: BounderState, seat: int, action: Double | Increase, tell: list[Event]) -> BounderState:
    gambler = state.gambler(seat)
    amount = action.amount if isinstance(action, Increase) else gambler.stake
    stake = gambler.stake + amount
    tell.append(Raised(seat=seat, amount=amount, stake=stake))
    return state.with_gambler(gambler.evolve(stack=gambler.stack - amount, stake=stake, raised=amount))
