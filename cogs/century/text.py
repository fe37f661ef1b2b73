"""Century in words: the table, and what happens."""

from collections.abc import Iterable, Sequence

from bot.engine.panel import Panel, SeatLine
from bot.engine.speech import Voice, counted, listed
from cogs.century.events import (
    CenturyEvent,
    Closed,
    Drawn,
    Ended,
    Filled,
    Finished,
    Opened,
    PlayedAgain,
    TookBack,
)
from cogs.century.options import PICKS, CenturyRules
from cogs.century.result import NOTHING_DRAWN, result, won
from cogs.century.rulebook import rules_pages
from cogs.century.slips import slips, while_drawing
from cogs.century.state import CenturyView, SeatView, Ticket

__all__ = ["panel", "rules_pages", "stakes", "tell"]

MOST_CHARACTERS = 2600
"""Of heading, status, a line a seat and the result, names included: the rest of a message is for what happened."""
_DRAWING = "20 of 20 drawn Now **** Before "
MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""


def panel(view: CenturyView, voice: Voice) -> Panel:
    """The table as it stands."""
    is_over = view.phase == "over"
    heading, status = _heading(view), _status(view, voice)
    shown = result(view.drawn, view.seats, voice) if is_over else None
    seats = {seat.seat: _seat_text(seat, voice, is_over=is_over) for seat in view.seats}
    tickets = slips(view, voice, _room(view, voice, (heading, *status, shown or "", *seats.values())))
    return Panel(
        heading=heading,
        status=status,
        seats=tuple(SeatLine(seat=seat, cards=tickets[seat], text=text) for seat, text in seats.items()),
        result=shown,
    )


def _room(view: CenturyView, voice: Voice, others: Iterable[str]) -> int:
    """Characters that tickets may take beside all else. The same during a drawing, and none after it where there wasn't
    enough then: so no ticket goes back and forth between two ways to be told.
    """
    names = sum(len(voice.name(seat.seat)) for seat in view.seats)
    left = MOST_CHARACTERS - names - sum(map(len, others))
    if view.phase == "tickets":
        return left
    # Each seat as it was while the numbers came, and all numbers that may come.
    before = (_seat_text(seat.evolve(stack=seat.stack - won(seat)), voice, is_over=False) for seat in view.seats)
    drawing = MOST_CHARACTERS - names - sum(map(len, before)) - len(_DRAWING) - view.draws * len("100, ")
    return drawing if view.phase == "drawing" else left if while_drawing(view) <= drawing else 0


def _heading(view: CenturyView) -> str:
    match view.phase:
        case "tickets":
            return "Tickets"
        case "drawing":
            return f"{len(view.drawn)} of {view.draws} drawn"
        case "over":
            return "All drawn" if view.drawn else "Nothing drawn"


def _status(view: CenturyView, voice: Voice) -> tuple[str, ...]:
    """What can be filled in and what the bank holds; or the numbers, those that came last in bold and named as such."""
    if view.phase != "drawing":
        bank = "The bank is endless." if view.bank is None else f"Bank **{voice.money(view.bank)}**"
        if view.phase == "over":
            return (bank,)
        if view.picks_left < PICKS[-1]:
            bank = f"{bank.removesuffix('.')}. {_left(view.picks_left)}"
        wanted = f"{PICKS[0]} to {PICKS[-1]} numbers from 1 to {view.last} on a ticket; {view.draws} are drawn."
        return (wanted, bank)
    earlier, fresh = view.drawn[: -view.fresh], view.drawn[-view.fresh :]
    now = f"Now **{_numbers(fresh)}**"
    return (now, f"Before {_numbers(sorted(earlier))}") if earlier else (now,)


def _left(picks: int) -> str:
    """What the bank can still take."""
    if picks == 0:
        return "It can take no new ticket now."
    which = "tickets of up to" if picks > PICKS[0] else "only tickets of"
    return f"It can take {which} {picks} numbers now."


def _seat_text(seat: SeatView, voice: Voice, *, is_over: bool) -> str:
    parts = [voice.money(seat.stack)]
    staked = sum(ticket.stake for ticket in seat.tickets)
    if staked and not is_over:
        many = f"{len(seat.tickets)} tickets, " if len(seat.tickets) > 1 else "stake "
        parts.append(f"{many}{voice.money(staked)}")
    if seat.is_done and not seat.tickets:
        parts.append("sits this draw out")
    return " · ".join(parts)


def tell(events: Iterable[CenturyEvent], voice: Voice) -> tuple[str, ...]:
    """What happened, in sentences, oldest first."""
    return tuple(_sentence(event, voice) for event in events)


def _sentence(event: CenturyEvent, voice: Voice) -> str:
    match event:
        case Opened():
            return f"The bets are open: two to ten numbers from 1 to {event.last} on a ticket."
        case Filled():
            return f"{voice.name(event.seat)} {_filled(event)}: {_ticket(event.ticket, voice)}."
        case PlayedAgain():
            return f"{voice.name(event.seat)} plays the same again: {_tickets(event.tickets, voice)}."
        case TookBack():
            return _took_back(event, voice)
        case Finished():
            return f"{voice.name(event.seat)} {'is done' if event.tickets else 'sits this draw out'}."
        case Closed():
            staked = f"{counted(event.tickets, 'ticket')} for {voice.money(event.staked)}"
            why = (
                "The bank can take no more tickets, so the bets are closed" if event.is_full else "The bets are closed"
            )
            return f"{why}: {staked}." if event.tickets else NOTHING_DRAWN
        case Drawn():
            brings = "The dealer rolls" if event.last == 100 else "The tumbler gives"
            return f"{brings} {listed(map(str, event.numbers))}: {event.total} of {event.draws}."
        case Ended():
            return result(event.drawn, event.seats, voice)


def _filled(event: Filled) -> str:
    if event.is_instead:
        return "changes a ticket to a quick pick" if event.is_quick else "changes a ticket"
    return "takes a quick pick" if event.is_quick else "fills in a ticket"


def _took_back(event: TookBack, voice: Voice) -> str:
    staked = voice.money(sum(ticket.stake for ticket in event.tickets))
    what = "a ticket" if len(event.tickets) == 1 else f"{len(event.tickets)} tickets"
    left = f"; {event.left} {'stays' if event.left == 1 else 'stay'}" if event.left else ""
    return f"{voice.name(event.seat)} takes {what} back, {staked}{left}."


def stakes(rules: CenturyRules, voice: Voice) -> str:
    """What a table plays for, in half a line: with tickets and the largest payout as far as there is room."""
    said = f"{rules.stakes(voice)} · {rules.draws} of {rules.last}"
    tickets = f" · {rules.tickets} tickets each" if rules.tickets > 1 else ""
    payout = f" · pays at most {voice.money(rules.payout_cap)}" if rules.payout_cap else ""
    for more in (tickets, payout):
        said += more if len(said + more) <= MOST_STAKES else ""
    return said


def _ticket(ticket: Ticket, voice: Voice) -> str:
    return f"{listed(map(str, ticket.numbers))} for {voice.money(ticket.stake)}"


def _tickets(tickets: Sequence[Ticket], voice: Voice) -> str:
    return "; ".join(_ticket(ticket, voice) for ticket in tickets)


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
