"""Tickets on the table's message: with all their numbers as long as there is room, else how they are doing."""

from collections.abc import Sequence
from itertools import groupby

from bot.engine.speech import Voice, counted, listed
from cogs.century.result import won
from cogs.century.state import CenturyView, SeatView, Ticket

MOST_NUMBERS = 900
"""Characters of all tickets with their numbers; with more of them a seat shows only how many match."""


def slips(view: CenturyView, voice: Voice) -> dict[int, str]:
    """The tickets of each seat in a few words; "" for a seat without any."""
    whole = {seat.seat: _whole(seat, view, voice) for seat in view.seats}
    if sum(map(len, whole.values())) <= MOST_NUMBERS:
        return whole
    return {seat.seat: _short(seat, view, voice) for seat in view.seats}


def _whole(seat: SeatView, view: CenturyView, voice: Voice) -> str:
    return "; ".join(_slip(ticket, view, voice) for ticket in seat.tickets)


def _slip(ticket: Ticket, view: CenturyView, voice: Voice) -> str:
    """Its numbers, those that are drawn bold, and in words how many they are."""
    if not view.drawn:
        return " ".join(map(str, ticket.numbers))
    paid = f", paid {voice.money(ticket.paid)}" if ticket.paid else ""
    return f"{_marked(ticket.numbers, view.drawn)} ({_matched(ticket, view.drawn)}{paid})"


def _marked(numbers: Sequence[int], drawn: Sequence[int]) -> str:
    runs = ((hit, " ".join(map(str, run))) for hit, run in groupby(numbers, lambda number: number in drawn))
    return " ".join(f"**{run}**" if hit else run for hit, run in runs)


def _matched(ticket: Ticket, drawn: tuple[int, ...]) -> str:
    return f"{ticket.matches(drawn)} of {len(ticket.numbers)}"


def _short(seat: SeatView, view: CenturyView, voice: Voice) -> str:
    """How many numbers match; of several tickets how many of each, in the order they were filled in."""
    if not seat.tickets:
        return ""
    first, *others = seat.tickets
    if not view.drawn:
        return counted(len(seat.tickets), "ticket") if others else counted(len(first.numbers), "number")
    paid = f" (paid {voice.money(won(seat))})" if won(seat) else ""
    if not others:
        return _matched(first, view.drawn) + paid
    return f"{listed(str(ticket.matches(view.drawn)) for ticket in seat.tickets)} drawn{paid}"
