"""A strategy: what to do by one's own total or pair and the dealer's open card, and by nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.values import ACE, BEST, Value, can_double, value_of_worths

Wish = Literal["hit", "stand", "double", "split", "surrender"]
"""What a player may want to do, by the keys of the moves."""
Wishes = tuple[Wish, ...]
"""In the order of preference: what isn't offered is passed over."""


@dataclass(frozen=True)
class Column:
    """What to do against one card of the dealer's."""

    draws: frozenset[Value]
    """To hit; else to stand."""
    totals: Mapping[Value, Wishes]
    """What to do with two cards rather than that, if anything."""
    pairs: Mapping[int, Wishes]
    """The same by the worth of one of two equal cards; where it says nothing of them they count as their total."""

    def wishes(self, worths: Sequence[int]) -> Wishes:
        """What to do with cards that are worth so much each, up to hitting or standing, which is always offered."""
        one = value_of_worths(worths)
        if len(worths) != 2 or one.total >= BEST:
            return (self._at_last(one),)
        return self.of_pair(worths[0]) if worths[0] == worths[1] else self.of_two(one)

    def of_two(self, one: Value) -> Wishes:
        """What to do with two cards that come to that total."""
        return *self.totals.get(one, ()), self._at_last(one)

    def of_pair(self, worth: int) -> Wishes:
        """What to do with two cards that are worth so much each."""
        one = value_of_worths((worth, worth))
        return (*self.pairs[worth], self._at_last(one)) if worth in self.pairs else self.of_two(one)

    def _at_last(self, one: Value) -> Wish:
        return "hit" if one in self.draws else "stand"


Strategy = Mapping[int, Column]
"""By the worth of the dealer's open card."""


def allows(rules: TwentyOneRules, wish: Wish, worths: Sequence[int], hands: int = 1) -> bool:
    """Whether the table lets whoever has so many hands do that with two cards, if there is money enough."""
    match wish:
        case "double":
            return can_double(value_of_worths(worths), rules.double) and (hands == 1 or rules.double_after_split)
        case "surrender":
            return rules.surrender == "late" and hands == 1
        case "split":
            return hands < most_hands(rules, worths[0]) and worths[0] == worths[1]
        case _:
            return True


def most_hands(rules: TwentyOneRules, pair: int) -> int:
    """How many hands a pair of that worth may become; 1 where it isn't split."""
    return rules.split_hands if pair != ACE or rules.resplit_aces else min(rules.split_hands, 2)


def first_wish(rules: TwentyOneRules, column: Column, worths: Sequence[int], hands: int = 1) -> Wish:
    """What is done with two cards by whoever has so many hands."""
    return next(wish for wish in column.wishes(worths) if allows(rules, wish, worths, hands))
