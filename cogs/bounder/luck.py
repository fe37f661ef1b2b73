"""The luck of each Bounder player once the points are rolled: their stake and bets against every roll that is left.

The luck of the point isn't counted, since players bet with knowledge of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from bot.engine.banked.limits import Pay
from bot.engine.game import Deal
from bot.engine.luck import Seen, Stroke, bet
from cogs.bounder.state import (
    POINTS,
    BetKind,
    BounderCarry,
    BounderRules,
    BounderView,
    Ended,
    Result,
    Settled,
    dealer_rolls,
    stake_pays,
    verdict_of,
)


def strokes(seen: Iterable[Seen], deal: Deal[BounderRules, BounderCarry]) -> Iterator[Stroke]:
    """Yield the result of each seat with anything on the table when the dice fell; a forfeit is no chance."""
    for step in seen:
        for event in step.events:
            if isinstance(event, Ended) and event.result.dealer:
                yield from _round(event.result, step.view, deal.rules)


def _round(result: Result, view: BounderView, rules: BounderRules) -> Iterator[Stroke]:
    points = {shot.seat: shot.point for shot in result.shots}
    shared = None if view.shooter is None else points.get(view.shooter)
    out = {seat.seat for seat in view.seats if seat.is_out}
    for seat, net in result.nets.items():
        if seat not in out:
            laid = tuple(one for one in result.settled if one.seat == seat)
            point = points.get(seat, shared)
            yield bet(seat, net, _gains(laid, point, shared, rules).items())


def _gains(laid: tuple[Settled, ...], point: int | None, shared: int | None, rules: BounderRules) -> Counter[int]:
    """Count the ways to each gain of all the bets together. `point` decides the stake, `shared` is the point that bets
    on and against the shooter are about.
    """
    gains: Counter[int] = Counter()
    for (total, on_dealer), ways in dealer_rolls().items():
        for second in POINTS:
            stake = stake_pays(verdict_of(point, total, second)) if point is not None else None
            won = on_dealer | _on_the_shooter(stake, shared)
            gains[sum(_gain(one, stake, won, shared, rules) for one in laid)] += ways
    return gains


def _on_the_shooter(stake: Pay | None, shared: int | None) -> frozenset[BetKind]:
    if shared is None:
        return frozenset()
    return frozenset({"point"}) if stake else frozenset({"against"})


def _gain(one: Settled, stake: Pay | None, won: frozenset[BetKind], shared: int | None, rules: BounderRules) -> int:
    if one.kind == "shooter":
        return _won(stake, one.staked)
    return _won(rules.pay(one.kind, shared) if one.kind in won else None, one.staked)


def _won(pay: Pay | None, staked: int) -> int:
    return pay.winnings(staked) if pay else -staked
