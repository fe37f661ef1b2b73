"""The odds of Coin Toss: every fall is counted."""

from collections.abc import Mapping
from fractions import Fraction

from bot.engine.banked.limits import Pay
from bot.engine.banked.odds import BetOdds
from examples.coin_toss.rules import FALLS, TossRules

NOTE = "Parts of a coin stay with the house and are left out."


def exact(rules: TossRules) -> Mapping[str, Fraction]:
    return {f"fell_{side}": Fraction(FALLS.count(side), len(FALLS)) for side in rules.sides}


def bets(rules: TossRules) -> tuple[BetOdds, ...]:
    return tuple(_bet(side, rules.pay(side), exact(rules)[f"fell_{side}"]) for side in rules.sides)


def _bet(side: str, pay: Pay, won: Fraction) -> BetOdds:
    return BetOdds(key=side, label=side.title(), pays=pay.told(), chance=won, back=won * (1 + Fraction(pay.to, pay.on)))
