"""Reads how characters have fared: their tables, portion by portion, and the luck of their latest hands."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from bot import catalog
from bot.db import Database
from bot.errors import PlayerError
from bot.reports.acts import acted_at
from bot.reports.hands import FOREVER, PlayedHand, hands_at
from bot.reports.money import Cast, cast_of, moves_at, seats_at
from bot.reports.replays import Replays
from bot.reports.stats import MOST_HANDS, Faring, GameStats
from bot.reports.tables import Room, rooms_with


@dataclass(frozen=True, slots=True)
class Fared:
    """Characters and their games, whoever won most first. `is_all`: no older table was left out; else so many are."""

    cast: tuple[Cast, ...]
    games: Mapping[int, tuple[GameStats, ...]]
    is_all: bool
    left_out: int = 0


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
    return Fared(tuple(order), told, is_all=not left_out, left_out=left_out)


async def everybody_at(db: Database, rooms: Iterable[Room], game: str) -> tuple[Cast, ...]:
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
        catalog.entry(game).game.action("fold", {})
    except PlayerError:
        return False
    return True


async def _telling(db: Database, room: Room) -> Callable[[PlayedHand], bool]:
    """Which hands of a table tell of luck: all where the game does, else those in which somebody tried to sway another.
    Hands of a game that is gone, or isn't the table's any more, don't.
    """
    luck = catalog.luck(room.game)
    if luck is None:
        return lambda _: False
    if luck.own is not None:
        return lambda hand: hand.game == room.game
    swayed = {hand for hand, _ in await acted_at(db, room.id, "influence")}
    return lambda hand: hand.game == room.game and hand.number in swayed
