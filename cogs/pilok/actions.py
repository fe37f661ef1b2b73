"""What players of Pi'Lok do."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.betting.events import Bet, Call, Check, Fold, Raise
from bot.engine.moves import Action


class Jump(Action):
    """`target` is a seat number."""

    kind: Literal["jump"] = "jump"
    target: str


class Challenge(Action):
    kind: Literal["challenge"] = "challenge"
    target: str


class Pass(Action):
    kind: Literal["pass"] = "pass"


class Reroll(Action):
    """`die` is seat and face of the die that is rolled again: "3-5"."""

    kind: Literal["reroll"] = "reroll"
    die: str


class Keep(Action):
    kind: Literal["keep"] = "keep"


class TypedDie(Action):
    """A die that the player rolled at the table."""

    kind: Literal["roll"] = "roll"
    face: int


class RollForMe(Action):
    kind: Literal["roll_for_me"] = "roll_for_me"


class Total(Action):
    """What a player rolled in a contest at the table."""

    kind: Literal["total"] = "total"
    total: int


class TotalForMe(Action):
    kind: Literal["total_for_me"] = "total_for_me"


PilokAction = Annotated[
    Check
    | Bet
    | Call
    | Raise
    | Fold
    | Jump
    | Challenge
    | Pass
    | Reroll
    | Keep
    | TypedDie
    | RollForMe
    | Total
    | TotalForMe,
    Field(discriminator="kind"),
]
