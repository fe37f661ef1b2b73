"""What may be staked and bet: each amount with its bounds, and what sets them. The bank takes no bet that it couldn't
pay in the worst outcome, with all others on the table.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from bot.engine.moves import Amount, Move, Preset, Style
from cogs.bounder.dice import DEALER_BETS, BetKind
from cogs.bounder.exposure import exposure
from cogs.bounder.state import Bets, BounderState, Gambler
from cogs.bounder.words import LABELS

Limit = Literal["stack", "table", "bank"]
"""What sets the most: one's own chips, the largest bet of the table, what the bank could pay."""
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
_TOO_LOW = "The smallest bet is {low}."


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
    """A first stake: the bank must be able to pay twice as much, since the point may be 1 or 20 (rules 3.15)."""
    rules = state.rules
    return _bounds(rules.min_bet, gambler.stack, rules.largest, exposure(state).most_stake())


def raise_bounds(state: BounderState, gambler: Gambler) -> Bounds:
    """What a stake may be raised by: exactly as much again, or at most (rules 3.2). It may pass the largest bet."""
    low = gambler.stake if state.rules.double == "exact" else 1
    return _bounds(low, gambler.stack, gambler.stake, exposure(state).most_stake(gambler.point))


def bet_bounds(state: BounderState, gambler: Gambler, kind: BetKind) -> Bounds:
    """A bet of that kind, or what may be added to the one there is (rules 3.12)."""
    beside = gambler.bets.on(kind)
    low = 1 if beside else state.rules.min_bet
    return _bounds(low, gambler.stack, state.rules.most(kind) - beside, exposure(state).most(kind, beside))


def stake_move(bounds: Bounds) -> Move:
    return _asking("stake", "Stake", "How much do you stake?", bounds, _TOO_LOW, _TOO_HIGH[bounds.limit], "main")


def increase_move(bounds: Bounds) -> Move:
    too_high = "A stake can at most be doubled: add at most {high}." if bounds.limit == "table" else ""
    too_high = too_high or _TOO_HIGH[bounds.limit]
    return _asking("increase", "Raise the stake", "How much more?", bounds, "Add at least {low}.", too_high)


def bet_move(kind: BetKind, bounds: Bounds, *, is_more: bool) -> Move:
    too_low, too_high = _TOO_LOW, _TOO_HIGH[bounds.limit]
    if is_more:
        too_low = "Add at least {low}."
        too_high = "You may add at most {high} to that bet." if bounds.limit == "table" else too_high
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


Obstacle = Literal["nothing", "closed", "table", "stack", "bank"]
"""What stands against betting the same again: nothing was bet, or of a kind that isn't taken here now; the limits of
the table; one's own chips; the bank.
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
