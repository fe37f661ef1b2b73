"""How characters have fared, game by game: hands, money, folds and luck, folded from what evenings are told by. Pure.

Hands of a tournament are played for points: they count as hands, and what the tournament cost and brought counts in the
money; who won them isn't told, since no coin moved.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from bot.engine.frozen import Frozen
from bot.engine.luck import Luck, Stroke, together
from bot.reports.hands import PlayedHand
from bot.reports.money import Move
from bot.reports.tables import Room, title_of, word_of

LUCK_HANDS = 100
"""The latest hands of a game whose dice, contests and bets are looked at."""
MOST_HANDS = 20_000
"""Hands after which no older table is looked at."""


class Swing(Frozen):
    """What a hand brought, in smallest coins."""

    amount: int
    number: int


@dataclass(frozen=True, slots=True)
class GameStats:
    """One character at one game."""

    title: str
    word: str
    hands: int
    in_tournaments: int
    """How many of the hands were played for points."""
    won: int
    """How many of the others brought money."""
    folded: int | None
    """How many hands they folded; None where nobody can."""
    net: int
    best: Swing | None
    worst: Swing | None
    luck: tuple[Luck, ...]

    @property
    def for_money(self) -> int:
        return self.hands - self.in_tournaments


@dataclass(slots=True)
class _Account:
    """What is known of one character at one game so far."""

    hands: int = 0
    in_tournaments: int = 0
    won: int = 0
    folded: int = 0
    net: int = 0
    best: Swing | None = None
    worst: Swing | None = None
    strokes: list[Stroke] = field(default_factory=list[Stroke])

    def swing(self, amount: int, number: int) -> None:
        self.won += amount > 0
        if amount > 0 and (self.best is None or amount > self.best.amount):
            self.best = Swing(amount=amount, number=number)
        if amount < 0 and (self.worst is None or amount < self.worst.amount):
            self.worst = Swing(amount=amount, number=number)


class Faring:
    """Takes in tables one after the other; all that is asked for are `characters`, of one `game` or of all."""

    def __init__(self, characters: Collection[int], game: str | None = None) -> None:
        self.characters, self.game = frozenset(characters), game
        self.hands = 0
        self._accounts: dict[tuple[int, str], _Account] = defaultdict(_Account)
        self._points: set[tuple[int, int]] = set()
        self._games: dict[tuple[int, int], str] = {}
        self._fair: list[PlayedHand] = []

    def take_in(
        self,
        room: Room,
        seats: Mapping[int, int],
        hands: Iterable[PlayedHand],
        folds: Collection[tuple[int, int]],
        tells: Callable[[PlayedHand], bool],
    ) -> None:
        """Hands of a table; `seats` are characters by seat, `folds` (hand, seat), and `tells` says which of the hands
        tell of luck.
        """
        for hand in hands:
            self.hands += 1
            if not hand.counts or (self.game is not None and hand.game != self.game):
                continue
            self._games[room.id, hand.number] = hand.game
            if hand.standing is not None:
                self._points.add((room.id, hand.number))
            mine = [seat for seat in hand.seats if seats.get(seat) in self.characters]
            for seat in mine:
                account = self._accounts[seats[seat], hand.game]
                account.hands += 1
                account.in_tournaments += hand.standing is not None
                account.folded += (hand.number, seat) in folds
            if mine and hand.is_readable and tells(hand):
                self._fair.append(hand)

    def moved(self, room: Room, moves: Iterable[Move]) -> None:
        """What hands and tournaments at the table moved; no hand's in two portions."""
        nets: dict[int, Counter[int]] = defaultdict(Counter)
        for move in moves:
            for character, amount in ((move.giver, -move.amount), (move.taker, move.amount)):
                if character not in self.characters:
                    continue
                game = room.game if move.hand is None else self._games.get((room.id, move.hand), room.game)
                if self.game is not None and game != self.game:
                    continue
                self._accounts[character, game].net += amount
                if move.kind == "hand" and move.hand is not None:
                    nets[move.hand][character] += amount
        for number, by_character in nets.items():
            game = self._games.get((room.id, number))
            if game is not None and (room.id, number) not in self._points:
                for character, amount in by_character.items():
                    self._accounts[character, game].swing(amount, number)

    def latest(self) -> tuple[PlayedHand, ...]:
        """The hands whose luck is looked at: the latest of each game that tells of it."""
        counted: Counter[str] = Counter()
        found: list[PlayedHand] = []
        for hand in sorted(self._fair, key=lambda one: -one.ended_at):
            if counted[hand.game] < LUCK_HANDS:
                counted[hand.game] += 1
                found.append(hand)
        return tuple(found)

    def lucky(self, hand: PlayedHand, seats: Mapping[int, int], strokes: Iterable[Stroke]) -> None:
        """What chance decided in a hand."""
        for stroke in strokes:
            character = seats.get(stroke.seat)
            if character in self.characters:
                self._accounts[character, hand.game].strokes.append(stroke)

    def told(self, foldable: Collection[str]) -> Mapping[int, tuple[GameStats, ...]]:
        """By character, the game most played first; `foldable` are the games in which somebody can fold."""
        found: dict[int, list[GameStats]] = defaultdict(list)
        for (character, game), account in sorted(self._accounts.items(), key=lambda one: -one[1].hands):
            found[character].append(
                GameStats(
                    title=title_of(game),
                    word=word_of(game),
                    hands=account.hands,
                    in_tournaments=account.in_tournaments,
                    won=account.won,
                    folded=account.folded if game in foldable else None,
                    net=account.net,
                    best=account.best,
                    worst=account.worst,
                    luck=together(account.strokes),
                )
            )
        return {character: tuple(games) for character, games in found.items()}
