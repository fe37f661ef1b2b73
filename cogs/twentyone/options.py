"""The house rules of twenty-one, and the usual sets of them."""

from typing import Literal

from bot.engine.banked.limits import MOST, BankedRules, Pay
from bot.engine.options import option

SoftSeventeen = Literal["stands", "hits"]
Doubling = Literal["any", "9_to_11", "10_11", "off"]
SplitTens = Literal["value", "rank"]
HoleCard = Literal["peek", "no_peek", "none_original", "none_all"]
Surrender = Literal["off", "late"]
NaturalPay = Literal["3:2", "6:5", "1:1"]

DECK = 52
"""Cards of one deck."""
NATURAL_PAYS: dict[NaturalPay, Pay] = {"3:2": Pay(to=3, on=2), "6:5": Pay(to=6, on=5), "1:1": Pay(to=1)}


class TwentyOneRules(BankedRules):
    """All that a GM may choose at a table of twenty-one."""

    min_bet: int = option(10, "Smallest bet", "The least that anybody may bet on a hand.", money=True, low=1, high=MOST)
    decks: int = option(6, "Decks", "How many decks of 52 cards the shoe holds.", low=1, high=8)
    soft_17: SoftSeventeen = option(
        "stands",
        "The dealer on a soft 17",
        "Whether the dealer takes another card on 17 with an ace that counts 11.",
        labels={"stands": "Stands", "hits": "Takes another card"},
    )
    natural_pays: NaturalPay = option(
        "3:2",
        "A natural pays",
        "What an ace and a ten win as the first two cards.",
        labels={"3:2": "3 to 2", "6:5": "6 to 5", "1:1": "1 to 1"},
    )
    double: Doubling = option(
        "any",
        "Doubling",
        "On which two cards the bet may be doubled for one more card.",
        labels={"any": "On any two cards", "9_to_11": "On 9, 10 and 11", "10_11": "On 10 and 11", "off": "Not at all"},
    )
    double_after_split: bool = option(
        default=True, title="Doubling after a split", description="On: hands that come of a split may be doubled."
    )
    split_hands: int = option(
        4, "Most hands after splitting", "How many hands a pair may become; 1 is no splitting.", low=1, high=4
    )
    resplit_aces: bool = option(
        default=False, title="Splitting aces again", description="On: aces may be split more than once."
    )
    hit_split_aces: bool = option(
        default=False,
        title="More cards to split aces",
        description="On: split aces are played like other hands; off: each gets one card.",
    )
    split_tens: SplitTens = option(
        "value",
        "Splitting tens",
        "Whether a ten, jack, queen and king are a pair with each other.",
        labels={"value": "Any two cards that count 10", "rank": "Only two of one rank"},
    )
    insurance: bool = option(
        default=True, title="Insurance", description="On: when the dealer shows an ace, half the bet may be insured."
    )
    surrender: Surrender = option(
        "off",
        "Surrender",
        "Whether the first two cards may be given up for half the bet.",
        labels={"off": "Not at all", "late": "Unless the dealer has a natural"},
    )
    hole_card: HoleCard = option(
        "peek",
        "The dealer's second card",
        "When it is dealt and looked at, and what a natural of the dealer takes.",
        labels={
            "peek": "Looked at under an ace or ten",
            "no_peek": "Not looked at; a natural takes all that was bet",
            "none_original": "Dealt last; a natural takes first bets only",
            "none_all": "Dealt last; a natural takes all that was bet",
        },
    )
    shuffle: Literal["cut", "hand"] = option(
        "cut",
        "Shuffling",
        "Whether cards that were played stay out until the cut, or come back for each hand.",
        labels={"cut": "At the cut", "hand": "For each hand"},
    )
    cut: int = option(
        25,
        "The cut, in percent of the shoe",
        "With less than this left it is shuffled before a hand; 0 is when it might not last.",
        labels={"0": "when it might not last"},
        low=0,
        high=75,
    )

    @property
    def natural(self) -> Pay:
        """What a natural wins."""
        return NATURAL_PAYS[self.natural_pays]

    @property
    def peeks(self) -> bool:
        """Whether the dealer looks under an ace or ten before anybody plays."""
        return self.hole_card == "peek"

    @property
    def has_hole_card(self) -> bool:
        """Whether the dealer's second card lies face down from the start."""
        return self.hole_card in {"peek", "no_peek"}


PRESETS = {
    "lucky nimbus": TwentyOneRules(),
    "single deck": TwentyOneRules(decks=1, soft_17="hits", double="10_11", double_after_split=False),
    "european": TwentyOneRules(hole_card="none_all", double="9_to_11", split_hands=2),
    "six to five": TwentyOneRules(natural_pays="6:5", soft_17="hits"),
    "among friends": TwentyOneRules(min_bet=1, decks=2, surrender="late"),
}
"""The usual ones first; their bets go with any smallest bet."""
