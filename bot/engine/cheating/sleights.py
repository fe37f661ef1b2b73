"""A game's part of a crooked table: its own sleights, and how it drops a seat that is caught.

`bot.engine.cheating.wrapper` adds limits, contests, suspicion and the verdict to any game that has these.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, Literal, TypeVar

from bot.engine.frozen import Frozen
from bot.engine.game import HouseRules, Seat, Step
from bot.engine.moves import Action, Move
from bot.engine.options import option
from bot.engine.rng import Rng

S = TypeVar("S", bound=Frozen)


Unproven = Literal["nothing", "disadvantage"]
"""The cost of an accusation that proves nothing: reading others with disadvantage until the end of the next hand."""


class CrookedRules(HouseRules):
    """The house rules of a game that can be cheated at."""

    crooked: bool = option(
        default=False,
        title="Crooked table",
        description="Characters may cheat, read and sway each other; only the GM can check the rolls.",
        later=True,
    )
    unproven: Unproven = option(
        "nothing",
        "An unproven accusation",
        "What it costs to accuse somebody and prove nothing.",
        labels={"nothing": "Nothing", "disadvantage": "Disadvantage at reading others"},
        later=True,
    )


class Cheatable(ABC, Generic[S]):
    """A game that has sleights. A successful one changes nothing that others can see: neither view, moves, events nor
    refusals of any other seat or the public. All of it is rolled in secret.
    """

    sleight_note: ClassVar[str]
    """A few lines on its sleights for the rules' pages."""
    Sleight: Any
    """The tagged union of its sleights, or the only one; their kinds are no kinds of the game's own actions."""

    @abstractmethod
    def sleights(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Return the sleights that the seat could try now, as private moves; empty where there is nothing to gain."""

    @abstractmethod
    def sleight(self, state: S, seat: Seat, action: Action, chance: Rng) -> Step[S]:
        """Carry out an unnoticed sleight. Its events are for the seat (`private`) and the GM (`kept`) only."""

    def sleight_round(self, state: S) -> int:
        """Return the current round of sleights: a seat tries once in each, by default once a hand. It is public."""
        return 0

    def is_out(self, state: S, seat: Seat) -> bool:
        """Tell whether the seat is out of the hand (folded, bust), so it neither watches nor tries anything. It is
        public.
        """
        return False

    @abstractmethod
    def forfeit(self, state: S, seat: Seat, chance: Rng) -> Step[S]:
        """Continue the hand without a seat that was caught.

        Its chips in the pot stay there: it folds, even out of turn; in a banked game its bets are lost.
        """
