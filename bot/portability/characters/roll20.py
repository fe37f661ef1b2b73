"""Characters that were taken out of Roll20: a list of attributes, whose names are those of the sheet."""

import re
from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from bot.engine.skills import NARRATIVE_SKILLS, skill_key
from bot.engine.skills.systems import MOST_RANKS
from bot.errors import Unreadable
from bot.portability.characters.dnd import ABILITIES, COINS, SKILLS, DndFinder
from bot.portability.characters.found import Finder, FoundCharacter, at, narrative, ranks, whole

_PROGRAM = "Roll20"
_REPEATING = re.compile(r"repeating_(?P<section>[a-z]+)_(?P<row>[^_]{1,40}(?:_[^_]{1,40})?)_(?P<field>[a-z]+)")
_LONGEST_ATTRIBUTE = 120
_MOST_DICE = 30
_SECTIONS: Mapping[str, str] = {
    "dex": "Dexterity",
    "kno": "Knowledge",
    "mec": "Mechanical",
    "per": "Perception",
    "str": "Strength",
    "tec": "Technical",
}
"""The attributes of Star Wars D6, by the beginnings of the names of their skills' sections."""
_ALSO: Mapping[str, tuple[str, ...]] = {
    "Coercion": ("coerce",),
    "Deception": ("deceit",),
    "Negotiation": ("negotiate",),
    "Knowledge: Core Worlds": ("coreworlds",),
    "Knowledge: Education": ("education",),
    "Knowledge: Lore": ("lore",),
    "Knowledge: Outer Rim": ("outerrim",),
    "Knowledge: Underworld": ("underworld",),
    "Knowledge: Warfare": ("warfare",),
    "Knowledge: Xenology": ("xenology",),
    "Piloting: Planetary": ("pilotplanetary",),
    "Piloting: Space": ("pilotspace",),
}
"""Other names that the sheets of Edge of the Empire have for a skill."""
Attributes = Mapping[str, JsonValue]
"""The current values by the attributes' names, in lower case."""


def attributes_of(value: JsonValue) -> Attributes | None:
    """Return the attributes of a character; None if this is no character from Roll20."""
    listed = at(value, "attribs")
    if not isinstance(listed, list):
        return None
    found: dict[str, JsonValue] = {}
    for one in listed:
        name = at(one, "name")
        if isinstance(name, str) and len(name) <= _LONGEST_ATTRIBUTE:
            found.setdefault(name.lower(), at(one, "current"))
    return found


def read_roll20(value: JsonValue, attributes: Attributes) -> FoundCharacter:
    """Read a character by the sheet that its attributes belong to. Raises Unreadable for another sheet."""
    name = at(value, "name")
    if "perception_pip" in attributes or "dexterity_pip" in attributes:
        return _read_d6(name, attributes).found()
    if {"brawn", "cunning", "willpower"} <= attributes.keys():
        return _read_edge(name, attributes).found()
    if "charisma_mod" in attributes or {"charisma", "wisdom"} <= attributes.keys():
        return _read_5e(name, attributes).found()
    raise Unreadable(
        "I don't know that Roll20 sheet. I read 5th Edition by Roll20, Star Wars D6, and Edge of the Empire."
    )


def _read_5e(name: JsonValue, own: Attributes) -> Finder:
    """Read a sheet of the fifth edition. It has totals; those that it hasn't are added up."""
    scores = {key: score for key, ability in ABILITIES.items() if (score := whole(own.get(ability.lower()), 1, 40))}
    level = whole(own.get("level") or own.get("base_level"), 1, 20) or 0
    finder = DndFinder(f"{_PROGRAM}, D&D 5e", name, scores, level)
    is_npc = whole(own.get("npc"), 0, 1) == 1
    for skill in SKILLS:
        slug = skill.name.lower().replace(" ", "_")
        total = whole(own.get(f"npc_{slug}" if is_npc else f"{slug}_bonus"), -50, 50)
        kind = whole(own.get(f"{slug}_type"), 1, 2) or 1
        is_trained = own.get(f"{slug}_prof") not in (None, "", "0", 0)
        note = ("proficient", "expertise")[kind - 1] if is_trained else ""
        if total is None:
            finder.check(skill.name, skill.ability, kind if is_trained else 0)
        else:
            finder.bonus(skill.name, total, "proficient" if is_npc else note)
    for row in _repeated(own, "tool"):
        finder.bonus(row.get("toolname"), whole(row.get("toolbonus"), -50, 50), "proficient")
    for coin in COINS:
        finder.coin(coin, own.get(coin))
    return finder


def _read_d6(name: JsonValue, own: Attributes) -> Finder:
    """Read a sheet of Star Wars D6, where a skill has all the dice that it is rolled with."""
    finder = Finder(f"{_PROGRAM}, Star Wars D6", "d6", name)
    for attribute in _SECTIONS.values():
        key = attribute.lower()
        if key in own:
            finder.pool(attribute, _pips(own.get(key), own.get(f"{key}_pip")), "attribute")
    for begun in _SECTIONS:
        skill = f"{begun}skill"
        for row in _repeated(own, f"{skill}s"):
            finder.pool(row.get(f"{skill}name"), _pips(row.get(f"{skill}dice"), row.get(f"{skill}pip")), "trained")
    for purse in ("credit_cash", "credit_chip"):
        finder.coin("", own.get(purse))
    return finder


def _pips(dice: JsonValue, pips: JsonValue) -> int | None:
    """Return the pips of a pool; a sheet leaves out the pips that it hasn't."""
    whole_dice = whole(dice, 1, _MOST_DICE)
    spare = 0 if pips is None or pips == "" else whole(pips, 0, 2)
    return None if whole_dice is None or spare is None else 3 * whole_dice + spare


def _read_edge(name: JsonValue, own: Attributes) -> Finder:
    """Read a sheet of Edge of the Empire, whose names of skills differ from version to version."""
    finder = Finder(f"{_PROGRAM}, Edge of the Empire", "narrative", name)
    bare = {skill_key(key).removeprefix("rank"): value for key, value in own.items() if key.startswith("rank")}
    bare = {skill_key(key): value for key, value in own.items() if not key.startswith("repeating_")} | bare
    for characteristic, skills in NARRATIVE_SKILLS.items():
        value = ranks(finder, characteristic, own.get(characteristic.lower()))
        for skill in skills:
            keys = (skill_key(skill), *_ALSO.get(skill, ()))
            found = next((bare[key] for key in keys if bare.get(key) not in (None, "")), None)
            if found is not None:
                rank = whole(found, 0, MOST_RANKS)
                narrative(finder, skill, value, rank, "trained" if rank else "")
    finder.coin("", own.get("credits"))
    return finder


def _repeated(own: Attributes, section: str) -> Iterator[Mapping[str, JsonValue]]:
    """Yield the rows of a repeating section, in the order of the file."""
    found: dict[str, dict[str, JsonValue]] = {}
    for key, value in own.items():
        if (parts := _REPEATING.fullmatch(key)) and parts["section"] == section:
            found.setdefault(parts["row"], {})[parts["field"]] = value
    yield from found.values()
