"""The skills that answer for the role a game asks for ("bluff"), in each dice system."""

import re
from typing import Literal, NamedTuple, Self, get_args

from pydantic import Field, field_validator, model_validator

from bot.engine.frozen import Frozen
from bot.engine.skills.sheets import Sheet, Skill, is_skill_name, skill_key
from bot.engine.skills.systems import (
    DEFAULT_RATINGS,
    DiceFamily,
    DiceSystem,
    NarrativePool,
    Ranks,
    Rating,
    fits,
    strength,
)
from bot.engine.words import escape
from bot.errors import Unreadable

Role = Literal[
    "gamble",
    "bluff",
    "persuade",
    "intimidate",
    "distract",
    "read",
    "sleight",
    "spot",
    "prove_sleight",
    "prove_magic",
]
ROLES: tuple[Role, ...] = get_args(Role)
ROLE_TITLES: dict[Role, str] = {
    "gamble": "Gamble",
    "bluff": "Bluff",
    "persuade": "Persuade",
    "intimidate": "Intimidate",
    "distract": "Distract",
    "read": "Read people",
    "sleight": "Sleight of hand",
    "spot": "Spot a cheat",
    "prove_sleight": "Prove a sleight",
    "prove_magic": "Prove magic",
}
_DEFAULT_CHARACTERISTIC = 2


class RoleSkills(Frozen):
    """The skills that serve a role (the best one on the sheet counts), and what stands in for them."""

    skills: tuple[str, ...] = Field(min_length=1, max_length=6)
    fallback: str | None = None

    @field_validator("skills")
    @classmethod
    def _are_names(cls, skills: tuple[str, ...]) -> tuple[str, ...]:
        if not all(is_skill_name(name) for name in skills):
            raise ValueError("a role names skills as they stand on a sheet")
        return skills

    @field_validator("fallback")
    @classmethod
    def _is_a_name(cls, fallback: str | None) -> str | None:
        if fallback is not None and not is_skill_name(fallback):
            raise ValueError("a role names its fallback as it stands on a sheet")
        return fallback

    def __str__(self) -> str:
        names = " or ".join(self.skills)
        return f"{names}, otherwise {self.fallback}" if self.fallback else names


def _row(*skills: str, fallback: str | None = None) -> RoleSkills:
    return RoleSkills(skills=skills, fallback=fallback)


DEFAULT_ROLES: dict[DiceFamily, dict[Role, RoleSkills]] = {
    "d6": {
        "gamble": _row("Gambling", fallback="Perception"),
        "bluff": _row("Con", fallback="Perception"),
        "persuade": _row("Persuasion", fallback="Perception"),
        "intimidate": _row("Intimidation", fallback="Knowledge"),
        "distract": _row("Con", fallback="Perception"),
        "read": _row("Perception"),
        "sleight": _row("Sleight of Hand", "Pick Pocket", fallback="Dexterity"),
        "spot": _row("Search", fallback="Perception"),
        "prove_sleight": _row("Investigation", fallback="Perception"),
        "prove_magic": _row("Scholar", fallback="Knowledge"),
    },
    "d20": {
        "gamble": _row(
            "Gaming Set", "Dice Set", "Playing Card Set", "Dragonchess Set", "Three-Dragon Ante Set", fallback="Wisdom"
        ),
        "bluff": _row("Deception", fallback="Charisma"),
        "persuade": _row("Persuasion", fallback="Charisma"),
        "intimidate": _row("Intimidation", fallback="Charisma"),
        "distract": _row("Performance", fallback="Charisma"),
        "read": _row("Insight", fallback="Wisdom"),
        "sleight": _row("Sleight of Hand", fallback="Dexterity"),
        "spot": _row("Perception", fallback="Wisdom"),
        "prove_sleight": _row("Investigation", fallback="Intelligence"),
        "prove_magic": _row("Arcana", fallback="Intelligence"),
    },
    "narrative": {
        "gamble": _row("Skulduggery", fallback="Cunning"),
        "bluff": _row("Deception", fallback="Cunning"),
        "persuade": _row("Charm", fallback="Presence"),
        "intimidate": _row("Coercion", fallback="Willpower"),
        "distract": _row("Charm", fallback="Presence"),
        "read": _row("Discipline", "Perception", fallback="Willpower"),
        "sleight": _row("Skulduggery", fallback="Agility"),
        "spot": _row("Vigilance", fallback="Willpower"),
        "prove_sleight": _row("Perception", fallback="Cunning"),
        "prove_magic": _row("Lore", "Knowledge Lore", fallback="Intellect"),
    },
}

NARRATIVE_SKILLS: dict[str, tuple[str, ...]] = {
    "Brawn": ("Athletics", "Brawl", "Lightsaber", "Melee", "Melee: Heavy", "Melee: Light", "Resilience"),
    "Agility": (
        "Coordination", "Driving", "Gunnery", "Piloting", "Piloting: Planetary", "Piloting: Space", "Ranged",
        "Ranged: Heavy", "Ranged: Light", "Riding", "Stealth",
    ),
    "Intellect": (
        "Alchemy", "Arcana", "Astrocartography", "Astrogation", "Computers", "Knowledge", "Knowledge: Core Worlds",
        "Knowledge: Education", "Knowledge: Lore", "Knowledge: Outer Rim", "Knowledge: Underworld",
        "Knowledge: Warfare", "Knowledge: Xenology", "Mechanics", "Medicine", "Operating", "Runes",
    ),
    "Cunning": ("Deception", "Perception", "Primal", "Skulduggery", "Streetwise", "Survival"),
    "Willpower": ("Coercion", "Discipline", "Divine", "Vigilance"),
    "Presence": ("Charm", "Cool", "Leadership", "Negotiation", "Verse"),
}  # fmt: skip
"""The skills of Genesys and FFG Star Wars, by the characteristic that the rules join to them."""
_JOINED = {skill_key(skill): name for name, skills in NARRATIVE_SKILLS.items() for skill in skills}

# The characteristic that the books join to a skill, where it is another than the role's own.
_LINKED = {skill_key("Perception"): "Cunning"}


class SkillCheck(NamedTuple):
    """The check for a role: the skill that answers (or "" for the default), and its rating."""

    skill: str
    rating: Rating


class Renamed(Frozen):
    role: Role
    to: RoleSkills


class RoleTable(Frozen):
    """The default table, and the rows that the GM has replaced."""

    renamed: tuple[Renamed, ...] = ()

    @model_validator(mode="after")
    def _renames_each_role_once(self) -> Self:
        if len({row.role for row in self.renamed}) < len(self.renamed):
            raise ValueError("a role is renamed twice")
        return self

    def rename(self, role: Role, to: RoleSkills | None) -> "RoleTable":
        """Return the table with another row for the role; None gives the default row back."""
        others = tuple(row for row in self.renamed if row.role != role)
        return RoleTable(renamed=(*others, Renamed(role=role, to=to)) if to else others)

    def row(self, system: DiceSystem, role: Role) -> RoleSkills:
        own = next((row.to for row in self.renamed if row.role == role), None)
        return own or DEFAULT_ROLES[system.family][role]

    def names(self, system: DiceSystem) -> dict[str, str]:
        """Return the skills of each role as texts name them, as in "Gambling" or "Search or Spot"."""
        return {role: " or ".join(map(escape, self.row(system, role).skills)) for role in ROLES}

    def check(self, system: DiceSystem, role: Role, sheet: Sheet) -> SkillCheck:
        """Return the best of the role's skills on the sheet, or the fallback, or the default of the dice system."""
        row = self.row(system, role)
        have = [skill for name in row.skills if (skill := _readable(sheet, name, system))]
        checks = [SkillCheck(skill.name, _with_characteristic(skill, row.fallback, sheet)) for skill in have]
        if checks:
            return max(checks, key=lambda check: strength(check.rating))
        spare = _readable(sheet, row.fallback, system) if row.fallback else None
        if spare is None:
            return SkillCheck("", DEFAULT_RATINGS[system.family])
        return SkillCheck(spare.name, _alone(spare.rating))


DEALT_ROLES = RoleTable(renamed=tuple(Renamed(role=role, to=RoleSkills(skills=(ROLE_TITLES[role],))) for role in ROLES))
"""The roles of a hand, whose sheets have a skill for each role (`dealt_sheet`)."""


def dealt_sheet(roles: RoleTable, system: DiceSystem, sheet: Sheet) -> Sheet:
    """Return a sheet as a hand stores it: the rating for each role that it has one for, under the title of the role.

    So a hand keeps no names of skills, which people type.
    """
    found: dict[Role, SkillCheck] = {role: roles.check(system, role, sheet) for role in ROLES}
    return Sheet(
        skills=tuple(Skill(name=ROLE_TITLES[role], rating=one.rating) for role, one in found.items() if one.skill)
    )


def _readable(sheet: Sheet, name: str, system: DiceSystem) -> Skill | None:
    skill = sheet.find(name)
    return skill if skill and fits(skill.rating, system) else None


def _with_characteristic(skill: Skill, fallback: str | None, sheet: Sheet) -> Rating:
    """Join a narrative skill's ranks to the book's characteristic, or the role's own, or the default one."""
    if not isinstance(skill.rating, Ranks):
        return skill.rating
    if skill_key(skill.name) == skill_key(fallback or ""):
        return _alone(skill.rating)
    for name in (_LINKED.get(skill_key(skill.bare_name)), fallback):
        found = sheet.find(name) if name else None
        if found and isinstance(found.rating, Ranks):
            return NarrativePool.of(found.rating.ranks, skill.rating.ranks)
    return NarrativePool.of(_DEFAULT_CHARACTERISTIC, skill.rating.ranks)


def dice_of(skill: Skill, sheet: Sheet) -> Rating:
    """Return the dice of a skill that is rolled for itself. A narrative skill's ranks are joined to its characteristic,
    or to one of 2 where the sheet doesn't have it.
    """
    key = skill_key(skill.bare_name)
    if not isinstance(skill.rating, Ranks) or key in map(skill_key, NARRATIVE_SKILLS):
        return _alone(skill.rating)
    found = sheet.find(_JOINED[key]) if key in _JOINED else None
    ranks = found.rating.ranks if found and isinstance(found.rating, Ranks) else _DEFAULT_CHARACTERISTIC
    return NarrativePool.of(ranks, skill.rating.ranks)


def _alone(rating: Rating) -> Rating:
    """Turn a characteristic without a skill into that many ability dice."""
    return NarrativePool(ability=rating.ranks) if isinstance(rating, Ranks) else rating


def parse_role(text: str) -> RoleSkills:
    """Read "Gambling or Con, otherwise Perception", as `str` of a row writes it; "else" means the same. Raises
    Unreadable.
    """
    before, *rest = re.split(r", (?:else|otherwise) ", " ".join(text.split()), maxsplit=1)
    skills = tuple(name.strip() for name in before.split(" or "))
    spare = "".join(rest).strip() or None
    if not all(is_skill_name(name) for name in (*skills, *((spare,) if spare else ()))):
        raise Unreadable("Name the skills of a role like this: Gambling or Con, otherwise Perception.")
    if len(skills) > 6:
        raise Unreadable("A role can have at most 6 skills.")
    return RoleSkills(skills=skills, fallback=spare)
