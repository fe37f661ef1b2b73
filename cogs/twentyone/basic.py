"""Basic strategy: the best that can be done by one's own total or pair and the dealer's card.

It is found for the house rules from the exact odds of a full shoe, by what is better in the mean:

1. For each total, whether to hit or to stand (`basic_draws.py`): for whoever does nothing else.
2. For each total of two cards and for each pair by itself, whether to double or to give up rather than that.
3. For each pair but tens, whether to split it, as often as the table allows, and to play its hands by this very table.

Where pairs may be split they don't count among the totals of 2. What is better stands first, and what the table, or
one's purse, doesn't allow is passed over. Insurance isn't taken.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from cogs.twentyone.odds_begun import Prospects, best_prospects
from cogs.twentyone.odds_cards import WORTHS, full_shoe, some
from cogs.twentyone.odds_hand import Begun
from cogs.twentyone.odds_pairs import deed, nets
from cogs.twentyone.odds_worth import BET, doubled, half, played, spared, surrendered
from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.strategy import Column, Strategy, Wish, Wishes, allows
from cogs.twentyone.values import ACE, TEN, Value, can_double, is_natural, value_of_worths

_KEPT = 320
"""Columns: those of 32 sets of house rules."""
_USUAL = TwentyOneRules()
_OF_NO_ACCOUNT = {
    name: getattr(_USUAL, name)
    for name in ("min_bet", "max_bet", "natural_pays", "split_tens", "insurance", "shuffle", "cut")
}
_SLACK = Fraction(BET, 16)
"""By how much splitting must seem to be worse to be left out without a closer look, in halves of a bet: a pair that is
split hardly ever seems to be worse at all.
"""


def basic_strategy(rules: TwentyOneRules) -> Strategy:
    """The best for these house rules. May take two seconds when the shoe is reckoned with for the first time."""
    return {up: basic_column(rules, up) for up in WORTHS}


def basic_column(rules: TwentyOneRules, up: int) -> Column:
    """What to do against one card, for these house rules."""
    same: Any = bare(rules)
    return _basic_column(same, up)


def bare(rules: TwentyOneRules) -> TwentyOneRules:
    """These house rules without those that don't bear on basic strategy."""
    return rules.evolve(**_OF_NO_ACCOUNT)


@lru_cache(maxsize=_KEPT)
def _basic_column(rules: Any, up: int) -> Column:
    return best_column(rules, best_prospects(full_shoe(rules.decks), up, rules.soft_17))


def best_column(rules: TwentyOneRules, prospects: Prospects) -> Column:
    """What to do against one card, for whoever hits and stands as the prospects have it."""
    alike: defaultdict[Value, list[Begun]] = defaultdict(list)
    pairs: dict[int, Begun] = {}
    for worths, begun in prospects.first.items():
        if worths[0] == worths[1] != TEN and allows(rules, "split", worths):
            pairs[worths[0]] = begun
        elif not is_natural(worths):
            alike[value_of_worths(worths)].append(begun)
    totals = {one: _wishes(_instead(rules, one, those), _played(those)) for one, those in alike.items()}
    instead = {pair: _instead(rules, value_of_worths((pair, pair)), [begun]) for pair, begun in pairs.items()}
    unsplit = Column(prospects.draws, totals, {pair: _wishes(instead[pair], _played([pairs[pair]])) for pair in pairs})
    promising = [pair for pair in pairs if _is_promising(rules, prospects, unsplit, pair)]
    for pair, worth in nets(rules, prospects, unsplit, promising).items():
        instead[pair]["split"] = worth - spared(rules, pairs[pair])
    return Column(prospects.draws, totals, {pair: _wishes(instead[pair], _played([pairs[pair]])) for pair in pairs})


def _instead(rules: TwentyOneRules, one: Value, those: Iterable[Begun]) -> dict[Wish, int]:
    """What it is worth to double or to give up these hands of two cards, which come to the same, where that may be."""
    found: dict[Wish, int] = {}
    if can_double(one, rules.double):
        found["double"] = sum(begun.ways * doubled(begun.doubled, rules) for begun in those)
    if rules.surrender == "late":
        found["surrender"] = sum(begun.ways * surrendered(begun.played) for begun in those)
    return found


def _played(those: Iterable[Begun]) -> int:
    """What it is worth to hit and stand with them."""
    return sum(begun.ways * played(begun.played) for begun in those)


def _wishes(worth: Mapping[Wish, int], otherwise: int) -> Wishes:
    """All that is better than otherwise, the best first."""
    return tuple(sorted((wish for wish in worth if worth[wish] > otherwise), key=lambda wish: -worth[wish]))


def _is_promising(rules: TwentyOneRules, prospects: Prospects, column: Column, pair: int) -> bool:
    """Whether splitting may be better than what is best else: by hands that begin with one card of the pair, as if the
    other one weren't known and nothing were split again.
    """
    if pair == ACE:
        return True
    worth, cards = 0, 0
    for second in WORTHS:
        begun = prospects.first.get((min(pair, second), max(pair, second)))
        if begun is not None:
            left = prospects.left(second, some(pair))
            is_doubled = deed(rules, column, pair, second) == "double"
            worth += left * half(begun.doubled if is_doubled else begun.played, 1 + is_doubled, rules)
            cards += left
    begun = prospects.first[pair, pair]
    split = Fraction(2 * worth * begun.ways, cards) - spared(rules, begun)
    best = max([_played([begun]), *_instead(rules, value_of_worths((pair, pair)), [begun]).values()])
    return split > best - _SLACK * begun.ways * sum(begun.played)
