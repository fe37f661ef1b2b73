"""Who wins a contest, by how much, and what people read of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.rng import ScriptedRng, SeededRng
from bot.engine.skills import (
    D6,
    D20,
    NARRATIVE,
    Contest,
    DiceSystem,
    RoleTable,
    Sheet,
    contest,
    parse_sheet,
    typed_contest,
)
from bot.errors import RuleError

TABLE = RoleTable()
WILD = DiceSystem(family="d6", wild="explode_drop")
HAN = parse_sheet("Gambling 8D, Perception 3D+2", D6)
NOBODY = Sheet()


def test_higher_total_wins_by_its_margin_and_equal_ones_tie():
    lando = parse_sheet("Gambling 2D", D6)
    result = contest(D6, TABLE, lando, "gamble", NOBODY, "gamble", ScriptedRng([6, 5, 1, 2, 3]))
    assert (result.winner, result.margin) == ("initiator", 5)
    assert result.told("Lando", "Roark") == "Lando: Gambling 2D: 6 5 = 11. Roark: 3D: 1 2 3 = 6. Lando wins by 5."
    result = contest(D6, TABLE, NOBODY, "gamble", NOBODY, "gamble", ScriptedRng([1, 2, 3, 3, 2, 1]))
    assert (result.winner, result.margin) == ("tie", 0)
    assert result.told("Han", "Lando").endswith("It's a tie.")


def test_each_side_rolls_its_own_role_and_a_passive_one_does_not():
    bard = parse_sheet("Persuasion +7", D20)
    judge = parse_sheet("Insight +2", D20)
    chance = ScriptedRng([3, 15, 15, 4])
    result = contest(D20, TABLE, bard, "persuade", judge, "read", chance, advantages=(1, -1))
    assert (result.initiator.total, result.target.total) == (22, 6)
    assert result.target.skill == "Insight"
    thief, guard = parse_sheet("Sleight of Hand +5", D20), parse_sheet("Perception +3", D20)
    result = contest(D20, TABLE, thief, "sleight", guard, "spot", ScriptedRng([8]), against_passive=True)
    assert result.winner == "tie"
    assert result.told("Thief", "Guard").endswith("Guard: Perception passive: 13. It's a tie.")


def test_a_narrative_contest_is_one_pool_against_the_targets_dice():
    rogue, judge = parse_sheet("Skulduggery YG", NARRATIVE), parse_sheet("Vigilance YG", NARRATIVE)
    chance = ScriptedRng([4, 1, 2, 1])
    result = contest(NARRATIVE, TABLE, rogue, "gamble", judge, "spot", chance)
    assert [die.kind for die in (*result.initiator.dice, *result.target.dice)] == [
        "proficiency",
        "ability",
        "challenge",
        "difficulty",
    ]
    assert (result.winner, result.margin) == ("initiator", 1)
    assert result.target.told() == "Vigilance 1R1P: challenge: 1 failure; difficulty: blank = 1 failure"


def test_narrative_contest_counts_net_successes_and_setbacks():
    args = (NARRATIVE, TABLE, NOBODY, "gamble", NOBODY, "gamble")
    assert contest(*args, ScriptedRng([2, 1, 2, 1])).winner == "tie"
    assert contest(*args, ScriptedRng([2, 1, 3, 1])).winner == "target"
    chance = ScriptedRng([1, 1, 1, 1, 3])
    result = contest(NARRATIVE, TABLE, NOBODY, "gamble", NOBODY, "gamble", chance, advantages=(0, 1))
    assert result.target.dice[-1].kind == "setback"
    assert result.winner == "target"
    judge = parse_sheet("Vigilance YYG", NARRATIVE)
    result = contest(
        NARRATIVE, TABLE, NOBODY, "sleight", judge, "spot", ScriptedRng([2, 2, 1, 1, 1]), against_passive=True
    )
    assert {die.kind for die in result.target.dice} == {"difficulty"}
    assert len(result.target.dice) == 3


def test_a_typed_contest_is_marked_as_typed():
    result = typed_contest(35, 11)
    assert (result.winner, result.margin) == ("initiator", 24)
    assert result.told("Lando", "Roark") == "Lando: 35 (typed in). Roark: 11 (typed in). Lando wins by 24."


@pytest.mark.parametrize("total", [1001, -1001, 10**30])
def test_a_typed_total_has_bounds(total: int):
    with pytest.raises(RuleError, match="between −1,000 and 1,000"):
        typed_contest(total, 5)


def test_secret_contests_draw_secret_dice_only():
    chance = SeededRng(3)
    contest(D6, TABLE, HAN, "gamble", NOBODY, "read", chance, secret=True)
    assert chance.draws
    assert all(draw.secret for draw in chance.draws)


@given(st.sampled_from([D6, WILD, D20, NARRATIVE]), st.booleans(), st.integers())
def test_a_contest_survives_json(system: DiceSystem, against_passive: bool, seed: int):
    result = contest(system, TABLE, HAN, "gamble", NOBODY, "read", SeededRng(seed), against_passive=against_passive)
    assert Contest.from_json(result.to_json()) == result
