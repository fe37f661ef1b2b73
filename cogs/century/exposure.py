"""What the bank could lose by the tickets on the table together, whatever comes."""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import lcm
from typing import NamedTuple

from cogs.century.options import PICKS, CenturyRules
from cogs.century.payouts import Paying, paying
from cogs.century.state import CenturyState, Ticket

_PART = lcm(*range(1, PICKS[-1] + 1))
"""Parts of a coin in which what a single match costs comes out even."""


class Risk(NamedTuple):
    """What a ticket can cost the bank beyond its stake: in all, and by one match at most (in parts of a coin)."""

    most: int
    a_match: int


@lru_cache(maxsize=4096)
def risk(pays: Paying, picks: int, stake: int) -> Risk:
    """What a ticket of so many numbers can cost the bank."""
    lost = [max(pays.paid(picks, matches, stake) - stake, 0) for matches in range(1, picks + 1)]
    return Risk(max(lost), max(cost * _PART // matches for matches, cost in enumerate(lost, start=1)))


def at_most(rules: CenturyRules, tickets: Iterable[Ticket]) -> int:
    """What the bank would lose if every ticket won its best."""
    pays = paying(rules)
    return sum(risk(pays, len(ticket.numbers), ticket.stake).most for ticket in tickets)


class Exposure:
    """All tickets on the table as the bank looks at them."""

    def __init__(self, rules: CenturyRules, tickets: Iterable[Ticket]) -> None:
        self._tickets, self._rules, self._pays = tuple(tickets), rules, paying(rules)
        self._most = at_most(rules, self._tickets)

    def at_most(self, without: Ticket | None = None) -> int:
        """What all tickets but that one cost the bank if each wins its best: never less than `worst`."""
        return self._most - (self._risk_of(without).most if without else 0)

    def worst(self, without: Ticket | None = None, besides: Sequence[Ticket] = ()) -> int:
        """The most that the bank could lose by all tickets but that one, and by those besides, in smallest coins.

        Exact as long as all their numbers could be drawn together: then all tickets win their best. With more numbers
        it is an upper bound, since the exact one is out of reach (which numbers hit best is a covering problem): each
        match costs at most what the ticket's dearest way to it costs, and the numbers whose matches cost most in all
        are drawn. So a ticket more adds no more than its best payout, but where payouts are capped. What losing tickets
        bring in isn't counted, so any can be taken back.
        """
        costs, bent = list(self._costs), list(self._bent)
        self._add(costs, besides)
        bent += filter(self._is_bent, besides)
        if without is not None:
            self._add(costs, (without,), -1)
            if without in bent:
                bent.remove(without)
        least = (self.at_most(without) + at_most(self._rules, besides)) * _PART
        # With a cap, matches may come to more than a ticket is ever paid: such a one is reckoned with its best payout
        # whatever comes, and the others by their matches. That is a bound for whichever tickets are taken out.
        surely = 0
        while True:
            drawn = sorted(range(len(costs)), key=costs.__getitem__, reverse=True)[: self._rules.draws]
            least = min(least, surely + sum(costs[number] for number in drawn))
            hit = frozenset(drawn)
            over = [ticket for ticket in bent if self._is_over(ticket, hit)]
            if not over:
                return -(-least // _PART)
            surely += sum(self._risk_of(ticket).most for ticket in over) * _PART
            self._add(costs, over, -1)
            bent = [ticket for ticket in bent if not self._is_over(ticket, hit)]

    @cached_property
    def _costs(self) -> list[int]:
        """By number: what its matches cost at most, in parts of a coin."""
        costs = [0] * (self._rules.last + 1)
        self._add(costs, self._tickets)
        return costs

    @cached_property
    def _bent(self) -> tuple[Ticket, ...]:
        return tuple(filter(self._is_bent, self._tickets))

    def _is_bent(self, ticket: Ticket) -> bool:
        """Whether its matches together come to more than it is ever paid."""
        return self._is_over(ticket, frozenset(ticket.numbers))

    def _is_over(self, ticket: Ticket, drawn: frozenset[int]) -> bool:
        most, a_match = self._risk_of(ticket)
        return a_match * len(drawn.intersection(ticket.numbers)) > most * _PART

    def _add(self, costs: list[int], tickets: Iterable[Ticket], times: int = 1) -> None:
        for ticket in tickets:
            cost = self._risk_of(ticket).a_match * times
            for number in ticket.numbers:
                costs[number] += cost

    def _risk_of(self, ticket: Ticket) -> Risk:
        return risk(self._pays, len(ticket.numbers), ticket.stake)


class _Same:
    """A state that is known again by its gamblers being the same object: comparing all their tickets takes longer than
    to look at them anew.
    """

    __slots__ = ("state",)

    def __init__(self, state: CenturyState) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state.gamblers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Same):
            return NotImplemented
        return self.state.gamblers is other.state.gamblers and self.state.deal is other.state.deal


def exposure_of(state: CenturyState) -> Exposure:
    """That of all tickets on the table, worked out once for all seats."""
    return _worked_out(_Same(state))


@lru_cache(maxsize=64)
def _worked_out(same: _Same) -> Exposure:
    return Exposure(same.state.rules, same.state.tickets)
