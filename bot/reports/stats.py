"""Which seats did something of a kind, hand by hand, looked up in the log in bounded portions."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from bot import games
from bot.db import Database
from bot.engine.frozen import Frozen
from bot.engine.luck import Luck, Stroke, together
from bot.errors import PlayerError
from bot.reports.hands import FOREVER, FinishedHand, hands_at
from bot.reports.money import MoneyMove, MoneyOwners, cast_of, moves_at, seats_at
from bot.reports.replays import Replays
from bot.reports.tables import TableSpan, rooms_with, title_of, word_of

PORTION = 5_000
"""Rows of a table's log that are looked through at a time."""


async def acted_at(db: Database, table_id: int, kind: str) -> frozenset[tuple[int, int]]:
    """(hand, seat) of everybody who did something of that kind, the word that the game's action is stored by; what was
    taken back isn't there.
    """
    found: set[tuple[int, int]] = set()
    (ends,) = await db.fetch(
        "SELECT min(sequence) AS first, max(sequence) AS last FROM actions WHERE table_id = ?", table_id
    )
    for first in range(int(ends["first"] or 1), int(ends["last"] or 0) + 1, PORTION):
        rows = await db.fetch(
            """
            SELECT hand, seat FROM actions
            WHERE table_id = ? AND sequence >= ? AND sequence < ? AND action LIKE ?
                AND hand IS NOT NULL AND seat IS NOT NULL
                AND NOT EXISTS (
                    SELECT 1 FROM hands AS later WHERE later.table_id = actions.table_id
                        AND later.number = actions.hand AND later.revision > actions.revision
                        AND coalesce(later.kept_until, 0) < actions.sequence)
            """,
            table_id,
            first,
            first + PORTION,
            f'{{"kind":"{kind}"%',
        )
        found |= {(int(row["hand"]), int(row["seat"])) for row in rows}
    return frozenset(found)


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


class CharacterStats:
    """Takes in tables one after the other; all that is asked for are `characters`, of one `game` or of all."""

    def __init__(self, characters: Collection[int], game: str | None = None) -> None:
        self.characters, self.game = frozenset(characters), game
        self.hands = 0
        self._accounts: dict[tuple[int, str], _Account] = defaultdict(_Account)
        self._points: set[tuple[int, int]] = set()
        self._games: dict[tuple[int, int], str] = {}
        self._fair: list[FinishedHand] = []

    def take_in(
        self,
        room: TableSpan,
        seats: Mapping[int, int],
        hands: Iterable[FinishedHand],
        folds: Collection[tuple[int, int]],
        tells: Callable[[FinishedHand], bool],
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

    def moved(self, room: TableSpan, moves: Iterable[MoneyMove]) -> None:
        """Add what hands and tournaments at the table moved; no hand's moves are split over two portions."""
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

    def latest(self) -> tuple[FinishedHand, ...]:
        """Return the hands whose luck is calculated: the latest of each game that can tell it."""
        counted: Counter[str] = Counter()
        found: list[FinishedHand] = []
        for hand in sorted(self._fair, key=lambda one: -one.ended_at):
            if counted[hand.game] < LUCK_HANDS:
                counted[hand.game] += 1
                found.append(hand)
        return tuple(found)

    def lucky(self, hand: FinishedHand, seats: Mapping[int, int], strokes: Iterable[Stroke]) -> None:
        """Add what chance decided in a hand."""
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


@dataclass(frozen=True, slots=True)
class StatsReader:
    """Characters and their games, whoever won most first. `is_all`: no older table was left out; else so many are."""

    cast: tuple[MoneyOwners, ...]
    games: Mapping[int, tuple[GameStats, ...]]
    is_all: bool
    left_out: int = 0


async def fared(
    db: Database,
    replays: Replays,
    campaign_id: int,
    rooms: Iterable[TableSpan],
    characters: Collection[int],
    game: str | None = None,
) -> StatsReader:
    """How these characters have fared at these tables, newest first, at one game or at all."""
    faring, at_tables = CharacterStats(characters, game), await rooms_with(db, campaign_id, characters)
    theirs = [room for room in rooms if room.id in at_tables and game in {None, room.game}]
    seats: dict[int, dict[int, int]] = {}
    foldable, left_out = set[str](), 0
    for at, room in enumerate(theirs):
        if faring.hands >= MOST_HANDS:
            left_out = len(theirs) - at
            break
        seats[room.id] = await seats_at(db, room.id)
        folds = await folds_at(db, room.id) if can_fold(room.game) else frozenset[tuple[int, int]]()
        foldable |= {room.game} if can_fold(room.game) else set()
        tells = await _telling(db, room)
        async for hands in hands_at(db, room.id):
            faring.take_in(room, seats[room.id], hands, folds, tells)
        async for moves in moves_at(db, room.id, 0.0, FOREVER):
            faring.moved(room, moves)
    for hand in faring.latest():
        strokes = await replays.strokes(hand.table_id, hand.number, hand.revision, campaign_id)
        faring.lucky(hand, seats[hand.table_id], strokes)
    told = faring.told(foldable)
    cast = await cast_of(db, told)
    order = sorted(cast.values(), key=lambda one: (-sum(stats.net for stats in told[one.character_id]), one.name))
    return StatsReader(tuple(order), told, is_all=not left_out, left_out=left_out)


async def everybody_at(db: Database, rooms: Iterable[TableSpan], game: str) -> tuple[MoneyOwners, ...]:
    """Who has or had a seat where that game is played."""
    found: set[int] = set()
    for room in rooms:
        if room.game == game:
            found |= set((await seats_at(db, room.id)).values())
    return tuple((await cast_of(db, found)).values())


async def folds_at(db: Database, table_id: int) -> frozenset[tuple[int, int]]:
    """(hand, seat) of everybody who folded a hand, as it went in the end."""
    return await acted_at(db, table_id, "fold")


def can_fold(game: str) -> bool:
    """Whether there is such a thing in the game of that key."""
    try:
        games.entry(game).game.action("fold", {})
    except PlayerError:
        return False
    return True


async def _telling(db: Database, room: TableSpan) -> Callable[[FinishedHand], bool]:
    """Which hands of a table tell of luck: all where the game does, else those in which somebody tried to sway another.
    Hands of a game that is gone, or isn't the table's any more, don't.
    """
    luck = games.luck(room.game)
    if luck is None:
        return lambda _: False
    if luck.own is not None:
        return lambda hand: hand.game == room.game
    swayed = {hand for hand, _ in await acted_at(db, room.id, "influence")}
    return lambda hand: hand.game == room.game and hand.number in swayed
