"""What dice are worth: the best two of three, doubles twice; in Long Pi'Lok three alike all count."""

from itertools import combinations, product

import pytest

from cogs.pilok.state import has_pair, value, with_face


def best_two(dice: tuple[int, ...]) -> int:
    """Apply the printed rule word by word: pick two dice, add them, doubles count twice."""
    return max((a + b) * (2 if a == b else 1) for a, b in combinations(dice, 2))


def test_one_die_is_worth_its_face():
    assert [value((face,), "basic") for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("dice", [*product(range(1, 7), repeat=2)])
def test_two_dice_are_their_sum_and_a_pair_counts_twice(dice: tuple[int, int]):
    assert value(dice, "basic") == best_two(dice)


def test_of_all_hands_of_three_dice_the_best_two_count():
    for dice in product(range(1, 7), repeat=3):
        assert value(dice, "basic") == best_two(dice)


def test_the_perfect_hand_is_a_pair_of_sixes():
    assert value((6, 1, 6), "basic") == 24 == max(value(dice, "basic") for dice in product(range(1, 7), repeat=3))


def test_a_pair_of_ones_is_four():
    assert value((1, 1), "basic") == 4
    assert value((1, 1, 1), "basic") == 4


def test_two_dice_can_beat_a_small_pair():
    assert value((1, 1, 5), "basic") == 6
    assert value((2, 2, 5), "basic") == 8


def test_three_dice_are_never_worth_less_than_four():
    for variant in ("basic", "long"):
        assert min(value(dice, variant) for dice in product(range(1, 7), repeat=3)) == 4


def test_before_the_third_die_one_and_two_are_worth_three():
    assert value((1, 2), "basic") == 3


def test_in_the_basic_game_three_alike_are_a_pair():
    assert value((6, 6, 6), "basic") == 24


@pytest.mark.parametrize("face", range(1, 7))
def test_in_long_pilok_three_alike_count_all_three_doubled(face: int):
    assert value((face, face, face), "long") == 6 * face


def test_in_long_pilok_all_other_hands_are_worth_the_same():
    for dice in product(range(1, 7), repeat=3):
        if len(set(dice)) > 1:
            assert value(dice, "long") == value(dice, "basic")


def test_the_perfect_long_hand_is_three_sixes():
    assert value((6, 6, 6), "long") == 36


def test_a_pair_is_two_alike_or_more():
    assert has_pair((1, 4, 1))
    assert has_pair((2, 2, 2))
    assert not has_pair((1, 2, 3))


def test_a_die_that_is_rolled_again_keeps_its_place():
    assert with_face((2, 1, 5), 2, 3) == (2, 1, 3)
    assert with_face((2, 1, 5), 0, 6) == (6, 1, 5)
