"""What happens in a round of Bounder. All of it is open but what is done with a loaded die."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.cheating.loaded_dice import LoadedEvent
from bot.engine.game import Event
from cogs.bounder.dice import BetKind
from cogs.bounder.state import Result


class Offered(Event):
    """The dice are offered to a seat, which stakes or passes them on; `by` is who has passed them."""

    kind: Literal["offered"] = "offered"
    seat: int
    by: int | None = None


class Opened(Event):
    """The classic version: everybody is asked for a stake."""

    kind: Literal["opened"] = "opened"


class Staked(Event):
    kind: Literal["staked"] = "staked"
    seat: int
    amount: int


class SatOut(Event):
    """The classic version: a seat plays no part in this round."""

    kind: Literal["sat_out"] = "sat_out"
    seat: int


class Unstaked(Event):
    """The classic version: a stake was taken back."""

    kind: Literal["unstaked"] = "unstaked"
    seat: int
    amount: int


class Pointed(Event):
    """The first d20: (seat, face) of each shooter, in the order of seats."""

    kind: Literal["pointed"] = "pointed"
    points: tuple[tuple[int, int], ...]
    is_classic: bool = False


class Raised(Event):
    """The stake grew by `amount` to `stake`."""

    kind: Literal["raised"] = "raised"
    seat: int
    amount: int
    stake: int


class Kept(Event):
    kind: Literal["kept"] = "kept"
    seat: int
    stake: int


class Placed(Event):
    """(kind, amount) of what was bet now, in smallest coins."""

    kind: Literal["placed"] = "placed"
    seat: int
    bets: tuple[tuple[BetKind, int], ...]


class TookBack(Event):
    """(kind, amount) of what was taken back, in smallest coins."""

    kind: Literal["took_back"] = "took_back"
    seat: int
    bets: tuple[tuple[BetKind, int], ...]


class Forfeited(Event):
    """Somebody is out who was caught cheating, and the round goes on: `lost` is what they have on the table, in
    smallest coins.
    """

    kind: Literal["forfeited"] = "forfeited"
    seat: int
    lost: int


class Ended(Event):
    """The dice have fallen and every bet is settled; or nobody has shot."""

    kind: Literal["ended"] = "ended"
    result: Result


BounderEvent = Annotated[
    Offered
    | Opened
    | Staked
    | SatOut
    | Unstaked
    | Pointed
    | Raised
    | Kept
    | Placed
    | TookBack
    | Forfeited
    | Ended
    | LoadedEvent,
    Field(discriminator="kind"),
]
