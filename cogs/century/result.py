"""How a draw ended, in sentences: the numbers, and who is paid what for them."""

from collections.abc import Sequence

from bot.engine.speech import Voice, counted, listed
from cogs.century.state import SeatView

MOST_RESULT = 700
"""Characters of all who are paid; a longer list is told more shortly."""
NOTHING_DRAWN = "Nobody has a ticket, so nothing is drawn."


def result(drawn: Sequence[int], seats: Sequence[SeatView], voice: Voice) -> str:
    """What the draw brought: who won most comes first."""
    if not drawn:
        return NOTHING_DRAWN
    winners = sorted((seat for seat in seats if won(seat)), key=won, reverse=True)
    return f"The numbers are {listed(map(str, sorted(drawn)))}. {_paid(drawn, winners, voice)}{_others(seats)}"


def won(seat: SeatView) -> int:
    """What all tickets of a seat are paid, in smallest coins."""
    return sum(ticket.paid for ticket in seat.tickets)


def _paid(drawn: Sequence[int], winners: Sequence[SeatView], voice: Voice) -> str:
    """A clause for each winner, or only names and amounts, or only how much it was in all."""
    if not winners:
        return "No ticket is paid."
    told = f"{'; '.join(_clause(drawn, seat, voice) for seat in winners)}."
    if len(told) > MOST_RESULT:
        told = f"These are paid: {voice.list([f'{voice.name(one.seat)} {voice.money(won(one))}' for one in winners])}."
    if len(told) > MOST_RESULT:
        first, total = winners[0], sum(map(won, winners))
        told = f"{counted(len(winners), 'gambler')} are paid {voice.money(total)} in all; "
        told += f"the most, {voice.money(won(first))}, goes to {voice.name(first.seat)}."
    return told


def _clause(drawn: Sequence[int], seat: SeatView, voice: Voice) -> str:
    name, amount = voice.name(seat.seat), voice.money(won(seat))
    if len(seat.tickets) == 1:
        (ticket,) = seat.tickets
        return f"{name} has {ticket.matches(drawn)} of {len(ticket.numbers)} and is paid {amount}"
    paying = sum(ticket.paid > 0 for ticket in seat.tickets)
    return f"{name} is paid {amount} for {paying} of {len(seat.tickets)} tickets"


def _others(seats: Sequence[SeatView]) -> str:
    """What becomes of the rest, where some are paid and some aren't."""
    paid = [ticket.paid > 0 for seat in seats for ticket in seat.tickets]
    return " No other ticket is paid." if any(paid) and not all(paid) else ""
