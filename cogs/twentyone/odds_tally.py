"""How often the first bet comes to what, and what it wins, for whoever plays by a strategy: added up over all first
cards and all open cards of the dealer's.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Literal, get_args

from cogs.twentyone.odds_begun import Prospects
from cogs.twentyone.odds_cards import Cards, counts_of, size
from cogs.twentyone.odds_hand import Begun, Fate
from cogs.twentyone.odds_pairs import nets, parts
from cogs.twentyone.odds_worth import doubled, played, spared, surrendered
from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.strategy import Column, Strategy, Wish, first_wish
from cogs.twentyone.values import ACE, is_natural

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
    """A hand that is no natural, and stays one hand. Where the dealer has looked, nothing is done against a natural."""
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
    """What a hand comes to that is played."""
    return {
        "hand_win": fate.won,
        "hand_push": fate.even,
        "hand_lose": fate.lost + fate.taken,
        "hand_bust": fate.bust + (0 if rules.peeks else fate.bust_natural),
        "dealer_bust": fate.over,
    }


def _split(rules: TwentyOneRules, prospects: Prospects, column: Column, pair: int) -> Counts:
    """A pair that is split, unless the dealer has looked and has a natural."""
    begun = prospects.first[pair, pair]
    taken = begun.ways * begun.played.taken if rules.peeks else 0
    wins = sum(part.times * part.fate.won for part in parts(rules, prospects, column, pair, _share))
    worth = nets(rules, prospects, column, [pair])[pair] - spared(rules, begun)
    done = begun.ways * sum(begun.played) - taken
    return Counter({"hand_split": done, "hand_lose": taken, "split_win": wins, "net": worth})


def _share(hands: int) -> int:
    """What each of so many hands counts for the pair that they come of."""
    return _SHARES // hands
