"""Basic strategy: the best that can be done by one's own total or pair and the dealer's card.

It is found for the house rules from the exact odds of a full shoe, by what is better in the mean:

1. For each total, whether to hit or to stand: for whoever does nothing else.
2. For each total of two cards and for each pair by itself, whether to double or to give up rather than that.
3. For each pair but tens, whether to split it, as often as the table allows, and to play its hands by this very table.

Where pairs may be split they don't count among the totals of 2. What is better stands first, and what the table, or
one's purse, doesn't allow is passed over. Insurance isn't taken.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Any, Literal, NamedTuple

from cogs.twentyone.hand_odds import (
    BET,
    NO_FATES,
    NONE,
    WORTHS,
    Against,
    Begun,
    Cards,
    Deed,
    Fate,
    Half,
    Known,
    Packed,
    doubled,
    full_shoe,
    half,
    hands,
    once,
    played,
    shares,
    some,
    spared,
    surrendered,
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

    draws: frozenset[Value]
    """To hit; else to stand."""
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
    """Return what a player with so many hands does with two cards."""
    return next(wish for wish in column.wishes(worths) if allows(rules, wish, worths, hands))


_STAYS_HARD = 11
"""From here on no card makes a hard hand soft."""
_WEAK, _STRONG = range(2, 7), (9, TEN, ACE)


@cache
def totals() -> tuple[Value, ...]:
    """All that may be drawn to, each before whatever a card may make into it."""
    return tuple(sorted({value(hand) for hand in hands() if value(hand).total < BEST}, key=_late_first))


def _late_first(one: Value) -> tuple[int, int]:
    if one.is_soft:
        return 1, -one.total
    return (0 if one.total >= _STAYS_HARD else 2), -one.total


def best_draws(against: Against) -> tuple[frozenset[Value], dict[Known, Packed]]:
    """Find the totals to draw another card to, and the fates of all hands that then stand, and of some others if they
    do.
    """
    draws = frozenset(one for one in totals() if _would_draw(one, against.up))
    standing: dict[Known, Packed] = {}
    while True:
        reach = _reach(against, draws)
        still = [hand for hand in reach if value(hand) not in draws]
        once = {drawn for hand in still for drawn, _ in against.may_draw(hand)}
        drawing, ending = against.reached([(hand, NONE) for hand in once - reach.keys()], draws)
        drawing.update((hand, NONE) for hand in reach.keys() - still)
        ending.update((hand, NONE) for hand in reach)
        standing |= against.stood(ending - standing.keys())
        fates = against.drawn_out(drawing, standing)
        alike: defaultdict[Value, list[Cards]] = defaultdict(list)
        for hand in reach:
            alike[value(hand)].append(hand)
        change = next(
            (one for one in totals() if _is_wrong(against, alike[one], one in draws, reach, standing, fates)), None
        )
        if change is None:
            return draws, standing
        draws ^= {change}


def _would_draw(one: Value, up: int) -> bool:
    """To a soft 17, and 18 against a strong card; to a hard 16, but against a weak one only if that is safe."""
    if one.is_soft:
        return one.total <= (18 if up in _STRONG else 17)
    return one.total <= (BEST - TEN if up in _WEAK else 16)


def _reach(against: Against, draws: Collection[Value]) -> dict[Cards, int]:
    """In how many ways each hand comes about, those of fewer cards first."""
    reach: dict[Cards, int] = {}
    for one in WORTHS:
        for other in WORTHS:
            hand = some(one) + some(other)
            if ways := against.ways(one, other):
                reach[hand] = reach.get(hand, 0) + ways
    last = dict(reach)
    while last:
        after: dict[Cards, int] = {}
        for hand, ways in last.items():
            if value(hand) in draws:
                for drawn, left in against.may_draw(hand):
                    after[drawn] = after.get(drawn, 0) + ways * left
        reach |= after
        last = after
    return reach


def _is_wrong(
    against: Against,
    alike: Collection[Cards],
    is_drawn: bool,
    reach: Mapping[Cards, int],
    standing: Mapping[Known, Packed],
    fates: Mapping[Known, Packed],
) -> bool:
    """Whether the other choice is better for hands that come to the same total, if they then go on by the table."""
    on = sum(reach[hand] * (fates[hand, NONE] if is_drawn else against.drawn(hand, NONE, fates)) for hand in alike)
    still = sum(reach[hand] * standing[hand, NONE] for hand in alike)
    return bool(alike) and (played(against.unpacked(on)) > played(against.unpacked(still))) != is_drawn


_SHOES_KEPT = 60
"""Open cards of the dealer's: six kinds of shoe, some three megabytes each."""

First = tuple[int, int]
"""The worths of the first two cards, the lower one first."""


class Prospects:
    """What becomes of hands against one open card, for whoever draws to the same totals: nothing of it depends on the
    other house rules. Of split pairs it is reckoned as it is asked for.
    """

    def __init__(
        self,
        against: Against,
        draws: Collection[Value],
        standing: Mapping[Known, Packed] = NO_FATES,
    ) -> None:
        """`standing` are fates of hands that stand, as far as they are known."""
        self.scale, self.draws = against.scale, frozenset(draws)
        self.first = _first_hands(against, draws, standing)
        self._against = against
        self._halves: dict[tuple[Half, Deed], tuple[int, Fate]] = {}

    def left(self, worth: int, out: Cards) -> int:
        """How many cards of that worth may come, beside those that are out and the open one."""
        return self._against.left(worth, out)

    def halves(self, deeds: Mapping[Half, Deed]) -> dict[Half, tuple[int, Fate]]:
        """Of hands of split pairs that the shoe allows, in how many ways they begin, and what becomes of each."""
        missing: dict[Half, Deed] = dict(deeds.items() - self._halves.keys())
        if missing:
            fates = self._against.fates({half.known: deed for half, deed in missing.items()}, self.draws)
            for half, deed in missing.items():
                self._halves[half, deed] = half.ways(self._against), fates.get(half.known, _NEVER)
        return {half: self._halves[half, deed] for half, deed in deeds.items()}


_NEVER = Fate(*[0] * len(Fate._fields))


@lru_cache(maxsize=_SHOES_KEPT)
def best_prospects(shoe: Cards, up: int, soft_17: SoftSeventeen) -> Prospects:
    """Of whoever draws when it is better. `shoe` still holds the open card."""
    against = Against(shoe, up, soft_17)
    return Prospects(against, *best_draws(against))


def _first_hands(against: Against, draws: Collection[Value], standing: Mapping[Known, Packed]) -> dict[First, Begun]:
    """All first two cards that the shoe allows."""
    known = {(one, other): (some(one) + some(other), NONE) for one, other in combinations_with_replacement(WORTHS, 2)}
    played = against.fates(_all(known.values(), "play"), draws, standing)
    doubled = against.fates(_all(known.values(), "double"), draws, standing)
    return {
        (one, other): Begun(against.ways(one, other) * (1 + (one != other)), played[hand], doubled[hand])
        for (one, other), hand in known.items()
        if hand in played
    }


def _all(these: Iterable[Known], deed: Deed) -> dict[Known, Deed]:
    """Map all of them to the same deed."""
    return dict.fromkeys(these, deed)


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
    """Return what all hands of each pair win together, in halves of the first bet; without what a natural of the
    dealer's takes, if that isn't all that was bet.
    """
    deeds = {pair: _deeds(rules, column, pair) for pair in pairs}
    prospects.halves({half: deed for those in deeds.values() for half, deed in those.items()})  # quicker all at once
    return {
        pair: sum(part.times * half(part.fate, part.bets, rules) for part in parts(rules, prospects, column, pair))
        for pair in deeds
    }


def deed(rules: TwentyOneRules, column: Column, pair: int, second: int) -> Deed:
    """Return what is done with a hand of the pair that isn't split again."""
    if pair == ACE and not rules.hit_split_aces:
        return "stand"
    wish = first_wish(rules, column, (pair, second), hands=rules.split_hands)
    return "double" if wish == "double" else "play"


def _deeds(rules: TwentyOneRules, column: Column, pair: int) -> dict[Half, Deed]:
    """Return what is done with all hands that the pair may become."""
    others = {others for others, _ in shares(most_hands(rules, pair))}
    return {Half(pair, second, count): deed(rules, column, pair, second) for second in WORTHS for count in others}


_COLUMNS_KEPT = 320
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
    """Find the best strategy for these house rules. May take two seconds when the shoe is new."""
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
    totals = {one: _wishes(_instead(rules, one, those), _played(those)) for one, those in alike.items()}
    instead = {pair: _instead(rules, value_of_worths((pair, pair)), [begun]) for pair, begun in pairs.items()}
    unsplit = Column(prospects.draws, totals, {pair: _wishes(instead[pair], _played([pairs[pair]])) for pair in pairs})
    promising = [pair for pair in pairs if _is_promising(rules, prospects, unsplit, pair)]
    for pair, worth in nets(rules, prospects, unsplit, promising).items():
        instead[pair]["split"] = worth - spared(rules, pairs[pair])
    return Column(prospects.draws, totals, {pair: _wishes(instead[pair], _played([pairs[pair]])) for pair in pairs})


def _instead(rules: TwentyOneRules, one: Value, those: Iterable[Begun]) -> dict[Wish, int]:
    """Return the worth of doubling or surrendering these hands of two cards, which come to the same, where that is
    allowed.
    """
    found: dict[Wish, int] = {}
    if can_double(one, rules.double):
        found["double"] = sum(begun.ways * doubled(begun.doubled, rules) for begun in those)
    if rules.surrender == "late":
        found["surrender"] = sum(begun.ways * surrendered(begun.played) for begun in those)
    return found


def _played(those: Iterable[Begun]) -> int:
    """Return the worth of hitting and standing with them."""
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
