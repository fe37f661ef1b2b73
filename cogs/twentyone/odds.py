"""The exact odds of twenty-one: a bet on a hand that is played by basic strategy, and insurance, from a full shoe."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from bot.engine.banked.odds import BetOdds, percent
from cogs.twentyone.basic import bare, basic_strategy
from cogs.twentyone.insurance import PAY
from cogs.twentyone.odds_begun import best_prospects
from cogs.twentyone.odds_cards import counts_of, full_shoe, size
from cogs.twentyone.odds_dealer import hidden_natural
from cogs.twentyone.odds_tally import CHANCES, Part, tally
from cogs.twentyone.odds_worth import BET
from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.values import ACE, is_halved

_KEPT = 512
"""House rules whose odds are kept: more than the tables whose bets are kept, so that a note is there at once."""

_BASIS = (
    "The odds are of one hand from a full shoe, played by basic strategy for these house rules: what is best in the "
    "mean by one's own total or pair and the dealer's card. What comes back is for each coin of the first bet, with "
    "all that may be added to it: 1 and the mean winnings of the first bet."
)
_SPLIT = "A pair that is split wins by the part of its hands that win."
_ONWARD = "The shoe isn't shuffled for each hand: the cards that were dealt change the odds a little."
_WHOLE = "Parts of a coin that stay with the house are left out."


def note(rules: TwentyOneRules) -> str:
    """What the figures mean, of what the table has; and what is kept of the smallest bet, where coins make it more.

    That is worked out with the bets: without them it may take as long as they do.
    """
    loses_parts = rules.natural.on > 1 or rules.surrender != "off"
    said = (
        _BASIS,
        _SPLIT if rules.split_hands > 1 else "",
        _ONWARD if rules.shuffle != "hand" else "",
        _WHOLE if loses_parts else "",
        _of_the_smallest(rules),
    )
    return " ".join(filter(None, said))


def _of_the_smallest(rules: TwentyOneRules) -> str:
    """What the house keeps of the smallest bet and why; "" where no part of a coin makes a difference."""
    edge = edge_of(rules, rules.min_bet)
    if percent(edge) == percent(-_won(rules)):
        return ""
    why: list[str] = []
    wins = Fraction(rules.natural.winnings(rules.min_bet), rules.min_bet)
    if wins != Fraction(rules.natural.to, rules.natural.on):
        why.append(f"a natural wins {wins.numerator} to {wins.denominator}")
    if rules.surrender != "off" and rules.min_bet % 2:
        back = rules.min_bet // 2
        why.append(f"surrender gives {back} of {rules.min_bet} back" if back else "one coin can't be surrendered")
    return f"Of the smallest bet the house keeps {percent(edge)}, since coins aren't parted: {' and '.join(why)}."


def edge_of(rules: TwentyOneRules, bet: int) -> Fraction:
    """What the house keeps in the mean of a first bet of so many coins, as a part of it: with the parts of a coin that
    a natural and half a bet lose, and without surrender where half the bet is no coin.
    """
    played = _possible(rules, bet)
    natural = Fraction(rules.natural.to, rules.natural.on) - Fraction(rules.natural.winnings(bet), bet)
    half = Fraction(1, 2) - Fraction(bet // 2, bet)
    found = _tally(played)
    return found["natural_paid"] * natural + found["half_back"] * half - _won(played)


def _possible(rules: TwentyOneRules, bet: int) -> TwentyOneRules:
    """The house rules as far as such a bet lets them be made use of."""
    return rules if is_halved(bet) else rules.evolve(surrender="off")


def exact(rules: TwentyOneRules) -> Mapping[str, Fraction]:
    """How often a first bet comes to what. May take two seconds for a shoe that wasn't reckoned with before."""
    found = _tally(rules)
    return {name: found[name] for name in CHANCES}


def bets(rules: TwentyOneRules) -> tuple[BetOdds, ...]:
    """A hand by basic strategy; and insurance without regard to the cards that lie open."""
    found = _tally(rules)
    _tally(_possible(rules, rules.min_bet))  # the note asks for it where it mustn't take long
    hand = BetOdds(
        key="hand",
        label="A hand",
        pays=f"1 to 1, a natural {rules.natural.told()}",
        chance=found["hand_win"] + found["split_win"],
        back=1 + _won(rules),
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


def _won(rules: TwentyOneRules) -> Fraction:
    """What a first bet wins in the mean, in bets, without regard to whole coins."""
    found = _tally(rules)
    return found["net"] / BET + found["natural_paid"] * Fraction(rules.natural.to, rules.natural.on)


def _tally(rules: TwentyOneRules) -> Mapping[Part, Fraction]:
    same: Any = bare(rules)
    return _kept(same)


@lru_cache(maxsize=_KEPT)
def _kept(rules: Any) -> Mapping[Part, Fraction]:
    shoe = full_shoe(rules.decks)
    return tally(rules, shoe, basic_strategy(rules), lambda up: best_prospects(shoe, up, rules.soft_17))
