"""The actions beside the game at a crooked table, and the GM's verdicts on a proven cheat."""

from collections.abc import Mapping
from typing import Literal

from bot.engine.cheating.contests import Manner
from bot.engine.frozen import Frozen, later
from bot.engine.moves import Action, Choice, Move, Pick

Ruling = Literal["void", "forfeit", "play_on"]
"""The GM's verdict on a hand in which somebody is caught (rules 7.26)."""


class Typed(Action):
    """An action with a contest. `total` is what its player rolled, where contests are typed."""

    total: int | None = later(None)


def typed_total(action: object) -> int | None:
    """Return what the player of an action rolled at the table, if contests are typed."""
    return action.total if isinstance(action, Typed) else None


class Influence(Typed):
    """`whom` is a seat number, and `against` what they rolled. `claim` is needed where somebody is deceived or
    persuaded, in a game that has `claims`.
    """

    kind: Literal["influence"] = "influence"
    manner: Manner
    whom: str
    claim: str = later("")
    against: int | None = later(None)


class Read(Action):
    """Look for a tell. `whom` is a seat number."""

    kind: Literal["read"] = "read"
    whom: str


class Accuse(Typed):
    """`whom` is a seat number."""

    kind: Literal["accuse"] = "accuse"
    whom: str


class Rule(Action):
    """The GM's verdict."""

    kind: Literal["verdict"] = "verdict"
    ruling: Ruling


RULINGS: Mapping[Ruling, str] = {
    "forfeit": "Out of the hand. Everything they put in stays in",
    "void": "The hand is void. Everyone gets back what they put in",
    "play_on": "Play on as if nothing had happened",
}
"""The effect of each verdict, the usual one first."""
NOBODY_ACCUSED = "Nobody is caught: there is nothing to rule on."
GM_RULES = "A cheat is caught. The GM rules on it first."
ONLY_THE_GM = "Only the GM rules on a cheat."


class Accusation(Frozen):
    """A cheat that is proven, and that the GM hasn't ruled on yet."""

    accuser: int
    accused: int


def verdict_move() -> Move:
    """Return the GM's move, the only one at a table where somebody is caught."""
    choices = tuple(Choice(value=ruling, label=label) for ruling, label in RULINGS.items())
    pick = Pick(name="ruling", label="What's your verdict?", choices=choices)
    return Move(key="verdict", label="Rule", fields=(pick,), place="private", confirm="Is that your verdict?")
