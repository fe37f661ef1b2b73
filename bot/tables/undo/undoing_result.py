"""The last settled hand taken back: its result doesn't stand any more, and the next one that is dealt has a new number.
A hand in play since is given up first.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from bot.db import Database
from bot.engine.speech import ended
from bot.tables.hand.ending import voided
from bot.tables.hand.hands import Cause, Turn
from bot.tables.hand.noting import noted, seen_anew
from bot.tables.hand.timing import timed
from bot.tables.model import HandRecord, Seeds, Table
from bot.tables.money.payout import Aftermath, Room
from bot.tables.undo.undoing_hand import taken_back
from bot.tables.undo.undoing_moves import learned, quiet_rows
from bot.tables.undo.undoing_plan import Plan, in_short, told_covered
from bot.tables.undo.undoing_settlement import Settlement, settlement_of
from bot.tables.verification.replay import Replay
from bot.tables.verification.verify import stored_evidence


async def result_undone(
    database: Database, table: Table, number: int, cause: Cause, reason: str, seeds: Callable[[], Seeds], room: Room
) -> Plan:
    """The result of the last settled hand, the one of that number, taken back. Raises RuleError where it can't be."""
    hand = await stored_evidence(database, table.id, number)
    settled = await settlement_of(database, table, hand)
    quiet = await quiet_rows(database, hand)
    return await asyncio.to_thread(_planned, table, settled, quiet, cause, reason, seeds, room)


def _planned(
    table: Table,
    settled: Settlement,
    quiet: Collection[int],
    cause: Cause,
    reason: str,
    seeds: Callable[[], Seeds],
    room: Room,
) -> Plan:
    record, hand, void = table.record.hand, settled.hand, Aftermath(table)
    given_up = record.number if record is not None and table.in_hand else None
    if given_up is not None:
        # Its tournament stands as it did before the hand that is taken back: nobody gives up what isn't so any more.
        void = voided(table, seeds(), cause, room, gives_up=False)
        settled = replace(settled, held=_with_what_left(table, void.table, settled))
    what = f"{hand.word} {hand.number}"
    why = f"{table.title}, {what} taken back{f': {reason}' if reason else ''}"
    back = taken_back(void.table, settled, cause, why, room)
    steps = tuple(zip(hand.rows, hand.sources, strict=True))
    voids = (f"{hand.word.capitalize()} {given_up} is void.",) if given_up is not None else ()
    told = (*void.said, *back.said)
    said = (f"The GM takes back {what}{ended(reason)}", *voids, *in_short(told), *told_covered(table, back.lacks))
    detail: dict[str, object] = {"hand": hand.number, "voided": given_up, "reason": reason}
    after, logged = noted(back.table, "undo", cause, *said, detail=detail)
    after = after.evolve(hand=_without_result(back.table.record.hand, hand.number), reminder=None)
    after = timed(table, seen_anew(after), None, cause.at)
    return Plan(
        what=what,
        turn=Turn(after, (logged,)),
        statements=(*void.statements, *back.statements),
        known=learned(Replay(hand), steps, quiet),
        number=hand.number,
        revision=hand.last.number,
        voids=given_up,
        lacks=back.lacks,
        told=told,
    )


def _without_result(latest: HandRecord | None, number: int) -> HandRecord | None:
    """The latest hand of the table once the result of that number doesn't stand any more."""
    if latest is None:
        return None
    again = latest.evolve(taken_back=latest.taken_back + 1)
    return again.evolve(status="void", is_undone=True) if latest.number == number else again


def _with_what_left(before: Table, after: Table, settled: Settlement) -> Mapping[str, int]:
    """What the purses hold once those who were leaving have gone with their chips."""
    held = dict(settled.held)
    for chair in before.record.chairs:
        if after.chair(chair.seat) is None:
            purse = settled.owners[chair.seat].purse
            held[purse] = held.get(purse, 0) + chair.chips
    return held
