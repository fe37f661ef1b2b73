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


def test_a_skill_is_found_whatever_its_case_and_keeps_its_spelling():
    sheet = parse_sheet("Sleight-Of-Hand 4D", D6)
    found = sheet.find("sleight of hand")
    assert found is not None
    assert found.name == "Sleight-Of-Hand"


def test_a_name_with_brackets_answers_without_them():
    sheet = parse_sheet("Perception (Cunning) 2, Perception 3", NARRATIVE)
    assert str(getattr(sheet.find("perception"), "rating", None)) == "3"
    assert parse_sheet("Perception (Cunning) 2", NARRATIVE).find("Perception") is not None


def test_a_skill_answers_for_its_role():
    assert check("Gambling 8D, Perception 3D", "gamble", D6) == ("Gambling", "8D")


def test_gambling_falls_back_to_perception():
    assert check("Perception 3D+2", "gamble", D6) == ("Perception", "3D+2")


def test_the_better_of_two_skills_answers():
    assert check("Pick Pocket 5D, Sleight of Hand 4D", "sleight", D6) == ("Pick Pocket", "5D")
    assert check("Discipline 1, Perception 3, Willpower 2, Cunning 3", "read", NARRATIVE) == ("Perception", "3Y")


def test_without_a_sheet_the_default_is_rolled():
    assert check("", "bluff", D6) == ("", "3D")
    assert check("", "bluff", D20) == ("", "+0")
    assert check("", "bluff", NARRATIVE) == ("", "2G")


def test_a_skill_in_the_dice_of_another_system_counts_for_nothing():
    assert TABLE.check(D20, "gamble", HAN).rating == Bonus(bonus=0)


def test_an_untrained_d20_skill_is_its_ability():
    assert check("Charisma +3", "bluff", D20) == ("Charisma", "+3")
    assert check("Dice Set +5, Wisdom +2", "gamble", D20) == ("Dice Set", "+5")


def test_higher_of_skill_and_characteristic_counts_the_dice_and_the_lower_upgrades_them():
    assert check("Skulduggery 2, Cunning 3", "gamble", NARRATIVE) == ("Skulduggery", "2Y1G")
    assert check("Skulduggery 3, Cunning 2", "gamble", NARRATIVE) == ("Skulduggery", "2Y1G")
    assert check("Skulduggery 0, Cunning 3", "gamble", NARRATIVE) == ("Skulduggery", "3G")


def test_a_characteristic_alone_is_ability_dice():
    assert check("Cunning 3", "gamble", NARRATIVE) == ("Cunning", "3G")


def test_a_narrative_skill_without_its_characteristic_has_an_average_one():
    assert check("Skulduggery 1", "gamble", NARRATIVE) == ("Skulduggery", "1Y1G")


def test_a_narrative_skill_joins_the_characteristic_of_its_role():
    assert check("Skulduggery 2, Agility 3, Cunning 1", "sleight", NARRATIVE) == ("Skulduggery", "2Y1G")


def test_every_role_has_a_row_in_every_system():
    for rows in DEFAULT_ROLES.values():
        assert rows.keys() == set(ROLES)


def test_the_gm_renames_a_role_and_gives_it_back():
    table = TABLE.rename("gamble", parse_role("Deception or Sabacc, else Wisdom"))
    sheet = parse_sheet("Deception +7, Gaming Set +9", D20)
    assert table.check(D20, "gamble", sheet).skill == "Deception"
    assert table.rename("gamble", None).check(D20, "gamble", sheet).skill == "Gaming Set"
    assert RoleTable.from_json(table.to_json()) == table


@pytest.mark.parametrize("text", ["Gambling", "Gambling or Con", "Gambling or Con, else Perception"])
def test_a_role_is_written_as_it_is_read(text: str):
    assert str(parse_role(text)) == text


@pytest.mark.parametrize(
    "text", ["", "a or , else b", ", else Perception", "Gambling; Con", "a or b or c or d or e or f or g"]
)
def test_a_role_that_names_no_skill_is_refused(text: str):
    with pytest.raises(Unreadable):
        parse_role(text)


def test_a_role_names_skills_as_they_stand_on_a_sheet():
    with pytest.raises(ValueError, match="as they stand on a sheet"):
        RoleSkills(skills=("Con,",))


def test_a_pool_is_the_sum_of_its_dice_and_pips():
    rolled = roll(D6, Pool(dice=3, pips=2), ScriptedRng([6, 4, 3]), skill="Gambling")
    assert rolled.total == 15
    assert rolled.told() == "Gambling 3D+2: 6 4 3 + 2 = 15"


def test_without_a_wild_die_a_six_is_a_six():
    assert roll(D6, Pool(dice=2), ScriptedRng([6, 6])).told() == "2D: 6 6 = 12"


def test_a_wild_six_explodes_as_long_as_it_is_six():
    rolled = roll(EXPLODES, Pool(dice=2), ScriptedRng([3, 6, 6, 2]))
    assert rolled.total == 17
    assert rolled.told() == "2D: 3 wild 6+6+2 = 17"


def test_a_wild_die_ends_after_twenty_sixes():
    assert roll(EXPLODES, Pool(dice=1), ScriptedRng([6] * 21)).total == 126


def test_a_wild_one_counts_one_where_it_only_explodes():
    assert roll(EXPLODES, Pool(dice=2), ScriptedRng([5, 1])).total == 6


def test_a_wild_one_takes_itself_and_the_highest_die():
    rolled = roll(DROPS, Pool(dice=4, pips=1), ScriptedRng([5, 3, 5, 1]))
    assert rolled.total == 9
    assert rolled.told() == "4D+1: (5) 3 5 wild (1) + 1 = 9"
    assert rolled.told("~~") == "4D+1: ~~5~~ 3 5 wild ~~1~~ + 1 = 9"


def test_a_one_after_a_wild_six_takes_nothing_away():
    assert roll(DROPS, Pool(dice=2), ScriptedRng([4, 6, 1])).total == 11


def test_a_lone_wild_one_leaves_the_pips():
    assert roll(DROPS, Pool(dice=1, pips=2), ScriptedRng([1])).total == 2


def test_only_pools_have_a_wild_die():
    with pytest.raises(ValueError, match="only D6 pools"):
        DiceSystem(family="d20", wild="explode")


def test_advantage_is_a_die_more_and_disadvantage_one_less_in_d6():
    assert roll(D6, Pool(dice=2), ScriptedRng([1, 2, 3]), advantage=1).label == "3D"
    assert roll(D6, Pool(dice=2), ScriptedRng([1]), advantage=-1).label == "1D"
    assert roll(D6, Pool(dice=1), ScriptedRng([1]), advantage=-1).label == "1D"


def test_a_d20_adds_its_bonus():
    assert roll(D20, Bonus(bonus=7), ScriptedRng([14])).told() == "d20+7: 14 + 7 = 21"
    assert roll(D20, Bonus(bonus=-1), ScriptedRng([14])).told() == "d20−1: 14 − 1 = 13"
    assert roll(D20, Bonus(bonus=0), ScriptedRng([14])).told() == "d20: 14"


def test_advantage_keeps_the_higher_of_two_d20():
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


def test_advantage_is_a_boost_die_and_disadvantage_a_setback_die():
    assert roll(NARRATIVE, Ranks(ranks=1), ScriptedRng([1, 6]), advantage=1).told().endswith("= 1 advantage")
    assert roll(NARRATIVE, Ranks(ranks=1), ScriptedRng([1, 3]), advantage=-1).total == -1


def test_the_narrative_dice_have_the_official_faces():
    sums = {kind: tuple(sum(face[at] for face in faces) for at in range(4)) for kind, faces in FACES.items()}
    assert {kind: len(faces) for kind, faces in FACES.items()} == {
        "boost": 6,
        "setback": 6,
        "ability": 8,
        "difficulty": 8,
        "proficiency": 12,
        "challenge": 12,
    }
    assert sums == {
        "boost": (2, 4, 0, 0),
        "setback": (-2, -2, 0, 0),
        "ability": (5, 5, 0, 0),
        "difficulty": (-4, -6, 0, 0),
        "proficiency": (10, 8, 1, 0),
        "challenge": (-9, -8, 0, 1),
    }


def test_the_name_of_a_skill_is_escaped_where_the_line_is_markup():
    sheet = parse_sheet("Con **x** 3D", D6)
    rolled = roll(D6, sheet.skills[0].rating, ScriptedRng([1, 1, 1]), skill=sheet.skills[0].name)
    assert rolled.told("~~").startswith(r"Con \*\*x\*\* 3D")
    assert rolled.told().startswith("Con **x** 3D")


def test_a_rating_of_another_system_is_not_rolled():
    with pytest.raises(ValueError, match="isn't a rating for d20 dice"):
        roll(D20, Pool(dice=3), ScriptedRng([]))
    with pytest.raises(ValueError, match="advantage is"):
        roll(D20, Bonus(bonus=3), ScriptedRng([]), advantage=2)


def test_a_passive_pool_is_its_mean():
    assert passive(D6, Pool(dice=3, pips=2)) == 12
    assert passive(D6, Pool(dice=4)) == 14


def test_a_passive_bonus_is_ten_more_and_five_for_advantage():
    assert [passive(D20, Bonus(bonus=3), advantage) for advantage in (-1, 0, 1)] == [8, 13, 18]


def test_a_passive_narrative_skill_is_difficulty_dice():
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
