"""The GM's part of a recap: what happened at the tables that only their host may know.

Each table follows the rules of its GM log: only its host reads it, and not of hands that they were in.
"""

from collections.abc import Iterable

from bot.campaigns import Person
from bot.db import Database
from bot.engine.frozen import Frozen
from bot.errors import NotAllowed, NotFound
from bot.reports.tables import TableSpan
from bot.tables.gm_log import GmLogHand, gm_log
from bot.tables.model import Table
from bot.tables.service import TableService

PORTION = 1000
"""Hands of a table that are looked through at a time."""
_ALL = 2**31
"""More actions than there are."""


class KeptSecret(Frozen):
    """What one table keeps for its GM, hand by hand, oldest first."""

    room: TableSpan
    hands: tuple[GmLogHand, ...]


def named_for_the_gm(kept: KeptSecret, hand: GmLogHand, where: str = "") -> str:
    """As in "Hand 12 at Pazaak, taken back", with `where` being "at Pazaak"."""
    named = f"{kept.room.word.capitalize()} {hand.number} {where}".rstrip()
    return f"{named}, undone" if hand.is_undone else named


async def kept_at(
    db: Database, tables: TableService, rooms: Iterable[TableSpan], person: Person, since: float, until: float
) -> tuple[KeptSecret, ...]:
    """Return the secrets of these tables for this GM, in hands that ended in that time.

    The result doesn't show that there are more secrets for other readers: that would give unnoticed deeds away.
    """
    found: list[KeptSecret] = []
    for room in rooms:
        numbers = await _hands_with_secrets(db, room.id, since, until)
        if numbers is None:
            continue
        try:
            hands = await _read_secrets(db, await tables.look(room.id), person, *numbers)
        except (NotAllowed, NotFound):
            continue
        if hands:
            found.append(KeptSecret(room=room, hands=hands))
    return tuple(found)


async def _read_secrets(db: Database, table: Table, person: Person, first: int, last: int) -> tuple[GmLogHand, ...]:
    """Return the secrets from the first to the last of these hands. Raises NotAllowed unless the person is the host."""
    found: list[GmLogHand] = []
    for number in range(first, last + 1, PORTION):
        portion = (number, min(number + PORTION - 1, last))
        found += await gm_log(db, table, person, _ALL, hands=portion)
    return tuple(found)


async def _hands_with_secrets(db: Database, table_id: int, since: float, until: float) -> tuple[int, int] | None:
    """Return the first and the last hand that ended in that time and have a secret."""
    rows = await db.fetch(
        """
        SELECT min(hand) AS first, max(hand) AS last FROM actions
        WHERE table_id = ? AND has_secrets = 1 AND hand IS NOT NULL AND EXISTS (
            SELECT 1 FROM hands WHERE hands.table_id = actions.table_id AND number = hand
                AND status <> 'running' AND ended_at >= ? AND ended_at < ?)
            AND NOT EXISTS (
            SELECT 1 FROM hands WHERE hands.table_id = actions.table_id AND number = hand AND status = 'running')
        """,
        table_id,
        since,
        until,
    )
    first, last = rows[0]["first"], rows[0]["last"]
    return None if first is None else (int(first), int(last))
