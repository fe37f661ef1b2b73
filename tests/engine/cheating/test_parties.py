"""Who faces whom: sheets, and being at home with gaming sets (rules 7.19)."""

import pytest

from bot.engine.cheating.contests import Party, Proficiency, best, checked
from bot.engine.rng import SeededRng
from bot.engine.skills import (
    D6,
    D20,
    NARRATIVE,
    Bonus,
    DiceSystem,
    NarrativePool,
    Pool,
    RoleSkills,
    RoleTable,
    Sheet,
    Skill,
    oppose,
    parse_sheet,
)
from bot.engine.skills.systems import MOST_BONUS, MOST_DICE, MOST_NARRATIVE_DICE

ROLES = RoleTable()
GAMBLER = Proficiency(bonus=4)


def rolls(system: DiceSystem, sheet: str, role: str, knows: Proficiency = GAMBLER) -> object:
    party = Party(seat=1, sheet=parse_sheet(sheet, system) if sheet else Sheet(), proficiency=knows)
    assert role in ("read", "spot", "bluff", "sleight")
    return checked(system, ROLES, role, party).rating


@pytest.mark.parametrize("role, skill", [("read", "Insight"), ("spot", "Perception")])
def test_proficiency_helps_to_read_people_and_to_spot_cheats(role: str, skill: str):
    assert rolls(D20, f"{skill} +3", role) == Bonus(bonus=7)


@pytest.mark.parametrize("role, skill", [("bluff", "Deception"), ("sleight", "Sleight of Hand")])
def test_proficiency_helps_with_no_other_role(role: str, skill: str):
    assert rolls(D20, f"{skill} +3", role) == Bonus(bonus=3)


def test_proficiency_is_added_by_the_dice_system():
    knows = Proficiency(bonus=4, has=("spot",))
    assert rolls(D20, "Perception +3", "spot", knows) == Bonus(bonus=3)
    assert rolls(D20, "Insight +3", "read", knows) == Bonus(bonus=7)
    assert rolls(D6, "Perception 3D+2", "read") == Pool(dice=5, pips=0)
    assert rolls(D6, "Perception 3D", "read", Proficiency(bonus=2)) == Pool(dice=3, pips=2)
    assert rolls(NARRATIVE, "Vigilance YG", "spot") == NarrativePool(proficiency=1, ability=1, boost=1)
    assert rolls(D20, "", "spot") == Bonus(bonus=4)
    assert rolls(D6, "", "spot") == Pool(dice=4, pips=1)
    assert rolls(NARRATIVE, "", "spot") == NarrativePool(ability=2, boost=1)


def test_proficiency_stays_within_the_bounds():
    assert rolls(D20, f"Perception +{MOST_BONUS}", "spot") == Bonus(bonus=MOST_BONUS)
    assert rolls(D6, f"Search {MOST_DICE}D", "spot") == Pool(dice=MOST_DICE, pips=1)
    assert rolls(D6, f"Search {MOST_DICE - 1}D+2", "spot") == Pool(dice=MOST_DICE, pips=0)
    full = NarrativePool(ability=MOST_NARRATIVE_DICE)
    sheet = Sheet(skills=(Skill(name="Vigilance", rating=full),))
    check = checked(NARRATIVE, ROLES, "spot", Party(seat=1, sheet=sheet, proficiency=GAMBLER))
    assert check.rating == full
    assert oppose(NARRATIVE, check, check, SeededRng(1)).initiator.dice


def test_best_answer_is_rolled_by_the_roles():
    party = Party(seat=1, sheet=parse_sheet("Insight +1, Intimidation +5", D20))
    assert best(D20, ROLES, party, ("read", "intimidate")).check.skill == "Intimidation"
    assert best(D20, ROLES, Party(seat=1), ("read", "intimidate")).check.rating == Bonus(bonus=0)
    renamed = ROLES.rename("spot", RoleSkills(skills=("Streetwise",)))
    party = Party(seat=1, sheet=parse_sheet("Perception +9, Streetwise +2", D20))
    assert checked(D20, renamed, "spot", party).skill == "Streetwise"


@pytest.mark.parametrize(
    "system, insight, as_good, better",
    [
        (D20, "Insight +5", "Intimidation +0", "Intimidation +1"),
        (D6, "Perception 4D", "Intimidation 3D", "Intimidation 3D+1"),
        (NARRATIVE, "Discipline YY", "Coercion GG", "Coercion YG"),
    ],
)
def test_an_answer_with_disadvantage_is_worth_less(system: DiceSystem, insight: str, as_good: str, better: str):
    def answer(other: str) -> tuple[str, int]:
        party = Party(seat=1, sheet=parse_sheet(f"{insight}, {other}", system))
        given = best(system, ROLES, party, ("read", "intimidate"), reading=-1)
        return given.check.skill, given.luck

    assert answer(as_good) == (insight.split(maxsplit=1)[0], -1)
    assert answer(better) == ("Coercion" if system == NARRATIVE else "Intimidation", 0)
