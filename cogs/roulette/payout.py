"""What bets are worth in each pocket: the one place that says what comes back."""

from functools import lru_cache

from cogs.roulette.layout import Layout
from cogs.roulette.spots import OnZero, Spot
from cogs.roulette.state import Bet, Bets
from cogs.roulette.wheel import Pocket, is_zero

_KEPT = 4096


def comes_back(on_zero: OnZero, spot: Spot, stake: int, pocket: Pocket) -> int:
    """What a stake on a spot brings back when the ball lies in `pocket`, itself included; in smallest coins.

    Where half of an even chance comes back on zero, the odd coin is the house's.
    """
    if pocket in spot.pockets:
        return stake + spot.pays.winnings(stake)
    return stake // 2 if is_halved(on_zero, spot, pocket) else 0


def is_halved(on_zero: OnZero, spot: Spot, pocket: Pocket) -> bool:
    """Whether half of a bet comes back although it hasn't won."""
    return on_zero == "half" and spot.is_even_chance and is_zero(pocket)


def total(bets: Bets) -> int:
    return sum(bet.amount for bet in bets)


@lru_cache(maxsize=_KEPT)
def losses(table: Layout, on_zero: OnZero, bets: Bets) -> tuple[int, ...]:
    """What the bank loses by these bets (below zero: wins) for each pocket of the wheel."""
    nothing = (0,) * len(table.pockets)
    return tuple(map(sum, zip(nothing, *(_loss(table, on_zero, bet) for bet in bets), strict=True)))


@lru_cache(maxsize=_KEPT)
def _loss(table: Layout, on_zero: OnZero, bet: Bet) -> tuple[int, ...]:
    spot, stake = table.by_name[bet.spot], bet.amount
    return tuple(comes_back(on_zero, spot, stake, pocket) - stake for pocket in table.pockets)
