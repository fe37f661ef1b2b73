"""What fates are worth, by what a natural of the dealer's takes. In halves of the first bet, so that all is whole."""

from cogs.twentyone.odds_hand import Begun, Fate
from cogs.twentyone.options import TwentyOneRules

BET = 2
"""Halves in a bet."""


def takes_all(rules: TwentyOneRules) -> bool:
    """Whether a natural of the dealer's takes also what was bet in addition to the first bet. Where the dealer looks
    first, nothing has been; and at some tables it goes back.
    """
    return rules.hole_card in {"no_peek", "none_all"}


def played(fate: Fate) -> int:
    """One bet on a hand that is no natural."""
    return BET * (fate.won - fate.lost - fate.taken)


def doubled(fate: Fate, rules: TwentyOneRules) -> int:
    """Two bets on a hand."""
    return 2 * BET * (fate.won - fate.lost) - (1 + takes_all(rules)) * BET * fate.taken


def half(fate: Fate, bets: int, rules: TwentyOneRules) -> int:
    """So many bets on a hand of a split pair. What a natural of the dealer's takes counts only where it takes all: else
    it is the first bet, once for all hands of the pair.
    """
    return BET * bets * (fate.won - fate.lost - takes_all(rules) * fate.taken)


def surrendered(fate: Fate) -> int:
    """A hand that is given up for half the bet, unless the dealer has a natural."""
    return -(sum(fate) - fate.taken) - BET * fate.taken


def spared(rules: TwentyOneRules, pair: Begun) -> int:
    """What a natural of the dealer's takes of a split pair where that isn't all that was bet: the first bet."""
    return 0 if takes_all(rules) else BET * pair.ways * pair.played.taken
