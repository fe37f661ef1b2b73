"""Which seats did something of a kind, hand by hand, looked up in the log in bounded portions."""

from bot.db import Database

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
