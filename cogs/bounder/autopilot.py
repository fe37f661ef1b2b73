"""How NPCs play Bounder: they shoot, double and bet by the exact payback (`odds.py`).

A shark shoots, doubles if that costs nothing, and bets only with the smallest house edge. The cautious bet little and
on likely wins; the reckless double at any point.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.engine.ai.staking import affords, amount_of, choose_stake
from bot.engine.ai.temper import Style, Temper, happens
from bot.engine.moves import Move
from bot.engine.rng import Rng
from cogs.bounder.odds import bet_back, bet_wins_at, dealer_wins_bet, stake_back
from cogs.bounder.state import (
    DEALER_BETS,
    Again,
    AgainstTheShooter,
    BetKind,
    BounderAction,
    BounderView,
    Done,
    Double,
    Increase,
    Keep,
    OnAllEven,
    OnAllOdd,
    OnThePoint,
    OnTriple,
    Pass,
    Roll,
    SeatView,
    Stake,
)

_WAGERS: Mapping[BetKind, type[OnThePoint | AgainstTheShooter | OnAllEven | OnAllOdd | OnTriple]] = {
    "point": OnThePoint,
    "against": AgainstTheShooter,
    "all_even": OnAllEven,
    "all_odd": OnAllOdd,
    "triple": OnTriple,
}
_SHOOTS: Mapping[Style, float] = {"cautious": 0.5, "steady": 0.85, "shark": 1.0, "reckless": 1.0, "drunk": 0.8}
"""How likely somebody takes the dice."""
_DOUBLES_AT: Mapping[Style, Fraction | None] = {
    "cautious": None,
    "steady": Fraction(1),
    "shark": Fraction(1),
    "reckless": Fraction(0),
    "drunk": Fraction(3, 5),
}
"""What has to come back of a coin, in the mean, for somebody to double; None never does."""
_BETS: Mapping[Style, tuple[int, float]] = {
    "cautious": (1, 0.5),
    "steady": (1, 0.8),
    "shark": (1, 1.0),
    "reckless": (4, 0.8),
    "drunk": (4, 0.6),
}
"""How many kinds of bets somebody makes at most beside a stake, and how likely each of them."""
_LEAST_BACK = Fraction(9, 10)
"""Of a coin, in the mean: less isn't good enough for a shark."""
_SAME_AGAIN = 0.4


def decide(view: BounderView, moves: Sequence[Move], temper: Temper, rng: Rng, _budget: int) -> BounderAction | None:
    """Return the next bet or decision; None for a shooter who leaves the bets open to others."""
    offers, style = {move.key: move for move in moves}, temper.style
    me = next(seat for seat in view.seats if seat.seat == view.own)
    if "pass" in offers:
        return _choose_stake(offers, me, style, rng)
    doubled = _choose_double(offers, me, style)
    if doubled is not None:
        return doubled
    if "keep" in offers:
        return Keep()
    bet = _bet(view, offers, me, style, rng)
    if bet is not None:
        return bet
    if "roll" in offers:
        return Roll() if view.waiting == (view.own,) else None
    return Done()


def _choose_stake(offers: Mapping[str, Move], me: SeatView, style: Style, rng: Rng) -> BounderAction:
    """Return a stake on the seat's own roll, or pass the dice."""
    if not happens(rng, _SHOOTS[style]):
        return Pass()
    if "again" in offers and affords(offers["again"].price or 0, me.stack, style) and happens(rng, _SAME_AGAIN):
        return Again()
    field = amount_of(offers["stake"]) if "stake" in offers else None
    amount = choose_stake(field, me.stack, style, rng) if field is not None else None
    return Pass() if amount is None else Stake(amount=amount)


def _choose_double(offers: Mapping[str, Move], me: SeatView, style: Style) -> BounderAction | None:
    """Choose to double the stake if the payback is enough for the style and the price isn't too much of their chips."""
    least = _DOUBLES_AT[style]
    if least is None or me.point is None or stake_back(me.point) < least:
        return None
    if "double" in offers and affords(offers["double"].price or 0, me.stack, style):
        return Double()
    more = amount_of(offers["increase"]) if "increase" in offers else None
    return Increase(amount=more.high) if more is not None and affords(more.high, me.stack, style) else None


def _bet(view: BounderView, offers: Mapping[str, Move], me: SeatView, style: Style, rng: Rng) -> BounderAction | None:
    """Return the next kind of bet that the style likes and hasn't made; None if there is none."""
    most, liking = _BETS[style]
    open_kinds: list[BetKind] = [kind for kind in _WAGERS if kind in offers and not me.bets.on(kind)]
    if len(me.bets.made) >= most - bool(me.stake) or not open_kinds or not happens(rng, liking):
        return None
    kind = _liked(view, open_kinds, style, rng)
    field = amount_of(offers[kind]) if kind is not None else None
    if kind is None or field is None:
        return None
    amount = choose_stake(field, me.stack, style, rng, unit=view.rules.pay(kind, _point(view)).on)
    return None if amount is None else _WAGERS[kind](amount=amount)


def _liked(view: BounderView, kinds: Sequence[BetKind], style: Style, rng: Rng) -> BetKind | None:
    match style:
        case "shark":
            best = max(kinds, key=lambda kind: _back(view, kind))
            return best if _back(view, best) >= _LEAST_BACK else None
        case "cautious" | "steady":
            return max(kinds, key=lambda kind: _wins(view, kind))
        case "reckless" | "drunk":
            return rng.pick(kinds)


def _back(view: BounderView, kind: BetKind) -> Fraction:
    """Return the average payback of a coin on that bet."""
    point = _point(view)
    if kind in DEALER_BETS or point is None:
        return dealer_wins_bet(kind) * (1 + view.rules.pay(kind, point).to)
    return bet_back(view.rules, kind, point)


def _wins(view: BounderView, kind: BetKind) -> Fraction:
    """Return the probability that a bet on that wins."""
    point = _point(view)
    return dealer_wins_bet(kind) if kind in DEALER_BETS or point is None else bet_wins_at(kind, point)


def _point(view: BounderView) -> int | None:
    """Return the point that the bets are on, if a single shooter rolls for all."""
    if view.shooter is None:
        return None
    return next(seat.point for seat in view.seats if seat.seat == view.shooter)
