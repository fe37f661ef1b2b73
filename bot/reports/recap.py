"""An evening in figures: what was played, who won what, the biggest pot and the longest hand.

Amounts are in smallest coins. Who won what is what hands and tournaments moved: nothing of it is counted twice, and all
of it adds up to nothing, the house's part included.
"""

from bot.engine.frozen import Frozen
from bot.reports.tables import Room


class Played(Frozen):
    """How much of a game was played; void and undone hands aren't counted."""

    title: str
    word: str
    hands: int


class Share(Frozen):
    """What somebody won in all (below zero: lost), in how many hands, and how many of those brought money. Those that
    were played for points, `in_tournaments`, bring none.
    """

    character_id: int
    name: str
    is_npc: bool
    net: int
    hands: int
    won: int
    in_tournaments: int = 0


class Pot(Frozen):
    """What was won in a hand: `amount` is all that lay in the pot where the game tells (`is_whole`), else what changed
    hands. `winners` are (name, gain); there are none where a pot was shared by those who had filled it.
    """

    room: Room
    number: int
    amount: int
    is_whole: bool
    winners: tuple[tuple[str, int], ...]


class Long(Frozen):
    """The hand with the most turns, and the seconds that it took."""

    room: Room
    number: int
    turns: int
    seconds: float


class Placed(Frozen):
    """Somebody's place in a tournament, and what they won by it. `place` is None for who was still in when it ended
    early: broken off, or given up by the others between two hands.
    """

    place: int | None
    name: str
    prize: int


class Tournament(Frozen):
    """A tournament that ended. `number` is which one at its table; `prize` is all that was paid for it."""

    room: Room
    number: int
    prize: int
    places: tuple[Placed, ...]


class Named(Frozen):
    """A hand that is told apart by its number alone."""

    room: Room
    number: int


class Recap(Frozen):
    """All that is told of an evening; times in seconds since the epoch, None where nothing was played."""

    rooms: tuple[Room, ...]
    began: float | None
    ended: float | None
    played: tuple[Played, ...] = ()
    shares: tuple[Share, ...] = ()
    """Whoever won most comes first."""
    house: int | None = None
    """What the house won or lost where it plays; None where it doesn't."""
    cuts: int = 0
    """What the house kept of pots."""
    middle: int = 0
    """What went into pots that are carried on, less what came out of them."""
    prizes: int = 0
    """What was paid for tournaments whose prize wasn't won within that time."""
    prizes_before: int = 0
    """Below zero: what was won of prizes that had been paid for before."""
    pot: Pot | None = None
    longest: Long | None = None
    tournaments: tuple[Tournament, ...] = ()
    void: tuple[Named, ...] = ()
    undone: tuple[Named, ...] = ()
    taken_up: tuple[Named, ...] = ()
    """Hands of which something was taken back, and that were played on: they count as they ended."""
    unreadable: tuple[Named, ...] = ()
    """Hands that count in who won what, but of which nobody can tell who was in them."""

    @property
    def hands(self) -> int:
        return sum(one.hands for one in self.played)
