"""Verifying a stored hand: whether it was dealt as it was sealed, and which of its sealed cards a person may read."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from bot.campaigns import Person, Right
from bot.db import Database, Row, with_marks
from bot.engine.cards import Seal
from bot.engine.game import Seat
from bot.errors import NotFound, TooLate
from bot.games import spec_of
from bot.ledger import accounts
from bot.tables.hand.log import LogRow, public_seals
from bot.tables.model import Table
from bot.tables.rights import may, may_see
from bot.tables.store import hand_rows, log_of
from bot.tables.verification.check import check_hand, last_way
from bot.tables.verification.evidence import Evidence
from bot.tables.verification.replay import last_state
from bot.tables.verification.report import Verification

__all__ = ["Verification", "evidence_of", "seals_for", "stored_evidence", "verify_hand"]


async def verify_hand(db: Database, table_id: int, number: int, *, as_gm: bool = False) -> Verification:
    """Check the hand of that number: seeds, draws, every action and the outcome.

    `as_gm`: for the host of the table, which the caller has checked. It covers the draws of the closed seed, and names
    problems also in a hand at a crooked table, of which everyone else learns next to nothing.

    Raises NotFound for a hand that never was, and TooLate for one in play, whose open seed still decides it.
    """
    found = await _finished_revisions(db, table_id, number)
    try:
        rows = await log_of(db, table_id, number)
    except (TypeError, ValueError):
        return check_hand(found, None, (), as_gm=as_gm)
    others = await _other_sequences(db, rows)
    return await asyncio.to_thread(check_hand, found, rows, others, as_gm=as_gm)


async def evidence_of(db: Database, table_id: int, number: int) -> Evidence:
    """Return the evidence of a finished hand, in its final form.

    Raises NotFound and TooLate as `verify_hand` does, and TypeError or ValueError where its log can't be read.
    """
    return last_way(await _finished_revisions(db, table_id, number), await log_of(db, table_id, number))


async def stored_evidence(db: Database, table_id: int, number: int) -> Evidence:
    """Return the evidence of a hand, also of one in play. Raises NotFound for one that never was."""
    found, rows = await _stored_revisions(db, table_id, number), await log_of(db, table_id, number)
    return await asyncio.to_thread(last_way, found, rows)


async def _finished_revisions(db: Database, table_id: int, number: int) -> list[Row]:
    """Return every revision of a hand that is over."""
    rows = await _stored_revisions(db, table_id, number)
    if rows[-1]["status"] == "running":
        word = (await _hand_word(db, table_id)).capitalize()
        raise TooLate(f"{word} {number} is still in play. You can verify it when it is over.")
    return rows


async def _stored_revisions(db: Database, table_id: int, number: int) -> list[Row]:
    rows = await hand_rows(db, table_id, number)
    if not rows:
        raise NotFound(f"There was no {await _hand_word(db, table_id)} {number} at this table.")
    return rows


async def _hand_word(db: Database, table_id: int) -> str:
    """Return the word for a hand at that table."""
    rows = await db.fetch("SELECT game FROM tables WHERE id = ?", table_id)
    try:
        return spec_of(rows[0]["game"]).game.hand_word if rows else "hand"
    except NotFound:
        return "hand"


async def _other_sequences(db: Database, rows: Sequence[LogRow]) -> frozenset[int]:
    """Return the sequence numbers between the rows of a hand that belong to something else at the table."""
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


_SeatOwners = Mapping[Seat, int | None]
"""The Discord user whose character had the seat; None for an NPC's."""


async def seals_for(db: Database, table: Table, person: Person, number: int) -> tuple[Seal, ...]:
    """Return the cards of a hand as far as that person may know them; no cards where its log can't be read.

    At a crooked table nobody sees any: the number of draws would reveal quiet steps. Raises NotFound for a hand that
    never was.
    """
    game, hand, chairs = table.spec.game, table.record.hand, table.record.chairs
    if hand is not None and hand.number == number and table.state is not None:
        if table.is_crooked:
            return ()
        if table.in_hand:
            seats = {chair.seat for chair in chairs if may_see(table, person, chair)}
        else:
            seats = _readable_seats(table, person, await _seat_owners(db, table.id, hand.seats))
        known_to = [game.seals(table.state, seat) for seat in (None, *sorted(seats))]
        return _join_seals(known_to)
    try:
        stored = await evidence_of(db, table.id, number)
    except (TypeError, ValueError):
        return ()
    return await _seals_of_stored(db, table, person, stored)


def _join_seals(ways: Sequence[Sequence[Seal]]) -> tuple[Seal, ...]:
    """Join several seats' knowledge of the same cards: a card is open where any of them has it open."""
    return tuple(next((seal for seal in same if seal.is_open), same[0]) for same in zip(*ways, strict=True))


async def _seals_of_stored(db: Database, table: Table, person: Person, stored: Evidence) -> tuple[Seal, ...]:
    if stored.is_crooked:
        return ()
    public, game = public_seals(row.seals for row in stored.rows), stored.spec.game
    state = last_state(stored) if public and stored.has_these_rules else None
    if state is None:
        return public
    dealt = [player.seat for player in game.Deal.from_json(stored.deal).players]
    seats = _readable_seats(table, person, await _seat_owners(db, table.id, dealt))
    return _join_seals([public, *(game.seals(state, seat) for seat in sorted(seats))])


def _readable_seats(table: Table, person: Person, owners: _SeatOwners) -> set[Seat]:
    """Return the seats whose cards of a finished hand a person may read: their own, or an NPC's that they play and
    didn't play against.
    """
    own = {seat for seat, owner in owners.items() if owner == person.user_id}
    if own and not table.campaign.settings.keeper_may_play:
        return own
    return own | {seat for seat, owner in owners.items() if owner is None and may(Right.PAST_CARDS, person, table)}


async def _seat_owners(db: Database, table_id: int, seats: Iterable[Seat]) -> _SeatOwners:
    wanted = [accounts.seat(table_id, seat) for seat in seats]
    sql = """
        SELECT accounts.seat, characters.owner_id FROM accounts JOIN characters ON characters.id = accounts.character_id
        WHERE accounts.id IN (...)
        """
    rows = await db.fetch(with_marks(sql, len(wanted)), *wanted)
    return {row["seat"]: row["owner_id"] for row in rows}
