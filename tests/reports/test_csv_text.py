"""CSV that a spreadsheet opens without running what somebody typed as a name."""

import csv
import io
from fractions import Fraction

import pytest

from bot.reports.csv_text import Cell, csv_text


def cells(*row: Cell) -> list[str]:
    return list(csv.reader(io.StringIO(csv_text(["a"] * len(row), [row]), newline="")))[1]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "  =1+1",
            "\t=1",
            "\r=1",
            "\n=1",
            "\tx",
            "＝1",
            "＋1",
            "－1",
            "＠x",
            "\ufeff=1",
        ),
        *("\u00a0@x", "\u3000=x", "\u200b=x", "\u0301=x", "﹢1", "﹦1"),
    ],
)
def test_a_cell_that_begins_like_a_formula_is_text(text: str):
    assert cells(text) == [f"'{text}"]


@pytest.mark.parametrize(
    "text", ["Han", "1,000 cr", "a=b", "Obi-Wan", "−470 cr", "", "'=x", 'says "hi", twice', "two\nlines"]
)
def test_all_other_text_stays_as_it_is(text: str):
    assert cells(text) == [text]


def test_whole_numbers_stay_numbers_and_nothing_is_an_empty_cell():
    assert cells(-470, 0, None, True) == ["-470", "0", "", "1"]


@pytest.mark.parametrize(
    "number, written",
    [
        (Fraction(-287, 2), "-143.5"),
        (Fraction(-1, 3), "-0.333333"),
        (Fraction(12), "12"),
        (Fraction(-1, 10**9), "0"),
        (Fraction(10**30 + 1, 4), "250000000000000000000000000000.25"),
    ],
)
def test_a_fraction_is_a_number_in_digits(number: Fraction, written: str):
    assert cells(number) == [written]


def test_every_cell_is_in_quotes_and_every_line_ends_as_in_the_standard():
    assert csv_text(["Who", "Net"], [["Han, Captain", -5]]) == '"Who","Net"\r\n"Han, Captain","-5"\r\n'


def test_a_header_is_as_safe_as_the_cells():
    assert csv_text(["=x"], []) == '"\'=x"\r\n'
