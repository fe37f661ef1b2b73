"""All that people write for a spot of the layout, and what they are told where it isn't one or could be two."""

from itertools import combinations, permutations

import pytest

from bot.engine.money import DND
from bot.errors import PlayerError
from bot.ui.forms import read
from cogs.roulette.layout import Layout, layout
from cogs.roulette.layout import read as spot_of
from tests.games.roulette.roulette_table import Table

EUROPEAN = layout("single", has_top_line=True)
AMERICAN = layout("double", has_top_line=True)
WHEELS = pytest.mark.parametrize("table", [EUROPEAN, AMERICAN], ids=["one zero", "two zeros"])
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
    *("", "37", "000", "17-19", "17-17", "purple", "-1", "−1", "+17", "number -1", "1-36", "17-35", "17.5", "9" * 5000),
    *("17--20", "17-", "/17", "17 red", "street 37", "street", "corner", "17-20 and 18-21", "17-18 20-21", "١٧", "𐩀"),
    *("17 to 20", "four", "17 or 20", "corner split 17-20", ".", "#", "no", "17?", "<@17>"),
)


def typed(table: Table, text: str) -> str:
    """Return the spot that a form reads out of a typed text."""
    move = table.move("Roark", "inside")
    return read(move, {"spot": text, "amount": "5 cp"}, DND)["spot"]


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
    @pytest.mark.parametrize("written", [*NOWHERE, "00", "0-00", "top line"])
    def test_refusal_lists_the_bets_that_can_be_written(self, written: str):
        assert refusal(written) == (
            "That isn't a bet on numbers here: write 17, 17-20, street 4-6, corner 17-21, six line 13-18 or first four."
        )

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
        assert refusal(written) == f"{what} is under “Bet on red, odd, a dozen”."

    def test_the_line_shows_examples_of_this_wheel_and_fits_a_form(self):
        for table, last in ((Table(), "first four"), (Table(wheel="double"), "top line")):
            pick, _ = table.move("Roark", "inside").fields
            assert pick.type == "pick"
            assert pick.example == f"17, 17-20, street 4-6, corner 17-21, six line 13-18, {last}"
            assert len(pick.example or "") <= 100
