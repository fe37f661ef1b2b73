"""How much of the pot a player wins who is alone against the NPCs and never folds, exactly.

A player has the best two of three own dice, the NPCs the best two of four. With some common dice on the table each pair
of own dice is worth something; own dice are worth as much as the best pair among them. So pairs are gone through from
the best on, and own dice are counted with the first pair that they hold.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby
from typing import NamedTuple

from cogs.baldur.hands import COMMON_USED, OWN_USED, SIDES, STRAIGHT, Rank, ranked
from cogs.baldur.odds_of_kinds import COMMON, orders_of, own_dice
from cogs.baldur.state import HOLE_DICE, NPC_DICE


class Share(NamedTuple):
    """What comes of a hand, in the mean."""

    pays: Fraction
    """How often the player wins the pot, or a share of it."""
    share: Fraction
    """How much of the pot that is."""


def share(sides: int = SIDES, *, natural: bool = False) -> Share:
    """Over all common dice of so many sides: of d20 it takes a minute or two. With `natural`, a straight that needs no
    wild dice beats one to the same number that does.
    """
    pays = halves = 0
    for common in combinations_with_replacement(range(1, sides + 1), COMMON):
        ways, (pay, half) = orders_of(common), counted(common, sides, natural=natural)
        pays, halves = pays + ways * pay, halves + ways * half
    return in_parts(pays, halves, sides)


def in_parts(pays: int, halves: int, sides: int = SIDES) -> Share:
    """What was counted, of all that may fall."""
    outcomes = sides ** (HOLE_DICE + NPC_DICE + COMMON)
    return Share(Fraction(pays, outcomes), Fraction(halves, 2 * outcomes))


def counted(common: Sequence[int], sides: int = SIDES, *, natural: bool = False) -> tuple[int, int]:
    """With these common dice: in how many ways a player's dice and the NPCs' fall so that the player wins or ties, and
    how many halves of the pot these ways bring.
    """
    own, npcs, pairs = own_dice(HOLE_DICE, sides), own_dice(NPC_DICE, sides), _pairs(sides)
    threes = {_worth(three, sides, natural) for three in combinations(sorted(common), COMMON_USED)}
    worth = tuple(map(max, zip(*threes, strict=True)))
    mine = theirs = pays = halves = 0
    no_better = sides**NPC_DICE
    best_first = sorted(range(len(pairs)), key=worth.__getitem__, reverse=True)
    for _, alike in groupby(best_first, key=worth.__getitem__):
        my_new = their_new = 0
        for place in alike:
            my_new |= own.with_pair[pairs[place]]
            their_new |= npcs.with_pair[pairs[place]]
        ties, ways = npcs.ways(their_new & ~theirs), own.ways(my_new & ~mine)
        mine, theirs = mine | my_new, theirs | their_new
        pays += ways * no_better
        halves += ways * (2 * no_better - ties)
        no_better -= ties
    return pays, halves


@cache
def _pairs(sides: int) -> tuple[tuple[int, int], ...]:
    """All that two dice may show."""
    return tuple(combinations_with_replacement(range(1, sides + 1), OWN_USED))


@cache
def _worth(three: tuple[int, ...], sides: int, natural: bool) -> tuple[Rank, ...]:
    """What each pair of own dice is worth with three common ones."""
    return tuple(
        [_told(ranked(tuple(sorted((*pair, *three))), pair.count(sides), sides), natural) for pair in _pairs(sides)]
    )


def _told(rank: Rank, natural: bool) -> Rank:
    """The last number of a straight counts only if natural ones are better."""
    return rank if natural or rank[0] != STRAIGHT else rank[:-1]
