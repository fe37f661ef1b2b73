"""How NPCs play roulette: each style has its own spots, and none takes a bet back.

All bets on one wheel have nearly the same house edge, except that half of an even chance may come back on zero. So a
shark, the cautious and the steady bet on even chances; the reckless want 35 to 1.
"""

from collections.abc import Mapping, Sequence

from bot.engine.ai.staking import affords, amount_of, choose_stake
from bot.engine.ai.temper import Style, Temper, happens
from bot.engine.moves import Move, find
from bot.engine.rng import Rng
from cogs.roulette.layout import EVEN_CHANCES, GROUPS, OUTSIDE, THIRDS, Group, Kind
from cogs.roulette.state import Again, Done, Inside, Outside, RouletteAction, RouletteView, SeatView

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


def decide(view: RouletteView, moves: Sequence[Move], temper: Temper, rng: Rng, _budget: int) -> RouletteAction:
    """Choose the next bet, the same ones as last time, or nothing more."""
    me = next(seat for seat in view.seats if seat.seat == view.own)
    most, another = _BETS[temper.style]
    if not me.bets:
        again = find(moves, "again")
        if again and affords(again.price or 0, me.stack, temper.style) and happens(rng, _SAME_AGAIN[temper.style]):
            return Again()
    elif len(me.bets) >= most or not happens(rng, another):
        return Done()
    return _bet(view, me, moves, temper.style, rng) or Done()


def _bet(view: RouletteView, me: SeatView, moves: Sequence[Move], style: Style, rng: Rng) -> RouletteAction | None:
    """Bet on a spot that the style likes, at most the usual amount; None if nothing fits their chips."""
    kinds = rng.pick(_LIKED[style])
    table, laid = view.rules.layout.by_name, {bet.spot for bet in me.bets}
    for liked in (kinds, EVEN_CHANCES):
        for group in GROUPS:
            move = find(moves, group)
            field = amount_of(move) if move is not None else None
            if field is None:
                continue
            spots = [cap.value for cap in field.caps if table[cap.value].kind in liked and cap.value not in laid]
            if spots:
                spot = rng.pick(spots)
                unit = _HALVED if view.rules.zero == "half" else 1
                amount = choose_stake(field, me.stack, style, rng, beside=spot, part=1 / _BETS[style][0], unit=unit)
                return _MAKES[group](spot=spot, amount=amount) if amount is not None else None
    return None
