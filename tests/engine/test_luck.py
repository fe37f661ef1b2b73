"""Luck: rolls and contests against their exact expectation, by brute force; and how it is told."""

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from bot.engine.luck import Stroke, contested, die, sum_luck, won
from bot.engine.rng import SeededRng
from bot.engine.skills import D6, D20, NARRATIVE, Bonus, DiceSystem, NarrativePool, Pool, Wild, roll, typed_contest
from bot.engine.skills.contests import oppose
from bot.engine.skills.roles import SkillCheck
from bot.engine.skills.rolls import contest_chances, d20_spread, narrative_spread, pool_spread, spread_of
from bot.engine.skills.systems import FACES

HALF = Fraction(1, 2)


@pytest.mark.parametrize("dice, pips", [(1, 0), (3, 2), (4, 0)])
def test_a_pool_comes_out_as_often_as_its_dice_have_it(dice: int, pips: int):
    counted = Counter(sum(faces) + pips for faces in itertools.product(range(1, 7), repeat=dice))
    assert pool_spread(dice, pips).ways == counted


def brute_wild(others: int, wild: Wild) -> dict[int, Fraction]:
    """Count a pool whose wild die explodes at most three times; its totals below 18 are those of the real one."""
    chances: dict[int, Fraction] = {}

    def explosions(total: int, chance: Fraction, deep: int) -> Iterator[tuple[int, int, Fraction]]:
        for face in range(1, 7):
            if face == 6 and deep < 3:
                yield from explosions(total + 6, chance / 6, deep + 1)
            else:
                yield (face if deep == 0 else 0), total + face, chance / 6

    for faces in itertools.product(range(1, 7), repeat=others):
        for first, total, chance in explosions(0, Fraction(1, 6**others), 0):
            drops = wild == "explode_drop" and first == 1
            value = sum(faces) - (max(faces, default=0) if drops else -total)
            chances[value] = chances.get(value, Fraction()) + chance
    return chances


@pytest.mark.parametrize("wild", ["explode", "explode_drop"])
@pytest.mark.parametrize("others", [0, 1, 3])
def test_a_wild_die_rolls_on_or_takes_the_highest_away(wild: Wild, others: int):
    spread, brute = pool_spread(others + 1, 0, wild), brute_wild(others, wild)
    for value in range(18):
        assert Fraction(spread.ways.get(value, 0), spread.total) == brute.get(value, 0)


@pytest.mark.parametrize("advantage, kept", [(1, max), (-1, min)])
def test_of_two_d20_the_higher_or_the_lower_counts(advantage: int, kept: Any):
    pairs = itertools.product(range(1, 21), repeat=2)
    assert d20_spread(3, advantage).ways == Counter(kept(pair) + 3 for pair in pairs)


def test_narrative_dice_come_out_as_their_faces_have_it():
    sides = (FACES["proficiency"], FACES["ability"], FACES["difficulty"])
    counted = Counter(sum(face.success for face in faces) for faces in itertools.product(*sides))
    assert narrative_spread((1, 1, 0, 0, 1, 0, 0)).ways == counted


@pytest.mark.parametrize(
    "system, rating, advantage",
    [
        (D6, Pool(dice=4, pips=1), 0),
        (DiceSystem(family="d6", wild="explode_drop"), Pool(dice=3), 1),
        (D20, Bonus(bonus=5), 1),
        (D20, Bonus(bonus=-2), -1),
        (NARRATIVE, NarrativePool(proficiency=1, ability=2, setback=1), 0),
    ],
)
def test_a_roll_that_everybody_saw_tells_what_could_have_been_rolled(system: DiceSystem, rating: Any, advantage: int):
    chance, rolls = SeededRng(f"{rating}{advantage}"), 3000
    thrown = [roll(system, rating, chance, advantage=advantage) for _ in range(rolls)]
    spreads = {spread.mean: spread for one in thrown if (spread := spread_of(one, system.wild))}
    assert len(spreads) == 1
    (spread,) = spreads.values()
    off = float(sum(one.total for one in thrown) - rolls * spread.mean)
    assert abs(off) < 4 * sqrt(rolls * spread.variance)


def test_a_contest_is_won_as_often_as_all_its_dice_say():
    mine, yours = list(itertools.product(range(1, 7), repeat=3)), list(itertools.product(range(1, 7), repeat=2))
    chances = contest_chances(pool_spread(3), pool_spread(2, 1))
    wins = sum(sum(one) > sum(other) + 1 for one in mine for other in yours)
    ties = sum(sum(one) == sum(other) + 1 for one in mine for other in yours)
    assert (chances.win, chances.tie) == (Fraction(wins, 6**5), Fraction(ties, 6**5))
    assert chances.win + chances.tie + chances.loss == 1


@pytest.mark.parametrize("against_passive", [False, True])
def test_a_narrative_contest_has_the_same_chances_however_it_ends(against_passive: bool):
    mine, yours = NarrativePool(ability=1), NarrativePool(proficiency=1)
    chance = SeededRng("narrative")
    checks = SkillCheck(skill="x", rating=mine), SkillCheck(skill="y", rating=yours)
    seen = [oppose(NARRATIVE, *checks, chance, against_passive=against_passive) for _ in range(300)]
    dice = FACES["ability"], FACES["difficulty" if against_passive else "challenge"]
    nets = [one.success + other.success for one, other in itertools.product(*dice)]
    won, tied = (Fraction(count, len(nets)) for count in (sum(net > 0 for net in nets), nets.count(0)))
    assert {contested((one.initiator, one.target)) for one in seen} == {(won, tied)}
    assert 0 in {one.target.total for one in seen}


def test_die_counts_against_its_mean_and_a_typed_total_for_nothing():
    typed = typed_contest(9, 4)
    assert contested((typed.initiator, typed.target)) is None
    (luck,) = sum_luck([die(1, 6), die(1, 2)])
    assert (luck.count, luck.got, luck.mean, luck.variance) == (2, 8, 7, Fraction(35, 6))


def told(*strokes: Stroke) -> list[str]:
    return [luck.told(lambda amount: f"{amount:,} cr") for luck in sum_luck(strokes)]


def test_luck_is_told_in_pips_wins_and_standard_errors():
    assert told(*(die(1, face) for face in (6, 5, 6, 4, 6, 3)), *(won(1, HALF, has_won=n > 1) for n in range(6))) == [
        "+9.0 pips over 6 dice (2.2 standard errors): lucky",
        "4 of 6 contests won, 3.0 expected (0.8 standard errors): a little lucky",
    ]
    assert told(die(1, 1)) == ["\N{MINUS SIGN}2.5 pips over 1 die (1.5 standard errors)"]
    certain = [won(1, Fraction(1), has_won=True)] * 5
    assert told(*certain) == ["5 of 5 contests won, 5.0 expected (0.0 standard errors): as expected"]
