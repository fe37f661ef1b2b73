"""The layout of roulette: the wheel, every spot, and how people write it."""

from collections import Counter
from itertools import combinations, pairwise, permutations

import pytest

from bot.engine.money import DND
from bot.errors import PlayerError
from bot.ui.forms import read
from cogs.roulette.layout import PAYS, POCKETS, Kind, Layout, colour, in_words, layout
from cogs.roulette.layout import read as spot_of
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


WRITTEN = {
    "17": (
        "17",
        " 17 ",
        "17.",
        "017",
        "１７",
        "#17",
        "# 17",
        "no 17",
        "No. 17",
        "no.17",
        "nr 17",
        "number 17",
        "straight 17",
        "straight up 17",
        "17 straight up",
        "17 black",
        "Black 17",
    ),
    "0": ("zero", "Zero", "0", "0 green", "number zero"),
    "17-20": (
        "17-20",
        "17/20",
        "17 20",
        "20-17",
        "17 - 20",
        "17–20",
        "17 −20",
        "17+20",
        "17 & 20",
        "17 and 20",
        "split 17/20",
        "split 17, 20",
        "17-20 split",
        "numbers 17 and 20",
    ),
    "1-2": ("1 to 2", "2-1"),
    "0-2": ("0-2", "zero and 2", "2/0"),
    "street 4-6": (
        "4-6",
        "6-4",
        "4-5-6",
        "4,5,6",
        "4, 5 and 6",
        "6 5 4",
        "4 to 6",
        "street 4",
        "STREET 4-6",
        "4-6 street",
        "street-4-6",
    ),
    "trio 0-1-2": ("0-1-2", "2-1-0", "0, 1, 2", "trio 0-1-2", "street 0 1 2", "trio 2/1/0"),
    "corner 17-21": (
        "corner 17-21",
        "17-21",
        "21-17",
        "17-21 corner",
        "corner 17/21",
        "corner 17, 21",
        "17-18-20-21",
        "17 18 20 21",
        "17, 18, 20, 21",
        "17, 18, 20 and 21",
        "square 17",
        "corner 17",
    ),
    "six line 13-18": (
        "six line 13-18",
        "six-line 13-18",
        "sixline 13",
        "6 line 13-18",
        "6-line 13",
        "13-18",
        "13 to 18",
        "line 13",
        "double street 13-18",
        "double-street 13-18",
        "13-18 double street",
        "13, 14, 15, 16, 17, 18",
    ),
}
SINGLE = {
    "0-3": ("0/3", "3-0"),
    "first four": ("first four", "First-Four", "first 4", "basket", "0-1-2-3", "0, 1, 2, 3", "3 2 1 0", "corner 0-3"),
    "trio 0-2-3": ("0-2-3",),
}
DOUBLE = {
    "00": ("00", "double zero", "double-zero", "double 0", "Double  Zero", "#00"),
    "0-00": ("0-00", "00/0", "zero and double zero"),
    "00-3": ("00-3", "3-00"),
    "trio 00-2-3": ("00-2-3",),
    "trio 0-00-2": ("0-00-2", "2 0 00"),
    "top line": (
        "top line",
        "top-line",
        "TOPLINE",
        "basket",
        "0-00-1-2-3",
        "0, 00, 1, 2, 3",
        "five numbers",
        "first 5",
    ),
}
NOWHERE = (
    *("", "17-19", "17-17", "purple", "-1", "−1", "+17", "number -1", "1-36", "17-35", "17.5", "9" * 5000),
    *("17--20", "17-", "/17", "17 red", "street", "corner", "17-20 and 18-21", "17-18 20-21", "١٧", "𐩀"),
    *("17 to 20", "four", "17 or 20", "corner split 17-20", ".", "#", "no", "17?", "<@17>"),
)


def typed(table: Table, text: str) -> str:
    """Return the spot that a form reads out of a typed text."""
    move = table.move("Roark", "inside")
    return str(read(move, {"spot": text, "amount": "5 cp"}, DND)["spot"])


def refusal(text: str, table: Table | None = None) -> str:
    """Return the refusal of that text, by the form or by the rules."""
    table = table or Table()
    try:
        return table.refusal("Roark", "inside", spot=typed(table, text), amount=5)
    except PlayerError as refused:
        return refused.told(DND.show)


def of_both(one: dict[str, tuple[str, ...]], other: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(written, spot) for spots in (one, other) for spot, ways in spots.items() for written in ways]


class TestWhatPeopleWrite:
    @pytest.mark.parametrize("written, spot", of_both(WRITTEN, SINGLE))
    def test_spots_of_a_european_layout(self, written: str, spot: str):
        assert typed(Table(), written) == spot

    @pytest.mark.parametrize("written, spot", of_both(WRITTEN, DOUBLE))
    def test_spots_of_an_american_layout(self, written: str, spot: str):
        assert typed(Table(wheel="double"), written) == spot

    @WHEELS
    def test_every_spot_is_read_by_its_name_its_label_and_its_numbers_in_any_order(self, table: Layout):
        for spot in table.by_name.values():
            assert spot_of(table, spot.name) == spot.name
        for spot in table.inside:
            for numbers in permutations(spot.pockets) if len(spot.pockets) < 5 else [spot.pockets[::-1]]:
                for joint in "-/ ":
                    assert spot_of(table, joint.join(numbers)) == spot.name

    @WHEELS
    def test_no_two_spots_are_known_by_the_same(self, table: Layout):
        known = [known for spot in table.by_name.values() for known in spot.called.known]
        assert len(known) == len({*known}) == len(table.known)

    @WHEELS
    def test_numbers_that_are_all_of_a_spot_or_its_ends_are_read_and_no_others(self, table: Layout):
        whole = {frozenset(spot.pockets) for spot in table.inside}
        for numbers in (*combinations(table.pockets, 2), *combinations(table.pockets[::3], 3)):
            found = spot_of(table, "-".join(numbers))
            if found is None:
                assert frozenset(numbers) not in whole
            else:
                assert {*numbers} <= {*table.by_name[found].pockets}


class TestWhatIsNoSpot:
    @pytest.mark.parametrize("written", [*NOWHERE, "top line"])
    def test_refusal_lists_the_bets_that_can_be_written(self, written: str):
        assert refusal(written) == (
            "That isn't a bet on numbers here: write 17, 17-20, street 4-6, corner 17-21, six line 13-18 or first four."
        )

    @pytest.mark.parametrize(
        "written, gone",
        [("37", "37 is"), ("street 37", "37 is"), ("00", "00 is"), ("000", "000 is"), ("17 99 40", "99 and 40 are")],
    )
    def test_numbers_that_are_not_on_the_wheel_are_named(self, written: str, gone: str):
        assert refusal(written) == f"{gone} not on the wheel. The wheel has 0 to 36."

    @pytest.mark.parametrize(
        "top_line, last",
        [(True, "corner 17-21, six line 13-18 or top line."), (False, "corner 17-21 or six line 13-18.")],
    )
    def test_at_two_zeros_the_top_line_is_named_where_there_is_one(self, top_line: bool, last: str):
        assert refusal("first four", Table(wheel="double", top_line=top_line)).endswith(last)

    @pytest.mark.parametrize(
        "written, said",
        [
            ("17, 20", "17 for the number, or 17-20 for both together."),
            ("20,17", "20 for the number, or 17-20 for both together."),
            ("17;20", "17 for the number, or 17-20 for both together."),
            ("17,35", "17, and then 35."),
            ("17, 18, 19", "17, and then 18."),
            ("17, 21", "17, and then 21."),
        ],
    )
    def test_numbers_with_a_comma_that_could_be_several_bets_are_read_as_none(self, written: str, said: str):
        assert refusal(written) == f"Write one bet at a time: {said}"

    @pytest.mark.parametrize(
        "written, said",
        [
            ("17, 99", "99 is not on the wheel. Write 17 alone."),
            ("17, 99, 20, 00", "99 and 00 are not on the wheel. Write one bet at a time: 17, and then 20."),
            ("99, 40", "99 and 40 are not on the wheel."),
            ("17, 17", "17 appears twice. Write 17 alone."),
            (
                "17, 99, 17, 18",
                "17 appears twice. 99 is not on the wheel. Write one bet at a time: 17, and then 18.",
            ),
        ],
    )
    def test_only_possible_bets_are_proposed(self, written: str, said: str):
        assert refusal(written) == said

    @pytest.mark.parametrize(
        "written, said",
        [
            ("street 2", "A street is named by its first number, or by both ends: 2 is in the street 1-3."),
            ("36 street", "A street is named by its first number, or by both ends: 36 is in the street 34-36."),
            ("corner 18", "A corner is named by its lowest number, or by its lowest and highest, like corner 17-21."),
            ("line 14", "A six line is named by its lowest number, or by both ends, like six line 13-18."),
            ("split 17", "A split needs both of its numbers, like 17-20."),
        ],
    )
    def test_a_word_with_a_number_that_leaves_it_open_is_told_what_is_missing(self, written: str, said: str):
        assert refusal(written) == said

    @pytest.mark.parametrize(
        "written, what",
        [
            ("red", "Red"),
            ("even", "Even"),
            ("1-18", "Low"),
            ("high", "High"),
            ("1-12", "The first dozen"),
            ("1 to 12", "The first dozen"),
            ("2nd dozen", "The second dozen"),
            ("column 3", "The third column"),
        ],
    )
    def test_bets_that_stand_elsewhere_are_told_where(self, written: str, what: str):
        assert refusal(written) == f"{what} is under “Red, odd, dozens”."

    def test_the_line_shows_examples_of_this_wheel_and_fits_a_form(self):
        for table, last in ((Table(), "first four"), (Table(wheel="double"), "top line")):
            pick, _ = table.move("Roark", "inside").fields
            assert pick.type == "pick"
            assert pick.example == f"17, 17-20, street 4-6, corner 17-21, six line 13-18, {last}"
            assert len(pick.example or "") <= 100
