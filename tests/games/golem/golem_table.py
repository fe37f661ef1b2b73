"""A table of Golem at which Roark, Lando and Han sit clockwise, with cards that fall as the test says."""

from collections import deque
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from bot.engine.cards import FULL_DECK
from bot.engine.game import Player
from bot.engine.moves import Pick, require_offered, starting_at
from bot.engine.options import with_options
from bot.engine.rng import Rng, ScriptedRng
from cogs.golem import words
from cogs.golem.rules import GAME, Peek, Swap
from cogs.golem.state import GolemCarry, GolemRules, GolemState, Showdown
from tests.games.bettors import Bettors
from tests.games.hand_table import HandTable

T = TypeVar("T")

BEATEN = {"Roark": "13d 13c 9h 7s 2d", "Lando": "10d 10c 4h 4s 2c", "Han": "3d 3c 8h 7d 5s"}
"""With `SEVENS_AND_TWOS` Lando has two pair, 10s and 4s, and the golem two pair, 7s and 2s."""
SEVENS_AND_TWOS = {"Roark": "7s 2d > 6h 5h", "Lando": "2c > 1h", "Han": "8h 7d > 1c 12s"}

UNBEATEN = BEATEN | {"Lando": "10d 10c 4h 4s 7c"}
"""With `THREE_SEVENS` Lando has two pair, 10s and 4s, and the golem three 7s."""
THREE_SEVENS = SEVENS_AND_TWOS | {"Lando": "7c > 1h"}


class Cards(Rng):
    """Deals the cards that a test has laid ready, one after the other. The pile is mixed as it lies."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = deque[str]()
        self._at = 0
        self._out: set[str] = set()
        """The cards that have left the deck since it was last full: a pile is made of nothing else."""

    def pop(self, left: list[T], *, secret: bool = True) -> T:
        cards = list(map(str, left))
        if len(cards) == len(FULL_DECK):
            self._out.clear()
        if not self._out.issuperset(cards):
            assert self.ready, "no card is ready to be dealt"
            self._at = cards.index(self.ready.popleft())
            self._out.add(cards[self._at])
        else:
            self._at = 0
        return super().pop(left, secret=secret)

    def gone(self, card: str) -> None:
        """Remove a card from the deck."""
        self._out.add(card)

    def _value(self, number: int, bound: int, secret: bool) -> int:
        assert secret, "a card in Golem is never an open draw"
        return self._at

    def _salt(self, number: int, sealed: int) -> str:
        return f"{number:016x}{sealed:016x}"


class Table(HandTable[GolemState, GolemCarry], Bettors):
    """One hand. Cards are written "10d 4c"."""

    game, words = GAME, words

    def __init__(
        self,
        hands: Mapping[str, str],
        *,
        stacks: Mapping[str, int] | None = None,
        amulet: str | None = None,
        bank: int = 0,
        carry: GolemCarry | None = None,
        **options: Any,
    ) -> None:
        """`hands` are everybody's five cards. The amulet lies at the last seat unless it is somebody's."""
        self.names = tuple(hands)
        self.players = tuple(
            Player(seat=seat, stack=(stacks or {}).get(name, 1000)) for seat, name in enumerate(self.names, start=1)
        )
        order = tuple(player.seat for player in self.players)
        if amulet is not None:
            before = starting_at(order, self.seat(amulet))[1 % len(order)]
            carry = GolemCarry(amulet=before, order=order)
        self.rules = with_options(GolemRules(), options)
        self.cards = Cards()
        self.first = self.seat(amulet) if amulet else order[-1]
        self.then(hands)
        self.begin(GAME.Deal(rules=self.rules, players=self.players, carry=carry, bank=bank), self.cards)

    @property
    def order(self) -> tuple[int, ...]:
        return self.state.order

    @property
    def stacks(self) -> dict[str, int]:
        return {self.name(bettor.seat): bettor.stack for bettor in self.state.betting.bettors}

    @property
    def showdown(self) -> Showdown:
        assert self.state.showdown
        return self.state.showdown

    @property
    def pots(self) -> list[tuple[int, tuple[str, ...], bool]]:
        """(chips, who could win them, whether they were won) of the last showdown, names in the order of seats."""
        return [(one.amount, tuple(map(self.name, sorted(one.eligible))), one.is_won) for one in self.showdown.verdicts]

    @property
    def carried(self) -> list[tuple[int, tuple[str, ...]]]:
        return [(pot.amount, tuple(map(self.name, sorted(pot.eligible)))) for pot in self.state.carried]

    def hand(self, name: str) -> tuple[str, ...]:
        return self.state.gambler(self.seat(name)).cards

    def pick(self, name: str) -> Pick:
        (field,) = self.move(name, "discard").fields
        assert isinstance(field, Pick)
        return field

    def then(self, hands: Mapping[str, str]) -> "Table":
        """Lay the next five cards of these players ready, round from the amulet."""
        for seat in starting_at(tuple(range(1, len(self.names) + 1)), self.first):
            self.cards.ready += hands.get(self.name(seat), "").split()
        return self

    def discard(self, who: str, cards: str = "") -> "Table":
        return self.do(who, "discard", cards=tuple(cards.split()))

    def draw(self, draws: Mapping[str, str] | None = None) -> "Table":
        """Everybody chooses, as in "7s 2d > 6h 5h"; whoever isn't named stands pat."""
        parts = {name: written.split(">") for name, written in (draws or {}).items() if name in self.turn}
        for seat in reversed(starting_at(self.state.order, self.first)):
            _, new = parts.get(self.name(seat), ("", ""))
            self.cards.ready.extendleft(reversed(new.split()))
        for name in self.turn:
            self.discard(name, parts.get(name, ("", ""))[0])
        return self

    def checked(self) -> "Table":
        """Everybody whom this round still asks checks."""
        street, number = self.state.street, self.state.number
        while (self.state.street, self.state.number) == (street, number) and self.turn:
            self.check(*self.turn)
        return self

    def played(self, draws: Mapping[str, str]) -> "Table":
        """Play a deal without a bet: checks, the draw, checks."""
        return self.checked().draw(draws).checked()

    def swaps(self, who: str, given: str, drawn: str) -> Self:
        """Make an unseen sleight: a card of the hand for one of the deck."""
        self.cards.gone(drawn)
        return self._cheats(who, ScriptedRng([self.state.bag.index(drawn) + 1]), Swap(card=given))

    def peeks(self, who: str, whom: str, at: int) -> Self:
        """Peek unseen at the card in that place of another player's hand, from 1."""
        return self._cheats(who, ScriptedRng([at]), Peek(whom=str(self.seat(whom))))

    def _cheats(self, who: str, chance: Rng, action: Swap | Peek) -> Self:
        require_offered(GAME.sleights(self.state, self.seat(who)), action, lambda: "no sleight is offered")
        return self.after(GAME.sleight(self.state, self.seat(who), action, chance))

    def forfeits(self, who: str) -> Self:
        """Somebody is caught and has to go."""
        return self.after(GAME.forfeit(self.state, self.seat(who), self.cards))


def at_the_draw(hands: Mapping[str, str] = BEATEN, **options: Any) -> Table:
    """Everybody has checked."""
    return Table(hands, **options).checked()


def beaten(**options: Any) -> Table:
    """Lando has beaten the golem, without a bet."""
    return Table(BEATEN, **options).played(SEVENS_AND_TWOS)
