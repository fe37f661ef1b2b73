"""What people do on the side at a crooked table, and what the GM rules when a cheat is proven."""

from typing import Literal

from bot.engine.cheating.influence import Manner
from bot.engine.moves import Action

Ruling = Literal["void", "forfeit", "play_on"]
"""What becomes of a hand in which somebody is caught (rules 7.26)."""


class Influence(Action):
    """`whom` is a seat number."""

    kind: Literal["influence"] = "influence"
    manner: Manner
    whom: str


class Read(Action):
    """Look for a tell. `whom` is a seat number."""

    kind: Literal["read"] = "read"
    whom: str


class Accuse(Action):
    """`whom` is a seat number."""

    kind: Literal["accuse"] = "accuse"
    whom: str


class Rule(Action):
    """The GM's verdict."""

    kind: Literal["verdict"] = "verdict"
    ruling: Ruling
