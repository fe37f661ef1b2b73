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
    """Take bets off the layout: those on the named spots, or "all"; the only bet without a name."""

    kind: Literal["take_back"] = "take_back"
    spots: tuple[str, ...] | str = ()
    """A single name where there is only one choice."""

    @property
    def named(self) -> tuple[str, ...]:
        return (self.spots,) if isinstance(self.spots, str) else self.spots


class Done(Action):
    """Bet no more, or not at all: when everybody has said so, the ball rolls."""

    kind: Literal["done"] = "done"


RouletteAction = Annotated[Inside | Outside | Again | TakeBack | Done, Field(discriminator="kind")]
