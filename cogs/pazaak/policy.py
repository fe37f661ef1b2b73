"""How Pazaak is played by whoever isn't a person: from the totals on the table, without side cards."""

from collections.abc import Callable, Sequence

from bot.engine.frozen import Frozen
from bot.engine.moves import Move, find
from bot.engine.options import option
from bot.engine.rng import Chance
from cogs.pazaak.actions import ChooseDeck, EndTurn, PazaakAction, Stand
from cogs.pazaak.options import TARGET, PazaakRules
from cogs.pazaak.state import PazaakView

SEATS = 2
RULES = PazaakRules(hand_size=0)

Look = Callable[[], PazaakView]
"""What the seat may know. It is built only when somebody looks."""


class Style(Frozen):
    """What distinguishes one player from another."""

    stand_at: int = option(
        17, "Stand at", "The total from which a player stands, whatever the other has.", low=1, high=TARGET
    )


def choose(look: Look, moves: Sequence[Move], style: Style, _: Chance) -> PazaakAction:
    """What a seat does of what it is offered, while the hand waits for it."""
    if find(moves, "deck"):
        return ChooseDeck(deck="1")
    view = look()
    if view.own is None:
        raise AssertionError("who is asked has a seat")
    total = view.seat(view.own.seat).total
    return Stand() if style.stand_at <= total <= TARGET else EndTurn()
