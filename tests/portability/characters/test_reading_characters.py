"""Characters of each program are added up by the rules of their game, and the rest of a file is listed."""

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine.money import CREDITS, DND, MAX_AMOUNT
from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem, parse_sheet, show_sheet
from bot.engine.skills.sheets import MOST_SKILLS
from bot.errors import Unreadable
from bot.portability.characters import MOST_BYTES, FoundCharacter, amount_of, read_character
from tests.portability.characters import samples
from tests.portability.characters.samples import SAMPLES, written

SYSTEMS: dict[str, DiceSystem] = {
    "dnd5e": D20,
    "od6s": D6,
    "od6s 3": D6,
    "starwarsffg": NARRATIVE,
    "genesys": NARRATIVE,
    "beyond": D20,
    "roll20 5e": D20,
    "roll20 d6": D6,
    "roll20 edge": NARRATIVE,
}


def read(sample: str) -> FoundCharacter:
    return read_character(written(SAMPLES[sample]), SYSTEMS[sample])


def ratings(found: FoundCharacter) -> dict[str, str]:
    return {one.name: f"{one.rating} {one.note}".strip() for one in found.skills}


def refusal(content: bytes, system: DiceSystem = D20) -> str:
    with pytest.raises(Unreadable) as refused:
        read_character(content, system)
    return str(refused.value)


@pytest.mark.parametrize(
    "sample, source, name, expected",
    [
        (
            "dnd5e",
            "Foundry VTT, D&D 5e",
            "Vala Rook",
            {
                "Charisma": "+4 ability",
                "Deception": "+10 expertise",
                "Insight": "+4 proficient",
                "Sleight of Hand": "+6 proficient",
                "Stealth": "+4 half proficient",
                "Athletics": "-1",
                "Playing Card Set": "+3 proficient",
            },
        ),
        (
            "od6s",
            "Foundry VTT, OpenD6",
            "Jax Corran",
            {
                "Dexterity": "3D attribute",
                "Wits": "3D+2 attribute",
                "Gambling": "6D trained",
                "Con: Fast Talk": "4D+2 trained",
                "Medicine": "1D+1 trained",
            },
        ),
        (
            "starwarsffg",
            "Foundry VTT, Star Wars FFG",
            "Tarn Vey",
            {
                "Cunning": "3 characteristic",
                "Skulduggery": "2Y1G career",
                "Deception": "3G",
                "Knowledge: Lore": "1Y1G trained",
            },
        ),
        ("genesys", "Foundry VTT, Genesys", "Odda", {"Charm": "2Y1G career", "Cool": "3G", "Brawl": "3Y1G trained"}),
        (
            "beyond",
            "D&D Beyond",
            "Merric",
            {
                "Charisma": "+3 ability",
                "Deception": "+7 expertise",
                "Persuasion": "+6 proficient",
                "Insight": "+3 half proficient",
                "Stealth": "+4 half proficient",
                "Dice Set": "+4 proficient",
            },
        ),
        (
            "roll20 5e",
            "Roll20, D&D 5e",
            "Sefa",
            {"Deception": "+9 expertise", "Insight": "+5 proficient", "Stealth": "+2", "Dice Set": "+5 proficient"},
        ),
        (
            "roll20 d6",
            "Roll20, Star Wars D6",
            "Bren",
            {"Dexterity": "3D+1 attribute", "Gambling": "6D+2 trained", "Pick Pocket": "5D trained"},
        ),
        (
            "roll20 edge",
            "Roll20, Edge of the Empire",
            "Kessa",
            {
                "Skulduggery": "2Y2G trained",
                "Deception": "1Y3G trained",
                "Coercion": "2G",
                "Piloting: Space": "1Y1G trained",
            },
        ),
    ],
)
def test_skills_are_added_up_by_the_rules_of_their_system(
    sample: str, source: str, name: str, expected: dict[str, str]
):
    found = read(sample)
    assert (found.source, found.name) == (source, name)
    assert {skill: rating for skill, rating in ratings(found).items() if skill in expected} == expected


@pytest.mark.parametrize(
    "sample, proficiency",
    [
        ("dnd5e", "proficiency bonus +3, level 5"),
        ("beyond", "proficiency bonus +2, level 3"),
        ("roll20 5e", "proficiency bonus +3, level 5"),
        ("od6s", ""),
    ],
)
def test_the_proficiency_bonus_follows_from_the_level(sample: str, proficiency: str):
    assert read(sample).proficiency == proficiency


@pytest.mark.parametrize(
    "sample, coins",
    [
        ("dnd5e", (("pp", 1), ("gp", 12), ("sp", 5), ("cp", 3))),
        ("od6s", (("", 750),)),
        ("starwarsffg", (("", 340),)),
        ("genesys", (("", 90),)),
        ("beyond", (("gp", 20), ("sp", 4))),
        ("roll20 d6", (("", 1200),)),
        ("roll20 edge", (("", 1200),)),
    ],
)
def test_coins_are_counted_by_their_names(sample: str, coins: tuple[tuple[str, int], ...]):
    assert read(sample).coins == coins


def test_coins_are_worth_an_amount_where_the_money_has_them():
    assert amount_of((("pp", 1), ("gp", 2), ("sp", 3)), DND) == 1000 + 200 + 30
    assert amount_of((("", 7),), CREDITS) == 7 * CREDITS.main_coin.value
    assert amount_of((("gp", 1),), CREDITS) is None
    assert amount_of((("gp", MAX_AMOUNT),), DND) is None


@pytest.mark.parametrize(
    "sample, unread",
    [
        ("dnd5e", ("passive Insight +5", "bonus to Stealth: 1d4", "tool: thief", "effect: Cloak of Whispers")),
        ("od6s", ("Swimming",)),
        ("beyond", ("passive Perception +5",)),
        ("starwarsffg", ()),
    ],
)
def test_values_that_are_not_understood_are_listed(sample: str, unread: tuple[str, ...]):
    assert read(sample).unread == unread


@pytest.mark.parametrize("sample", SAMPLES)
def test_an_imported_sheet_can_be_written_and_read_back(sample: str):
    sheet = read(sample).sheet
    assert parse_sheet(show_sheet(sheet, SYSTEMS[sample]), SYSTEMS[sample]) == sheet


def test_other_skills_stay_on_the_sheet_as_far_as_there_is_room():
    found = read("genesys")
    sheet, lost = found.over(parse_sheet("charm 1, Sabacc 3", NARRATIVE))
    assert lost == 0
    assert [skill.name for skill in sheet.skills][-1] == "Sabacc"
    assert str(next(skill for skill in sheet.skills if skill.name == "Charm").rating) == "2Y1G"
    many = parse_sheet(", ".join(f"Skill {number} x 1" for number in range(MOST_SKILLS)), NARRATIVE)
    full, lost = found.over(many)
    assert (len(full.skills), lost) == (MOST_SKILLS, len(found.skills))


def test_untrained_skills_go_first_where_a_file_has_more_than_a_sheet_holds():
    actor = samples.od6s()
    actor["items"] = [
        {"name": f"Skill {number}", "type": "skill", "system": {"attribute": "per", "base": number % 2}}
        for number in range(60)
    ]
    found = read_character(written(actor), D6)
    assert len(found.skills) == MOST_SKILLS
    assert sum(one.note == "trained" for one in found.skills) == 30
    assert "26 more skills than a sheet holds" in found.unread


def test_a_creature_counts_its_challenge_rating_as_its_level():
    actor = samples.dnd5e(details={"cr": 9}) | {"type": "npc", "items": []}
    assert read_character(written(actor), D20).proficiency == "proficiency bonus +4, level 9"


def test_an_npc_of_roll20_has_its_own_bonuses():
    npc = samples.roll20("Guard", {"npc": "1", "charisma": "10", "wisdom": "12", "npc_deception": "4"})
    found = ratings(read_character(written(npc), D20))
    assert (found["Deception"], found["Insight"]) == ("+4 proficient", "+1")


def test_modifiers_for_some_checks_only_are_listed_and_not_counted():
    stone = {"type": "expertise", "subType": "history", "restriction": "Related to the origin of stonework"}
    saving = {"type": "bonus", "subType": "saving-throws", "value": 1, "restriction": "Against poison"}
    wit = {"type": "bonus", "subType": "insight", "value": None, "statId": 4}
    found = read_character(written(samples.beyond(modifiers={"race": [stone, saving, wit]})), D20)
    assert (ratings(found)["History"], ratings(found)["Insight"]) == ("+0", "+2")
    assert found.unread == (
        "bonus to insight: Intelligence modifier",
        "expertise in history: Related to the origin of stonework",
    )


def test_half_a_bonus_for_the_checks_of_an_ability_is_rounded_up_where_the_file_says_so():
    half = {"type": "half-proficiency-round-up", "subType": "dexterity-ability-checks", "value": None}
    changed = samples.beyond(modifiers={"class": [half]}, classes=[{"level": 7}])
    found = ratings(read_character(written(changed), D20))
    assert (found["Stealth"], found["Insight"]) == ("+4 half proficient", "+2")


def test_a_background_with_ability_scores_takes_the_place_of_the_species():
    changed = samples.beyond(background={"definition": {"grantedFeats": [{"name": "Sage Ability Score Improvements"}]}})
    assert ratings(read_character(written(changed), D20))["Charisma"] == "+2 ability"


def test_typed_skills_are_read_one_by_one():
    found = read_character(b"Deception +7\nLuck: plenty; Insight -1", D20)
    assert ratings(found) == {"Deception": "+7 typed", "Insight": "-1 typed"}
    assert found.unread == ("Luck: plenty",)


def test_names_of_a_file_are_shown_visible_and_short():
    actor: Any = samples.genesys() | {"name": "\u202eEvil\n\ud800 @everyone " + "x" * 500}
    actor["items"] = [{"type": "skill", "name": "<@1> Charm, *quick*;\u200b", "system": actor["items"][0]["system"]}]
    content = json.dumps(actor).encode()
    found = read_character(content, NARRATIVE)
    assert found.name.startswith("Evil @everyone xxx")
    assert len(found.name) == 60
    assert "1> Charm *quick*" in [one.name for one in found.skills]


@pytest.mark.parametrize(
    "content, told",
    [
        (b"", "I found no skills in that file (typed skills)."),
        (b"\xff\xfe\x00", "That file is neither text nor JSON. Send one from Foundry VTT, D&D Beyond or Roll20."),
        (b"%PDF-1.4", "I can't read “%PDF"),
        (b"x" * 5000, "That's too long for a sheet: at most 4,000 characters."),
        (b"{", "That file isn't JSON from line 1 on."),
        (b"{}", "I don't know what made that file. I read characters from Foundry VTT, D&D Beyond or Roll20."),
        (b"[1, 2]", "I don't know what made that file."),
        (b'{"a": 1, "a": 2}', "That file has “a” twice in one place."),
        (b'{"a": NaN}', "That file has “NaN” where a number belongs."),
        (b'{"a": -Infinity}', "That file has “\\-Infinity” where a number belongs."),
        (b'{"a": 1e999}', "That file has “1e999” where a number belongs."),
        (b'{"a": ' + b"9" * 5000 + b"}", "That file has a number of 5,000 digits, which is too long."),
        (b"[" * 100_000, "That file has too many lists within lists."),
        (b'{"a":' * 100_000, "That file has too many lists within lists."),
        (b"{" + b" " * MOST_BYTES, "That file holds more than a character can."),
        (b'{"attribs": [{"name": "hp", "current": 3}]}', "I don't know that Roll20 sheet."),
        (
            written(samples.dnd5e() | {"_stats": {"systemId": "pf2e*"}}),
            "That actor is made for the Foundry system “pf2e\\*”. I read dnd5e, od6s, starwarsffg, genesys.",
        ),
        (written(samples.dnd5e() | {"type": "vehicle"}), "That actor is of the type “vehicle”. Export a character."),
        (
            written(samples.od6s()),
            "That character (Foundry VTT, OpenD6) rolls D6 pools, and this campaign rolls a d20 and a bonus.",
        ),
        (written(samples.roll20("Nobody", {"charisma_mod": ""})), None),
        (
            written({"_stats": {"systemId": "genesys"}, "items": [], "type": "character"}),
            "I found no skills in that file (Foundry VTT, Genesys).",
        ),
    ],
)
def test_a_file_that_is_no_character_is_refused_with_a_reason(content: bytes, told: str | None):
    system = NARRATIVE if b"genesys" in content else D20
    if told is None:
        assert refusal(content, system) == "I found no skills in that file (Roll20, D&D 5e)."
    else:
        assert refusal(content, system).startswith(told)


_ODD: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.sampled_from(["1d4", "+3", "-2", "9" * 15, "\ud800", "@everyone", "__proto__", [], {}, [[]], {"value": []}]),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)


def _places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """List every place in a value."""
    found = [path] if path else []
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, one in inside:
        found += _places(one, (*path, step))
    return found


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=300)
@given(st.data(), st.sampled_from(sorted(SAMPLES)))
def test_a_file_with_values_of_any_kind_anywhere_is_read_or_refused(data: st.DataObject, sample: str):
    changed = copy.deepcopy(SAMPLES[sample])
    for _ in range(data.draw(st.integers(1, 4))):
        places = _places(changed)
        *before, last = data.draw(st.sampled_from(places))
        holder = changed
        for step in before:
            holder = holder[step]
        odd = data.draw(_ODD)
        if isinstance(holder, dict) and data.draw(st.booleans()):
            del holder[last]
        else:
            holder[last] = odd
    try:
        found = read_character(json.dumps(changed).encode(), SYSTEMS[sample])
    except Unreadable as refused:
        str(refused).encode()
        return
    found.to_json().encode()
    system = SYSTEMS[sample]
    assert parse_sheet(show_sheet(found.sheet, system), system) == found.sheet
    assert 0 < len(found.skills) <= MOST_SKILLS
    assert all(0 < count <= 10**9 for _, count in found.coins)


@given(st.data(), st.sampled_from(sorted(SAMPLES)))
def test_a_file_that_is_cut_or_has_other_bytes_is_read_or_refused(data: st.DataObject, sample: str):
    content = bytearray(written(SAMPLES[sample]))
    where = data.draw(st.integers(0, len(content) - 1))
    content[where : where + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=20))
    try:
        read_character(bytes(content), SYSTEMS[sample])
    except Unreadable as refused:
        str(refused).encode()
