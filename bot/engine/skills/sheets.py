"""A character's sheet: named skills with their ratings, read from typed text and written back."""

import re
import unicodedata
from functools import lru_cache
from typing import Self

from pydantic import field_validator, model_validator

from bot.engine.frozen import Frozen
from bot.engine.skills.systems import (
    LEAST_BONUS,
    MOST_BONUS,
    MOST_DICE,
    MOST_RANKS,
    Bonus,
    DiceFamily,
    DiceSystem,
    NarrativePool,
    Pool,
    Ranks,
    Rating,
    fits,
    read_pool,
)
from bot.engine.words import escape
from bot.errors import Unreadable

MOST_SKILLS = 40
LONGEST_NAME = 40
_SEPARATORS = frozenset(",;:=")


@lru_cache(maxsize=4096)
def skill_key(name: str) -> str:
    """Return the key that all spellings of one skill share: "Pick Pocket" and "pickpocket"."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in folded if letter.isalnum())


@lru_cache(maxsize=4096)
def is_skill_name(name: str) -> bool:
    """Tell whether the name can stand on a sheet and be read back from it."""
    return (
        0 < len(name) <= LONGEST_NAME
        and name == " ".join(name.split())
        and name == unicodedata.normalize("NFKC", name)
        and name[0].isalnum()
        and name[-1] not in _SEPARATORS
        and not {",", ";"} & set(name)
        and bool(skill_key(name))
        and not any(unicodedata.category(letter).startswith("C") for letter in name)
    )


class Skill(Frozen):
    name: str
    rating: Rating

    @field_validator("name")
    @classmethod
    def _is_readable(cls, name: str) -> str:
        if not is_skill_name(name):
            raise ValueError("a skill needs a name of 1 to 40 visible characters without commas")
        return name

    @property
    def bare_name(self) -> str:
        """The name without what stands in brackets behind it: "Perception (Cunning)" is Perception."""
        return self.name.split("(")[0]


class Sheet(Frozen):
    """At most 40 skills, in the order and spelling they were written; no two of one name."""

    skills: tuple[Skill, ...] = ()

    @model_validator(mode="after")
    def _names_each_skill_once(self) -> Self:
        if len(self.skills) > MOST_SKILLS:
            raise ValueError(f"at most {MOST_SKILLS} skills")
        if len({skill_key(skill.name) for skill in self.skills}) < len(self.skills):
            raise ValueError("a skill stands there twice")
        return self

    def find(self, name: str) -> Skill | None:
        """Return the skill of that name, in any case, spaces and hyphens. A name with brackets also matches without."""
        wanted = skill_key(name)
        for skill in self.skills:
            if skill_key(skill.name) == wanted:
                return skill
        return next((skill for skill in self.skills if skill_key(skill.bare_name) == wanted), None)


LONGEST_SHEET = 4000
EXAMPLES: dict[DiceFamily, str] = {
    "d6": "Gambling 8D, Perception 3D+2",
    "d20": "Deception +7, Insight -1",
    "narrative": "Skulduggery 2, Cunning 3, Charm 2Y1G",
}
_BOUNDS: dict[DiceFamily, str] = {
    "d6": f"1D to {MOST_DICE}D",
    "d20": f"{LEAST_BONUS:+d} to {MOST_BONUS:+d}".replace("-", "\N{MINUS SIGN}"),
    "narrative": f"0 to {MOST_RANKS} ranks, or up to {MOST_RANKS} dice",
}
_BETWEEN = re.compile(r"[,;\n]+")
_BULLET = re.compile(r"^(?:[-*•·]\s+)+")
_POOL_FORM = r"(?P<dice>[0-9]{1,3})\s*[dD]6?(?:\s*\+\s*(?P<pips>[0-9]{1,2}))?"
_BONUS_FORM = r"(?P<bonus>[+-]?\s*[0-9]{1,3})"
_NARRATIVE_FORM = r"(?P<ranks>[0-9]{1,3})|(?P<colors>[0-9A-Za-z]{1,40})"
_FORMS: dict[DiceFamily, str] = {"d6": _POOL_FORM, "d20": _BONUS_FORM, "narrative": _NARRATIVE_FORM}
_ENTRIES = {
    family: re.compile(rf"(?P<name>.+?)(?:\s*[:=]\s*|\s+|(?=[+-]))(?:{form})") for family, form in _FORMS.items()
}
_RATINGS = {family: re.compile(form) for family, form in _FORMS.items()}
_DASHES = str.maketrans(dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}\N{FIGURE DASH}", "-"))


def parse_sheet(text: str, system: DiceSystem) -> Sheet:
    """Read skills, one a line or parted by commas or semicolons; nothing at all is an empty sheet.

    Raises Unreadable, naming the part that can't be read and the right form.
    """
    if len(text) > LONGEST_SHEET:
        raise Unreadable(f"That's too long for a sheet: at most {LONGEST_SHEET:,} characters.")
    lines = "\n".join(text.splitlines()).replace("\t", " ")
    parts = [_BULLET.sub("", part.strip()).strip() for part in _BETWEEN.split(unicodedata.normalize("NFKC", lines))]
    parts = [part for part in parts if part]
    if len(parts) > MOST_SKILLS:
        raise Unreadable(f"A sheet holds at most {MOST_SKILLS} skills, and these are {len(parts)}.")
    skills: dict[str, Skill] = {}
    for part in parts:
        skill = _read_skill(part, system)
        if skill_key(skill.name) in skills:
            raise Unreadable(f"You wrote {escape(skill.name)} twice. Write each skill once.")
        skills[skill_key(skill.name)] = skill
    return Sheet(skills=tuple(skills.values()))


def show_sheet(sheet: Sheet, system: DiceSystem) -> str:
    """Write the skills of this dice system, in the form that `parse_sheet` reads."""
    return ", ".join(f"{skill.name} {skill.rating}" for skill in sheet.skills if fits(skill.rating, system))


def read_rating(text: str, system: DiceSystem) -> Rating | None:
    """Read "9D+2", "+7", "3" or "2Y1G", whichever the system writes; None for anything else, or out of bounds."""
    found = _RATINGS[system.family].fullmatch(text.strip().translate(_DASHES))
    return _rating(found) if found else None


def _read_skill(part: str, system: DiceSystem) -> Skill:
    example = f"Write it like this: {EXAMPLES[system.family]}."
    if any(unicodedata.category(letter).startswith("C") for letter in part):
        raise Unreadable(f"There are invisible characters in {_quoted(part)}. {example}")
    found = _entry(part, system)
    if found is None:
        raise Unreadable(f"I can't read {_quoted(part)}. {example}")
    name = " ".join(part[slice(*found.span("name"))].split())
    if len(name) > LONGEST_NAME:
        raise Unreadable(f"The name {_quoted(name)} is too long: at most {LONGEST_NAME} characters.")
    if not is_skill_name(name):
        raise Unreadable(f"{_quoted(name)} isn't the name of a skill. {example}")
    rating = _rating(found)
    if rating is None:
        raise Unreadable(f"I can't use {_quoted(part)}: a skill goes from {_BOUNDS[system.family]}. {example}")
    return Skill(name=name, rating=rating)


def _entry(part: str, system: DiceSystem) -> re.Match[str] | None:
    found = _ENTRIES[system.family].fullmatch(part.translate(_DASHES))
    if found and system.family == "narrative" and found["colors"] and not _is_colors(found["colors"]):
        return None
    return found


def _is_colors(written: str) -> bool:
    """Tell whether these are dice letters, not an English word made of them ("bag")."""
    is_word = written.isalpha() and not written.isupper()
    return not is_word and bool(re.fullmatch(r"(?:[0-9]*[YGABRCPDKS])+", written.upper()))


def _rating(found: re.Match[str]) -> Rating | None:
    """Return the rating in a match of one of the forms, None if it is out of bounds."""
    match {name: written for name, written in found.groupdict().items() if written is not None and name != "name"}:
        case {"dice": dice, **rest}:
            return _pool(int(dice), int(rest.get("pips", "0")))
        case {"bonus": bonus}:
            value = int("".join(bonus.split()))
            return Bonus(bonus=value) if LEAST_BONUS <= value <= MOST_BONUS else None
        case {"ranks": ranks}:
            return Ranks(ranks=int(ranks)) if int(ranks) <= MOST_RANKS else None
        case {"colors": colors}:
            return _skill_pool(colors)
        case _:
            return None


def _pool(dice: int, pips: int) -> Pool | None:
    return Pool.of(dice, pips) if dice >= 1 and dice + pips // 3 <= MOST_DICE else None


def _skill_pool(colors: str) -> NarrativePool | None:
    """Read a skill's own dice; None if there are dice of the opponent's side among them."""
    pool = read_pool(colors)
    if pool is None or pool.challenge or pool.difficulty or not 0 < pool.size <= MOST_RANKS:
        return None
    return pool


def _quoted(part: str) -> str:
    clipped = part if len(part) <= LONGEST_NAME else f"{part[:LONGEST_NAME]}…"
    return f"“{escape(clipped)}”"
