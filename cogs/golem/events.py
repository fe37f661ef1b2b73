"""What happens in a hand of Golem: openly, and to single seats."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.engine.betting.events import Acted
from bot.engine.betting.ranking import Ace
from bot.engine.cards import Card
from bot.engine.game import Event
from cogs.golem.state import Showdown


class Anted(Event):
    """Antes are in. `short` could not pay all of it; `players` is how many there are, at the first hand of a table."""

    kind: Literal["anted"] = "anted"
    amulet: int
    ante: int
    pot: int
    short: tuple[int, ...] = ()
    players: int | None = None


class Redealt(Event):
    """The golem wasn't beaten: all cards are dealt anew. `out` have neither chips nor a pot left to play for."""

    kind: Literal["redealt"] = "redealt"
    number: int
    pot: int
    out: tuple[int, ...] = ()


class Dealt(Event):
    """Told to its owner: five cards."""

    kind: Literal["dealt"] = "dealt"
    number: int
    ace: Ace
    cards: tuple[Card, ...]


class Discarded(Event):
    """All have chosen: how many cards each has thrown away and drawn, round from the amulet."""

    kind: Literal["discarded"] = "discarded"
    counts: tuple[tuple[int, int], ...]


class Drawn(Event):
    """Told to its owner: what was thrown away, what came for it, and the hand that makes."""

    kind: Literal["drawn"] = "drawn"
    ace: Ace
    discards: tuple[Card, ...]
    drawn: tuple[Card, ...]
    cards: tuple[Card, ...]


class Swapped(Event):
    """Told to the cheat, and with `by` to the GM: a card of the hand was given back to the deck for another."""

    kind: Literal["swapped"] = "swapped"
    given: Card
    drawn: Card
    by: int | None = None


class Peeked(Event):
    """Told to the cheat, and with `by` to the GM: a card that was seen in the hand of `whom`."""

    kind: Literal["peeked"] = "peeked"
    whom: int
    card: Card
    by: int | None = None


class Shown(Event):
    """Hands are turned up, and all discards where the table shows them; not what became of the pots."""

    reveals: ClassVar[bool] = True

    kind: Literal["shown"] = "shown"
    showdown: Showdown


class Ended(Event):
    """The golem is freed, and each pot is won or stays."""

    reveals: ClassVar[bool] = True

    kind: Literal["ended"] = "ended"
    showdown: Showdown


class Unseen(Event):
    """All others have folded: the pot is taken, and no card is turned."""

    kind: Literal["unseen"] = "unseen"
    showdown: Showdown


GolemEvent = Annotated[
    Anted | Redealt | Dealt | Discarded | Drawn | Swapped | Peeked | Shown | Ended | Unseen | Acted,
    Field(discriminator="kind"),
]
