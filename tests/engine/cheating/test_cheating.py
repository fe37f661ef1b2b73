"""Sleights, spells, and what proves them (seed 004, Cheating; rules 7.20, 7.26 and 7.27)."""

from itertools import product

import pytest

from bot.engine.cheating.contests import (
    Party,
    Proficiency,
    is_proven,
    is_unseen,
    proof,
    proof_of_magic,
    roll_sleight,
    spell_check,
    watcher,
)
from bot.engine.cheating.effects import Effect
from bot.engine.rng import ScriptedRng
from bot.engine.skills import D6, D20, NARRATIVE, Bonus, DiceSystem, RoleSkills, RoleTable, Sheet, parse_sheet
from bot.engine.skills.systems import MOST_BONUS

ROLES = RoleTable()
HAN, LANDO, ROARK = 1, 2, 3


def party(seat: int, sheet: str = "", system: DiceSystem = D20, proficiency: int = 0) -> Party:
    own = parse_sheet(sheet, system) if sheet else Sheet()
    return Party(seat=seat, sheet=own, proficiency=Proficiency(bonus=proficiency))


def test_watcher_is_the_best_spotter_with_proficiency():
    assert watcher(D20, ROLES, [party(HAN), party(LANDO, "Perception +3"), party(ROARK, "Perception +2")]).seat == LANDO
    assert watcher(D20, ROLES, [party(LANDO), party(HAN)]).seat == LANDO
    assert (
        watcher(D20, ROLES, [party(LANDO, "Perception +3"), party(ROARK, "Perception +2", proficiency=2)]).seat == ROARK
    )
    with pytest.raises(ValueError, match="empty"):
        watcher(D20, ROLES, [])


@pytest.mark.parametrize("face, unseen", [(9, True), (8, False)])
def test_sleight_goes_unseen_when_it_ties_with_passive_perception(face: int, unseen: bool):
    contest = roll_sleight(
        D20, ROLES, party(HAN, "Sleight of Hand +4"), party(LANDO, "Perception +3"), (), ScriptedRng([face])
    )
    assert contest.target.total == 13
    assert is_unseen(contest) is unseen


def test_watcher_without_a_sheet_has_a_passive_value_of_ten():
    contest = roll_sleight(D20, ROLES, party(HAN), party(LANDO), (), ScriptedRng([10]))
    assert (contest.initiator.total, contest.target.total, is_unseen(contest)) == (10, 10, True)


@pytest.mark.parametrize("luck, unseen", [(1, True), (-1, False)])
def test_sleight_with_advantage_rolls_twice(luck: int, unseen: bool):
    effects = (Effect(seat=HAN, concern="sleight", luck=1 if luck > 0 else -1),)
    contest = roll_sleight(D20, ROLES, party(HAN), party(LANDO), effects, ScriptedRng([9, 10]))
    assert is_unseen(contest) is unseen


def test_in_d6_three_dice_pass_three_dice_in_135_of_216_throws():
    """The passive value of 3D is 10 (rules, section 0): 62.5%."""
    throws = [ScriptedRng(faces) for faces in product(range(1, 7), repeat=3)]
    passed = [is_unseen(roll_sleight(D6, ROLES, party(HAN), party(LANDO), (), throw)) for throw in throws]
    assert (sum(passed), len(passed)) == (135, 216)
    assert all(draw.secret for throw in throws for draw in throw.draws)


@pytest.mark.parametrize("faces, unseen", [([2, 1, 2, 1], True), ([1, 1, 2, 1], False), ([2, 1, 1, 1], True)])
def test_in_the_narrative_system_as_many_failures_as_successes_go_unseen(faces: list[int], unseen: bool):
    """Two ability dice against two difficulty dice: 2 is a success on the one and a failure on the other."""
    assert is_unseen(roll_sleight(NARRATIVE, ROLES, party(HAN), party(LANDO), (), ScriptedRng(faces))) is unseen


def test_a_watchers_skill_is_upgraded_nowhere():
    """What is in the way of a sleight is a passive value: difficulty dice, never challenge dice."""
    sharp = party(LANDO, "Vigilance YY", NARRATIVE)
    contest = roll_sleight(NARRATIVE, ROLES, party(HAN), sharp, (), ScriptedRng([1, 1, 1, 1]))
    assert [die.kind for die in contest.target.dice] == ["difficulty", "difficulty"]


@pytest.mark.parametrize("face, proven", [(11, True), (10, False)])
def test_a_proof_has_to_match_the_passive_sleight_of_hand(face: int, proven: bool):
    accuser, accused = party(LANDO, "Investigation +3"), party(HAN, "Sleight of Hand +4")
    contest = proof(D20, ROLES, accuser, accused, ScriptedRng([face]))
    assert contest.target.total == 14
    assert is_proven(contest) is proven


def test_a_proof_in_d6_and_in_the_narrative_system():
    assert is_proven(proof(D6, ROLES, party(LANDO), party(HAN), ScriptedRng([3, 3, 4])))
    assert not is_proven(proof(D6, ROLES, party(LANDO), party(HAN), ScriptedRng([3, 3, 3])))
    assert is_proven(proof(NARRATIVE, ROLES, party(LANDO), party(HAN), ScriptedRng([2, 1, 2, 1])))
    assert not is_proven(proof(NARRATIVE, ROLES, party(LANDO), party(HAN), ScriptedRng([1, 1, 2, 1])))


def test_a_renamed_role_decides_what_is_rolled():
    roles = ROLES.rename("sleight", RoleSkills(skills=("Tinker",))).rename("prove_sleight", RoleSkills(skills=("Law",)))
    han, lando = party(HAN, "Tinker +6, Sleight of Hand +1"), party(LANDO, "Law +2, Investigation +9")
    assert roll_sleight(D20, roles, han, lando, (), ScriptedRng([4])).initiator.skill == "Tinker"
    contest = proof(D20, roles, lando, han, ScriptedRng([4]))
    assert (contest.initiator.skill, contest.target.skill, contest.target.total) == ("Law", "Tinker", 16)


@pytest.mark.parametrize("dc, face, proven", [(15, 12, True), (15, 11, False), (None, 9, True), (None, 8, False)])
def test_magic_is_recognized_by_the_difficulty_of_the_spell_and_twelve_is_usual(
    dc: int | None, face: int, proven: bool
):
    contest = proof_of_magic(D20, ROLES, party(LANDO, "Arcana +3"), dc, ScriptedRng([face]))
    assert is_proven(contest) is proven


def test_magic_is_a_roll_against_a_number_or_at_most_five_difficulty_dice():
    assert is_proven(proof_of_magic(D6, ROLES, party(LANDO), 10, ScriptedRng([3, 3, 4])))
    assert not is_proven(proof_of_magic(D6, ROLES, party(LANDO), 11, ScriptedRng([3, 3, 4])))
    chance = ScriptedRng([1] * 7)
    contest = proof_of_magic(NARRATIVE, ROLES, party(LANDO), 40, chance)
    assert [die.kind for die in contest.target.dice] == ["difficulty"] * 5


def test_a_spell_is_cast_with_what_lies_behind_its_difficulty():
    assert spell_check(D20, ROLES, party(HAN), 15).rating == Bonus(bonus=7)
    assert spell_check(D20, ROLES, party(HAN), None).rating == Bonus(bonus=4)
    assert spell_check(D20, ROLES, party(HAN), MOST_BONUS + 9).rating == Bonus(bonus=MOST_BONUS)
    assert spell_check(D6, ROLES, party(HAN, "Scholar 4D", D6), 15).skill == "Scholar"
