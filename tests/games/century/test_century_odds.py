"""The exact odds of Century, held against the books, against counting by hand, and against its own rules."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from bot.engine.options import with_options
from cogs.century.odds import NOTE, bets, exact, match_probability, oddities
from cogs.century.state import PICKS, PRESETS, CenturyRules

PRINTED = CenturyRules()
KENO = CenturyRules(pool="80")


def in_percent(part: Fraction, places: int) -> float:
    return round(float(part * 100), places)


def back(rules: CenturyRules) -> dict[int, Fraction]:
    return {picks: bet.back for picks, bet in zip(PICKS, bets(rules), strict=True)}


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_each_ticket_has_some_number_of_matches(rules: CenturyRules):
    chances = exact(rules)
    for picks in PICKS:
        assert sum(chances[f"picks_{picks}_match_{matches}"] for matches in range(picks + 1)) == 1
    assert len(chances) == sum(picks + 1 for picks in PICKS)


@pytest.mark.parametrize("picks, matches", [(2, 0), (2, 1), (2, 2), (3, 1), (3, 3)])
def test_exact_odds_match_a_count_of_all_tickets(picks: int, matches: int):
    """All tickets of so many numbers against the draw of 1 to 20."""
    tickets = list(combinations(range(1, 81), picks))
    hits = sum(sum(number <= 20 for number in ticket) == matches for ticket in tickets)
    assert match_probability(KENO, picks, matches) == Fraction(hits, len(tickets))


def test_printed_odds_are_those_of_eighty_numbers():
    """All ten numbers of a ticket: 20 of 100 for the first, then 19 of 99 for the second, and so on."""
    chance = Fraction(1)
    for at in range(10):
        chance *= Fraction(20 - at, 100 - at)
    assert exact(PRINTED)["picks_10_match_10"] == chance
    # Seed 001 says 38, 6, 14 and less than 2 percent (rules 4.3).
    chances = exact(KENO)
    names = ("picks_2_match_1", "picks_2_match_2", "picks_3_match_2", "picks_3_match_3")
    assert [in_percent(chances[name], 1) for name in names] == [38.0, 6.0, 13.9, 1.4]
    chances = exact(PRINTED)
    assert in_percent(chances["picks_2_match_1"], 1) == 32.3
    assert in_percent(chances["picks_2_match_2"], 2) == 3.84
    assert in_percent(chances["picks_3_match_2"], 2) == 9.40
    assert in_percent(chances["picks_3_match_3"], 3) == 0.705


def test_payback_and_payouts_are_those_of_the_table():
    assert [in_percent(end(back(PRINTED).values()), 0) for end in (min, max)] == [19, 52]
    assert [in_percent(end(back(KENO).values()), 0) for end in (min, max)] == [42, 85]
    one, both = Fraction(20 * 80, comb(100, 2)), Fraction(comb(20, 2), comb(100, 2))
    bet = bets(PRINTED)[0]
    assert (bet.key, bet.label, bet.chance, bet.back) == ("picks_2", "2 numbers", one + both, one + 5 * both)
    profit = bets(CenturyRules(payout="profit"))[0]
    assert (profit.chance, profit.back) == (one + both, 2 * one + 6 * both)
    assert bets(PRINTED)[1].pays == "2 matches pay 2 and 3 pay 30 times the stake"
    assert bets(CenturyRules(payout="profit"))[1].pays == (
        "2 matches pay 2 and 3 pay 30 times the stake, and the stake comes back"
    )


@pytest.mark.parametrize(
    "options, said",
    [
        ({"payout_cap": 150}, ", at most 30 times the smallest bet; a larger bet may return less"),
        ({"payout_cap": 25_000}, ", at most 5,000 times the smallest bet; a larger bet may return less"),
        ({"payout_cap": 152}, ", at most 30.4 times the smallest bet; a larger bet may return less"),
        ({"payout_cap": 150, "max_bet": 5}, ""),
        ({"payout_cap": 150, "max_bet": 6}, ", at most 30 times the smallest bet; a larger bet may return less"),
    ],
    ids=str,
)
def test_capped_payouts_are_described_with_the_cap(options: dict[str, int], said: str):
    """Three of three pay thirty times the stake."""
    assert bets(with_options(PRINTED, options))[1].pays == f"2 matches pay 2 and 3 pay 30 times the stake{said}"


def test_caps_profits_and_draws_change_the_payback():
    assert "cap" not in NOTE
    assert all("at most" not in bet.pays for bet in bets(PRINTED))
    for plain, profit in zip(bets(PRINTED), bets(CenturyRules(payout="profit")), strict=True):
        assert profit.back == plain.back + plain.chance
    # 150 is thirty times 5: three of three are paid in full, four of four half.
    capped = with_options(PRINTED, {"payout_cap": 150})
    assert back(capped)[3] == back(PRINTED)[3]
    assert back(capped)[4] == back(PRINTED)[4] - 30 * match_probability(PRINTED, 4, 4)
    few, many = (back(with_options(PRINTED, {"draws": draws})) for draws in (20, 30))
    assert all(few[picks] < many[picks] for picks in PICKS)


def test_odd_paybacks_and_caps_are_noted():
    assert oddities(PRINTED) is None
    assert oddities(CenturyRules(pool="80", draws=30)) == (
        "With these rules some tickets return more than they cost, so the house loses money on them on average."
    )
    assert oddities(CenturyRules(payout_cap=25_000)) is None
    assert oddities(CenturyRules(payout_cap=24_999)) == (
        "The house rule “Largest payout” cuts the best payouts, even for the smallest bet."
    )


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_nothing_is_odd_about_the_usual_house_rules(rules: CenturyRules):
    assert oddities(rules) is None
