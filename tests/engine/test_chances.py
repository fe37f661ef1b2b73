"""Estimates of the chance to win: what they come to, how far they may be off, and how they are written."""

from math import exp, lgamma, sqrt
from math import log as log_of

import pytest

from bot.engine.rng import SeededRng
from bot.engine.win_chance import IN_95_OF_100, Estimate, WinChances, in_percent, win_chances


def of(*topped: int, is_exact: bool = False) -> WinChances:
    return win_chances("a pair", len(topped) - 2, topped, is_exact=is_exact)


def test_tie_counts_as_a_share_and_exact_chances_have_no_error():
    found = of(40, 30, 20, 10, is_exact=True)
    assert (found.win.value, found.tie.value, found.deals) == (0.3, 0.3, 100)
    assert found.share.value == pytest.approx(0.3 + 0.2 / 2 + 0.1 / 3)
    found = of(1, 2, 0, is_exact=True)
    assert (found.win.error, found.tie.error, found.share.error) == (0, 0, 0)


def test_error_of_a_sample_is_its_standard_error_and_never_zero():
    found = of(5000, 5000, 0)
    assert found.win.error == pytest.approx(sqrt(0.25 / 10_000), rel=0.001)
    assert found.win.margin == pytest.approx(IN_95_OF_100 * found.win.error)
    never = of(1000, 0, 0)
    assert never.win.value == 0
    assert 1 / 1000 < never.win.margin < 5 / 1000
    assert of(0, 1000, 0).win.error == pytest.approx(never.win.error)
    with pytest.raises(ValueError, match="no deal was gone through"):
        of(0, 0, 0)


def test_true_chance_lies_within_the_margin_19_times_in_20():
    """Five hundred samples of 200 deals each, of which three in ten are won and as many shared by two."""
    rng, within, samples, deals = SeededRng("margins"), 0, 500, 200
    for _ in range(samples):
        drawn = [rng.below(10) for _ in range(deals)]
        won, shared = sum(face < 3 for face in drawn), sum(3 <= face < 6 for face in drawn)
        found = of(deals - won - shared, won, shared)
        within += abs(found.share.value - 0.45) <= found.share.margin
    assert abs(within - 0.95 * samples) < 5 * sqrt(0.95 * 0.05 * samples)


@pytest.mark.parametrize(
    "value, margin, written",
    [
        (0.613, 0.0444, "61.3% ± 4.5%"),
        (0.613, 0.01, "61.3% ± 1.0%"),
        (0.6134, 0.01, "61.3% ± 1.1%"),
        (0.6, 0.0031, "60.0% ± 0.4%"),
        (0.0, 0.0009, "0.0% ± 0.1%"),
        (0.613, 0.0, "61.3%"),
        (0.5, 0.0, "50%"),
        (0.0, 0.0, "0%"),
        (1.0, 0.0, "100%"),
        (0.0001, 0.0, "under 0.1%"),
        (0.9999, 0.0, "over 99.9%"),
    ],
)
def test_figures_have_one_decimal_and_their_margins_are_rounded_up(value: float, margin: float, written: str):
    assert in_percent(Estimate(value=value, error=margin / IN_95_OF_100)) == written


def test_true_chance_lies_within_the_written_margin_19_times_in_20():
    """Also where rounding moves the figure: of all that samples of 10,000 deals may come to, weighed by how often."""
    deals = 10_000
    for truth in (0.0213, 0.391, 0.451):
        within = 0.0
        for won in range(deals + 1):
            log = lgamma(deals + 1) - lgamma(won + 1) - lgamma(deals - won + 1)
            often = exp(log + won * log_of(truth) + (deals - won) * log_of(1 - truth))
            if often > 1e-9:
                figure, margin = map(float, in_percent(of(deals - won, won, 0).win).replace("%", "").split(" ± "))
                within += often * (abs(figure / 100 - truth) <= margin / 100 + 1e-12)
        assert within >= 0.949, truth
