"""Dice notation: read "2d20kh1+7" into a term, roll it from left to right, and write down how it came out.

A campaign's own skill dice ("9D+2", "+7 adv", "YYG vs PP") are read here too, and names of skills and saved
rolls ("deception adv", "insight dis +2").
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from pydantic import ValidationError

from bot.engine.frozen import Frozen
from bot.engine.rng import Rng
from bot.engine.skills import (
    Bonus,
    DiceFamily,
    DiceSystem,
    Die,
    NarrativePool,
    Pool,
    Rating,
    Roll,
    Sheet,
    Skill,
    dice_of,
    format_dice,
    read_pool,
    read_rating,
    roll,
    skill_key,
    systems,
)
from bot.engine.skills.systems import LEAST_BONUS, MOST_BONUS, fits
from bot.engine.words import capital, escape, listed
from bot.errors import Unreadable

LONGEST = 200
MOST_DICE = 100
MOST_SIDES = 1000
MOST_DEPTH = 10
MOST_TOTAL = 10**9
EXAMPLE = "2d20kh1+7"
SYSTEM_EXAMPLES: dict[DiceFamily, str] = {"d6": "9D+2", "d20": "+7 adv", "narrative": "YYG vs PP"}
SKILL_EXAMPLES: dict[DiceFamily, str] = {"d6": "gambling +1D", "d20": "insight dis +2", "narrative": "charm B vs PP"}
_BOUNDS: dict[DiceFamily, str] = {
    "d6": f"a pool has 1D to {systems.MOST_DICE}D",
    "d20": f"a bonus goes from \N{MINUS SIGN}{-LEAST_BONUS} to +{MOST_BONUS}",
    "narrative": f"a pool has up to {systems.MOST_NARRATIVE_DICE} dice",
}
_MINUS = "\N{MINUS SIGN}"

Keep = Literal["kh", "kl", "dh", "dl"]
Operator = Literal["+", "-", "*"]


class DiceTerm(Frozen):
    """A piece of the written result: text, or the dice of one throw in the order they fell."""

    text: str = ""
    dice: tuple[Die, ...] = ()

    def told(self, strike: str = "") -> str:
        if not self.dice:
            return self.text
        faces = format_dice(self.dice, strike)
        return faces if len(self.dice) == 1 else f"[{faces}]"


class NotationRoll(Frozen):
    """A rolled expression: its notation, its pieces with the dice, and the total."""

    notation: str
    parts: tuple[DiceTerm, ...]
    total: int

    @property
    def dice(self) -> tuple[Die, ...]:
        return tuple(die for part in self.parts for die in part.dice)

    def told(self, strike: str = "") -> str:
        """One line such as "2d20kh1 + 7: [18 (4)] + 7 = 25", with dropped dice as in `Roll.told`."""
        working = "".join(part.told(strike) for part in self.parts)
        result = f"{self.total:,}".replace("-", _MINUS)
        notation = self.notation.replace("*", "×").replace("-", _MINUS)
        return f"{notation}: {working}" if working == result else f"{notation}: {working} = {result}"


@dataclass(frozen=True, slots=True)
class Constant:
    value: int

    @property
    def limit(self) -> int:
        return self.value

    def thrown(self, chance: Rng, secret: bool) -> tuple[int, tuple[DiceTerm, ...]]:
        return self.value, (DiceTerm(text=f"{self.value:,}"),)

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Throw:
    """`count` dice; `kept` of them count, the highest or the lowest. With `explodes` a highest face is rolled again."""

    count: int
    sides: int
    explodes: bool = False
    keep: Keep | None = None
    number: int = 0

    @property
    def limit(self) -> int:
        return (self.count + (MOST_DICE if self.explodes else 0)) * self.sides

    def thrown(self, chance: Rng, secret: bool) -> tuple[int, tuple[DiceTerm, ...]]:
        dice: list[Die] = []
        spare = MOST_DICE
        for _ in range(self.count):
            dice.append(Die(sides=self.sides, face=chance.die(self.sides, secret=secret)))
            while self.explodes and dice[-1].face == self.sides and spare:
                spare -= 1
                dice.append(Die(sides=self.sides, face=chance.die(self.sides, secret=secret), kind="exploded"))
        shown = self._without_dropped(dice)
        return sum(die.face for die in shown if not die.dropped), (DiceTerm(dice=shown),)

    def _without_dropped(self, dice: list[Die]) -> tuple[Die, ...]:
        if self.keep is None:
            return tuple(dice)
        keeps, highest = self.keep[0] == "k", self.keep[1] == "h"
        ranked = sorted(range(len(dice)), key=lambda at: dice[at].face, reverse=highest)
        chosen = set(ranked[: self.number])
        return tuple(die.evolve(dropped=(at in chosen) != keeps) for at, die in enumerate(dice))

    def __str__(self) -> str:
        count = "" if self.count == 1 else str(self.count)
        kept = f"{self.keep}{self.number}" if self.keep else ""
        return f"{count}d{self.sides}{'!' if self.explodes else ''}{kept}"


@dataclass(frozen=True, slots=True)
class Joined:
    """Two terms joined by an operator."""

    left: "Term"
    operator: Operator
    right: "Term"

    @property
    def limit(self) -> int:
        """The largest absolute value that the dice can give."""
        if self.operator == "*":
            return self.left.limit * self.right.limit
        return self.left.limit + self.right.limit

    def thrown(self, chance: Rng, secret: bool) -> tuple[int, tuple[DiceTerm, ...]]:
        left, before = self.left.thrown(chance, secret)
        right, behind = self.right.thrown(chance, secret)
        values = {"+": left + right, "-": left - right, "*": left * right}
        sign = {"+": " + ", "-": f" {_MINUS} ", "*": " × "}[self.operator]
        return values[self.operator], (*before, DiceTerm(text=sign), *behind)

    def __str__(self) -> str:
        return f"{self.left} {self.operator} {self.right}"


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A term in brackets, or with a minus before it."""

    inside: "Term"
    is_negative: bool = False

    @property
    def limit(self) -> int:
        return self.inside.limit

    def thrown(self, chance: Rng, secret: bool) -> tuple[int, tuple[DiceTerm, ...]]:
        value, parts = self.inside.thrown(chance, secret)
        if self.is_negative:
            return -value, (DiceTerm(text=_MINUS), *parts)
        return value, (DiceTerm(text="("), *parts, DiceTerm(text=")"))

    def __str__(self) -> str:
        return f"-{self.inside}" if self.is_negative else f"({self.inside})"


Term = Constant | Throw | Joined | Wrapped

_DICE = re.compile(r"(?P<count>[0-9]{0,9}) ?d ?(?P<sides>%|[0-9]{1,9})")
_KEEP = re.compile(r" ?(?P<keep>kh|kl|dh|dl|k) ?(?P<number>[0-9]{0,9})")
_NUMBER = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]{1,10}")
_ALIKE = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "×": "*", "x": "*", "·": "*", "[": "(", "]": ")"})


@dataclass(frozen=True, slots=True)
class Expression:
    """Notation that was understood."""

    term: Term

    def roll(self, chance: Rng, *, secret: bool = False) -> NotationRoll:
        """Throw the dice, from left to right."""
        total, parts = self.term.thrown(chance, secret)
        return NotationRoll(notation=str(self.term), parts=parts, total=total)

    def __str__(self) -> str:
        return str(self.term)


def parse_roll(text: str) -> Expression:
    """Read + - * and brackets, `kh kl dh dl` (keep or drop the highest or lowest), `!` (explodes) and `d%`.

    Raises Unreadable beyond 100 dice in all, 1,000 sides, 200 characters or a possible total of a billion.
    """
    return _Reader(_normal(text)).expression()


def roll_in(system: DiceSystem, text: str, chance: Rng, *, secret: bool = False) -> Roll | NotationRoll:
    """Roll in the campaign's own system where the text is written in it, otherwise in ordinary notation.

    D6: "9D+2". d20: "+7", "d20+7 adv", "d20 dis". Narrative: "YYG vs PP", "2Y1G2P". Raises Unreadable.
    """
    own = _read_in_system(system, _normal(text))
    if own is None:
        return parse_roll(text).roll(chance, secret=secret)
    rating, advantage = own
    return roll(system, rating, chance, advantage=advantage, secret=secret)


@dataclass(frozen=True, slots=True)
class Rollable:
    """The rolls that a character has by name: the skills on the sheet, and the saved rolls as they are written.

    The order in which a text is read: a saved roll, a skill, dice, and then the beginning of a name, from three letters
    on. Behind a name stands what changes the roll. A saved roll may name a skill, but no other saved roll.
    """

    sheet: Sheet = field(default_factory=Sheet)
    saved: Mapping[str, str] = field(default_factory=dict[str, str])

    def roll(self, system: DiceSystem, text: str, chance: Rng, *, secret: bool = False) -> Roll | NotationRoll:
        """Roll what the text says. Raises Unreadable."""
        written = _spaced(text)
        saved = {skill_key(name): name for name in self.saved}
        if named := _split_name(written, saved, exact=True):
            return self._roll_saved(system, *named, chance, secret)
        skills = {skill_key(one.name): one for one in self.sheet.skills if fits(one.rating, system)}
        skills = {skill_key(one.bare_name): one for one in reversed(skills.values())} | skills
        if found := _split_name(written, skills, exact=True):
            return self._roll_skill(system, *found, chance, secret)
        try:
            return roll_in(system, written, chance, secret=secret)
        except Unreadable as refused:
            match _split_name(written, saved | skills, exact=False):
                case None:
                    raise (Unreadable(f"{refused} {BY_NAME}") if isinstance(refused, NotDice) else refused) from None
                case Skill() as skill, rest:
                    return self._roll_skill(system, skill, rest, chance, secret)
                case str() as name, rest:
                    return self._roll_saved(system, name, rest, chance, secret)

    def _roll_saved(self, system: DiceSystem, name: str, rest: str, chance: Rng, secret: bool) -> Roll | NotationRoll:
        return Rollable(self.sheet).roll(system, f"{self.saved[name]} {rest}", chance, secret=secret)

    def _roll_skill(self, system: DiceSystem, skill: Skill, rest: str, chance: Rng, secret: bool) -> Roll:
        rating, advantage, extra = _changed(system, dice_of(skill, self.sheet), rest)
        rolled = roll(system, rating, chance, advantage=advantage, secret=secret, skill=skill.name)
        if not extra:
            return rolled
        label = f"{rolled.label} {'+' if extra > 0 else _MINUS} {abs(extra)}"
        return rolled.evolve(label=label, modifier=rolled.modifier + extra, total=rolled.total + extra)


Named = TypeVar("Named", str, Skill, str | Skill)
BY_NAME = "You can also name a skill or a saved roll of your character."
_SHORTEST_BEGINNING = 3
_SIGNS = re.compile(r" ?([+-]) ?")
_ADVANTAGES = {"adv": 1, "advantage": 1, "dis": -1, "disadv": -1, "disadvantage": -1}
_EXTRA = re.compile(r"([+-][0-9]{1,3})(d)?")


def _spaced(text: str) -> str:
    """Return the text folded, with a space before each sign."""
    if len(text) > LONGEST:
        raise Unreadable(f"That's too long for a roll: at most {LONGEST} characters.")
    folded = unicodedata.normalize("NFKC", text).casefold().replace(_MINUS, "-").replace("\N{EN DASH}", "-")
    return " ".join(_SIGNS.sub(r" \1", folded).split())


def _split_name(text: str, names: Mapping[str, Named], *, exact: bool) -> tuple[Named, str] | None:
    """Return the name at the beginning of the text, the longest that is one, and the rest. Unless it must be `exact`, a
    name is also found by its beginning. Raises Unreadable where several begin like that.
    """
    words = text.split()
    for end in range(len(words), 0, -1):
        key = skill_key("".join(words[:end]))
        if key in names:
            return names[key], " ".join(words[end:])
        if exact or len(key) < _SHORTEST_BEGINNING or _EXTRA.fullmatch(words[end - 1]):
            continue
        begun: Sequence[Named] = list(dict.fromkeys(one for name, one in names.items() if name.startswith(key)))
        if len(begun) > 1:
            told = listed(sorted(f"“{escape(one if isinstance(one, str) else one.name)}”" for one in begun), "or")
            raise Unreadable(f"Which one do you mean? {told}?")
        if begun:
            return begun[0], " ".join(words[end:])
    return None


def _changed(system: DiceSystem, rating: Rating, rest: str) -> tuple[Rating, int, int]:
    """Return the dice with what stands behind the name of a skill, the advantage, and what is added to the total."""
    advantage = extra = dice = 0
    others: list[str] = []
    for word in rest.split():
        if word in _ADVANTAGES:
            advantage += _ADVANTAGES[word]
        elif (found := _EXTRA.fullmatch(word)) and (not found[2] or system.family == "d6"):
            extra, dice = (extra, dice + int(found[1])) if found[2] else (extra + int(found[1]), dice)
        else:
            others.append(word)
    advantage = max(-1, min(1, advantage))
    try:
        match rating:
            case Bonus(bonus=bonus) if not others:
                return Bonus(bonus=bonus + extra), advantage, 0
            case Pool() if not others:
                return Pool(dice=rating.dice + dice, pips=rating.pips), advantage, extra
            case NarrativePool() if not extra and not others:
                return rating, advantage, 0
            case NarrativePool() if not extra and (added := _read_narrative(" ".join(others))):
                return rating.plus(added[0]), advantage, 0
            case _:
                pass
    except ValidationError:
        raise Unreadable(f"That is too much: {_BOUNDS[system.family]}.") from None
    example = SKILL_EXAMPLES[system.family]
    raise Unreadable(f"I can't read “{escape(rest)}” behind the name of a skill. Write it like this: {example}.")


def _normal(text: str) -> str:
    if len(text) > LONGEST:
        raise Unreadable(f"That's too long for a roll: at most {LONGEST} characters.")
    return " ".join(unicodedata.normalize("NFKC", text).casefold().translate(_ALIKE).split())


class NotDice(Unreadable):
    """Text that isn't notation at all."""


def _unreadable() -> NotDice:
    return NotDice(f"I can't read that roll. Write it like this: {EXAMPLE}.")


_D6_POOL = re.compile(r"[0-9]{1,3} ?d(?: ?\+ ?[0-9]{1,2})?")
_D20_CHECK = re.compile(
    r"(?P<die>(?:1 ?)?d ?20)? ?(?P<bonus>[+-] ?[0-9]{1,3})? ?"
    r"(?:(?P<up>adv|advantage)|(?P<down>dis|disadv|disadvantage))?"
)
_LETTERS = re.compile(r"[0-9ygabrcpdksfw ]*[ygabrcpdksfw]")
_AGAINST = re.compile(r" ?\b(?:vs\.?|against)(?: |$)")


def _read_in_system(system: DiceSystem, text: str) -> tuple[Rating, int] | None:
    """Read a rating and an advantage in the system's own notation; None if the text isn't in it."""
    if not text:
        return None
    match system.family:
        case "d6":
            return _read_pool_notation(system, text)
        case "d20":
            return _read_check(text)
        case "narrative":
            return _read_narrative(text)


def _read_pool_notation(system: DiceSystem, text: str) -> tuple[Pool, int] | None:
    if not _D6_POOL.fullmatch(text):
        return None
    pool = read_rating(text, system)
    if not isinstance(pool, Pool):
        raise Unreadable(f"{capital(_BOUNDS['d6'])}.")
    return pool, 0


def _read_check(text: str) -> tuple[Bonus, int] | None:
    found = _D20_CHECK.fullmatch(text)
    if not found:
        return None
    bonus = int((found["bonus"] or "+0").replace(" ", ""))
    if not LEAST_BONUS <= bonus <= MOST_BONUS:
        if found["die"]:
            return None
        raise Unreadable(f"{capital(_BOUNDS['d20'])}.")
    return Bonus(bonus=bonus), 1 if found["up"] else -1 if found["down"] else 0


def _read_narrative(text: str) -> tuple[NarrativePool, int] | None:
    letters = _AGAINST.sub(" ", text, count=1)
    pool = read_pool(letters)
    if pool is None and not _LETTERS.fullmatch(letters):
        return None
    if pool is None or not pool.size:
        raise Unreadable(f"I can't roll that pool. Write up to 40 dice like this: {SYSTEM_EXAMPLES['narrative']}.")
    return pool, 0


class _Reader:
    """Reads one expression from left to right; every method leaves `at` behind what it has read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.dice = 0

    def expression(self) -> Expression:
        if not self.text:
            raise Unreadable(f"Write a roll like this: {EXAMPLE}.")
        term = self._sum(depth=0)
        if self.at < len(self.text):
            raise _unreadable()
        if not self.dice:
            raise Unreadable(f"That roll has no dice. Write it like this: {EXAMPLE}.")
        if term.limit > MOST_TOTAL:
            raise Unreadable(f"That roll could total more than {MOST_TOTAL:,}. Roll fewer dice or a smaller number.")
        return Expression(term)

    def _sum(self, depth: int) -> Term:
        term = self._product(depth)
        while sign := self._operator("+", "-"):
            term = Joined(term, sign, self._product(depth))
        return term

    def _product(self, depth: int) -> Term:
        term = self._factor(depth)
        while sign := self._operator("*"):
            term = Joined(term, sign, self._factor(depth))
        return term

    def _factor(self, depth: int) -> Term:
        if depth > MOST_DEPTH:
            raise Unreadable(f"Too many brackets: write at most {MOST_DEPTH} inside each other.")
        if self._taken("-"):
            return Wrapped(self._factor(depth + 1), is_negative=True)
        if self._taken("("):
            inside = self._sum(depth + 1)
            if not self._taken(")"):
                raise Unreadable("A bracket isn't closed.")
            return Wrapped(inside)
        if found := self._match(_DICE):
            return self._throw(int(found["count"] or 1), 100 if found["sides"] == "%" else int(found["sides"]))
        if found := self._match(_NUMBER):
            return Constant(int(found[0].replace(",", "")))
        raise _unreadable()

    def _throw(self, count: int, sides: int) -> Throw:
        self.dice += count
        if count < 1:
            raise Unreadable("Roll at least one die.")
        if self.dice > MOST_DICE:
            raise Unreadable(f"Roll at most {MOST_DICE} dice at once.")
        if not 1 <= sides <= MOST_SIDES:
            raise Unreadable(f"A die has 1 to {MOST_SIDES:,} sides.")
        throw = Throw(count, sides)
        explodes = self._taken("!")
        if found := self._match(_KEEP):
            throw = _with_keep(throw, found)
            explodes = explodes or self._taken("!")
        if explodes and sides == 1:
            raise Unreadable("A die with one side can't explode.")
        return replace(throw, explodes=explodes)

    def _match(self, form: re.Pattern[str]) -> re.Match[str] | None:
        found = form.match(self.text, self._start())
        if found:
            self.at = found.end()
        return found

    def _operator(self, *operators: Operator) -> Operator | None:
        return next((operator for operator in operators if self._taken(operator)), None)

    def _taken(self, sign: str) -> bool:
        start = self._start()
        if not self.text.startswith(sign, start):
            return False
        self.at = start + len(sign)
        return True

    def _start(self) -> int:
        """Return where the next piece begins: behind the blank, if there is one."""
        return self.at + (self.text[self.at : self.at + 1] == " ")


_KEEPS: dict[str, Keep] = {"k": "kh", "kh": "kh", "kl": "kl", "dh": "dh", "dl": "dl"}


def _with_keep(throw: Throw, found: re.Match[str]) -> Throw:
    keep, number = _KEEPS[found["keep"]], int(found["number"] or 1)
    if keep[0] == "k" and not 1 <= number <= throw.count:
        raise Unreadable(f"You can keep 1 to {throw.count} of those dice.")
    if keep[0] == "d" and not 1 <= number < throw.count:
        raise Unreadable("Drop at least one die, and keep at least one.")
    return replace(throw, keep=keep, number=number)
