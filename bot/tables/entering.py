"""Who is in a tournament, as it is kept with its table."""

from bot.engine.frozen import Frozen
from bot.engine.game import Seat


class Entered(Frozen):
    """Who bought in from which seat: prizes go to them even when the seat is long empty."""

    seat: Seat
    character_id: int
    name: str
