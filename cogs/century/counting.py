"""What is counted when Century is simulated."""

from collections import Counter

from bot.engine.game import Step
from cogs.century.events import Ended
from cogs.century.odds import bet_name, match_name
from cogs.century.options import PICKS, CenturyRules
from cogs.century.policy import Style
from cogs.century.state import CenturyState

NOTE = (
    "draws: those in which somebody had a ticket; tickets: all of them. picks_5_match_3: tickets of five numbers of "
    "which three were drawn. staked_picks_5 and returned_picks_5: what such tickets staked and were paid in all, the "
    "stake included, in smallest coins. Every player has quick picks of the smallest bet, each with 2 to 10 numbers."
)


def names(_rules: CenturyRules, style: Style) -> tuple[str, ...]:
    """All counters, in the order they are read: of the sizes of tickets that the style plays."""
    sizes = PICKS if style.picks == "spread" else (int(style.picks),)
    return "draws", "tickets", *(name for picks in sizes for name in _names_of(picks))


def _names_of(picks: int) -> tuple[str, ...]:
    bet = bet_name(picks)
    matches = (match_name(picks, matches) for matches in range(picks + 1))
    return f"tickets_{picks}", f"staked_{bet}", f"returned_{bet}", *matches


def count(step: Step[CenturyState], tally: Counter[str]) -> None:
    """Add what a step brought: all is counted when a draw is over."""
    for event in step.events:
        if not isinstance(event, Ended):
            continue
        tally["draws"] += 1
        for ticket in (ticket for seat in event.seats for ticket in seat.tickets):
            picks, bet = len(ticket.numbers), bet_name(len(ticket.numbers))
            tally["tickets"] += 1
            tally[f"tickets_{picks}"] += 1
            tally[f"staked_{bet}"] += ticket.stake
            tally[f"returned_{bet}"] += ticket.paid
            tally[match_name(picks, ticket.matches(event.drawn))] += 1
