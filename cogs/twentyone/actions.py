"""What players of twenty-one do."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.moves import Action


class Bet(Action):
    """Bet so much on the hand, in place of a bet made before."""

    kind: Literal["bet"] = "bet"
    amount: int = 0


class Again(Action):
    """Bet what one bet on the hand before."""

    kind: Literal["again"] = "again"


class TakeBack(Action):
    """Take the bet back while the bets are open."""

    kind: Literal["take_back"] = "take_back"


class Done(Action):
    """No bet: sit this hand out."""

    kind: Literal["done"] = "done"


class Insure(Action):
    """Insure half the bet, or what is left of the chips if that is less."""

    kind: Literal["insure"] = "insure"


class InsurePart(Action):
    """Insure so much, less than what could be insured."""

    kind: Literal["insure_part"] = "insure_part"
    amount: int = 0


class Decline(Action):
    """No insurance."""

    kind: Literal["decline"] = "decline"


class Hit(Action):
    kind: Literal["hit"] = "hit"


class Stand(Action):
    kind: Literal["stand"] = "stand"


class Double(Action):
    """As much again for one more card."""

    kind: Literal["double"] = "double"


class Split(Action):
    """Make two hands of a pair, with as much again on the second."""

    kind: Literal["split"] = "split"


class Surrender(Action):
    """Give the hand up for half the bet."""

    kind: Literal["surrender"] = "surrender"


TwentyOneAction = Annotated[
    Bet | Again | TakeBack | Done | Insure | InsurePart | Decline | Hit | Stand | Double | Split | Surrender,
    Field(discriminator="kind"),
]
