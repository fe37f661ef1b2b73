"""What a chart looks like and says: round amounts, names that don't overlap, lines that anybody can tell apart."""

from itertools import pairwise

import pytest

from bot.engine.money import CREDITS, DND
from bot.engine.words import escape
from bot.reports.charts import (
    BACKGROUND,
    COLOURS,
    MOST_ALT_TEXT,
    MOST_LINES,
    BalanceStep,
    Chart,
    Course,
    alt_text,
    chart_csv,
    describe_chart,
    lay_out,
    spread_names,
)

NOW = 1_800_000_000.0


def course(name: str, *balances: int) -> Course:
    steps = tuple(BalanceStep(NOW + 60 * at, balance) for at, balance in enumerate(balances))
    return Course(name, steps, len(steps) - 1, is_thin=False)


def chart(*courses: Course) -> Chart:
    return Chart(NOW, NOW + 3600, courses)


@pytest.mark.parametrize(
    "balances, currency, written",
    [
        ((0, 1000), CREDITS, ["0 cr", "200 cr", "400 cr", "600 cr", "800 cr", "1,000 cr"]),
        ((9990, 10_003), CREDITS, ["9,990 cr", "9,995 cr", "10,000 cr", "10,005 cr"]),
        ((7, 7), CREDITS, ["7 cr", "8 cr"]),
        ((0, 0), CREDITS, ["0 cr", "1 cr"]),
        ((120, 905), DND, ["0 gp", "2 gp", "4 gp", "6 gp", "8 gp", "10 gp"]),
        ((0, 23), DND, ["0 gp", "5 cp", "1 sp", "1 sp 5 cp", "2 sp", "2 sp 5 cp"]),
        ((0, 10**15), CREDITS, [f"{part * 2 * 10**14:,} cr" for part in range(6)]),
    ],
)
def test_the_axis_has_round_amounts_in_the_campaigns_coins(balances: tuple[int, ...], currency, written: list[str]):
    plot = lay_out(chart(course("Han", *balances)), currency)
    assert [amount for _, amount in plot.amounts] == written
    assert plot.low < min(balances) <= max(balances) < plot.high


@pytest.mark.parametrize(
    "ends", [[0.5] * MOST_LINES, [0.96] * MOST_LINES, [0.04] * MOST_LINES, [0.9, 0.5, 0.49, 0.1], [0.3]]
)
def test_names_stand_a_line_apart_within_the_chart(ends: list[float]):
    places = spread_names(ends)
    assert all(above - below >= 0.068 - 1e-9 for above, below in pairwise(places))
    assert all(0 <= place <= 1 for place in places)
    assert spread_names([0.9, 0.5, 0.1]) == [0.9, 0.5, 0.1]


def test_lines_differ_without_their_colours():
    lines = lay_out(chart(*(course(f"NPC {number}", 5, 6) for number in range(30))), CREDITS).lines
    assert len(lines) == MOST_LINES == len({line.marker for line in lines})
    assert len({(line.colour, line.dash) for line in lines}) == MOST_LINES


def brightness(colour: str) -> float:
    """Relative luminance as WCAG has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_colour_is_read_on_the_background():
    ratios = [(brightness(colour) + 0.05) / (brightness(BACKGROUND) + 0.05) for colour in COLOURS]
    assert min(ratios) >= 4.5


def test_the_alt_text_describes_the_chart_in_sentences():
    told = alt_text(chart(course("Han", 1000, 800, 1400, 1250), course("_a_ *b*", 5, 5)), CREDITS)
    assert told == (
        "Wallet and chips over time, from 2027-01-15 08:00 to 2027-01-15 09:00 UTC. Han began with 1,000 cr and ended "
        "with 1,250 cr (lowest 800 cr and highest 1,400 cr). _a_ *b* began with 5 cr and ended with 5 cr."
    )


def test_the_alt_text_of_many_purses_fits_and_counts_the_rest():
    many = chart(*(course(chr(0x4E00 + number) * 32, 10**15, 0, 10**15) for number in range(30)))
    told = alt_text(many, CREDITS)
    assert len(told) <= MOST_ALT_TEXT
    assert told.endswith(" more lines.")
    lines, notes = describe_chart(many, CREDITS)
    assert len(lines) == MOST_LINES
    assert "Drawn: the 12 richest of 30. A CSV file has all of them." in notes


def test_names_below_the_chart_are_no_markup():
    lines, _ = describe_chart(chart(course("**Han** <@1>", 1, 2)), CREDITS)
    assert lines == (f"1. **{escape('**Han** <@1>')}**: 1 cr → 2 cr",)


def test_csv_has_every_change_and_no_formula():
    rows = chart_csv(chart(course("=cmd", 1000, 1250)), CREDITS).splitlines()
    assert rows == [
        '"Name","When","Wallet and chips","Wallet and chips in smallest coins"',
        '"\'=cmd","2027-01-15T08:00:00Z","1,000 cr","1000"',
        '"\'=cmd","2027-01-15T08:01:00Z","1,250 cr","1250"',
    ]
