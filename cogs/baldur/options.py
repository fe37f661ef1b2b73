"""The house rules of Baldur Hold'em, and the usual sets of them (seed 004, rules 7)."""

from typing import Literal

from bot.engine.cheating.actions import Ruling
from bot.engine.game import BuyIn, HouseRules
from bot.engine.options import brought, option
from bot.engine.skills import Sheet
from bot.engine.speech import Voice
from cogs.baldur.kit import BaldurKit

MOST_ANTE = 10**11
"""The largest ante, in smallest coins: with it and the most NPCs a usual bank still fits an account."""
MOST_NPCS = 20
MOST_RAISES = 3
PRICES = (1, 2, 3)
"""What each round costs, in antes (rules 7.6)."""
USUAL_HANDS = 20
"""How many hands a usual bank lasts in which the NPCs lose all they pay."""
_USUAL_ANTES = 50


class BaldurRules(HouseRules):
    """All that a GM may choose at a table of Baldur Hold'em; the defaults play as printed."""

    ante: int = option(
        100,
        "Ante",
        "The price of the first round; the second costs two, the third three.",
        money=True,
        low=1,
        high=MOST_ANTE,
    )
    npcs: int = option(
        3,
        "Other NPCs",
        "How many nameless NPCs play with the bank's money, besides those that have a seat.",
        labels={"0": "none"},
        low=0,
        high=MOST_NPCS,
    )
    leaving: Literal["down", "up"] = option(
        "down",
        "Half of the NPCs",
        "How many of an odd number stay for the second round.",
        labels={"down": "Rounded down, but one", "up": "Rounded up"},
    )
    look_first: bool = option(
        default=False, title="Look first", description="The ante is paid once the own dice are seen, or one folds."
    )
    raises: int = option(
        0,
        "Raises a round",
        "How often a round's price may be raised, each time by as much again.",
        labels={"0": "none"},
        low=0,
        high=MOST_RAISES,
    )
    short: Literal["fold", "all_in"] = option(
        "fold",
        "Short of the price",
        "What happens to somebody who can't pay the price of a round.",
        labels={"fold": "Folds", "all_in": "Plays on, all in"},
    )
    shaken: Literal["gm", "by_five"] = option(
        "gm",
        "A shaken NPC",
        "Whether an NPC folds that was intimidated. With narrative dice two successes count as five.",
        labels={"gm": "The GM decides", "by_five": "Folds when beaten by five or more"},
    )
    dealer: Literal["gm", "rotation"] = option(
        "gm",
        "Dealer",
        "Who throws the common dice: who deals may cheat with them.",
        labels={"gm": "The GM", "rotation": "The players in turn"},
    )
    natural_beats_wild: bool = option(
        default=False,
        title="Natural straights",
        description="A straight without wild dice beats one to the same number that has some.",
    )
    odd_chips: Literal["position", "bank"] = option(
        "position",
        "Odd chips",
        "Where the rest goes when a pot doesn't divide evenly.",
        labels={"position": "To the winners left of the dealer", "bank": "To the bank"},
    )
    caught: Ruling = option(
        "forfeit",
        "A proven cheat",
        "What becomes of the hand when the GM doesn't rule in time.",
        labels={"void": "The hand is void", "forfeit": "The cheater is out", "play_on": "Play on"},
    )
    crowd: Sheet = brought(Sheet())
    """The one sheet of all nameless NPCs."""
    crowd_kit: BaldurKit = brought(BaldurKit())
    """How well they know games."""

    @property
    def buy_in(self) -> BuyIn:
        """From one ante; fifty are usual."""
        return BuyIn(low=self.ante, usual=self.ante * _USUAL_ANTES)

    def price(self, number: int) -> int:
        """What round 1, 2 or 3 costs before anybody raises, in smallest coins."""
        return self.ante * PRICES[number - 1]

    def half(self, npcs: int) -> int:
        """How many of so many NPCs stay for the second round: at least one (rules 7.2)."""
        return max((npcs + (self.leaving == "up")) // 2, min(npcs, 1))

    def due(self, nameless: int, named: int = 0) -> int:
        """The most that so many nameless NPCs can come to owe in a hand, beside others with a seat."""
        if not nameless:
            return 0
        counts = (nameless, min(nameless, self.half(nameless + named)), 1)
        return sum(self.price(at) * count for at, count in enumerate(counts, start=1)) * (1 + self.raises)

    def stakes(self, voice: Voice) -> str:
        """What a table plays for, in half a line."""
        first, second, third = (voice.money(self.price(number)) for number in (1, 2, 3))
        return f"{first}, then {second}, then {third} to stay in"


PRESETS = {
    "tavern": BaldurRules(),
    "high table": BaldurRules(ante=1000, npcs=2, raises=1, short="all_in"),
    "no NPCs": BaldurRules(npcs=0, dealer="rotation"),
}
