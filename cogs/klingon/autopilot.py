"""The autopilot of Klingon Hold-'Em: NPCs estimate the part of the pot that their ships win, and bet by it.

Hidden cards are dealt again at random, as in `chances.py`. But players who have paid much to stay in rarely hold random
ships, and skilled NPCs allow for that. A short stack bets all its chips or none: a bet of most of a stack leaves too
little to play on with.
"""

from collections.abc import Sequence

from bot.engine.ai.betting import Spot, answer, price_of
from bot.engine.ai.temper import Temper, believed_chance
from bot.engine.betting.events import Bet, BetAction, Raise
from bot.engine.moves import Amount, Move, find
from bot.engine.rng import Rng
from cogs.klingon.chances import estimate
from cogs.klingon.state import KlingonView, SeatView

_ATTACKS_PER_HAND, _MOST_ATTACKS = 8, 6000
"""Attacks that are worked out in a hand of a few, with the cards on the table looked at; and with how many the chance
to win is known well enough.
"""
_LEAST_ATTACKS = 60
"""Attacks that even a careless look takes."""
_MOST_SHOWN, _BETS_THAT_SHOW = 0.6, 8
"""The factor and the scale by which bets show good ships: a player who has paid so many large cloaked bets beyond the
first holds ships as if chosen from so many more tries.
"""
_ERROR_FACTOR = 1.7
"""The added error, as a factor on a temper's: the fire of so many mounts is harder to judge, so all errors together
are twice as large.
"""
_SHORT_STACK = 6
"""Large cloaked bets: who has no more than that is short."""
_MOST_PART = 0.4
"""The part of a short stack from which on a bet takes all of it."""


def decide(view: KlingonView, moves: Sequence[Move], temper: Temper, rng: Rng, budget: int) -> BetAction:
    """Check, bet, engage, raise or disengage for a captain whose turn it is."""
    me = _own_seat(view)
    attacks = max(int(min(_ATTACKS_PER_HAND * budget, _MOST_ATTACKS) * temper.traits.effort), _LEAST_ATTACKS)
    equity = estimate(view, view.rules, rng, attacks).share.value ** (
        1 + temper.traits.effort * _shown_by_bets(view, me)
    )
    believing = believed_chance(equity, temper.traits._replace(error=_ERROR_FACTOR * temper.traits.error), rng)
    action = answer(moves, _spot(view, me, believing, price_of(moves)), temper, rng)
    return _all_or_nothing(view, me, moves, action)


def _spot(view: KlingonView, me: SeatView, equity: float, price: int) -> Spot:
    others = [seat for seat in view.seats if seat.seat != me.seat]
    reach = me.paid + price
    return Spot(
        equity=equity,
        pot=view.pot - sum(max(seat.paid - reach, 0) for seat in others),
        opponents=sum(not seat.is_folded for seat in others),
        stack=me.stack,
        bet=me.bet,
        raises=sum(seat.raises for seat in others if not seat.is_folded),
    )


def _shown_by_bets(view: KlingonView, me: SeatView) -> float:
    """Estimate from the others' bets how much better than random their ships are: an average, 0 to `_MOST_SHOWN`."""
    others = [seat for seat in view.seats if seat.seat != me.seat and not seat.is_folded]
    told = [min(max(seat.paid / view.large - 1, 0) / _BETS_THAT_SHOW, 1) for seat in others]
    return _MOST_SHOWN * sum(told) / len(told)


def _all_or_nothing(view: KlingonView, me: SeatView, moves: Sequence[Move], action: BetAction) -> BetAction:
    """Return the action, or an all-in where a short stack would bet much of its chips."""
    if not isinstance(action, Bet | Raise) or me.stack + me.bet > _SHORT_STACK * view.large:
        return action
    offered = find(moves, action.kind)
    amount = next((field for field in offered.fields if isinstance(field, Amount)), None) if offered else None
    if amount is None or action.to - me.bet < _MOST_PART * me.stack:
        return action
    return action.evolve(to=amount.high)


def _own_seat(view: KlingonView) -> SeatView:
    if view.own is None:
        raise ValueError("only a captain of the hand bets")
    return next(seat for seat in view.seats if seat.seat == view.own.seat)
