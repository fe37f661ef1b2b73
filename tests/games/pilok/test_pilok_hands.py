"""What dice are worth: the best two of three, doubles twice; in Long Pi'Lok three alike all count."""

from itertools import combinations, product

import pytest

from cogs.pilok.state import has_pair, value, with_face


def best_two(dice: tuple[int, ...]) -> int:
    """Apply the printed rule word by word: pick two dice, add them, doubles count twice."""
    return max((a + b) * (2 if a == b else 1) for a, b in combinations(dice, 2))


def test_dice_are_worth_their_best_sum_or_double_pair():
    assert [value((face,), "basic") for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert value((1, 1), "basic") == 4
    assert value((1, 1, 1), "basic") == 4
    assert value((1, 1, 5), "basic") == 6
    assert value((2, 2, 5), "basic") == 8
    for variant in ("basic", "long"):
        assert min(value(dice, variant) for dice in product(range(1, 7), repeat=3)) == 4
    assert value((1, 2), "basic") == 3


@pytest.mark.parametrize("dice", [*product(range(1, 7), repeat=2)])
def test_two_dice_are_their_sum_and_a_pair_counts_twice(dice: tuple[int, int]):
    assert value(dice, "basic") == best_two(dice)


def test_best_two_of_three_dice_count():
    for dice in product(range(1, 7), repeat=3):
        assert value(dice, "basic") == best_two(dice)
    assert value((6, 1, 6), "basic") == 24 == max(value(dice, "basic") for dice in product(range(1, 7), repeat=3))


def test_three_alike_count_as_a_pair_or_in_long_pilok_doubled():
    assert value((6, 6, 6), "basic") == 24
    for dice in product(range(1, 7), repeat=3):
        if len(set(dice)) > 1:
            assert value(dice, "long") == value(dice, "basic")
    assert value((6, 6, 6), "long") == 36


@pytest.mark.parametrize("face", range(1, 7))
def test_in_long_pilok_three_alike_count_all_three_doubled(face: int):
    assert value((face, face, face), "long") == 6 * face


def test_pair_is_two_alike_and_rerolled_dice_keep_their_place():
    assert has_pair((1, 4, 1))
    assert has_pair((2, 2, 2))
    assert not has_pair((1, 2, 3))
    assert with_face((2, 1, 5), 2, 3) == (2, 1, 3)
    assert with_face((2, 1, 5), 0, 6) == (6, 1, 5)
