"""What a ticket is paid: the table of seed 001, its columns placed as in rules 4.1."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from bot.engine.speech import listed
from cogs.century.options import CenturyRules

PAYOUTS: Mapping[int, Mapping[int, int]] = {
    2: {1: 1, 2: 5},
    3: {2: 2, 3: 30},
    4: {2: 2, 3: 5, 4: 60},
    5: {3: 2, 4: 10, 5: 200},
    6: {3: 2, 4: 4, 5: 50, 6: 800},
    7: {3: 1, 4: 2, 5: 20, 6: 400, 7: 2000},
    8: {4: 2, 5: 10, 6: 100, 7: 1500, 8: 5000},
    9: {4: 1, 5: 5, 6: 40, 7: 200, 8: 2000, 9: 5000},
    10: {5: 5, 6: 20, 7: 100, 8: 500, 9: 2000, 10: 5000},
}
"""By how many numbers a ticket has, and how many of them are drawn: the payout for each coin staked."""


class Paying(NamedTuple):
    """What of the house rules decides what a ticket is paid.

    A payout holds the stake, or with `is_profit` comes on top of it (rules 4.2): then a payout of 1 brings twice the
    stake. `cap` is the most that a ticket is paid in all, in smallest coins; 0 is none.
    """

    is_profit: bool
    cap: int

    def times(self, picks: int, matches: int) -> int:
        """What is paid in all for each coin staked, but for the cap."""
        payout = PAYOUTS[picks].get(matches, 0)
        return payout + self.is_profit if payout else 0

    def paid(self, picks: int, matches: int, stake: int) -> int:
        """All that a ticket of so many numbers is paid for so many matches, in smallest coins."""
        whole = stake * self.times(picks, matches)
        return min(whole, self.cap) if self.cap else whole


def paying(rules: CenturyRules) -> Paying:
    return Paying(rules.payout == "profit", rules.payout_cap)


def told(picks: int) -> str:
    """What a ticket of so many numbers pays, as in "2 pay 2 and 3 pay 30 times the stake"."""
    each = (f"{matches} {'pays' if matches == 1 else 'pay'} {times:,}" for matches, times in PAYOUTS[picks].items())
    return f"{listed(each)} times the stake"


def terms(rules: CenturyRules, picks: int) -> str:
    """The same, and whether the stake comes back besides, and what no payout exceeds by the cap of the table."""
    pays = f"{told(picks)}, and the stake comes back" if rules.payout == "profit" else told(picks)
    if not cuts(rules, picks):
        return pays
    most = f"{float(Fraction(rules.payout_cap, rules.min_bet)):,.2f}".rstrip("0").rstrip(".")
    return f"{pays}, at most {most} times the smallest bet; of a larger bet less may come back"


def cuts(rules: CenturyRules, picks: int) -> bool:
    """Whether the cap is below the best payout of some stake on so many numbers."""
    return 0 < rules.payout_cap < rules.largest * paying(rules).times(picks, picks)
