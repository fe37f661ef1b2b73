"""Clicks that come twice: what they ask for has been done already, by the same person."""

import json
from collections.abc import Collection, Iterator
from typing import Any

from bot.db import Database
from bot.engine.game import Seat
from bot.tables.hand.log import LogRow
from bot.tables.model import Table


async def done_already(
    db: Database, table: Table, seat: Seat, actor: int, turn: int, key: str, chosen: Collection[str]
) -> LogRow | None:
    """The seat's latest action since `turn` in the hand on the table, if that person has made it and it is the move of
    that key with just these values. One that nobody noticed has the turn of what stood on the table then.
    """
    hand = table.record.hand
    if hand is None:
        return None
    rows = await db.fetch(
        """
        SELECT * FROM actions AS done WHERE table_id = ? AND hand = ? AND revision = ? AND seat = ? AND (
            turn > ? OR turn = ? AND EXISTS (
                SELECT 1 FROM actions AS made
                WHERE made.table_id = done.table_id AND made.turn = done.turn AND made.sequence < done.sequence
            )
        )
        ORDER BY sequence DESC LIMIT 1
        """,
        table.id,
        hand.number,
        hand.revision,
        seat,
        turn,
        turn,
    )
    found = LogRow.of(rows[0]) if rows else None
    if found is None or found.actor != actor:
        return None
    action: dict[str, Any] = json.loads(found.action)
    is_same = action.pop("kind", None) == key and sorted(_values(action)) == sorted(chosen)
    return found if is_same else None


async def has_counted(db: Database, key: str) -> bool:
    """Return True if anything that the interaction with this id did at a table or with money is written."""
    found = await db.fetch(
        "SELECT 1 FROM actions WHERE key = ? UNION ALL SELECT 1 FROM entries WHERE key = ? LIMIT 1", key, key
    )
    return bool(found)


def _values(given: Any) -> Iterator[str]:
    """All single values, as ids and menus write them."""
    if isinstance(given, dict | list):
        for part in given.values() if isinstance(given, dict) else given:
            yield from _values(part)
    else:
        yield str(given)
