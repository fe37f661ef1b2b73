"""What happens in a draw of Century."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.game import Event
from cogs.century.state import SeatView, Ticket


class Opened(Event):
    """Tickets can be filled in: of some of the numbers from 1 to `last`."""

    kind: Literal["opened"] = "opened"
    last: int


class Filled(Event):
    """A ticket was filled in, perhaps in place of another, perhaps by chance."""

    kind: Literal["filled"] = "filled"
    seat: int
    ticket: Ticket
    is_quick: bool = False
    is_instead: bool = False


class PlayedAgain(Event):
    kind: Literal["played_again"] = "played_again"
    seat: int
    tickets: tuple[Ticket, ...]


class TookBack(Event):
    """`left` tickets stay."""

    kind: Literal["took_back"] = "took_back"
    seat: int
    tickets: tuple[Ticket, ...]
    left: int


class Finished(Event):
    """`tickets` is how many the seat has in the draw."""

    kind: Literal["finished"] = "finished"
    seat: int
    tickets: int


class Closed(Event):
    """No more bets: so many tickets are in, for so much in all. Without any nothing is drawn. `is_full`: who isn't done
    could bet nothing more that the bank could pay.
    """

    kind: Literal["closed"] = "closed"
    tickets: int
    staked: int
    is_full: bool = False


class Drawn(Event):
    """The numbers that came just now; `total` of `draws` have come with them, out of 1 to `last`."""

    kind: Literal["drawn"] = "drawn"
    numbers: tuple[int, ...]
    total: int
    draws: int
    last: int


class Ended(Event):
    """All numbers are drawn, and the tickets are paid."""

    kind: Literal["ended"] = "ended"
    drawn: tuple[int, ...]
    seats: tuple[SeatView, ...]


CenturyEvent = Annotated[
    Opened | Filled | PlayedAgain | TookBack | Finished | Closed | Drawn | Ended, Field(discriminator="kind")
]
