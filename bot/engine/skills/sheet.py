"""A character's sheet: named skills, each with a rating."""

import unicodedata
from functools import lru_cache
from typing import Self

from pydantic import field_validator, model_validator

from bot.engine.frozen import Frozen
from bot.engine.skills.ratings import Rating

MOST_SKILLS = 40
LONGEST_NAME = 40
_SEPARATORS = frozenset(",;:=")


@lru_cache(maxsize=4096)
def skill_key(name: str) -> str:
    """What two spellings of one skill share: "Pick Pocket" and "pickpocket"."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in folded if letter.isalnum())


@lru_cache(maxsize=4096)
def is_skill_name(name: str) -> bool:
    """Whether the name can stand on a sheet and be read back from it."""
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
        """The skill of that name, whatever its case, spaces and hyphens; a name with brackets also answers without."""
        wanted = skill_key(name)
        for skill in self.skills:
            if skill_key(skill.name) == wanted:
                return skill
        return next((skill for skill in self.skills if skill_key(skill.bare_name) == wanted), None)
