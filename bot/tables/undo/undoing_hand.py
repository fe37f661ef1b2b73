"""A settled hand as if it had never ended: its entry reversed, and with it what followed from it for the prize of its
tournament; chips, bank, goods and what it handed on as they were before its first card.

Nothing of the log is deleted. What came between since (top-ups, others who sat down) stays.
"""

from collections.abc import Collection
from dataclasses import dataclass

from bot.db import Statement
from bot.engine.game import Seat
from bot.errors import RuleError
from bot.ledger import Entry, post, reverse
from bot.tables.hand.hands import Cause
from bot.tables.model import Chair, Table
from bot.tables.money.payout import Room
from bot.tables.undo.undoing_goods import brought, wagered_again, won_back
from bot.tables.undo.undoing_leavers import Left, told_of_leavers
from bot.tables.undo.undoing_money import Lack, Till
from bot.tables.undo.undoing_settlement import Settlement, hand_named
from bot.tables.verification.evidence import Evidence


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The table without the result of a hand, what writes that, and who lacks how much for it."""

    table: Table
    statements: tuple[Statement, ...]
    lacks: tuple[Lack, ...]
    said: tuple[str, ...]


def taken_back(table: Table, settled: Settlement, cause: Cause, reason: str, room: Room) -> TakenBack:
    """The table, between two hands, without the result of its last settled one. Raises RuleError where something has
    come between that can't be taken back.
    """
    return _taken_back(table, settled, cause, reason, room, None)


def dealt_again(table: Table, settled: Settlement, left: Left, cause: Cause, reason: str, room: Room) -> TakenBack:
    """The table as it was when that hand was dealt, so that it can be taken up again: with whoever was in it at their
    seats, and the chips and goods that it is played for. What else lies at a seat counts from the next hand on. Those
    of `left` are leaving once it is over.

    Raises RuleError where somebody or something of it isn't to be had any more.
    """
    return _taken_back(table, settled, cause, reason, room, left)


def _taken_back(
    table: Table, settled: Settlement, cause: Cause, reason: str, room: Room, left: Left | None
) -> TakenBack:
    """`left`: who is leaving once the hand that is taken up again is over; None where it isn't."""
    _require_same_tournament(table, settled)
    till, statements = Till(table, settled.owners, settled.held, room), list[Statement]()
    again = _chairs_again(table, settled, left) if left is not None else ()
    for chair in again:
        till.seat_again(chair)
    for number, later in enumerate(settled.since if settled.standing is not None else ()):
        till.take_back(later.entry)
        key = f"undo:{cause.key}:{number}"
        back = reverse(later.entry, key=key, actor=cause.actor, at=cause.at, reason=reason, transfers=till.moved())
        statements += post(back)
    till.take_back(settled.entry.entry)
    if left is not None:
        _seat_all(table, settled, till, {chair.seat for chair in again})
    entry = _reversing(settled, till, cause, reason)
    if settled.standing is not None and till.prize != settled.standing.prize:
        raise RuleError("The prize of that tournament has gone elsewhere since: it can't be taken back any more.")
    if left is not None:
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
    lies = ("What was wagered in it is back where it lay.",) if moves else ()
    said = (*told_of_leavers(table, again), *till.told, *lies)
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


def _chairs_again(table: Table, settled: Settlement, left: Left) -> tuple[Chair, ...]:
    """The chairs of those who were dealt in and have none any more."""
    dealt = (player.seat for player in settled.deal.players)
    return tuple(_chair_again(table, seat, settled, left) for seat in dealt if table.chair(seat) is None)


def _seat_all(table: Table, settled: Settlement, till: Till, again: Collection[Seat]) -> None:
    """Everybody who was dealt in sits there with what they were dealt in with; whose seat is there again (`again`)
    brings it, or takes away what is more.
    """
    word, is_scored = settled.hand.word, settled.standing is not None
    most = table.entry.game.seats[-1]
    for player in settled.deal.players:
        chair, stack = till.chairs[player.seat], 0 if is_scored else player.stack
        if player.seat in again:
            till.bring(player.seat, stack)
        elif chair.stack < stack:
            raise RuleError(f"{table.voice.name(player.seat)} has too few chips left for this {word} to go on.")
        elif not is_scored:
            till.chairs[player.seat] = chair.evolve(stack=stack, pending=chair.stack - stack)
    if len(till.chairs) > most:
        raise RuleError(f"Others have taken the seats of who was in this {word}: it can't go on.")
    if not is_scored and till.bank != settled.deal.bank:
        raise RuleError(f"The bank has changed since this {word}: it can't go on.")


def _chair_again(table: Table, seat: Seat, settled: Settlement, left: Left) -> Chair:
    """The chair of somebody who has left, as it was then."""
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
        is_leaving=seat in left,
        left_at=left.get(seat, 0),
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
        raise RuleError(f"{hand_named(settled.hand)} was played for points, and this table plays for money now.")
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
