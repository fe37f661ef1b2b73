"""The style that plays roulette in simulations, and its counters: every kind of bet on random spots, equal stakes."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.frozen import Frozen
from bot.engine.game import Step
from bot.engine.moves import Amount, Move, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.roulette.layout import GROUPS, Group, Kind, Layout
from cogs.roulette.state import (
    Done,
    Inside,
    Outside,
    RouletteAction,
    RouletteRules,
    RouletteState,
    RouletteView,
    SeatView,
    Spun,
    payback,
)

SEATS = 3
RULES = RouletteRules()

_BETS: dict[Group, type[Inside | Outside]] = {"inside": Inside, "outside": Outside}


class Style(Frozen):
    """What distinguishes one player from another."""

    covering: Literal["shared", "each"] = option(
        "shared",
        "Covering the layout",
        "Whether each kind of bet is made once a spin, by one seat or another, or by every seat.",
        labels={"shared": "Each kind once a spin", "each": "Each kind by every seat"},
    )


def choose(look: Callable[[], RouletteView], moves: Sequence[Move], style: Style, rng: Rng) -> RouletteAction:
    """Choose the seat's next kind of bet on a random spot of that kind, or nothing more.

    Seats with this policy move one after the other until they are done, so the first one that isn't done is the one to
    move.
    """
    view = look()
    me = min((seat for seat in view.seats if not seat.is_done), key=lambda seat: seat.seat)
    table = view.rules.layout
    made = {table.by_name[bet.spot].kind for bet in me.bets}
    for kind in _share(view, me, style, table):
        bet = None if kind in made else _bet(moves, table, kind, rng)
        if bet is not None:
            return bet
    return Done()


def _share(view: RouletteView, me: SeatView, style: Style, table: Layout) -> tuple[Kind, ...]:
    """Return the kinds of bets that a seat makes."""
    if style.covering == "each":
        return table.kinds
    at = sorted(seat.seat for seat in view.seats).index(me.seat)
    return table.kinds[at :: len(view.seats)]


def _bet(moves: Sequence[Move], table: Layout, kind: Kind, rng: Rng) -> Inside | Outside | None:
    """Make the smallest bet on a random spot of the kind; None if no spot of it is offered."""
    for group in GROUPS:
        move = find(moves, group)
        amount = next((field for field in move.fields if isinstance(field, Amount)), None) if move else None
        if amount is None:
            continue
        fitting = [cap for cap in amount.caps if table.by_name[cap.value].kind == kind]
        if fitting:
            cap = rng.pick(fitting)
            return _BETS[group](spot=cap.value, amount=amount.low)
    return None


NOTE = (
    "spins: how often the ball has fallen. For every kind of bet hit_<kind> is how many bets of it have won, "
    "staked_<kind> and returned_<kind> what was staked on it and what came back, stakes included, in smallest coins. "
    "By default the seats share the kinds, so that each is bet on once a spin, for the smallest bet."
)


def names(rules: RouletteRules, _style: Style) -> tuple[str, ...]:
    """List all counters in reading order."""
    kinds = rules.layout.kinds
    sums = (f"{what}_{kind}" for kind in kinds for what in ("staked", "returned"))
    return "spins", *(f"hit_{kind}" for kind in kinds), *sums


def count(step: Step[RouletteState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for event in step.events:
        if isinstance(event, Spun):
            tally["spins"] += 1
            _count_bets(step.state, event.result.pocket, tally)


def _count_bets(state: RouletteState, pocket: str, tally: Counter[str]) -> None:
    spots = state.rules.layout.by_name
    for gambler in state.gamblers:
        for bet in gambler.bets:
            spot = spots[bet.spot]
            tally[f"hit_{spot.kind}"] += pocket in spot.pockets
            tally[f"staked_{spot.kind}"] += bet.amount
            tally[f"returned_{spot.kind}"] += payback(state.rules.zero, spot, bet.amount, pocket)
