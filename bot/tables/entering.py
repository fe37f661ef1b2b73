"""A tournament at a table: getting in, giving up, buying back in, and who gets the prize."""

from bot.engine.frozen import Frozen
from bot.engine.game import Seat


class Entered(Frozen):
    """Who bought in from which seat: prizes go to them even when the seat is long empty."""

    seat: Seat
    character_id: int
    name: str
