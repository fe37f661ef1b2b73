"""What the bets of Coin Toss are worth: every fall is counted."""

from collections.abc import Mapping
from fractions import Fraction

from bot.engine.banked.odds import BetOdds
from tests.coin_toss.rules import FALLS, TossRules, side_of

NOTE = "Parts of a coin stay with the house and are left out."


def note(_rules: TossRules) -> str:
    """Explain the figures: the same for all house rules."""
    return NOTE


def exact(rules: TossRules) -> Mapping[str, Fraction]:
    falls = [side_of(fall) for fall in range(FALLS)]
    return {side: Fraction(falls.count(side), FALLS) for side in rules.sides}


def bets(rules: TossRules) -> tuple[BetOdds, ...]:
    return tuple(_bet(rules, side, chance) for side, chance in exact(rules).items())


def _bet(rules: TossRules, side: str, chance: Fraction) -> BetOdds:
    pay = rules.pay(side)
    back = chance * (1 + Fraction(pay.to, pay.on))
    return BetOdds(key=side, label=side.capitalize(), pays=pay.told(), chance=chance, back=back)
