"""When to take another card: found for the shoe and the dealer's card instead of copied from a chart.

For each total it is what is better in the mean of all hands that come to that total, of whoever only draws and stands
and does so by this very table. It begins with what most people would do, and changes one total at a time, those first
that come last in a hand. Each change is for the better, so this comes to an end.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache

from cogs.twentyone.odds_cards import NONE, WORTHS, Cards, hands, some, value
from cogs.twentyone.odds_hand import Against, Known, Packed
from cogs.twentyone.odds_worth import played
from cogs.twentyone.values import ACE, BEST, TEN, Value

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
    """What to draw another card to; and the fates of all hands that then stand, and of some others if they do."""
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
