"""Whether a hand was dealt as it was sealed: everything that a player at the table can check, checked at once."""

import asyncio
from collections.abc import Sequence

from bot.catalog import entry
from bot.db import Database, Row
from bot.errors import NotFound, TooLate
from bot.tables.hand.log import LogRow
from bot.tables.store import hand_rows, log_of
from bot.tables.verification.check import checked, last_way
from bot.tables.verification.evidence import Evidence
from bot.tables.verification.report import Verification

__all__ = ["Verification", "evidence_of", "stored_evidence", "verify_hand"]


async def verify_hand(db: Database, table_id: int, number: int, *, as_gm: bool = False) -> Verification:
    """Check the hand of that number: seeds, draws, every action and the outcome.

    `as_gm`: for the keeper of the table, and whoever asks has seen to that. It covers what the closed seed makes, and
    says where something is wrong also of a hand at a crooked table, of which everybody else is told next to nothing.

    Raises NotFound for a hand that never was, and TooLate for one in play, whose open seed still decides it.
    """
    found = await _over(db, table_id, number)
    try:
        rows = await log_of(db, table_id, number)
    except (TypeError, ValueError):
        return checked(found, None, (), as_gm=as_gm)
    others = await _others(db, rows)
    return await asyncio.to_thread(checked, found, rows, others, as_gm=as_gm)


async def evidence_of(db: Database, table_id: int, number: int) -> Evidence:
    """What is stored of a hand that is over, as it went in the end.

    Raises NotFound and TooLate as `verify_hand` does, and TypeError or ValueError where its log can't be read.
    """
    return last_way(await _over(db, table_id, number), await log_of(db, table_id, number))


async def stored_evidence(db: Database, table_id: int, number: int) -> Evidence:
    """As `evidence_of`, also of a hand in play. Raises NotFound for one that never was."""
    found, rows = await _known(db, table_id, number), await log_of(db, table_id, number)
    return await asyncio.to_thread(last_way, found, rows)


async def _over(db: Database, table_id: int, number: int) -> list[Row]:
    """Every revision of a hand that is over."""
    rows = await _known(db, table_id, number)
    if rows[-1]["status"] == "running":
        word = (await _word(db, table_id)).capitalize()
        raise TooLate(f"{word} {number} is still in play: its seed is shown when it is over.")
    return rows


async def _known(db: Database, table_id: int, number: int) -> list[Row]:
    rows = await hand_rows(db, table_id, number)
    if not rows:
        raise NotFound(f"There was no {await _word(db, table_id)} {number} at this table.")
    return rows


async def _word(db: Database, table_id: int) -> str:
    """What a hand is called at that table."""
    rows = await db.fetch("SELECT game FROM tables WHERE id = ?", table_id)
    try:
        return entry(rows[0]["game"]).game.hand_word if rows else "hand"
    except NotFound:
        return "hand"


async def _others(db: Database, rows: Sequence[LogRow]) -> frozenset[int]:
    """The sequence numbers of the table between the rows of a hand that belong to something else."""
    if not rows:
        return frozenset()
    found = await db.fetch(
        """
        SELECT sequence FROM actions
        WHERE table_id = ? AND sequence BETWEEN ? AND ? AND (hand IS NULL OR hand <> ?)
        """,
        rows[0].table_id,
        rows[0].sequence,
        rows[-1].sequence,
        rows[0].hand,
    )
    return frozenset(int(row["sequence"]) for row in found)
