"""An accusation, its proof, and the verdict: the hand stands still until the GM has ruled (rules 7.26)."""

from collections.abc import Mapping

from bot.engine.cheating.actions import Rule, Ruling
from bot.engine.frozen import Frozen
from bot.engine.moves import Choice, Move, Pick

RULINGS: Mapping[Ruling, str] = {
    "forfeit": "Out of the hand, and what they put in stays",
    "void": "The hand is void: everybody has back what they brought",
    "play_on": "Play on as if nothing had happened",
}
"""What each verdict does, the usual one first."""
NOBODY_ACCUSED = "Nobody is caught: there is nothing to rule on."
GM_RULES = "Somebody is caught cheating: the GM rules on it first."
ONLY_THE_GM = "Only the GM rules on a cheat."


class Accusation(Frozen):
    """A cheat that is proven, and that the GM hasn't ruled on yet."""

    accuser: int
    accused: int


def verdict_move() -> Move:
    """The only move at a table where somebody is caught: the GM's."""
    choices = tuple(Choice(value=ruling, label=label) for ruling, label in RULINGS.items())
    pick = Pick(name="ruling", label="What becomes of the hand?", choices=choices)
    return Move(key="verdict", label="Rule", fields=(pick,), place="private", confirm="Is that your verdict?")


def by_default() -> Rule:
    """What is ruled when the GM lets the time run out."""
    return Rule(ruling="forfeit")
