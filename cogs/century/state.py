"""What a draw of Century holds. All of it lies open."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from bot.engine.frozen import Frozen
from bot.engine.game import Carry, Deal
from bot.engine.money import MAX_AMOUNT
from cogs.century.options import CenturyRules

Phase = Literal["tickets", "drawing", "over"]
MOST_REMEMBERED = 40
"""Gamblers whose last tickets are kept: those at the table, and some who sit a draw out."""


class Ticket(Frozen):
    """Numbers in ascending order and the stake on them, in smallest coins; `paid` is 0 until the draw is over."""

    numbers: tuple[int, ...]
    stake: int = Field(ge=1, le=MAX_AMOUNT)
    paid: int = 0

    def matches(self, drawn: Iterable[int]) -> int:
        """How many of its numbers have been drawn."""
        return len(set(self.numbers).intersection(drawn))


class Remembered(Frozen):
    """The tickets of a seat in the last draw that it had some in."""

    seat: int
    tickets: tuple[Ticket, ...]


class CenturyCarry(Carry):
    """What everybody can play again."""

    last: tuple[Remembered, ...] = ()


class Gambler(Frozen):
    """A seat, its chips, and its tickets in the order they were filled in; stakes are out of the stack.

    `is_done`: the draw waits for the seat no longer, unless it takes a ticket back.
    """

    seat: int
    stack: int
    tickets: tuple[Ticket, ...] = ()
    is_done: bool = False

    @property
    def staked(self) -> int:
        return sum(ticket.stake for ticket in self.tickets)


class CenturyState(Frozen):
    """A draw, from the first ticket to the last number."""

    deal: Deal[CenturyRules, CenturyCarry]
    phase: Phase = "tickets"
    gamblers: tuple[Gambler, ...]
    """Clockwise."""
    bank: int
    """The chips of the bank; stakes come in and payouts go out when the draw is over."""
    drawn: tuple[int, ...] = ()
    """In the order they came."""
    fresh: int = 0
    """How many of them came last."""

    @property
    def rules(self) -> CenturyRules:
        return self.deal.rules

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(gambler.seat for gambler in self.gamblers)

    @property
    def tickets(self) -> tuple[Ticket, ...]:
        """All tickets on the table."""
        return tuple(ticket for gambler in self.gamblers for ticket in gambler.tickets)

    def gambler(self, seat: int) -> Gambler | None:
        """Who sits there, or None if the seat isn't in this draw."""
        return next((gambler for gambler in self.gamblers if gambler.seat == seat), None)

    def put(self, changed: Gambler) -> "CenturyState":
        return self.evolve(gamblers=tuple(changed if g.seat == changed.seat else g for g in self.gamblers))


class SeatView(Frozen):
    """A seat as everybody sees it."""

    seat: int
    stack: int
    tickets: tuple[Ticket, ...]
    is_done: bool


class CenturyView(Frozen):
    """The table; everybody sees the same, but that they know who they are (`own`). `bank` is None where it is endless;
    `picks_left` is how many numbers another ticket may have while tickets are filled in, so that the bank could pay it.
    """

    phase: Phase
    last: int
    """The highest number there is."""
    draws: int
    drawn: tuple[int, ...]
    fresh: int
    bank: int | None
    picks_left: int
    seats: tuple[SeatView, ...]
    rules: CenturyRules = Field(exclude=True, repr=False)
    """What tickets are paid. Everybody may know them, so a view that is written down leaves them out."""
    own: int | None = Field(default=None, exclude=True, repr=False)
