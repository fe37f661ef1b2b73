"""How Baldur Hold'em is played by whoever isn't a person: from one's own dice and what lies on the table, honestly.

What the GM decides is decided by the rules' own answers.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.bets import Fold
from bot.engine.chance import Chance
from bot.engine.frozen import Frozen
from bot.engine.moves import Move, find
from bot.engine.options import option
from cogs.baldur.actions import BaldurAction, Roll, Stay
from cogs.baldur.hands import so_far, strength
from cogs.baldur.odds_at_table import pays_second, pays_third
from cogs.baldur.options import PRICES, BaldurRules
from cogs.baldur.state import BaldurView

SEATS = 1
"""One player against the NPCs, as the odds have it; so no two players' hands share the common dice."""
RULES = BaldurRules()

Look = Callable[[], BaldurView]
"""What the seat may know. It is built only when somebody looks."""


class Style(Frozen):
    """What distinguishes one player from another."""

    folding: Literal["never", "weak", "well"] = option(
        "never",
        "Folding",
        "Players stay in whatever falls; or fold a high roll; or fold what doesn't pay against the NPCs.",
        labels={"never": "Never", "weak": "A high roll", "well": "What doesn't pay"},
    )


def choose(look: Look, moves: Sequence[Move], style: Style, _: Chance) -> BaldurAction:
    """What a seat does of what it is offered, while the hand waits for it."""
    stay = find(moves, "stay")
    if stay is None:
        return Roll()
    if not stay.price or style.folding == "never":
        return Stay()
    view = look()
    return Stay() if view.round == 1 or _is_worth(view, stay.price, style) else Fold()


def _is_worth(view: BaldurView, price: int, style: Style) -> bool:
    """Whether the price of the second or third round is worth paying. Well-played hands reckon as if nobody else but
    the NPCs were in, and nobody raised.
    """
    own = next(seat.dice for seat in view.seats if seat.seat in view.waiting)
    natural, unit = view.natural_beats_wild, price // PRICES[view.round - 1]
    if style.folding == "weak":
        return strength(so_far(own, view.common, natural_beats_wild=natural)) != "weak"
    pot = (view.pot + price) // unit
    if view.round == 2:
        return pays_second(own, view.common, pot + 2 * PRICES[2], natural=natural)
    return pays_third(own, view.common, pot, natural=natural)
