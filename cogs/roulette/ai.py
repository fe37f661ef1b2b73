"""How NPCs and simulated players play roulette, and the counters of simulated spins.

Each style has its own spots, and none removes a bet; simple players bet the least on every kind of bet. All bets on one
wheel have nearly the same house edge, except that half of an even chance may come back on zero. So a shark, the
cautious and the steady bet on even chances; the reckless want 35 to 1.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from bot.engine.ai.player import Ai, Counting, SimplePlayer
from bot.engine.ai.staking import affords, amount_of, choose_stake
from bot.engine.ai.temper import Style, Temper, happens
from bot.engine.game import Step
from bot.engine.moves import Amount, Move, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.roulette.layout import EVEN_CHANCES, GROUPS, OUTSIDE, THIRDS, Group, Kind, Layout
from cogs.roulette.state import (
    Again,
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

_FEW: frozenset[Kind] = frozenset({"straight", "split"})
_LINES: frozenset[Kind] = frozenset({"street", "corner", "six_line"})
_LIKED: Mapping[Style, tuple[frozenset[Kind], ...]] = {
    "cautious": (EVEN_CHANCES,),
    "steady": (EVEN_CHANCES, THIRDS, _LINES),
    "shark": (EVEN_CHANCES,),
    "reckless": (_FEW, _FEW, _LINES),
    "drunk": (_FEW, _LINES, OUTSIDE),
}
"""What somebody bets on, each as likely."""
_BETS: Mapping[Style, tuple[int, float]] = {
    "cautious": (1, 0.0),
    "steady": (2, 0.4),
    "shark": (1, 0.0),
    "reckless": (4, 0.7),
    "drunk": (5, 0.6),
}
"""How many bets somebody makes at most, and how likely another one is after each."""
_SAME_AGAIN: Mapping[Style, float] = {"cautious": 0.6, "steady": 0.5, "shark": 0.3, "reckless": 0.1, "drunk": 0.2}
_MAKES: Mapping[Group, type[Inside | Outside]] = {"inside": Inside, "outside": Outside}
_HALVED = 2
"""A stake that can be halved loses nothing where half of it comes back."""


class Simple(SimplePlayer):
    """The option of a simple player."""

    covering: Literal["shared", "each"] = option(
        "shared",
        "Covering the layout",
        "Bets of each kind: once a spin by one of the seats, or by every seat.",
        labels={"shared": "Each kind once a spin", "each": "Each kind by every seat"},
    )


def decide(
    look: Callable[[], RouletteView], moves: Sequence[Move], player: Temper | Simple, rng: Rng, _budget: int
) -> RouletteAction:
    """Choose the next bet, the same ones as last time, or nothing more."""
    view = look()
    me = next(seat for seat in view.seats if seat.seat == view.own)
    if isinstance(player, Simple):
        return _bet_simply(view, me, moves, player, rng)
    style = player.style
    most, another = _BETS[style]
    if not me.bets:
        again = find(moves, "again")
        if again and affords(again.price or 0, me.stack, style) and happens(rng, _SAME_AGAIN[style]):
            return Again()
    elif len(me.bets) >= most or not happens(rng, another):
        return Done()
    return _bet(view, me, moves, style, rng) or Done()


def _bet_simply(view: RouletteView, me: SeatView, moves: Sequence[Move], player: Simple, rng: Rng) -> RouletteAction:
    """Bet the least on a random spot of the seat's next kind of bet, or nothing more."""
    table = view.rules.layout
    made = {table.by_name[bet.spot].kind for bet in me.bets}
    at = sorted(seat.seat for seat in view.seats).index(me.seat)
    for kind in table.kinds if player.covering == "each" else table.kinds[at :: len(view.seats)]:
        for group, field, spots in _offered(view, me, moves, frozenset[Kind]({kind}) - made):
            return _MAKES[group](spot=rng.pick(spots), amount=field.low)
    return Done()


def _bet(view: RouletteView, me: SeatView, moves: Sequence[Move], style: Style, rng: Rng) -> RouletteAction | None:
    """Bet on a spot that the style likes, at most the usual amount; None if nothing fits their chips."""
    for liked in (rng.pick(_LIKED[style]), EVEN_CHANCES):
        for group, field, spots in _offered(view, me, moves, liked):
            spot = rng.pick(spots)
            unit = _HALVED if view.rules.zero == "half" else 1
            amount = choose_stake(field, me.stack, style, rng, beside=spot, part=1 / _BETS[style][0], unit=unit)
            return _MAKES[group](spot=spot, amount=amount) if amount is not None else None
    return None


def _offered(
    view: RouletteView, me: SeatView, moves: Sequence[Move], kinds: frozenset[Kind]
) -> Iterator[tuple[Group, Amount, list[str]]]:
    """Yield the spots of these kinds that the seat may bet on and hasn't yet, with the bounds of the bet."""
    table, laid = view.rules.layout, {bet.spot for bet in me.bets}
    for group in GROUPS:
        names, move = _names_of(table, group, kinds), find(moves, group)
        field = amount_of(move) if names and move is not None else None
        if field is not None:
            if len(field.caps) < len(table.names(group)):
                open_ = {cap.value for cap in field.caps}
                names = [name for name in names if name in open_]
            spots = [name for name in names if name not in laid]
            if spots:
                yield group, field, spots


@lru_cache
def _names_of(table: Layout, group: Group, kinds: frozenset[Kind]) -> Sequence[str]:
    """List the spots of these kinds in a group."""
    return tuple([spot.name for spot in table.of(group) if spot.kind in kinds])


NOTE = (
    "spins counts the spins. For every kind of bet, hit_<kind> counts the bets that won. staked_<kind> and "
    "returned_<kind> are the sums of stakes and of what came back, stakes included, in smallest coins. Simple players "
    "share the kinds of bets. Each kind is bet on once a spin, for the smallest bet."
)


def names(rules: RouletteRules, _player: Simple) -> tuple[str, ...]:
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


AI = Ai(decide, Counting(Simple, RouletteRules(), lambda _: 3, NOTE, names, count))
