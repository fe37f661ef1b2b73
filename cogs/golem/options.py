"""The house rules of Golem, and the usual sets of them."""

from typing import Literal

from bot.engine.betting.pots import OddChips
from bot.engine.betting.ranking import Ace
from bot.engine.betting.stakes import PotRules
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.options import option

USUAL_ANTES = range(2, 501)
"""What casinos ask for, in smallest coins: 2 cp to 5 gp (seed 001)."""


class HonestRules(PotRules):
    """What a GM may choose of the game itself; the defaults play as printed (seed 001)."""

    odd_chips: OddChips = option(
        "position",
        "Odd chips",
        "Where the rest goes when a pot doesn't divide evenly.",
        labels={
            "position": "To the winners left of the amulet",
            "house": "To the house",
            "carry": "Into the next hand",
        },
    )
    opening: Literal["check", "bet"] = option(
        "check",
        "Opening the bets",
        "Whether one may check while nobody has bet, or has to bet or fold.",
        labels={"check": "Check or bet", "bet": "No checking: open or fold"},
    )
    ace: Ace = option(
        "low",
        "The 1",
        "The cards go from 1 to 13; at some tables the 1 counts above the 13.",
        labels={"low": "Low", "high": "High", "both": "High, and low in the straight from 1 to 5"},
    )
    amulet_moves: Literal["counterclockwise", "clockwise"] = option(
        "counterclockwise",
        "The amulet moves",
        "Where the amulet goes after each hand; the bets always go to the left.",
        labels={"counterclockwise": "To the right", "clockwise": "To the left"},
    )
    few_discards: Literal["partial", "top_up", "no_golem"] = option(
        "partial",
        "Fewer than five discards",
        "What the golem is when there are fewer than five discards.",
        labels={
            "partial": "The cards there are; missing ones lose",
            "top_up": "Filled up from the deck",
            "no_golem": "There is no golem",
        },
    )
    folded_feed: bool = option(
        default=False, title="Folded hands feed the golem", description="On: folded hands count among the discards."
    )
    discards_shown: Literal["golem", "all"] = option(
        "golem",
        "Discards shown",
        "What is turned up when the golem is freed.",
        labels={"golem": "The golem's five cards", "all": "All discards"},
    )
    losing_hands: Literal["shown", "mucked"] = option(
        "shown",
        "Losing hands",
        "Whether everybody at the showdown shows, or only the best hands.",
        labels={"shown": "Shown", "mucked": "Thrown in unseen"},
    )
    penalty: int = option(
        2,
        "Penalty, in antes",
        "What the best hand pays when the golem isn't beaten.",
        labels={"0": "nothing"},
        low=0,
        high=10,
    )
    tied_penalty: Literal["each", "split"] = option(
        "each",
        "Penalty of equal hands",
        "What two equal best hands pay when the golem isn't beaten.",
        labels={"each": "Each pays all of it", "split": "They share it"},
    )
    redeals: int = option(
        0,
        "Most re-deals",
        "After so many the best hand wins without a golem; 0 is no limit.",
        labels={"0": "no limit"},
        low=0,
        high=20,
    )
    house_rate: int = option(
        5, "The house's cut, in percent", "What the house takes of each pot that is won.", low=0, high=25
    )
    house_rounding: Literal["down", "nearest", "up"] = option(
        "down",
        "Rounding of the cut",
        "What happens to a part of the smallest coin in the house's cut.",
        labels={"down": "Down", "nearest": "To the nearest coin, half up", "up": "Up"},
    )
    cut_unseen: bool = option(
        default=True,
        title="Cut when all others fold",
        description="On: the house takes its cut of a pot won unseen, too.",
    )

    def cut(self, amount: int) -> int:
        """The house's part of a pot, in smallest coins (rules 2.16)."""
        hundredths = amount * self.house_rate
        return (hundredths + {"down": 0, "nearest": 50, "up": 99}[self.house_rounding]) // 100


class GolemRules(CrookedRules, HonestRules):
    """All that a GM may choose at a Golem table."""


PRESETS = {
    "casino": GolemRules(),
    "high stakes": GolemRules(ante=100, penalty=5),
    "short game": GolemRules(redeals=2, raise_cap=2),
    "among friends": GolemRules(min_bet=1, pot_limit=True, penalty=1, house_rate=0, losing_hands="mucked"),
}
"""Their bets go with any ante: none has a largest one that a higher ante would pass."""
