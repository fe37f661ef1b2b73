"""What gamblers at Century do."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.moves import Action


class FillIn(Action):
    """A ticket with numbers of one's own; in place of the last one by a seat that has all its tickets."""

    kind: Literal["ticket"] = "ticket"
    numbers: tuple[int, ...] = ()
    stake: int = 0


class QuickPick(Action):
    """A ticket with so many numbers that chance picks."""

    kind: Literal["quick"] = "quick"
    count: int = 0
    stake: int = 0


class PlayAgain(Action):
    """The tickets of the last draw once more."""

    kind: Literal["again"] = "again"


class TakeBack(Action):
    """Take back tickets, by their places ("1" is the first); the only one needs no naming."""

    kind: Literal["back"] = "back"
    tickets: tuple[str, ...] = ()


class Finish(Action):
    """Wait for the draw with what one has, be it nothing."""

    kind: Literal["done"] = "done"


class GoOn(Action):
    """The next numbers, without waiting for them."""

    kind: Literal["go_on"] = "go_on"


CenturyAction = Annotated[FillIn | QuickPick | PlayAgain | TakeBack | Finish | GoOn, Field(discriminator="kind")]
