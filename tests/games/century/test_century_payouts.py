"""What a ticket of Century is paid: every row of the table, and the choices that change it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from cogs.century.state import PAYOUTS, PICKS, describe_payouts
from tests.games.century.century_table import Table

BOOK = """
2: 1 1, 2 5
3: 2 2, 3 30
4: 2 2, 3 5, 4 60
5: 3 2, 4 10, 5 200
6: 3 2, 4 4, 5 50, 6 800
7: 3 1, 4 2, 5 20, 6 400, 7 2000
8: 4 2, 5 10, 6 100, 7 1500, 8 5000
9: 4 1, 5 5, 6 40, 7 200, 8 2000, 9 5000
10: 5 5, 6 20, 7 100, 8 500, 9 2000, 10 5000
"""
"""Numbers on a ticket, and for how many matches it is paid how much (rules 4.1)."""


def rows() -> Iterator[tuple[int, int, int]]:
    """(numbers, matches, payout) of every ticket and every number of matches, those that pay nothing too."""
    for line in BOOK.strip().splitlines():
        picks, _, pays = line.partition(":")
        payouts = {matches: int(payout) for matches, payout in map(str.split, pays.split(","))}
        for matches in range(int(picks) + 1):
            yield int(picks), matches, payouts.get(str(matches), 0)


ROWS = [pytest.param(*row, id=f"{row[1]} of {row[0]}") for row in rows()]


def played(picks: int, matches: int, stake: int, **options: Any) -> Table:
    """Play a draw in which Han has a ticket of `picks` numbers and that many matches."""
    mine = range(1, picks + 1)
    table = Table("Han", **options).gives(" ".join(map(str, mine[:matches])))
    return table.ticket("Han", " ".join(map(str, mine)), stake)


@pytest.mark.parametrize("picks, matches, payout", ROWS)
def test_a_payout_is_all_that_is_paid(picks: int, matches: int, payout: int):
    """A payout of 1 is the stake back (rules 4.2)."""
    table = played(picks, matches, 20)
    assert table.paid("Han") == [20 * payout]
    assert table.nets == {"Han": 20 * payout - 20}


@pytest.mark.parametrize("picks, matches, payout", ROWS)
def test_payout_as_profit_comes_on_top_of_the_stake(picks: int, matches: int, payout: int):
    """Then 1 doubles the stake; where nothing is paid the stake is lost all the same."""
    table = played(picks, matches, 20, payout="profit")
    assert table.nets == {"Han": 20 * payout if payout else -20}


@pytest.mark.parametrize("picks, matches, payout", ROWS)
def test_payout_is_cut_down_to_the_cap(picks: int, matches: int, payout: int):
    assert played(picks, matches, 20, payout_cap=300).paid("Han") == [min(20 * payout, 300)]


def test_cap_holds_for_each_ticket_and_all_variants_pay_alike():
    assert played(3, 3, 20, payout_cap=300, payout="profit").paid("Han") == [300]
    table = Table("Han", tickets=2, payout_cap=300).gives("1 2 3").ticket("Han", "1 2 3", 20).ticket("Han", "1 2 3", 20)
    assert table.paid("Han") == [300, 300]
    assert played(5, 4, 20, pool="80").paid("Han") == played(5, 4, 20, draws=30).paid("Han") == [200]


def test_more_matches_never_pay_less():
    for payouts in PAYOUTS.values():
        assert all(fewer <= more for fewer, more in pairwise(payouts[matches] for matches in sorted(payouts)))
    # The bank's bounds rest on it: what it can't pay for some numbers it can't for more.
    best = [PAYOUTS[picks][picks] for picks in PICKS]
    assert best == sorted(best)
    for picks, payouts in PAYOUTS.items():
        assert sorted(payouts) == list(range(min(payouts), picks + 1))
    assert describe_payouts(2) == "1 pays 1 and 2 pay 5 times the stake"
    assert describe_payouts(7) == "3 pay 1, 4 pay 2, 5 pay 20, 6 pay 400 and 7 pay 2,000 times the stake"
