"""Reads how characters have fared: their tables, portion by portion, and the luck of their latest hands."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from bot import catalog
from bot.db import Database
from bot.errors import PlayerError
from bot.evening.hands import FOREVER, hands_at
from bot.evening.money import Cast, cast_of, moves_at, seats_at
from bot.evening.replayed import Replays
from bot.evening.rooms import Room, rooms_with
from bot.evening.stats import MOST_HANDS, Faring, GameStats


@dataclass(frozen=True, slots=True)
class Fared:
    """Characters and their games, whoever won most first. `is_all`: no older table was left out."""

    cast: tuple[Cast, ...]
    games: Mapping[int, tuple[GameStats, ...]]
    is_all: bool


async def fared(
    db: Database,
    replays: Replays,
    campaign_id: int,
    rooms: Iterable[Room],
    characters: Collection[int],
    game: str | None = None,
) -> Fared:
    """How these characters have fared at these tables, newest first, at one game or at all."""
    faring, at_tables = Faring(characters, game), await rooms_with(db, campaign_id, characters)
    theirs = [room for room in rooms if room.id in at_tables and game in {None, room.game}]
    seats: dict[int, dict[int, int]] = {}
    foldable, is_all = set[str](), True
    for room in theirs:
        if faring.hands >= MOST_HANDS:
            is_all = False
            break
        seats[room.id] = await seats_at(db, room.id)
        folds = await folds_at(db, room.id) if can_fold(room.game) else frozenset[tuple[int, int]]()
        foldable |= {room.game} if can_fold(room.game) else set()
        async for hands in hands_at(db, room.id):
            faring.take_in(room, seats[room.id], hands, folds)
        moves = [move async for portion in moves_at(db, room.id, 0.0, FOREVER) for move in portion]
        faring.moved(room, moves)
    telling = {room.game for room in theirs if _tells_luck(room.game)}
    for hand in faring.latest(telling):
        strokes = await replays.strokes(hand.table_id, hand.number, hand.revision)
        faring.lucky(hand, seats[hand.table_id], strokes)
    told = faring.told(foldable)
    cast = await cast_of(db, told)
    order = sorted(cast.values(), key=lambda one: (-sum(stats.net for stats in told[one.character_id]), one.name))
    return Fared(tuple(order), told, is_all)


async def everybody_at(db: Database, rooms: Iterable[Room], game: str) -> tuple[Cast, ...]:
    """Who has or had a seat where that game is played."""
    found: set[int] = set()
    for room in rooms:
        if room.game == game:
            found |= set((await seats_at(db, room.id)).values())
    return tuple((await cast_of(db, found)).values())


async def folds_at(db: Database, table_id: int) -> frozenset[tuple[int, int]]:
    """(hand, seat) of everybody who folded a hand, as it went in the end."""
    rows = await db.fetch(
        """
        SELECT DISTINCT hand, seat FROM actions
        WHERE table_id = ? AND hand IS NOT NULL AND seat IS NOT NULL AND action LIKE '{"kind":"fold"%'
            AND NOT EXISTS (
                SELECT 1 FROM hands AS later WHERE later.table_id = actions.table_id AND later.number = actions.hand
                    AND later.revision > actions.revision AND coalesce(later.kept_until, 0) < actions.sequence)
        """,
        table_id,
    )
    return frozenset((int(row["hand"]), int(row["seat"])) for row in rows)


def can_fold(game: str) -> bool:
    """Whether there is such a thing in the game of that key."""
    try:
        catalog.entry(game).game.action("fold", {})
    except PlayerError:
        return False
    return True


def _tells_luck(game: str) -> bool:
    try:
        return catalog.luck(game) is not None
    except PlayerError:
        return False
