"""Basic strategy of twenty-one: the table of the books comes out, it changes with the house rules as they say, nothing
that can be changed in it is better, and its card is read on a phone.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.money import CREDITS
from bot.engine.options import with_options
from bot.engine.words import Voice
from cogs.twentyone import basic_strategy as basic
from cogs.twentyone.basic_strategy import (
    Column,
    Prospects,
    Wish,
    allows,
    basic_column,
    basic_strategy,
    best_column,
    best_prospects,
    first_wish,
    split_worth,
    strategy_pages,
)
from cogs.twentyone.hand_odds import full_shoe, played
from cogs.twentyone.odds import tally
from cogs.twentyone.state import TwentyOneRules, Value

USUAL, ONE_DECK = TwentyOneRules(), TwentyOneRules(decks=1)
UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
WORDS: dict[str, Wish] = {"H": "hit", "S": "stand", "D": "double", "P": "split", "R": "surrender"}

CHART = {
    (2, 3): "H H H H H H H H H H",
    (2, 6): "H H H H H H H H H H",
    (3, 6): "H D D D D H H H H H",
    (4, 6): "D D D D D D D D H H",
    (5, 6): "D D D D D D D D D H",
    (2, 10): "H H S S S H H H H H",
    (3, 10): "S S S S S H H H H H",
    (4, 10): "S S S S S H H H H H",
    (5, 10): "S S S S S H H H H H",
    (6, 10): "S S S S S H H H H H",
    (7, 10): "S S S S S S S S S S",
    (8, 10): "S S S S S S S S S S",
    (1, 2): "H H H D D H H H H H",
    (1, 3): "H H H D D H H H H H",
    (1, 4): "H H D D D H H H H H",
    (1, 5): "H H D D D H H H H H",
    (1, 6): "H D D D D H H H H H",
    (1, 7): "S D D D D S S H H H",
    (1, 8): "S S S S S S S S S S",
    (1, 9): "S S S S S S S S S S",
    (1, 10): "S S S S S S S S S S",
    (1, 1): "P P P P P P P P P P",
    (2, 2): "P P P P P P H H H H",
    (3, 3): "P P P P P P H H H H",
    (4, 4): "H H H P P H H H H H",
    (5, 5): "D D D D D D D D H H",
    (6, 6): "P P P P P H H H H H",
    (7, 7): "P P P P P P H H H H",
    (8, 8): "P P P P P P P P P P",
    (9, 9): "P P P P P S P P S S",
    (10, 10): "S S S S S S S S S S",
}
"""Six decks, the dealer stands on all 17, doubling on any two cards and after a split, no surrender."""


def does(rules: TwentyOneRules, worths: Sequence[int], up: int) -> Wish:
    return first_wish(rules, basic_column(rules, up), worths)


def shown(rules: TwentyOneRules) -> list[tuple[str, str]]:
    return [(page.title, page.text) for page in strategy_pages(rules, Voice(names={}, currency=CREDITS))]


class TestTheTable:
    @pytest.mark.parametrize("worths", CHART)
    def test_of_six_decks_is_that_of_the_books(self, worths: tuple[int, int]):
        assert [does(USUAL, worths, up) for up in UPS] == [WORDS[letter] for letter in CHART[worths].split()]

    @pytest.mark.parametrize(
        "worths, up, six, one",
        [
            ((2, 6), 6, "hit", "double"),
            ((4, 5), 2, "hit", "double"),
            ((5, 6), 1, "hit", "double"),
            ((1, 2), 4, "hit", "double"),
            ((1, 6), 2, "hit", "double"),
            ((1, 7), 1, "hit", "stand"),
            ((1, 8), 6, "stand", "double"),
            ((4, 4), 4, "hit", "split"),
            ((6, 6), 7, "hit", "split"),
        ],
    )
    def test_of_one_deck_differs_as_the_books_say(self, worths: tuple[int, int], up: int, six: Wish, one: Wish):
        assert (does(USUAL, worths, up), does(ONE_DECK, worths, up)) == (six, one)

    @pytest.mark.parametrize(
        "options, worths, up, instead",
        [
            ({"surrender": "late"}, (6, 10), 9, "surrender"),
            ({"surrender": "late"}, (6, 10), 10, "surrender"),
            ({"surrender": "late"}, (6, 10), 1, "surrender"),
            ({"surrender": "late"}, (5, 10), 10, "surrender"),
            ({"surrender": "late"}, (5, 10), 9, "hit"),
            ({"surrender": "late"}, (8, 8), 10, "split"),
            ({"double_after_split": False}, (2, 2), 2, "hit"),
            ({"double_after_split": False}, (4, 4), 5, "hit"),
            ({"double_after_split": False}, (6, 6), 2, "hit"),
            ({"hole_card": "none_all"}, (5, 6), 10, "hit"),
            ({"hole_card": "none_all"}, (8, 8), 10, "hit"),
            ({"hole_card": "no_peek"}, (1, 1), 1, "hit"),
            ({"hole_card": "none_original"}, (8, 8), 10, "split"),
            ({"double": "10_11"}, (3, 6), 5, "hit"),
            ({"double": "9_to_11"}, (1, 6), 5, "hit"),
            ({"double": "off"}, (5, 6), 5, "hit"),
            ({"double": "off"}, (1, 7), 5, "stand"),
            ({"split_hands": 1}, (8, 8), 6, "stand"),
            ({"split_hands": 1}, (1, 1), 6, "double"),
        ],
    )
    def test_changes_with_the_house_rules(
        self, options: dict[str, object], worths: tuple[int, int], up: int, instead: Wish
    ):
        assert does(with_options(USUAL, options), worths, up) == instead

    @pytest.mark.parametrize("worths, instead", [((5, 6), "double"), ((1, 7), "hit"), ((1, 6), "hit")])
    def test_against_an_ace_depends_on_a_dealer_who_hits_a_soft_17(self, worths: tuple[int, int], instead: Wish):
        assert does(TwentyOneRules(decks=1, soft_17="hits"), worths, 1) == instead

    def test_is_the_same_whatever_else_the_table_has(self):
        others = {"natural_pays": "6:5", "insurance": False, "cut": 0, "min_bet": 3, "split_tens": "rank"}
        assert basic_strategy(with_options(USUAL, others)) == basic_strategy(USUAL)


class TestWhatIsWished:
    def test_wishes_follow_what_the_hand_may_still_do(self):
        column = basic_column(USUAL, 6)
        assert column.wishes((5, 6)) == ("double", "hit")
        assert column.wishes((2, 3, 6)) == ("hit",)
        assert column.wishes((1, 2, 4)) == ("hit",)
        assert column.wishes((1, 2, 5)) == ("stand",)
        assert basic_column(USUAL, 6).wishes((1, 10)) == ("stand",)
        assert basic_column(USUAL, 6).wishes((5, 6, 10)) == ("stand",)
        assert basic_column(USUAL, 10).wishes((8, 8)) == ("split", "hit")
        assert first_wish(USUAL, basic_column(USUAL, 10), (8, 8), hands=4) == "hit"
        assert basic_column(TwentyOneRules(surrender="late"), 10).wishes((8, 8)) == ("split", "surrender", "hit")

    def test_the_table_allows_what_its_rules_allow(self):
        assert not allows(USUAL, "split", (1, 1), hands=2)
        assert allows(TwentyOneRules(resplit_aces=True), "split", (1, 1), hands=2)
        assert not allows(TwentyOneRules(split_hands=1), "split", (8, 8))
        assert not allows(USUAL, "split", (8, 9))
        assert not allows(USUAL, "surrender", (10, 6))
        assert not allows(TwentyOneRules(surrender="late"), "surrender", (10, 6), hands=2)
        assert not allows(TwentyOneRules(double_after_split=False), "double", (5, 6), hands=2)


class TestNothingIsBetter:
    """Against a nine, with one deck: one choice is changed at a time."""

    UP = 9

    def worth(self, column: Column, prospects: Prospects) -> Fraction:
        shoe = full_shoe(1)
        return tally(ONE_DECK, shoe, dict.fromkeys(range(1, 11), column), lambda _: prospects)["net"]

    @property
    def prospects(self) -> Prospects:
        return best_prospects(full_shoe(1), self.UP, "stands")

    def test_no_other_split_or_double_is_better(self, monkeypatch: pytest.MonkeyPatch):
        best = basic_column(ONE_DECK, self.UP)
        worth = self.worth(best, self.prospects)
        for one, wishes in best.totals.items():
            other = replace(best, totals={**best.totals, one: () if wishes else ("double",)})
            assert self.worth(other, self.prospects) < worth, one
        for pair, wishes in best.pairs.items():
            other = replace(best, pairs={**best.pairs, pair: () if wishes else ("split",)})
            assert self.worth(other, self.prospects) < worth, pair
        column = basic_column(ONE_DECK, 7)
        monkeypatch.setattr(basic, "_SLACK", Fraction(100))
        assert best_column(ONE_DECK, best_prospects(full_shoe(1), 7, "stands")) == column

    @pytest.mark.parametrize("one", [Value(16, is_soft=False), Value(17, is_soft=False), Value(18, is_soft=True)])
    def test_than_to_hit_and_stand_where_the_table_says_so(self, one: Value):
        draws = self.prospects.draws
        found = [
            self.worth(Column(which, {}, {}), Prospects(full_shoe(1), self.UP, "stands", which))
            for which in (draws, draws ^ {one})
        ]
        assert found[1] < found[0]

    @pytest.mark.parametrize("up", [2, 6, 9])
    def test_than_to_leave_tens_together(self, up: int):
        column, prospects = basic_column(ONE_DECK, up), best_prospects(full_shoe(1), up, "stands")
        tens = prospects.first[10, 10]
        assert split_worth(ONE_DECK, prospects, column, 10) < tens.ways * played(tens.played)


class TestTheCard:
    def test_card_has_a_page_for_each_kind_of_hand(self):
        assert [title for title, _ in shown(USUAL)] == [
            "Basic strategy",
            "Totals",
            "Soft totals: an ace counts 11",
            "Pairs",
        ]
        pages = shown(TwentyOneRules(split_hands=1))
        assert "Pairs" not in [title for title, _ in pages]
        assert "Never split tens" not in pages[0][1]

    def test_card_joins_lines_and_explains_its_codes(self):
        _, text = shown(USUAL)[1]
        assert text.split("\n") == [
            "```",
            "       2  3  4  5  6  7  8  9 10  A",
            "4-8    H  H  H  H  H  H  H  H  H  H",
            "9      H Dh Dh Dh Dh  H  H  H  H  H",
            "10    Dh Dh Dh Dh Dh Dh Dh Dh  H  H",
            "11    Dh Dh Dh Dh Dh Dh Dh Dh Dh  H",
            "12     H  H  S  S  S  H  H  H  H  H",
            "13-16  S  S  S  S  S  H  H  H  H  H",
            "17-20  S  S  S  S  S  S  S  S  S  S",
            "```",
        ]
        (_, reading), *tables = shown(TwentyOneRules(surrender="late"))
        codes = {code for _, text in tables for line in text.split("\n")[2:-1] for code in line[5:].split()}
        assert {part.split("**")[1] for part in reading.split(". ") if "**" in part} == codes
        assert "**Ds** double, otherwise stand." in reading
        assert "**Rh** surrender, otherwise hit." in reading
        assert "Insurance isn't worth its price." in shown(USUAL)[0][1]
        assert "Insurance" not in shown(TwentyOneRules(insurance=False))[0][1]

    @pytest.mark.parametrize("options", [{}, {"surrender": "late"}, {"double": "off"}, {"hole_card": "none_all"}])
    def test_is_narrow_enough_for_a_phone_and_short_enough_for_a_message(self, options: dict[str, object]):
        pages = shown(with_options(USUAL, options))
        assert sum(len(f"## {title}\n{text}") for title, text in pages) < 3000
        assert all(len(line) <= 36 for _, text in pages[1:] for line in text.split("\n"))
