"""The win chance at Baldur Hold'em, calculated from one seat's view.

The players' dice lie open. Unknown are the NPCs' dice, the community dice to come, and dice that aren't rolled yet: all
throws are as likely. NPCs leave by halves until one is left, so before the last community dice they count as one.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from bot.engine.rng import Rng
from bot.engine.win_chance import WinChances, win_chances
from cogs.baldur.hands import COMMON_USED, OWN_USED, SIDES, STRAIGHT, Rank, named, ranked, so_far
from cogs.baldur.odds import COMMON, orders_of, own_dice
from cogs.baldur.rounds import LAST
from cogs.baldur.state import HOLE_DICE, NPC_DICE, BaldurRules, BaldurView

_STRIPPED = 2
"""The NPCs' dice once somebody has stripped them of two."""
_LOOK, _TABLE, _ROLLED = 1, 40, 0.3
"""The costs of finding a player's best hand, of weighing it against all NPC dice, and of throwing a die, in hands of
the game whose attacks are the measure of all work (`WinCalculator.estimate`).
"""
_NPCS_LOOK = 2 * _LOOK

_PAIRS = tuple(combinations_with_replacement(range(1, SIDES + 1), OWN_USED))
MOST = 10_000
"""The budget for figures that people read: enough for all throws once three community dice lie."""

Dice = tuple[int, ...]


class Question(NamedTuple):
    """All that the win chance depends on. Dice are in order; without any they aren't rolled yet."""

    own: Dice
    players: tuple[Dice, ...]
    """Those of the players who are still in besides."""
    common: Dice
    npc_dice: int
    """The number of unseen NPC dice; 0 where no NPC is in, or their dice are `own`."""
    npcs: int
    """The number of NPCs that would share a pot."""
    natural: bool
    """True if natural straights beat wild ones."""


def note(rules: BaldurRules) -> str:
    """Describe the simplification about the NPCs; "" where there is none."""
    return (
        "Half of the NPCs leave at a time. Until the last community dice, these figures count them as one."
        if rules.npcs > 1
        else ""
    )


def question(view: BaldurView) -> Question | None:
    """Read from a view all that its win chance depends on.

    None once the hand is over, for a seat that isn't in it any more, and for NPCs, whose dice only the GM sees.
    """
    if view.result is not None:
        return None
    live = [seat for seat in view.seats if not seat.is_folded and not seat.is_npc]
    if view.gm is not None:
        others = tuple(sorted(tuple(sorted(seat.dice)) for seat in live))
        if not view.gm.dice or not view.npcs_in or not others:
            return None
        return Question(tuple(sorted(view.gm.dice)), others, view.common, 0, 0, view.natural_beats_wild)
    own = next((seat for seat in live if view.own is not None and seat.seat == view.own.seat), None)
    if own is None or len(live) + view.npcs_in < 2:
        return None
    return Question(
        own=tuple(sorted(own.dice)),
        players=tuple(sorted(tuple(sorted(seat.dice)) for seat in live if seat is not own)),
        common=view.common,
        npc_dice=_npc_dice(view) if view.npcs_in else 0,
        npcs=view.npcs_in if view.round == LAST else min(view.npcs_in, 1),
        natural=view.natural_beats_wild,
    )


def estimate(view: BaldurView, _rules: BaldurRules, rng: Rng, budget: int) -> WinChances:
    """Return the win chances of a seat that is in the hand, and of the NPCs for the GM.

    They are exact where `budget` is enough to go through all that can fall. Raises ValueError without a question.
    """
    asked = question(view)
    if asked is None:
        raise ValueError("nothing is to be won or lost from here")
    hidden = _Hidden(asked)
    is_exact = hidden.cost <= budget
    topped = hidden.count_all() if is_exact else hidden.count_sample(rng, budget)
    now = named(so_far(asked.own, asked.common, natural_beats_wild=asked.natural)) if asked.own else "not rolled yet"
    opponents = len(asked.players) + (0 if view.gm is not None else view.npcs_in)
    return win_chances(now, opponents, topped, is_exact=is_exact)


def _npc_dice(view: BaldurView) -> int:
    """Return how many dice the NPCs have: four, or two for a seat that has stripped them."""
    return _STRIPPED if view.own is not None and view.own.has_stripped else NPC_DICE


class _Hidden:
    """The hidden dice of a seat's view, and counts of the seats that share the first place."""

    def __init__(self, asked: Question) -> None:
        self._asked = asked
        self._to_come = COMMON - len(asked.common)
        self._unrolled = [at for at, dice in enumerate((asked.own, *asked.players)) if not dice]
        self._size = 2 + len(asked.players) + asked.npcs

    @property
    def cost(self) -> float:
        """The cost of going through all that can fall, endless where the seat's dice are to be rolled."""
        if self._unrolled:
            return float("inf")
        boards = 1
        for at in range(self._to_come):
            boards = boards * (SIDES + at) // (at + 1)
        return boards * (self._looks + (_TABLE if self._asked.npc_dice else 0))

    @property
    def _looks(self) -> float:
        return _LOOK * (1 + len(self._asked.players))

    def count_all(self) -> Sequence[int]:
        """Count all throws by how many seats share the first place (`win_chances`)."""
        topped = [0] * self._size
        for fallen in combinations_with_replacement(range(1, SIDES + 1), self._to_come):
            ways, common = orders_of(fallen), (*self._asked.common, *fallen)
            own, on_top = self._among_players(common, self._asked.own, self._asked.players)
            if not on_top:
                topped[0] += ways * SIDES**self._asked.npc_dice
            elif not self._asked.npc_dice:
                topped[on_top] += ways
            else:
                better, equal, worse = _compare_npcs(own, self._asked.npc_dice, common, self._asked.natural)
                topped[0] += ways * better
                topped[on_top + self._asked.npcs] += ways * equal
                topped[on_top] += ways * worse
        return topped

    def count_sample(self, rng: Rng, budget: int) -> Sequence[int]:
        """Count throws at random in the same way, until `budget` is spent; at least one."""
        asked, topped, spent = self._asked, [0] * self._size, 0.0
        thrown = self._to_come + HOLE_DICE * len(self._unrolled) + asked.npc_dice
        each = self._looks + _ROLLED * thrown + (_NPCS_LOOK if asked.npc_dice else 0)
        while spent < budget:
            spent += each
            common = (*asked.common, *_throw(rng, self._to_come))
            own, *players = [dice or _throw(rng, HOLE_DICE) for dice in (asked.own, *asked.players)]
            npcs = _throw(rng, asked.npc_dice)
            best, on_top = self._among_players(common, own, players)
            if on_top and npcs:
                theirs = _best_uncached(npcs, common, asked.natural)
                on_top = 0 if theirs > best else on_top + asked.npcs * (theirs == best)
            topped[on_top] += 1
        return topped

    def _among_players(self, common: Dice, own: Dice, players: Sequence[Dice]) -> tuple[Rank, int]:
        """Return the asking seat's rank, and how many players share the first place with it; 0 once one is better."""
        natural = self._asked.natural
        best, on_top = _best(own, common, natural), 1
        for dice in players:
            theirs = _best(dice, common, natural)
            if theirs > best:
                return best, 0
            on_top += theirs == best
        return best, on_top


def _throw(rng: Rng, count: int) -> Dice:
    """Throw `count` dice by one draw."""
    which, dice = rng.below(SIDES**count), list[int]()
    for _ in range(count):
        which, face = divmod(which, SIDES)
        dice.append(face + 1)
    return tuple(dice)


def _best(own: Dice, common: Dice, natural: bool) -> Rank:
    """Return the best rank of these hole and community dice: `best_hand`, without the hand itself."""
    threes = combinations(sorted(common), COMMON_USED)
    return max([_best_with_three(own, three, natural) for three in threes])


def _best_uncached(own: Dice, common: Dice, natural: bool) -> Rank:
    """Return the same without caching each three: these dice hardly come again."""
    threes, pairs = [*combinations(sorted(common), COMMON_USED)], combinations(sorted(own), OWN_USED)
    return max([_rank(pair, three, natural) for pair in pairs for three in threes])


@lru_cache(maxsize=1 << 15)
def _best_with_three(own: Dice, three: Dice, natural: bool) -> Rank:
    """Return the best rank with three community dice, which are in order; there are 1,540 such threes."""
    return max([_rank(pair, three, natural) for pair in combinations(sorted(own), OWN_USED)])


@lru_cache(maxsize=1 << 16)
def _rank(pair: Dice, three: Dice, natural: bool) -> Rank:
    """Rank two hole dice and three community dice, each in order."""
    found = ranked(tuple(sorted(pair + three)), pair.count(SIDES))
    return found if natural or found[0] != STRAIGHT else found[:-1]


def _compare_npcs(own: Rank, count: int, common: Dice, natural: bool) -> tuple[int, int, int]:
    """Count the ways in which so many NPC dice make more than `own` with five community dice, as much, and less."""
    dice, better, reached = own_dice(count), 0, 0
    for pair, worth in _ranks_of_pairs(tuple(sorted(common)), natural):
        if worth < own:
            continue
        held = dice.with_pair[pair]
        reached |= held
        if worth > own:
            better |= held
    above = dice.ways(better)
    at_least = dice.ways(reached)
    return above, at_least - above, SIDES**count - at_least


@lru_cache(maxsize=64)
def _ranks_of_pairs(common: Dice, natural: bool) -> tuple[tuple[tuple[int, int], Rank], ...]:
    """Return the rank of each pair of hole dice with these community dice."""
    return tuple(_pairs_with(common, natural))


def _pairs_with(common: Dice, natural: bool) -> Iterator[tuple[tuple[int, int], Rank]]:
    threes = sorted(set(combinations(common, COMMON_USED)))
    by_three = [_ranks_with_three(three, natural) for three in threes]
    return zip(_PAIRS, map(max, zip(*by_three, strict=True)), strict=True)


@lru_cache(maxsize=1 << 10)
def _ranks_with_three(three: Dice, natural: bool) -> tuple[Rank, ...]:
    """Rank every pair with three community dice, in the order of `_PAIRS`: the same three lie in many throws."""
    return tuple(_rank(pair, three, natural) for pair in _PAIRS)
