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
from cogs.century.result import NOTHING_DRAWN, result
from cogs.century.rulebook import rules_pages
from cogs.century.slips import slips
from cogs.century.state import CenturyView, SeatView, Ticket

__all__ = ["panel", "rules_pages", "stakes", "tell"]

MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""


def panel(view: CenturyView, voice: Voice) -> Panel:
    """The table as it stands."""
    tickets, is_over = slips(view, voice), view.phase == "over"
    return Panel(
        heading=_heading(view),
        status=_status(view, voice),
        seats=tuple(_seat(view, seat, tickets[seat.seat], voice) for seat in view.seats),
        result=result(view.drawn, view.seats, voice) if is_over else None,
    )


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
        wanted = f"{PICKS[0]} to {PICKS[-1]} numbers from 1 to {view.last} on a ticket; {view.draws} are drawn."
        return (wanted, bank)
    earlier, fresh = view.drawn[: -view.fresh], view.drawn[-view.fresh :]
    now = f"Now **{_numbers(fresh)}**"
    return (now, f"Before {_numbers(sorted(earlier))}") if earlier else (now,)


def _seat(view: CenturyView, seat: SeatView, tickets: str, voice: Voice) -> SeatLine:
    parts = [voice.money(seat.stack)]
    staked = sum(ticket.stake for ticket in seat.tickets)
    if staked and view.phase != "over":
        many = f"{len(seat.tickets)} tickets, " if len(seat.tickets) > 1 else "stake "
        parts.append(f"{many}{voice.money(staked)}")
    if seat.is_done and not seat.tickets:
        parts.append("sits this draw out")
    return SeatLine(seat=seat.seat, cards=tickets, text=" · ".join(parts))


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
            return f"The bets are closed: {staked}." if event.tickets else NOTHING_DRAWN
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
