"""What splitting a pair comes to by the house rules, for whoever then plays by a column of a strategy."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from cogs.twentyone.odds_begun import Prospects
from cogs.twentyone.odds_cards import WORTHS
from cogs.twentyone.odds_hand import Deed, Fate
from cogs.twentyone.odds_splits import Half, once, shares
from cogs.twentyone.odds_worth import half
from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.strategy import Column, first_wish, most_hands
from cogs.twentyone.values import ACE


class Part(NamedTuple):
    """Hands of a split pair that are alike: how often there are such (times their ways), and so many bets on each."""

    times: int
    bets: int
    fate: Fate


def parts(
    rules: TwentyOneRules, prospects: Prospects, column: Column, pair: int, weigh: Callable[[int], int] = once
) -> Iterator[Part]:
    """All hands that the pair becomes. `weigh`: how much each counts by how many hands there are in the end."""
    counts = shares(most_hands(rules, pair), weigh)
    deeds = _deeds(rules, column, pair)
    for one, (ways, fate) in prospects.halves(deeds).items():
        times = counts.get((one.others, False), 0)
        if one.second == pair:
            times += counts.get((one.others, True), 0)
        yield Part(times * ways, 1 + (deeds[one] == "double"), fate)


def nets(rules: TwentyOneRules, prospects: Prospects, column: Column, pairs: Iterable[int]) -> dict[int, int]:
    """What all hands of each pair win together, in halves of the first bet; without what a natural of the dealer's
    takes, if that isn't all that was bet.
    """
    deeds = {pair: _deeds(rules, column, pair) for pair in pairs}
    prospects.halves({half: deed for those in deeds.values() for half, deed in those.items()})  # quicker all at once
    return {
        pair: sum(part.times * half(part.fate, part.bets, rules) for part in parts(rules, prospects, column, pair))
        for pair in deeds
    }


def deed(rules: TwentyOneRules, column: Column, pair: int, second: int) -> Deed:
    """What is done with a hand of the pair that isn't split any more."""
    if pair == ACE and not rules.hit_split_aces:
        return "stand"
    wish = first_wish(rules, column, (pair, second), hands=rules.split_hands)
    return "double" if wish == "double" else "play"


def _deeds(rules: TwentyOneRules, column: Column, pair: int) -> dict[Half, Deed]:
    """What is done with all hands that the pair may become."""
    others = {others for others, _ in shares(most_hands(rules, pair))}
    return {Half(pair, second, count): deed(rules, column, pair, second) for second in WORTHS for count in others}
