"""What cards count in twenty-one, and what the rules say about a total."""

import pytest

from cogs.twentyone.state import (
    Doubling,
    SoftSeventeen,
    SplitTens,
    can_double,
    dealer_draws,
    is_natural,
    is_pair,
    value_of,
    worth,
)
from cogs.twentyone.words import named, plain
from tests.games.twentyone.twentyone_table import cards

HANDS = [
    ("As", 11, True),
    ("7h", 7, False),
    ("Ah Ad", 12, True),
    ("Ah 6s", 17, True),
    ("Ah 6s Kd", 17, False),
    ("Ah Ks", 21, True),
    ("Ah Ad 9s", 21, True),
    ("Ah Ad Ks", 12, False),
    ("Jh Qs", 20, False),
    ("10h 6s 6d", 22, False),
    ("Ah Ad As Ac 7s", 21, True),
    ("Ah Ad As Ac 8s", 12, False),
]


@pytest.mark.parametrize("hand, total, soft", HANDS)
def test_a_hand_comes_to_the_most_that_isnt_over_twenty_one(hand: str, total: int, soft: bool):
    assert value_of(cards(hand)) == (total, soft)


def test_faces_count_ten_aces_one_and_over_twenty_one_is_bust():
    assert [value_of(cards(hand)).is_bust for hand in ("10h 5s 6d", "10h 6s 6d")] == [False, True]
    assert [worth(card) for card in cards("As 2s 9s 10s Js Qs Ks")] == [1, 2, 9, 10, 10, 10, 10]


@pytest.mark.parametrize("hand, is_one", [("Ah Ks", True), ("10h Ad", True), ("9h 2s 10d", False), ("Ah 9s", False)])
def test_a_natural_is_an_ace_and_a_ten_alone(hand: str, is_one: bool):
    assert is_natural(tuple(map(worth, cards(hand)))) == is_one


@pytest.mark.parametrize(
    "hand, tens, is_one",
    [
        ("8h 8d", "rank", True),
        ("8h 8h", "value", True),
        ("8h 9d", "value", False),
        ("Ah Ad", "rank", True),
        ("10h Kd", "value", True),
        ("10h Kd", "rank", False),
        ("Kh Kd", "rank", True),
        ("8h 8d 8s", "value", False),
        ("8h", "value", False),
    ],
)
def test_a_pair_is_two_cards_of_one_value_or_of_one_rank(hand: str, tens: SplitTens, is_one: bool):
    assert is_pair(cards(hand), tens) == is_one


@pytest.mark.parametrize(
    "doubling, hands",
    [
        ("any", "8:Ah 7s, 9:5h 4s, 10:5h 5s, 11:6h 5s, 12:Kh 2s, s20:Ah 9s"),
        ("9_to_11", "9:5h 4s, 10:5h 5s, 11:6h 5s"),
        ("10_11", "10:5h 5s, 11:6h 5s"),
        ("off", ""),
    ],
)
def test_totals_that_may_be_doubled(doubling: Doubling, hands: str):
    tried = ("Ah 7s", "5h 4s", "5h 5s", "6h 5s", "Kh 2s", "Ah 9s")
    allowed = {hand.partition(":")[2] for hand in hands.split(", ") if hand}
    assert {hand for hand in tried if can_double(value_of(cards(hand)), doubling)} == allowed


@pytest.mark.parametrize(
    "hand, soft_17, draws",
    [
        ("10h 6s", "stands", True),
        ("10h 7s", "stands", False),
        ("Ah 6s", "stands", False),
        ("Ah 6s", "hits", True),
        ("Ah 6s Kd", "hits", False),
        ("Ah 7s", "hits", False),
        ("10h 6s 9d", "hits", False),
    ],
)
def test_when_the_dealer_takes_another_card(hand: str, soft_17: SoftSeventeen, draws: bool):
    assert dealer_draws(value_of(cards(hand)), soft_17) == draws


@pytest.mark.parametrize(
    "hand, words",
    [
        ("Ah Ks", "a natural"),
        ("Ah 6s", "soft 17"),
        ("10h 7s", "17"),
        ("Ah 9s Ad", "21"),
        ("10h 6s 9d", "25, bust"),
    ],
)
def test_hands_in_words(hand: str, words: str):
    assert named(cards(hand)) == words


def test_cards_and_split_hands_are_named():
    assert named(cards("Ah Ks"), is_split=True) == "21"
    assert [plain(card) for card in cards("As 2h 10d Jc Qh Kd")] == ["A♠", "2♥", "10♦", "J♣", "Q♥", "K♦"]
