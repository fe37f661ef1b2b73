"""Basic strategy: the best that can be done by one's own total or pair and the dealer's card, and its card, narrow
enough for a phone.

It is found for the house rules from the exact odds of a full shoe, by what is better on average:

1. For each total, whether to hit or to stand, if that is all a player does.
2. For each total of two cards and for each pair by itself, whether to double or to surrender rather than that.
3. For each pair but tens, whether to split it, as often as the table allows, and to play its hands by this very table.

Where pairs may be split they don't count among the totals of 2. What is better stands first, and what the table, or
one's purse, doesn't allow is passed over. Insurance isn't taken.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, groupby
from math import perm
from typing import Any, Literal, NamedTuple

from bot.engine.words import Page, Voice
from cogs.twentyone.hand_odds import (
    BET,
    WORTHS,
    Against,
    Cards,
    Draws,
    Fate,
    Half,
    against,
    counts_of,
    doubled,
    full_shoe,
    half,
    hands,
    once,
    played,
    shares,
    some,
    surrendered,
    takes_all,
    value,
)
from cogs.twentyone.state import (
    ACE,
    BEST,
    TEN,
    SoftSeventeen,
    TwentyOneRules,
    Value,
    can_double,
    is_natural,
    value_of_worths,
)

Wish = Literal["hit", "stand", "double", "split", "surrender"]
"""What a player may want to do, by the keys of the moves."""
Wishes = tuple[Wish, ...]
"""In the order of preference: what isn't offered is passed over."""


@dataclass(frozen=True)
class Column:
    """What to do against one card of the dealer's."""

    draws: Draws
    """To hit; otherwise to stand."""
    totals: Mapping[Value, Wishes]
    """What to do with two cards rather than that, if anything."""
    pairs: Mapping[int, Wishes]
    """The same by the worth of one of two equal cards; where it says nothing of them they count as their total."""

    def wishes(self, worths: Sequence[int]) -> Wishes:
        """List what to do with cards of these worths, up to hitting or standing, which is always offered."""
        one = value_of_worths(worths)
        if len(worths) != 2 or one.total >= BEST:
            return (self._at_last(one),)
        return self.of_pair(worths[0]) if worths[0] == worths[1] else self.of_two(one)

    def of_two(self, one: Value) -> Wishes:
        """List what to do with two cards that come to that total."""
        return *self.totals.get(one, ()), self._at_last(one)

    def of_pair(self, worth: int) -> Wishes:
        """List what to do with two cards of that worth each."""
        one = value_of_worths((worth, worth))
        return (*self.pairs[worth], self._at_last(one)) if worth in self.pairs else self.of_two(one)

    def _at_last(self, one: Value) -> Wish:
        return "hit" if one in self.draws else "stand"


Strategy = Mapping[int, Column]
"""By the worth of the dealer's open card."""


def allows(rules: TwentyOneRules, wish: Wish, worths: Sequence[int], hands: int = 1) -> bool:
    """Tell whether the table lets a player with so many hands do that with two cards, if there is money enough."""
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
    """Return how many hands a pair of that worth may become; 1 where it isn't split."""
    return rules.split_hands if pair != ACE or rules.resplit_aces else min(rules.split_hands, 2)


def first_wish(rules: TwentyOneRules, column: Column, worths: Sequence[int], hands: int = 1) -> Wish:
    """Return what a player with so many hands does with two cards."""
    return next(wish for wish in column.wishes(worths) if allows(rules, wish, worths, hands))


_STAYS_HARD = 11
"""From here on no card makes a hard hand soft."""
_WEAK, _STRONG = range(2, 7), (9, TEN, ACE)


@cache
def totals() -> tuple[Value, ...]:
    """List all that may be drawn to, each before all that a card may make of it."""
    return tuple(sorted({value(hand) for hand in hands() if value(hand).total < BEST}, key=_late_first))


def _late_first(one: Value) -> tuple[int, int]:
    if one.is_soft:
        return 1, -one.total
    return (0 if one.total >= _STAYS_HARD else 2), -one.total


def best_draws(against: Against, up: int) -> Draws:
    """Find the totals to draw another card to against the open card."""
    draws = frozenset(one for one in totals() if _would_draw(one, up))
    while True:
        reach = _reach(against, draws)
        change = next((one for one in totals() if _is_wrong(against, one, draws, reach)), None)
        if change is None:
            return draws
        draws ^= {change}


def _would_draw(one: Value, up: int) -> bool:
    """Guess: to a soft 17, and 18 against a strong card; to a hard 16, but against a weak one only if that is safe."""
    if one.is_soft:
        return one.total <= (18 if up in _STRONG else 17)
    return one.total <= (BEST - TEN if up in _WEAK else 16)


def _reach(against: Against, draws: Draws) -> Mapping[Value, Mapping[Cards, int]]:
    """Return in how many ways each hand comes about, by what it comes to."""
    reach: defaultdict[Value, dict[Cards, int]] = defaultdict(dict)
    last: dict[Cards, int] = defaultdict(int)
    for one in WORTHS:
        for other in WORTHS:
            last[some(one) + some(other)] += against.ways(one, other)
    while last:
        after: dict[Cards, int] = defaultdict(int)
        for hand, ways in last.items():
            if not ways:
                continue
            one = value(hand)
            reach[one][hand] = ways
            if one in draws:
                for worth, count in against.safe(hand):
                    after[hand + some(worth)] += ways * count
        last = after
    return reach


def _is_wrong(against: Against, one: Value, draws: Draws, reach: Mapping[Value, Mapping[Cards, int]]) -> bool:
    """Tell whether the other choice is better for hands that come to this total, if they then go on by the table.

    Hands of few cards come first: as a rule no others can change the answer, even if all of them were won or lost.
    """
    alike = reach.get(one, {})
    left, gain = sum(ways * against.rest(hand) for hand, ways in alike.items()), 0
    for hand, ways in alike.items():
        on, still = against.fate(against.draw(hand, draws)), against.fate(against.stand(hand))
        gain += ways * (played(on) - played(still))
        left -= ways * against.rest(hand)
        if abs(gain) > 2 * BET * left:
            break
    return bool(alike) and (gain > 0) != (one in draws)


class Begun(NamedTuple):
    """A hand as it begins: in how many ways its cards come, and what becomes of it."""

    ways: int
    played: Fate
    doubled: Fate


_SHOES_KEPT = 60
"""Open cards of the dealer's: six kinds of shoe, some three megabytes each."""
_NOTHING: Draws = frozenset()

First = tuple[int, int]
"""The worths of the first two cards, the lower one first."""


class Prospects:
    """What becomes of hands against one open card, for a player who draws to the same totals: nothing of it depends on
    the other house rules. Of split pairs it is counted on demand.
    """

    def __init__(self, shoe: Cards, up: int, soft_17: SoftSeventeen, draws: Draws | None = None) -> None:
        """`shoe` still holds the open card. Without `draws` they are the best."""
        self.left = counts_of(shoe - some(up))
        """How many cards of each worth may come, the aces first."""
        self._against = lambda: against(shoe, up, soft_17)
        them = self._against()
        self.scale, self.draws = them.scale, best_draws(them, up) if draws is None else draws
        self.first = {worths: self._begin(them, *worths) for worths in combinations_with_replacement(WORTHS, 2)}
        self.first = {worths: begun for worths, begun in self.first.items() if begun.ways}
        self._halves: dict[tuple[Half, bool, Draws], tuple[int, Fate]] = {}

    def _begin(self, them: Against, one: int, other: int) -> Begun:
        hand, ways = some(one) + some(other), them.ways(one, other) * (1 + (one != other))
        if not ways:
            return Begun(0, _NEVER, _NEVER)
        return Begun(ways, them.fate(them.play(hand, self.draws)), them.fate(them.draw(hand, _NOTHING)))

    def often(self, worth: int, known: int) -> int:
        """Return how often so many cards, of all that may come, are of that worth."""
        return perm(self.left[worth - ACE], known) * self.scale // perm(sum(self.left), known)

    def half(self, one: Half, deed: "Deed") -> tuple[int, Fate]:
        """Return in how many ways a hand of a split pair begins, and what becomes of it."""
        key = one, deed == "double", self.draws if deed == "play" else _NOTHING
        if key not in self._halves:
            self._halves[key] = self._half(*key)
        return self._halves[key]

    def _half(self, one: Half, is_doubled: bool, draws: Draws) -> tuple[int, Fate]:
        them, (pair, second, others) = self._against(), one
        ways = them.ways(*[pair] * (1 + others), second)
        if not ways:
            return 0, _NEVER
        go_on = them.draw if is_doubled else them.play
        return ways, them.fate(go_on(some(pair) + some(second), draws, pair, others))


_NEVER = Fate(*[0] * len(Fate._fields))


@lru_cache(maxsize=_SHOES_KEPT)
def best_prospects(shoe: Cards, up: int, soft_17: SoftSeventeen) -> Prospects:
    """Return those of a player who draws when it is better. `shoe` still holds the open card."""
    return Prospects(shoe, up, soft_17)


Deed = Literal["play", "double", "stand"]
"""What is done with a hand of a split pair: take cards as always, take one and no more, or none."""


class Part(NamedTuple):
    """Hands of a split pair that are alike: how often there are such (times their ways), and so many bets on each."""

    times: int
    bets: int
    fate: Fate


def parts(
    rules: TwentyOneRules, prospects: Prospects, column: Column, pair: int, weigh: Callable[[int], int] = once
) -> Iterator[Part]:
    """Yield all hands that the pair becomes, those beside few others first. `weigh`: how much each counts by how many
    hands there are in the end.
    """
    deeds: dict[int, Deed] = {second: _deed(rules, column, pair, second) for second in WORTHS}
    for (others, is_same), times in sorted(shares(most_hands(rules, pair), weigh).items()):
        for second in (pair,) if is_same else WORTHS:
            ways, fate = prospects.half(Half(pair, second, others), deeds[second])
            yield Part(times * ways, 1 + (deeds[second] == "double"), fate)


def split_worth(
    rules: TwentyOneRules, prospects: Prospects, column: Column, pair: int, rivals: Collection[int | Fraction] = ()
) -> int:
    """Return what all hands of the pair win together, in halves of the first bet. A natural of the dealer's takes all
    that was bet, or only the first bet.

    With `rivals` only as nearly as it takes to tell which of these it is better than: hands beside many others are
    rare.
    """
    begun = prospects.first[pair, pair]
    won = 0 if takes_all(rules) else -BET * begun.ways * begun.played.taken
    found = shares(most_hands(rules, pair)).items()
    left = sum(abs(times) * prospects.often(pair, 1 + others + is_same) for (others, is_same), times in found)
    for part in parts(rules, prospects, column, pair):
        won += part.times * half(part.fate, part.bets, rules)
        left -= abs(part.times) * sum(part.fate)
        if rivals and min(abs(won - rival) for rival in rivals) > 2 * BET * left:
            break
    return won


def _deed(rules: TwentyOneRules, column: Column, pair: int, second: int) -> Deed:
    """Return what is done with a hand of the pair that isn't split again."""
    if pair == ACE and not rules.hit_split_aces:
        return "stand"
    wish = first_wish(rules, column, (pair, second), hands=rules.split_hands)
    return "double" if wish == "double" else "play"


_COLUMNS_KEPT = 320
"""Columns: those of 32 sets of house rules."""
_USUAL = TwentyOneRules()
_OF_NO_ACCOUNT = {
    name: getattr(_USUAL, name)
    for name in ("min_bet", "max_bet", "natural_pays", "split_tens", "insurance", "shuffle", "cut")
}

_SLACK = Fraction(BET, 16)
"""By how much splitting must seem to be better or worse to need no closer look, in halves of a bet. From a full shoe no
pair seems to be so much better or worse and isn't, except for aces. A count of all hands of a pair takes long.
"""


def basic_strategy(rules: TwentyOneRules) -> Strategy:
    """Find the best strategy for these house rules. May take a second when the shoe is new."""
    return {up: basic_column(rules, up) for up in WORTHS}


def basic_column(rules: TwentyOneRules, up: int) -> Column:
    """Find what to do against one card, for these house rules."""
    same: Any = bare(rules)
    return _basic_column(same, up)


def bare(rules: TwentyOneRules) -> TwentyOneRules:
    """Drop the house rules that don't bear on basic strategy."""
    return rules.evolve(**_OF_NO_ACCOUNT)


@lru_cache(maxsize=_COLUMNS_KEPT)
def _basic_column(rules: Any, up: int) -> Column:
    return best_column(rules, best_prospects(full_shoe(rules.decks), up, rules.soft_17))


def best_column(rules: TwentyOneRules, prospects: Prospects) -> Column:
    """Find what to do against one card, if hits and stands follow the prospects."""
    alike: defaultdict[Value, list[Begun]] = defaultdict(list)
    pairs: dict[int, Begun] = {}
    for worths, begun in prospects.first.items():
        if worths[0] == worths[1] != TEN and allows(rules, "split", worths):
            pairs[worths[0]] = begun
        elif not is_natural(worths):
            alike[value_of_worths(worths)].append(begun)
    found = {one: _wishes(_instead(rules, one, those), _played(those)) for one, those in alike.items()}
    instead = {pair: _instead(rules, value_of_worths((pair, pair)), [begun]) for pair, begun in pairs.items()}

    def column() -> Column:
        return Column(
            prospects.draws, found, {pair: _wishes(instead[pair], _played([begun])) for pair, begun in pairs.items()}
        )

    unsplit = column()
    for pair, begun in pairs.items():
        rivals = [_played([begun]), *instead[pair].values()]
        slack = _SLACK * begun.ways * sum(begun.played)
        split = _seeming_worth(rules, prospects, unsplit, pair)
        if pair == ACE or abs(split - max(rivals)) <= slack:
            instead[pair]["split"] = split_worth(rules, prospects, unsplit, pair, rivals)
        elif split > max(rivals):
            instead[pair]["split"] = split
    return column()


def _instead(rules: TwentyOneRules, one: Value, those: Iterable[Begun]) -> dict[Wish, int | Fraction]:
    """Return the worth of doubling or surrendering these hands of two cards, which come to the same, where that is
    allowed.
    """
    found: dict[Wish, int | Fraction] = {}
    if can_double(one, rules.double):
        found["double"] = sum(begun.ways * doubled(begun.doubled, rules) for begun in those)
    if rules.surrender == "late":
        found["surrender"] = sum(begun.ways * surrendered(begun.played) for begun in those)
    return found


def _played(those: Iterable[Begun]) -> int:
    """Return the worth of hitting and standing with them."""
    return sum(begun.ways * played(begun.played) for begun in those)


def _wishes(worth: Mapping[Wish, int | Fraction], otherwise: int) -> Wishes:
    """List all that is better than otherwise, the best first."""
    return tuple(sorted((wish for wish in worth if worth[wish] > otherwise), key=lambda wish: -worth[wish]))


def _seeming_worth(rules: TwentyOneRules, prospects: Prospects, column: Column, pair: int) -> Fraction:
    """Estimate what splitting is worth, by hands that begin with one card of the pair.

    The other card counts as unknown, no pair is split again, and split aces are played like other hands.
    """
    worth, cards = 0, 0
    for second in WORTHS:
        begun = prospects.first.get((min(pair, second), max(pair, second)))
        if begun is not None:
            left = prospects.left[second - ACE] - (second == pair)
            is_doubled = _deed(rules, column, pair, second) == "double"
            worth += left * half(begun.doubled if is_doubled else begun.played, 1 + is_doubled, rules)
            cards += left
    begun = prospects.first[pair, pair]
    taken = 0 if takes_all(rules) else BET * begun.ways * begun.played.taken
    return Fraction(2 * worth * begun.ways, cards) - taken


_UPS = (*range(2, TEN + 1), ACE)
_LETTERS: dict[Wish, str] = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}
_CELL, _LABEL = 3, 5
"""Characters."""

Line = tuple[str, tuple[Wishes, ...]]
"""What stands at the left, and what to do against each card of the dealer's."""


def strategy_pages(rules: TwentyOneRules, _: Voice) -> tuple[Page, ...]:
    """Lay out the card for these house rules. May take a second when the shoe is new."""
    strategy = basic_strategy(rules)
    tables = {
        "Totals": _totals(strategy, is_soft=False),
        "Soft totals: an ace counts 11": _totals(strategy, is_soft=True),
        "Pairs": _pairs(strategy),
    }
    cells = [wishes for lines in tables.values() for _, row in lines for wishes in row]
    return (
        Page(title="Basic strategy", text=_explain(rules, cells)),
        *(Page(title=title, text=_table(lines)) for title, lines in tables.items() if lines),
    )


def _explain(rules: TwentyOneRules, cells: Iterable[Wishes]) -> str:
    """Explain how the card is read."""
    codes = {_code(wishes): wishes for wishes in sorted(cells, key=lambda wishes: [*map(_place, wishes)])}
    lines = [
        (
            "The best move on average for your cards and the dealer's open card, by these house rules and from a full "
            "shoe. Your hand is on the left, the dealer's card at the top."
        ),
        ". ".join(f"**{code}** {_describe(wishes)}" for code, wishes in codes.items()) + ".",
        _limits(rules),
    ]
    return "\n".join(lines)


def _limits(rules: TwentyOneRules) -> str:
    said = "With more than two cards, you can only hit or stand."
    if rules.split_hands > 1:
        said += " Never split tens."
    if rules.insurance:
        said += " Insurance isn't worth its price."
    return said


def _describe(wishes: Wishes) -> str:
    first, *others = wishes
    return f"{first}, otherwise {others[0]}" if others else first


def _code(wishes: Wishes) -> str:
    """Return a code as in "S", and "Dh" for what is to double or, where that can't be, to hit."""
    return _LETTERS[wishes[0]] + "".join(_LETTERS[wish].lower() for wish in wishes[1:2])


def _place(wish: Wish) -> int:
    return list(_LETTERS).index(wish)


def _totals(strategy: Strategy, *, is_soft: bool) -> list[Line]:
    """List the totals from the lowest; those in a row that are played alike are one line."""
    found = sorted(one for one in totals() if one.is_soft == is_soft)
    rows = [(one.total, tuple(strategy[up].of_two(one) for up in _UPS)) for one in found]
    lines: list[Line] = []
    for row, alike in groupby(rows, key=lambda line: line[1]):
        first, *others = (total for total, _ in alike)
        lines.append((f"{first}-{others[-1]}" if others else f"{first}", row))
    return lines


def _pairs(strategy: Strategy) -> list[Line]:
    """List the pairs from the twos to the aces, where pairs are split."""
    return [
        (" ".join([_name(worth)] * 2), tuple(strategy[up].of_pair(worth) for up in _UPS))
        for worth in _UPS
        if all(worth in column.pairs for column in strategy.values())
    ]


def _table(lines: Sequence[Line]) -> str:
    rows = [("", tuple(map(_name, _UPS))), *((label, tuple(map(_code, row))) for label, row in lines)]
    drawn = (f"{label:{_LABEL}}" + "".join(f"{cell:>{_CELL}}" for cell in row) for label, row in rows)
    return "\n".join(("```", *drawn, "```"))


def _name(worth: int) -> str:
    return "A" if worth == ACE else f"{worth}"
