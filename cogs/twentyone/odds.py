"""The exact odds of twenty-one: a bet on a hand that is played by basic strategy, and insurance, from a full shoe."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from bot.engine.odds import BetOdds
from cogs.twentyone.basic import bare, basic_strategy
from cogs.twentyone.insurance import PAY
from cogs.twentyone.odds_begun import best_prospects
from cogs.twentyone.odds_cards import counts_of, full_shoe, size
from cogs.twentyone.odds_dealer import hidden_natural
from cogs.twentyone.odds_tally import CHANCES, Part, tally
from cogs.twentyone.odds_worth import BET
from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.values import ACE

_KEPT = 64
"""House rules whose odds are kept."""

NOTE = (
    "The odds are of one hand from a full shoe, played by basic strategy for these house rules: what is best in the "
    "mean by one's own total or pair and the dealer's card. What comes back is for each coin of the first bet, with "
    "all that doubling and splitting win or lose: 1 and the mean winnings of the first bet. A pair that is split wins "
    "by the part of its hands that win. Where the shoe isn't shuffled for each hand, the cards that were dealt change "
    "the odds a little; parts of a coin that stay with the house are left out."
)


def note(_rules: TwentyOneRules) -> str:
    """What the figures mean: the same by all house rules."""
    return NOTE


def exact(rules: TwentyOneRules) -> Mapping[str, Fraction]:
    """How often a first bet comes to what. May take two seconds for a shoe that wasn't reckoned with before."""
    found = _tally(rules)
    return {name: found[name] for name in CHANCES}


def bets(rules: TwentyOneRules) -> tuple[BetOdds, ...]:
    """A hand by basic strategy; and insurance without regard to the cards that lie open."""
    found = _tally(rules)
    hand = BetOdds(
        key="hand",
        label="A hand",
        pays=f"1 to 1, a natural {rules.natural.told()}",
        chance=found["hand_win"] + found["split_win"],
        back=1 + found["net"] / BET + found["natural_paid"] * Fraction(rules.natural.to, rules.natural.on),
    )
    return (hand, insurance(rules)) if rules.insurance else (hand,)


def insurance(rules: TwentyOneRules) -> BetOdds:
    """It wins if the card under the ace is a ten: one of all cards but that ace."""
    shoe, hidden = full_shoe(rules.decks), hidden_natural(ACE)
    tens = counts_of(shoe)[hidden - ACE] if hidden is not None else 0
    chance = Fraction(tens, size(shoe) - 1)
    return BetOdds(
        key="insurance", label="Insurance", pays=PAY.told(), chance=chance, back=chance * (1 + Fraction(PAY.to, PAY.on))
    )


def _tally(rules: TwentyOneRules) -> Mapping[Part, Fraction]:
    same: Any = bare(rules)
    return _kept(same)


@lru_cache(maxsize=_KEPT)
def _kept(rules: Any) -> Mapping[Part, Fraction]:
    shoe = full_shoe(rules.decks)
    return tally(rules, shoe, basic_strategy(rules), lambda up: best_prospects(shoe, up, rules.soft_17))
