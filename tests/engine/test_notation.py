"""Rolls are written as people write dice, in the campaign's own system or in ordinary notation."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import MOST_TOTAL, NotationRoll, parse_roll, roll_in
from bot.engine.rng import ReplayRng, ScriptedRng, SeededRng
from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem
from bot.errors import Unreadable


def told(text: str, *faces: int) -> str:
    return parse_roll(text).roll(ScriptedRng(faces)).told()


def refusal(text: str) -> str:
    with pytest.raises(Unreadable) as refused:
        parse_roll(text)
    return str(refused.value)


@pytest.mark.parametrize(
    "text, faces, line",
    [
        ("2d20kh1+7", (18, 4), "2d20kh1 + 7: [18 (4)] + 7 = 25"),
        ("2d20kl1", (18, 4), "2d20kl1: [(18) 4] = 4"),
        ("2d20k", (4, 18), "2d20kh1: [(4) 18] = 18"),
        ("4d6dl1", (3, 1, 1, 6), "4d6dl1: [3 (1) 1 6] = 10"),
        ("4d6dh2", (3, 1, 5, 6), "4d6dh2: [3 1 (5) (6)] = 4"),
        ("d100", (57,), "d100: 57"),
        ("D%", (100,), "d100: 100"),
        ("3d6!-1", (6, 6, 2, 3, 1), "3d6! − 1: [6+6+2 3 1] − 1 = 17"),
        ("2d6!kh1", (6, 1, 5), "2d6!kh1: [6+(1) (5)] = 6"),
        ("2d6kh1!", (6, 1, 5), "2d6!kh1: [6+(1) (5)] = 6"),
        ("(2d6+3)*2", (2, 4), "(2d6 + 3) × 2: ([2 4] + 3) × 2 = 18"),
        ("(2d6 + 3) x 2", (2, 4), "(2d6 + 3) × 2: ([2 4] + 3) × 2 = 18"),
        ("1d20+1d4+5", (11, 3), "d20 + d4 + 5: 11 + 3 + 5 = 19"),
        ("d6−1", (1,), "d6 − 1: 1 − 1 = 0"),
        ("-d6 + 2", (5,), "−d6 + 2: −5 + 2 = −3"),
        ("2+d6*3", (5,), "2 + d6 × 3: 2 + 5 × 3 = 17"),
        ("10-d4-d4", (1, 2), "10 − d4 − d4: 10 − 1 − 2 = 7"),
        ("10-(d4-d4)", (1, 2), "10 − (d4 − d4): 10 − (1 − 2) = 11"),
        (" 2 d 6 + 1,000 ", (1, 1), "2d6 + 1000: [1 1] + 1,000 = 1,002"),
        ("２d６", (1, 1), "2d6: [1 1] = 2"),
    ],
)
def test_notation_rolls_and_shows_its_dice(text: str, faces: tuple[int, ...], line: str):
    assert told(text, *faces) == line


def test_dropped_dice_are_struck_where_there_is_a_mark_for_it():
    assert parse_roll("2d20kh1").roll(ScriptedRng([18, 4])).told("~~") == "2d20kh1: [18 ~~4~~] = 18"


@pytest.mark.parametrize(
    "text, line",
    [
        ("", "Write a roll like this: 2d20kh1+7."),
        ("   ", "Write a roll like this: 2d20kh1+7."),
        ("sabacc", "I can't read that roll. Write it like this: 2d20kh1+7."),
        ("d6+", "I can't read that roll. Write it like this: 2d20kh1+7."),
        ("1d6 2d6", "I can't read that roll. Write it like this: 2d20kh1+7."),
        ("d6)", "I can't read that roll. Write it like this: 2d20kh1+7."),
        ("d6/2", "I can't read that roll. Write it like this: 2d20kh1+7."),
        ("d6+" + "9" * 30, "I can't read that roll. Write it like this: 2d20kh1+7."),
        ("(d6", "A bracket isn't closed."),
        ("5+3", "That roll has no dice. Write it like this: 2d20kh1+7."),
        ("0d6", "Roll at least one die."),
        ("101d6", "Roll at most 100 dice at once."),
        ("60d6+41d4", "Roll at most 100 dice at once."),
        ("d0", "A die has 1 to 1,000 sides."),
        ("d1001", "A die has 1 to 1,000 sides."),
        ("3d1!", "A die with one side can't explode."),
        ("2d6kh3", "You can keep 1 to 2 of those dice."),
        ("2d6kh0", "You can keep 1 to 2 of those dice."),
        ("2d6dl2", "Drop at least one die, and keep at least one."),
        ("2d6dl0", "Drop at least one die, and keep at least one."),
        ("d6*1000000000", "That roll could total more than 1,000,000,000. Roll fewer dice or a smaller number."),
        ("(" * 11 + "d6" + ")" * 11, "Too many brackets: write at most 10 inside each other."),
        ("-" * 90 + "d6", "Too many brackets: write at most 10 inside each other."),
        ("d6" + "+1" * 100, "That's too long for a roll: at most 200 characters."),
    ],
)
def test_unreadable_notation_is_refused_with_a_sentence(text: str, line: str):
    assert refusal(text) == line


def test_explosions_end_and_secret_dice_draw_in_secret():
    rolled = parse_roll("2d6!").roll(ScriptedRng([6] * 102))
    assert len(rolled.dice) == 102
    chance = SeededRng(1)
    parse_roll("3d6").roll(chance, secret=True)
    assert all(draw.secret for draw in chance.draws)


@pytest.mark.parametrize(
    "system, text, faces, line",
    [
        (D6, "3D+2", (6, 4, 3), "3D+2: 6 4 3 + 2 = 15"),
        (D6, "2d", (6, 4), "2D: 6 4 = 10"),
        (D6, "2d6", (6, 4), "2d6: [6 4] = 10"),
        (DiceSystem(family="d6", wild="explode"), "1D", (6, 2), "1D: wild 6+2 = 8"),
        (D20, "+7", (14,), "d20+7: 14 + 7 = 21"),
        (D20, "−1", (14,), "d20−1: 14 − 1 = 13"),
        (D20, "d20+7 adv", (9, 14), "d20+7 with advantage: (9) 14 + 7 = 21"),
        (D20, "disadvantage", (9, 14), "d20 with disadvantage: 9 (14) = 9"),
        (D20, "1d20", (9,), "d20: 9"),
        (D20, "d20+50", (9,), "d20 + 50: 9 + 50 = 59"),
        (D20, "2d20kh1+7", (9, 14), "2d20kh1 + 7: [(9) 14] + 7 = 21"),
        (NARRATIVE, "d6", (3,), "d6: 3"),
        (NARRATIVE, "Y vs P", (4, 1), "1Y1P: proficiency: 2 successes; difficulty: blank = 2 successes"),
        (NARRATIVE, "1p 1k", (2, 5), "1P1K: difficulty: 1 failure; setback: 1 threat = 1 failure, 1 threat"),
        (NARRATIVE, "g against r", (1, 12), "1G1R: ability: blank; challenge: despair = 1 failure, 1 despair"),
    ],
)
def test_a_campaign_rolls_in_its_dice_first(system: DiceSystem, text: str, faces: tuple[int, ...], line: str):
    assert roll_in(system, text, ScriptedRng(faces)).told() == line


@pytest.mark.parametrize(
    "system, text, line",
    [
        (D6, "31D", "A pool has 1D to 30D."),
        (D6, "0D", "A pool has 1D to 30D."),
        (D6, "", "Write a roll like this: 2d20kh1+7."),
        (D20, "+50", "A bonus goes from −20 to +40."),
        (D20, "7", "That roll has no dice. Write it like this: 2d20kh1+7."),
        (NARRATIVE, "41Y", "I can't roll that pool. Write up to 40 dice like this: YYG vs PP."),
        (NARRATIVE, "0Y", "I can't roll that pool. Write up to 40 dice like this: YYG vs PP."),
        (NARRATIVE, "Y" * 201, "That's too long for a roll: at most 200 characters."),
    ],
)
def test_roll_beyond_the_systems_bounds_is_refused(system: DiceSystem, text: str, line: str):
    with pytest.raises(Unreadable) as refused:
        roll_in(system, text, ScriptedRng([]))
    assert str(refused.value) == line


dice = st.builds(
    "{}d{}{}".format, st.integers(1, 8), st.integers(2, 20), st.sampled_from(["", "!", "kh1", "kl1", "!kh1"])
)
expressions = st.recursive(
    dice | st.integers(0, 99).map(str),
    lambda inner: st.builds("{} {} {}".format, inner, st.sampled_from("+-*"), inner) | inner.map("({})".format),
    max_leaves=6,
)


@given(expressions, st.integers())
def test_rolls_are_bounded_replayed_and_read_back(text: str, seed: int):
    with suppress(Unreadable):
        expression = parse_roll(text)
        chance = SeededRng(seed)
        rolled = expression.roll(chance)
        assert abs(rolled.total) <= MOST_TOTAL
        assert expression.roll(ReplayRng(chance.draws)) == rolled
        assert parse_roll(str(expression)) == expression
        assert NotationRoll.from_json(rolled.to_json()) == rolled


@given(expressions.filter(lambda text: "!" not in text and "k" not in text), st.integers())
def test_the_total_is_the_working_done_by_hand(text: str, seed: int):
    with suppress(Unreadable):
        rolled = parse_roll(text).roll(SeededRng(seed))
        working = "".join(
            f"({'+'.join(str(die.face) for die in part.dice)})" if part.dice else part.text for part in rolled.parts
        )
        assert eval(working.replace("×", "*").replace("−", "-").replace(",", "")) == rolled.total


@given(st.text(max_size=40) | st.text(st.sampled_from("0123456789dkhl!+-*x()% ygprvs"), max_size=30))
def test_any_text_is_a_roll_or_a_sentence(text: str):
    for system in (D6, D20, NARRATIVE):
        with suppress(Unreadable):
            roll_in(system, text, SeededRng(1))
