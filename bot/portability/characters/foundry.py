"""Actors of Foundry VTT: D&D 5e, OpenD6, Star Wars FFG and Genesys.

An export has what is stored of an actor, and not what Foundry calculates from it. So totals are added up here, and
active effects are only named.
"""

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from bot.engine.skills.systems import MOST_RANKS
from bot.engine.words import escape
from bot.errors import Unreadable
from bot.portability.characters.dnd import ABILITIES, COINS, GAMING_SETS, SKILLS, DndFinder
from bot.portability.characters.found import (
    Finder,
    FoundCharacter,
    at,
    label,
    narrative,
    number,
    ranks,
    rows,
    table,
    whole,
)

_PROGRAM = "Foundry VTT"
_ATTRIBUTES: Mapping[str, str] = {
    "agi": "Dexterity",
    "kno": "Knowledge",
    "mec": "Mechanical",
    "per": "Perception",
    "str": "Strength",
    "tec": "Technical",
}
"""The attributes of OpenD6, by the names of Star Wars D6, unless the file has names of its own."""
_CHARACTERISTICS = ("Brawn", "Agility", "Intellect", "Cunning", "Willpower", "Presence")
_MOST_PIPS, _MOST_SCORE = 90, 40
_PEOPLE = frozenset({"character", "pc", "npc", "creature", "rival", "nemesis", "minion"})
_MOST_NAMED = 5


def system_of(actor: JsonValue) -> str | None:
    """Return the id of the actor's system; None if this is no actor of Foundry's."""
    for path in (("_stats", "systemId"), ("flags", "exportSource", "system")):
        if (found := label(at(actor, *path))) and isinstance(at(actor, "items"), list):
            return found
    return None


def read_actor(actor: JsonValue, system: str) -> FoundCharacter:
    """Read an actor of that system. Raises Unreadable for another system, and for what is no character."""
    if system not in _READERS:
        raise Unreadable(f"That actor is made for the Foundry system {_quoted(system)}. I read {', '.join(SYSTEMS)}.")
    if (kind := label(at(actor, "type"))) not in _PEOPLE:
        raise Unreadable(f"That actor is of the type {_quoted(kind)}. Export a character.")
    data = at(actor, "system") if isinstance(at(actor, "system"), dict) else at(actor, "data")
    finder = _READERS[system](actor, data)
    _name_effects(finder, actor)
    return finder.found()


def _name_effects(finder: Finder, actor: JsonValue) -> None:
    """List the active effects that change something: nobody but Foundry calculates them."""
    holders = (actor, *rows(actor, "items"))
    active = [
        label(at(effect, "name")) or label(at(effect, "label")) or "?"
        for holder in holders
        for effect in rows(holder, "effects")
        if rows(effect, "changes") and at(effect, "disabled") is not True
    ]
    for name in active[:_MOST_NAMED]:
        finder.leave(f"effect: {name}")
    if len(active) > _MOST_NAMED:
        finder.leave(f"{len(active) - _MOST_NAMED} more effects")


def _read_dnd5e(actor: JsonValue, data: JsonValue) -> Finder:
    abilities = {key: at(data, "abilities", key) for key in ABILITIES}
    scores = {key: whole(at(one, "value"), 1, _MOST_SCORE) for key, one in abilities.items()}
    levels = (
        whole(at(item, "system", "levels") or at(item, "data", "levels"), 1, 20)
        for item in rows(actor, "items")
        if at(item, "type") == "class"
    )
    level = sum(one or 0 for one in levels)
    rating = number(at(data, "details", "cr"), 0, 30)
    if not level and rating:
        # A creature's challenge rating stands for its level.
        level = int(rating)
    known = {key: score for key, score in scores.items() if score is not None}
    finder = DndFinder(f"{_PROGRAM}, D&D 5e", at(actor, "name"), known, level)
    every = finder.formula("all checks", at(data, "bonuses", "abilities", "check"))
    own = {key: finder.formula(ABILITIES[key], at(one, "bonuses", "check")) for key, one in abilities.items()}
    skilled = finder.formula("all skills", at(data, "bonuses", "abilities", "skill"))
    for skill in SKILLS:
        stored = at(data, "skills", skill.key)
        ability = label(at(stored, "ability")) or skill.ability
        added = every + own.get(ability, 0) + skilled + finder.formula(skill.name, at(stored, "bonuses", "check"))
        finder.check(skill.name, ability, number(at(stored, "value"), 0, 2) or 0, added)
        if passive := finder.formula(f"passive {skill.name}", at(stored, "bonuses", "passive")):
            finder.leave(f"passive {skill.name} {passive:+d}")
    for key, stored in table(data, "tools").items():
        if key in GAMING_SETS:
            ability = label(at(stored, "ability")) or "int"
            added = every + own.get(ability, 0) + finder.formula(GAMING_SETS[key], at(stored, "bonuses", "check"))
            finder.check(GAMING_SETS[key], ability, number(at(stored, "value"), 0, 2) or 0, added)
        else:
            finder.leave(f"tool: {key}")
    for coin in COINS:
        finder.coin(coin, at(data, "currency", coin))
    return finder


def _read_od6s(actor: JsonValue, data: JsonValue) -> Finder:
    """Read an actor of OpenD6: a skill has pips on top of its attribute, unless it is advanced."""
    finder = Finder(f"{_PROGRAM}, OpenD6", "d6", at(actor, "name"))
    attributes: dict[str, int] = {}
    for key, usual in _ATTRIBUTES.items():
        stored = at(data, "attributes", key)
        pips = whole(at(stored, "base"), 0, _MOST_PIPS)
        own = label(at(stored, "label"))
        attributes[key] = pips or 0
        finder.pool(own if own and "." not in own else usual, pips, "attribute")
    for item in rows(actor, "items"):
        if label(at(item, "type")) not in {"skill", "specialization"}:
            continue
        stored = at(item, "system") if isinstance(at(item, "system"), dict) else at(item, "data")
        pips = whole(at(stored, "base"), 0, _MOST_PIPS)
        base = 0 if at(stored, "isAdvancedSkill") is True else attributes.get(label(at(stored, "attribute")))
        has_both = pips is not None and base is not None
        finder.pool(at(item, "name"), (pips or 0) + (base or 0) if has_both else None, "trained" if pips else "")
    finder.coin("", at(data, "credits", "value"))
    return finder


def _read_starwarsffg(actor: JsonValue, data: JsonValue) -> Finder:
    finder = Finder(f"{_PROGRAM}, Star Wars FFG", "narrative", at(actor, "name"))
    values = {label(name): ranks(finder, name, at(data, "characteristics", name, "value")) for name in _CHARACTERISTICS}
    for name, stored in table(data, "skills").items():
        rank = whole(at(stored, "rank"), 0, MOST_RANKS)
        note = "career" if at(stored, "careerskill") is True else "trained" if rank else ""
        narrative(finder, name, values.get(label(at(stored, "characteristic"))), rank, note)
    finder.coin("", at(data, "stats", "credits", "value"))
    return finder


def _read_genesys(actor: JsonValue, data: JsonValue) -> Finder:
    finder = Finder(f"{_PROGRAM}, Genesys", "narrative", at(actor, "name"))
    values = {name.lower(): ranks(finder, name, at(data, "characteristics", name.lower())) for name in _CHARACTERISTICS}
    for item in rows(actor, "items"):
        if at(item, "type") == "skill":
            rank = whole(at(item, "system", "rank"), 0, MOST_RANKS)
            note = "career" if at(item, "system", "career") is True else "trained" if rank else ""
            narrative(finder, at(item, "name"), values.get(label(at(item, "system", "characteristic"))), rank, note)
    finder.coin("", at(data, "currency"))
    return finder


_READERS: Mapping[str, Callable[[JsonValue, JsonValue], Finder]] = {
    "dnd5e": _read_dnd5e,
    "od6s": _read_od6s,
    "nonex-ist-od6s": _read_od6s,
    "starwarsffg": _read_starwarsffg,
    "genesys": _read_genesys,
}
SYSTEMS = tuple(system for system in _READERS if system != "nonex-ist-od6s")


def _quoted(text: str) -> str:
    return f"“{escape(text)}”"
