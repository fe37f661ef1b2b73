"""Tickets on the table's message: with all their numbers as long as there is room, else how they are doing."""

from collections.abc import Sequence
from itertools import groupby

from bot.engine.speech import Voice, counted
from cogs.century.result import won
from cogs.century.state import CenturyView, SeatView, Ticket

_A_COUNT = len(" (10 of 10)")
_MARKS = len("****")


def slips(view: CenturyView, voice: Voice, room: int) -> dict[int, str]:
    """The tickets of each seat in a few words; "" for a seat without any. With their numbers if that takes no more than
    `room` characters, during a drawing whatever comes: so it stays with one way as long as `room` is the same.
    """
    whole = {seat.seat: _whole(seat, view, voice) for seat in view.seats}
    longest = while_drawing(view) if view.phase == "drawing" else sum(map(len, whole.values()))
    return whole if longest <= room else {seat.seat: _short(seat, view, voice) for seat in view.seats}


def while_drawing(view: CenturyView) -> int:
    """Characters that all tickets take at most with their numbers, until they are paid."""
    return sum(map(_longest, view.seats))


def _longest(seat: SeatView) -> int:
    """With every other number marked, there are most marks."""
    return sum(
        len(" ".join(map(str, ticket.numbers))) + _MARKS * -(-len(ticket.numbers) // 2) + _A_COUNT + len("; ")
        for ticket in seat.tickets
    )


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
    """How many numbers match, of several tickets on the one that does best; before the drawing how many numbers the
    only ticket has. How many tickets there are stands beside the stake.
    """
    if not seat.tickets:
        return ""
    if not view.drawn:
        return counted(len(seat.tickets[0].numbers), "number") if len(seat.tickets) == 1 else ""
    best = max(seat.tickets, key=lambda ticket: (ticket.paid, ticket.matches(view.drawn), -len(ticket.numbers)))
    paid = f"paid {voice.money(won(seat))}" if won(seat) else ""
    if len(seat.tickets) == 1:
        return _matched(best, view.drawn) + (f" ({paid})" if paid else "")
    return f"best {_matched(best, view.drawn)}" + (f" ({paid} in all)" if paid else "")
