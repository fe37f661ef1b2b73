"""What dice are worth in Baldur Hold'em, and what hands are called."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.engine.rng import SeededRng
from cogs.baldur.hands import KINDS, best_hand, deciding, explained, headed, named, so_far, strength
from tests.games.baldur.baldur_brute import NAMES, brute

Dice = tuple[int, ...]


def told(own: Dice, common: Dice) -> str:
    return explained(best_hand(own, common))


def test_the_printed_example_is_a_straight_with_a_20_as_8():
    hand = best_hand((20, 3, 9), (2, 7, 10, 11, 19))
    assert hand.kind == "straight"
    assert hand.numbers == (7, 8, 9, 10, 11)
    assert (hand.own, hand.own_at) == ((20, 9), (0, 2))
    assert (hand.common, hand.common_at) == ((7, 10, 11), (1, 2, 3))
    assert hand.stands_for == ((0, 8),)
    assert explained(hand) == "7, 20 as 8, 9, 10, 11 (your 20 and 9)"


@pytest.mark.parametrize(
    "own, common, words",
    [
        ((7, 7, 1), (7, 7, 7, 2, 3), "7, 7, 7, 7, 7 (your 7 and 7)"),
        ((9, 9, 1), (9, 9, 4, 2, 3), "9, 9, 9, 9, 4 (your 9 and 9)"),
        ((19, 2, 1), (19, 19, 2, 5, 8), "19, 19, 19, 2, 2 (your 19 and 2)"),
        ((12, 16, 1), (13, 14, 15, 4, 8), "12, 13, 14, 15, 16 (your 12 and 16)"),
        ((17, 17, 1), (17, 2, 5, 8, 12), "17, 17, 17, 12, 8 (your 17 and 17)"),
        ((8, 13, 1), (8, 13, 2, 5, 17), "13, 13, 8, 8, 17 (your 8 and 13)"),
        ((3, 10, 1), (3, 15, 6, 18, 12), "3, 3, 18, 15, 10 (your 3 and 10)"),
        ((2, 5, 1), (13, 14, 15, 7, 8), "15, 14, 13, 5, 2 (your 2 and 5)"),
    ],
)
def test_each_kind_of_hand_is_told_with_its_dice(own: Dice, common: Dice, words: str):
    assert told(own, common) == words


def test_kinds_beat_each_other_as_printed():
    hands = [
        best_hand(own, common)
        for own, common in (
            ((2, 2), (2, 2, 2)),
            ((2, 2), (2, 2, 20)),
            ((3, 3), (3, 2, 2)),
            ((1, 2), (3, 4, 5)),
            ((2, 2), (2, 1, 3)),
            ((2, 2), (3, 3, 1)),
            ((2, 2), (1, 3, 4)),
            ((20, 19), (17, 15, 13)),
        )
    ]
    assert tuple(hand.kind for hand in hands) == KINDS
    assert [hand.rank for hand in hands] == sorted((hand.rank for hand in hands), reverse=True)


def test_exactly_two_hole_dice_count_even_if_the_table_shows_more():
    assert told((1, 3), (5, 6, 7, 8, 9)) == "9, 8, 7, 3, 1 (your 1 and 3)"
    assert told((4, 4, 4), (4, 2, 9, 11, 17)) == "4, 4, 4, 17, 11 (your 4 and 4)"


def test_two_20s_among_the_hole_dice_may_both_be_wild():
    hand = best_hand((20, 20, 1), (8, 9, 10, 2, 15))
    assert explained(hand) == "8, 9, 10, 20 as 11, 20 as 12 (your 20 and 20)"
    assert hand.stands_for == ((0, 11), (1, 12))


def test_of_two_20s_one_may_be_a_20():
    hand = best_hand((20, 20, 1), (17, 18, 19, 2, 5))
    assert explained(hand) == "20 as 16, 17, 18, 19, 20 (your 20 and 20)"
    assert hand.stands_for == ((0, 16),)


def test_a_straight_to_20_with_the_20_itself_has_nothing_wild():
    hand = best_hand((20, 16, 1), (17, 18, 19, 2, 5))
    assert explained(hand) == "16, 17, 18, 19, 20 (your 20 and 16)"
    assert hand.stands_for == ()


def test_community_20_is_not_wild():
    assert best_hand((7, 9), (20, 10, 11)).kind == "high_roll"


def test_a_20_counts_20_where_there_is_no_straight():
    assert told((20, 5), (5, 5, 9)) == "5, 5, 5, 20, 9 (your 20 and 5)"
    assert told((20, 20), (20, 5, 9)) == "20, 20, 20, 9, 5 (your 20 and 20)"


def test_a_straight_does_not_go_on_from_20_to_1():
    assert best_hand((19, 1), (20, 2, 3)).kind == "high_roll"
    assert named(best_hand((20, 1), (2, 3, 4))) == "a straight to 5"


def test_the_highest_straight_counts():
    assert named(best_hand((20, 9), (7, 8, 10))) == "a straight to 11"


def test_a_straight_of_the_same_number_ties_whether_wild_or_not():
    wild, natural = best_hand((20, 9), (7, 10, 11)), best_hand((8, 9), (7, 10, 11))
    assert wild.rank == natural.rank
    assert deciding(wild, natural) is None


def test_natural_straight_beats_an_equal_wild_one_by_house_rule():
    def hand(*own: int) -> tuple[int, ...]:
        return best_hand(own, (7, 10, 11), natural_beats_wild=True).rank

    assert hand(8, 9) > hand(20, 9)
    assert hand(20, 9) > best_hand((6, 8), (7, 9, 10), natural_beats_wild=True).rank


def test_natural_dice_make_a_straight_where_wild_ones_would_too():
    assert best_hand((20, 9, 8), (7, 10, 11, 1, 2)).own == (9, 8)


@pytest.mark.parametrize(
    "better, worse, number",
    [
        (((9, 4), (9, 14, 2)), ((9, 3), (9, 14, 2)), 4),
        (((9, 5), (9, 5, 13)), ((9, 5), (9, 5, 12)), 13),
        (((18, 7), (12, 4, 2)), ((18, 6), (12, 4, 2)), 7),
        (((9, 4), (9, 14, 2)), ((8, 4), (8, 14, 2)), None),
        (((9, 9), (9, 14, 14)), ((9, 9), (9, 13, 13)), None),
    ],
)
def test_the_other_dice_part_hands_that_are_called_alike(
    better: tuple[Dice, Dice], worse: tuple[Dice, Dice], number: int | None
):
    one, other = best_hand(*better), best_hand(*worse)
    assert one.rank > other.rank
    assert deciding(one, other) == deciding(other, one) == number


def test_before_the_flop_two_dice_are_a_pair_or_the_highest():
    assert explained(so_far((4, 11, 4), ())) == "4, 4"
    assert explained(so_far((4, 11, 20), ())) == "20, 11"


def test_after_the_flop_five_dice_are_a_hand():
    assert explained(so_far((20, 3, 9), (7, 10, 11))) == "7, 20 as 8, 9, 10, 11 (your 20 and 9)"


def test_two_dice_are_left_when_two_are_gone():
    assert headed(best_hand((6, 6), (6, 1, 2, 9, 15))) == "Three 6s"


def test_hand_needs_two_hole_dice_and_three_community_dice():
    with pytest.raises(ValueError, match="three community dice"):
        best_hand((1, 2, 3), ())
    with pytest.raises(ValueError, match="two dice"):
        so_far((1,), (2, 3, 4))
    with pytest.raises(ValueError, match="two dice"):
        so_far((1, 2), (2, 3))


@pytest.mark.parametrize(
    "own, strong", [((2, 9), "weak"), ((2, 5), "fair"), ((5, 8), "fair"), ((5, 5), "strong"), ((6, 9), "strong")]
)
def test_a_hand_is_weak_fair_or_strong(own: Dice, strong: str):
    common = (5, 8, 13) if own != (6, 9) else (7, 8, 10)
    assert strength(best_hand(own, common)) == strong


def thrown(chance: SeededRng, count: int, faces: Sequence[int]) -> Dice:
    return tuple(faces[at - 1] for at in chance.dice(count, len(faces)))


@pytest.mark.parametrize("faces", [range(1, 21), (20, 20, 20, 16, 17, 18, 19, 15, 14, 1), (2, 3, 4, 5, 6, 20)])
@pytest.mark.parametrize("own", [2, 3, 4])
def test_hands_are_worth_what_a_second_opinion_says(own: int, faces: Sequence[int]):
    chance = SeededRng(f"hands of {own} among {len(faces)}".encode())
    for _ in range(1000):
        dice, common = thrown(chance, own, faces), thrown(chance, 5, faces)
        hand, other = best_hand(dice, common), brute(dice, common)
        assert (hand.kind, hand.rank[1]) == (NAMES[other[0] - 1], other[1])
        assert hand.kind == "straight" or hand.numbers == other[1:]


@pytest.mark.parametrize("own", [3, 4])
def test_hands_are_in_the_order_of_a_second_opinion(own: int):
    chance = SeededRng(f"order of {own}".encode())
    faces = (1, 2, 3, 4, 5, 20, 20)
    dice = [(thrown(chance, own, faces), thrown(chance, 5, faces)) for _ in range(1000)]
    ranks = sorted((brute(*both), best_hand(*both).rank) for both in dice)
    for (worse, rank), (better, other) in pairwise(ranks):
        assert (worse < better) == (rank < other)
