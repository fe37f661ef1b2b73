"""The house rules of roulette, and the usual sets of them."""

from typing import Self

from pydantic import model_validator

from bot.engine.banked.limits import ENDLESS, MOST, BankedRules
from bot.engine.money import MAX_AMOUNT
from bot.engine.options import Clash, option
from bot.engine.speech import Voice
from cogs.roulette.layout import Layout, layout
from cogs.roulette.spots import PAYS, Group, OnZero
from cogs.roulette.wheel import Wheel

USUAL_BETS = 20
"""How many of the usual largest bets a bank is filled to pay."""
_UNLIMITED = 10
"""The usual largest bet of a table without a limit, in smallest bets."""


class RouletteRules(BankedRules):
    """All that a GM may choose at a roulette table; the defaults are a wheel with one zero."""

    max_bet: int = option(
        0,
        "Largest inside bet",
        "The most of one gambler on one spot among the numbers; 0 is no limit but the bank.",
        labels={"0": "what the bank can pay"},
        money=True,
        low=0,
        high=MOST,
    )
    max_outside: int = option(
        0,
        "Largest outside bet",
        "The most of one gambler on a colour, a dozen and so on; 0 is no limit but the bank.",
        labels={"0": "what the bank can pay"},
        money=True,
        low=0,
        high=MOST,
    )
    wheel: Wheel = option(
        "single",
        "The wheel",
        "Whether the wheel has one zero or two, which nearly doubles what the house keeps.",
        labels={"single": "One zero: European", "double": "0 and 00: American"},
    )
    zero: OnZero = option(
        "lose",
        "Even chances on zero",
        "What becomes of bets on red, black, even, odd, low and high when a zero comes.",
        labels={"lose": "They lose", "half": "Half comes back"},
    )
    top_line: bool = option(
        default=True,
        title="Top line (two zeros only)",
        description="Only with two zeros. On: one may bet on 0, 00, 1, 2 and 3 together, for 6 to 1.",
    )

    @model_validator(mode="after")
    def _outside_bets_have_room(self) -> Self:
        if self.max_outside and self.max_outside < self.min_bet:
            sentence = "The largest outside bet, {largest}, can't be below the smallest bet, {smallest}."
            raise Clash(sentence, largest=self.max_outside, smallest=self.min_bet)
        return self

    @property
    def layout(self) -> Layout:
        """All that can be bet on at this wheel."""
        return layout(self.wheel, has_top_line=self.top_line)

    def limit(self, group: Group) -> int:
        """The most of one gambler on one spot, whatever the bank holds."""
        return (self.max_bet if group == "inside" else self.max_outside) or MAX_AMOUNT

    @property
    def usual_bank(self) -> int:
        """Enough to pay some twenty of the largest bets that people usually make at such a table."""
        largest = {"inside": self.max_bet, "outside": self.max_outside}
        dearest = max(
            PAYS[spot.kind].winnings(largest[spot.group] or self.min_bet * _UNLIMITED)
            for spot in self.layout.by_name.values()
        )
        return min(USUAL_BETS * dearest, ENDLESS)

    @property
    def least_bank(self) -> int:
        """Enough to pay the smallest bet where it wins least."""
        return min(PAYS[kind].winnings(self.min_bet) for kind in self.layout.kinds)

    def stakes(self, voice: Voice) -> str:
        """What a table plays for, in half a line."""
        limits = [("inside", self.max_bet), ("outside", self.max_outside)]
        to = [f"{word} to {voice.money(most)}" for word, most in limits if most]
        return " · ".join((f"Bets from {voice.money(self.min_bet)}", *to))


PRESETS = {
    "european": RouletteRules(),
    "american": RouletteRules(wheel="double"),
    "french": RouletteRules(min_bet=10, zero="half"),
    "among friends": RouletteRules(min_bet=1),
    "high rollers": RouletteRules(min_bet=100, max_bet=5_000, max_outside=100_000, zero="half"),
}
"""The usual one first. All but the last go with any smallest bet; where half comes back, it can be halved."""
