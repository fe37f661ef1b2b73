"""What happens in a hand of Klingon Hold-'Em: openly, and to single seats."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.engine.betting.events import Acted
from bot.engine.game import Event
from cogs.klingon.cards import Deck
from cogs.klingon.state import Ending


class Cloaked(Event):
    """The hand begins: the sun has moved and the cloaked bets are in, each (seat, what it put in).

    `out` is how many are out of the tournament, where that has raised the bets since the hand before.
    """

    kind: Literal["cloaked"] = "cloaked"
    sun: int
    small: tuple[int, int]
    large: tuple[int, int]
    bets: tuple[int, int]
    """The small and the large cloaked bet of this hand: a short stack puts in less."""
    pot: int
    raised: bool = False
    """Whether they have grown since the hand before."""
    out: int = 0


class OfCards(Event):
    """An event that names ships or cards: by the names of a campaign's own deck, or of the game's where it is None."""

    deck: Deck | None = Field(default=None, exclude=True, repr=False)


class Dealt(OfCards):
    """Told to its owner: two ships, by id."""

    kind: Literal["dealt"] = "dealt"
    ships: tuple[str, ...]


class Swapped(Event):
    """Told to the cheat, and with `by` to the GM: a ship was laid back into the deck for another. Both by name: it is
    kept with the hand, without the cards that would name an id.
    """

    kind: Literal["swapped"] = "swapped"
    given: str
    drawn: str
    by: int | None = None


class Turned(OfCards):
    """Action cards are turned up: the Lock-On's three, the HET's or the Overrun's one."""

    kind: Literal["turned"] = "turned"
    street: Literal["lock_on", "het", "overrun"]
    cards: tuple[str, ...]
    pot: int


class Ended(OfCards):
    """The strongest attack takes each pot."""

    reveals: ClassVar[bool] = True

    kind: Literal["ended"] = "ended"
    ending: Ending


class Unseen(Event):
    """All others have disengaged: the pot is taken, and no ship is shown."""

    kind: Literal["unseen"] = "unseen"
    ending: Ending


KlingonEvent = Annotated[Cloaked | Dealt | Swapped | Turned | Ended | Unseen | Acted, Field(discriminator="kind")]
