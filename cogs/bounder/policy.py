"""The styles that play Bounder in simulations, and their counters: they stake the same and bet on everything."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from bot.engine.frozen import Frozen
from bot.engine.game import Step
from bot.engine.moves import Amount, Move
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.bounder.odds import stake_back
from cogs.bounder.state import (
    AgainstTheShooter,
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
    OnAllEven,
    OnAllOdd,
    OnThePoint,
    OnTriple,
    Pass,
    Raised,
    Result,
    Roll,
    SeatView,
    Stake,
    dealer_wins,
    stake_pays,
)

SEATS = 2
"""A shooter and one who bets: so all bets of a kind come in rounds of their own."""
RULES = BounderRules()
_WAGERS: Mapping[BetKind, type[OnThePoint | AgainstTheShooter | OnAllEven | OnAllOdd | OnTriple]] = {
    "point": OnThePoint,
    "against": AgainstTheShooter,
    "all_even": OnAllEven,
    "all_odd": OnAllOdd,
    "triple": OnTriple,
}

Look = Callable[[], BounderView]
"""What the seat may know. It is built only when somebody looks."""


class Style(Frozen):
    """What distinguishes one player from another."""

    doubling: Literal["never", "free", "always"] = option(
        "never",
        "Doubling",
        "Whether a shooter adds to the stake as much as may be: never, where it costs nothing, or always.",
        labels={"never": "Never", "free": "Where it costs nothing", "always": "Always"},
    )


def choose(look: Look, moves: Sequence[Move], style: Style, _: Rng) -> BounderAction | None:
    """Choose one of the moves; None for a shooter who leaves the bets open to others."""
    offers = {move.key: move for move in moves}
    view = look()
    if "pass" in offers:
        return Stake(amount=_usual_amount(view, offers["stake"])) if "stake" in offers else Pass()
    own = next(seat for seat in view.seats if seat.seat == view.own)
    if (raised := _answer_doubling(offers, style, own)) is not None:
        return raised
    if "keep" in offers:
        return Keep()
    if "roll" in offers:
        return Roll() if view.waiting == (view.own,) else None
    return _bet(view, own, offers)


def _answer_doubling(offers: Mapping[str, Move], style: Style, own: SeatView) -> BounderAction | None:
    if style.doubling == "never" or (style.doubling == "free" and stake_back(own.point or 0) < 1):
        return None
    if "increase" in offers:
        return Increase(amount=_amount(offers["increase"]).high)
    return Double() if "double" in offers else None


def _bet(view: BounderView, own: SeatView, offers: Mapping[str, Move]) -> BounderAction:
    """Make the first kind of bet that isn't made yet."""
    for kind, wager in _WAGERS.items():
        if kind in offers and not own.bets.on(kind):
            return wager(amount=_usual_amount(view, offers[kind]))
    return Done()


def _usual_amount(view: BounderView, move: Move) -> int:
    """Return the amount of every bet: the least that loses no part of a coin, as far as it is allowed."""
    return min(view.rules.whole, _amount(move).high)


def _amount(move: Move) -> Amount:
    return next(field for field in move.fields if isinstance(field, Amount))


NOTE = (
    "rounds: those in which somebody shot; shooters: everybody who shot in them, one a round but for the classic "
    "version; raised: stakes that were added to. shooter_win (win_1_and_20 included), point_matched and win_1_and_20: "
    "how shooters fared; all_even, all_odd and triple: the dealer's rolls, one a round. staked_ and returned_: all "
    "that was bet on something and all that came back of it, stakes included, in smallest coins. Every bet is the "
    "smallest that loses no part of a coin, or as much of it as the table allows."
)


def names(rules: BounderRules, _style: Style) -> tuple[str, ...]:
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
