"""Places in a tournament: who has one, what it costs, and who may come back."""

from math import ceil

from bot.campaigns import Person, Right, require
from bot.engine.game import Event
from bot.engine.words import listed
from bot.errors import MoneyError, PlayerError
from bot.tables.events import Awaited, ShortOfFee
from bot.tables.model import Chair, Table


def is_in(table: Table, chair: Chair) -> bool:
    """Tell whether the seat is still in the running tournament."""
    return table.tournament is not None and table.tournament.has(chair.seat)


def has_place(table: Table, chair: Chair) -> bool:
    """Tell whether the seat has enough chips for a place in the next tournament."""
    return table.terms is not None and not is_in(table, chair) and chair.chips >= table.terms.fee


def may_return(table: Table, chair: Chair) -> bool:
    """Tell whether the seat went out in the last hand and may buy back in before the next."""
    terms, standing = table.terms, table.tournament
    return terms is not None and standing is not None and not table.in_hand and standing.may_return(chair.seat, terms)


def price(table: Table, chair: Chair) -> int:
    """Return what the seat has to bring to come back, or for a place in the next tournament, in smallest coins. Chips
    that lie there count towards it.
    """
    fee = 0 if table.terms is None else table.terms.fee
    return max(fee - chair.chips, 0)


def place_for(table: Table, chair: Chair) -> int:
    """Return the number of the tournament that a place bought now is in: the running one for a seat that may come back,
    otherwise the next.
    """
    number = table.record.tournaments
    return number if may_return(table, chair) else number + 1


def require_buys_place(table: Table, chair: Chair, amount: int) -> None:
    """Refuse a seat that is in the tournament or has a place in the next, and any amount except the price."""
    name = table.name(chair.seat)
    if is_in(table, chair):
        raise PlayerError(f"{name} is in the tournament. You can't buy more chips in it.")
    if not may_return(table, chair) and has_place(table, chair):
        raise PlayerError(f"{name} has a place in the next tournament already.")
    require_price(price(table, chair), amount)


def require_price(price: int, amount: int) -> None:
    """Refuse any amount except the price of a place."""
    if amount != price:
        raise MoneyError("A place costs exactly {price} here.", price=price)


def awaited(table: Table) -> tuple[Chair, ...]:
    """Return the seats that may still buy back in before the next hand, and haven't declined by sitting out or
    leaving.
    """
    chairs = (chair for chair in table.record.chairs if not (chair.is_out or chair.is_leaving))
    return tuple(chair for chair in chairs if may_return(table, chair))


def awaited_event(table: Table) -> tuple[Event, ...]:
    """Return the event after a hand in which players have gone out who may buy back in."""
    seats, terms = tuple(chair.seat for chair in awaited(table)), table.terms
    return (Awaited(seats=seats, has_fee=terms is not None and terms.fee > 0),) if seats else ()


def require_nobody_awaited(table: Table, by: Person, now: float) -> None:
    """Refuse a player's deal while others have time left to buy back in."""
    until = table.record.return_until
    names = [table.name(chair.seat) for chair in awaited(table) if chair.user_id != by.user_id]
    if until is not None and now < until and names:
        back, up = _verb_to_return(table), f"<t:{ceil(until)}:R>"
        require(Right.DEAL_SOONER, by, table.campaign, names=listed(names), back=back, until=up)


def _verb_to_return(table: Table) -> str:
    return "buy back in" if table.terms is not None and table.terms.fee else "come back in"


def players_short_of_fee(table: Table) -> tuple[Event, ...]:
    """Return the event of seated players who lack the fee of the next tournament."""
    if table.terms is None or table.tournament is not None:
        return ()
    short = tuple(chair.seat for chair in table.record.chairs if not has_place(table, chair))
    return (ShortOfFee(seats=short, fee=table.terms.fee),) if short else ()
