"""What happens at a roulette table. Everybody is told all of it."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.game import Event
from cogs.roulette.state import Bets, Result


class Placed(Event):
    """Bets were made; `is_again`: the same as at the seat's last spin."""

    kind: Literal["placed"] = "placed"
    seat: int
    bets: Bets
    is_again: bool = False


class TookBack(Event):
    """Bets of a seat went back to its chips; on `left` spots it has bets still."""

    kind: Literal["took_back"] = "took_back"
    seat: int
    bets: Bets
    left: int = 0


class Spun(Event):
    """The ball has fallen, and all bets are settled."""

    kind: Literal["spun"] = "spun"
    result: Result


class NoSpin(Event):
    """The bets were closed, and there were none."""

    kind: Literal["no_spin"] = "no_spin"


RouletteEvent = Annotated[Placed | TookBack | Spun | NoSpin, Field(discriminator="kind")]
