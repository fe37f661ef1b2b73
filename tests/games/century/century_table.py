"""A table of Century at which numbers come as the test says."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from bot.engine.banked.limits import RESERVE
from bot.engine.game import Player
from bot.engine.money import CREDITS, Currency
from bot.engine.moves import Amount
from bot.engine.options import with_options
from bot.engine.rng import Rng
from cogs.century import words
from cogs.century.rules import GAME
from cogs.century.state import CenturyCarry, CenturyRules, CenturyState, Gambler, Ticket
from tests.games.hand_table import HandTable

T = TypeVar("T")


def numbers(written: str) -> tuple[int, ...]:
    return tuple(map(int, written.split()))


class Tumbler(Rng):
    """Gives the numbers that a test has laid ready, and then the highest that are left."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = deque[int]()
        self._at = 0

    def pop(self, left: list[T], *, secret: bool = True) -> T:
        numbers = [int(str(one)) for one in left]
        self._at = numbers.index(self.ready.popleft()) if self.ready else len(numbers) - 1
        return super().pop(left, secret=secret)

    def _value(self, number: int, bound: int, secret: bool) -> int:
        assert not secret, "everybody sees every number of Century"
        return self._at

    def _salt(self, number: int, sealed: int) -> str:
        raise AssertionError("nothing is hidden in Century")


class Table(HandTable[CenturyState, CenturyCarry]):
    """One draw. Numbers are written "3 17 44"."""

    game, words = GAME, words

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
            Player(seat=seat, stack=(stacks or {}).get(name, 1000)) for seat, name in enumerate(self.names, start=1)
        )
        self.tumbler = Tumbler()
        deal = GAME.Deal(
            rules=self.rules, players=self.players, carry=carry, bank=bank or 0, reserve=RESERVE if bank is None else 0
        )
        self.begin(deal, self.tumbler)

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
        return self.turn

    def paid(self, name: str) -> list[int]:
        return [ticket.paid for ticket in self.gambler(name).tickets]

    @property
    def last_said(self) -> str:
        return self.said[-1]

    def stake(self, name: str, key: str = "ticket") -> Amount:
        """Return the field that asks for the stake."""
        return next(field for field in self.move(name, key).fields if isinstance(field, Amount))

    def most(self, name: str, picks: int) -> int:
        """Return the most that a seat may stake on that many numbers."""
        return self.stake(name, "quick").cap(picks)

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

    def leaves(self, who: str) -> "Table":
        """Play for a player who has left, each time the draw waits for them; numbers that come automatically keep their
        pace.
        """
        while who in self.waits_for and GAME.pause(self.state) is None:
            self.does(who, GAME.on_leave(self.state, self.seat(who)))
        return self

    def next(self, *names: str, **options: Any) -> "Table":
        """Start the next draw from this one's carryover; the names are its players."""
        carry = CenturyCarry.from_json(self.handed_on.to_json())
        changed = self.rules.to_dict() | options
        return Table(*(names or self.names), carry=carry, **changed)

    def refuses(self, who: str, written: str, stake: int = 5) -> str:
        """Why a ticket is refused."""
        return self.refusal(who, "ticket", numbers=numbers(written), stake=stake)

    def _each(self, kind: str, names: Sequence[str]) -> "Table":
        for name in names:
            self.do(name, kind)
        return self


def slip(written: str, stake: int = 5) -> Ticket:
    return Ticket(numbers=numbers(written), stake=stake)
