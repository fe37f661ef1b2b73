"""Whether a hand was dealt as it was sealed: everything that a player at the table can check, checked at once."""

from collections.abc import Sequence
from dataclasses import replace

from bot.catalog import entry
from bot.db import Database, Row
from bot.engine.cards import seals_root
from bot.engine.speech import counted
from bot.errors import NotFound, TooLate
from bot.tables.evidence import Evidence, card_faults, draw_faults, order_faults, seal_faults, undo_faults
from bot.tables.proof import Verification, told
from bot.tables.record import PEOPLE
from bot.tables.replay import play_faults
from bot.tables.revisions import Revision, counting, is_undo
from bot.tables.seals import known
from bot.tables.store import hand_rows, log_of
from bot.tables.stored_rules import game_of_hand

__all__ = ["Verification", "evidence_of", "stored_evidence", "verify_hand"]


async def verify_hand(db: Database, table_id: int, number: int, *, as_gm: bool = False) -> Verification:
    """Check the hand of that number: seeds, draws, every action and the outcome.

    `as_gm`: for the keeper of the table, and whoever asks has seen to that. It covers what the closed seed makes, and
    says where something is wrong also of a hand at a crooked table, of which everybody else is told next to nothing.

    Raises NotFound for a hand that never was, and TooLate for one in play, whose open seed still decides it.
    """
    found = await _over(db, table_id, number)
    try:
        ways = await _ways(db, found)
    except (TypeError, ValueError):
        empty = _without_log(found)
        return _verification(empty, found, [f"The log of this {empty.word} can't be read."], as_gm=as_gm)
    faults = list(await _gaps(db, ways))
    for hand in ways:
        faults += [*seal_faults(hand), *order_faults(hand), *card_faults(hand)]
    faults += undo_faults(ways)
    if not any("open seed" in fault for fault in faults):
        is_closed_known = not any("closed seed" in fault for fault in faults)
        for hand in ways:
            faults += draw_faults(hand, closed=(as_gm or hand.is_crooked) and is_closed_known)
    for hand in ways:
        faults += play_faults(hand) if hand.has_these_rules else ()
    return _verification(ways[-1], found, list(dict.fromkeys(faults)), as_gm=as_gm)


async def evidence_of(db: Database, table_id: int, number: int) -> Evidence:
    """What is stored of a hand that is over, as it went in the end.

    Raises NotFound and TooLate as `verify_hand` does, and TypeError or ValueError where its log can't be read.
    """
    return (await _ways(db, await _over(db, table_id, number)))[-1]


async def stored_evidence(db: Database, table_id: int, number: int) -> Evidence:
    """As `evidence_of`, also of a hand in play. Raises NotFound for one that never was."""
    rows = await hand_rows(db, table_id, number)
    if not rows:
        raise NotFound(f"There was no {await _word(db, table_id)} {number} at this table.")
    return (await _ways(db, rows))[-1]


async def _over(db: Database, table_id: int, number: int) -> list[Row]:
    """Every revision of a hand that is over."""
    rows = await hand_rows(db, table_id, number)
    if not rows:
        raise NotFound(f"There was no {await _word(db, table_id)} {number} at this table.")
    if rows[-1]["status"] == "running":
        word = (await _word(db, table_id)).capitalize()
        raise TooLate(f"{word} {number} is still in play: its seed is shown when it is over.")
    return rows


async def _word(db: Database, table_id: int) -> str:
    """What a hand is called at that table."""
    rows = await db.fetch("SELECT game FROM tables WHERE id = ?", table_id)
    return entry(rows[0]["game"]).game.hand_word if rows else "hand"


async def _ways(db: Database, found: Sequence[Row]) -> tuple[Evidence, ...]:
    """The hand as each of its revisions has it, the last one as it went in the end."""
    rows = await log_of(db, found[0]["table_id"], found[0]["number"])
    whole = _without_log(found)
    whole = replace(whole, is_crooked=whole.is_crooked or any(logged.kept for logged in rows))
    standing = {row.sequence for row in counting(rows, whole.revisions)}
    ways: list[Evidence] = []
    for at, revision in enumerate(whole.revisions, start=1):
        upto = whole.revisions[:at]
        own = counting(rows, upto)
        is_last = revision is whole.last
        until = max((row.sequence for row in own if row.sequence in standing), default=0)
        ways.append(replace(whole, revisions=upto, rows=own, stands_until=None if is_last else until))
    return tuple(ways)


async def _gaps(db: Database, ways: Sequence[Evidence]) -> list[str]:
    """Sequence numbers are never reused, so a row that was taken out leaves a hole."""
    logged = {row.sequence: row for hand in ways for row in hand.rows}
    if not logged:
        return []
    first, last = min(logged), max(logged)
    found = await db.fetch(
        "SELECT count(*) AS found FROM actions WHERE table_id = ? AND sequence BETWEEN ? AND ?",
        logged[first].table_id,
        first,
        last,
    )
    missing = last - first + 1 - int(found[0]["found"])
    return [f"The log of this {ways[0].word} has a hole: {counted(missing, 'row')} missing."] if missing else []


def _without_log(found: Sequence[Row]) -> Evidence:
    first = found[0]
    game, is_crooked = game_of_hand(first["game"], first["deal"])
    return Evidence(
        table_id=first["table_id"],
        number=first["number"],
        entry=game,
        is_crooked=is_crooked,
        is_redacted=any(row["redacted_at"] is not None for row in found),
        version=first["version"],
        deal=first["deal"],
        revisions=tuple(Revision.of(row) for row in found),
        rows=(),
    )


def _verification(hand: Evidence, found: Sequence[Row], faults: list[str], *, as_gm: bool) -> Verification:
    actions = [logged for logged in hand.rows if not is_undo(logged)]
    draws = [draw for logged in actions for draw in logged.draws]
    seals = known(logged.seals for logged in hand.rows)
    return told(
        Verification(
            table_id=hand.table_id,
            number=hand.number,
            word=hand.word,
            status=hand.status,
            ok=not faults,
            is_verifiable=not (found[0]["by_hand"] or _is_played_by_hand(hand)),
            is_replayed=hand.has_these_rules,
            is_crooked=hand.is_crooked,
            is_redacted=hand.is_redacted,
            as_gm=as_gm,
            commitment=hand.sealed[-1][0],
            open_seed=hand.seeds.open,
            sealed_seeds=hand.sealed,
            undos=hand.undos,
            is_undone=hand.last.is_undone,
            actions=len(actions),
            draws=len(draws),
            open_draws=sum(not draw.secret for draw in draws),
            clicks=sum(logged.how in PEOPLE for logged in actions),
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
