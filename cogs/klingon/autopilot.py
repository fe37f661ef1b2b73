"""How NPCs play Klingon Hold-'Em by themselves: they reckon what part of the pot their ships would win, and bet by it.

What a captain can't see is dealt anew, as in `chances.py`. But who has paid much to stay in rarely holds just anything:
the more somebody attends to the game, the more they make of that. Who is short of chips bets all of them or none: a bet
that takes most of a stack leaves too little to play on with.
"""

from collections.abc import Sequence

from bot.engine.ai.betting import Spot, answer, price_of
from bot.engine.ai.temper import Temper, believed
from bot.engine.betting.events import Bet, BetAction, Raise
from bot.engine.moves import Amount, Move, find
from bot.engine.rng import Rng
from cogs.klingon.chances import estimate
from cogs.klingon.state import KlingonView, SeatView

_ATTACKS, _ENOUGH = 8, 6000
"""Attacks that are worked out in a hand of a few, with the cards on the table looked at; and with how many the chance
to win is known well enough.
"""
_LEAST = 60
"""Attacks that even a careless look takes."""
_TOLD, _DEEP = 0.6, 8
"""How much better than anything the ships are of somebody who has paid so many large cloaked bets beyond the first: as
if they had so many more tries at them.
"""
_MORE = 1.7
"""What so many mounts will fire is harder to tell than elsewhere: errors so many times those of a temper come
on top of them, so that all together are twice as large.
"""
_SHORT = 6
"""Large cloaked bets: who has no more than that is short."""
_MOST = 0.4
"""The part of the chips that whoever is short doesn't bet without betting them all."""


def decide(view: KlingonView, moves: Sequence[Move], temper: Temper, rng: Rng, budget: int) -> BetAction:
    """Check, bet, engage, raise or disengage for a captain whose turn it is."""
    me = _own(view)
    attacks = max(int(min(_ATTACKS * budget, _ENOUGH) * temper.traits.effort), _LEAST)
    equity = estimate(view, view.rules, rng, attacks).share.value ** (1 + temper.traits.effort * _told(view, me))
    believing = believed(equity, temper.traits._replace(error=_MORE * temper.traits.error), rng)
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


def _told(view: KlingonView, me: SeatView) -> float:
    """Estimate from the others' bets how much better their ships are than random ones: 0 to `_TOLD`, on average."""
    others = [seat for seat in view.seats if seat.seat != me.seat and not seat.is_folded]
    told = [min(max(seat.paid / view.large - 1, 0) / _DEEP, 1) for seat in others]
    return _TOLD * sum(told) / len(told)


def _all_or_nothing(view: KlingonView, me: SeatView, moves: Sequence[Move], action: BetAction) -> BetAction:
    """Return the action, or an all-in where a short stack would bet much of its chips."""
    if not isinstance(action, Bet | Raise) or me.stack + me.bet > _SHORT * view.large:
        return action
    offered = find(moves, action.kind)
    amount = next((field for field in offered.fields if isinstance(field, Amount)), None) if offered else None
    if amount is None or action.to - me.bet < _MOST * me.stack:
        return action
    return action.evolve(to=amount.high)


def _own(view: KlingonView) -> SeatView:
    if view.own is None:
        raise ValueError("only a captain of the hand bets")
    return next(seat for seat in view.seats if seat.seat == view.own.seat)
