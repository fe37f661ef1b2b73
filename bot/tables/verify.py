"""Whether a hand was dealt as it was sealed: everything that a player at the table can check, checked at once."""

from dataclasses import replace

from bot.catalog import entry
from bot.db import Database, Row
from bot.engine.cards import Seal, seals_root
from bot.engine.frozen import Frozen
from bot.engine.speech import counted
from bot.errors import NotFound, TooLate
from bot.tables.evidence import Evidence, card_faults, draw_faults, order_faults, seal_faults
from bot.tables.model import HandStatus, Seeds
from bot.tables.replay import play_faults
from bot.tables.seals import known
from bot.tables.store import hand_row, log_of

_TOLD = 3
"""Faults that are told in full."""


class Verification(Frozen):
    """What came of it. `ok`: nothing contradicts the seeds or the rules; `sentences` say what that proves."""

    table_id: int
    number: int
    word: str = "hand"
    """What a hand is called there."""
    status: HandStatus
    ok: bool
    is_verifiable: bool
    """False where people typed in dice or totals of their own: nothing proves those."""
    is_replayed: bool
    """False where the rules have another version now, so that only seeds and draws could be checked."""
    commitment: str
    """SHA-256 of the open seed, hex, as it was logged before the first die fell."""
    open_seed: str
    """Hex; made public by this."""
    actions: int
    draws: int
    open_draws: int
    """How many of the draws the open seed makes; the others stay sealed."""
    clicks: int
    """How many actions came from a person's click."""
    seals: tuple[Seal, ...] = ()
    """Every card that was sealed, in the order drawn; with card and salt if it was shown."""
    seals_root: str = ""
    """SHA-256 over all digests, as the table showed the beginning of it; "" without sealed cards."""
    faults: tuple[str, ...]
    sentences: tuple[str, ...]


async def verify_hand(db: Database, table_id: int, number: int) -> Verification:
    """Check the hand of that number: seeds, draws, every action and the outcome.

    Raises NotFound for a hand that never was, and TooLate for one in play, whose open seed still decides it.
    """
    row = await _over(db, table_id, number)
    try:
        hand = await _evidence(db, row)
    except (TypeError, ValueError):
        empty = _without_log(row)
        return _verification(empty, row, [f"The log of this {empty.word} can't be read."])
    faults = [*seal_faults(hand), *order_faults(hand), *(await _gaps(db, hand)), *card_faults(hand)]
    if not any("open seed" in fault for fault in faults):
        faults += draw_faults(hand)
    if hand.has_these_rules:
        faults += play_faults(hand)
    return _verification(hand, row, faults)


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
    return replace(_without_log(row), rows=tuple(rows))


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
    return Evidence(
        hand_id=f"{row['table_id']}.{row['number']}.{row['revision']}",
        entry=entry(row["game"]),
        status=row["status"],
        version=row["version"],
        deal=row["deal"],
        seeds=Seeds(open=row["open_seed"], closed=row["closed_seed"]),
        outcome=row["outcome"],
        rows=(),
    )


def _verification(hand: Evidence, row: Row, faults: list[str]) -> Verification:
    draws = [draw for logged in hand.rows for draw in logged.draws]
    seals = known(logged.seals for logged in hand.rows)
    return _told(
        Verification(
            table_id=row["table_id"],
            number=row["number"],
            word=hand.word,
            status=hand.status,
            ok=not faults,
            is_verifiable=not (row["by_hand"] or _is_played_by_hand(hand)),
            is_replayed=hand.has_these_rules,
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


def _told(found: Verification) -> Verification:
    """The verification with what it says in plain words."""
    counts = (
        f"{counted(found.actions, 'action')}, {counted(found.clicks, 'human click')}, "
        f"{counted(found.open_draws, 'open draw')}"
    )
    which = f"{found.word.capitalize()} {found.number}"
    if found.faults:
        told = [
            f"{found.word.capitalize()} {found.number} isn't what was sealed and played ({counts}).",
            *found.faults[:_TOLD],
        ]
        if len(found.faults) > _TOLD:
            told.append(f"And {counted(len(found.faults) - _TOLD, 'more fault')} like these.")
        return found.evolve(sentences=tuple(told))
    checked = f"every open draw follows from the seed that was sealed before the {found.word}"
    replayed = ", and the rules come to the same table after every action" if found.is_replayed else ""
    told = [f"{which} checks out ({counts}): {checked}{replayed}."]
    if found.seals:
        told.append(_of_cards(found.seals))
    told += _what_it_does_not_prove(found)
    return found.evolve(sentences=tuple(told))


def _of_cards(seals: tuple[Seal, ...]) -> str:
    shown = sum(seal.is_open for seal in seals)
    sealed = f"{counted(len(seals), 'card')} {'was' if len(seals) == 1 else 'were'} sealed face down"
    if not shown:
        return f"{sealed}, and none was shown."
    return f"{sealed}, and what was shown of them ({shown}) is what was sealed."


def _what_it_does_not_prove(found: Verification) -> list[str]:
    sealed = found.draws - found.open_draws
    stay = f"{counted(sealed, 'draw')} stay{'s' if sealed == 1 else ''} sealed: only the GM can check those."
    if found.seals:
        stay = "Who got which card was drawn from a seed that stays sealed: only the GM can check that."
    notes = {
        f"The {found.word} was voided: nobody won or lost.": found.status == "void",
        "Players typed in their own dice or totals, and nothing proves those.": not found.is_verifiable,
        "No human click went into it: whoever runs the bot could have known it beforehand.": not found.clicks,
        "It was played by other rules than today's, so only seeds and draws were checked.": not found.is_replayed,
        stay: sealed > 0,
    }
    return [note for note, holds in notes.items() if holds]
