"""The luck of each Century player: all tickets of a seat together, exact even if they share numbers."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from bot.engine.game import Deal
from bot.engine.luck import Seen, Stroke
from cogs.century.state import CenturyCarry, CenturyRules, Ended, Paying, Ticket, paying

_KEPT = 4096


class Drawing(NamedTuple):
    """What of the house rules decides what tickets are worth."""

    paying: Paying
    last: int
    draws: int


def strokes(seen: Iterable[Seen], deal: Deal[CenturyRules, CenturyCarry]) -> Iterator[Stroke]:
    """Yield the result of each seat with tickets."""
    for step in seen:
        for event in step.events:
            if isinstance(event, Ended):
                for seat in event.seats:
                    if seat.tickets:
                        yield _draw(seat.seat, seat.tickets, deal.rules)


def _draw(seat: int, tickets: tuple[Ticket, ...], rules: CenturyRules) -> Stroke:
    by = Drawing(paying(rules), rules.last, rules.draws)
    gain = sum(ticket.paid - ticket.stake for ticket in tickets)
    back = sum((back_of(by, len(ticket.numbers), ticket.stake) for ticket in tickets), Fraction())
    squares = sum((both_back(by, *_pair(one, other)) for one in tickets for other in tickets), Fraction())
    staked = sum(ticket.stake for ticket in tickets)
    return Stroke(seat, "bet", Fraction(gain), back - staked, squares - back**2)


def _pair(one: Ticket, other: Ticket) -> tuple[int, int, int, int, int]:
    common = len(set(one.numbers) & set(other.numbers))
    return common, len(one.numbers), len(other.numbers), one.stake, other.stake


@lru_cache(maxsize=_KEPT)
def back_of(by: Drawing, picks: int, stake: int) -> Fraction:
    """Return the average payout of a ticket."""
    found = sum(
        comb(by.draws, hits) * comb(by.last - by.draws, picks - hits) * by.paying.paid(picks, hits, stake)
        for hits in range(picks + 1)
    )
    return Fraction(found, comb(by.last, picks))


@lru_cache(maxsize=_KEPT)
def both_back(by: Drawing, common: int, picks: int, others: int, stake: int, other_stake: int) -> Fraction:
    """Return the average product of two tickets' payouts, with `common` numbers on both."""
    paid, rest = by.paying.paid, by.last - picks - others + common
    products = 0
    for shared in range(common + 1):
        for own in range(picks - common + 1):
            if not (won := paid(picks, shared + own, stake)):
                continue
            for their in range(others - common + 1):
                left = by.draws - shared - own - their
                if 0 <= left <= rest:
                    ways = comb(common, shared) * comb(picks - common, own) * comb(others - common, their)
                    products += ways * comb(rest, left) * won * paid(others, shared + their, other_stake)
    return Fraction(products, comb(by.last, by.draws))
