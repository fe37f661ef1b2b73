"""A hand without its result: items return, leavers get their chairs back, and the hand can be played on.

Items return from their winners to the seats where they lay, or to the characters who wagered them if the chair is gone.
An item that has gone on to another owner since blocks the undo.
"""

import json
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from bot.db import Database, Statement
from bot.engine.game import Event, Item, Seat
from bot.engine.words import capital
from bot.errors import RuleError
from bot.ledger import Entry, accounts, post, reverse
from bot.ledger.entries import ItemMove
from bot.ledger.items import Holder, move_items
from bot.tables.events import ItemsReturned, Lacking, SeatedAgain, events_from_json, kind_of
from bot.tables.hand.engine import Cause
from bot.tables.model import Chair, Table
from bot.tables.money.stakes import named
from bot.tables.money.wagers import MOST_WAGERED
from bot.tables.undo.money import Owners, Settlement, Till, hand_named
from bot.tables.verification.evidence import Evidence

Left = Mapping[Seat, int]
"""Seats that have left in mid-hand, each with the turn of it."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The table without the result of a hand, the statements that write it, and who lacks how much for it."""

    table: Table
    statements: tuple[Statement, ...]
    lacks: tuple[Lacking, ...]
    events: tuple[Event, ...]


def undo_result(table: Table, settled: Settlement, cause: Cause, reason: str) -> TakenBack:
    """Return the table, between two hands, without the result of its last settled one. Raises RuleError where something
    since then can't be undone.
    """
    return _without_result(table, settled, cause, reason, None)


def reopen_dealt_hand(table: Table, settled: Settlement, left: Left, cause: Cause, reason: str) -> TakenBack:
    """Return the table as it was when that hand was dealt, so that it can be played on: its players at their seats,
    with the chips and items that it is played for. Other chips at a seat count from the next hand on. The seats in
    `left` leave once it is over.

    Raises RuleError where a player, chips or an item of it can't be brought back.
    """
    return _without_result(table, settled, cause, reason, left)


def _without_result(table: Table, settled: Settlement, cause: Cause, reason: str, left: Left | None) -> TakenBack:
    """Return the table without the hand's result. `left`: the seats that leave after the hand that is played on; None
    where it isn't played on.
    """
    _require_same_tournament(table, settled)
    till, statements = Till(table, settled.owners, settled.held), list[Statement]()
    again = _returning_chairs(table, settled, left) if left is not None else ()
    for chair in again:
        till.seat_again(chair)
    for number, later in enumerate(settled.since if settled.standing is not None else ()):
        till.take_back(later.entry)
        key = f"undo:{cause.key}:{number}"
        back = reverse(later.entry, key=key, actor=cause.actor, at=cause.at, reason=reason, transfers=till.moved())
        statements += post(back)
    till.take_back(settled.entry.entry)
    if left is not None:
        _restore_stacks(table, settled, till, {chair.seat for chair in again})
    entry = _reversing_entry(settled, till, cause, reason)
    if settled.standing is not None and till.prize != settled.standing.prize:
        raise RuleError("The prize of that tournament has gone elsewhere since: it can't be taken back any more.")
    if left is not None:
        wagers = [(player.seat, good) for player in settled.deal.players for good in player.wager]
        goods = _wagered_items(table, wagers, settled.holders, settled.handed, settled.owners)
    else:
        goods = _won_items(table, settled.handed, settled.owners)
    chairs, moves = _return_items(table, till.chairs, goods, entry, settled.owners)
    carry = settled.deal.carry
    after = table.evolve(
        chairs=tuple(chairs[seat] for seat in sorted(chairs)),
        bank=till.bank,
        reserve=till.reserve,
        prize=till.prize,
        carry=None if carry is None else carry.to_json(),
        carry_version=settled.hand.version,
        wagered_by=None if moves else table.record.wagered_by,
        return_until=None,
        deadline=None,
    )
    lies = (ItemsReturned(),) if moves else ()
    events = (*_seated_again(again), *lies)
    return TakenBack(after, (*statements, *post(entry), *moves, _mark_undone(settled.hand, cause)), till.lacks, events)


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


def _returning_chairs(table: Table, settled: Settlement, left: Left) -> tuple[Chair, ...]:
    """Build the chairs of players who were dealt in and have none any more."""
    dealt = (player.seat for player in settled.deal.players)
    return tuple(_returning_chair(table, seat, settled, left) for seat in dealt if table.chair(seat) is None)


def _returning_chair(table: Table, seat: Seat, settled: Settlement, left: Left) -> Chair:
    """Build the chair of a player who has left, as it was then."""
    name, owner = table.voice.name(seat), settled.owners[seat]
    if owner.is_retired:
        raise RuleError(f"{name} has retired since: the {table.hand_word} can't go on.")
    if table.chair_of(owner.character_id) is not None:
        raise RuleError(f"{name} has left and come back since: the {table.hand_word} can't go on.")
    return Chair(
        seat=seat,
        character_id=owner.character_id,
        user_id=owner.user_id,
        stack=0,
        is_leaving=seat in left,
        left_at=left.get(seat, 0),
        brought_back=table.record.turn + 1,
        pilot=owner.pilot,
    )


def _restore_stacks(table: Table, settled: Settlement, till: Till, again: Collection[Seat]) -> None:
    """Give every seat of the deal its stack again. A seat that was just brought back (`again`) takes it from its
    wallet, or pays the surplus into that.
    """
    word, is_scored = settled.hand.word, settled.standing is not None
    most = table.spec.game.seats[-1]
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
    if not is_scored and (till.bank != settled.deal.bank or till.reserve < settled.deal.reserve):
        raise RuleError(f"The bank has changed since this {word}: it can't go on.")


def _reversing_entry(settled: Settlement, till: Till, cause: Cause, reason: str) -> Entry:
    return reverse(
        settled.entry.entry,
        key=f"undo:{cause.key}",
        actor=cause.actor,
        at=cause.at,
        reason=reason,
        transfers=till.moved(),
    )


def _mark_undone(hand: Evidence, cause: Cause) -> Statement:
    return Statement(
        """
        UPDATE hands SET undone_at = ?
        WHERE table_id = ? AND number = ? AND revision = ? AND status = 'settled' AND undone_at IS NULL
        """,
        (cause.at, hand.table_id, hand.number, hand.last.number),
    )


def _tells_of_leaving(events: str) -> bool:
    """Tell whether a row of the log has a player leave after the hand. Events that can't be read tell of nobody."""
    try:
        return any(kind_of(one.event) == "table.leaving" for one in events_from_json(events))
    except (TypeError, ValueError):
        return False


async def left_before(database: Database, table_id: int, number: int, first: int, until: int) -> Left:
    """Return the seats that got up in the hand of that number between two rows of the table's log (sequence numbers),
    unless an undo has reversed that since.
    """
    rows = await database.fetch(
        """
        SELECT sequence, turn, hand, seat, action, events FROM actions
        WHERE table_id = ? AND sequence > ? AND sequence < ? AND (hand = ? OR (hand IS NULL AND seat IS NOT NULL))
        ORDER BY sequence
        """,
        table_id,
        first,
        until,
        number,
    )
    played, left = list[int](), dict[Seat, tuple[int, int]]()
    for row in rows:
        if row["hand"] is None and _tells_of_leaving(row["events"]):
            left[row["seat"]] = row["sequence"], row["turn"]
        noted: JsonValue = json.loads(row["action"]) if row["seat"] is None else {}
        match noted:
            case {"do": "undo", "kept_until": int() as kept}:
                # The first row after those it keeps is the undone action.
                taken_back = played[bisect_right(played, kept) :][:1]
                left = {seat: at for seat, at in left.items() if at[0] < min(taken_back, default=row["sequence"])}
            case _:
                pass
        if row["hand"] is not None:
            played.append(row["sequence"])
    return {seat: turn for seat, (_, turn) in left.items()}


def seat_leavers_again(table: Table, left: Collection[Seat]) -> tuple[Table, tuple[Event, ...]]:
    """Return the table in mid-hand with later leavers seated again, and the events of it. A player who
    asked to be forgotten leaves all the same.
    """
    since = (chair for chair in table.record.chairs if chair.is_leaving and chair.seat not in left)
    back = tuple(chair.evolve(is_leaving=False, left_at=0) for chair in since if not chair.is_forgotten)
    for chair in back:
        table = table.with_chair(chair)
    return table, _seated_again(back)


def _seated_again(chairs: Iterable[Chair]) -> tuple[Event, ...]:
    """Return the events of players whom an undo has seated again."""
    seats: dict[bool, list[Seat]] = {False: [], True: []}
    for chair in chairs:
        seats[chair.is_leaving].append(chair.seat)
    return tuple(SeatedAgain(seats=tuple(those), leaves=leaves) for leaves, those in seats.items() if those)


@dataclass(frozen=True, slots=True)
class ReturningItem:
    """An item, its holder now, and the seat it belongs to."""

    good: Item
    source: Holder
    seat: Seat
    """Where it lay."""


def _won_items(table: Table, handed: Iterable[ItemMove], owners: Owners) -> tuple[ReturningItem, ...]:
    """Return the items that the settlement of a hand has handed over, to be moved back from their winners.

    Raises RuleError for an item that has gone on since.
    """
    return tuple(
        _locate_item(table, one.good, accounts.seat_in(one.source), one.holder, {one.target}, owners) for one in handed
    )


def _wagered_items(
    table: Table,
    wagers: Iterable[tuple[Seat, Item]],
    holders: Mapping[str, str],
    handed: Iterable[ItemMove],
    owners: Owners,
) -> tuple[ReturningItem, ...]:
    """Return the items of the hand's wagers that aren't at their seats any more. Raises RuleError for an item that has
    gone on to anyone except the character who wagered or won it.
    """
    won = {one.good.id: one.target for one in handed}
    found: list[ReturningItem] = []
    for seat, good in wagers:
        holder = holders.get(good.id, "")
        if holder == Holder.at(table.id, seat).name:
            continue
        own = Holder.character(owners[seat].character_id).name
        found.append(_locate_item(table, good, seat, holder, {own, won.get(good.id, own)}, owners))
    return tuple(found)


def _locate_item(table: Table, good: Item, seat: Seat, holder: str, allowed: set[str], owners: Owners) -> ReturningItem:
    """Return the item from one of these characters, or from the seat of this table where one of them has put it."""
    wagered = next((chair for chair in table.record.chairs if good in chair.wager), None)
    if wagered is not None and Holder.character(wagered.character_id).name in allowed:
        return ReturningItem(good, Holder.at(table.id, wagered.seat), seat)
    own = Holder.character(owners[seat].character_id)
    if holder in allowed or holder == own.name:
        return ReturningItem(good, Holder.character(int(holder.partition(":")[2])), seat)
    name = table.name(seat)
    raise RuleError(
        f"{capital(named(table, (good,)))} that {name} wagered has changed hands since: it can't be taken back."
    )


def _return_items(
    table: Table, chairs: Mapping[Seat, Chair], goods: Iterable[ReturningItem], entry: Entry, owners: Owners
) -> tuple[dict[Seat, Chair], tuple[Statement, ...]]:
    """Return the chairs with these items at them again, and the statements that move those. Where wagers aren't played
    for any more, or the seat's limit is reached, an item goes to its character.
    """
    after, moves = dict(chairs), list[Statement]()
    wagers = table.spec.game.wagers_goods(table.rules)
    for back in goods:
        for seat, chair in after.items():
            after[seat] = chair.evolve(wager=tuple(good for good in chair.wager if good != back.good))
        chair = after.get(back.seat)
        target = Holder.character(owners[back.seat].character_id)
        if chair is not None and wagers and len(chair.wager) < MOST_WAGERED:
            after[back.seat] = chair.evolve(wager=(*chair.wager, back.good))
            target = Holder.at(table.id, back.seat)
        if target != back.source:
            moves += move_items(entry, (back.good,), back.source, target)
    return after, tuple(moves)
