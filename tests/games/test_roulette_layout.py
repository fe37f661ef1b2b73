"""The wheel and its layout: pockets, colours, every spot that can be bet on, and all that people write for one."""

from collections import Counter
from itertools import pairwise

import pytest

from bot.engine.money import DND
from bot.errors import PlayerError
from bot.ui.forms import read
from cogs.roulette.layout import Layout, layout
from cogs.roulette.spots import PAYS, Kind
from cogs.roulette.wheel import POCKETS, colour, in_words
from tests.games.roulette_table import Table

EUROPEAN = layout("single", has_top_line=True)
AMERICAN = layout("double", has_top_line=True)
WHEELS = pytest.mark.parametrize("table", [EUROPEAN, AMERICAN], ids=["one zero", "two zeros"])


def covered(table: Layout, kind: Kind) -> list[frozenset[str]]:
    return [frozenset(spot.pockets) for spot in table.by_name.values() if spot.kind == kind]


def sets(*written: str) -> set[frozenset[str]]:
    return {frozenset(one.split()) for one in written}


class TestTheWheel:
    def test_a_european_wheel_has_one_zero_and_an_american_one_two(self):
        assert sorted(POCKETS["single"], key=int) == [str(number) for number in range(37)]
        assert {*POCKETS["double"]} == {*POCKETS["single"], "00"}
        assert len(POCKETS["double"]) == 38

    def test_odd_numbers_are_red_below_eleven_and_from_nineteen_on_below_twenty_nine_and_black_elsewhere(self):
        for number in range(1, 37):
            odd_is_red = number < 11 or 19 <= number < 29
            is_red = (number % 2 == 1) is odd_is_red
            assert colour(str(number)) == ("red" if is_red else "black")

    def test_half_of_the_numbers_are_red_and_zeros_are_green(self):
        assert Counter(map(colour, POCKETS["double"])) == {"red": 18, "black": 18, "green": 2}

    def test_pockets_are_called_with_their_colour(self):
        assert [in_words(pocket) for pocket in ("17", "32", "0", "00")] == ["17 black", "32 red", "0 green", "00 green"]


class TestTheSpots:
    def test_a_european_layout_has_145_inside_bets_and_12_outside(self):
        assert Counter(spot.kind for spot in EUROPEAN.inside) == {
            "straight": 37,
            "split": 60,
            "street": 14,
            "corner": 22,
            "first_four": 1,
            "six_line": 11,
        }
        assert len(EUROPEAN.outside) == 12

    def test_an_american_layout_has_149_and_12(self):
        assert Counter(spot.kind for spot in AMERICAN.inside) == {
            "straight": 38,
            "split": 62,
            "street": 15,
            "corner": 22,
            "top_line": 1,
            "six_line": 11,
        }
        assert len(AMERICAN.outside) == 12

    def test_without_a_top_line_nothing_else_is_missing(self):
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

    def test_spots_at_a_single_zero(self):
        assert {s for s in covered(EUROPEAN, "split") if "0" in s} == sets("0 1", "0 2", "0 3")
        assert {s for s in covered(EUROPEAN, "street") if "0" in s} == sets("0 1 2", "0 2 3")
        assert covered(EUROPEAN, "first_four") == [*sets("0 1 2 3")]

    def test_spots_at_two_zeros(self):
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
    def test_it_pays_as_everywhere(self, kind: Kind, pays: int):
        assert PAYS[kind].winnings(7) == 7 * pays

    @WHEELS
    def test_what_is_paid_would_be_fair_without_a_zero_but_for_the_top_line(self, table: Layout):
        for spot in table.by_name.values():
            fair = 36 // len(spot.pockets) - 1
            assert spot.pays.to == fair, spot.name


TYPED = {
    "17": "17",
    " 17 ": "17",
    "number 17": "17",
    "straight up 17": "17",
    "17 black": "17",
    "zero": "0",
    "17-20": "17-20",
    "17/20": "17-20",
    "17 20": "17-20",
    "20-17": "17-20",
    "split 17/20": "17-20",
    "Split 17 - 20": "17-20",
    "17–20": "17-20",
    "0-2": "0-2",
    "4-6": "street 4-6",
    "4-5-6": "street 4-6",
    "4 to 6": "street 4-6",
    "street 4": "street 4-6",
    "street 5": "street 4-6",
    "STREET 4-6": "street 4-6",
    "0-1-2": "trio 0-1-2",
    "corner 17-21": "corner 17-21",
    "17-21": "corner 17-21",
    "17-18-20-21": "corner 17-21",
    "17 18 20 21": "corner 17-21",
    "square 17": "corner 17-21",
    "six line 13-18": "six line 13-18",
    "13-18": "six line 13-18",
    "line 13": "six line 13-18",
    "double street 13-18": "six line 13-18",
}
SINGLE = {
    "0/3": "0-3",
    "first four": "first four",
    "First Four": "first four",
    "0-1-2-3": "first four",
    "basket": "first four",
    "0-2-3": "trio 0-2-3",
}
DOUBLE = {
    "00": "00",
    "double zero": "00",
    "0-00": "0-00",
    "00/0": "0-00",
    "00-3": "00-3",
    "00-2-3": "trio 00-2-3",
    "0-00-2": "trio 0-00-2",
    "top line": "top line",
    "basket": "top line",
    "0-00-1-2-3": "top line",
}
NOWHERE = ["37", "17-19", "purple", "red", "-1", "1-36", "17-35", "17.5", "corner 18", "street 37", "first dozen"]


def typed(table: Table, text: str) -> str:
    """The spot that a form reads out of what somebody has typed."""
    move = table.move("Roark", "inside")
    return read(move, {"spot": text, "amount": "5 cp"}, DND)["spot"]


class TestWhatPeopleWrite:
    @pytest.mark.parametrize("written, spot", [*TYPED.items(), *SINGLE.items()])
    def test_spots_of_a_european_layout(self, written: str, spot: str):
        assert typed(Table(), written) == spot

    @pytest.mark.parametrize("written, spot", [*TYPED.items(), *DOUBLE.items()])
    def test_spots_of_an_american_layout(self, written: str, spot: str):
        assert typed(Table(wheel="double"), written) == spot

    @pytest.mark.parametrize("written", [*NOWHERE, "00", "0-00", "top line"])
    def test_what_is_no_spot_is_told_what_can_be_written(self, written: str):
        with pytest.raises(PlayerError) as refused:
            typed(Table(), written)
        assert str(refused.value) == (
            "That isn't a bet on numbers here: write 17, 17-20, street 4-6, corner 17-21, six line 13-18 or first four."
        )

    @pytest.mark.parametrize(
        "top_line, last",
        [(True, "corner 17-21, six line 13-18 or top line."), (False, "corner 17-21 or six line 13-18.")],
    )
    def test_at_two_zeros_the_top_line_is_named_where_there_is_one(self, top_line: bool, last: str):
        with pytest.raises(PlayerError) as refused:
            typed(Table(wheel="double", top_line=top_line), "first four")
        assert str(refused.value).endswith(last)

    @pytest.mark.parametrize("written", ["", "17, 20", "17,35"])
    def test_two_numbers_with_a_comma_could_be_two_bets_and_are_read_as_neither(self, written: str):
        with pytest.raises(PlayerError) as refused:
            typed(Table(), written)
        assert str(refused.value) == "Write one bet at a time: 17 for the number, or 17-20 for both together."

    @WHEELS
    def test_no_two_spots_answer_to_the_same_words(self, table: Layout):
        for group in (table.inside, table.outside):
            written = ((spot.name, spot.choice.label, *spot.choice.aliases) for spot in group)
            words = [word for names in written for word in {name.casefold() for name in names}]
            assert len({*words}) == len(words)

    @WHEELS
    def test_a_list_of_all_numbers_is_understood_for_every_spot_of_a_few(self, table: Layout):
        for spot in table.inside:
            if len(spot.pockets) > 1:
                assert "-".join(spot.pockets) in {spot.name, *spot.choice.aliases}

    def test_the_line_shows_examples_and_fits_a_form(self):
        pick, _ = Table().move("Roark", "inside").fields
        assert pick.type == "pick"
        assert pick.example == "17, 17-20, street 4-6, corner 17-21, six line 13-18"
        assert len(pick.example) <= 100

    def test_outside_bets_fit_into_a_list_and_say_which_numbers_they_have(self):
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
