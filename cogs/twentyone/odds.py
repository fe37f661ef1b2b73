"""The exact odds of twenty-one: a bet on a hand that is played by basic strategy, and insurance, from a full shoe."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Literal, get_args

from bot.engine.banked.odds import BetOdds, percent
from cogs.twentyone.basic_strategy import (
    Begun,
    Column,
    Prospects,
    Strategy,
    Wish,
    bare,
    basic_strategy,
    best_prospects,
    first_wish,
    parts,
    split_worth,
)
from cogs.twentyone.hand_odds import (
    BET,
    Cards,
    Fate,
    counts_of,
    doubled,
    full_shoe,
    hidden_natural,
    played,
    size,
    surrendered,
)
from cogs.twentyone.play import PAY
from cogs.twentyone.state import ACE, TwentyOneRules, is_halved, is_natural

Chance = Literal[
    "player_natural",
    "dealer_natural",
    "hand_win",
    "hand_push",
    "hand_lose",
    "hand_split",
    "hand_doubled",
    "hand_surrendered",
    "hand_bust",
    "dealer_bust",
]
"""By the names of the counters."""
Part = Chance | Literal["natural_paid", "half_back", "split_win", "net"]
"""What is added up. `natural_paid` is the chance of a natural that the dealer's doesn't meet, `half_back` that of a
hand that is given up and gets half its bet back, `split_win` the part of a split pair's hands that win, and `net` what
is won in halves of a bet, without what a natural pays.
"""
CHANCES: tuple[Chance, ...] = get_args(Chance)
PARTS: tuple[Part, ...] = (*CHANCES, "natural_paid", "half_back", "split_win", "net")
Counts = Counter[Part]
"""How often, on the scale of the prospects."""
_SHARES = lcm(*range(1, 5))
"""Divides by every number of hands that a pair may become."""


def tally(
    rules: TwentyOneRules, shoe: Cards, strategy: Strategy, prospects: Callable[[int], Prospects]
) -> dict[Part, Fraction]:
    """All parts. `prospects` are those against an open card, of whoever draws as the strategy has it."""
    found: dict[Part, Fraction] = dict.fromkeys(PARTS, Fraction(0))
    for up, count in enumerate(counts_of(shoe), start=ACE):
        if count:
            one = prospects(up)
            for part, times in _against(rules, one, strategy[up]).items():
                found[part] += Fraction(times * count, one.scale * size(shoe))
    found["split_win"] /= _SHARES
    return found


def _against(rules: TwentyOneRules, prospects: Prospects, column: Column) -> Counts:
    """All parts against one open card, on the scale of the prospects."""
    found: Counts = Counter()
    for worths, begun in prospects.first.items():
        taken = begun.ways * begun.played.taken
        found["dealer_natural"] += taken
        if is_natural(worths):
            found.update(_natural(begun))
            continue
        wish = first_wish(rules, column, worths)
        if wish == "split":
            found.update(_split(rules, prospects, column, worths[0]))
        else:
            found.update(_unsplit(rules, begun, wish))
    return found


def _natural(begun: Begun) -> Counts:
    """Against the dealer's it is a push."""
    every, taken = begun.ways * sum(begun.played), begun.ways * begun.played.taken
    paid = every - taken
    return Counter({"player_natural": every, "natural_paid": paid, "hand_win": paid, "hand_push": taken})


def _unsplit(rules: TwentyOneRules, begun: Begun, wish: Wish) -> Counts:
    """Return the result of a hand that is no natural and stays one hand. Where the dealer has peeked, nothing is done
    against a natural.
    """
    fate = begun.doubled if wish == "double" else begun.played
    done = sum(fate) - (fate.taken if rules.peeks else 0)
    found: dict[Part, int]
    match wish:
        case "surrender":
            half_back = sum(fate) - fate.taken
            found = {
                "hand_surrendered": done,
                "half_back": half_back,
                "hand_lose": sum(fate),
                "net": surrendered(fate),
            }
        case "double":
            found = {**_ends(rules, fate), "hand_doubled": done, "net": doubled(fate, rules)}
        case _:
            found = {**_ends(rules, fate), "net": played(fate)}
    return Counter({part: begun.ways * times for part, times in found.items()})


def _ends(rules: TwentyOneRules, fate: Fate) -> dict[Part, int]:
    """Return what a hand that is played comes to."""
    return {
        "hand_win": fate.won,
        "hand_push": fate.even,
        "hand_lose": fate.lost + fate.taken,
        "hand_bust": fate.bust + (0 if rules.peeks else fate.bust_natural),
        "dealer_bust": fate.over,
    }


def _split(rules: TwentyOneRules, prospects: Prospects, column: Column, pair: int) -> Counts:
    """Return the result of a split pair, unless the dealer has peeked and has a natural."""
    begun = prospects.first[pair, pair]
    taken = begun.ways * begun.played.taken if rules.peeks else 0
    wins = sum(part.times * part.fate.won for part in parts(rules, prospects, column, pair, _share))
    done = begun.ways * sum(begun.played) - taken
    net = split_worth(rules, prospects, column, pair)
    return Counter({"hand_split": done, "hand_lose": taken, "split_win": wins, "net": net})


def _share(hands: int) -> int:
    """Return what each of so many hands counts for the pair that they come of."""
    return _SHARES // hands


_KEPT = 512
"""House rules whose odds are kept: more than the tables whose bets are kept, so that a note is there at once."""

_BASIS = (
    "The odds are for one hand from a full shoe, played by basic strategy under these house rules. Basic strategy is "
    "the best move on average for your total or pair and the dealer's card. “Comes back” counts the average return "
    "for each coin of the first bet, doubles and splits included."
)
_SPLIT = "A split pair counts as won by the share of its hands that win."
_ONWARD = "The shoe isn't shuffled for each hand: the cards that were dealt change the odds a little."
_WHOLE = "The figures leave out parts of a coin, which stay with the house."


def note(rules: TwentyOneRules) -> str:
    """Describe what the figures mean at this table, and what is kept of the smallest bet, where coins make it more.

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
    """Describe what the house keeps of the smallest bet and why; "" where no part of a coin makes a difference."""
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
    return f"The house keeps {percent(edge)} of the smallest bet, because coins can't be divided: {' and '.join(why)}."


def edge_of(rules: TwentyOneRules, bet: int) -> Fraction:
    """Return the part of a first bet of so many coins that the house keeps on average: with the parts of a coin that a
    natural and half a bet lose, and without surrender where half the bet is no coin.
    """
    played = _possible(rules, bet)
    natural = Fraction(rules.natural.to, rules.natural.on) - Fraction(rules.natural.winnings(bet), bet)
    half = Fraction(1, 2) - Fraction(bet // 2, bet)
    found = _tally(played)
    return found["natural_paid"] * natural + found["half_back"] * half - _won(played)


def _possible(rules: TwentyOneRules, bet: int) -> TwentyOneRules:
    """Return the house rules as far as such a bet can use them."""
    return rules if is_halved(bet) else rules.evolve(surrender="off")


def exact(rules: TwentyOneRules) -> Mapping[str, Fraction]:
    """How often a first bet comes to what. May take two seconds for a shoe that wasn't reckoned with before."""
    found = _tally(rules)
    return {name: found[name] for name in CHANCES}


def bets(rules: TwentyOneRules) -> tuple[BetOdds, ...]:
    """Return the odds of a hand by basic strategy, and of insurance without regard to the cards that lie open."""
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
    """Return the odds of insurance. It wins on a ten under the ace: one of all cards except for that ace."""
    shoe, hidden = full_shoe(rules.decks), hidden_natural(ACE)
    tens = counts_of(shoe)[hidden - ACE] if hidden is not None else 0
    chance = Fraction(tens, size(shoe) - 1)
    return BetOdds(
        key="insurance", label="Insurance", pays=PAY.told(), chance=chance, back=chance * (1 + Fraction(PAY.to, PAY.on))
    )


def _won(rules: TwentyOneRules) -> Fraction:
    """Return what a first bet wins on average, in bets, without regard to whole coins."""
    found = _tally(rules)
    return found["net"] / BET + found["natural_paid"] * Fraction(rules.natural.to, rules.natural.on)


def _tally(rules: TwentyOneRules) -> Mapping[Part, Fraction]:
    same: Any = bare(rules)
    return _kept(same)


@lru_cache(maxsize=_KEPT)
def _kept(rules: Any) -> Mapping[Part, Fraction]:
    shoe = full_shoe(rules.decks)
    return tally(rules, shoe, basic_strategy(rules), lambda up: best_prospects(shoe, up, rules.soft_17))
