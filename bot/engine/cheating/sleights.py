"""What a game brings to a crooked table: its own sleights, and what becomes of a seat that is caught.

`bot.engine.cheating.wrapper` adds the rest to any game that has these: limits, contests, suspicion and the verdict.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from bot.engine.frozen import Frozen
from bot.engine.game import HouseRules, Seat, Step
from bot.engine.moves import Action, Move
from bot.engine.options import option
from bot.engine.rng import Rng

S = TypeVar("S", bound=Frozen)


class CrookedRules(HouseRules):
    """The house rule of a game that can be cheated at."""

    crooked: bool = option(
        default=False,
        title="Crooked table",
        description="Characters may cheat, read and sway each other; only the GM can check the rolls.",
        later=True,
    )


class Cheatable(ABC, Generic[S]):
    """A game that has sleights. A successful one changes nothing that others can see: neither view, moves, events nor
    refusals of any other seat or the public. All of it is rolled in secret.
    """

    sleight_note: ClassVar[str]
    """What its sleights do, in a few lines for the rules' pages."""
    Sleight: Any
    """The tagged union of its sleights, or the only one; their kinds are no kinds of the game's own actions."""

    @abstractmethod
    def sleights(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """What the seat could try now, each a private move; nothing where there is nothing to gain by it."""

    @abstractmethod
    def sleight(self, state: S, seat: Seat, action: Action, chance: Rng) -> Step[S]:
        """What a sleight does that nobody has noticed. It tells nobody but the seat (`private`) and the GM (`kept`)."""

    def sleight_round(self, state: S) -> int:
        """A seat tries once while this stays the same: by default once a hand. It is known to everybody."""
        return 0

    def is_out(self, state: S, seat: Seat) -> bool:
        """Whether the seat has no part in the hand any more (folded, bust): then it neither watches nor tries anything.
        Everybody knows it.
        """
        return False

    @abstractmethod
    def forfeit(self, state: S, seat: Seat, chance: Rng) -> Step[S]:
        """The hand goes on without a seat that was caught, and what it has put in stays there: it folds, whoever's turn
        it is; in a banked game its bets are lost.
        """
