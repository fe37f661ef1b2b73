"""Rolls of a skill, die by die, in each dice system; its passive value; and the exact distribution of its totals."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Literal, NamedTuple

from bot.engine.frozen import Frozen, made
from bot.engine.rng import Rng
from bot.engine.skills.systems import (
    FACES,
    MOST_DICE,
    MOST_NARRATIVE_DICE,
    NARRATIVE_DICE,
    Bonus,
    DiceSystem,
    NarrativeDie,
    NarrativePool,
    Pool,
    Ranks,
    Rating,
    Symbols,
    Wild,
    fits,
    format_face,
)
from bot.engine.words import escape

DieKind = Literal["plain", "wild", "exploded", NarrativeDie]
Advantage = Literal[-1, 0, 1]
MOST_EXPLOSIONS = 20
_MINUS = "\N{MINUS SIGN}"


_CACHED = 512


class Die(Frozen):
    """A die on the table: `face` is 1 .. `sides`. A dropped one doesn't count."""

    sides: int
    face: int
    kind: DieKind = "plain"
    dropped: bool = False


class Roll(Frozen):
    """The roll of one side of a check.

    `total` is the sum, or in the narrative system the net successes of these dice (for the side that stands in the
    way: its net failures). `how` says whether the bot rolled it, or it is a passive value or was typed in.
    """

    label: str
    dice: tuple[Die, ...] = ()
    modifier: int = 0
    total: int
    skill: str = ""
    how: Literal["rolled", "passive", "typed"] = "rolled"

    @property
    def is_narrative(self) -> bool:
        return any(die.kind in FACES for die in self.dice)

    @property
    def symbols(self) -> Symbols:
        """The net symbols of the narrative dice; all zero for other dice."""
        return net_symbols(self.dice)

    def told(self, strike: str = "") -> str:
        """Describe the roll in one line of plain text, such as "Gambling 3D+2: 6 4 3 + 2 = 15".

        A dropped die stands in brackets. With a `strike` (Discord's is "~~") the line is markup instead: a dropped die
        stands between two of them, and the name of the skill is escaped.
        """
        name = f"{escape(self.skill) if strike else self.skill} {self.label}".strip()
        if self.how == "typed":
            return f"{self.total} ({self.label})"
        if self.how == "passive" or not self.dice:
            return f"{name}: {self.total}"
        if self.is_narrative:
            return f"{name}: {_narrative_told(self.dice)} = {self.symbols.told()}"
        working = f"{format_dice(self.dice, strike)}{_modifier_told(self.modifier)}"
        return f"{name}: {working}" if working == str(self.total) else f"{name}: {working} = {self.total}"


def net_symbols(dice: Iterable[Die]) -> Symbols:
    shown = (FACES[die.kind][die.face - 1] for die in dice if die.kind in FACES)
    return reduce(Symbols.plus, shown, Symbols())


def format_dice(dice: Iterable[Die], strike: str = "") -> str:
    """Write the faces in the order they fell; a wild die is named, and its explosions follow it."""
    written: list[str] = []
    for die in dice:
        face = str(die.face)
        if die.dropped:
            face = f"{strike}{face}{strike}" if strike else f"({face})"
        prefix = {"wild": "wild ", "exploded": "+"}.get(die.kind, "")
        if die.kind == "exploded" and written:
            written[-1] += prefix + face
        else:
            written.append(prefix + face)
    return " ".join(written)


def _narrative_told(dice: tuple[Die, ...]) -> str:
    kinds: dict[NarrativeDie, list[str]] = {}
    for die in dice:
        if die.kind in FACES:
            kinds.setdefault(die.kind, []).append(format_face(die.kind, die.face))
    return "; ".join(f"{kind}: {' / '.join(faces)}" for kind, faces in kinds.items())


def _modifier_told(modifier: int) -> str:
    if not modifier:
        return ""
    return f" + {modifier}" if modifier > 0 else f" {_MINUS} {-modifier}"


def roll(
    system: DiceSystem,
    rating: Rating,
    chance: Rng,
    *,
    advantage: int = 0,
    secret: bool = False,
    skill: str = "",
) -> Roll:
    """Roll a skill. ValueError if the rating belongs to another system.

    Advantage (1) and disadvantage (-1) mean two d20 of which the higher or lower counts; in D6 a die more or a die
    less (never less than one); in the narrative system a boost or a setback die.
    """
    match advantaged(system, rating, advantage):
        case Pool() as pool:
            return _roll_pool(pool, system.wild, chance, secret, skill)
        case Bonus(bonus=bonus):
            return _roll_d20(bonus, advantage, chance, secret, skill)
        case NarrativePool() as pool:
            return roll_narrative(pool, chance, secret=secret, skill=skill)


def advantaged(system: DiceSystem, rating: Rating, advantage: int) -> Pool | Bonus | NarrativePool:
    """Return the dice to roll, with the die that advantage or disadvantage adds or takes (a d20 bonus stays)."""
    if not fits(rating, system):
        raise ValueError(f"{rating} isn't a rating for {system.family} dice")
    if advantage not in (-1, 0, 1):
        raise ValueError(f"advantage is -1, 0 or 1, not {advantage}")
    match rating:
        case Pool(dice=dice):
            count = min(max(dice + advantage, 1), MOST_DICE)
            return rating if count == dice else rating.evolve(dice=count)
        case Bonus():
            return rating
        case Ranks(ranks=ranks):
            pool = NarrativePool(ability=ranks)
        case NarrativePool():
            pool = rating
    if pool.size == MOST_NARRATIVE_DICE:
        return pool
    return pool.evolve(boost=pool.boost + (advantage > 0), setback=pool.setback + (advantage < 0))


@lru_cache(maxsize=_CACHED)
def _fallen(sides: int, face: int, kind: DieKind = "plain") -> Die:
    """Return a die as it fell: there are so few that each is made once."""
    return made(Die, sides=sides, face=face, kind=kind)


def _roll_pool(pool: Pool, wild: Wild, chance: Rng, secret: bool, skill: str) -> Roll:
    if wild == "none":
        dice = [_fallen(6, face) for face in chance.dice(pool.dice, secret=secret)]
    else:
        dice = [_fallen(6, face) for face in chance.dice(pool.dice - 1, secret=secret)]
        dice += _roll_wild(chance, secret)
        if wild == "explode_drop" and dice[-1].kind == "wild" and dice[-1].face == 1:
            dice = _without_wild_and_highest(dice)
    total = sum([die.face for die in dice if not die.dropped]) + pool.pips
    return made(Roll, label=str(pool), dice=tuple(dice), modifier=pool.pips, total=total, skill=skill)


def _roll_wild(chance: Rng, secret: bool) -> list[Die]:
    """Roll the wild die, the last one, and again as long as it shows a 6 (20 times at most)."""
    dice = [_fallen(6, chance.die(secret=secret), "wild")]
    while dice[-1].face == 6 and len(dice) <= MOST_EXPLOSIONS:
        dice.append(_fallen(6, chance.die(secret=secret), "exploded"))
    return dice


def _without_wild_and_highest(dice: list[Die]) -> list[Die]:
    *others, wild = dice
    if others:
        highest = max(range(len(others)), key=lambda at: others[at].face)
        others[highest] = others[highest].evolve(dropped=True)
    return [*others, wild.evolve(dropped=True)]


def _roll_d20(bonus: int, advantage: int, chance: Rng, secret: bool, skill: str) -> Roll:
    faces = chance.dice(2 if advantage else 1, 20, secret=secret)
    counts = faces.index(max(faces) if advantage > 0 else min(faces))
    dice = tuple(made(Die, sides=20, face=face, dropped=at != counts) for at, face in enumerate(faces))
    luck = {1: " with advantage", -1: " with disadvantage"}.get(advantage, "")
    label = f"d20{bonus:+d}{luck}".replace("-", _MINUS) if bonus else f"d20{luck}"
    return made(Roll, label=label, dice=dice, modifier=bonus, total=faces[counts] + bonus, skill=skill)


def roll_narrative(pool: NarrativePool, chance: Rng, *, secret: bool = False, skill: str = "") -> Roll:
    """Roll a pool of any narrative dice: proficiency first, then ability, boost, challenge, difficulty, setback."""
    dice = tuple(
        _fallen(len(FACES[kind]), face, kind)
        for kind, count in zip(NARRATIVE_DICE, pool.counts, strict=True)
        for face in chance.dice(count, len(FACES[kind]), secret=secret)
    )
    return made(Roll, label=str(pool), dice=dice, total=net_symbols(dice).success, skill=skill)


def passive(system: DiceSystem, rating: Rating, advantage: int = 0) -> int:
    """Return the passive value of a skill. Raises ValueError if the rating belongs to another system.

    D6: the mean of the pool, 3.5 a die rounded down, plus pips. d20: 10 + bonus, 5 more with advantage and 5 less with
    disadvantage. Narrative: the number of difficulty dice against the other side; advantage there is a die of its own.
    """
    match advantaged(system, rating, advantage):
        case Pool(dice=dice, pips=pips):
            return 7 * dice // 2 + pips
        case Bonus(bonus=bonus):
            return 10 + bonus + 5 * advantage
        case NarrativePool(proficiency=proficiency, ability=ability):
            return proficiency + ability


_D6_SIDES = 6
_D20_SIDES = 20


@dataclass(frozen=True, slots=True)
class Spread:
    """For each total, the number of equally likely ways in which it comes up."""

    ways: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.ways.values())

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(value * ways for value, ways in self.ways.items()), self.total)

    @property
    def variance(self) -> Fraction:
        squares = Fraction(sum(value * value * ways for value, ways in self.ways.items()), self.total)
        return squares - self.mean**2

    def plus(self, other: "Spread") -> "Spread":
        """Return the spread of the sum of two independent throws."""
        ways: Counter[int] = Counter()
        for value, often in self.ways.items():
            for more, times in other.ways.items():
                ways[value + more] += often * times
        return Spread(ways)

    def moved(self, by: int) -> "Spread":
        return Spread({value + by: ways for value, ways in self.ways.items()}) if by else self

    def turned(self) -> "Spread":
        """Return the spread of the negated totals."""
        return Spread({-value: ways for value, ways in self.ways.items()})


class Distribution(NamedTuple):
    """The chances of a contest for its initiator."""

    win: Fraction
    tie: Fraction

    @property
    def loss(self) -> Fraction:
        return 1 - self.win - self.tie


def certain(value: int) -> Spread:
    return Spread({value: 1})


def one_die(sides: int) -> Spread:
    return Spread(dict.fromkeys(range(1, sides + 1), 1))


@lru_cache(maxsize=_CACHED)
def pool_spread(dice: int, pips: int = 0, wild: Wild = "none") -> Spread:
    """Return the totals of a D6 pool. The wild die, if any, is one of its `dice`."""
    if wild == "none":
        return _plain(dice, _D6_SIDES).moved(pips)
    others, weight = _plain(dice - 1, _D6_SIDES), _D6_SIDES**MOST_EXPLOSIONS
    if wild == "explode":
        return others.plus(_wild()).moved(pips)
    ways: Counter[int] = Counter()
    for value, often in _without_highest(dice - 1).ways.items():
        ways[value] += often * weight
    beyond_one = Spread({value: often for value, often in _wild().ways.items() if value > 1})
    ways.update(others.plus(beyond_one).ways)
    return Spread(ways).moved(pips)


@lru_cache(maxsize=_CACHED)
def d20_spread(bonus: int, advantage: int = 0) -> Spread:
    """Return the totals of a d20; with `advantage` 1 the higher of two, with -1 the lower."""
    if not advantage:
        return one_die(_D20_SIDES).moved(bonus)
    ways = {face: 2 * face - 1 if advantage > 0 else 2 * (_D20_SIDES - face) + 1 for face in range(1, _D20_SIDES + 1)}
    return Spread(ways).moved(bonus)


@lru_cache(maxsize=_CACHED)
def narrative_spread(counts: tuple[int, ...]) -> Spread:
    """Return the net successes of so many dice of each kind, in the order of NARRATIVE_DICE."""
    shown = (
        Spread(Counter(face.success for face in FACES[kind]))
        for kind, count in zip(NARRATIVE_DICE, counts, strict=True)
        for _ in range(count)
    )
    return _together(shown)


def spread_of(roll: Roll, wild: Wild = "none", *, in_the_way: bool = False) -> Spread | None:
    """Return the spread of totals that an open roll could have had; None where it was typed in.

    `wild` is what a 1 and a 6 of the wild die do where one was rolled; `in_the_way`: it is the target's roll, so of
    narrative dice the failures count.
    """
    if roll.how == "typed":
        return None
    if roll.how == "passive" or not roll.dice:
        return certain(roll.total)
    if roll.is_narrative:
        rolled = narrative_spread(tuple(sum(die.kind == kind for die in roll.dice) for kind in NARRATIVE_DICE))
        return rolled.turned() if in_the_way else rolled
    if roll.dice[0].sides == _D20_SIDES:
        return d20_spread(roll.modifier, _advantage(roll))
    in_hand = sum(die.kind != "exploded" for die in roll.dice)
    has_wild = any(die.kind == "wild" for die in roll.dice)
    return pool_spread(in_hand, roll.modifier, wild if has_wild else "none")


@lru_cache(maxsize=_CACHED)
def _of_sums(initiator: tuple[tuple[int, int], ...], target: tuple[tuple[int, int], ...]) -> Distribution:
    won = tied = below = 0
    waiting = list(target)
    for value, ways in initiator:
        while waiting and waiting[0][0] < value:
            below += waiting.pop(0)[1]
        won += ways * below
        tied += ways * (waiting[0][1] if waiting and waiting[0][0] == value else 0)
    whole = sum(ways for _, ways in initiator) * sum(ways for _, ways in target)
    return Distribution(Fraction(won, whole), Fraction(tied, whole))


def contest_chances(initiator: Spread, target: Spread) -> Distribution:
    """Return how likely the initiator's total is above the target's, and how likely they are the same."""
    return _of_sums(tuple(sorted(initiator.ways.items())), tuple(sorted(target.ways.items())))


def _advantage(roll: Roll) -> int:
    """Read the advantage of a d20 roll from its label: two dice of the same face don't show it."""
    if len(roll.dice) == 1:
        return 0
    return -1 if roll.label.endswith("disadvantage") else 1


@lru_cache(maxsize=_CACHED)
def _plain(dice: int, sides: int) -> Spread:
    return _together(one_die(sides) for _ in range(dice))


def _together(spreads: Iterable[Spread]) -> Spread:
    return reduce(Spread.plus, spreads, certain(0))


@lru_cache(maxsize=1)
def _wild() -> Spread:
    """Return the totals of a die that is rolled again on a 6, 20 times at most, counted in ways of 21 dice."""
    ways: Counter[int] = Counter()
    for sixes in range(MOST_EXPLOSIONS + 1):
        is_last = sixes == MOST_EXPLOSIONS
        for face in range(1, _D6_SIDES + is_last):
            ways[_D6_SIDES * sixes + face] += _D6_SIDES ** (MOST_EXPLOSIONS - sixes)
    return Spread(ways)


@lru_cache(maxsize=_CACHED)
def _without_highest(dice: int) -> Spread:
    """Return the sum of so many dice without the highest of them."""
    ways: Counter[int] = Counter()
    for highest in range(1, _D6_SIDES + 1):
        upto, below = _plain(dice, highest).ways, _plain(dice, highest - 1).ways
        for value, often in upto.items():
            ways[value - highest] += often - below.get(value, 0)
    return Spread(+ways) if dice else certain(0)
