"""Whether one hand pays, alone against the NPCs, as its dice fall: what folding well does, decision by decision.

`pot` is what it comes to in the end, in antes (`pot_of`). The figures of `odds` are the mean of just these decisions.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement

from cogs.baldur.hands import SIDES
from cogs.baldur.odds_found import FOLDED_AT_FIRST
from cogs.baldur.odds_of_kinds import orders_of
from cogs.baldur.odds_of_play import OWN, THIRD, VOID, worth_the_second
from cogs.baldur.odds_shares import least_word, word_of


def pays_first(own: Sequence[int], pot: int, *, natural: bool = False) -> bool:
    """Whether the ante is worth paying for these dice, where one may look at them first."""
    folded = int(FOLDED_AT_FIRST.get((natural, pot), "0x0"), 16)
    return not folded >> _hands()[tuple(sorted(own))] & 1


def pays_second(own: Sequence[int], flop: Sequence[int], pot: int, *, natural: bool = False) -> bool:
    """Whether the second price is worth paying: the mean of all voids, at each of which one may fold. It takes a
    twentieth of a second.
    """
    least, word = least_word(THIRD, pot), 0
    for void in combinations_with_replacement(range(1, SIDES + 1), VOID):
        found = word_of(own, (*flop, *void), natural=natural)
        word += found * orders_of(void) if found >= least else 0
    return worth_the_second(word, pot)


def pays_third(own: Sequence[int], common: Sequence[int], pot: int, *, natural: bool = False) -> bool:
    """Whether the third price is worth paying."""
    return word_of(own, common, natural=natural) >= least_word(THIRD, pot)


@cache
def _hands() -> Mapping[tuple[int, ...], int]:
    """Where all own dice stand in their order."""
    return {dice: at for at, dice in enumerate(combinations_with_replacement(range(1, SIDES + 1), OWN))}
