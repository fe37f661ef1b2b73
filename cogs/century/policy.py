"""The styles that play Century in simulations, and their counters: quick picks of the smallest bet."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.frozen import Frozen
from bot.engine.game import Step
from bot.engine.moves import Amount, Move, Number, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.century.odds import bet_name, match_name
from cogs.century.state import (
    PICKS,
    CenturyAction,
    CenturyRules,
    CenturyState,
    CenturyView,
    Ended,
    Finish,
    GoOn,
    QuickPick,
)

SEATS = 9
RULES = CenturyRules(drawing="at_once")
"""As printed; the steps of a drawing are for eyes, and change no chance."""


class Style(Frozen):
    """What distinguishes one player from another."""

    picks: Literal["spread", "2", "3", "4", "5", "6", "7", "8", "9", "10"] = option(
        "spread",
        "Numbers on a ticket",
        "How many numbers a ticket has: each count from 2 to 10 as often as the others, or always one.",
        labels={"spread": "2 to 10, each as often"},
    )


def choose(_: Callable[[], CenturyView], moves: Sequence[Move], style: Style, rng: Rng) -> CenturyAction:
    """Choose as many quick picks of the smallest bet as the table allows, if the bank can pay them."""
    if find(moves, "go_on"):
        return GoOn()
    quick = find(moves, "quick")
    if quick is None:
        return Finish()
    count = next(field for field in quick.fields if isinstance(field, Number))
    stake = next(field for field in quick.fields if isinstance(field, Amount))
    picks = count.low + rng.below(count.high - count.low + 1) if style.picks == "spread" else int(style.picks)
    return QuickPick(count=picks, stake=stake.low) if picks <= count.high else Finish()


NOTE = (
    "draws: those in which somebody had a ticket; tickets: all of them. picks_5_match_3: tickets of five numbers of "
    "which three were drawn. staked_picks_5 and returned_picks_5: what such tickets staked and were paid in all, the "
    "stake included, in smallest coins. Every player has quick picks of the smallest bet, each with 2 to 10 numbers."
)


def names(_rules: CenturyRules, style: Style) -> tuple[str, ...]:
    """List all counters in reading order, for the ticket sizes that the style plays."""
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
