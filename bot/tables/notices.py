"""What of a table's log the GMs are told unasked: what one of them did in a player's name, what nobody did, and what is
kept for the GM alone.
"""

import json

from bot.db import Database
from bot.tables.hand.log import LogRow
from bot.tables.model import Table

_GIVEN_UP = frozenset({"void", "close"})


async def notices(db: Database, before: Table, after: Table) -> tuple[LogRow, ...]:
    """The rows between two moments of a table that GMs should know of, in their order.

    They are a GM's moves for somebody else's character, a hand that was voided or a table that was closed without
    anybody's click, and whatever has something `kept`, whoever did it.
    """
    rows = await db.fetch(
        "SELECT * FROM actions WHERE table_id = ? AND sequence > ? AND sequence <= ? "
        "AND (how IN ('gm', 'clock') OR kept <> '[]') ORDER BY sequence",
        after.id,
        before.record.sequence,
        after.record.sequence,
    )
    return tuple(row for row in map(LogRow.of, rows) if row.how == "gm" or row.kept or _is_given_up(row))


def _is_given_up(row: LogRow) -> bool:
    return json.loads(row.action).get("do") in _GIVEN_UP
