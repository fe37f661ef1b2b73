"""The exact odds of Century: the probability of each number of matches, and its payout; and the luck of each player."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from bot.engine.banked.odds import BetOdds
from bot.engine.game import Deal, Event
from bot.engine.luck import Stroke
from cogs.century.state import PICKS, CenturyCarry, CenturyRules, Ended, Paying, Ticket, terms

NOTE = (
    "All numbers are equally likely, so only the count of numbers on a ticket matters. A ticket wins if it is paid "
    "anything, even if that is only its stake."
)


def note(_rules: CenturyRules) -> str:
    """Explain the figures: they are the same by all house rules."""
    return NOTE


def match_name(picks: int, matches: int) -> str:
    """Name the counter of tickets of `picks` numbers with that many matches."""
    return f"picks_{picks}_match_{matches}"


def bet_name(picks: int) -> str:
    """Name the bet on a ticket of that size."""
    return f"picks_{picks}"


def match_probability(rules: CenturyRules, picks: int, matches: int) -> Fraction:
    """Return the probability of exactly that many matches on a ticket; all draws are equally likely."""
    ways = comb(rules.draws, matches) * comb(rules.last - rules.draws, picks - matches)
    return Fraction(ways, comb(rules.last, picks))


def exact(rules: CenturyRules) -> Mapping[str, Fraction]:
    """Return the probability of each number of matches by ticket size, keyed by the names of the counters."""
    return {
        match_name(picks, matches): match_probability(rules, picks, matches)
        for picks in PICKS
        for matches in range(picks + 1)
    }


def bets(rules: CenturyRules) -> tuple[BetOdds, ...]:
    """Return a bet for each ticket size, each of the smallest stake."""
    return tuple(_bet(rules, picks) for picks in PICKS)


def oddities(rules: CenturyRules) -> str | None:
    """Return a warning about house rules with surprising odds, or None."""
    said: list[str] = []
    if any(bet.edge < 0 for bet in bets(rules)):
        said.append(
            "With these rules some tickets return more than they cost, so the house loses money on them on average."
        )
    best = rules.min_bet * rules.paying.times(PICKS[-1], PICKS[-1])
    if 0 < rules.payout_cap < best:
        said.append("The house rule “Largest payout” cuts the best payouts, even for the smallest bet.")
    return " ".join(said) or None


def _bet(rules: CenturyRules, picks: int) -> BetOdds:
    payouts = {matches: rules.paying.paid(picks, matches, rules.min_bet) for matches in range(picks + 1)}
    chances = {matches: match_probability(rules, picks, matches) for matches in payouts}
    back = sum((chances[matches] * won for matches, won in payouts.items()), Fraction())
    return BetOdds(
        key=bet_name(picks),
        label=f"{picks} numbers",
        pays=terms(rules, picks),
        chance=sum((chances[matches] for matches, won in payouts.items() if won), Fraction()),
        back=back / rules.min_bet,
    )


_KEPT = 4096


class Drawing(NamedTuple):
    """What of the house rules decides what tickets are worth."""

    paying: Paying
    last: int
    draws: int


def strokes(events: Iterable[Event], deal: Deal[CenturyRules, CenturyCarry]) -> Iterator[Stroke]:
    """Yield every ticket: each is a bet."""
    for event in events:
        if isinstance(event, Ended):
            for seat in event.seats:
                yield from _draw(seat.seat, seat.tickets, deal.rules)


def _draw(seat: int, tickets: tuple[Ticket, ...], rules: CenturyRules) -> Iterator[Stroke]:
    by = Drawing(rules.paying, rules.last, rules.draws)
    backs = [back_of(by, len(ticket.numbers), ticket.stake) for ticket in tickets]
    for ticket, back in zip(tickets, backs, strict=True):
        products = sum((both_back(by, *_pair(ticket, other)) for other in tickets), Fraction())
        gain = Fraction(ticket.paid - ticket.stake)
        yield Stroke(seat, "bet", gain, back - ticket.stake, products - back * sum(backs))


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
