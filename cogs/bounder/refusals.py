"""Why something can't be done in a round of Bounder, in a sentence each."""

from cogs.bounder.actions import (
    Again,
    BounderAction,
    Done,
    Double,
    Increase,
    Keep,
    Pass,
    Roll,
    Stake,
    TakeBack,
    Wager,
)
from cogs.bounder.dice import BetKind
from cogs.bounder.offers import (
    Limit,
    Obstacle,
    bet_bounds,
    bets_again,
    kinds_for,
    raise_bounds,
    stake_again,
    stake_bounds,
)
from cogs.bounder.state import BounderState, Gambler

_NO_ROOM: dict[Limit, str] = {
    "stack": "You don't have enough chips for that.",
    "table": "Your bet on that is as large as this table allows.",
    "bank": "The bank couldn't pay that bet.",
    "others": "The bank keeps its room for those who haven't answered.",
}
_NOT_AGAIN: dict[Obstacle, str] = {
    "nothing": "You have no earlier bet to make again.",
    "closed": "One of your last bets isn't taken here now.",
    "worthless": "One of your last bets is so small that it would win nothing now.",
    "table": "Your last bet doesn't keep to the limits of this table.",
    "stack": "You don't have enough chips to bet the same again.",
    "bank": "The bank couldn't pay the same bets again.",
    "others": "The bank keeps room for those who haven't answered, and couldn't pay the same stake again.",
}
_CLOSED = "The bets are closed."
_ROLLED = "The first roll is made: stakes stay as they are."


def why_not(state: BounderState, seat: int, action: BounderAction) -> str:
    """Why a seat of this round can't do that while the round goes on."""
    gambler = state.gambler(seat)
    if gambler.is_out:
        return "You are out of this round."
    match state.phase:
        case "staking" if state.rules.is_classic:
            return _while_all_stake(state, gambler, action)
        case "staking":
            return _while_the_dice_are_offered(state, gambler, action)
        case "doubling":
            return _while_the_shooter_decides(state, seat, action)
        case "betting":
            return _while_bets_are_open(state, gambler, action)
        case "over":
            return "The round is over."


def _while_the_dice_are_offered(state: BounderState, gambler: Gambler, action: BounderAction) -> str:
    if gambler.seat != state.shooter:
        if isinstance(action, (Stake, Pass, Again)):
            return "You passed the dice on." if gambler.is_done else "The dice are with somebody else."
        return _TOO_EARLY
    return _without_a_stake(state, gambler, action)


_TOO_EARLY = "The bets open once there is a point."


def _while_all_stake(state: BounderState, gambler: Gambler, action: BounderAction) -> str:
    match action:
        case Stake() | Again() | Pass() if gambler.stake:
            return "Your stake is down: take it back to change it."
        case Pass():
            return "You sit this round out."
        case _:
            return _without_a_stake(state, gambler, action)


def _without_a_stake(state: BounderState, gambler: Gambler, action: BounderAction) -> str:
    match action:
        case Stake():
            return _NO_ROOM[stake_bounds(state, gambler).limit]
        case Again():
            return _NOT_AGAIN[stake_again(state, gambler) or "nothing"]
        case TakeBack():
            return "You have staked nothing that you could take back."
        case Roll() | Double() | Increase() | Keep():
            return "The stake comes first."
        case _:
            return _TOO_EARLY


def _while_the_shooter_decides(state: BounderState, seat: int, action: BounderAction) -> str:
    if isinstance(action, (Stake, Pass)):
        return _ROLLED
    if seat != state.shooter:
        return "The shooter first decides whether to raise the stake; then the bets are open."
    if isinstance(action, (Double, Increase)):
        return _not_raised(state, state.gambler(seat), action)
    return "First say whether you raise your stake; then the bets are open."


def _while_bets_are_open(state: BounderState, gambler: Gambler, action: BounderAction) -> str:
    if state.rules.is_classic and not gambler.stake:
        return "You sit this round out."
    match action:
        case Stake() | Pass():
            return _ROLLED
        case Double() | Increase() | Keep():
            return _not_raised(state, gambler, action)
        case Roll():
            return "The dice fall when all are done." if state.rules.is_classic else "Only the shooter rolls."
        case Done():
            return "You are done; you may still bet until the dice fall."
        case TakeBack():
            return (
                "The bank counts on your bets to pay others by now." if gambler.bets.made else "You have no bet here."
            )
        case Again():
            return _not_again(state, gambler)
        case Wager():
            return _not_taken(state, gambler, action.kind)
        case _:
            return _CLOSED


def _not_raised(state: BounderState, gambler: Gambler, action: Double | Increase | Keep) -> str:
    if isinstance(action, Keep) or gambler.raised or (state.phase == "betting" and not state.rules.is_classic):
        return "The stake stays as it is now."
    if state.rules.double == "off":
        return "Stakes aren't raised at this table."
    bounds = raise_bounds(state, gambler)
    if not bounds.has_room:
        return "The bank couldn't pay a larger stake." if bounds.limit == "bank" else _NO_ROOM["stack"]
    if isinstance(action, Double):
        return "Say by how much you raise your stake."
    return "At this table a stake is exactly doubled, or stays as it is."


def _not_again(state: BounderState, gambler: Gambler) -> str:
    if gambler.bets.made:
        return "You have bet already: add to your bets one by one."
    return _NOT_AGAIN[bets_again(state, gambler) or "nothing"]


_NOT_HERE: dict[BetKind, str] = {
    "point": "Everybody shoots for themselves here: nobody bets on a point.",
    "against": "Nobody bets against the shooter at this table.",
    "all_even": "There are no bets on the dealer at this table.",
    "all_odd": "There are no bets on the dealer at this table.",
    "triple": "There are no bets on the dealer at this table.",
}


def _not_taken(state: BounderState, gambler: Gambler, kind: BetKind) -> str:
    if kind not in state.rules.kinds:
        return _NOT_HERE[kind]
    if kind not in kinds_for(state, gambler.seat):
        return {
            "point": "The shooter can't bet on their own point.",
            "against": "The shooter can't bet against themselves.",
        }.get(kind, _CLOSED)
    limit = bet_bounds(state, gambler, kind).limit
    if limit == "table" and gambler.bets.on(kind) < state.rules.most(kind):
        return f"{'More' if gambler.bets.on(kind) else 'A bet'} on that would win nothing within this table's limits."
    return _NO_ROOM[limit]
