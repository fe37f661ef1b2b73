"""The hands of Baldur Hold'em, ranked and named: five dice, exactly two hole dice and three community dice (seed 004).

A natural 20 among the hole dice stands for any number in a straight, and for 20 everywhere else; a straight is worth
the numbers its dice stand for, and doesn't go on from 20 to 1 (rules 7.9 to 7.12). Hands of one kind are told apart by
what is alike in them, then by the other dice (rules 7.13).
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from typing import Literal, get_args

from bot.engine.frozen import Frozen, made
from bot.engine.words import listed, number_word

Kind = Literal[
    "five_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_roll",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of hands, the best first."""
Strength = Literal["weak", "fair", "strong"]

SIDES = 20
WILD = 20
"""The face of a hole die that is wild in straights."""
OWN_USED = 2
COMMON_USED = 3
RUN = 5
_PLACE = {kind: len(KINDS) - at for at, kind in enumerate(KINDS)}
STRAIGHT = _PLACE["straight"]
"""The first number of every straight's rank."""

_OF_PLAYERS, _OF_NPCS = SIDES**8, SIDES**9
"""The throws of five community dice with three hole dice, and with four."""
HOW_OFTEN: Mapping[Kind, tuple[Fraction, Fraction]] = {
    kind: (Fraction(own, _OF_PLAYERS), Fraction(npcs, _OF_NPCS))
    for kind, (own, npcs) in zip(
        KINDS,
        (
            (4_298_960, 166_251_160),
            (159_824_960, 5_109_029_320),
            (673_352_400, 23_961_438_840),
            (820_784_820, 28_263_748_860),
            (2_010_527_940, 49_082_824_080),
            (5_745_077_940, 150_041_811_900),
            (11_405_227_860, 200_939_563_680),
            (4_780_905_120, 54_435_332_160),
        ),
        strict=True,
    )
}
"""The frequency of each kind as a player's best hand, and as the NPCs'."""

Rank = tuple[int, ...]
"""The kind, then the numbers that count, the most important first: the greater rank wins, equal ones tie."""


class Hand(Frozen):
    """The best hand of some dice, and the dice that make it.

    `own_at` and `common_at` are positions among the hole dice and the community dice, from 0; `own` and `common`
    are the faces of these dice. `numbers` are their values in the hand: a straight from its lowest number up, any
    other hand in the order of importance. `stands_for` are positions of wild hole dice with their numbers.
    """

    kind: Kind
    rank: Rank
    numbers: tuple[int, ...]
    own: tuple[int, ...]
    own_at: tuple[int, ...]
    common: tuple[int, ...] = ()
    common_at: tuple[int, ...] = ()
    stands_for: tuple[tuple[int, int], ...] = ()


def best_hand(
    own: Sequence[int], common: Sequence[int], *, natural_beats_wild: bool = False, tame: tuple[int, ...] = ()
) -> Hand:
    """Return the best hand of two or more hole dice and three or more community dice.

    By `natural_beats_wild` a straight without wild dice wins over one to the same number with some. Of dice that do
    equally well natural ones are taken, and of these the first. A 20 at one of the positions `tame` isn't wild.
    """
    if len(common) < COMMON_USED:
        raise ValueError("a hand needs three community dice")
    return so_far(own, common, natural_beats_wild=natural_beats_wild, tame=tame)


def so_far(
    own: Sequence[int], common: Sequence[int], *, natural_beats_wild: bool = False, tame: tuple[int, ...] = ()
) -> Hand:
    """Return `best_hand`, or without community dice the best two hole dice: a pair, or the highest."""
    if len(own) < OWN_USED or (common and len(common) < COMMON_USED):
        raise ValueError("a hand needs the seat's two dice, and three community dice or none")
    wild = tuple([at for at, die in enumerate(own) if die == WILD and at not in tame])
    return _search_best(tuple(own), tuple(common), natural_beats_wild, wild)


def strength(hand: Hand) -> Strength:
    """Sort a hand into what a failed claim reveals: nothing, one or two pairs, or more."""
    match hand.kind:
        case "high_roll":
            return "weak"
        case "pair" | "two_pair":
            return "fair"
        case _:
            return "strong"


@lru_cache(maxsize=1 << 12)
def _search_best(
    own: tuple[int, ...], common: tuple[int, ...], natural_beats_wild: bool, wild: tuple[int, ...]
) -> Hand:
    """Return the best straight, or the dice that are most alike where those are better."""
    counts, faces = _most_alike(own, common, OWN_USED, COMMON_USED if common else 0)
    rank = (_PLACE[alike_as(counts)], *faces)
    straight, own_at, common_at = _best_straight(own, common, wild)
    stands_for = tuple[tuple[int, int], ...]()
    if straight > rank:
        rank = straight if natural_beats_wild else straight[:-1]
        numbers = tuple(range(straight[1] - RUN + 1, straight[1] + 1))
        fixed = (*[common[at] for at in common_at], *[own[at] for at in own_at if at not in wild])
        wilds = [at for at in own_at if at in wild]
        stands_for = _match_wilds(wilds, [number for number in numbers if number not in fixed])
    else:
        numbers = tuple([face for face, count in zip(faces, counts, strict=True) for _ in range(count)])
        own_at, common_at = _first_places(own, common, numbers)
    return made(
        Hand,
        kind=KINDS[len(KINDS) - rank[0]],
        rank=rank,
        numbers=numbers,
        own=tuple([own[at] for at in own_at]),
        own_at=own_at,
        common=tuple([common[at] for at in common_at]),
        common_at=common_at,
        stands_for=stands_for,
    )


def _most_alike(
    own: Sequence[int], common: Sequence[int], own_used: int, common_used: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the counts of equal dice and their faces, for the best of so many dice of either kind without a straight.

    The largest count comes first. Of hands with the same counts, the one of higher faces is better.
    """
    dice = *own, *common
    counts = {
        face: min(own.count(face), own_used) + min(common.count(face), common_used)
        for face in set(dice)
        if dice.count(face) > 1
    }
    most = max(counts.values(), default=1)
    if most < 2:
        highest = [*sorted(own, reverse=True)[:own_used], *sorted(common, reverse=True)[:common_used]]
        return (1,) * len(highest), tuple(sorted(highest, reverse=True))
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for face in [face for face, count in counts.items() if count == most]:
        others = [die for die in own if die != face], [die for die in common if die != face]
        own_left = own_used - min(own.count(face), own_used)
        rest = _most_alike(*others, own_left, own_used + common_used - most - own_left)
        found.append(((most, *rest[0]), (face, *rest[1])))
    return max(found)


def _best_straight(
    own: tuple[int, ...], common: tuple[int, ...], wild: tuple[int, ...]
) -> tuple[Rank, tuple[int, ...], tuple[int, ...]]:
    """Return the rank of the best straight, and the places of its dice; nothing without one."""
    threes = _narrow_threes(common)
    best: tuple[Rank, tuple[int, ...], tuple[int, ...]] = (), (), ()
    for own_at in combinations(range(len(own)), OWN_USED) if threes else ():
        first, second = own_at
        wilds = (first in wild) + (second in wild)
        for common_at, three in threes:
            rank = _straight(sorted((own[first], own[second], *three)), wilds, SIDES)
            if rank > best[0]:
                best = rank, own_at, common_at
    return best


@lru_cache(maxsize=64)
def _narrow_threes(common: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """List the places and faces of three community dice that a straight may hold. All hands take of the same."""
    places = combinations(range(len(common)), COMMON_USED)
    threes = zip(places, combinations(common, COMMON_USED), strict=True)
    return [(at, three) for at, three in threes if max(three) - min(three) < RUN]


def _first_places(
    own: Sequence[int], common: Sequence[int], faces: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the first places of hole dice and community dice that show those faces together."""
    for own_at in combinations([at for at, die in enumerate(own) if die in faces], OWN_USED):
        left = list(faces)
        at = _taken_first(own, left, own_at), _taken_first(common, left, range(len(common)))
        if not left and len(at[0]) == OWN_USED:
            return at
    raise LookupError("those dice don't lie there")


def _taken_first(dice: Sequence[int], faces: list[int], places: Iterable[int]) -> tuple[int, ...]:
    """Take each die of those places out of `faces` that is still among them, and return the places of those."""
    taken: list[int] = []
    for at in places:
        if dice[at] in faces:
            faces.remove(dice[at])
            taken.append(at)
    return tuple(taken)


@cache
def ranked(faces: tuple[int, ...], wilds: int, sides: int = SIDES) -> Rank:
    """Rank some dice in rising order, the highest `wilds` of them wild: of d20, 20s.

    A straight has a last number besides: 1 without a wild die, 0 with one. Five d20 make fewer than 53,000 cases.
    """
    # nothing that beats a straight is one as well: no two dice besides the wild ones are alike in it
    if straight := _straight(faces, wilds, sides):
        return straight
    numbers = sorted(dict.fromkeys(faces[::-1]), key=faces.count, reverse=True)
    return (_PLACE[alike_as(tuple([faces.count(number) for number in numbers]))], *numbers)


def alike_as(alike: tuple[int, ...]) -> Kind:
    """Name the kind that dice make without a straight, by the counts of equal dice, the largest first."""
    match alike:
        case (5,):
            return "five_of_a_kind"
        case (4, *_):
            return "four_of_a_kind"
        case (3, 2):
            return "full_house"
        case (3, *_):
            return "three_of_a_kind"
        case (2, 2, *_):
            return "two_pair"
        case (2, *_):
            return "pair"
        case _:
            return "high_roll"


def _straight(faces: Sequence[int], wilds: int, sides: int) -> Rank:
    """Return the rank of the best straight of five dice in rising order, the highest `wilds` of them wild; () without
    one.
    """
    fixed = faces[: len(faces) - wilds]
    if len(faces) < RUN or fixed[-1] - fixed[0] >= RUN or len(set(fixed)) < len(fixed):
        return ()
    is_natural = len(set(faces)) == RUN and faces[-1] - faces[0] == RUN - 1
    return (STRAIGHT, min(fixed[0] + RUN - 1, sides), int(is_natural))


def _match_wilds(wilds: Iterable[int], missing: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Match the wild dice with the missing numbers, as (position, number); a 20 for itself is left out."""
    return tuple((at, number) for at, number in zip(wilds, missing, strict=True) if number != WILD)


AN_NPC = "an NPC"
"""The name of seat 0 where it stands for one of the nameless NPCs."""
LAST_NPC = "the last NPC"
"""The one that plays for all NPCs in the end."""


def capital(sentence: str) -> str:
    """Return the sentence with a capital letter. A name, which is in bold, stays as it is written."""
    for npc in (AN_NPC, LAST_NPC):
        if sentence.startswith(f"**{npc}**"):
            return f"**{npc[0].upper()}{sentence[3:]}"
    return sentence if sentence.startswith("*") else sentence[:1].upper() + sentence[1:]


def npcs(count: int) -> str:
    """Count NPCs in words: "one NPC", "three NPCs"."""
    return f"{number_word(count)} {'NPC' if count == 1 else 'NPCs'}"


def named(hand: Hand) -> str:
    """Name a hand: "a straight to 11" or "two pair, 13s and 8s"."""
    first, second = hand.numbers[0], hand.numbers[-1]
    match hand.kind:
        case "five_of_a_kind":
            return f"five {first}s"
        case "four_of_a_kind":
            return f"four {first}s"
        case "full_house":
            return f"a full house, {first}s over {second}s"
        case "straight":
            return f"a straight to {second}"
        case "three_of_a_kind":
            return f"three {first}s"
        case "two_pair":
            return f"two pair, {first}s and {hand.numbers[2]}s"
        case "pair":
            return f"a pair of {first}s"
        case "high_roll":
            return f"{first} high"


def headed(hand: Hand) -> str:
    """Return `named` as a heading: "Straight to 11"."""
    words = named(hand).removeprefix("a ")
    return words[0].upper() + words[1:]


def explained(hand: Hand, whose: str = "your") -> str:
    """Describe the dice of a hand, as in "7, 20 as 8, 9, 10, 11 (your 20 and 9)"."""
    wilds = {number for _, number in hand.stands_for}
    told = ", ".join(f"{WILD} as {number}" if number in wilds else str(number) for number in hand.numbers)
    own = f" ({whose} {listed(map(str, hand.own))})" if hand.common else ""
    return f"{told}{own}"


def deciding(one: Hand, other: Hand) -> int | None:
    """Return the number of the die that separates two hands of one name; None if the names differ or they tie."""
    if one.rank == other.rank or named(one) != named(other) or one.kind == "straight":
        return None
    worse, better = sorted((one, other), key=_rank)
    return _first_other(better.numbers, worse.numbers)


def _rank(hand: Hand) -> tuple[int, ...]:
    return hand.rank


def _first_other(numbers: Sequence[int], others: Sequence[int]) -> int | None:
    return next((number for number, other in zip(numbers, others, strict=False) if number != other), None)
