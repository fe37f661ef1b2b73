"""Stats of characters: hands, wins, folds, net and luck at each game, read in bounded portions."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Literal

from bot import games
from bot.db import Database
from bot.engine.frozen import Frozen
from bot.engine.luck import FEWEST, Luck, Stroke, sum_luck
from bot.errors import NotFound, PlayerError
from bot.reports.hands import FOREVER, FinishedHand, events_at, hands_at
from bot.reports.money import MoneyMove, MoneyOwners, cast_of, moves_at, seats_at
from bot.reports.tables import TableSpan, rooms_with, title_of, word_of
from bot.tables.stored_rules import game_of_hand

Ranking = Literal["winnings", "hands", "luck"]
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
class _Tally:
    """The stats of one character at one game so far."""

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


class StatsFold:
    """Adds up tables one after the other, for `characters` at one `game` or at all."""

    def __init__(self, characters: Collection[int], game: str | None = None) -> None:
        self.characters, self.game = frozenset(characters), game
        self.hands = 0
        self._tallies: dict[tuple[int, str], _Tally] = defaultdict(_Tally)
        self._points: set[tuple[int, int]] = set()
        self._games: dict[tuple[int, int], str] = {}
        self._lucky_hands: list[FinishedHand] = []

    def take_in(
        self,
        room: TableSpan,
        seats: Mapping[int, int],
        hands: Iterable[FinishedHand],
        folds: Collection[tuple[int, int]],
    ) -> None:
        """Add hands of a table; `seats` are characters by seat, `folds` (hand, seat)."""
        for hand in hands:
            self.hands += 1
            if not hand.is_over or (self.game is not None and hand.game != self.game):
                continue
            self._games[room.id, hand.number] = hand.game
            if hand.standing is not None:
                self._points.add((room.id, hand.number))
            for seat in hand.players:
                if seats.get(seat) in self.characters:
                    account = self._tallies[seats[seat], hand.game]
                    account.hands += 1
                    account.in_tournaments += hand.standing is not None
                    account.folded += (hand.number, seat) in folds
            # Dice that fall before anyone pays count whether or not they were worth it: else none would be unlucky.
            chanced = hand.players if room.is_banked else hand.seats
            if self.characters.intersection(seats[seat] for seat in chanced if seat in seats):
                self._lucky_hands.append(hand)

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
                self._tallies[character, game].net += amount
                if move.kind == "hand" and move.hand is not None:
                    nets[move.hand][character] += amount
        for number, by_character in nets.items():
            game = self._games.get((room.id, number))
            if game is not None and (room.id, number) not in self._points:
                for character, amount in by_character.items():
                    self._tallies[character, game].swing(amount, number)

    def latest(self) -> tuple[FinishedHand, ...]:
        """Return the hands whose luck is calculated: the latest of each game."""
        counted: Counter[str] = Counter()
        found: list[FinishedHand] = []
        for hand in sorted(self._lucky_hands, key=lambda one: -one.ended_at):
            if counted[hand.game] < LUCK_HANDS:
                counted[hand.game] += 1
                found.append(hand)
        return tuple(found)

    def lucky(self, hand: FinishedHand, seats: Mapping[int, int], strokes: Iterable[Stroke]) -> None:
        """Add what chance decided in a hand."""
        for stroke in strokes:
            character = seats.get(stroke.seat)
            if character in self.characters:
                self._tallies[character, hand.game].strokes.append(stroke)

    def told(self, foldable: Collection[str]) -> Mapping[int, tuple[GameStats, ...]]:
        """Return the stats by character, the game most played first; `foldable` are the games with a fold."""
        found: dict[int, list[GameStats]] = defaultdict(list)
        for (character, game), account in sorted(self._tallies.items(), key=lambda one: -one[1].hands):
            if not (account.hands or account.net):
                continue
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
                    luck=sum_luck(account.strokes),
                )
            )
        return {character: tuple(games) for character, games in found.items()}


@dataclass(frozen=True, slots=True)
class StatsReport:
    """Characters and their games, the biggest winner first. `left_out` older tables aren't in it, none if `is_all`."""

    cast: tuple[MoneyOwners, ...]
    games: Mapping[int, tuple[GameStats, ...]]
    is_all: bool
    left_out: int = 0


async def read_stats(
    db: Database,
    campaign_id: int,
    rooms: Iterable[TableSpan],
    characters: Collection[int],
    game: str | None = None,
) -> StatsReport:
    """Read the stats of these characters at these tables, newest first, at one game or at all."""
    sums, at_tables = StatsFold(characters, game), await rooms_with(db, campaign_id, characters)
    theirs = [room for room in rooms if room.id in at_tables and game in {None, room.game}]
    seats: dict[int, dict[int, int]] = {}
    foldable, left_out = set[str](), 0
    for at, room in enumerate(theirs):
        if sums.hands >= MOST_HANDS:
            left_out = len(theirs) - at
            break
        seats[room.id] = await seats_at(db, room.id)
        folds = await folds_at(db, room.id) if can_fold(room.game) else frozenset[tuple[int, int]]()
        foldable |= {room.game} if can_fold(room.game) else set()
        async for hands in hands_at(db, room.id):
            sums.take_in(room, seats[room.id], hands, folds)
        async for moves in moves_at(db, room.id, 0.0, FOREVER):
            sums.moved(room, moves)
    for hand in sums.latest():
        sums.lucky(hand, seats[hand.table_id], await _strokes_of(db, hand))
    told = sums.told(foldable)
    cast = await cast_of(db, told)
    order = sorted(cast.values(), key=lambda one: (-sum(stats.net for stats in told[one.character_id]), one.name))
    return StatsReport(tuple(order), told, is_all=not left_out, left_out=left_out)


@dataclass(frozen=True, slots=True)
class BoardLine:
    """The results of a character at all games together. `luck` is in standard errors; None for too few strokes."""

    name: str
    net: int
    hands: int
    luck: float | None


def standings(found: StatsReport, by: Ranking) -> tuple[BoardLine, ...]:
    """Rank the characters, the best first. Those whose luck isn't known come last by luck."""
    ranked = [_board_line(one.name, found.games[one.character_id]) for one in found.cast]
    keys: Mapping[Ranking, Callable[[BoardLine], float]] = {
        "winnings": lambda one: one.net,
        "hands": lambda one: one.hands,
        "luck": lambda one: float("-inf") if one.luck is None else one.luck,
    }
    return tuple(sorted(ranked, key=lambda one: (-keys[by](one), one.name)))


def _board_line(name: str, games: Iterable[GameStats]) -> BoardLine:
    """Add up the games. Dice, contests and bets have units of their own, so their luck is added up in standard errors.
    A sum of independent ones varies by the root of their number.
    """
    played = tuple(games)
    errors = [luck.errors for stats in played for luck in stats.luck if luck.count >= FEWEST]
    luck = sum(errors) / sqrt(len(errors)) if errors else None
    return BoardLine(name, sum(stats.net for stats in played), sum(stats.hands for stats in played), luck)


async def characters_at(db: Database, rooms: Iterable[TableSpan], game: str | None = None) -> tuple[MoneyOwners, ...]:
    """Return the characters that have or had a seat at a table of that game, or of any."""
    found: set[int] = set()
    for room in rooms:
        if game in {None, room.game}:
            found |= set((await seats_at(db, room.id)).values())
    return tuple((await cast_of(db, found)).values())


def can_fold(game: str) -> bool:
    """Whether the game of that key has a fold."""
    try:
        games.spec_of(game).game.action("fold", {})
    except PlayerError:
        return False
    return True


PORTION = 5_000
"""Rows of a table's log that are looked through at a time."""


async def folds_at(db: Database, table_id: int) -> frozenset[tuple[int, int]]:
    """Return (hand, seat) for each fold that wasn't undone."""
    found: set[tuple[int, int]] = set()
    (ends,) = await db.fetch(
        "SELECT min(sequence) AS first, max(sequence) AS last FROM actions WHERE table_id = ?", table_id
    )
    for first in range(int(ends["first"] or 1), int(ends["last"] or 0) + 1, PORTION):
        rows = await db.fetch(
            """
            SELECT hand, seat FROM actions
            WHERE table_id = ? AND sequence >= ? AND sequence < ? AND action LIKE '{"kind":"fold"%'
                AND hand IS NOT NULL AND seat IS NOT NULL
                AND NOT EXISTS (
                    SELECT 1 FROM hands AS later WHERE later.table_id = actions.table_id
                        AND later.number = actions.hand AND later.revision > actions.revision
                        AND coalesce(later.kept_until, 0) < actions.sequence)
            """,
            *(table_id, first, first + PORTION),
        )
        found |= {(int(row["hand"]), int(row["seat"])) for row in rows}
    return frozenset(found)


async def _strokes_of(db: Database, hand: FinishedHand) -> tuple[Stroke, ...]:
    """Return how much chance decided for each seat of a hand; nothing of a hand that can't be read."""
    rows = await db.fetch(
        "SELECT deal FROM hands WHERE table_id = ? AND number = ? AND revision = ?",
        *(hand.table_id, hand.number, hand.revision),
    )
    try:
        spec, _ = game_of_hand(hand.game, rows[0]["deal"])
        deal = spec.game.Deal.from_json(rows[0]["deal"])
    except (NotFound, ValueError):
        return ()
    if spec.luck is None:
        return ()
    events = await events_at(db, hand.table_id, {hand.number: spec})
    return await asyncio.to_thread(lambda luck: tuple(luck(events.get(hand.number, ()), deal)), spec.luck)
