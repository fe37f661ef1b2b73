"""The skills of D&D 5e. A bonus is the ability's modifier, a share of the proficiency bonus, and what is added."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from bot.engine.skills import Bonus
from bot.portability.characters.found import Finder, whole

ABILITIES: Mapping[str, str] = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}


class DndSkill(NamedTuple):
    """A skill with its ability, Foundry's key for it, and D&D Beyond's number."""

    name: str
    ability: str
    key: str
    number: int

    @property
    def slug(self) -> str:
        return self.name.lower().replace(" ", "-")


SKILLS = tuple(
    DndSkill(*row)
    for row in (
        ("Acrobatics", "dex", "acr", 3),
        ("Animal Handling", "wis", "ani", 11),
        ("Arcana", "int", "arc", 6),
        ("Athletics", "str", "ath", 2),
        ("Deception", "cha", "dec", 16),
        ("History", "int", "his", 7),
        ("Insight", "wis", "ins", 12),
        ("Intimidation", "cha", "itm", 17),
        ("Investigation", "int", "inv", 8),
        ("Medicine", "wis", "med", 13),
        ("Nature", "int", "nat", 9),
        ("Perception", "wis", "prc", 14),
        ("Performance", "cha", "prf", 18),
        ("Persuasion", "cha", "per", 19),
        ("Religion", "int", "rel", 10),
        ("Sleight of Hand", "dex", "slt", 4),
        ("Stealth", "dex", "ste", 5),
        ("Survival", "wis", "sur", 15),
    )
)
GAMING_SETS: Mapping[str, str] = {
    "card": "Playing Card Set",
    "chess": "Dragonchess Set",
    "dice": "Dice Set",
    "dragon": "Three-Dragon Ante Set",
    "game": "Gaming Set",
}
"""The tools that games ask for, by Foundry's keys."""
COINS = ("pp", "gp", "ep", "sp", "cp")
TRAINED = {0.5: "half proficient", 1: "proficient", 2: "expertise"}
_MOST_LEVEL = 30


def modifier(score: int) -> int:
    """Return the modifier of an ability's score."""
    return (score - 10) // 2


def proficiency_of(level: int) -> int:
    """Return the proficiency bonus of a level, or of a challenge rating."""
    return 2 + max(level - 1, 0) // 4


class DndFinder(Finder):
    """Collects a character of the fifth edition."""

    def __init__(self, source: str, name: JsonValue, scores: Mapping[str, int], level: int) -> None:
        """Begin with the abilities, whose scores may be incomplete."""
        super().__init__(source, "d20", name)
        level = min(level, _MOST_LEVEL)
        self._bonus = proficiency_of(level)
        self._modifiers = {key: modifier(score) for key, score in scores.items()}
        self.proficiency = f"proficiency bonus +{self._bonus}" + (f", level {level}" if level else "")
        for key, ability in ABILITIES.items():
            self.bonus(ability, self._modifiers.get(key), "ability")

    def check(
        self, name: JsonValue, ability: JsonValue, share: float, added: int = 0, *, rounds_up: bool = False
    ) -> None:
        """Add a skill or tool with that share of the proficiency bonus, which is rounded down unless it `rounds_up`."""
        base = self._modifiers.get(ability) if isinstance(ability, str) else None
        trained = (math.ceil if rounds_up else int)(self._bonus * share)
        total = None if base is None else base + trained + added
        self.bonus(name, total, TRAINED.get(share, ""))

    def bonus(self, name: JsonValue, total: int | None, note: str = "") -> None:
        """Add a skill whose bonus is known."""
        self.skill(name, lambda: None if total is None else Bonus(bonus=total), note)

    def formula(self, name: str, written: JsonValue) -> int:
        """Return a bonus that stands in the file as a number or as text. Dice and formulas are left out: 0."""
        if written in (None, "", 0):
            return 0
        added = whole(written, -50, 50)
        if added is None:
            self.leave(f"bonus to {name}: {written if isinstance(written, str) else '?'}")
        return added or 0
