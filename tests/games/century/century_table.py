"""A table of Century at which numbers come as the test says."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pytest

from bot.engine.game import Outcome, Player
from bot.engine.money import CREDITS, Currency
from bot.engine.moves import Amount, Move, find
from bot.engine.options import with_options
from bot.engine.rng import Rng, SeededRng
from bot.engine.words import Voice, plain
from bot.errors import RuleError
from cogs.century import words
from cogs.century.rules import GAME
from cogs.century.state import CenturyCarry, CenturyRules, CenturyState, Gambler, Ticket

T = TypeVar("T")


def numbers(written: str) -> tuple[int, ...]:
    return tuple(map(int, written.split()))


class Tumbler(Rng):
    """Gives the numbers that a test has laid ready, and then the highest that are left."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = deque[int]()
        self._at = 0

    def take(self, bag: Sequence[T], *, secret: bool = True) -> tuple[T, tuple[T, ...]]:
        left = [int(str(one)) for one in bag]
        self._at = left.index(self.ready.popleft()) if self.ready else len(left) - 1
        return super().take(bag, secret=secret)

    def _value(self, number: int, bound: int, secret: bool) -> int:
        assert not secret, "everybody sees every number of Century"
        return self._at

    def _salt(self, number: int, sealed: int) -> str:
        raise AssertionError("nothing is hidden in Century")


class Table:
    """One draw. Names stand for seats, numbers are written "3 17 44", and no chip may be lost by any action."""

    def __init__(
        self,
        *names: str,
        stacks: Mapping[str, int] | None = None,
        bank: int | None = None,
        carry: CenturyCarry | None = None,
        currency: Currency = CREDITS,
        **options: Any,
    ) -> None:
        """Everybody has 1,000 chips unless told otherwise; the bank is endless unless it holds something."""
        self.names = names or ("Roark", "Lando", "Han")
        self.currency = currency
        self.rules = with_options(CenturyRules(drawing="at_once"), options)
        self.players = tuple(
            Player(seat=seat, name=name, stack=(stacks or {}).get(name, 1000))
            for seat, name in enumerate(self.names, start=1)
        )
        self.tumbler = Tumbler()
        self.brought = {player.name: player.stack for player in self.players}
        self.total = sum(self.brought.values()) + (bank or 0)
        deal = GAME.Deal(rules=self.rules, players=self.players, carry=carry, bank=bank or 0, endless=bank is None)
        step = GAME.start(deal, self.tumbler)
        self.state: CenturyState = step.state
        self.events: list[Any] = list(step.events)
        assert GAME.chips(self.state) == self.total

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    def gambler(self, name: str) -> Gambler:
        found = self.state.gambler(self.seat(name))
        assert found is not None
        return found

    def tickets(self, name: str) -> list[str]:
        """As in "3 17 44 for 5"."""
        return [f"{' '.join(map(str, one.numbers))} for {one.stake}" for one in self.gambler(name).tickets]

    def stack(self, name: str) -> int:
        return self.gambler(name).stack

    @property
    def waits_for(self) -> tuple[str, ...]:
        return tuple(self.names[seat - 1] for seat in sorted(GAME.to_act(self.state)))

    @property
    def end(self) -> Outcome[CenturyCarry]:
        end = GAME.outcome(self.state)
        assert end is not None, f"the draw waits for {self.waits_for}"
        return end

    @property
    def handed_on(self) -> CenturyCarry:
        """Return the carryover to the next draw."""
        assert self.end.carry is not None
        return self.end.carry

    @property
    def nets(self) -> dict[str, int]:
        return {name: dict(self.end.stacks)[self.seat(name)] - stack for name, stack in self.brought.items()}

    def paid(self, name: str) -> list[int]:
        return [ticket.paid for ticket in self.gambler(name).tickets]

    @property
    def voice(self) -> Voice:
        return Voice(names=dict(enumerate(self.names, start=1)), currency=self.currency)

    @property
    def said(self) -> list[str]:
        """Everything told so far, as plain text."""
        return [plain(line) for line in words.tell(self.events, self.voice)]

    @property
    def last_said(self) -> str:
        return self.said[-1]

    @property
    def shows(self) -> list[str]:
        """The table as plain text: heading, status, a line a seat, the result."""
        drawn = words.panel(GAME.view(self.state, None), self.voice)
        seats = [" ".join(filter(None, (self.names[one.seat - 1], one.cards, one.text))) for one in drawn.seats]
        return [plain(line) for line in (drawn.heading, *drawn.status, *seats, *filter(None, [drawn.result]))]

    def moves(self, name: str) -> tuple[Move, ...]:
        return GAME.moves(self.state, self.seat(name))

    def keys(self, name: str) -> list[str]:
        return [move.key for move in self.moves(name)]

    def move(self, name: str, key: str) -> Move:
        move = find(self.moves(name), key)
        assert move is not None, f"{name} isn't offered {key}"
        return move

    def stake(self, name: str, key: str = "ticket") -> Amount:
        """Return the field that asks for the stake."""
        return next(field for field in self.move(name, key).fields if isinstance(field, Amount))

    def most(self, name: str, picks: int) -> int:
        """Return the most that a seat may stake on that many numbers."""
        return self.stake(name, "quick").cap(picks)

    def do(self, who: str, kind: str, **fields: Any) -> "Table":
        step = GAME.act(self.state, self.seat(who), GAME.action(kind, fields), self.tumbler)
        self.state = step.state
        self.events += step.events
        assert not step.private
        assert GAME.chips(self.state) == self.total
        return self

    def ticket(self, who: str, written: str, stake: int = 5) -> "Table":
        return self.do(who, "ticket", numbers=numbers(written), stake=stake)

    def quick(self, who: str, gives: str, stake: int = 5) -> "Table":
        """Fill in a quick pick that draws these numbers."""
        self.tumbler.ready.extend(numbers(gives))
        return self.do(who, "quick", count=len(numbers(gives)), stake=stake)

    def again(self, *names: str) -> "Table":
        return self._each("again", names)

    def done(self, *names: str) -> "Table":
        return self._each("done", names)

    def back(self, who: str, *places: str) -> "Table":
        return self.do(who, "back", tickets=places)

    def go_on(self, *names: str) -> "Table":
        return self._each("go_on", names)

    def gives(self, written: str) -> "Table":
        """Lay numbers ready to be drawn."""
        self.tumbler.ready.extend(numbers(written))
        return self

    def draws(self, written: str) -> "Table":
        """Nobody bets any more; these numbers come, then the highest that are left, until the draw is over."""
        self.gives(written)
        while waiting := self.waits_for:
            self.times_out(waiting[0])
        return self

    def times_out(self, who: str) -> "Table":
        return self._does(who, GAME.on_timeout(self.state, self.seat(who)))

    def leaves(self, who: str) -> "Table":
        """Play for a player who has left, each time the draw waits for them; numbers that come automatically keep their
        pace.
        """
        while who in self.waits_for and GAME.pause(self.state) is None:
            self._does(who, GAME.on_leave(self.state, self.seat(who)))
        return self

    def next(self, *names: str, **options: Any) -> "Table":
        """Start the next draw from this one's carryover; the names are its players."""
        carry = CenturyCarry.from_json(self.handed_on.to_json())
        changed = self.rules.model_dump() | options
        return Table(*(names or self.names), carry=carry, **changed)

    def refusal(self, who: str, kind: str, **fields: Any) -> str:
        before, chance = self.state.to_json(), SeededRng(0)
        with pytest.raises(RuleError) as refused:
            GAME.act(self.state, self.seat(who), GAME.action(kind, fields), chance)
        assert self.state.to_json() == before
        assert not chance.draws
        return refused.value.told(self.currency.show)

    def refuses(self, who: str, written: str, stake: int = 5) -> str:
        """Why a ticket is refused."""
        return self.refusal(who, "ticket", numbers=numbers(written), stake=stake)

    def _does(self, who: str, action: Any) -> "Table":
        return self.do(who, action.kind, **{key: value for key, value in action.model_dump().items() if key != "kind"})

    def _each(self, kind: str, names: Sequence[str]) -> "Table":
        for name in names:
            self.do(name, kind)
        return self


def slip(written: str, stake: int = 5) -> Ticket:
    return Ticket(numbers=numbers(written), stake=stake)
