"""The house rules of games with a pot: the ante, the limits of bets, and the rules for players short of either."""

from typing import Literal, Self

from pydantic import model_validator

from bot.engine.betting.pots import OddChips
from bot.engine.betting.rounds import Limits, QuickBets
from bot.engine.frozen import made
from bot.engine.game import BuyIn, HouseRules
from bot.engine.options import Clash, option
from bot.engine.words import Voice

MOST = 10**12
"""The largest ante or bet that a table may ask for, in smallest coins."""


def pot_limit() -> bool:
    """Declare the option that limits raises by the pot."""
    return option(default=False, title="Pot limit", description="A raise adds at most what the pot holds.")


def short_raise_reopens() -> bool:
    """Declare the option that lets a short all-in reopen the betting (rules 0.4)."""
    return option(
        default=False,
        title="Raising after a short all-in",
        description="On: after an all-in below a full raise, those who have acted may raise again.",
    )


def quick_bets() -> QuickBets:
    """Declare the option for the sizes of bets that have buttons of their own."""
    return option(
        "to_all_in",
        "Quick bets",
        "Bets that have a button of their own. If you have less than the pot, its button says “All in”.",
        labels={
            "to_pot": "The least, half the pot and the pot",
            "to_all_in": "The least, half the pot, the pot and all in",
            "of_pot": "Half the pot and the pot",
            "ends": "The least and all in",
            "none": "None",
        },
    )


def describe_quick_bets(quick: QuickBets) -> str:
    """Describe the buttons for bets in the rules; "" where there are none."""
    if quick == "none":
        return ""
    sizes = {
        "to_pot": "the least, half the pot or the pot",
        "to_all_in": "the least, half the pot, the pot or all in",
        "of_pot": "half the pot or the pot",
        "ends": "the least or all in",
    }[quick]
    said = f"The buttons beside “Bet…” and “Raise…” bet {sizes}."
    if quick == "ends":
        return said
    limit = "If a size is over your limit, the button bets your limit."
    return f"{said} The pot includes your call. {limit}"


def odd_chips(marker: str) -> OddChips:
    """Declare the option for odd chips (rules 0.3); `marker` is the seat at whose left the order begins."""
    return option(
        "position",
        "Odd chips",
        "Odd chips are left over when a pot doesn't divide evenly. This rule says who gets them.",
        labels={
            "position": f"To the winners left of the {marker}",
            "house": "To the house",
            "carry": "Into the next hand",
        },
    )


class PotRules(HouseRules):
    """The house rules that games with an ante and rounds of bets share; a game may reword them."""

    ante: int = option(
        10, "Ante", "Amount that each player pays into the pot of every hand.", money=True, low=1, high=MOST
    )
    min_bet: int = option(
        0,
        "Smallest bet",
        "Smallest bet, and smallest first raise. 0: the ante.",
        labels={"0": "the ante"},
        money=True,
        low=0,
        high=MOST,
    )
    max_bet: int = option(
        0,
        "Largest bet",
        "Largest amount that one bet or raise may add. 0: no limit.",
        labels={"0": "no limit"},
        money=True,
        low=0,
        high=MOST,
    )
    pot_limit: bool = pot_limit()
    raise_cap: int = option(
        0,
        "Most raises a round",
        "Bets and raises in one betting round. 0: no limit.",
        labels={"0": "no limit"},
        low=0,
        high=20,
    )
    short_raise_reopens: bool = short_raise_reopens()
    quick_bets: QuickBets = quick_bets()
    short_ante: Literal["sit_out", "all_in"] = option(
        "sit_out",
        "Short of the ante",
        "A player who can't pay the whole ante sits the hand out, or plays all in.",
        labels={"sit_out": "Sits the hand out", "all_in": "Plays all in"},
    )
    odd_chips: OddChips = odd_chips("dealer")

    @model_validator(mode="after")
    def _bets_have_room(self) -> Self:
        if self.max_bet and self.max_bet < self.smallest_bet:
            which = "the smallest" if self.min_bet else "the smallest, which is the ante"
            sentence = f"The largest bet, {{largest}}, can't be below {which}, {{smallest}}."
            raise Clash(sentence, largest=self.max_bet, smallest=self.smallest_bet)
        return self

    @property
    def smallest_bet(self) -> int:
        return self.min_bet or self.ante

    @property
    def limits(self) -> Limits:
        return made(
            Limits,
            smallest=self.smallest_bet,
            largest=self.max_bet or None,
            pot_limit=self.pot_limit,
            raises_all=self.raise_cap or None,
            short_all_in_reopens=self.short_raise_reopens,
        )

    @property
    def buy_in(self) -> BuyIn:
        """The buy-in: from one ante; fifty are usual."""
        return BuyIn(low=self.ante, usual=min(self.ante * 50, MOST))

    @property
    def least_stack(self) -> int:
        """The fewest chips to be dealt in."""
        return self.ante if self.short_ante == "sit_out" else 1

    def stakes(self, voice: Voice) -> str:
        """Describe the ante and the limits of bets in half a line."""
        bets = f"bets from {voice.money(self.smallest_bet)}"
        if self.max_bet:
            bets += f" to {voice.money(self.max_bet)}"
        elif self.pot_limit:
            bets += ", pot limit"
        else:
            bets += ", no limit"
        return f"Ante {voice.money(self.ante)} · {bets}"
