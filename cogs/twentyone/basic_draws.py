"""When to take another card: found for the shoe and the dealer's card instead of copied from a chart.

For each total it is what is better in the mean of all hands that come to that total, of whoever only draws and stands
and does so by this very table. It begins with drawing to 16, and to a soft 17; then every total is decided anew, those
first that come last in a hand, until nothing changes. Each change is for the better, so this comes to an end.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache

from cogs.twentyone.odds_cards import NONE, WORTHS, Cards, hands, some, value
from cogs.twentyone.odds_hand import Against, Packed
from cogs.twentyone.odds_worth import played
from cogs.twentyone.values import BEST, Value, dealer_draws

_STAYS_HARD = 11
"""From here on no card makes a hard hand soft."""


@cache
def totals() -> tuple[Value, ...]:
    """All that may be drawn to, each before whatever a card may make into it."""
    return tuple(sorted({value(hand) for hand in hands() if value(hand).total < BEST}, key=_late_first))


def _late_first(one: Value) -> tuple[int, int]:
    if one.is_soft:
        return 1, -one.total
    return (0 if one.total >= _STAYS_HARD else 2), -one.total


def best_draws(against: Against, standing: Mapping[Cards, Packed]) -> frozenset[Value]:
    """What to draw another card to. `standing` are the fates of all hands that the shoe allows if they stand, those of
    fewer cards first.
    """
    draws = frozenset(one for one in totals() if dealer_draws(one, "hits"))
    while True:
        better = _better(against, standing, draws)
        if better == draws:
            return draws
        draws = better


def _better(against: Against, standing: Mapping[Cards, Packed], draws: Collection[Value]) -> frozenset[Value]:
    """Every total decided once more, by hands as they come about with `draws`."""
    reach = _reach(against, standing, draws)
    alike: defaultdict[Value, list[Cards]] = defaultdict(list)
    for hand in standing:
        alike[value(hand)].append(hand)
    fates = dict(standing)
    found: set[Value] = set()
    for one in totals():
        drawn = {hand: against.drawn(hand, NONE, fates) for hand in alike[one]}
        on = sum(reach[hand] * fate for hand, fate in drawn.items())
        still = sum(reach[hand] * standing[hand] for hand in drawn)
        if played(against.unpacked(on)) > played(against.unpacked(still)) if on else one in draws:
            found.add(one)
            fates.update(drawn)
    return frozenset(found)


def _reach(against: Against, possible: Collection[Cards], draws: Collection[Value]) -> Mapping[Cards, int]:
    """In how many ways each hand comes about."""
    reach = dict.fromkeys(possible, 0)
    for one in WORTHS:
        for other in WORTHS:
            if ways := against.ways(one, other):
                reach[some(one) + some(other)] += ways
    for hand, ways in reach.items():
        if ways and value(hand) in draws:
            for worth in WORTHS:
                after = hand + some(worth)
                if after in reach:
                    reach[after] += ways * against.left(worth, hand)
    return reach
