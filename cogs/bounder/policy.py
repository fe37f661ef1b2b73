"""How Bounder is played by whoever isn't a person: the shooter stakes, everybody else bets on everything, the same each
time.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from bot.engine.frozen import Frozen
from bot.engine.moves import Amount, Move
from bot.engine.options import option
from bot.engine.rng import Chance
from cogs.bounder.actions import (
    AgainstTheShooter,
    BounderAction,
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
    Stake,
)
from cogs.bounder.dice import BetKind
from cogs.bounder.odds import stake_back
from cogs.bounder.options import BounderRules
from cogs.bounder.state import BounderView, SeatView

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


def choose(look: Look, moves: Sequence[Move], style: Style, _: Chance) -> BounderAction | None:
    """What a seat does of what it is offered; None for a shooter who leaves the bets open to others."""
    offers = {move.key: move for move in moves}
    view = look()
    if "pass" in offers:
        return Stake(amount=_usual(view, offers["stake"])) if "stake" in offers else Pass()
    own = next(seat for seat in view.seats if seat.seat == view.own)
    if (raised := _raised(offers, style, own)) is not None:
        return raised
    if "keep" in offers:
        return Keep()
    if "roll" in offers:
        return Roll() if view.waiting == (view.own,) else None
    return _bet(view, own, offers)


def _raised(offers: Mapping[str, Move], style: Style, own: SeatView) -> BounderAction | None:
    if style.doubling == "never" or (style.doubling == "free" and stake_back(own.point or 0) < 1):
        return None
    if "increase" in offers:
        return Increase(amount=_amount(offers["increase"]).high)
    return Double() if "double" in offers else None


def _bet(view: BounderView, own: SeatView, offers: Mapping[str, Move]) -> BounderAction:
    """The first kind of bet that isn't made yet."""
    for kind, wager in _WAGERS.items():
        if kind in offers and not own.bets.on(kind):
            return wager(amount=_usual(view, offers[kind]))
    return Done()


def _usual(view: BounderView, move: Move) -> int:
    """The same for every bet: the least that loses no part of a coin, as far as it is allowed."""
    return min(view.rules.whole, _amount(move).high)


def _amount(move: Move) -> Amount:
    return next(field for field in move.fields if isinstance(field, Amount))
