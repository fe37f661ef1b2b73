"""What the tables of all games have in tests: names for seats, what is said and shown, and no chip lost."""

from typing import Any, ClassVar, Generic, Self, TypeVar

import pytest

from bot.engine.frozen import Frozen
from bot.engine.game import Carry, Deal, Event, Outcome, Step
from bot.engine.money import CREDITS, Currency
from bot.engine.moves import Amount, Move, filled, find
from bot.engine.rng import Rng, SeededRng
from bot.engine.words import Voice, plain
from bot.errors import RuleError
from tests.as_typed import AsTyped

S = TypeVar("S", bound=Frozen)
C = TypeVar("C", bound=Carry)


class HandTable(Generic[S, C]):
    """One hand. Names stand for seats, and no chip may be lost by any action."""

    game: Any
    words: Any
    joint: ClassVar[str] = " "
    """Between a name, its cards and the rest of its line."""
    currency: Currency = CREDITS
    names: tuple[str, ...]
    chance: Rng
    state: S

    def begin(self, deal: Deal[Any, Any], chance: Rng) -> None:
        """Deal the hand; `chance` serves the actions too, unless these bring their own."""
        self.deal, self.chance = deal, chance
        self.brought = {self.name(player.seat): player.stack for player in deal.players}
        self.events: list[Any] = []
        self.private, self.kept = list[tuple[int, Event]](), list[Event]()
        self.after(self.game.start(deal, chance))

    def after(self, step: Step[S]) -> Self:
        self.state = step.state
        self.events += step.events
        self.private += step.private
        self.kept += step.kept
        assert self.game.chips(self.state) == sum(self.brought.values()) + self.deal.bank
        return self

    def seat(self, name: str) -> int:
        """Return a player's seat, and one that nobody has for anyone else."""
        return self.names.index(name) + 1 if name in self.names else 99

    def name(self, seat: int) -> str:
        return next(name for name in self.names if self.seat(name) == seat)

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(range(1, len(self.names) + 1))

    @property
    def turn(self) -> Any:
        """Whom the hand waits for, clockwise."""
        return tuple(self.name(seat) for seat in self.order if seat in self.game.to_act(self.state))

    @property
    def end(self) -> Outcome[C]:
        end = self.game.outcome(self.state)
        assert end is not None, f"the hand waits for {self.turn}"
        return end

    @property
    def handed_on(self) -> C:
        """Return the carryover to the next hand."""
        assert self.end.carry is not None
        return self.end.carry

    @property
    def nets(self) -> Any:
        """Return the wins and losses of everyone, in the order of the seats."""
        return {name: dict(self.end.stacks)[self.seat(name)] - stack for name, stack in self.brought.items()}

    @property
    def voice(self) -> Voice:
        return Voice(names={self.seat(name): name for name in self.names}, currency=self.currency, typed=AsTyped())

    def read(self, events: list[Any]) -> list[str]:
        return [plain(line) for line in self.words.tell(events, self.voice)]

    @property
    def said(self) -> list[str]:
        """Everything told to all so far, as plain text."""
        return self.read(self.events)

    @property
    def gm_log(self) -> list[str]:
        """Return the GM's own lines."""
        return self.read(self.kept)

    def told_to(self, name: str) -> str:
        """Return the last line that this player alone saw."""
        return self.read([event for seat, event in self.private if seat == self.seat(name)])[-1]

    @property
    def shows(self) -> list[str]:
        """The table as plain text: heading, status, a line a seat, the result."""
        drawn = self.words.panel(self.game.view(self.state, None), self.voice)
        seats = [self.joint.join(filter(None, (self.name(line.seat), line.cards, line.text))) for line in drawn.seats]
        return [plain(line) for line in (drawn.heading, *drawn.status, *seats, *filter(None, [drawn.result]))]

    def moves(self, name: str) -> tuple[Move, ...]:
        return filled(self.game.moves(self.state, self.seat(name)), self.voice.fill)

    def keys(self, name: str) -> list[str]:
        return [move.key for move in self.moves(name)]

    def move(self, name: str, key: str) -> Move:
        move = find(self.moves(name), key)
        assert move is not None, f"{name} may {self.keys(name)}"
        return move

    def bounds(self, name: str, key: str = "raise") -> tuple[int, int]:
        (field,) = self.move(name, key).fields
        assert isinstance(field, Amount)
        return field.low, field.high

    def do(self, who: str, kind: str, **fields: Any) -> Self:
        return self.after(self.game.act(self.state, self.seat(who), self.game.action(kind, fields), self.chance))

    def does(self, who: str, action: Any) -> Self:
        return self.do(who, action.kind, **action.to_dict(without=("kind",)))

    def times_out(self, who: str) -> Self:
        return self.does(who, self.game.on_timeout(self.state, self.seat(who)))

    def refusal(self, who: str, kind: str, **fields: Any) -> str:
        """Return the refusal of that move, which draws nothing."""
        chance = SeededRng(0)
        with pytest.raises(RuleError) as refused:
            self.game.act(self.state, self.seat(who), self.game.action(kind, fields), chance)
        assert not chance.draws
        return refused.value.told(self.currency.show)
