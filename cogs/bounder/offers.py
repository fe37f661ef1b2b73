"""What may be staked and bet: each amount with its bounds, and what sets them. The bank takes no bet that it couldn't
pay in the worst outcome, with all others on the table.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from bot.engine.moves import Amount, Move, Preset, Style
from cogs.bounder.bounder_words import LABELS
from cogs.bounder.dice import DEALER_BETS, BetKind
from cogs.bounder.exposure import exposure
from cogs.bounder.state import Bets, BounderState, Gambler

Limit = Literal["stack", "table", "bank", "others"]
"""What sets the most: one's own chips, the largest bet of the table, what the bank could pay, and what of that is kept
for others.
"""
_REMEMBERED = 512

_ASKED: dict[BetKind, str] = {
    "point": "How much on the point?",
    "against": "How much against the shooter?",
    "all_even": "How much on all even?",
    "all_odd": "How much on all odd?",
    "triple": "How much on three of a kind?",
}
_TOO_HIGH: dict[Limit, str] = {
    "stack": "You have only {high}.",
    "table": "The largest bet on that is {high}.",
    "bank": "The bank could pay at most {high} on that.",
}
_BANK_MORE = "The bank could pay at most {high} more on that."
_STAKE_TOO_HIGH: dict[Limit, str] = {
    **_TOO_HIGH,
    "table": "The largest stake is {high}.",
    "others": "The bank keeps room for those who haven't answered: stake at most {high}.",
}
_RAISE_TOO_HIGH: dict[Limit, str] = {
    **_TOO_HIGH,
    "table": "A stake can at most be doubled: add at most {high}.",
    "bank": _BANK_MORE,
}
_MORE_TOO_HIGH: dict[Limit, str] = {
    **_TOO_HIGH,
    "table": "You may add at most {high} to that bet.",
    "bank": _BANK_MORE,
}
_TOO_LOW = "The smallest bet is {low}."
_WINS_NOTHING = "Less than {low} on that would win nothing."
_WINS_NO_MORE = "Add at least {low}: less would win nothing more."


class Bounds(NamedTuple):
    """From the least to the most, in smallest coins, and what sets the most. Without room the most is the lesser."""

    low: int
    high: int
    limit: Limit

    @property
    def has_room(self) -> bool:
        return self.low <= self.high


def _bounds(low: int, stack: int, table: int, bank: int) -> Bounds:
    high = min(stack, table, bank)
    limit: Limit = "stack" if high == stack else "table" if high == table else "bank"
    return Bounds(low, high, limit)


def kinds_for(state: BounderState, seat: int) -> tuple[BetKind, ...]:
    """What a seat may bet on in the window: a shooter only on the dealer, never on the own point (rules 3.9); in the
    classic version only whoever shoots.
    """
    if state.rules.is_classic:
        return state.rules.kinds if state.gambler(seat).stake else ()
    kinds = state.rules.kinds
    return tuple([kind for kind in kinds if kind in DEALER_BETS]) if seat == state.shooter else kinds


def stake_bounds(state: BounderState, gambler: Gambler) -> Bounds:
    """A first stake: the bank must be able to pay twice as much, since the point may be 1 or 20 (rules 3.15).

    In the classic version less than that, so that one stake doesn't shut out all who still think: as long as it can,
    the bank keeps room for the smallest stake of each.
    """
    rules, bank = state.rules, exposure(state).most_stake()
    bounds = _bounds(rules.min_bet, gambler.stack, rules.largest, bank)
    shared = max(bank - rules.min_bet * _still_asked(state, gambler), min(bank, rules.min_bet))
    return bounds if bounds.high <= shared else bounds._replace(high=shared, limit="others")


def _still_asked(state: BounderState, gambler: Gambler) -> int:
    """How many others have yet to answer whether they stake, and could."""
    if not state.rules.is_classic:
        return 0
    return sum(
        [
            other.seat != gambler.seat and other.is_asked and not other.stake and other.stack >= state.rules.min_bet
            for other in state.gamblers
        ]
    )


def raise_bounds(state: BounderState, gambler: Gambler) -> Bounds:
    """What a stake may be raised by: exactly as much again, or at most (rules 3.2). It may pass the largest bet."""
    low = gambler.stake if state.rules.double == "exact" else 1
    return _bounds(low, gambler.stack, gambler.stake, exposure(state).most_stake(gambler.point))


def bet_bounds(state: BounderState, gambler: Gambler, kind: BetKind) -> Bounds:
    """A bet of that kind, or what may be added to the one there is (rules 3.12): never so little that it wins nothing
    by the parts of a coin that stay with the house.
    """
    beside = gambler.bets.on(kind)
    least = state.rules.pay(kind, state.point).least_beside(beside)
    low = least if beside else max(least, state.rules.min_bet)
    return _bounds(low, gambler.stack, state.rules.most(kind) - beside, exposure(state).most(kind, beside))


def stake_move(bounds: Bounds) -> Move:
    return _asking("stake", "Stake", "How much do you stake?", bounds, _TOO_LOW, _STAKE_TOO_HIGH[bounds.limit], "main")


def increase_move(bounds: Bounds) -> Move:
    too_high = _RAISE_TOO_HIGH[bounds.limit]
    return _asking("increase", "Raise the stake", "How much more?", bounds, "Add at least {low}.", too_high)


def bet_move(kind: BetKind, bounds: Bounds, smallest: int, *, is_more: bool) -> Move:
    """`smallest` is the table's smallest bet: a bet whose least is higher would win nothing below it."""
    if is_more:
        too_low = "Add at least {low}." if bounds.low == 1 else _WINS_NO_MORE
        too_high = _MORE_TOO_HIGH[bounds.limit]
    else:
        too_low = _TOO_LOW if bounds.low == smallest else _WINS_NOTHING
        too_high = _TOO_HIGH[bounds.limit]
    return _asking(kind, LABELS[kind], _ASKED[kind], bounds, too_low, too_high)


@lru_cache(maxsize=_REMEMBERED)
def _asking(
    key: str, label: str, asked: str, bounds: Bounds, too_low: str, too_high: str, style: Style = "plain"
) -> Move:
    """A move with an amount. Twenty seats mostly have the same bounds, so it is kept."""
    low, high, _ = bounds
    most = (Preset(label="The most", amount=high),) if high > low else ()
    amount = Amount(
        name="amount",
        label=asked,
        low=low,
        high=high,
        presets=(Preset(label="The least", amount=low), *most),
        too_low=too_low,
        too_high=too_high,
    )
    return Move(key=key, label=label, fields=(amount,), style=style)


Obstacle = Literal["nothing", "closed", "worthless", "table", "stack", "bank", "others"]
"""What stands against betting the same again: nothing was bet, or of a kind that isn't taken here now, or so little
that it would win nothing at this point; the limits of the table; one's own chips; the bank, and what it keeps for
others.
"""


def last_bets(state: BounderState, gambler: Gambler) -> Bets:
    """What the seat bet when it last shot, or last bet on another's roll: as it does now."""
    habit = state.habit(gambler.seat)
    return habit.shot if gambler.stake else habit.bets


def bets_again(state: BounderState, gambler: Gambler) -> Obstacle | None:
    """What stands against making the last bets once more, for somebody who hasn't bet yet; None if nothing does."""
    bets, kinds, rules = last_bets(state, gambler), kinds_for(state, gambler.seat), state.rules
    if not bets.made:
        return "nothing"
    if any(kind not in kinds for kind, _ in bets.made):
        return "closed"
    if any(not rules.min_bet <= amount <= rules.most(kind) for kind, amount in bets.made):
        return "table"
    if any(not rules.pay(kind, state.point).winnings(amount) for kind, amount in bets.made):
        return "worthless"
    if bets.total > gambler.stack:
        return "stack"
    return None if exposure(state).covers(bets) else "bank"


def stake_again(state: BounderState, gambler: Gambler) -> Obstacle | None:
    """What stands against the last stake; None if nothing does."""
    stake = state.habit(gambler.seat).stake
    low, high, limit = stake_bounds(state, gambler)
    if not stake:
        return "nothing"
    if stake < low:
        return "table"
    return None if stake <= high else limit
