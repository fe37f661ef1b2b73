"""What becomes of all hands as they begin: the first two cards, and the hands of pairs that are split."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement

from cogs.twentyone.basic_draws import best_draws
from cogs.twentyone.odds_cards import NONE, WORTHS, Cards, some
from cogs.twentyone.odds_hand import NO_FATES, Against, Begun, Deed, Fate, Known, Packed
from cogs.twentyone.odds_splits import Half
from cogs.twentyone.options import SoftSeventeen
from cogs.twentyone.values import Value

_KEPT = 60
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


@lru_cache(maxsize=_KEPT)
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
    """The same done with all of them."""
    return dict.fromkeys(these, deed)
