"""The house rules of Century, and the usual sets of them."""

from typing import Literal, Self

from pydantic import model_validator

from bot.engine.banked.limits import MOST, BankedRules
from bot.engine.money import MAX_AMOUNT
from bot.engine.options import Clash, option

PICKS = range(2, 11)
"""How many numbers a ticket may hold (rules 4.5)."""
Drawing = Literal["at_once", "steps", "slowly"]


class CenturyRules(BankedRules):
    """All that a GM may choose at a Century table; the defaults play as printed (seed 001), shown in a few steps."""

    min_bet: int = option(5, "Smallest bet", "The least stake of a ticket.", money=True, low=1, high=MOST)
    max_bet: int = option(
        0,
        "Largest bet",
        "The most stake of a ticket; 0 is no limit but what the bank can pay.",
        labels={"0": "what the bank can pay"},
        money=True,
        low=0,
        high=MOST,
    )
    pool: Literal["100", "80"] = option(
        "100",
        "Pool",
        "The numbers that can be drawn; the odds in the book are those of 80.",
        labels={"100": "1 to 100, as printed", "80": "1 to 80, as in keno"},
    )
    draws: int = option(
        20, "Numbers drawn", "How many different numbers come; payouts stay as they are.", low=10, high=30
    )
    payout: Literal["total", "profit"] = option(
        "total",
        "What payouts mean",
        "Whether a payout holds the stake, so that 1 is the stake back, or comes on top of it.",
        labels={"total": "All that is paid, stake included", "profit": "Won besides the stake, which comes back"},
    )
    payout_cap: int = option(
        0,
        "Largest payout",
        "The most that one ticket is ever paid, and the most that it may stake; 0 is no limit.",
        labels={"0": "no limit"},
        money=True,
        low=0,
        high=MOST,
    )
    tickets: int = option(1, "Tickets each", "How many tickets one gambler may have in a draw.", low=1, high=5)
    drawing: Drawing = option(
        "steps",
        "The drawing",
        "Whether all numbers come at once, or four or five at a time.",
        labels={"at_once": "At once", "steps": "In steps", "slowly": "Slowly, in steps"},
    )

    @model_validator(mode="after")
    def _payouts_have_room(self) -> Self:
        if self.payout_cap and self.payout_cap < self.min_bet:
            sentence = "The largest payout, {largest}, can't be below the smallest bet, {smallest}."
            raise Clash(sentence, largest=self.payout_cap, smallest=self.min_bet)
        return self

    @property
    def last(self) -> int:
        """The highest number that can be drawn."""
        return int(self.pool)

    @property
    def largest(self) -> int:
        """The most of one ticket, whatever the bank holds: more than it could ever be paid is no bet."""
        return min(self.max_bet or MAX_AMOUNT, self.payout_cap or MAX_AMOUNT)


PRESETS = {
    "lucky nimbus": CenturyRules(),
    "keno": CenturyRules(pool="80"),
    "slow tumbler": CenturyRules(drawing="slowly", tickets=3),
    "coppers": CenturyRules(min_bet=1, tickets=5, drawing="at_once"),
    "generous": CenturyRules(payout="profit"),
    "high rollers": CenturyRules(min_bet=500, pool="80", payout_cap=2_500_000),
}
