"""What the bank could lose by the tickets on the table, and so which stakes it can take."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, takewhile
from math import lcm
from typing import NamedTuple

from bot.engine.banked import ENDLESS
from cogs.century.options import PICKS, CenturyRules
from cogs.century.payouts import Paying, paying
from cogs.century.state import Ticket

_PART = lcm(*range(1, PICKS[-1] + 1))
"""Parts of a coin in which what a single match costs comes out even."""
USUAL_WINS = 20
"""How many of the best payouts the usual bank could pay."""


class Risk(NamedTuple):
    """What a ticket can cost the bank beyond its stake: in all, and by one match at most (in parts of a coin)."""

    most: int
    a_match: int


@lru_cache(maxsize=4096)
def risk(pays: Paying, picks: int, stake: int) -> Risk:
    """What a ticket of so many numbers can cost the bank."""
    lost = [max(pays.paid(picks, matches, stake) - stake, 0) for matches in range(1, picks + 1)]
    return Risk(max(lost), max(cost * _PART // matches for matches, cost in enumerate(lost, start=1)))


def exposure(rules: CenturyRules, tickets: Iterable[Ticket]) -> int:
    """The most that the bank could lose by these tickets together, in smallest coins.

    Exact as long as all their numbers could be drawn together: then all tickets win their best. With more numbers than
    that it is an upper bound, since the exact one is out of reach (which numbers hit best is a covering problem): the
    draw brings at most so many matches as the numbers that most tickets have, and a match costs at most what the
    ticket's dearest way to it costs. What losing tickets bring in isn't counted, so a ticket can always be taken back.
    """
    held, pays = tuple(tickets), paying(rules)
    each = Counter(chain.from_iterable(ticket.numbers for ticket in held))
    matches = sum(sorted(each.values(), reverse=True)[: rules.draws])
    risks = (risk(pays, len(ticket.numbers), ticket.stake) for ticket in held)
    lost = 0
    for most, a_match in sorted((one for one in risks if one.most), key=lambda one: one.a_match, reverse=True):
        if matches <= 0:
            break
        lost += min(most * _PART, a_match * matches)
        matches -= most * _PART // a_match
    return -(-lost // _PART)


def at_most(rules: CenturyRules, tickets: Iterable[Ticket]) -> int:
    """What the bank would lose if every ticket won its best: never less than `exposure`, and quickly found."""
    pays = paying(rules)
    return sum(risk(pays, len(ticket.numbers), ticket.stake).most for ticket in tickets)


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
