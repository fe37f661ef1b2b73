"""A table of twenty-one at which Roark, Lando and Han sit clockwise, with cards that fall as the test says.

Cards are written as people read them: "As 10d Kh" are the ace of spades, the ten of diamonds and the king of hearts.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from bot.engine.banked.limits import RESERVE
from bot.engine.cards import FULL_DECK
from bot.engine.game import Player
from bot.engine.moves import Amount, Move
from bot.engine.options import with_options
from bot.engine.rng import Rng
from bot.engine.words import plain
from cogs.twentyone import words
from cogs.twentyone.rules import GAME
from cogs.twentyone.state import Result, Shoe, TwentyOneCarry, TwentyOneRules, TwentyOneState
from tests.games.hand_table import HandTable

T = TypeVar("T")

_LETTERS = {"A": "1", "J": "11", "Q": "12", "K": "13"}
NAMES = ("Roark", "Lando", "Han", "Leia", "Chewie", "Boba", "Dengar")


def cards(written: str) -> tuple[str, ...]:
    """As in "As 10d" for the ace of spades and the ten of diamonds."""
    return tuple(_LETTERS.get(word[:-1], word[:-1]) + word[-1] for word in written.split())


class Cards(Rng):
    """Deals the cards that a test has laid ready, one after the other; the open ones by open draws."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = deque[str]()
        self._at = 0

    def pick(self, items: Sequence[T], *, secret: bool = False) -> T:
        assert self.ready, "no card is ready to be dealt"
        self._at = list(map(str, items)).index(self.ready.popleft())
        return super().pick(items, secret=secret)

    def _value(self, number: int, bound: int, secret: bool) -> int:
        return self._at

    def _salt(self, number: int, sealed: int) -> str:
        return f"{number:016x}{sealed:016x}"


class Table(HandTable[TwentyOneState, TwentyOneCarry]):
    """One hand."""

    game, words = GAME, words

    def __init__(
        self,
        *names: str,
        stacks: Mapping[str, int] | None = None,
        bank: int = 10_000,
        endless: bool = False,
        carry: TwentyOneCarry | None = None,
        **options: Any,
    ) -> None:
        """Roark alone unless others are named; everybody has 1,000 chips unless `stacks` says otherwise."""
        self.names = names or ("Roark",)
        self.players = tuple(
            Player(seat=seat, stack=(stacks or {}).get(name, 1000)) for seat, name in enumerate(self.names, start=1)
        )
        self.rules = with_options(TwentyOneRules(), options)
        self.cards = Cards()
        deal = GAME.Deal(
            rules=self.rules, players=self.players, carry=carry, bank=bank, reserve=RESERVE if endless else 0
        )
        self.begin(deal, self.cards)

    @property
    def result(self) -> Result:
        assert self.state.result is not None, f"the hand waits for {self.turn}"
        return self.state.result

    @property
    def net(self) -> int:
        """What Roark has won or lost."""
        return self.nets["Roark"]

    @property
    def verdicts(self) -> tuple[str, ...]:
        """What became of Roark's hands."""
        return tuple(hand.verdict for box in self.result.boxes for hand in box.hands if box.seat == 1)

    @property
    def dealer(self) -> tuple[str, ...]:
        return self.state.dealer

    def stack(self, name: str) -> int:
        return self.state.box(self.seat(name)).stack

    def hands(self, name: str = "Roark") -> list[tuple[str, ...]]:
        return [hand.cards for hand in self.state.box(self.seat(name)).hands]

    @property
    def shows(self) -> list[str]:
        """The table as plain text: heading, status, a line a seat, the result."""
        drawn = words.panel(GAME.view(self.state, None), self.voice)
        names = self.voice.names
        seats = [" ".join(filter(None, (names[line.seat], line.cards, "·", line.text))) for line in drawn.seats]
        return [plain(line) for line in (drawn.heading, *drawn.status, *seats, *filter(None, [drawn.result]))]

    def moves(self, name: str = "Roark") -> tuple[Move, ...]:
        return GAME.moves(self.state, self.seat(name))

    def offered(self, name: str = "Roark") -> list[str]:
        return [move.key for move in self.moves(name)]

    def price(self, key: str, name: str = "Roark") -> int | None:
        return self.move(name, key).price

    def amount(self, key: str = "bet", name: str = "Roark") -> Amount:
        (field,) = self.move(name, key).fields
        assert isinstance(field, Amount)
        return field

    def do(self, who: str, kind: str, new: str = "", **fields: Any) -> "Table":
        """Do an action of a seat. `new` are the cards that fall by it, the dealer's included."""
        self.cards.ready += cards(new)
        self.after(GAME.act(self.state, self.seat(who), GAME.action(kind, fields), self.cards))
        assert not self.cards.ready, f"{[*self.cards.ready]} weren't dealt"
        return self

    def bet(self, who: str, amount: int, new: str = "") -> "Table":
        return self.do(who, "bet", new, amount=amount)

    def dealt(self, dealer: str, bets: Mapping[str, int] | None = None, **hands: str) -> "Table":
        """Everybody named bets 10, or what `bets` says, and gets two cards; the others make no bet.

        The dealer's cards are the open one and the hole card, where the table has it.
        """
        for name in self.names:
            if name not in hands:
                self.do(name, "done")
        rows = [cards(hands[name]) for name in self.names if name in hands]
        up, *hole = cards(dealer)
        self.cards.ready += [row[0] for row in rows] + [up] + [row[1] for row in rows] + hole
        laid, self.cards.ready = self.cards.ready, deque[str]()
        *others, last = hands
        for name in others:
            self.bet(name, (bets or {}).get(name, 10))
        self.cards.ready = laid
        return self.bet(last, (bets or {}).get(last, 10))

    def hit(self, new: str, who: str = "Roark") -> "Table":
        return self.do(who, "hit", new)

    def stand(self, who: str = "Roark", new: str = "") -> "Table":
        return self.do(who, "stand", new)

    def double(self, new: str, who: str = "Roark") -> "Table":
        return self.do(who, "double", new)

    def split(self, new: str, who: str = "Roark") -> "Table":
        return self.do(who, "split", new)

    def times_out(self, who: str, new: str = "") -> "Table":
        action = GAME.on_timeout(self.state, self.seat(who))
        return self.do(who, action.kind, new)

    def refusal(self, kind: str, who: str = "Roark", **fields: Any) -> str:  # pyright: ignore[reportIncompatibleMethodOverride] - Roark is the usual one
        return super().refusal(who, kind, **fields)


def against(dealer: str, hand: str, *, bet: int = 10, **options: Any) -> Table:
    """Roark alone, with that hand dealt against those cards of the dealer's."""
    return Table(**options).dealt(dealer, {"Roark": bet}, Roark=hand)


def shoe_of(written: str, decks: int = 1) -> Shoe:
    """Build a shoe in which just these cards are left."""
    counts = Counter(cards(written))
    return Shoe(decks=decks, left=tuple(counts[card] for card in FULL_DECK))
