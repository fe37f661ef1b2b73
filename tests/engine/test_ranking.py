"""Poker hands in sentences, counted over all five cards, and against a second source: pokerkit and plain search."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import StandardHighHand

from bot.engine.betting.ranking import Ace, Category, best_hand, order_hand, rank_hand
from bot.engine.cards import FULL_DECK, RANKS, SUITS, rank_of, suit_of

ACES: tuple[Ace, ...] = ("low", "high", "both")
LETTERS = "_A23456789TJQK"


def ranked(cards: str, ace: Ace = "low") -> tuple[Category, tuple[int, ...]]:
    return best_hand(cards.split(), ace).rank


def best(cards: str, ace: Ace = "low") -> str:
    return " ".join(best_hand(cards.split(), ace).cards)


class TestFiveCards:
    @pytest.mark.parametrize(
        "cards, category, ranks",
        [
            ("2c 9d 4h 13s 7c", Category.HIGH_CARD, (13, 9, 7, 4, 2)),
            ("2c 9d 4h 9s 7c", Category.PAIR, (9, 7, 4, 2)),
            ("2c 9d 4h 9s 4c", Category.TWO_PAIR, (9, 4, 2)),
            ("2c 9d 9h 9s 4c", Category.THREE_OF_A_KIND, (9, 4, 2)),
            ("5c 9d 7h 8s 6c", Category.STRAIGHT, (9,)),
            ("2c 9c 4c 13c 7c", Category.FLUSH, (13, 9, 7, 4, 2)),
            ("2c 9d 2h 9s 2s", Category.FULL_HOUSE, (2, 9)),
            ("2c 9d 9h 9s 9c", Category.FOUR_OF_A_KIND, (9, 2)),
            ("5h 9h 7h 8h 6h", Category.STRAIGHT_FLUSH, (9,)),
        ],
    )
    def test_each_category_is_told_by_its_ranks(self, cards: str, category: Category, ranks: tuple[int, ...]):
        assert ranked(cards) == (category, ranks)

    def test_pairs_decide_before_kickers_and_suits_break_no_tie(self):
        assert ranked("9c 9d 2c 3c 4c") > ranked("8c 8d 13c 12d 11c")
        assert ranked("9c 8c 5d 3h 2s") == ranked("9s 8h 5c 3d 2d")

    def test_best_cards_stand_in_the_order_they_count(self):
        assert best("2c 9d 2h 9s 13s") == "9d 9s 2c 2h 13s"
        assert best("1c 4d 3h 2s 5s") == "5s 4d 3h 2s 1c"
        assert best("13s 9s 2h 9d 2c") == best("2c 9d 2h 9s 13s")


class TestTheOne:
    def test_ace_is_low_high_or_both(self):
        assert ranked("1c 2d 3h 4s 5c") == (Category.STRAIGHT, (5,))
        assert ranked("1c 13d 12h 11s 10c") == (Category.HIGH_CARD, (13, 12, 11, 10, 1))
        assert ranked("1c 1d 4h 3s 5c") < ranked("2c 2d 4h 3s 5c")
        assert ranked("1c 2d 3h 4s 5c", "high") == (Category.HIGH_CARD, (14, 5, 4, 3, 2))
        assert ranked("1c 13d 12h 11s 10c", "high") == (Category.STRAIGHT, (14,))
        assert ranked("1c 1d 4h 3s 5c", "high") > ranked("13c 13d 4h 3s 5c", "high")
        assert ranked("1c 2d 3h 4s 5c", "both") == (Category.STRAIGHT, (5,))
        assert ranked("1c 13d 12h 11s 10c", "both") == (Category.STRAIGHT, (14,))
        assert ranked("1c 1d 4h 3s 5c", "both") == (Category.PAIR, (14, 5, 4, 3))
        assert best("1h 2h 3h 4h 5h", "both") == "5h 4h 3h 2h 1h"

    @pytest.mark.parametrize("ace", ACES)
    def test_straight_never_wraps_around_the_ace(self, ace: Ace):
        assert ranked("12c 13d 1h 2s 3c", ace)[0] == Category.HIGH_CARD


class TestFewerThanFive:
    @pytest.mark.parametrize(
        "cards, category, ranks",
        [
            ("7c", Category.HIGH_CARD, (7,)),
            ("7c 7d", Category.PAIR, (7,)),
            ("7c 7d 7h", Category.THREE_OF_A_KIND, (7,)),
            ("7c 7d 7h 7s", Category.FOUR_OF_A_KIND, (7,)),
            ("7c 7d 3h 3s", Category.TWO_PAIR, (7, 3)),
            ("4c 5c 6c 7c", Category.HIGH_CARD, (7, 6, 5, 4)),
        ],
    )
    def test_fewer_than_five_cards_rank_as_they_are(self, cards: str, category: Category, ranks: tuple[int, ...]):
        assert ranked(cards) == (category, ranks)

    def test_missing_cards_lose_and_more_cards_do_not_win_by_number(self):
        assert ranked("9c 9d 4h") < ranked("9h 9s 4c 2c")
        assert ranked("9c 9d") < ranked("9h 9s 2c")
        assert ranked("13c") < ranked("13d 2c 3c")
        assert ranked("9c 9d") > ranked("8c 8d 13h 12h 11h")
        with pytest.raises(ValueError, match="no hand"):
            best_hand(())


class TestMoreThanFive:
    def test_best_five_of_more_cards_are_taken(self):
        assert ranked("5c 5d 5h 3c 3d 3h 9c 9d") == (Category.FULL_HOUSE, (5, 9))
        assert ranked("5c 5d 5h 3c 3d 3h") == (Category.FULL_HOUSE, (5, 3))
        assert ranked("5c 5d 4h 4c 3d 3h 2c") == (Category.TWO_PAIR, (5, 4, 3))
        assert best("2c 3c 4c 5c 13c 2d 3d 4d 6d 13d") == "13d 6d 4d 3d 2d"
        assert ranked("5h 9h 7h 8h 6c 2h") == (Category.FLUSH, (9, 8, 7, 5, 2))
        assert best("9s 8s 7d 6d 5d 5c 9c") == "9c 8s 7d 6d 5c"


COUNTED = {
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 13 * 48,
    Category.FULL_HOUSE: 13 * 4 * 12 * 6,
    Category.FLUSH: 4 * comb(13, 5) - 36,
    Category.STRAIGHT: 9 * (4**5 - 4),
    Category.THREE_OF_A_KIND: 13 * 4 * comb(12, 2) * 16,
    Category.TWO_PAIR: comb(13, 2) * 36 * 44,
    Category.PAIR: 13 * 6 * comb(12, 3) * 64,
    Category.HIGH_CARD: (comb(13, 5) - 9) * (4**5 - 4),
}
"""How many of the 2,598,960 hands are what, where nine runs of five make a straight."""
COUNTED_WITH_BOTH = COUNTED | {
    Category.STRAIGHT_FLUSH: 40,
    Category.FLUSH: 4 * comb(13, 5) - 40,
    Category.STRAIGHT: 10 * (4**5 - 4),
    Category.HIGH_CARD: (comb(13, 5) - 10) * (4**5 - 4),
}


@pytest.mark.parametrize("ace, counted", [("low", COUNTED), ("high", COUNTED), ("both", COUNTED_WITH_BOTH)])
def test_all_classes_of_hands_fall_into_the_categories_as_often_as_they_should(ace: Ace, counted: dict[Category, int]):
    """Each class stands for all hands with its ranks, in one suit or not."""
    found: Counter[Category] = Counter()
    for cards in one_of_each_class():
        often = Counter(rank_of(card) for card in cards).values()
        is_flush = len({suit_of(card) for card in cards}) == 1
        flushes = 4 if len(often) == 5 else 0
        found[rank_hand(cards, ace).category] += flushes if is_flush else prod(comb(4, n) for n in often) - flushes
    assert found == counted
    assert found.total() == 2_598_960


def one_of_each_class() -> Iterator[tuple[str, ...]]:
    """One hand for each of the 7,462 that differ in worth."""
    for ranks in combinations_with_replacement(RANKS, 5):
        if len({*ranks}) == 5:
            yield tuple(f"{rank}c" for rank in ranks)
        if ranks[0] != ranks[4]:
            yield tuple(f"{rank}{SUITS[at % 4]}" for at, rank in enumerate(ranks))


def theirs(cards: Sequence[str]) -> StandardHighHand:
    return StandardHighHand("".join(LETTERS[rank_of(card)] + suit_of(card) for card in cards))


def test_any_two_hands_compare_as_in_pokerkit():
    dice = random.Random(7462)
    for _ in range(2000):
        ours, others = dice.sample(FULL_DECK, 5), dice.sample(FULL_DECK, 5)
        here, there = best_hand(ours, "both").rank, best_hand(others, "both").rank
        assert (here < there, here == there) == (theirs(ours) < theirs(others), theirs(ours) == theirs(others))
        assert here.category.name == theirs(ours).entry.label.name.removeprefix("ONE_")


@pytest.mark.parametrize("count, times", [(6, 200), (7, 200), (14, 5)])
def test_the_best_of_more_cards_is_the_one_of_pokerkit(count: int, times: int):
    dice = random.Random(count)
    for _ in range(times):
        cards = dice.sample(FULL_DECK, count)
        assert theirs(best_hand(cards, "both").cards) == max(map(theirs, combinations(cards, 5)))


HANDS = st.lists(st.sampled_from(FULL_DECK), min_size=1, max_size=9, unique=True)


@given(HANDS, st.sampled_from(ACES))
def test_best_hand_is_the_best_of_all_five_card_choices(cards: list[str], ace: Ace):
    found = best_hand(cards, ace)
    assert found.rank == max(best_hand(five, ace).rank for five in combinations(cards, min(len(cards), 5)))
    assert best_hand(found.cards, ace) == found
    assert {*found.cards} <= {*cards}
    assert len(found.cards) == min(len(cards), 5)
    assert rank_hand(cards, ace) == found.rank


@given(st.lists(st.sampled_from(FULL_DECK), min_size=1, max_size=5, unique=True), st.sampled_from(ACES))
def test_order_of_at_most_five_cards_is_that_of_the_best_hand(cards: list[str], ace: Ace):
    assert order_hand(cards, ace) == best_hand(cards, ace).cards


@given(st.lists(st.sampled_from(FULL_DECK), min_size=9, max_size=30, unique=True), st.sampled_from(ACES))
def test_a_rank_is_found_without_the_cards_that_make_it(cards: list[str], ace: Ace):
    assert rank_hand(cards, ace) == best_hand(cards, ace).rank


def test_of_two_flushes_the_better_one_counts():
    cards = ["11c", "12s", "11s", "2c", "13s", "10c", "1s", "7c", "6s", "13c"]
    assert rank_hand(cards) == (Category.FLUSH, (13, 12, 11, 6, 1))


PARTIAL = st.lists(st.sampled_from(FULL_DECK), min_size=1, max_size=4, unique=True)


@given(PARTIAL, st.lists(st.sampled_from(FULL_DECK), min_size=1, max_size=5, unique=True), st.sampled_from(ACES))
def test_missing_cards_count_as_cards_below_all_others(some: list[str], others: list[str], ace: Ace):
    here, there = best_hand(some, ace).rank, best_hand(others, ace).rank
    if there.category in {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH}:
        return
    ours, theirs = filled_up(some, ace), filled_up(others, ace)
    assert (here < there, here == there) == (ours < theirs, ours == theirs)


def filled_up(cards: Sequence[str], ace: Ace) -> tuple[list[int], list[int]]:
    """How often ranks come, the most frequent first, and those ranks; with blanks of rank 0, -1, ... to five cards."""
    ranks = [14 if ace != "low" and rank_of(card) == 1 else rank_of(card) for card in cards]
    often = Counter([*ranks, *range(0, len(ranks) - 5, -1)])
    order = sorted(often, key=lambda rank: (often[rank], rank), reverse=True)
    return [often[rank] for rank in order], order
