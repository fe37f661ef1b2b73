"""What a bet is worth, and how its figures are written."""

from fractions import Fraction

import pytest

from bot.engine.banked.odds import BetOdds, how_often, percent


@pytest.mark.parametrize(
    "part, written",
    [
        (Fraction(1, 8), "12.5%"),
        (Fraction(1, 37), "about 2.7%"),
        (Fraction(36, 37), "about 97.3%"),
        (Fraction(2, 3), "about 66.67%"),
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(5, 4), "125%"),
        (Fraction(-1, 40), "−2.5%"),
        (Fraction(-1, 3), "about −33.33%"),
        (Fraction(123), "12,300%"),
    ],
)
def test_a_part_is_written_with_two_decimals_at_most(part: Fraction, written: str):
    assert percent(part) == written


@pytest.mark.parametrize(
    "part, written",
    [
        (Fraction(1, 30_000), "about 0.003%"),
        (Fraction(1, 10**9), "0.0000001%"),
        (Fraction(99_999, 100_000), "99.999%"),
        (Fraction(29_999, 30_000), "about 99.997%"),
        (Fraction(100_001, 100_000), "100.001%"),
        (Fraction(1, 2 * 10**4), "0.005%"),
    ],
)
def test_percent_never_rounds_a_possible_part_to_0_or_100(part: Fraction, written: str):
    assert percent(part) == written


@pytest.mark.parametrize("thousandths", range(1, 1000, 7))
def test_a_part_and_the_rest_always_make_up_the_whole(thousandths: int):
    part = Fraction(thousandths, 1000) + Fraction(5, 100_000)
    written = [Fraction(percent(one).removeprefix("about ").removesuffix("%")) for one in (part, 1 - part)]
    assert sum(written) == 100


@pytest.mark.parametrize(
    "chance, written",
    [
        (Fraction(1, 8), "12.5% of the time"),
        (Fraction(1, 1000), "0.1% of the time"),
        (Fraction(1, 30_000), "once in 30,000 times"),
        (Fraction(7, 10_000_000), "about once in 1,430,000 times"),
        (Fraction(2, 1999), "about 0.1% of the time"),
        (Fraction(2, 2003), "about once in 1,000 times"),
        (Fraction(0), "never"),
        (Fraction(1), "always"),
    ],
)
def test_a_chance_is_so_much_of_the_time_and_a_rare_one_once_in_so_many(chance: Fraction, written: str):
    assert how_often(chance) == written


def test_the_edge_is_what_does_not_come_back():
    bet = BetOdds(key="even", label="Even", pays="1 to 1", chance=Fraction(18, 37), back=Fraction(36, 37))
    assert bet.edge == Fraction(1, 37)
    assert bet.evolve(back=Fraction(11, 10)).edge == Fraction(-1, 10)
