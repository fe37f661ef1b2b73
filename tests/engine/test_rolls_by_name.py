"""Skills and saved rolls are rolled by their names, and narrative dice are written as players of those games do."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import LONGEST, Rollable
from bot.engine.rng import ScriptedRng, SeededRng
from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem, NarrativePool, Sheet, parse_sheet, read_pool
from bot.errors import Unreadable

SHEETS = {
    "d6": "Gambling 8D, Perception 3D+2, Con 4D",
    "d20": "Deception +7, Insight -1, Inspiration +2, Three-Dragon Ante Set +5, Wisdom +2",
    "narrative": "Skulduggery 2, Cunning 3, Charm 2Y1G, Vigilance 1, Knowledge: Xenology 1",
}
SAVED = {"Blaster": "2d6+3", "Sneak attack": "deception adv", "Insight": "insight +1", "Loop": "blaster"}


def rolled(system: DiceSystem, text: str, *faces: int, saved: dict[str, str] | None = None) -> str:
    """Roll with these faces (1 where there are no more) and return the line."""
    sheet = parse_sheet(SHEETS[system.family], system)
    return Rollable(sheet, saved or {}).roll(system, text, ScriptedRng([*faces, *[1] * 40])).told()


def refusal(system: DiceSystem, text: str, saved: dict[str, str] | None = None) -> str:
    with pytest.raises(Unreadable) as refused:
        rolled(system, text, saved=saved)
    return str(refused.value)


@pytest.mark.parametrize(
    "system, text, line",
    [
        (D20, "deception adv", "Deception d20+7 with advantage: 9 (4) + 7 = 16"),
        (D20, "DECEPTION", "Deception d20+7: 9 + 7 = 16"),
        (D20, "insight dis +2", "Insight d20+1 with disadvantage: (9) 4 + 1 = 5"),
        (D20, "insight+2 - 1", "Insight d20: 9"),
        (D20, "three-dragon ante set", "Three-Dragon Ante Set d20+5: 9 + 5 = 14"),
        (D20, "dec adv", "Deception d20+7 with advantage: 9 (4) + 7 = 16"),
        (D20, "adv", "d20 with advantage: 9 (4) = 9"),
        (D20, "d20+7 adv", "d20+7 with advantage: 9 (4) + 7 = 16"),
        (D20, "wis adv dis", "Wisdom d20+2: 9 + 2 = 11"),
        (D6, "con", "Con 4D: 6 4 1 1 = 12"),
        (D6, "perception +1D +2 adv", "Perception 5D+2 + 2: 6 4 1 1 1 + 4 = 17"),
        (D6, "con -3d -1", "Con 1D − 1: 6 − 1 = 5"),
        (NARRATIVE, "cunning", "Cunning 3G: ability: 1 success / 2 successes / blank = 3 successes"),
    ],
)
def test_a_skill_is_rolled_by_its_name_with_what_stands_behind_it(system: DiceSystem, text: str, line: str):
    faces = {"d20": (9, 4), "d6": (6, 4), "narrative": (2, 4)}[system.family]
    assert rolled(system, text, *faces) == line


@pytest.mark.parametrize(
    "text, dice",
    [
        ("skulduggery", "Skulduggery 2Y1G"),
        ("skulduggery vs 2p1k", "Skulduggery 2Y1G2P1K"),
        ("charm B vs PP", "Charm 2Y1G1B2P"),
        ("vigilance", "Vigilance 1Y1G"),
        ("knowledge: xenology", "Knowledge: Xenology 1Y1G"),
        ("charm adv", "Charm 2Y1G1B"),
        ("yyg vs pp f", "2Y1G2P1F"),
    ],
)
def test_the_ranks_of_a_narrative_skill_are_joined_to_its_characteristic(text: str, dice: str):
    assert rolled(NARRATIVE, text).startswith(f"{dice}: ")


@pytest.mark.parametrize(
    "text, line",
    [
        ("blaster", "2d6 + 3: [6 4] + 3 = 13"),
        ("blaster +2", "2d6 + 3 + 2: [6 4] + 3 + 2 = 15"),
        ("sneak attack", "Deception d20+7 with advantage: 6 (4) + 7 = 13"),
        ("sneak +2", "Deception d20+9 with advantage: 6 (4) + 9 = 15"),
        ("insight", "Insight d20: 6"),
    ],
)
def test_a_saved_roll_comes_before_a_skill_and_may_name_one(text: str, line: str):
    assert rolled(D20, text, 6, 4, saved=SAVED) == line


def test_a_saved_roll_names_no_other_saved_roll():
    assert refusal(D20, "loop", SAVED).startswith("I can't read that roll.")


@pytest.mark.parametrize(
    "system, text, told",
    [
        (D20, "ins", "Which one do you mean? “Insight” or “Inspiration”?"),
        (D20, "in", "I can't read that roll. Write it like this: 2d20kh1+7. You can also name a skill or a saved roll"),
        (D20, "insight +99", "That is too much: a bonus goes from −20 to +40."),
        (D20, "insight foo", "I can't read “foo” behind the name of a skill. Write it like this: insight dis +2."),
        (D20, "insight +1d", "I can't read “\\+1d” behind the name of a skill."),
        (D6, "gambling -9d", "That is too much: a pool has 1D to 30D."),
        (D6, "gambling +30d", "That is too much: a pool has 1D to 30D."),
        (NARRATIVE, "charm +1", "I can't read “\\+1” behind the name of a skill. Write it like this: charm B vs PP."),
        (NARRATIVE, "charm upgrade", "I can't read “upgrade” behind the name of a skill."),
        (NARRATIVE, "charm 38p", "That is too much: a pool has up to 40 dice."),
    ],
)
def test_unreadable_words_behind_a_name_are_refused_with_an_example(system: DiceSystem, text: str, told: str):
    assert refusal(system, text).startswith(told)


def test_a_skill_of_other_dice_is_no_name():
    sheet = parse_sheet("Stealth 3D", D6)
    with pytest.raises(Unreadable):
        Rollable(sheet).roll(D20, "stealth", SeededRng(bytes(32)))


@pytest.mark.parametrize(
    "text, dice",
    [
        ("2 y 1 g", "2Y1G"),
        ("aa dd", "2G2P"),
        ("2 pro 1 ability 2 diff", "2Y1G2P"),
        ("3pro 2a 2boo 2dif 2blk", "3Y2G2B2P2K"),
        ("yellow green blue red purple black white", "1Y1G1B1R1P1K1F"),
        ("proficiency+boost+challenge+setback+force", "1Y1B1R1K1F"),
        ("c s f w", "1R1K2F"),
        ("p", "1P"),
        ("b", "1B"),
        ("2sb", "1B2K"),
    ],
)
def test_narrative_dice_have_the_letters_of_their_colors_and_names(text: str, dice: str):
    """The color wins where the two disagree: P is purple, which is difficulty."""
    assert str(read_pool(text)) == dice


def test_force_dice_show_points_of_both_sides_that_do_not_cancel():
    line = Rollable().roll(NARRATIVE, "3f", ScriptedRng([7, 8, 12])).told()
    assert line == "3F: force: 2 dark / 1 light / 2 light = 3 light, 2 dark"


def test_a_pool_without_force_dice_is_stored_as_before_there_were_any():
    assert "force" not in NarrativePool(ability=1).to_json()
    assert NarrativePool.from_json(NarrativePool(force=2).to_json()) == NarrativePool(force=2)


@given(st.text(max_size=LONGEST + 5), st.sampled_from([D6, D20, NARRATIVE]))
def test_any_text_rolls_or_is_refused(text: str, system: DiceSystem):
    with suppress(Unreadable):
        Rollable(parse_sheet(SHEETS[system.family], system), SAVED).roll(system, text, SeededRng(bytes(32)))


_WORDS = ["ins", "deception", "blaster", "charm", "con", "adv", "dis", "+2", "-1d", "vs", "pp", "2d6", "f"]


@given(st.lists(st.sampled_from(_WORDS)), st.sampled_from([D6, D20, NARRATIVE]))
def test_any_words_of_the_notation_roll_or_are_refused(words: list[str], system: DiceSystem):
    with suppress(Unreadable):
        Rollable(parse_sheet(SHEETS[system.family], system), SAVED).roll(system, " ".join(words), SeededRng(bytes(32)))


def test_without_a_sheet_all_notation_is_read():
    assert Rollable(Sheet()).roll(D6, "2d1", SeededRng(bytes(32))).total == 2
