"""What hands and tournaments at a table moved, read from the book: what was taken back moved nothing.

Chips that are bought or cashed in are nobody's gain, so they aren't looked at: a seat that is still taken counts just
as one that was left.
"""

from collections.abc import AsyncIterator, Iterable
from typing import NamedTuple

from bot.db import Database
from bot.ledger.accounts import Kind, kind_of

PORTION = 2000
"""Transfers that are in memory at a time."""


class Move(NamedTuple):
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


class Cast(NamedTuple):
    """Somebody who sat at a table."""

    character_id: int
    name: str
    is_npc: bool
    owner_id: int | None


async def moves_at(db: Database, table_id: int, since: float, until: float) -> AsyncIterator[tuple[Move, ...]]:
    """What hands and tournaments at a table moved from `since` on and before `until`, in its order, in portions."""
    after = 0
    while True:
        rows = await db.fetch(
            """
            WITH here AS (SELECT id FROM accounts WHERE table_id = ?),
            moved AS (
                SELECT id FROM transfers WHERE source IN (SELECT id FROM here)
                UNION SELECT id FROM transfers WHERE target IN (SELECT id FROM here)
            )
            SELECT transfers.id, entries.kind, entries.hand, entries.key, source, target, amount,
                givers.character_id AS giver, takers.character_id AS taker
            FROM transfers JOIN entries ON entries.id = transfers.entry_id
                JOIN accounts AS givers ON givers.id = source JOIN accounts AS takers ON takers.id = target
            WHERE transfers.id IN (SELECT id FROM moved) AND transfers.id > ?
                AND entries.kind IN ('hand', 'tournament') AND entries.at >= ? AND entries.at < ?
                AND entries.reverses IS NULL
                AND NOT EXISTS (SELECT 1 FROM entries AS undos WHERE undos.reverses = entries.id)
            ORDER BY transfers.id LIMIT ?
            """,
            table_id,
            after,
            since,
            until,
            PORTION,
        )
        if rows:
            yield tuple(
                Move(
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
        if len(rows) < PORTION:
            return
        after = int(rows[-1]["id"])


def _paid_after(key: str) -> int | None:
    """The number of the hand after which a tournament was paid out, from the key of that entry."""
    number = key.rpartition(".")[2]
    return int(number) if key.startswith("prize:") and number.isdigit() else None


async def seats_at(db: Database, table_id: int) -> dict[int, int]:
    """Whose each seat of a table is or was: characters by seat."""
    rows = await db.fetch("SELECT seat, character_id FROM accounts WHERE table_id = ? AND kind = 'seat'", table_id)
    return {int(row["seat"]): int(row["character_id"]) for row in rows}


async def cast_of(db: Database, character_ids: Iterable[int]) -> dict[int, Cast]:
    """Who these characters are, as they are called now; retired or not."""
    wanted, found = sorted(set(character_ids)), dict[int, Cast]()
    for at in range(0, len(wanted), 500):
        some = wanted[at : at + 500]
        rows = await db.fetch(
            f"SELECT id, name, kind, owner_id FROM characters WHERE id IN ({', '.join('?' * len(some))})",  # noqa: S608  # question marks
            *some,
        )
        found |= {row["id"]: Cast(row["id"], row["name"], row["kind"] == "npc", row["owner_id"]) for row in rows}
    return found
