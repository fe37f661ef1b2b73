"""What the bank could lose by the tickets on the table together, whatever comes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import chain
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
        self._tickets, self._pays, self._draws = tuple(tickets), paying(rules), rules.draws
        self._most = at_most(rules, self._tickets)

    @cached_property
    def _each(self) -> Mapping[int, int]:
        """How many tickets have each number."""
        return Counter(chain.from_iterable(ticket.numbers for ticket in self._tickets))

    @cached_property
    def _risks(self) -> tuple[Risk, ...]:
        """Of the tickets, those whose matches cost most first."""
        return tuple(sorted(map(self._risk_of, self._tickets), key=lambda one: one.a_match, reverse=True))

    def at_most(self, without: Ticket | None = None) -> int:
        """What all tickets but that one cost the bank if each wins its best: never less than `worst`."""
        return self._most - (self._risk_of(without).most if without else 0)

    def worst(self, without: Ticket | None = None) -> int:
        """The most that the bank could lose by all tickets but that one, in smallest coins.

        Exact as long as all their numbers could be drawn together: then all tickets win their best. With more numbers
        it is an upper bound, since the exact one is out of reach (which numbers hit best is a covering problem): the
        draw brings at most so many matches as the numbers that most tickets have, and a match costs at most what the
        ticket's dearest way to it costs. What losing tickets bring in isn't counted, so any can be taken back.
        """
        matches, lost = self._most_matches(without), 0
        left_out = self._risk_of(without) if without else None
        for one in self._risks:
            if one == left_out:
                left_out = None
            elif matches > 0 < one.a_match:
                lost += min(one.most * _PART, one.a_match * matches)
                matches -= one.most * _PART // one.a_match
        return -(-lost // _PART)

    def _most_matches(self, without: Ticket | None) -> int:
        """How many matches a draw brings at most: it hits the numbers that most tickets have."""
        fewer = without.numbers if without else ()
        counts = (count - (number in fewer) for number, count in self._each.items())
        return sum(sorted(counts, reverse=True)[: self._draws])

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
