"""What a step of Baldur Hold'em tells, while it is carried out: to everybody, to one seat, and to the GM."""

from dataclasses import dataclass, field

from bot.engine.cheating.events import Seemed
from bot.engine.game import DEALER, Event, Step
from cogs.baldur.hidden import CastUnseen, Managed, SpellDid
from cogs.baldur.state import BaldurState


@dataclass(slots=True)
class Log:
    """Collects events in the order in which they happen."""

    public: list[Event] = field(default_factory=list[Event])
    private: list[tuple[int, Event]] = field(default_factory=list[tuple[int, Event]])
    kept: list[Event] = field(default_factory=list[Event])

    def whispered(self, state: BaldurState, seat: int, what: Managed | CastUnseen | SpellDid | Seemed) -> BaldurState:
        """Tell one seat alone, which keeps it until the end of the hand. The GM reads the log instead."""
        if seat == DEALER:
            return state
        self.private.append((seat, what))
        return state.evolve(hidden=state.hidden.with_heard(seat, what))

    def step(self, state: BaldurState) -> Step[BaldurState]:
        return Step(state, tuple(self.public), tuple(self.private), tuple(self.kept))
