"""All 2,598,960 hands of five, and all 7,462 classes of hands."""

from collections import Counter
from itertools import combinations, pairwise

from bot.engine.betting.ranking import Category, best_hand, rank_hand
from tests.engine.test_ranking import COUNTED, FULL_DECK, one_of_each_class, theirs


def test_all_hands_of_five_fall_into_the_categories_as_often_as_they_should():
    found: Counter[Category] = Counter(rank_hand(cards).category for cards in combinations(FULL_DECK, 5))
    assert found == COUNTED
    assert found.total() == 2_598_960


def test_all_classes_of_hands_stand_in_the_order_of_pokerkit():
    """Both rank the same where the 1 is both, as in poker: what is worth more here is worth more there."""
    hands = sorted(one_of_each_class(), key=theirs)
    assert len(hands) == 7462
    assert all(theirs(less) < theirs(more) for less, more in pairwise(hands))
    assert all(best_hand(less, "both").rank < best_hand(more, "both").rank for less, more in pairwise(hands))
