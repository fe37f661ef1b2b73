"""Which stakes the bank can take, and what it should hold."""

from functools import lru_cache
from itertools import takewhile

from bot.engine.banked.limits import ENDLESS
from cogs.century.options import PICKS, CenturyRules
from cogs.century.payouts import Paying, paying

USUAL_WINS = 20
"""How many of the best payouts the usual bank could pay."""


def largest_stakes(rules: CenturyRules, room: int, highest: int) -> tuple[int, ...]:
    """The largest stakes up to `highest` on two numbers, three, and so on, so that the bank loses at most `room` by
    such a ticket or by one of a smaller stake; only for as many numbers as it could pay the smallest bet on.
    """
    return _largest_stakes(paying(rules), rules.min_bet, room, highest)


@lru_cache(maxsize=4096)
def _largest_stakes(pays: Paying, low: int, room: int, highest: int) -> tuple[int, ...]:
    # The more numbers, the more the best payout: what the bank can't pay for some it can't for more.
    stakes = (_largest(pays, picks, low, room, highest) for picks in PICKS)
    return tuple(takewhile(lambda stake: stake >= low, stakes))


def _largest(pays: Paying, picks: int, low: int, room: int, highest: int) -> int:
    times = pays.times(picks, picks)
    # With a cap the bank loses most by the stake that just reaches it, and less by a larger one.
    turn = pays.cap // times if pays.cap else highest
    costliest = max(_cost(pays, picks, min(max(stake, low), highest)) for stake in (turn, turn + 1))
    return highest if costliest <= room else min(room // (times - 1), highest)


def _cost(pays: Paying, picks: int, stake: int) -> int:
    return max(pays.paid(picks, picks, stake) - stake, 0)


def usual_bank(rules: CenturyRules) -> int:
    """Twenty of the best payouts of the largest bet, or of the smallest where only the bank limits them."""
    best = paying(rules).paid(PICKS[-1], PICKS[-1], rules.max_bet or rules.min_bet)
    return min(USUAL_WINS * best, ENDLESS)


def least_bank(rules: CenturyRules) -> int:
    """What pays for the smallest bet on a ticket of two numbers."""
    return _cost(paying(rules), PICKS[0], rules.min_bet)
