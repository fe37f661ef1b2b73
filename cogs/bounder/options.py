"""The house rules of Bounder, and the usual sets of them."""

from functools import cache
from math import lcm
from typing import Literal, Self

from pydantic import model_validator

from bot.engine.banked.limits import MOST, BankedRules, Pay
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.money import MAX_AMOUNT
from bot.engine.options import Clash, option
from cogs.bounder.dice import DEALER_BETS, HIGHEST, POINTS, WIDE, WIN, BetKind

_BY_POINT = (
    Pay(to=4, on=5),
    Pay(to=4, on=5),
    Pay(to=4, on=5),
    Pay(to=4, on=5),
    Pay(to=3, on=4),
    Pay(to=2, on=3),
    Pay(to=3, on=5),
    Pay(to=1, on=2),
    Pay(to=2, on=5),
    Pay(to=2, on=5),
)
"""What a bet against the shooter pays at the points 1 to 10, and 20 to 11: a little less than would be fair at each."""
_FLAT = {"two_to_five": Pay(to=2, on=5), "even": Pay(to=1)}
_USUAL_BETS = 20
"""How many of the usual largest bets a bank can pay that nobody has chosen an amount for."""
_SMALLEST_BETS = 10
"""How many of the smallest bets a usual largest one is where the table has no limit."""


@cache
def _to_one(to: int) -> Pay:
    return Pay(to=to)


class HonestRules(BankedRules):
    """What a GM may choose at every Bounder table."""

    version: Literal["standard", "classic"] = option(
        "standard",
        "Who shoots",
        "One shooter a round on whom the others bet, or everybody at once for a stake of their own.",
        labels={"standard": "One after the other", "classic": "Everybody at once (classic)"},
    )
    max_side: int = option(
        0,
        "Largest bet on the dealer",
        "The most of one bet on the dealer's dice; 0 is the same as of other bets.",
        labels={"0": "as of other bets"},
        money=True,
        low=0,
        high=MOST,
    )
    double: Literal["exact", "up_to", "off"] = option(
        "exact",
        "Doubling",
        "Whether a shooter may add to the stake after the first roll, once.",
        labels={"exact": "Exactly double", "up_to": "Up to double", "off": "Not at all"},
    )
    dealer_bets: bool = option(
        default=True,
        title="Bets on the dealer",
        description="All even, all odd and three of a kind on the dealer's dice.",
    )
    even_odd_pays: int = option(
        1, "All even and all odd pay", "So much to 1; 1 is as printed, 7 would be fair.", low=1, high=7
    )
    triple_pays: int = option(
        3, "Three of a kind pays", "So much to 1; 3 is as printed, 35 would be fair.", low=3, high=35
    )
    against: Literal["off", "by_point", "two_to_five", "even"] = option(
        "off",
        "Bets against the shooter",
        "They win when bets on the point lose; the shooter makes none. Only where one shoots for all.",
        labels={
            "off": "None",
            "by_point": "By the point: from 4 to 5 down to 2 to 5",
            "two_to_five": "2 to 5, whatever the point",
            "even": "1 to 1, better than fair",
        },
    )

    @model_validator(mode="after")
    def _bets_on_the_dealer_have_room(self) -> Self:
        if self.max_side and self.max_side < self.min_bet:
            sentence = "The largest bet on the dealer, {largest}, can't be below the smallest bet, {smallest}."
            raise Clash(sentence, largest=self.max_side, smallest=self.min_bet)
        return self

    @property
    def is_classic(self) -> bool:
        """The version of 2008, in which everybody shoots at once (rules 3.16)."""
        return self.version == "classic"

    @property
    def kinds(self) -> tuple[BetKind, ...]:
        """Every kind of bet that this table takes, besides the shooter's stake."""
        on_point: tuple[BetKind, ...] = () if self.is_classic else ("point",)
        against: tuple[BetKind, ...] = () if self.is_classic or self.against == "off" else ("against",)
        return (*on_point, *against, *(DEALER_BETS if self.dealer_bets else ()))

    def most(self, kind: BetKind) -> int:
        """The most of one bet of that kind, whatever the bank holds, in smallest coins."""
        return self.max_side or self.largest if kind in DEALER_BETS else self.largest

    def pay(self, kind: BetKind, point: int | None) -> Pay:
        """What a bet of that kind pays with this point; one against the shooter is made once there is a point."""
        match kind:
            case "point":
                return WIN
            case "against":
                return self.pay_against(point)
            case "triple":
                return _to_one(self.triple_pays)
            case _:
                return _to_one(self.even_odd_pays)

    def pay_against(self, point: int | None) -> Pay:
        flat = _FLAT.get(self.against)
        if flat is not None or point is None:
            return flat or _BY_POINT[-1]
        return _BY_POINT[min(point, HIGHEST + 1 - point) - 1]

    @property
    def whole(self) -> int:
        """The least bet, in smallest coins, that loses no part of a coin whatever it is on."""
        ons = [self.pay_against(point).on for point in POINTS] if "against" in self.kinds else [1]
        unit = lcm(*ons)
        return -(-self.min_bet // unit) * unit

    @property
    def usual_bank(self) -> int:
        """Some twenty of the usual largest bets of the kind that costs most, in smallest coins."""
        usual = self.max_bet or self.min_bet * _SMALLEST_BETS
        costs = [WIDE.winnings(usual) * (1 if self.double == "off" else 2)]
        for kind in self.kinds:
            bet = self.max_side or usual if kind in DEALER_BETS else usual
            costs += [self.pay(kind, point).winnings(bet) for point in POINTS]
        return min(_USUAL_BETS * max(costs), MAX_AMOUNT // 2)


class BounderRules(CrookedRules, HonestRules):
    """All that a GM may choose at a Bounder table; the defaults play as printed (seed 001)."""


PRESETS = {
    "lucky nimbus": BounderRules(),
    "classic": BounderRules(version="classic"),
    "fair dealer bets": BounderRules(even_odd_pays=7, triple_pays=35),
    "penny table": BounderRules(min_bet=1),
    "both sides": BounderRules(min_bet=20, against="by_point"),
    "high rollers": BounderRules(min_bet=100, max_bet=5000, max_side=1000, double="up_to"),
}
"""As printed first; all but the last have no largest bet, so that they go with any smallest one."""
