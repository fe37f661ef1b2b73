"""Rolling a skill, die by die, in each dice system; and what it is worth without rolling."""

from collections.abc import Iterable
from functools import reduce
from typing import Literal

from bot.engine.frozen import Frozen
from bot.engine.rng import Chance
from bot.engine.skills.narrative import FACES, NARRATIVE_DICE, NarrativeDie, Symbols, face_told
from bot.engine.skills.ratings import (
    MOST_DICE,
    MOST_NARRATIVE_DICE,
    Bonus,
    DiceSystem,
    NarrativePool,
    Pool,
    Ranks,
    Rating,
    Wild,
    fits,
)
from bot.engine.speech import escape

DieKind = Literal["plain", "wild", "exploded", NarrativeDie]
Advantage = Literal[-1, 0, 1]
MOST_EXPLOSIONS = 20
_MINUS = "\N{MINUS SIGN}"


class Die(Frozen):
    """A die on the table: `face` is 1 .. `sides`. A dropped one doesn't count."""

    sides: int
    face: int
    kind: DieKind = "plain"
    dropped: bool = False


class Roll(Frozen):
    """What one side of a check came to.

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
        """What the narrative dice show, netted; all zero for other dice."""
        return net_symbols(self.dice)

    def told(self, strike: str = "") -> str:
        """The roll in one line of plain text, such as "Gambling 3D+2: 6 4 3 + 2 = 15".

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
        working = f"{dice_told(self.dice, strike)}{_modifier_told(self.modifier)}"
        return f"{name}: {working}" if working == str(self.total) else f"{name}: {working} = {self.total}"


def net_symbols(dice: Iterable[Die]) -> Symbols:
    shown = (FACES[die.kind][die.face - 1] for die in dice if die.kind in FACES)
    return reduce(Symbols.plus, shown, Symbols())


def dice_told(dice: Iterable[Die], strike: str = "") -> str:
    """The faces in the order they fell; a wild die is named, and what it exploded into follows it."""
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
            kinds.setdefault(die.kind, []).append(face_told(die.kind, die.face))
    return "; ".join(f"{kind}: {' / '.join(faces)}" for kind, faces in kinds.items())


def _modifier_told(modifier: int) -> str:
    if not modifier:
        return ""
    return f" + {modifier}" if modifier > 0 else f" {_MINUS} {-modifier}"


def roll(
    system: DiceSystem,
    rating: Rating,
    chance: Chance,
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
            rolled = _roll_pool(pool, system.wild, chance, secret)
        case Bonus(bonus=bonus):
            rolled = _roll_d20(bonus, advantage, chance, secret)
        case NarrativePool() as pool:
            rolled = roll_narrative(pool, chance, secret=secret)
    return rolled.evolve(skill=skill)


def advantaged(system: DiceSystem, rating: Rating, advantage: int) -> Pool | Bonus | NarrativePool:
    """The dice to roll, with the die that advantage or disadvantage brings or takes (a d20 bonus stays as it is)."""
    if not fits(rating, system):
        raise ValueError(f"{rating} isn't a rating for {system.family} dice")
    if advantage not in (-1, 0, 1):
        raise ValueError(f"advantage is -1, 0 or 1, not {advantage}")
    match rating:
        case Pool(dice=dice):
            return rating.evolve(dice=min(max(dice + advantage, 1), MOST_DICE))
        case Bonus():
            return rating
        case Ranks(ranks=ranks):
            pool = NarrativePool(ability=ranks)
        case NarrativePool():
            pool = rating
    if pool.size == MOST_NARRATIVE_DICE:
        return pool
    return pool.evolve(boost=pool.boost + (advantage > 0), setback=pool.setback + (advantage < 0))


def _roll_pool(pool: Pool, wild: Wild, chance: Chance, secret: bool) -> Roll:
    if wild == "none":
        dice = [Die(sides=6, face=face) for face in chance.dice(pool.dice, secret=secret)]
    else:
        dice = [Die(sides=6, face=face) for face in chance.dice(pool.dice - 1, secret=secret)]
        dice += _roll_wild(chance, secret)
        if wild == "explode_drop" and dice[-1].kind == "wild" and dice[-1].face == 1:
            dice = _without_wild_and_highest(dice)
    total = sum(die.face for die in dice if not die.dropped) + pool.pips
    return Roll(label=str(pool), dice=tuple(dice), modifier=pool.pips, total=total)


def _roll_wild(chance: Chance, secret: bool) -> list[Die]:
    """The wild die, rolled last, and again as long as it shows a 6 (20 times at most)."""
    dice = [Die(sides=6, face=chance.die(secret=secret), kind="wild")]
    while dice[-1].face == 6 and len(dice) <= MOST_EXPLOSIONS:
        dice.append(Die(sides=6, face=chance.die(secret=secret), kind="exploded"))
    return dice


def _without_wild_and_highest(dice: list[Die]) -> list[Die]:
    *others, wild = dice
    if others:
        highest = max(range(len(others)), key=lambda at: others[at].face)
        others[highest] = others[highest].evolve(dropped=True)
    return [*others, wild.evolve(dropped=True)]


def _roll_d20(bonus: int, advantage: int, chance: Chance, secret: bool) -> Roll:
    faces = chance.dice(2 if advantage else 1, 20, secret=secret)
    counts = faces.index(max(faces) if advantage > 0 else min(faces))
    dice = tuple(Die(sides=20, face=face, dropped=at != counts) for at, face in enumerate(faces))
    luck = {1: " with advantage", -1: " with disadvantage"}.get(advantage, "")
    label = f"d20{bonus:+d}{luck}".replace("-", _MINUS) if bonus else f"d20{luck}"
    return Roll(label=label, dice=dice, modifier=bonus, total=faces[counts] + bonus)


def roll_narrative(pool: NarrativePool, chance: Chance, *, secret: bool = False) -> Roll:
    """Roll a pool of any narrative dice: proficiency first, then ability, boost, challenge, difficulty, setback."""
    dice = tuple(
        Die(sides=len(FACES[kind]), face=face, kind=kind)
        for kind, count in zip(NARRATIVE_DICE, pool.counts, strict=True)
        for face in chance.dice(count, len(FACES[kind]), secret=secret)
    )
    return Roll(label=str(pool), dice=dice, total=net_symbols(dice).success)


def passive(system: DiceSystem, rating: Rating, advantage: int = 0) -> int:
    """What a skill is worth unrolled; ValueError if the rating belongs to another system.

    D6: the mean of the pool, 3.5 a die rounded down, plus pips. d20: 10 + bonus, 5 more with advantage and 5 less with
    disadvantage. Narrative: how many difficulty dice it puts in the way; advantage there is a die of its own.
    """
    match advantaged(system, rating, advantage):
        case Pool(dice=dice, pips=pips):
            return 7 * dice // 2 + pips
        case Bonus(bonus=bonus):
            return 10 + bonus + 5 * advantage
        case NarrativePool(proficiency=proficiency, ability=ability):
            return proficiency + ability
