"""How Century is played by whoever isn't a person: quick picks of the smallest bet."""

from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.frozen import Frozen
from bot.engine.moves import Amount, Move, Number, find
from bot.engine.options import option
from bot.engine.rng import Chance
from cogs.century.actions import CenturyAction, Finish, GoOn, QuickPick
from cogs.century.options import CenturyRules
from cogs.century.state import CenturyView

SEATS = 9
RULES = CenturyRules(drawing="at_once")
"""As printed; the steps of a drawing are for eyes, and change no chance."""


class Style(Frozen):
    """What distinguishes one player from another."""

    picks: Literal["spread", "2", "3", "4", "5", "6", "7", "8", "9", "10"] = option(
        "spread",
        "Numbers on a ticket",
        "How many numbers a ticket has: each count from 2 to 10 as often as the others, or always one.",
        labels={"spread": "2 to 10, each as often"},
    )


def choose(_: Callable[[], CenturyView], moves: Sequence[Move], style: Style, rng: Chance) -> CenturyAction:
    """As many quick picks of the smallest bet as the table allows, if the bank could pay them."""
    if find(moves, "go_on"):
        return GoOn()
    quick = find(moves, "quick")
    if quick is None:
        return Finish()
    count = next(field for field in quick.fields if isinstance(field, Number))
    stake = next(field for field in quick.fields if isinstance(field, Amount))
    picks = count.low + rng.below(count.high - count.low + 1) if style.picks == "spread" else int(style.picks)
    return QuickPick(count=picks, stake=stake.low) if picks <= count.high else Finish()
