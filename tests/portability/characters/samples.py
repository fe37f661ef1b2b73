"""Small characters in the shape of each program's files."""

import json
from collections.abc import Mapping
from typing import Any

Json = Any


def dnd5e(**system: Json) -> dict[str, Json]:
    """Return a rogue of level 5 from Foundry: expertise in Deception, a card set, and a die on Stealth."""
    return {
        "name": "Vala Rook",
        "type": "character",
        "_stats": {"systemId": "dnd5e", "systemVersion": "4.1.0"},
        "system": {
            "abilities": {
                "str": {"value": 8},
                "dex": {"value": 16},
                "con": {"value": 12},
                "int": {"value": 13},
                "wis": {"value": 10, "bonuses": {"check": ""}},
                "cha": {"value": 18},
            },
            "skills": {
                "dec": {"value": 2, "ability": "cha", "bonuses": {"check": "", "passive": ""}},
                "ins": {"value": 1, "ability": "wis", "bonuses": {"check": "+1", "passive": "5"}},
                "slt": {"value": 1, "ability": "dex"},
                "ste": {"value": 0.5, "ability": "dex", "bonuses": {"check": "1d4"}},
            },
            "tools": {"card": {"value": 1, "ability": "wis"}, "thief": {"value": 1, "ability": "dex"}},
            "bonuses": {"abilities": {"check": "", "skill": ""}},
            "currency": {"pp": 1, "gp": 12, "ep": 0, "sp": 5, "cp": 3},
            **system,
        },
        "items": [
            {"name": "Rogue", "type": "class", "system": {"levels": 5}},
            {
                "name": "Cloak",
                "type": "equipment",
                "system": {},
                "effects": [{"name": "Cloak of Whispers", "changes": [{"key": "system.skills.ste.value"}]}],
            },
        ],
        "effects": [],
    }


def od6s(system_id: str = "od6s") -> dict[str, Json]:
    """Return a smuggler of OpenD6 as older versions of Foundry export one."""
    return {
        "name": "Jax Corran",
        "type": "character",
        "flags": {"exportSource": {"system": system_id}},
        "data" if system_id == "od6s" else "system": {
            "attributes": {
                "agi": {"base": 9, "score": 0, "label": "OD6S.CHAR_AGILITY"},
                "str": {"base": 8, "score": 0},
                "mec": {"base": 10, "score": 0},
                "kno": {"base": 7, "score": 0},
                "per": {"base": 11, "score": 0, "label": "Wits"},
                "tec": {"base": 6, "score": 0},
            },
            "credits": {"value": 750},
        },
        "items": [
            {"name": "Gambling", "type": "skill", "system": {"attribute": "per", "base": 7, "score": 0}},
            {"name": "Con: Fast Talk", "type": "specialization", "system": {"attribute": "per", "base": 3}},
            {"name": "Medicine", "type": "skill", "system": {"attribute": "tec", "base": 4, "isAdvancedSkill": True}},
            {"name": "Swimming", "type": "skill", "system": {"attribute": "xyz", "base": 0}},
            {"name": "Blaster", "type": "weapon", "system": {}},
        ],
    }


def starwarsffg() -> dict[str, Json]:
    values = {"Brawn": 2, "Agility": 3, "Intellect": 2, "Cunning": 3, "Willpower": 2, "Presence": 1}
    return {
        "name": "Tarn Vey",
        "type": "character",
        "_stats": {"systemId": "starwarsffg"},
        "system": {
            "characteristics": {name: {"value": value} for name, value in values.items()},
            "skills": {
                "Skulduggery": {"rank": 2, "characteristic": "Cunning", "careerskill": True},
                "Deception": {"rank": 0, "characteristic": "Cunning", "careerskill": False},
                "Knowledge: Lore": {"rank": 1, "characteristic": "Intellect"},
                "Ranged: Light": {"rank": 1, "characteristic": "Agility"},
            },
            "stats": {"credits": {"value": "340"}},
        },
        "items": [],
    }


def genesys() -> dict[str, Json]:
    values = {"brawn": 3, "agility": 2, "intellect": 2, "cunning": 2, "willpower": 3, "presence": 3}
    return {
        "name": "Odda",
        "type": "character",
        "_stats": {"systemId": "genesys"},
        "system": {"characteristics": values, "currency": 90},
        "items": [
            {"name": "Charm", "type": "skill", "system": {"rank": 2, "characteristic": "presence", "career": True}},
            {"name": "Cool", "type": "skill", "system": {"rank": 0, "characteristic": "presence"}},
            {"name": "Brawl", "type": "skill", "system": {"rank": 4, "characteristic": "brawn"}},
        ],
    }


def beyond(**changes: Json) -> dict[str, Json]:
    """Return a bard of level 3 from D&D Beyond, with a ring that isn't worn."""
    scores = dict(enumerate((8, 14, 12, 10, 11, 15), start=1))
    return {
        "data": {
            "name": "Merric",
            "stats": [{"id": id_, "name": None, "value": value} for id_, value in scores.items()],
            "bonusStats": [{"id": id_, "value": None} for id_ in scores],
            "overrideStats": [{"id": id_, "value": 14 if id_ == 5 else None} for id_ in scores],
            "classes": [{"level": 2}, {"level": 1}],
            "modifiers": {
                "race": [{"type": "bonus", "subType": "charisma-score", "value": 2, "entityId": 6}],
                "class": [
                    {"type": "proficiency", "subType": "deception", "value": None},
                    {"type": "expertise", "subType": "deception", "value": None},
                    {"type": "half-proficiency", "subType": "ability-checks", "value": None},
                ],
                "background": [{"type": "proficiency", "subType": "dice-set"}],
                "feat": [{"type": "bonus", "subType": "passive-perception", "value": 5}],
                "item": [
                    {"type": "bonus", "subType": "insight", "value": 3, "componentId": 71},
                    {"type": "bonus", "subType": "stealth", "value": 1, "componentId": 72},
                ],
                "condition": [],
            },
            "inventory": [
                {"equipped": False, "isAttuned": False, "definition": {"id": 71, "canAttune": True}},
                {"equipped": True, "isAttuned": False, "definition": {"id": 72, "canAttune": False}},
            ],
            "characterValues": [
                {"typeId": 26, "valueId": "19", "value": 3},
                {"typeId": 24, "valueId": "19", "value": 1},
            ],
            "currencies": {"cp": 0, "sp": 4, "ep": 0, "gp": 20, "pp": 0},
            **changes,
        }
    }


def roll20(name: str, values: Mapping[str, Json]) -> dict[str, Json]:
    rows = [
        {"name": key, "current": value, "max": "", "id": f"-id{at}"} for at, (key, value) in enumerate(values.items())
    ]
    return {"schema_version": 2, "name": name, "attribs": rows}


def roll20_5e() -> dict[str, Json]:
    return roll20(
        "Sefa",
        {
            "strength": "10",
            "dexterity": "14",
            "constitution": "12",
            "intelligence": "13",
            "wisdom": "15",
            "charisma": "16",
            "charisma_mod": "3",
            "level": "5",
            "pb": "3",
            "deception_bonus": "9",
            "deception_prof": "(@{pb}*@{deception_type})",
            "deception_type": "2",
            "insight_bonus": 5,
            "insight_prof": "(@{pb}*@{insight_type})",
            "stealth_bonus": "@{dexterity_mod}",
            "repeating_tool_-Mabc_1_toolname": "Dice Set",
            "repeating_tool_-Mabc_1_toolbonus": "5",
            "gp": "33",
            "sp": "2",
        },
    )


def roll20_d6() -> dict[str, Json]:
    return roll20(
        "Bren",
        {
            "dexterity": "3",
            "dexterity_pip": "1",
            "perception": "4",
            "perception_pip": "0",
            "repeating_perskills_-Nx1_perskillname": "Gambling",
            "repeating_perskills_-Nx1_perskilldice": "6",
            "repeating_perskills_-Nx1_perskillpip": "2",
            "repeating_dexskills_-Nx2_dexskillname": "Pick Pocket",
            "repeating_dexskills_-Nx2_dexskilldice": "5",
            "credit_cash": "200",
            "credit_chip": "1000",
        },
    )


def roll20_edge() -> dict[str, Json]:
    return roll20(
        "Kessa",
        {
            "brawn": 2,
            "agility": 2,
            "intellect": 3,
            "cunning": 4,
            "willpower": 2,
            "presence": 2,
            "rankSkulduggery": "2",
            "deceit": "1",
            "coerce": 0,
            "negotiate": "1",
            "pilot-space": "1",
            "credits": "1,200",
        },
    )


SAMPLES: Mapping[str, Json] = {
    "dnd5e": dnd5e(),
    "od6s": od6s(),
    "od6s 3": od6s("nonex-ist-od6s"),
    "starwarsffg": starwarsffg(),
    "genesys": genesys(),
    "beyond": beyond(),
    "roll20 5e": roll20_5e(),
    "roll20 d6": roll20_d6(),
    "roll20 edge": roll20_edge(),
}


def written(sample: Json) -> bytes:
    return json.dumps(sample).encode()
