"""Who rolls what for a role, and how each dice system rolls it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.rng import ReplayRng, ScriptedRng, SeededRng
from bot.engine.skills import (
    D6,
    D20,
    DEFAULT_ROLES,
    NARRATIVE,
    ROLES,
    Bonus,
    DiceSystem,
    NarrativePool,
    Pool,
    Ranks,
    Rating,
    Role,
    RoleSkills,
    RoleTable,
    Roll,
    parse_role,
    parse_sheet,
    passive,
    roll,
)
from bot.engine.skills.systems import FACES
from bot.errors import Unreadable

TABLE = RoleTable()
EXPLODES = DiceSystem(family="d6", wild="explode")
DROPS = DiceSystem(family="d6", wild="explode_drop")
HAN = parse_sheet("Gambling 8D, Perception 3D+2", D6)


def check(sheet: str, role: Role, system: DiceSystem) -> tuple[str, str]:
    found = TABLE.check(system, role, parse_sheet(sheet, system))
    return found.skill, str(found.rating)


def test_skill_is_found_in_any_case_and_without_brackets():
    sheet = parse_sheet("Sleight-Of-Hand 4D", D6)
    found = sheet.find("sleight of hand")
    assert found is not None
    assert found.name == "Sleight-Of-Hand"
    sheet = parse_sheet("Perception (Cunning) 2, Perception 3", NARRATIVE)
    assert str(getattr(sheet.find("perception"), "rating", None)) == "3"
    assert parse_sheet("Perception (Cunning) 2", NARRATIVE).find("Perception") is not None


def test_role_is_answered_by_its_best_skill_its_fallback_or_the_default():
    assert check("Gambling 8D, Perception 3D", "gamble", D6) == ("Gambling", "8D")
    assert check("Perception 3D+2", "gamble", D6) == ("Perception", "3D+2")
    assert check("Pick Pocket 5D, Sleight of Hand 4D", "sleight", D6) == ("Pick Pocket", "5D")
    assert check("Discipline 1, Perception 3, Willpower 2, Cunning 3", "read", NARRATIVE) == ("Perception", "3Y")
    assert check("", "bluff", D6) == ("", "3D")
    assert check("", "bluff", D20) == ("", "+0")
    assert check("", "bluff", NARRATIVE) == ("", "2G")
    assert TABLE.check(D20, "gamble", HAN).rating == Bonus(bonus=0)


def test_untrained_skill_uses_its_characteristic():
    assert check("Charisma +3", "bluff", D20) == ("Charisma", "+3")
    assert check("Dice Set +5, Wisdom +2", "gamble", D20) == ("Dice Set", "+5")
    assert check("Skulduggery 2, Cunning 3", "gamble", NARRATIVE) == ("Skulduggery", "2Y1G")
    assert check("Skulduggery 3, Cunning 2", "gamble", NARRATIVE) == ("Skulduggery", "2Y1G")
    assert check("Skulduggery 0, Cunning 3", "gamble", NARRATIVE) == ("Skulduggery", "3G")
    assert check("Cunning 3", "gamble", NARRATIVE) == ("Cunning", "3G")
    assert check("Skulduggery 1", "gamble", NARRATIVE) == ("Skulduggery", "1Y1G")
    assert check("Skulduggery 2, Agility 3, Cunning 1", "sleight", NARRATIVE) == ("Skulduggery", "2Y1G")


def test_gm_renames_roles_which_have_a_row_in_every_system():
    for rows in DEFAULT_ROLES.values():
        assert rows.keys() == set(ROLES)
    table = TABLE.rename("gamble", parse_role("Deception or Sabacc, otherwise Wisdom"))
    sheet = parse_sheet("Deception +7, Gaming Set +9", D20)
    assert table.check(D20, "gamble", sheet).skill == "Deception"
    assert table.rename("gamble", None).check(D20, "gamble", sheet).skill == "Gaming Set"
    assert RoleTable.from_json(table.to_json()) == table


@pytest.mark.parametrize("text", ["Gambling", "Gambling or Con", "Gambling or Con, otherwise Perception"])
def test_a_role_is_written_as_it_is_read(text: str):
    assert str(parse_role(text)) == text


@pytest.mark.parametrize(
    "text", ["", "a or , else b", ", otherwise Perception", "Gambling; Con", "a or b or c or d or e or f or g"]
)
def test_a_role_that_names_no_skill_is_refused(text: str):
    with pytest.raises(Unreadable):
        parse_role(text)


def test_a_role_names_skills_as_they_stand_on_a_sheet():
    with pytest.raises(ValueError, match="as they stand on a sheet"):
        RoleSkills(skills=("Con,",))


def test_pool_is_the_sum_of_its_dice_and_pips():
    rolled = roll(D6, Pool(dice=3, pips=2), ScriptedRng([6, 4, 3]), skill="Gambling")
    assert rolled.total == 15
    assert rolled.told() == "Gambling 3D+2: 6 4 3 + 2 = 15"
    assert roll(D6, Pool(dice=2), ScriptedRng([6, 6])).told() == "2D: 6 6 = 12"


def test_wild_six_explodes_up_to_twenty_times():
    rolled = roll(EXPLODES, Pool(dice=2), ScriptedRng([3, 6, 6, 2]))
    assert rolled.total == 17
    assert rolled.told() == "2D: 3 wild 6+6+2 = 17"
    assert roll(EXPLODES, Pool(dice=1), ScriptedRng([6] * 21)).total == 126
    assert roll(EXPLODES, Pool(dice=2), ScriptedRng([5, 1])).total == 6


def test_wild_one_takes_itself_and_the_highest_die():
    rolled = roll(DROPS, Pool(dice=4, pips=1), ScriptedRng([5, 3, 5, 1]))
    assert rolled.total == 9
    assert rolled.told() == "4D+1: (5) 3 5 wild (1) + 1 = 9"
    assert rolled.told("~~") == "4D+1: ~~5~~ 3 5 wild ~~1~~ + 1 = 9"
    assert roll(DROPS, Pool(dice=2), ScriptedRng([4, 6, 1])).total == 11
    assert roll(DROPS, Pool(dice=1, pips=2), ScriptedRng([1])).total == 2
    with pytest.raises(ValueError, match="only D6 pools"):
        DiceSystem(family="d20", wild="explode")


def test_advantage_adds_a_die_or_a_boost_die():
    assert roll(D6, Pool(dice=2), ScriptedRng([1, 2, 3]), advantage=1).label == "3D"
    assert roll(D6, Pool(dice=2), ScriptedRng([1]), advantage=-1).label == "1D"
    assert roll(D6, Pool(dice=1), ScriptedRng([1]), advantage=-1).label == "1D"
    assert roll(NARRATIVE, Ranks(ranks=1), ScriptedRng([1, 6]), advantage=1).told().endswith("= 1 advantage")
    assert roll(NARRATIVE, Ranks(ranks=1), ScriptedRng([1, 3]), advantage=-1).total == -1


def test_d20_adds_its_bonus_and_keeps_the_higher_with_advantage():
    assert roll(D20, Bonus(bonus=7), ScriptedRng([14])).told() == "d20+7: 14 + 7 = 21"
    assert roll(D20, Bonus(bonus=-1), ScriptedRng([14])).told() == "d20−1: 14 − 1 = 13"
    assert roll(D20, Bonus(bonus=0), ScriptedRng([14])).told() == "d20: 14"
    rolled = roll(D20, Bonus(bonus=7), ScriptedRng([9, 14]), advantage=1)
    assert rolled.told() == "d20+7 with advantage: (9) 14 + 7 = 21"
    assert roll(D20, Bonus(bonus=7), ScriptedRng([9, 14]), advantage=-1).total == 16


def test_narrative_dice_net_their_symbols():
    rolled = roll(NARRATIVE, NarrativePool(proficiency=1, ability=2), ScriptedRng([12, 4, 7]), skill="Charm")
    assert rolled.total == 4
    assert rolled.told() == (
        "Charm 1Y2G: proficiency: triumph; ability: 2 successes / 1 success, 1 advantage"
        " = 4 successes, 1 advantage, 1 triumph"
    )


def test_the_narrative_dice_have_the_official_faces():
    sums = {kind: tuple(sum(face[at] for face in faces) for at in range(6)) for kind, faces in FACES.items()}
    assert {kind: len(faces) for kind, faces in FACES.items()} == {
        "boost": 6,
        "setback": 6,
        "ability": 8,
        "difficulty": 8,
        "proficiency": 12,
        "challenge": 12,
        "force": 12,
    }
    assert sums == {
        "boost": (2, 4, 0, 0, 0, 0),
        "setback": (-2, -2, 0, 0, 0, 0),
        "ability": (5, 5, 0, 0, 0, 0),
        "difficulty": (-4, -6, 0, 0, 0, 0),
        "proficiency": (10, 8, 1, 0, 0, 0),
        "challenge": (-9, -8, 0, 1, 0, 0),
        "force": (0, 0, 0, 0, 8, 8),
    }


def test_skill_name_is_escaped_and_foreign_rating_is_not_rolled():
    sheet = parse_sheet("Con **x** 3D", D6)
    rolled = roll(D6, sheet.skills[0].rating, ScriptedRng([1, 1, 1]), skill=sheet.skills[0].name)
    assert rolled.told("~~").startswith(r"Con \*\*x\*\* 3D")
    assert rolled.told().startswith("Con **x** 3D")
    with pytest.raises(ValueError, match="isn't a rating for d20 dice"):
        roll(D20, Pool(dice=3), ScriptedRng([]))
    with pytest.raises(ValueError, match="advantage is"):
        roll(D20, Bonus(bonus=3), ScriptedRng([]), advantage=2)


def test_passive_values_are_the_mean_ten_more_or_difficulty_dice():
    assert passive(D6, Pool(dice=3, pips=2)) == 12
    assert passive(D6, Pool(dice=4)) == 14
    assert [passive(D20, Bonus(bonus=3), advantage) for advantage in (-1, 0, 1)] == [8, 13, 18]
    assert passive(NARRATIVE, NarrativePool(proficiency=2, ability=1)) == 3
    assert passive(NARRATIVE, Ranks(ranks=2)) == 2


ratings = (
    st.tuples(st.sampled_from([D6, EXPLODES, DROPS]), st.builds(Pool, dice=st.integers(1, 30), pips=st.integers(0, 2)))
    | st.tuples(st.just(D20), st.builds(Bonus, bonus=st.integers(-20, 40)))
    | st.tuples(st.just(NARRATIVE), st.builds(Ranks, ranks=st.integers(0, 10)))
)


@given(ratings, st.sampled_from([-1, 0, 1]), st.integers())
def test_replay_gives_the_same_roll(rated: tuple[DiceSystem, Rating], advantage: int, seed: int):
    system, rating = rated
    chance = SeededRng(seed)
    rolled = roll(system, rating, chance, advantage=advantage)
    replay = ReplayRng(chance.draws)
    assert roll(system, rating, replay, advantage=advantage) == rolled
    assert replay.left == 0
    assert Roll.from_json(rolled.to_json()) == rolled
