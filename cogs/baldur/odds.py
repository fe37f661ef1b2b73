"""The exact odds of Baldur Hold'em: the frequency of each hand, and the return of a hand against the NPCs; and luck.

The printed odds are those of another game, with two hole dice (rules 7.15), so nothing here is taken from them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby, pairwise
from math import factorial, prod
from typing import NamedTuple

from bot.engine.banked.odds import BetOdds
from bot.engine.game import Deal, Event
from bot.engine.luck import Stroke, die
from bot.engine.words import counted as number_of
from cogs.baldur.hands import COMMON_USED, KINDS, OWN_USED, RUN, SIDES, STRAIGHT, Kind, Rank, alike_as, ranked
from cogs.baldur.state import HOLE_DICE, NPC_DICE, PRICES, BaldurCarry, BaldurRules, Rolled

COMMON = 5
_REACH = 2
"""The reach of a straight beyond three community dice."""
_APART = 4
"""The distance from which two neighboring community dice share no straight, nor one with other dice."""

_Pair = tuple[int, int]
"""The faces of two hole dice, the lower one first."""


class OwnDice(NamedTuple):
    """All throws of so many hole dice, whatever their order, each a bit."""

    with_pair: Mapping[_Pair, int]
    """Those that hold two dice."""
    by_orders: tuple[tuple[int, int], ...]
    """In how many orders they fall, and all that do so."""

    @property
    def all(self) -> int:
        return sum(those for _, those in self.by_orders)

    def ways(self, bits: int) -> int:
        """Count the ways in which one of these falls."""
        return sum(orders * (bits & those).bit_count() for orders, those in self.by_orders)


@cache
def own_dice(count: int, sides: int = SIDES) -> OwnDice:
    """List the throws of `count` dice of so many sides."""
    with_pair, by_orders = Counter[_Pair](), Counter[int]()
    for at, faces in enumerate(combinations_with_replacement(range(1, sides + 1), count)):
        by_orders[orders_of(faces)] += 1 << at
        for pair in set(combinations(faces, OWN_USED)):
            with_pair[pair] += 1 << at
    return OwnDice(with_pair, tuple(by_orders.items()))


def orders_of(faces: Sequence[int]) -> int:
    """Count the orders in which dice with these faces fall, side by side."""
    return factorial(len(faces)) // prod(factorial(count) for count in Counter(faces).values())


@cache
def frequencies(own: int, sides: int = SIDES) -> Mapping[Kind, Fraction]:
    """Return how often each kind is the best of `own` hole dice and five community dice.

    A die's highest face is wild.
    """
    dice, found = own_dice(own, sides), Counter[Kind]()
    for ways, by_kind in _common_groups(sides):
        *better, (least, _) = by_kind
        seen = 0
        for kind, pairs in better:
            held = seen
            for pair in pairs:
                held |= dice.with_pair[pair]
            found[kind] += ways * dice.ways(held & ~seen)
            seen = held
        found[least] += ways * dice.ways(dice.all & ~seen)
    return {kind: Fraction(found[kind], sides ** (own + COMMON)) for kind in KINDS}


@cache
def _common_groups(sides: int) -> tuple[tuple[int, tuple[tuple[Kind, tuple[_Pair, ...]], ...]], ...]:
    """Group all community dice that make the same hands with any hole dice, apart from the numbers.

    Each group has the number of ways in which it falls, and the pairs of hole dice for each kind, the best kind first.
    """
    ways, first = Counter[tuple[int, ...]](), dict[tuple[int, ...], tuple[int, ...]]()
    for common in combinations_with_replacement(range(1, sides + 1), COMMON):
        shape = _shape(common, sides)
        ways[shape] += orders_of(common)
        first.setdefault(shape, common)
    return tuple((count, _pairs_by_kind(first[shape], sides)) for shape, count in ways.items())


def _shape(common: tuple[int, ...], sides: int) -> tuple[int, ...]:
    """Return all that hands with these community dice depend on: their distances, as far as they matter."""
    below, above = common[0] - 1, sides - common[-1]
    between = (min(high - low, _APART) for low, high in pairwise(common))
    return (min(below, _REACH), *between, min(above, _REACH + 1))


def _pairs_by_kind(common: tuple[int, ...], sides: int) -> tuple[tuple[Kind, tuple[_Pair, ...]], ...]:
    """List the pairs of hole dice that make each kind with the community dice, the best kind first."""
    counts, runs = Counter(common), _straight_pairs(common, sides)
    pattern = tuple(sorted(counts.values()))
    found: dict[Kind, list[_Pair]] = {kind: [] for kind in KINDS}
    for pair in combinations_with_replacement(range(1, sides + 1), OWN_USED):
        first, second = pair
        kind = _without_straight(pattern, counts[first], counts[second], first == second)
        found["straight" if pair in runs and _PLACE[kind] > _PLACE["straight"] else kind].append(pair)
    return tuple((kind, tuple(pairs)) for kind, pairs in found.items() if pairs)


_PLACE: dict[Kind, int] = {kind: at for at, kind in enumerate(KINDS)}


@cache
def _without_straight(pattern: tuple[int, ...], first: int, second: int, are_equal: bool) -> Kind:
    """Return the best kind apart from straights, by how many community dice equal the first and the second hole die.

    `pattern` counts equal community dice. Their faces don't matter, so a die's place in it serves as its number.
    """
    places = list(range(len(pattern)))
    numbers = list[int]()
    for alike in (first,) if are_equal else (first, second):
        number = next((place for place in places if pattern[place] == alike), -1 - len(numbers))
        numbers.append(number)
        if alike:
            places.remove(number)
    own = numbers * OWN_USED if are_equal else numbers
    common = [place for place, alike in enumerate(pattern) for _ in range(alike)]
    return KINDS[min(_PLACE[_kind((*own, *three))] for three in combinations(common, COMMON_USED))]


def _kind(faces: tuple[int, ...]) -> Kind:
    return alike_as(tuple(sorted(Counter(faces).values(), reverse=True)))


def _straight_pairs(common: tuple[int, ...], sides: int) -> frozenset[_Pair]:
    """Return the pairs of hole dice that make a straight with three of the community dice, wild dice included."""
    found = set[_Pair]()
    for three in combinations(sorted(set(common)), COMMON_USED):
        for low in range(max(1, three[-1] - RUN + 1), min(three[0], sides - RUN + 1) + 1):
            first, second = (number for number in range(low, low + RUN) if number not in three)
            found |= {(first, second), (first, sides), (second, sides), (sides, sides)}
    return frozenset(found)


class Share(NamedTuple):
    """The result of a hand, on average."""

    pays: Fraction
    """The chance that the player wins the pot, or a share of it."""
    share: Fraction
    """The part of the pot that the player wins."""


def share(sides: int = SIDES, *, natural: bool = False) -> Share:
    """Count all throws of the community dice: with d20 it takes a minute or two.

    With `natural`, a straight that needs no wild dice beats one to the same number that does.
    """
    pays = halves = 0
    for common in combinations_with_replacement(range(1, sides + 1), COMMON):
        ways, (pay, half) = orders_of(common), counted(common, sides, natural=natural)
        pays, halves = pays + ways * pay, halves + ways * half
    return in_parts(pays, halves, sides)


def in_parts(pays: int, halves: int, sides: int = SIDES) -> Share:
    """Turn counted ways into parts of all that may fall."""
    outcomes = sides ** (HOLE_DICE + NPC_DICE + COMMON)
    return Share(Fraction(pays, outcomes), Fraction(halves, 2 * outcomes))


def counted(common: Sequence[int], sides: int = SIDES, *, natural: bool = False) -> tuple[int, int]:
    """Count a player's wins and ties against the NPCs with these community dice.

    Returns the ways in which a player wins or ties, and the half pots these ways bring.
    """
    own, npcs, pairs = own_dice(HOLE_DICE, sides), own_dice(NPC_DICE, sides), _pairs(sides)
    threes = {_ranks_with_three(three, sides, natural) for three in combinations(sorted(common), COMMON_USED)}
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
    """List every pair that two dice may show."""
    return tuple(combinations_with_replacement(range(1, sides + 1), OWN_USED))


@cache
def _ranks_with_three(three: tuple[int, ...], sides: int, natural: bool) -> tuple[Rank, ...]:
    """Rank each pair of hole dice with three community dice."""
    return tuple(
        [_simplify(ranked(tuple(sorted((*pair, *three))), pair.count(sides), sides), natural) for pair in _pairs(sides)]
    )


def _simplify(rank: Rank, natural: bool) -> Rank:
    """Drop the last number of a straight's rank, unless natural straights beat wild ones."""
    return rank if natural or rank[0] != STRAIGHT else rank[:-1]


STAY = "stay"
"""The one bet: a hand that is played to the end."""
FIRST, SECOND, THIRD = PRICES
SHARES: Mapping[bool, Share] = {
    False: in_parts(1_620_751_830_500_780, 3_199_545_871_092_840),
    True: in_parts(1_618_373_731_768_820, 3_199_403_869_547_880),
}
"""The shares by `natural_beats_wild`, calculated by `share`, which takes too long while people wait."""


def exact(_rules: BaldurRules) -> Mapping[str, Fraction]:
    """Return how often each kind is the best hand at the end, of a player and of the NPCs. No house rule changes it."""
    players, npcs = frequencies(HOLE_DICE), frequencies(NPC_DICE)
    return {f"pc_{kind}": players[kind] for kind in KINDS} | {f"npc_{kind}": npcs[kind] for kind in KINDS}


def bets(rules: BaldurRules) -> tuple[BetOdds, ...]:
    """Return the odds of a hand against the NPCs; none without nameless ones, who alone play for the house."""
    if not rules.npcs:
        return ()
    pot, (pays, share) = pot_of(rules), SHARES[rules.natural_beats_wild]
    return (
        BetOdds(
            key=STAY,
            label="A hand that is never folded",
            pays=f"a pot of {pot} antes for {sum(PRICES)}",
            chance=pays,
            back=share * pot / sum(PRICES),
        ),
    )


def pot_of(rules: BaldurRules) -> int:
    """Return the final pot in antes: of one player, all NPCs, half of them, and the last."""
    return sum(PRICES) + FIRST * rules.npcs + SECOND * rules.half(rules.npcs) + THIRD


def note(rules: BaldurRules) -> str:
    """Explain the figures for this table's NPCs and raises."""
    basis = f"Exact, over all faces of your {HOLE_DICE} dice, {COMMON} community dice and {NPC_DICE} dice of the NPCs."
    if not rules.npcs:
        return f"{basis} No NPC plays with the bank's money here, so the house neither wins nor loses."
    return " ".join(
        (
            basis,
            f"The figures are for one player against {number_of(rules.npcs, 'NPC')}, and the last pays to the end.",
            "A player who folds weak hands does better, and may win in the long run.",
            "Against several players the NPCs put in no more than against one.",
            f"{'Raises and influence are' if rules.raises else 'Influence is'} left out.",
        )
    )


def strokes(events: Iterable[Event], deal: Deal[BaldurRules, BaldurCarry]) -> Iterator[Stroke]:
    """Yield every die that lies open before a seat and that the bot rolled."""
    for event in events:
        if isinstance(event, Rolled) and deal.rules.dice == "bot":
            yield from (die(event.seat, face, SIDES) for face in event.dice)
