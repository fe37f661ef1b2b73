"""How NPCs and simulated players play Century, and the counters of simulated draws.

The style of an NPC sets the number of picks, and luck picks them; simple players have quick picks of the smallest bet.
A shark fills in the ticket with the best payback, the cautious the one that is paid most often, and the reckless hope
for thousands. Nobody hurries a drawing.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from bot.engine.ai.player import Ai, Counting, SimplePlayer
from bot.engine.ai.staking import affords, amount_of, choose_stake
from bot.engine.ai.temper import Style, Temper, happens, some_of
from bot.engine.game import Step
from bot.engine.moves import Amount, Move, Number, Numbers, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.century.odds import bet_name, match_name, match_probability
from cogs.century.state import (
    PICKS,
    CenturyAction,
    CenturyRules,
    CenturyState,
    CenturyView,
    Ended,
    FillIn,
    Finish,
    PlayAgain,
    QuickPick,
)

_COUNTS: Mapping[Style, Sequence[int]] = {"steady": (3, 4, 5), "reckless": (7, 8, 9, 10), "drunk": PICKS}
"""How many numbers somebody likes, each as likely."""
_MORE: Mapping[Style, float] = {"cautious": 0.0, "steady": 0.2, "shark": 0.0, "reckless": 0.8, "drunk": 0.5}
"""How likely somebody fills in another ticket, where they may."""
_SAME_AGAIN: Mapping[Style, float] = {"cautious": 0.7, "steady": 0.5, "shark": 0.2, "reckless": 0.2, "drunk": 0.2}
_OWN_NUMBERS: Mapping[Style, float] = {"cautious": 0.7, "steady": 0.6, "shark": 0.0, "reckless": 0.3, "drunk": 0.5}
"""How likely they write numbers down rather than leave them to chance."""


class Simple(SimplePlayer):
    """The option of a simple player."""

    picks: Literal["spread", "2", "3", "4", "5", "6", "7", "8", "9", "10"] = option(
        "spread",
        "Numbers on a ticket",
        "Numbers on each ticket: every count from 2 to 10 equally often, or always the same count.",
        labels={"spread": "2 to 10, equally often"},
    )


def decide(
    look: Callable[[], CenturyView], moves: Sequence[Move], player: Temper | Simple, rng: Rng, _budget: int
) -> CenturyAction | None:
    """Return the next ticket, the same as last time, or no more; None during the drawing."""
    if find(moves, "go_on") is not None:
        return None
    if isinstance(player, Simple):
        return _smallest_ticket(moves, player, rng)
    view, style = look(), player.style
    me = next(seat for seat in view.seats if seat.seat == view.own)
    if me.tickets and not happens(rng, _MORE[style]):
        return Finish()
    again = find(moves, "again")
    if again and affords(again.price or 0, me.stack, style) and happens(rng, _SAME_AGAIN[style]):
        return PlayAgain()
    own_numbers = happens(rng, _OWN_NUMBERS[style])
    ticket = find(moves, "ticket" if own_numbers else "quick")
    if ticket is None or len(me.tickets) >= view.rules.tickets:
        return Finish()
    return _filled(view.rules, ticket, me.stack, style, rng) or Finish()


def _smallest_ticket(moves: Sequence[Move], player: Simple, rng: Rng) -> CenturyAction:
    """Make a quick pick of the smallest bet, if the table allows another ticket and the bank can pay it."""
    quick = find(moves, "quick")
    stake = amount_of(quick) if quick is not None else None
    if quick is None or stake is None:
        return Finish()
    count = next(field for field in quick.fields if isinstance(field, Number))
    picks = count.low + rng.below(count.high - count.low + 1) if player.picks == "spread" else int(player.picks)
    return QuickPick(count=picks, stake=stake.low) if picks <= count.high else Finish()


def _filled(rules: CenturyRules, ticket: Move, stack: int, style: Style, rng: Rng) -> CenturyAction | None:
    """Fill in a ticket of the size that the style likes, as far as the bank can pay it; None if they can't afford
    one.
    """
    field, stake = next(field for field in ticket.fields if isinstance(field, Numbers | Number)), amount_of(ticket)
    if not isinstance(stake, Amount):
        return None
    low, high = (field.at_least, field.at_most) if isinstance(field, Numbers) else (field.low, field.high)
    able = range(low, high + 1)
    count = min(max(_liked(rules, able, style, rng), low), high)
    if isinstance(field, Number):
        amount = choose_stake(stake, stack, style, rng, beside=count, part=1 / rules.tickets)
        return None if amount is None else QuickPick(count=count, stake=amount)
    numbers = tuple([field.low + at for at in some_of(rng, field.high - field.low + 1, count)])
    amount = choose_stake(stake, stack, style, rng, beside=numbers, part=1 / rules.tickets)
    return None if amount is None else FillIn(numbers=numbers, stake=amount)


def _liked(rules: CenturyRules, able: Sequence[int], style: Style, rng: Rng) -> int:
    match style:
        case "shark":
            return max(able, key=lambda picks: _back(rules, picks))
        case "cautious":
            return max(able, key=lambda picks: _pays(rules, picks))
        case _:
            return rng.pick(_COUNTS[style])


def _back(rules: CenturyRules, picks: int) -> Fraction:
    """Return the average payback of a coin on a ticket of that size, without a cap on payouts."""
    times = rules.paying.times
    return sum((match_probability(rules, picks, at) * times(picks, at) for at in range(picks + 1)), Fraction())


def _pays(rules: CenturyRules, picks: int) -> Fraction:
    """Return the probability that a ticket of that size is paid anything."""
    times = rules.paying.times
    return sum((match_probability(rules, picks, at) for at in range(picks + 1) if times(picks, at)), Fraction())


NOTE = (
    "draws counts the draws with a ticket, and tickets all tickets. picks_5_match_3 counts tickets of five numbers "
    "with three hits. staked_picks_5 and returned_picks_5 are the sums of their stakes and payouts, stakes included, "
    "in smallest coins. Simple players take quick picks of the smallest bet."
)


def names(_rules: CenturyRules, player: Simple) -> tuple[str, ...]:
    """List all counters of the ticket sizes that are played, in reading order."""
    sizes = PICKS if player.picks == "spread" else (int(player.picks),)
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


# the steps of a drawing are for eyes, and change no chance
AI = Ai(decide, Counting(Simple, CenturyRules(drawing="at_once"), lambda _: 9, NOTE, names, count))
