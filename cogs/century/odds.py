"""The exact odds of Century: the probability of each number of matches, and its payout."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from bot.engine.banked.odds import BetOdds
from cogs.century.state import PICKS, CenturyRules, paying, terms

NOTE = (
    "Which numbers are on a ticket doesn't matter, only how many. A ticket wins as often as it is paid anything, be it "
    "only its stake."
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
        said.append("By these rules some tickets bring back more than they cost: the players have the better of them.")
    best = rules.min_bet * paying(rules).times(PICKS[-1], PICKS[-1])
    if 0 < rules.payout_cap < best:
        said.append("Even of the smallest bet the best payouts are cut down to the largest that the table pays.")
    return " ".join(said) or None


def _bet(rules: CenturyRules, picks: int) -> BetOdds:
    payouts = {matches: paying(rules).paid(picks, matches, rules.min_bet) for matches in range(picks + 1)}
    chances = {matches: match_probability(rules, picks, matches) for matches in payouts}
    back = sum((chances[matches] * won for matches, won in payouts.items()), Fraction())
    return BetOdds(
        key=bet_name(picks),
        label=f"{picks} numbers",
        pays=terms(rules, picks),
        chance=sum((chances[matches] for matches, won in payouts.items() if won), Fraction()),
        back=back / rules.min_bet,
    )
