"""A settled hand as if it had never ended: its entry reversed, and with it what followed from it for the prize of its
tournament; chips, bank, goods and what it handed on as they were before its first card.

Nothing of the log is deleted. What came between since (top-ups, others who sat down) stays.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.db import Database, Row, Statement
from bot.engine.game import Deal, Seat
from bot.engine.points import PointsCarry
from bot.engine.tournament import Standing
from bot.errors import RuleError
from bot.ledger import Entry, Posted, accounts, post, posted, posted_since, reverse
from bot.ledger.posted import Handed, handed_on_by, holders_of
from bot.tables.evidence import Evidence
from bot.tables.hands import Cause
from bot.tables.model import Chair, Table
from bot.tables.payout import Room
from bot.tables.undoing_goods import brought, wagered_again, won_back
from bot.tables.undoing_money import Lack, Owners, Till, held_by, owners_at


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the book and the log have of a settled hand, and of what its money has come to since."""

    hand: Evidence
    deal: Deal[Any, Any]
    entry: Posted
    since: tuple[Posted, ...]
    """What has moved the prize since, the latest first."""
    handed: tuple[Handed, ...]
    holders: Mapping[str, str]
    owners: Owners
    held: Mapping[str, int]
    left: Mapping[Seat, int]
    """Who left while the hand was in play, and at which turn."""

    @property
    def standing(self) -> Standing | None:
        """How its tournament stood at the deal; None where chips are money."""
        carry = self.deal.carry
        return carry.standing if isinstance(carry, PointsCarry) else None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The table without the result of a hand, what writes that, and who lacks how much for it."""

    table: Table
    statements: tuple[Statement, ...]
    lacks: tuple[Lack, ...]
    said: tuple[str, ...]


async def last_settled(database: Database, table_id: int) -> Row | None:
    """The row of the last hand whose result stands."""
    rows = await database.fetch(
        """
        SELECT * FROM hands WHERE table_id = ? AND status = 'settled' AND undone_at IS NULL
        ORDER BY number DESC, revision DESC LIMIT 1
        """,
        table_id,
    )
    return rows[0] if rows else None


async def settlement_of(database: Database, table: Table, hand: Evidence) -> Settlement:
    """What there is of it. Raises RuleError where it can't be taken back any more."""
    if not hand.has_these_rules:
        raise RuleError(f"{_which(hand)} was dealt by other rules than today's: it can't be taken back any more.")
    key = f"hand:{hand.table_id}.{hand.number}:{hand.last.number}"
    entry, prize = await posted(database, key), accounts.prize(hand.table_id)
    try:
        deal = hand.entry.game.Deal.from_json(hand.deal)
    except ValueError:
        deal = None
    if entry is None or deal is None:
        raise RuleError(f"{_which(hand)} can't be read any more, so it can't be taken back.")
    owners = await owners_at(database, hand.table_id)
    return Settlement(
        hand=hand,
        deal=deal,
        entry=entry,
        since=await posted_since(database, prize, entry.id),
        handed=await handed_on_by(database, entry.id),
        holders=await holders_of(database, [good.id for player in deal.players for good in player.wager]),
        owners=owners,
        held=await held_by(database, table, owners),
        left=await _left_in(database, hand),
    )


async def _left_in(database: Database, hand: Evidence) -> Mapping[Seat, int]:
    """Who got up in mid-hand, by the log."""
    rows = await database.fetch(
        """
        SELECT seat, turn, action FROM actions
        WHERE table_id = ? AND sequence BETWEEN ? AND ? AND hand IS NULL AND seat IS NOT NULL
        """,
        hand.table_id,
        hand.rows[0].sequence,
        hand.rows[-1].sequence,
    )
    return {row["seat"]: row["turn"] for row in rows if json.loads(row["action"]).get("do") == "leave"}


def taken_back(table: Table, settled: Settlement, cause: Cause, reason: str, room: Room) -> TakenBack:
    """The table, between two hands, without the result of its last settled one. Raises RuleError where something has
    come between that can't be taken back.
    """
    return _taken_back(table, settled, cause, reason, room, takes_up=False)


def dealt_again(table: Table, settled: Settlement, cause: Cause, reason: str, room: Room) -> TakenBack:
    """The table as it was when that hand was dealt, so that it can be taken up again: with whoever was in it at their
    seats, and the chips and goods that it is played for. What else lies at a seat counts from the next hand on.

    Raises RuleError where somebody or something of it isn't to be had any more.
    """
    return _taken_back(table, settled, cause, reason, room, takes_up=True)


def _taken_back(
    table: Table, settled: Settlement, cause: Cause, reason: str, room: Room, *, takes_up: bool
) -> TakenBack:
    _require_same_tournament(table, settled)
    till, statements = Till(table, settled.owners, settled.held, room), list[Statement]()
    for number, later in enumerate(settled.since if settled.standing is not None else ()):
        till.take_back(later.entry)
        key = f"undo:{cause.key}:{number}"
        back = reverse(later.entry, key=key, actor=cause.actor, at=cause.at, reason=reason, transfers=till.moved())
        statements += post(back)
    till.take_back(settled.entry.entry)
    if takes_up:
        _seat_all(table, settled, till)
    entry = _reversing(settled, till, cause, reason)
    if settled.standing is not None and till.prize != settled.standing.prize:
        raise RuleError("The prize of that tournament has gone elsewhere since: it can't be taken back any more.")
    if takes_up:
        wagers = [(player.seat, good) for player in settled.deal.players for good in player.wager]
        goods = wagered_again(table, wagers, settled.holders, settled.handed, settled.owners)
    else:
        goods = won_back(table, settled.handed, settled.owners)
    chairs, moves = brought(table, till.chairs, goods, entry, settled.owners)
    carry = settled.deal.carry
    after = table.evolve(
        chairs=tuple(chairs[seat] for seat in sorted(chairs)),
        bank=till.bank,
        prize=till.prize,
        carry=None if carry is None else carry.to_json(),
        carry_version=settled.hand.version,
        wagered_by=None if moves else table.record.wagered_by,
        return_until=None,
        deadline=None,
    )
    said = (*till.told, *(("What was wagered in it is back where it lay.",) if moves else ()))
    return TakenBack(after, (*statements, *post(entry), *moves, _undone(settled.hand, cause)), till.lacks, said)


def _reversing(settled: Settlement, till: Till, cause: Cause, reason: str) -> Entry:
    return reverse(
        settled.entry.entry,
        key=f"undo:{cause.key}",
        actor=cause.actor,
        at=cause.at,
        reason=reason,
        transfers=till.moved(),
    )


def _seat_all(table: Table, settled: Settlement, till: Till) -> None:
    """Everybody who was dealt in sits there with what they were dealt in with."""
    word, is_scored = settled.hand.word, settled.standing is not None
    most = table.entry.game.seats[-1]
    for player in settled.deal.players:
        chair, stack = till.chairs.get(player.seat), 0 if is_scored else player.stack
        if chair is None:
            chair = _chair_again(table, player.seat, settled)
            till.seat_again(chair, stack)
        elif chair.stack < stack:
            raise RuleError(f"{table.voice.name(player.seat)} has too few chips left for this {word} to go on.")
        elif not is_scored:
            till.chairs[player.seat] = chair.evolve(stack=stack, pending=chair.stack - stack)
    if len(till.chairs) > most:
        raise RuleError(f"Others have taken the seats of who was in this {word}: it can't go on.")
    if not is_scored and till.bank != settled.deal.bank:
        raise RuleError(f"The bank has changed since this {word}: it can't go on.")


def _chair_again(table: Table, seat: Seat, settled: Settlement) -> Chair:
    """The chair of somebody who has left. Who did so in mid-hand is leaving still, once the hand is over."""
    name, owner = table.voice.name(seat), settled.owners[seat]
    if owner.is_retired:
        raise RuleError(f"{name} has retired since: the {table.hand_word} can't go on.")
    if table.chair_of(owner.character_id) is not None:
        raise RuleError(f"{name} has left and come back since: the {table.hand_word} can't go on.")
    return Chair(
        seat=seat,
        character_id=owner.character_id,
        name=owner.name,
        user_id=owner.user_id,
        stack=0,
        is_leaving=seat in settled.left,
        left_at=settled.left.get(seat, 0),
        brought_back=table.record.turn + 1,
        pilot=owner.pilot,
    )


def _require_same_tournament(table: Table, settled: Settlement) -> None:
    standing = settled.standing
    if standing is None and table.terms is not None and table.tournament is not None:
        raise RuleError("A tournament has begun since: what was before it can't be taken back.")
    if standing is None:
        return
    if table.terms is None:
        raise RuleError(f"{_which(settled.hand)} was played for points, and this table plays for money now.")
    if standing.number != table.record.tournaments:
        raise RuleError("Another tournament has begun since: what was before it can't be taken back.")


def _undone(hand: Evidence, cause: Cause) -> Statement:
    return Statement(
        """
        UPDATE hands SET undone_at = ?
        WHERE table_id = ? AND number = ? AND revision = ? AND status = 'settled' AND undone_at IS NULL
        """,
        (cause.at, hand.table_id, hand.number, hand.last.number),
    )


def _which(hand: Evidence) -> str:
    return f"{hand.word.capitalize()} {hand.number}"
