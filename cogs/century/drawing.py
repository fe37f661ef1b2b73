"""The drawing: different numbers out of the pool, a few at a time, and what every ticket is paid for them.

Two ten-sided dice that are rolled again for a number that has come before (rules 4.6) give each number that is left
with the same chance, so a number is drawn from those.
"""

from collections.abc import Sequence
from functools import cache

from bot.engine.game import Event
from bot.engine.rng import Chance
from cogs.century.events import Drawn, Ended
from cogs.century.options import CenturyRules, Drawing
from cogs.century.payouts import paying
from cogs.century.state import CenturyState, Gambler, SeatView, Ticket

A_STEP = 5
"""Numbers of one step, or one less where they don't come out even."""
PAUSES: dict[Drawing, float] = {"steps": 2.0, "slowly": 6.0}
"""Seconds until the next numbers come by themselves."""


def different(count: int, last: int, chance: Chance, without: Sequence[int] = ()) -> tuple[int, ...]:
    """So many different numbers from 1 to `last` in the order they come, none of `without`. Everybody sees them."""
    bag = tuple(number for number in range(1, last + 1) if number not in without) if without else _all(last)
    came: list[int] = []
    for _ in range(count):
        number, bag = chance.take(bag, secret=False)
        came.append(number)
    return tuple(came)


@cache
def _all(last: int) -> tuple[int, ...]:
    return tuple(range(1, last + 1))


def steps(rules: CenturyRules) -> tuple[int, ...]:
    """How many numbers each step of the drawing brings."""
    if rules.drawing == "at_once":
        return (rules.draws,)
    count = -(-rules.draws // A_STEP)
    return tuple((rules.draws + count - 1 - at) // count for at in range(count))


def drawn_on(state: CenturyState, chance: Chance, tell: list[Event]) -> CenturyState:
    """The next step of the drawing; after the last one the tickets are paid."""
    rules, sizes = state.rules, steps(state.rules)
    size = sizes[_steps_done(sizes, len(state.drawn))]
    came = different(size, rules.last, chance, state.drawn)
    state = state.evolve(phase="drawing", drawn=(*state.drawn, *came), fresh=size)
    total = len(state.drawn)
    if len(sizes) > 1:
        tell.append(Drawn(numbers=came, total=total, draws=rules.draws, last=rules.last))
    return state if total < rules.draws else _paid_out(state, tell)


def seat_view(gambler: Gambler) -> SeatView:
    return SeatView(seat=gambler.seat, stack=gambler.stack, tickets=gambler.tickets, is_done=gambler.is_done)


def _steps_done(sizes: Sequence[int], drawn: int) -> int:
    return next(at for at in range(len(sizes)) if sum(sizes[:at]) == drawn)


def _paid_out(state: CenturyState, tell: list[Event]) -> CenturyState:
    """Losing stakes come in first, and then every ticket is paid."""
    gamblers = tuple(_with_winnings(state, gambler) for gambler in state.gamblers)
    gain = sum(ticket.stake - ticket.paid for gambler in gamblers for ticket in gambler.tickets)
    tell.append(Ended(drawn=state.drawn, seats=tuple(map(seat_view, gamblers))))
    return state.evolve(phase="over", gamblers=gamblers, bank=state.bank + gain)


def _with_winnings(state: CenturyState, gambler: Gambler) -> Gambler:
    tickets = tuple(_with_payout(state, ticket) for ticket in gambler.tickets)
    return gambler.evolve(tickets=tickets, stack=gambler.stack + sum(ticket.paid for ticket in tickets))


def _with_payout(state: CenturyState, ticket: Ticket) -> Ticket:
    won = paying(state.rules).paid(len(ticket.numbers), ticket.matches(state.drawn), ticket.stake)
    return ticket.evolve(paid=won)
