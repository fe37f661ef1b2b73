"""The three dice systems (D6 pools, d20, narrative dice), their ratings, and the faces of the narrative dice."""

import re
from typing import Annotated, Literal, NamedTuple, Self, get_args

from pydantic import Field, model_validator

from bot.engine.frozen import Frozen, later

MOST_DICE = 30
LEAST_BONUS, MOST_BONUS = -20, 40
MOST_RANKS = 10
MOST_NARRATIVE_DICE = 40

DiceFamily = Literal["d6", "d20", "narrative"]
Wild = Literal["none", "explode", "explode_drop"]


class DiceSystem(Frozen):
    """The dice that a campaign rolls its skills with.

    `wild` belongs to D6: one die of each pool explodes on a 6; with `explode_drop` its 1 also takes itself and the
    highest other die away (second edition; the first has no wild die).
    """

    family: DiceFamily
    wild: Wild = "none"

    @model_validator(mode="after")
    def _only_d6_is_wild(self) -> Self:
        if self.wild != "none" and self.family != "d6":
            raise ValueError("only D6 pools have a wild die")
        return self


D6 = DiceSystem(family="d6")
D20 = DiceSystem(family="d20")
NARRATIVE = DiceSystem(family="narrative")


NarrativeDie = Literal["proficiency", "ability", "boost", "challenge", "difficulty", "setback", "force"]
NARRATIVE_DICE: tuple[NarrativeDie, ...] = get_args(NarrativeDie)


class Pool(Frozen):
    """A D6 pool such as 9D+2."""

    kind: Literal["pool"] = "pool"
    dice: int = Field(ge=1, le=MOST_DICE)
    pips: int = Field(default=0, ge=0, le=2)

    @classmethod
    def of(cls, dice: int, pips: int = 0) -> Self:
        """Build a pool, with every three pips turned into a die."""
        return cls(dice=dice + pips // 3, pips=pips % 3)

    def __str__(self) -> str:
        return f"{self.dice}D+{self.pips}" if self.pips else f"{self.dice}D"


class Bonus(Frozen):
    """A bonus to a d20."""

    kind: Literal["bonus"] = "bonus"
    bonus: int = Field(ge=LEAST_BONUS, le=MOST_BONUS)

    def __str__(self) -> str:
        return f"{self.bonus:+d}"


class Ranks(Frozen):
    """The ranks of a narrative skill or characteristic; both together make a pool."""

    kind: Literal["ranks"] = "ranks"
    ranks: int = Field(ge=0, le=MOST_RANKS)

    def __str__(self) -> str:
        return str(self.ranks)


class NarrativePool(Frozen):
    """A handful of narrative dice (Genesys, FFG Star Wars)."""

    kind: Literal["narrative"] = "narrative"
    proficiency: int = Field(default=0, ge=0)
    ability: int = Field(default=0, ge=0)
    boost: int = Field(default=0, ge=0)
    challenge: int = Field(default=0, ge=0)
    difficulty: int = Field(default=0, ge=0)
    setback: int = Field(default=0, ge=0)
    force: int = later(0)
    """Force dice. Only a roll that somebody types has them."""

    @model_validator(mode="after")
    def _fits_in_two_hands(self) -> Self:
        if self.size > MOST_NARRATIVE_DICE:
            raise ValueError(f"at most {MOST_NARRATIVE_DICE} narrative dice")
        return self

    @classmethod
    def of(cls, characteristic: int, ranks: int) -> Self:
        """Build a pool: the higher of the two counts the dice, the lower how many of them are proficiency dice."""
        low, high = sorted((characteristic, ranks))
        return cls(proficiency=low, ability=high - low)

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of each kind of dice, in the order of NARRATIVE_DICE."""
        return tuple(getattr(self, kind) for kind in NARRATIVE_DICE)

    @property
    def size(self) -> int:
        return sum(self.counts)

    def plus(self, other: "NarrativePool") -> "NarrativePool":
        """Return both pools together. Raises ValueError above the limit."""
        both = (mine + its for mine, its in zip(self.counts, other.counts, strict=True))
        return NarrativePool(**dict(zip(NARRATIVE_DICE, both, strict=True)))

    def mirrored(self) -> "NarrativePool":
        """Return the pool as it opposes somebody else: ability turns to difficulty, boost to setback."""
        return NarrativePool(
            proficiency=self.challenge,
            ability=self.difficulty,
            boost=self.setback,
            challenge=self.proficiency,
            difficulty=self.ability,
            setback=self.boost,
        )

    def __str__(self) -> str:
        written = (f"{count}{letter}" for count, letter in zip(self.counts, "YGBRPKF", strict=True) if count)
        return "".join(written) or "0G"


Rating = Annotated[Pool | Bonus | Ranks | NarrativePool, Field(discriminator="kind")]

DEFAULT_RATINGS: dict[DiceFamily, Pool | Bonus | NarrativePool] = {
    "d6": Pool(dice=3),
    "d20": Bonus(bonus=0),
    "narrative": NarrativePool(ability=2),
}


def fits(rating: Rating, system: DiceSystem) -> bool:
    """Tell whether the rating belongs to this system: a sheet may be older than the campaign's choice."""
    match rating:
        case Pool():
            return system.family == "d6"
        case Bonus():
            return system.family == "d20"
        case Ranks() | NarrativePool():
            return system.family == "narrative"


def strength(rating: Rating) -> int:
    """Return a number that ranks ratings of one system by their average roll."""
    match rating:
        case Pool(dice=dice, pips=pips):
            return 7 * dice + 2 * pips
        case Bonus(bonus=bonus):
            return bonus
        case Ranks(ranks=ranks):
            return 10 * ranks
        case NarrativePool():
            good = 14 * rating.proficiency + 10 * rating.ability + 6 * rating.boost
            return good - 14 * rating.challenge - 10 * rating.difficulty - 6 * rating.setback


class Symbols(NamedTuple):
    """Net of what cancels: `success` less failures, `advantage` less threats. Triumphs, despairs, and the points of the
    light and the dark side stand alone.
    """

    success: int = 0
    advantage: int = 0
    triumph: int = 0
    despair: int = 0
    light: int = 0
    dark: int = 0

    def plus(self, other: "Symbols") -> "Symbols":
        return Symbols(*(mine + its for mine, its in zip(self, other, strict=True)))

    def told(self) -> str:
        """Write the symbols, as in "2 successes, 1 threat, 1 triumph"; or "nothing"."""
        written = (
            _counted(self.success, ("success", "successes"), ("failure", "failures")),
            _counted(self.advantage, ("advantage", "advantages"), ("threat", "threats")),
            _counted(self.triumph, ("triumph", "triumphs"), ("", "")),
            _counted(self.despair, ("despair", "despairs"), ("", "")),
            _counted(self.light, ("light", "light"), ("", "")),
            _counted(self.dark, ("dark", "dark"), ("", "")),
        )
        return ", ".join(part for part in written if part) or "nothing"


def _counted(net: int, good: tuple[str, str], bad: tuple[str, str]) -> str:
    if net == 0:
        return ""
    one, many = good if net > 0 else bad
    return f"{abs(net)} {one if abs(net) == 1 else many}"


_BLANK = Symbols()
_S, _SS = Symbols(success=1), Symbols(success=2)
_A, _AA = Symbols(advantage=1), Symbols(advantage=2)
_SA = Symbols(success=1, advantage=1)
_F, _FF = Symbols(success=-1), Symbols(success=-2)
_T, _TT = Symbols(advantage=-1), Symbols(advantage=-2)
_FT = Symbols(success=-1, advantage=-1)
# A triumph also counts as a success, a despair as a failure.
_LIGHT, _DARK = Symbols(light=1), Symbols(dark=1)
_TRIUMPH, _DESPAIR = Symbols(success=1, triumph=1), Symbols(success=-1, despair=1)

FACES: dict[NarrativeDie, tuple[Symbols, ...]] = {
    "boost": (_BLANK, _BLANK, _S, _SA, _AA, _A),
    "setback": (_BLANK, _BLANK, _F, _F, _T, _T),
    "ability": (_BLANK, _S, _S, _SS, _A, _A, _SA, _AA),
    "difficulty": (_BLANK, _F, _FF, _T, _T, _T, _TT, _FT),
    "proficiency": (_BLANK, _S, _S, _SS, _SS, _A, _SA, _SA, _SA, _AA, _AA, _TRIUMPH),
    "challenge": (_BLANK, _F, _F, _FF, _FF, _T, _T, _FT, _FT, _TT, _TT, _DESPAIR),
    "force": (*[_DARK] * 6, Symbols(dark=2), *[_LIGHT] * 2, *[Symbols(light=2)] * 3),
}


def format_face(die: NarrativeDie, face: int) -> str:
    """Write a face: "blank", "2 successes", "1 success, 1 advantage", "triumph"."""
    symbols = FACES[die][face - 1]
    if symbols.triumph:
        return "triumph"
    if symbols.despair:
        return "despair"
    return symbols.told() if any(symbols) else "blank"


# Players name a die by its color or by what it does, and the two ways disagree about two letters. The color wins: P is
# purple (difficulty) and B is blue (boost), so that proficiency is Y or "pro", and the black setback die K, S or "blk".
_NAMES: dict[NarrativeDie, tuple[str, ...]] = {
    "proficiency": ("Y", "PRO", "PROFICIENCY", "YELLOW"),
    "ability": ("G", "A", "ABILITY", "GREEN"),
    "boost": ("B", "BOO", "BOOST", "BLUE"),
    "challenge": ("R", "C", "CHALLENGE", "RED"),
    "difficulty": ("P", "D", "DIF", "DIFF", "DIFFICULTY", "PURPLE"),
    "setback": ("K", "S", "BLK", "SETBACK", "BLACK"),
    "force": ("F", "W", "FORCE", "WHITE"),
}
_KINDS: dict[str, NarrativeDie] = {name: kind for kind, names in _NAMES.items() for name in names}
_LETTER = "".join(name for name in _KINDS if len(name) == 1)
_WORD = "|".join(sorted((name for name in _KINDS if len(name) > 1), key=len, reverse=True))
_DICE = re.compile(rf"([0-9]{{0,2}}) ?(?:({_WORD})(?![A-Z])|([{_LETTER}]))[ +]*+")
_POOL = re.compile(f"(?:{_DICE.pattern})+")


def read_pool(text: str) -> NarrativePool | None:
    """Read "2Y1G", "YYG 2P" or "2 pro 1 ability 2 diff": dice by the letter or the word for a color or a name.

    None if it is no pool, or holds more than 40 dice.
    """
    written = text.strip().upper()
    if not _POOL.fullmatch(written):
        return None
    counts = dict.fromkeys(NARRATIVE_DICE, 0)
    for count, word, letter in _DICE.findall(written):
        counts[_KINDS[word or letter]] += int(count or 1)
    if sum(counts.values()) > MOST_NARRATIVE_DICE:
        return None
    return NarrativePool(**counts)
