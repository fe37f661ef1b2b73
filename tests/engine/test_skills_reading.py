"""Sheets are read as people type and paste them, or refused with a sentence that shows the right form."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.skills import (
    D6,
    D20,
    NARRATIVE,
    Bonus,
    DiceSystem,
    NarrativePool,
    Pool,
    Ranks,
    Rating,
    Sheet,
    Skill,
    parse_sheet,
    show_sheet,
)
from bot.engine.skills.sheets import is_skill_name, skill_key
from bot.errors import Unreadable


def ratings(text: str, system: DiceSystem) -> dict[str, Rating]:
    return {skill.name: skill.rating for skill in parse_sheet(text, system).skills}


def refusal(text: str, system: DiceSystem = D6) -> str:
    with pytest.raises(Unreadable) as refused:
        parse_sheet(text, system)
    return str(refused.value)


def test_pools_are_read_in_one_line_or_many():
    assert ratings("Gambling 8D, Perception 3D+2", D6) == {"Gambling": Pool(dice=8), "Perception": Pool(dice=3, pips=2)}
    pasted = "- Gambling: 9D+2\r\n• Sleight of Hand = 4d6 + 1\n\n* Con 5d; Search ８Ｄ\n"
    assert ratings(pasted, D6) == {
        "Gambling": Pool(dice=9, pips=2),
        "Sleight of Hand": Pool(dice=4, pips=1),
        "Con": Pool(dice=5),
        "Search": Pool(dice=8),
    }
    assert ratings("Con 3D+3, Search 3D+5", D6) == {"Con": Pool(dice=4), "Search": Pool(dice=4, pips=2)}
    assert parse_sheet(" \n , ", D6) == Sheet()


def test_bonuses_and_narrative_dice_are_read():
    read = ratings("Deception +7, Insight -1; Arcana −2\nStealth 3, Perception: + 4, Religion+1", D20)
    assert {name: str(rating) for name, rating in read.items()} == {
        "Deception": "+7",
        "Insight": "-1",
        "Arcana": "-2",
        "Stealth": "+3",
        "Perception": "+4",
        "Religion": "+1",
    }
    read = ratings("Skulduggery 2; Cunning 3, Charm YYG, Deception 2y1g, Cool 1Y2GB", NARRATIVE)
    assert read == {
        "Skulduggery": Ranks(ranks=2),
        "Cunning": Ranks(ranks=3),
        "Charm": NarrativePool(proficiency=2, ability=1),
        "Deception": NarrativePool(proficiency=2, ability=1),
        "Cool": NarrativePool(proficiency=1, ability=2, boost=1),
    }


@pytest.mark.parametrize(
    "text, system, told",
    [
        ("Gambling", D6, "I can't read “Gambling”. Write it like this: Gambling 8D, Perception 3D+2."),
        ("Perception 3D, Gambling 8", D6, "I can't read “Gambling 8”."),
        ("Gambling +7", D6, "I can't read “Gambling +7”."),
        ("8D", D6, "I can't read “8D”."),
        ("Gambling 0D", D6, "I can't use “Gambling 0D”: a skill goes from 1D to 30D."),
        ("Gambling 31D", D6, "a skill goes from 1D to 30D"),
        ("Gambling 30D+3", D6, "a skill goes from 1D to 30D"),
        ("Gambling 3D-1", D6, "I can't read"),
        ("Deception 4D", D20, "Write it like this: Deception +7, Insight -1."),
        ("Deception +41", D20, "a skill goes from −20 to +40"),
        ("Deception -21", D20, "a skill goes from −20 to +40"),
        ("Cunning 11", NARRATIVE, "a skill goes from 0 to 10 ranks, or up to 10 dice"),
        ("Cunning 6Y5G", NARRATIVE, "up to 10 dice"),
        ("Cunning YYR", NARRATIVE, "I can't use “Cunning YYR”"),
        ("Cool Bag", NARRATIVE, "I can't read “Cool Bag”."),
        ("Con 3D, con 4D", D6, "You wrote con twice. Write each skill once."),
        ("Pick Pocket 3D, pickpocket 4D", D6, "You wrote pickpocket twice."),
        ("x" * 41 + " 3D", D6, "is too long: at most 40 characters."),
        ("*** 3D", D6, "isn't the name of a skill"),
        ("Gam\u200bbling 3D", D6, "There are invisible characters in “Gambling 3D”."),
        ("Gam\x07bling 3D", D6, "There are invisible characters"),
        ("\u202eGambling 3D", D6, "There are invisible characters"),
        (", ".join(f"Skill{n} 3D" for n in range(41)), D6, "A sheet holds at most 40 skills, and these are 41."),
        ("x" * 4001, D6, "That's too long for a sheet"),
        ("@everyone **x**", D6, "I can't read “\\@\u2060everyone \\*\\*x\\*\\*”."),
    ],
)
def test_unreadable_skill_is_named_with_the_right_form(text: str, system: DiceSystem, told: str):
    assert told in refusal(text, system)


def test_sheet_is_written_as_it_is_read_in_its_dice():
    assert show_sheet(parse_sheet("Gambling:8d, Perception = 3D+2", D6), D6) == "Gambling 8D, Perception 3D+2"
    assert show_sheet(parse_sheet("Deception 7, Insight -1", D20), D20) == "Deception +7, Insight -1"
    assert show_sheet(parse_sheet("Cunning 3, Charm GYY", NARRATIVE), NARRATIVE) == "Cunning 3, Charm 2Y1G"
    sheet = parse_sheet("Gambling 8D", D6)
    assert show_sheet(sheet, D20) == ""


names = st.text(min_size=1, max_size=40).filter(is_skill_name) | st.sampled_from(
    ["Foo 3D", "Foo +2", "Foo 2Y", "X-5", "A-", "R 3", "Knowledge: Lore", "Perception (Cunning)", "3PO"]
)
pools = st.builds(Pool, dice=st.integers(1, 30), pips=st.integers(0, 2))
bonuses = st.builds(Bonus, bonus=st.integers(-20, 40))
narrative = st.builds(Ranks, ranks=st.integers(0, 10)) | st.builds(
    NarrativePool, proficiency=st.integers(1, 4), ability=st.integers(0, 3), boost=st.integers(0, 3)
)


def sheets_of(some: st.SearchStrategy[Rating]) -> st.SearchStrategy[Sheet]:
    skills = st.lists(st.tuples(names, some), max_size=40, unique_by=lambda named: skill_key(named[0]))
    return skills.map(lambda rows: Sheet(skills=tuple(Skill(name=name, rating=rating) for name, rating in rows)))


@given(
    st.tuples(st.just(D6), sheets_of(pools))
    | st.tuples(st.just(D20), sheets_of(bonuses))
    | st.tuples(st.just(NARRATIVE), sheets_of(narrative))
)
def test_written_sheet_reads_back(pair: tuple[DiceSystem, Sheet]):
    system, sheet = pair
    assert parse_sheet(show_sheet(sheet, system), system) == sheet
    assert Sheet.from_json(sheet.to_json()) == sheet


@given(text=st.text(max_size=60) | st.text(st.sampled_from("aB 3dD+-−,;:=\n2yYgG()"), max_size=30))
def test_any_text_is_a_sheet_or_a_sentence(text: str):
    for system in (D6, D20, NARRATIVE):
        with suppress(Unreadable):
            sheet = parse_sheet(text, system)
            assert parse_sheet(show_sheet(sheet, system), system) == sheet
