"""What is counted in Golem fits the exact odds of five cards, and a simple draw does as well as it is known to."""

from fractions import Fraction
from math import comb

import pytest

from cogs.golem.chances import simple_discards
from tests.simulation.counts import counted, fit


def odds_of_five_cards() -> dict[str, Fraction]:
    """As the books have them; with a 1 that is only low there are nine straights instead of ten."""
    straight_flush, straight = 9 * 4, 9 * (4**5 - 4)
    flush, fours, full, threes = 4 * comb(13, 5) - straight_flush, 13 * 48, 13 * 4 * 12 * 6, 13 * 4 * comb(12, 2) * 16
    two_pair, pair = comb(13, 2) * 36 * 44, 13 * 6 * comb(12, 3) * 64
    made = {
        "class_pair": pair,
        "class_two_pair": two_pair,
        "class_three_of_a_kind": threes,
        "class_straight": straight,
        "class_flush": flush,
        "class_full_house": full,
        "class_four_of_a_kind": fours,
        "class_straight_flush": straight_flush,
    }
    odds = {name: Fraction(count, comb(52, 5)) for name, count in made.items()}
    return {"class_high_card": Fraction(1) - sum(odds.values()), **odds}


def test_five_cards_of_golem_come_as_often_as_the_odds_say():
    counts = counted("golem", 500, "drawing=pat", seats=7)
    classes = {name: count for name, count in counts.items() if name.startswith("class_")}
    assert list(classes) == list(odds_of_five_cards())
    assert sum(classes.values()) == 7 * 500
    assert fit(classes, odds_of_five_cards())


def test_only_the_first_deal_of_a_hand_is_counted_by_class():
    counts = counted("golem", 30, seats=5)
    assert counts["deals"] > counts["hands"] == 30
    assert sum(count for name, count in counts.items() if name.startswith("class_")) == 30 * 5


def test_every_showdown_of_golem_is_won_or_dealt_again():
    counts = counted("golem", 60, seats=4)
    assert counts["golem_beaten"] == counts["hands"]
    assert counts["golem_beaten"] + counts["golem_unbeaten"] == counts["deals"]


@pytest.mark.parametrize("seats, hands, beaten", [(3, 250, 75), (4, 200, 47), (5, 120, 27), (6, 60, 13)])
def test_a_simple_draw_beats_the_golem_as_often_as_it_is_known_to(seats: int, hands: int, beaten: int):
    counts = counted("golem", hands, seats=seats)
    assert 100 * counts["golem_beaten"] / counts["deals"] == pytest.approx(beaten, abs=5)


def test_without_discards_there_is_no_golem_to_beat():
    counts = counted("golem", 20, "drawing=pat")
    assert counts["golem_absent"] == counts["golem_beaten"] == counts["deals"] == 20


@pytest.mark.parametrize(
    "cards, away",
    [
        ("2c 7d 9h 11s 13c", "2c 7d"),
        ("4c 4d 9h 11s 13c", "9h 11s"),
        ("4c 4d 9h 9s 13c", "13c"),
        ("4c 4d 4h 11s 13c", "11s 13c"),
        ("2h 7h 9h 11h 13c", "13c"),
        ("5c 6d 7h 8s 12c", "12c"),
        ("1c 9d 10h 11s 12c", "1c"),
        ("1c 2d 3h 4s 12c", "1c 2d"),
        ("10c 11d 12h 13s 5c", "5c 10c"),
        ("5c 6d 7h 8s 9c", ""),
        ("4c 4d 4h 11s 11c", ""),
        ("4c 4d 4h 4s 11c", ""),
    ],
)
def test_a_simple_draw_keeps_what_is_made_and_what_may_come(cards: str, away: str):
    assert sorted(simple_discards(cards.split())) == sorted(away.split())


def test_a_simple_draw_keeps_a_1_that_counts_as_high():
    cards = ("1c", "3d", "6h", "9s", "11c")
    assert set(simple_discards(cards)) == {"1c", "3d"}
    assert set(simple_discards(cards, "high")) == {"3d", "6h"}
