"""The last action taken back: the hand is played again from its deal up to before the last decision, and goes on from
there as a revision of its own, with new seeds.

A hand that the decision has ended is in play again, as long as no other was dealt: then its settlement is reversed too.
"""

import asyncio
import json
from dataclasses import dataclass, replace

from bot.db import Database
from bot.engine.rng import next_source
from bot.engine.speech import ended, listed
from bot.errors import RuleError
from bot.tables.hand.ending import without_leavers
from bot.tables.hand.hands import Cause, Dealer, Turn, asked_anew, touched_at
from bot.tables.hand.log import LogRow, digest
from bot.tables.hand.timing import timed
from bot.tables.model import PEOPLE, HandRecord, Seeds, Table
from bot.tables.money.payout import Room
from bot.tables.store import insert_revision
from bot.tables.undo.undoing_hand import TakenBack, dealt_again
from bot.tables.undo.undoing_leavers import Left, left_before, seated_again
from bot.tables.undo.undoing_moves import LastAction, last_action, quiet_rows
from bot.tables.undo.undoing_plan import Plan, in_short, told_covered
from bot.tables.undo.undoing_settlement import Settlement, settlement_of
from bot.tables.verification.evidence import Evidence, drawn
from bot.tables.verification.revisions import TakenUp
from bot.tables.verification.verify import stored_evidence


async def action_undone(
    database: Database, table: Table, cause: Cause, reason: str, seeds: Seeds, room: Room, dealer: Dealer
) -> Plan:
    """The last action of the hand in play, or of the last one that was dealt, taken back.

    Raises RuleError where there is none, and where it can't be.
    """
    record = table.record.hand
    if record is None:
        raise RuleError("Nothing has been played here yet.")
    if record.status == "void":
        why = "has been taken back already" if record.is_undone else "is void"
        raise RuleError(f"The last {table.hand_word} {why}: no action of it can be taken back.")
    hand = await stored_evidence(database, table.id, record.number)
    action = await asyncio.to_thread(last_action, hand, await quiet_rows(database, hand))
    left = await left_before(database, table.id, hand.number, hand.rows[0].sequence, action.row.sequence)
    settled = None if table.in_hand else await settlement_of(database, table, hand)
    way = _Way(table, hand, action, record, left)
    return await asyncio.to_thread(_planned, way, settled, cause, reason, seeds, room, dealer)


@dataclass(frozen=True, slots=True)
class _Way:
    """What an action is taken back from: the table, the hand as it is stored, and who had left before the action."""

    table: Table
    hand: Evidence
    action: LastAction
    record: HandRecord
    left: Left


def _planned(
    way: _Way, settled: Settlement | None, cause: Cause, reason: str, seeds: Seeds, room: Room, dealer: Dealer
) -> Plan:
    """`settled`: what there is of the hand's result; None while it is in play."""
    table, hand, action = way.table, way.hand, way.action
    if settled is None:
        seated, told = seated_again(table, way.left)
        back = TakenBack(seated, (), (), told)
    else:
        before = _by_its_rules(table, hand)
        why = f"{table.title}, {hand.word} {hand.number} goes on{f': {reason}' if reason else ''}"
        back = dealt_again(before, settled, way.left, cause, why, room)
        rules = () if before.rules == table.rules else (f"The house rules are those of this {hand.word} again.",)
        back = replace(back, said=(*back.said, *rules))
    taken = TakenUp(kept_until=action.kept[-1].sequence, next_draw=drawn(hand))
    after, row = _taken_up(way, back, taken, seeds, cause, reason)
    state = after.state.to_json()
    turn = Turn(after, (row.evolve(digest=digest(state)),), state=state)
    return Plan(
        what=action.told(table),
        turn=_going_on(table, turn, dealer, cause),
        statements=(*back.statements, *insert_revision(after, taken.kept_until, cause.at)),
        known=action.known,
        number=way.record.number,
        revision=way.record.revision,
        kept_until=taken.kept_until,
        reopens=settled is not None,
        lacks=back.lacks,
        told=back.said,
    )


def _going_on(table: Table, turn: Turn, dealer: Dealer, cause: Cause) -> Turn:
    """The turn, with what those do at once who are leaving still. Raises RuleError where the hand would be over by it:
    nothing would be taken back then.
    """
    gone = [table.voice.name(seat) for seat in turn.table.leavers]
    if not gone:
        return turn
    further = without_leavers(turn, dealer, cause)
    if table.entry.game.outcome(further.table.state) is not None:
        word = table.hand_word
        instead = "" if table.in_hand else f" Take the whole {word} back instead."
        raise RuleError(f"{listed(gone)} left, and without them the {word} would be over at once.{instead}")
    return turn if turn.table.is_paused else further


def _by_its_rules(table: Table, hand: Evidence) -> Table:
    """The table with the house rules that the hand was dealt by."""
    rules = hand.entry.game.Deal.from_json(hand.deal).rules
    if rules == table.rules:
        return table
    return replace(table, entry=hand.entry, rules=rules).evolve(rules=rules.to_json(), preset=None)


def _taken_up(
    way: _Way, back: TakenBack, taken: TakenUp, seeds: Seeds, cause: Cause, reason: str
) -> tuple[Table, LogRow]:
    """The table with its hand as it was before the action, and the row of the undo."""
    table, action, record = way.table, way.action, way.record
    source = f"undo:{cause.source}"
    hand = record.evolve(
        revision=record.revision + 1,
        seeds=seeds,
        source=next_source(action.source, source).hex(),
        next_draw=taken.next_draw,
        status="running",
        clicks=1 + sum(row.how in PEOPLE for row in action.kept),
    )
    goes_on = f" {table.hand_word.capitalize()} {hand.number} goes on." if not table.in_hand else ""
    said = (
        f"The GM takes back {action.told(table)}{ended(reason)}{goes_on}",
        *in_short(back.said),
        *told_covered(table, back.lacks),
    )
    old = table.record
    turn, sequence = old.turn + 1, old.sequence + 1
    restored = replace(back.table, state=action.state, _moves={}).evolve(
        hand=hand, turn=turn, sequence=sequence, touched_at=touched_at(old, cause), extended=None
    )
    restored = asked_anew(table, restored, action.seats).evolve(deadline=None, reminder=None)
    detail = {
        "do": "undo",
        "open": seeds.open_commitment,
        "closed": seeds.closed_commitment,
        **taken.detail(),
        "reason": reason,
    }
    row = LogRow(
        table_id=table.id,
        sequence=sequence,
        key=cause.key,
        hand=hand.number,
        revision=hand.revision,
        turn=turn,
        how=cause.how,
        actor=cause.actor,
        seat=None,
        action=json.dumps(detail, ensure_ascii=False),
        cause=source,
        at=cause.at,
        said=said,
    )
    # Whoever is asked again has the whole of the clock.
    return timed(restored, restored.saying(*said), None, cause.at), row
