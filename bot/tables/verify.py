"""Whether a hand was dealt as it was sealed: everything that a player at the table can check, checked at once."""

from dataclasses import replace

from bot.catalog import entry
from bot.db import Database, Row
from bot.engine.cards import seals_root
from bot.engine.speech import counted
from bot.errors import NotFound, TooLate
from bot.tables.evidence import Evidence, card_faults, draw_faults, order_faults, seal_faults
from bot.tables.model import Seeds
from bot.tables.proof import Verification, told
from bot.tables.replay import play_faults
from bot.tables.seals import known
from bot.tables.store import hand_row, log_of
from bot.tables.stored_rules import game_of_hand

__all__ = ["Verification", "evidence_of", "verify_hand"]


async def verify_hand(db: Database, table_id: int, number: int, *, as_gm: bool = False) -> Verification:
    """Check the hand of that number: seeds, draws, every action and the outcome.

    `as_gm`: for the keeper of the table, and whoever asks has seen to that. It covers what the closed seed makes, and
    says where something is wrong also of a hand at a crooked table, of which everybody else is told next to nothing.

    Raises NotFound for a hand that never was, and TooLate for one in play, whose open seed still decides it.
    """
    row = await _over(db, table_id, number)
    try:
        hand = await _evidence(db, row)
    except (TypeError, ValueError):
        empty = _without_log(row)
        return _verification(empty, row, [f"The log of this {empty.word} can't be read."], as_gm=as_gm)
    faults = [*seal_faults(hand), *order_faults(hand), *(await _gaps(db, hand)), *card_faults(hand)]
    if not any("open seed" in fault for fault in faults):
        is_closed_known = not any("closed seed" in fault for fault in faults)
        faults += draw_faults(hand, closed=(as_gm or hand.is_crooked) and is_closed_known)
    if hand.has_these_rules:
        faults += play_faults(hand)
    return _verification(hand, row, faults, as_gm=as_gm)


async def evidence_of(db: Database, table_id: int, number: int) -> Evidence:
    """What is stored of a hand that is over.

    Raises NotFound and TooLate as `verify_hand` does, and TypeError or ValueError where its log can't be read.
    """
    return await _evidence(db, await _over(db, table_id, number))


async def _over(db: Database, table_id: int, number: int) -> Row:
    row = await hand_row(db, table_id, number)
    if row is None:
        raise NotFound(f"There was no {await _word(db, table_id)} {number} at this table.")
    if row["status"] == "running":
        word = (await _word(db, table_id)).capitalize()
        raise TooLate(f"{word} {number} is still in play: its seed is shown when it is over.")
    return row


async def _word(db: Database, table_id: int) -> str:
    """What a hand is called at that table."""
    rows = await db.fetch("SELECT game FROM tables WHERE id = ?", table_id)
    return entry(rows[0]["game"]).game.hand_word if rows else "hand"


async def _evidence(db: Database, row: Row) -> Evidence:
    rows = await log_of(db, row["table_id"], row["number"], row["revision"])
    hand = _without_log(row)
    return replace(hand, rows=tuple(rows), is_crooked=hand.is_crooked or any(logged.kept for logged in rows))


async def _gaps(db: Database, hand: Evidence) -> list[str]:
    """Sequence numbers are never reused, so a row that was taken out leaves a hole."""
    rows = hand.rows
    if not rows:
        return []
    first, last = rows[0].sequence, rows[-1].sequence
    found = await db.fetch(
        "SELECT count(*) AS found FROM actions WHERE table_id = ? AND sequence BETWEEN ? AND ?",
        rows[0].table_id,
        first,
        last,
    )
    missing = last - first + 1 - int(found[0]["found"])
    return [f"The log of this {hand.word} has a hole: {counted(missing, 'row')} missing."] if missing else []


def _without_log(row: Row) -> Evidence:
    found, is_crooked = game_of_hand(row["game"], row["deal"])
    return Evidence(
        hand_id=f"{row['table_id']}.{row['number']}.{row['revision']}",
        entry=found,
        is_crooked=is_crooked,
        status=row["status"],
        version=row["version"],
        deal=row["deal"],
        seeds=Seeds(open=row["open_seed"], closed=row["closed_seed"]),
        outcome=row["outcome"],
        rows=(),
    )


def _verification(hand: Evidence, row: Row, faults: list[str], *, as_gm: bool) -> Verification:
    draws = [draw for logged in hand.rows for draw in logged.draws]
    seals = known(logged.seals for logged in hand.rows)
    return told(
        Verification(
            table_id=row["table_id"],
            number=row["number"],
            word=hand.word,
            status=hand.status,
            ok=not faults,
            is_verifiable=not (row["by_hand"] or _is_played_by_hand(hand)),
            is_replayed=hand.has_these_rules,
            is_crooked=hand.is_crooked,
            as_gm=as_gm,
            commitment=hand.sealed[0],
            open_seed=hand.seeds.open,
            actions=len(hand.rows),
            draws=len(draws),
            open_draws=sum(not draw.secret for draw in draws),
            clicks=sum(logged.how in {"click", "gm"} for logged in hand.rows),
            seals=seals,
            seals_root=seals_root(seals),
            faults=tuple(faults),
            sentences=(),
        )
    )


def _is_played_by_hand(hand: Evidence) -> bool:
    game = hand.entry.game
    try:
        return not game.is_verifiable(game.Deal.from_json(hand.deal).rules)
    except ValueError:
        return False
