"""How NPCs and simulated players play Bounder, and the counters of simulated rounds.

NPCs shoot, double and bet by the exact payback (`odds.py`); simple players stake the same and bet on everything. A
shark shoots, doubles if that costs nothing, and bets only with the smallest house edge. The cautious bet little and on
likely wins; the reckless double at any point.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from bot.engine.ai.player import Ai, Counting, SimplePlayer
from bot.engine.ai.staking import affords, amount_of, choose_stake
from bot.engine.ai.temper import Style, Temper, happens
from bot.engine.game import Step
from bot.engine.moves import Amount, Move
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.bounder.odds import bet_back, bet_wins_at, dealer_wins_bet, stake_back
from cogs.bounder.state import (
    DEALER_BETS,
    KINDS,
    Again,
    BetKind,
    BounderAction,
    BounderRules,
    BounderState,
    BounderView,
    Done,
    Double,
    Ended,
    Increase,
    Keep,
    Kind,
    Pass,
    Raised,
    Result,
    Roll,
    SeatView,
    Stake,
    Wager,
    dealer_wins,
    stake_pays,
)

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
_SIMPLE_DOUBLES_AT: Mapping[str, Fraction | None] = {"never": None, "free": Fraction(1), "always": Fraction(0)}


class Simple(SimplePlayer):
    """The option of a simple player."""

    doubling: Literal["never", "free", "always"] = option(
        "never",
        "Doubling",
        "Raises of the stake, as large as allowed: never, where they cost nothing, or always.",
        labels={"never": "Never", "free": "Where it costs nothing", "always": "Always"},
    )


def decide(
    look: Callable[[], BounderView], moves: Sequence[Move], player: Temper | Simple, rng: Rng, _budget: int
) -> BounderAction:
    """Return the next bet or decision. A shooter is ready to roll at once: that leaves the bets open to others."""
    view, offers = look(), {move.key: move for move in moves}
    me = next(seat for seat in view.seats if seat.seat == view.own)
    if "pass" in offers:
        return _choose_stake(view, offers, me, player, rng)
    doubled = _choose_double(offers, me, player)
    if doubled is not None:
        return doubled
    if "keep" in offers:
        return Keep()
    bet = _bet(view, offers, me, player, rng)
    if bet is not None:
        return bet
    if "roll" in offers:
        return Roll()
    return Done()


def _choose_stake(
    view: BounderView, offers: Mapping[str, Move], me: SeatView, player: Temper | Simple, rng: Rng
) -> BounderAction:
    """Return a stake on the seat's own roll, or pass the dice."""
    if isinstance(player, Simple):
        return Stake(amount=_least_whole(view, offers["stake"])) if "stake" in offers else Pass()
    style = player.style
    if not happens(rng, _SHOOTS[style]):
        return Pass()
    if "again" in offers and affords(offers["again"].price or 0, me.stack, style) and happens(rng, _SAME_AGAIN):
        return Again()
    field = amount_of(offers["stake"]) if "stake" in offers else None
    amount = choose_stake(field, me.stack, style, rng) if field is not None else None
    return Pass() if amount is None else Stake(amount=amount)


def _choose_double(offers: Mapping[str, Move], me: SeatView, player: Temper | Simple) -> BounderAction | None:
    """Choose to double the stake if the payback is enough for the style and the price isn't too much of their chips."""
    if isinstance(player, Simple):
        least, style = _SIMPLE_DOUBLES_AT[player.doubling], "reckless"
    else:
        least, style = _DOUBLES_AT[player.style], player.style
    if least is None or me.point is None or stake_back(me.point) < least:
        return None
    if "double" in offers and affords(me.stake, me.stack, style):
        return Double()
    more = amount_of(offers["increase"]) if "increase" in offers else None
    return Increase(amount=more.high) if more is not None and affords(more.high, me.stack, style) else None


def _bet(
    view: BounderView, offers: Mapping[str, Move], me: SeatView, player: Temper | Simple, rng: Rng
) -> BounderAction | None:
    """Return the next kind of bet that the player likes and hasn't made; None if there is none."""
    open_kinds: list[BetKind] = [kind for kind in KINDS if kind in offers and not me.bets.on(kind)]
    if isinstance(player, Simple):
        kind = next(iter(open_kinds if "roll" not in offers else ()), None)
        return None if kind is None else Wager(kind=kind, amount=_least_whole(view, offers[kind]))
    style = player.style
    most, liking = _BETS[style]
    if len(me.bets.made) >= most - bool(me.stake) or not open_kinds or not happens(rng, liking):
        return None
    kind = _liked(view, open_kinds, style, rng)
    field = amount_of(offers[kind]) if kind is not None else None
    if kind is None or field is None:
        return None
    amount = choose_stake(field, me.stack, style, rng, unit=view.rules.pay(kind, _point(view)).on)
    return None if amount is None else Wager(kind=kind, amount=amount)


def _least_whole(view: BounderView, move: Move) -> int:
    """Return the least amount that loses no part of a coin, as far as it is allowed."""
    return min(view.rules.whole, next(field.high for field in move.fields if isinstance(field, Amount)))


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


NOTE = (
    "rounds counts the rounds with a shot, and shooters the players who shot. raised counts the stakes that were "
    "raised. shooter_win (win_1_and_20 included), point_matched and win_1_and_20 count the results of shooters. "
    "all_even, all_odd and triple count the dealer's rolls. staked_ and returned_ are the sums of bets and of what "
    "came back, stakes included, in smallest coins. Simple players make every bet. They bet the smallest amount that "
    "loses no part of a coin, or as much of it as the table allows."
)


def names(rules: BounderRules, _player: Simple) -> tuple[str, ...]:
    """List all counters in reading order."""
    kinds: tuple[Kind, ...] = ("shooter", *rules.kinds)
    money = (f"{what}_{kind}" for kind in kinds for what in ("staked", "returned"))
    shots = ("shooters", "raised", "shooter_win", "point_matched", "win_1_and_20")
    return "rounds", *shots, "all_even", "all_odd", "triple", *money


def count(step: Step[BounderState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for event in step.events:
        match event:
            case Raised():
                tally["raised"] += 1
            case Ended(result=result) if result.idle is None:
                _count(result, tally)
            case _:
                pass


def _count(result: Result, tally: Counter[str]) -> None:
    tally["rounds"] += 1
    tally.update(dealer_wins(result.dealer))
    for shot in result.shots:
        tally["shooters"] += 1
        tally["shooter_win"] += stake_pays(shot.verdict) is not None
        tally["point_matched"] += shot.verdict == "matched"
        tally["win_1_and_20"] += shot.verdict == "wide"
    for bet in result.settled:
        tally[f"staked_{bet.kind}"] += bet.staked
        tally[f"returned_{bet.kind}"] += bet.returned


# a shooter and a player who bets: so all bets of a kind come in rounds of their own
AI = Ai(decide, Counting(Simple, BounderRules(), lambda _: 2, NOTE, names, count))
