"""How Baldur Hold'em is played by whoever isn't a person: from one's own dice and what lies on the table, honestly.

What the GM decides is decided by the rules' own answers.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.betting.events import Fold
from bot.engine.frozen import Frozen
from bot.engine.moves import Move, find
from bot.engine.options import option
from bot.engine.rng import Chance
from cogs.baldur.actions import BaldurAction, Roll, Stay
from cogs.baldur.hands import so_far, strength
from cogs.baldur.options import BaldurRules
from cogs.baldur.state import BaldurView

SEATS = 1
"""One player against the NPCs, as the odds have it; so no two players' hands share the common dice."""
RULES = BaldurRules()

Look = Callable[[], BaldurView]
"""What the seat may know. It is built only when somebody looks."""


def seats(rules: BaldurRules) -> int:
    """Two where no NPC of the house plays, since one would have nobody to play against."""
    return SEATS if rules.npcs else 2


class Style(Frozen):
    """What distinguishes one player from another."""

    folding: Literal["never", "weak"] = option(
        "never",
        "Folding",
        "Players stay in whatever falls; or fold a high roll once common dice lie.",
        labels={"never": "Never", "weak": "A high roll"},
    )


def choose(look: Look, moves: Sequence[Move], style: Style, _: Chance) -> BaldurAction:
    """What a seat does of what it is offered, while the hand waits for it."""
    stay = find(moves, "stay")
    if stay is None:
        return Roll()
    if not stay.price or style.folding == "never":
        return Stay()
    view = look()
    if view.round == 1:
        return Stay()
    own = next(seat.dice for seat in view.seats if seat.seat in view.waiting)
    hand = so_far(own, view.common, natural_beats_wild=view.natural_beats_wild)
    return Fold() if strength(hand) == "weak" else Stay()
