"""A game's part of a crooked table: its own sleights, and how it drops a seat that is caught.

`bot.engine.cheating.wrapper` adds limits, contests, suspicion and the verdict to any game that has these.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, Literal, TypeVar

from bot.engine.cheating.actions import Influence, Ruling
from bot.engine.cheating.contests import Means, Party, Swayed
from bot.engine.frozen import Frozen, TypeForm
from bot.engine.game import Event, HouseRules, Seat, Step
from bot.engine.moves import AnyAction, Choice, Move
from bot.engine.options import option
from bot.engine.rng import Rng

S = TypeVar("S", bound=Frozen)


Unproven = Literal["nothing", "disadvantage"]
"""The cost of an accusation that proves nothing: reading others with disadvantage until the next hand is over."""


class CrookedRules(HouseRules):
    """The house rules of a game that can be cheated at."""

    crooked: bool = option(
        default=False,
        title="Crooked table",
        description="On: characters may cheat, and read and influence each other. Only the GM can check rolls.",
        later=True,
    )
    unproven: Unproven = option(
        "nothing",
        "An unproven accusation",
        "Penalty for an accuser who proves nothing.",
        labels={"nothing": "Nothing", "disadvantage": "Disadvantage at reading others"},
        later=True,
    )


class Cheatable(ABC, Generic[S]):
    """A game that has sleights. A successful one changes nothing that others can see: neither view, moves, events nor
    refusals of any other seat or the public, except for a die that lies open (`is_open`). All rolls are secret.
    """

    explains_cheating: ClassVar[bool] = False
    """True if the game's own rules pages explain all of it, and it is always crooked."""
    Sleight: TypeForm
    """The tagged union of its sleights, or the only one; their kinds are no kinds of the game's own actions."""
    claims: ClassVar[tuple[Choice, ...]] = ()
    """The claims about their hand that people who deceive or persuade choose from, if any."""
    dealer_cheats: ClassVar[bool] = False
    """True if the GM's seat tries things, too, for a party of its own: the NPCs."""
    dealer_label: ClassVar[str] = "The house"
    """The label of the GM's seat among others to watch, accuse or influence."""
    dealer_name, dealer_names = "the house", "the house"
    """The names of the GM's seat in a sentence, where it stands for one party and for all of it."""
    talks_each_round: ClassVar[bool] = False
    """True if people influence and watch each other once in each round of sleights, instead of once a hand."""

    @abstractmethod
    def sleights(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Return the sleights that the seat could try now, as private moves; empty where there is nothing to gain."""

    @abstractmethod
    def sleight(self, state: S, seat: Seat, action: AnyAction, chance: Rng) -> Step[S]:
        """Carry out an unnoticed sleight. Its events are for the seat (`private`) and the GM (`kept`) only."""

    def sleight_round(self, state: S) -> int:
        """Return the current round of sleights: a seat tries once in each, by default once a hand. It is public."""
        return 0

    def types_contests(self, state: S) -> bool:
        """Tell whether players roll at the table and type what they rolled. The bot still rolls tells and proofs of its
        own accord.
        """
        return False

    def is_open(self, state: S) -> bool:
        """Tell whether a sleight changes what lies open. Then others see a die of another face, and nothing else."""
        return False

    def means(self, action: AnyAction) -> Means:
        """Return the means of a sleight: a spell is magic."""
        return "sleight"

    def notes(self, state: S, seat: Seat, action: AnyAction) -> tuple[Event, ...]:
        """Return what the GM's log says of a try besides its dice, seen or unseen."""
        return ()

    def party(self, state: S, seat: Seat) -> Party | None:
        """Return the sheet and proficiency of a seat; None for the sheet that it was dealt in with."""
        return None

    def spell_dc(self, state: S, seat: Seat) -> int | None:
        """Return the difficulty of proving a seat's spells; None for the usual one."""
        return None

    def lucky(self, state: S, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats whose luck at sleight of hand counts for a seat."""
        return (seat,)

    def others(self, state: S, seat: Seat, present: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the seats of those `present` that a seat may influence, and that may see its sleights."""
        return tuple([other for other in present if other != seat])

    def suspects(self, state: S, seat: Seat, present: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the seats of those `present` that a seat may watch and accuse."""
        return self.others(state, seat, present)

    def may_influence(self, state: S, seat: Seat) -> bool:
        """Tell whether it is the time for a seat to influence somebody."""
        return True

    def influenced(self, state: S, seat: Seat, action: Influence, swayed: Swayed, chance: Rng) -> Step[S]:
        """Continue the game after an attempt at influence."""
        return Step(state)

    def why_not(self, state: S, seat: Seat, action: AnyAction) -> str | None:
        """Return the game's own reason why something beside it isn't offered, if it has one."""
        return None

    def usual_ruling(self, state: S) -> Ruling:
        """Return the verdict when the GM's time runs out."""
        return "forfeit"

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


AnyCheatable = Cheatable[Any]
"""Whichever game that has sleights."""
