"""The exact odds and the luck of Bounder: every point, roll of the dealer and second die, by the rules of the game.

The luck of the point isn't counted, since players bet with knowledge of it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache

from bot.engine.banked.limits import Pay
from bot.engine.banked.odds import BetOdds, percent
from bot.engine.game import Deal, Event
from bot.engine.luck import Stroke
from bot.engine.luck import bets as bet_strokes
from bot.engine.words import listed
from cogs.bounder.state import (
    DEALER_BETS,
    HIGHEST,
    LABELS,
    ON,
    POINTS,
    STAKE,
    WIDE,
    WIN,
    BetKind,
    BounderCarry,
    BounderRules,
    Ended,
    Forfeited,
    Result,
    Settled,
    Verdict,
    dealer_rolls,
    stake_pays,
    verdict_of,
)

ROLLS = 216


@cache
def verdict_odds(point: int) -> Mapping[Verdict, Fraction]:
    """Return the probability of each verdict for a shooter with this point."""
    found: Counter[Verdict] = Counter()
    for (total, _), ways in dealer_rolls().items():
        for second in POINTS:
            found[verdict_of(point, total, second)] += ways
    return {verdict: Fraction(ways, ROLLS * HIGHEST) for verdict, ways in found.items()}


def wins_at(point: int) -> Fraction:
    """Return the probability that the shooter wins with this point, and with it every bet on the point."""
    return sum((chance for verdict, chance in verdict_odds(point).items() if stake_pays(verdict)), Fraction(0))


def stake_back(point: int) -> Fraction:
    """Return the average payback of a coin of the stake with this point."""
    chances = verdict_odds(point).items()
    return sum((chance * (1 + pay.to) for verdict, chance in chances if (pay := stake_pays(verdict))), Fraction(0))


@cache
def dealer_wins_bet(kind: BetKind) -> Fraction:
    """Return the probability that a bet on the dealer wins."""
    return Fraction(sum(ways for (_, wins), ways in dealer_rolls().items() if kind in wins), ROLLS)


def exact(_rules: BounderRules) -> Mapping[str, Fraction]:
    """Return the probabilities of a shooter and of the dealer's roll by counter. No house rule changes them."""
    return {
        "shooter_win": _mean(wins_at),
        "point_matched": _mean(lambda point: verdict_odds(point).get("matched", Fraction(0))),
        "win_1_and_20": _mean(lambda point: verdict_odds(point).get("wide", Fraction(0))),
        **{kind: dealer_wins_bet(kind) for kind in DEALER_BETS},
    }


def bets(rules: BounderRules) -> tuple[BetOdds, ...]:
    """Return the odds of the shooter's stake and of every kind of bet that the table takes."""
    stake = BetOdds(
        key="shooter",
        label=STAKE,
        pays=f"{WIN.told()}, and {WIDE.told()} with 1 and {HIGHEST}",
        chance=_mean(wins_at),
        back=_mean(stake_back),
    )
    return (stake, *(_bet(rules, kind) for kind in rules.kinds))


def _bet(rules: BounderRules, kind: BetKind) -> BetOdds:
    if kind in DEALER_BETS:
        pay, chance = rules.pay(kind, None), dealer_wins_bet(kind)
        return BetOdds(key=kind, label=LABELS[kind], pays=pay.told(), chance=chance, back=_back(chance, pay))
    return BetOdds(
        key=kind,
        label=LABELS[kind],
        pays=describe_payout(rules, kind),
        chance=_mean(lambda point: bet_wins_at(kind, point)),
        back=_mean(lambda point: bet_back(rules, kind, point)),
    )


def bet_wins_at(kind: BetKind, point: int) -> Fraction:
    """Return the probability that a bet on or against the shooter wins with this point."""
    return wins_at(point) if kind == "point" else 1 - wins_at(point)


def bet_back(rules: BounderRules, kind: BetKind, point: int) -> Fraction:
    """Return the average payback of a coin on or against the shooter with this point."""
    return _back(bet_wins_at(kind, point), rules.pay(kind, point))


def describe_payout(rules: BounderRules, kind: BetKind) -> str:
    """Describe a payout, as in "1 to 1"; one that depends on the point from the most to the least."""
    pays = sorted({Fraction(pay.to, pay.on): pay for pay in (rules.pay(kind, point) for point in POINTS)}.items())
    least, most = pays[0][1].told(), pays[-1][1].told()
    return most if least == most else f"from {most} down to {least}, by the point"


def _back(chance: Fraction, pay: Pay) -> Fraction:
    return chance * (1 + Fraction(pay.to, pay.on))


def _mean(of: Callable[[int], Fraction]) -> Fraction:
    """Return the average over all points, each equally likely."""
    return sum(map(of, POINTS), Fraction(0)) / len(POINTS)


def note(rules: BounderRules) -> str:
    """Explain the figures of this table: doubling, bets at each point, parts of a coin."""
    return " ".join(filter(None, (_basis(rules), _doubling(rules), _at_every_point(rules), _parts_of_a_coin(rules))))


def _basis(rules: BounderRules) -> str:
    who = " The chances of a shooter hold for every player who shoots." if rules.is_classic else ""
    return f"Exact, over all {HIGHEST} points, {ROLLS} rolls of the dealer and {HIGHEST} second rolls.{who}"


def _doubling(rules: BounderRules) -> str:
    if rules.double == "off":
        return ""
    costs = sorted(1 - stake_back(point) for point in POINTS)
    least = next(cost for cost in costs if cost)
    return (
        "Your first stake returns the same share whether you raise it or not. Chips that you add after the first roll "
        f"cost nothing on average at the points 1 and {HIGHEST}. At the others you lose {percent(least)} to "
        f"{percent(costs[-1])} of them. If you add at every point, you lose {percent(1 - _mean(stake_back))} of them."
    )


def _at_every_point(rules: BounderRules) -> str:
    on = [ON[kind] for kind in rules.kinds if kind not in DEALER_BETS]
    if not on:
        return ""
    return f"The figures for bets {listed(on)} assume a bet at every point. If you pick the points, yours differ."


def _parts_of_a_coin(rules: BounderRules) -> str:
    found = (rules.pay(kind, point) for kind in rules.kinds for point in POINTS)
    pays = {Fraction(pay.to, pay.on): pay.told() for pay in found if pay.on > 1}
    if not pays:
        return ""
    most = pays[max(pays)] + (" or the like" if len(pays) > 1 else "")
    return f"For a bet that pays {most}, the house keeps parts of a coin. These figures leave them out."


def strokes(events: Iterable[Event], deal: Deal[BounderRules, BounderCarry]) -> Iterator[Stroke]:
    """Yield every bet that lies on the table when the dice fall: the stake, with all that was added to it, and one for
    each other kind. A forfeit is no chance.
    """
    out = set[int]()
    for event in events:
        match event:
            case Forfeited(seat=seat):
                out.add(seat)
            case Ended(result=result) if result.dealer:
                yield from _round(result, out, deal.rules)
            case _:
                pass


def _round(result: Result, out: Collection[int], rules: BounderRules) -> Iterator[Stroke]:
    points = {shot.seat: shot.point for shot in result.shots}
    shared = None if rules.is_classic else result.shots[0].point
    for seat in result.nets:
        if seat not in out:
            laid = tuple(one for one in result.settled if one.seat == seat)
            gains = [one.returned - one.staked for one in laid]
            yield from bet_strokes(seat, gains, _gains(laid, points.get(seat, shared), shared, rules).items())


def _gains(
    laid: tuple[Settled, ...], point: int | None, shared: int | None, rules: BounderRules
) -> Counter[tuple[int, ...]]:
    """Count the ways in which the bets come to their gains. `point` decides the stake, `shared` is the point that bets
    on and against the shooter are about.
    """
    gains: Counter[tuple[int, ...]] = Counter()
    for (total, on_dealer), ways in dealer_rolls().items():
        for second in POINTS:
            stake = stake_pays(verdict_of(point, total, second)) if point is not None else None
            won = on_dealer | _on_the_shooter(stake, shared)
            gains[tuple([_gain(one, stake, won, shared, rules) for one in laid])] += ways
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
