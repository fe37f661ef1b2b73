"""The money that hands and tournaments at a table moved, read from the ledger without undone entries.

Buying in and cashing out is no gain, so a seat that is still taken counts as one that was left.
"""

import re
from collections.abc import AsyncIterator, Iterable
from typing import NamedTuple

from bot.db import Database, with_marks
from bot.ledger.accounts import Kind, kind_of

PORTION = 2000
"""Entries of the ledger that are read at a time."""
_PRIZE = re.compile(r"prize:[0-9]+\.([0-9]+)(?::|$)")


class MoneyMove(NamedTuple):
    """A transfer: between characters (ids), or to or from another kind of account; `amount` in smallest coins.

    `hand` is the number of the hand that it settles, or after which a tournament was paid out.
    """

    kind: str
    hand: int | None
    giver: int | None
    taker: int | None
    source: Kind
    target: Kind
    amount: int


class MoneyOwners(NamedTuple):
    """Somebody who sat at a table."""

    character_id: int
    name: str
    is_npc: bool
    owner_id: int | None


async def moves_at(db: Database, table_id: int, since: float, until: float) -> AsyncIterator[tuple[MoneyMove, ...]]:
    """Yield the money moved by a table's hands and tournaments from `since` on and before `until`, in order, in
    portions.
    """
    after, last = await _entry_range(db, table_id)
    while after < last:
        rows = await db.fetch(
            """
            WITH here AS (SELECT id FROM accounts WHERE table_id = ?),
            moved AS (
                SELECT id FROM transfers
                WHERE source IN (SELECT id FROM here) AND entry_id > ? AND entry_id <= ?
                UNION SELECT id FROM transfers
                WHERE target IN (SELECT id FROM here) AND entry_id > ? AND entry_id <= ?
            )
            SELECT entries.kind, entries.hand, entries.key, source, target, amount,
                givers.character_id AS giver, takers.character_id AS taker
            FROM moved JOIN transfers ON transfers.id = moved.id
                JOIN entries ON entries.id = transfers.entry_id
                JOIN accounts AS givers ON givers.id = source JOIN accounts AS takers ON takers.id = target
            WHERE entries.kind IN ('hand', 'tournament') AND entries.at >= ? AND entries.at < ?
                AND entries.reverses IS NULL
                AND NOT EXISTS (SELECT 1 FROM entries AS undos WHERE undos.reverses = entries.id)
            ORDER BY transfers.id
            """,
            table_id,
            *(after, after + PORTION) * 2,
            since,
            until,
        )
        if rows:
            yield tuple(
                MoneyMove(
                    row["kind"],
                    row["hand"] if row["hand"] is not None else _paid_after(row["key"]),
                    row["giver"],
                    row["taker"],
                    kind_of(row["source"]),
                    kind_of(row["target"]),
                    row["amount"],
                )
                for row in rows
            )
        after += PORTION


async def _entry_range(db: Database, table_id: int) -> tuple[int, int]:
    """Return the entry before the first and the last entry that moved the accounts of a table."""
    rows = await db.fetch(
        """
        SELECT min(first) AS first, max(last) AS last FROM (
            SELECT (SELECT min(entry_id) FROM transfers WHERE source = accounts.id) AS first,
                (SELECT max(entry_id) FROM transfers WHERE source = accounts.id) AS last
            FROM accounts WHERE table_id = ?
            UNION ALL
            SELECT (SELECT min(entry_id) FROM transfers WHERE target = accounts.id),
                (SELECT max(entry_id) FROM transfers WHERE target = accounts.id)
            FROM accounts WHERE table_id = ?
        ) AS ends
        """,
        table_id,
        table_id,
    )
    return (0, 0) if rows[0]["first"] is None else (int(rows[0]["first"]) - 1, int(rows[0]["last"]))


def _paid_after(key: str) -> int | None:
    """Return the number of the hand after which a tournament was paid out, from the key of that entry."""
    found = _PRIZE.match(key)
    return int(found[1]) if found else None


async def seats_at(db: Database, table_id: int) -> dict[int, int]:
    """Return the characters that have or had the seats of a table, by seat."""
    rows = await db.fetch("SELECT seat, character_id FROM accounts WHERE table_id = ? AND kind = 'seat'", table_id)
    return {int(row["seat"]): int(row["character_id"]) for row in rows}


async def cast_of(db: Database, character_ids: Iterable[int]) -> dict[int, MoneyOwners]:
    """Return these characters by id, with their current names; retired or not."""
    wanted, found = sorted(set(character_ids)), dict[int, MoneyOwners]()
    for at in range(0, len(wanted), 500):
        some = wanted[at : at + 500]
        sql = with_marks("SELECT id, name, kind, owner_id FROM characters WHERE id IN (...)", len(some))
        rows = await db.fetch(sql, *some)
        found |= {row["id"]: MoneyOwners(row["id"], row["name"], row["kind"] == "npc", row["owner_id"]) for row in rows}
    return found
