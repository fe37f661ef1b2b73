"""The wheel and its layout: pockets, colours, and every spot that can be bet on."""

from collections import Counter
from itertools import pairwise

import pytest

from cogs.roulette.layout import PAYS, POCKETS, Kind, Layout, colour, in_words, layout
from tests.games.roulette.roulette_table import Table

EUROPEAN = layout("single", has_top_line=True)
AMERICAN = layout("double", has_top_line=True)
WHEELS = pytest.mark.parametrize("table", [EUROPEAN, AMERICAN], ids=["one zero", "two zeros"])


def covered(table: Layout, kind: Kind) -> list[frozenset[str]]:
    return [frozenset(spot.pockets) for spot in table.by_name.values() if spot.kind == kind]


def sets(*written: str) -> set[frozenset[str]]:
    return {frozenset(one.split()) for one in written}


class TestTheWheel:
    def test_wheels_have_their_pockets_in_their_colors(self):
        assert sorted(POCKETS["single"], key=int) == [str(number) for number in range(37)]
        assert {*POCKETS["double"]} == {*POCKETS["single"], "00"}
        assert len(POCKETS["double"]) == 38
        for number in range(1, 37):
            odd_is_red = number < 11 or 19 <= number < 29
            is_red = (number % 2 == 1) is odd_is_red
            assert colour(str(number)) == ("red" if is_red else "black")
        assert Counter(map(colour, POCKETS["double"])) == {"red": 18, "black": 18, "green": 2}
        assert [in_words(pocket) for pocket in ("17", "32", "0", "00")] == ["17 black", "32 red", "0 green", "00 green"]


class TestTheSpots:
    def test_layouts_have_all_usual_spots(self):
        assert Counter(spot.kind for spot in EUROPEAN.inside) == {
            "straight": 37,
            "split": 60,
            "street": 14,
            "corner": 22,
            "first_four": 1,
            "six_line": 11,
        }
        assert len(EUROPEAN.outside) == 12
        assert Counter(spot.kind for spot in AMERICAN.inside) == {
            "straight": 38,
            "split": 62,
            "street": 15,
            "corner": 22,
            "top_line": 1,
            "six_line": 11,
        }
        assert len(AMERICAN.outside) == 12
        names = {*layout("double", has_top_line=False).by_name}
        assert {*AMERICAN.by_name} - names == {"top line"}
        assert {*EUROPEAN.by_name} == {*layout("single", has_top_line=False).by_name}

    @WHEELS
    def test_a_split_is_two_numbers_side_by_side_or_one_above_the_other(self, table: Layout):
        numbers = [pair for pair in covered(table, "split") if not pair & {"0", "00"}]
        expected = {
            frozenset({str(low), str(high)})
            for low in range(1, 37)
            for high in range(low + 1, 37)
            if high - low == 3 or (high - low == 1 and (low - 1) // 3 == (high - 1) // 3)
        }
        assert {*numbers} == expected
        assert len(numbers) == len(expected)

    @WHEELS
    def test_a_street_is_a_row_a_six_line_two_and_a_corner_four_numbers_that_meet(self, table: Layout):
        rows = [frozenset(map(str, range(first, first + 3))) for first in range(1, 35, 3)]
        assert [street for street in covered(table, "street") if not street & {"0", "00"}] == rows
        assert covered(table, "six_line") == [one | other for one, other in pairwise(rows)]
        meet = [{a, a + 1, a + 3, a + 4} for a in range(1, 33) if a % 3]
        assert sorted(map(sorted, covered(table, "corner"))) == sorted(sorted(map(str, four)) for four in meet)

    def test_spots_at_the_zeros(self):
        assert {s for s in covered(EUROPEAN, "split") if "0" in s} == sets("0 1", "0 2", "0 3")
        assert {s for s in covered(EUROPEAN, "street") if "0" in s} == sets("0 1 2", "0 2 3")
        assert covered(EUROPEAN, "first_four") == [*sets("0 1 2 3")]
        assert {s for s in covered(AMERICAN, "split") if s & {"0", "00"}} == sets("0 00", "0 1", "0 2", "00 2", "00 3")
        assert {s for s in covered(AMERICAN, "street") if s & {"0", "00"}} == sets("0 1 2", "0 00 2", "00 2 3")
        assert covered(AMERICAN, "top_line") == [*sets("0 00 1 2 3")]

    @WHEELS
    def test_outside_bets_part_the_numbers_and_no_zero_is_among_them(self, table: Layout):
        numbers = frozenset(map(str, range(1, 37)))
        for one, other in (("red", "black"), ("even", "odd"), ("low", "high")):
            halves = [frozenset(table.by_name[name].pockets) for name in (one, other)]
            assert halves[0] | halves[1] == numbers
            assert [len(half) for half in halves] == [18, 18]
        for kind in ("dozen", "column"):
            thirds = covered(table, kind)
            assert frozenset.union(*thirds) == numbers
            assert [len(third) for third in thirds] == [12, 12, 12]
        assert table.by_name["second dozen"].pockets == tuple(map(str, range(13, 25)))
        assert table.by_name["third column"].pockets == tuple(map(str, range(3, 37, 3)))

    @WHEELS
    def test_every_spot_has_a_name_of_its_own_and_covers_different_pockets_of_the_wheel(self, table: Layout):
        assert len(table.by_name) == len(table.inside) + len(table.outside)
        for spot in table.by_name.values():
            assert len({*spot.pockets}) == len(spot.pockets)
            assert {*spot.pockets} <= {*table.pockets}

    @pytest.mark.parametrize(
        "kind, pays",
        [
            ("straight", 35),
            ("split", 17),
            ("street", 11),
            ("corner", 8),
            ("first_four", 8),
            ("top_line", 6),
            ("six_line", 5),
            ("dozen", 2),
            ("column", 2),
            ("red", 1),
            ("black", 1),
            ("even", 1),
            ("odd", 1),
            ("low", 1),
            ("high", 1),
        ],
    )
    def test_spot_pays_the_usual_odds(self, kind: Kind, pays: int):
        assert PAYS[kind].winnings(7) == 7 * pays

    @WHEELS
    def test_payouts_would_be_fair_without_a_zero_except_for_the_top_line(self, table: Layout):
        for spot in table.by_name.values():
            fair = 36 // len(spot.pockets) - 1
            assert spot.pays.to == fair, spot.name


def test_outside_bets_fit_into_a_list_and_say_which_numbers_they_have():
    pick, _ = Table().move("Roark", "outside").fields
    assert pick.type == "pick"
    assert [choice.label for choice in pick.choices] == [
        "Red",
        "Black",
        "Even",
        "Odd",
        "Low, 1 to 18",
        "High, 19 to 36",
        "First dozen, 1 to 12",
        "Second dozen, 13 to 24",
        "Third dozen, 25 to 36",
        "First column, 1, 4 … 34",
        "Second column, 2, 5 … 35",
        "Third column, 3, 6 … 36",
    ]
