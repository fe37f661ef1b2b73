"""What gamblers do at a roulette table while the bets are open."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.moves import Action


class Inside(Action):
    """Bet an amount, in smallest coins, on a spot among the numbers; what lies there already grows by it."""

    kind: Literal["inside"] = "inside"
    spot: str = ""
    amount: int = 0


class Outside(Action):
    """Bet an amount, in smallest coins, on a large part of the layout; what lies there already grows by it."""

    kind: Literal["outside"] = "outside"
    spot: str = ""
    amount: int = 0


class Again(Action):
    """Make the same bets as at one's last spin."""

    kind: Literal["again"] = "again"


class TakeBack(Action):
    """Take all of one's bets off the layout."""

    kind: Literal["take_back"] = "take_back"


class Done(Action):
    """Bet no more, or not at all: when everybody has said so, the ball rolls."""

    kind: Literal["done"] = "done"


RouletteAction = Annotated[Inside | Outside | Again | TakeBack | Done, Field(discriminator="kind")]
