"""What is counted in Century fits the exact odds of its tickets."""

from collections import Counter

import pytest

from cogs.century.odds import bets, exact, match_probability
from cogs.century.state import PICKS, CenturyRules
from tests.simulation.counts import counted

DRAWS = 500
"""Of nine tickets each."""


@pytest.fixture(scope="module")
def counts() -> Counter[str]:
    return counted("century", DRAWS)


def off(count: int, mean: float, variance: float) -> float:
    """By how many standard errors a count is off."""
    return abs(count - mean) / variance**0.5


def test_every_size_of_ticket_is_played_about_as_often(counts: Counter[str]):
    assert (counts["draws"], counts["tickets"]) == (DRAWS, 9 * DRAWS)
    for picks in PICKS:
        assert off(counts[f"tickets_{picks}"], DRAWS, DRAWS * 8 / 9) < 5
        assert counts[f"staked_picks_{picks}"] == 5 * counts[f"tickets_{picks}"]


@pytest.mark.parametrize("name", exact(CenturyRules()))
def test_numbers_match_as_often_as_the_odds_say(counts: Counter[str], name: str):
    chance = float(exact(CenturyRules())[name])
    tickets = counts[f"tickets_{name.split('_')[1]}"]
    assert off(counts[name], tickets * chance, tickets * chance * (1 - chance)) < 5


@pytest.mark.parametrize("picks", PICKS)
def test_simulated_century_returns_fit_the_exact_ones(counts: Counter[str], picks: int):
    """The variance is that of the exact distribution: of a ticket whose best payouts are rare it is large."""
    rules, tickets = CenturyRules(), counts[f"tickets_{picks}"]
    pays = [rules.paying.paid(picks, matches, rules.min_bet) for matches in range(picks + 1)]
    chances = [float(match_probability(rules, picks, matches)) for matches in range(picks + 1)]
    mean = sum(chance * won for chance, won in zip(chances, pays, strict=True))
    variance = sum(chance * won * won for chance, won in zip(chances, pays, strict=True)) - mean**2
    assert mean == pytest.approx(rules.min_bet * float(bets(rules)[picks - PICKS[0]].back))
    assert off(counts[f"returned_picks_{picks}"], tickets * mean, tickets * variance) < 5


def test_one_size_alone_can_be_played():
    counts = counted("century", 40, "picks=3", "pool=80", seats=4)
    assert list(counts) == [
        *("draws", "tickets", "tickets_3", "staked_picks_3", "returned_picks_3"),
        *(f"picks_3_match_{matches}" for matches in range(4)),
    ]
    assert counts["tickets_3"] == 160
    assert sum(counts[f"picks_3_match_{matches}"] for matches in range(4)) == 160


def test_all_tickets_that_the_table_allows_are_filled_in():
    assert counted("century", 10, "tickets=5", seats=2)["tickets"] == 100


def test_tickets_that_no_bank_could_pay_are_not_played():
    """Five thousand times the largest of smallest bets is more than an account holds."""
    counts = counted("century", 5, f"min_bet={10**12}", "picks=10")
    assert counts["tickets"] == counts["draws"] == 0
    assert counted("century", 5, f"min_bet={10**12}", "picks=2")["tickets"] > 0
