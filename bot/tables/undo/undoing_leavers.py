"""Who got up in mid-hand, by the log: a leaving after the action that is taken back is taken back with it, one before
it stays.
"""

import json
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping

from bot.db import Database
from bot.engine.game import Seat
from bot.engine.speech import listed
from bot.tables.model import Chair, Table

Left = Mapping[Seat, int]
"""Seats that have left in mid-hand, each with the turn of it."""


async def left_before(database: Database, table_id: int, number: int, first: int, until: int) -> Left:
    """Who got up in the hand of that number between two rows of the table's log (their sequence numbers), and whose
    leaving no undo has taken back since.
    """
    rows = await database.fetch(
        """
        SELECT sequence, turn, hand, seat, action FROM actions
        WHERE table_id = ? AND sequence > ? AND sequence < ? AND (hand = ? OR (hand IS NULL AND seat IS NOT NULL))
        ORDER BY sequence
        """,
        table_id,
        first,
        until,
        number,
    )
    played, left = list[int](), dict[Seat, tuple[int, int]]()
    for row in rows:
        noted = json.loads(row["action"]) if row["hand"] is None or row["seat"] is None else {}
        match noted:
            case {"do": "leave"}:
                left[row["seat"]] = row["sequence"], row["turn"]
            case {"do": "undo", "kept_until": int() as kept}:
                # The first row after what it keeps is the action that it takes back.
                taken_back = played[bisect_right(played, kept) :][:1]
                left = {seat: at for seat, at in left.items() if at[0] < min(taken_back, default=row["sequence"])}
            case _:
                pass
        if row["hand"] is not None:
            played.append(row["sequence"])
    return {seat: turn for seat, (_, turn) in left.items()}


def seated_again(table: Table, left: Collection[Seat]) -> tuple[Table, tuple[str, ...]]:
    """The table in mid-hand with those who left since seated as if they hadn't, and what everybody is told of it. Who
    asked to be forgotten goes all the same.
    """
    since = (chair for chair in table.record.chairs if chair.is_leaving and chair.seat not in left)
    back = tuple(chair.evolve(is_leaving=False, left_at=0) for chair in since if not chair.is_forgotten)
    for chair in back:
        table = table.with_chair(chair)
    return table, told_of_leavers(table, back)


def told_of_leavers(table: Table, chairs: Iterable[Chair]) -> tuple[str, ...]:
    """What everybody is told of those at whose seats an undo has put them again."""
    chairs = tuple(chairs)
    word = table.hand_word
    back = [table.voice.name(chair.seat) for chair in chairs if not chair.is_leaving]
    gone = [table.voice.name(chair.seat) for chair in chairs if chair.is_leaving]
    told = [f"{listed(back)} left after that, and {_be(back)} back in the {word}."] if back else []
    if gone:
        told.append(f"{listed(gone)} left before that, and {_be(gone)} in the {word} until it is over.")
    return tuple(told)


def _be(names: Collection[str]) -> str:
    return "is" if len(names) == 1 else "are"
