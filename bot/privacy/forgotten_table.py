"""A table without a user who asked to be forgotten: their seats get up as soon as the hand lets them, and once they are
gone, what is kept of the table tells of them no more.
"""

from dataclasses import replace
from typing import Any

from bot.clock import Clock
from bot.db import Database, Statement
from bot.privacy.erasures import Erasure, names_in, own_at
from bot.privacy.forgotten_log import forget_actions, forget_hands
from bot.privacy.name_forms import Redaction
from bot.privacy.redaction import Own, redacted
from bot.tables.hand.timing import with_gms_clock
from bot.tables.model import Record, Table
from bot.tables.service import TableService
from bot.tables.store import table_row


class ForgottenTables:
    """Goes through one table after the other; each is left as it is while a hand is on that needs who plays in it."""

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._tables, self._clock = db, tables, clock

    async def forget(self, erasure: Erasure, table_id: int) -> bool:
        """Take the user out of the table as far as that can be done now; whether nothing of theirs is left there.

        May be broken off anywhere and begun again.
        """
        row = await table_row(self._db, table_id)
        if row is None:
            return True
        is_waiting = False
        names = await names_in(self._db, erasure, row["campaign_id"])
        own = await own_at(self._db, erasure, table_id)
        if row["status"] == "open":
            await self._tables.seating.gone(table_id, frozenset(erasure.characters))
            is_waiting = await self._rewrite_open(erasure, table_id, names, own)
        else:
            await self._rewrite_closed(table_id, names, own)
        if not is_waiting:
            await forget_hands(self._db, table_id, names, own, self._clock.now())
            await forget_actions(self._db, erasure, row["campaign_id"], table_id, names, own)
        return not is_waiting and not await self._may_still_win(erasure, table_id)

    async def _rewrite_open(self, erasure: Erasure, table_id: int, names: Redaction, own: Own) -> bool:
        """Whether a hand is on that they are in: then the table waits for its end, but is kept by them no longer."""
        desk = self._tables.desk
        async with desk.locked(table_id) as table:
            if not table.is_open:
                return True
            kept = _kept_by_nobody(table, erasure.user_id)
            is_waiting = _is_in_hand(kept, erasure)
            after, state = (kept, None) if is_waiting else await self._without(kept, names, own)
            if after.record != table.record or state is not None:
                await desk.commit(table, with_gms_clock(after, self._clock.now()), state=state)
            return is_waiting

    async def _without(self, table: Table, names: Redaction, own: Own) -> tuple[Table, str | None]:
        """The table's record without the user, and the state of its last hand if that told of them, JSON."""
        record = Record.from_json(redacted(table.record.to_json(), names, own))
        after = replace(table, record=record)
        row = await table_row(self._db, table.id)
        before = None if row is None or table.in_hand else row["state"]
        state = None if before is None else redacted(before, names, own)
        if state is None or state == before:
            return after, None
        return replace(after, state=_read(after, state)), state

    async def _rewrite_closed(self, table_id: int, names: Redaction, own: Own) -> None:
        row = await table_row(self._db, table_id)
        if row is None:
            return
        record, state = (row[name] and redacted(row[name], names, own) for name in ("record", "state"))
        if (record, state) != (row["record"], row["state"]):
            sql = "UPDATE tables SET record = ?, state = ? WHERE id = ? AND version = ? AND status = 'closed'"
            await self._db.apply(Statement(sql, (record, state, table_id, row["version"])))

    async def _may_still_win(self, erasure: Erasure, table_id: int) -> bool:
        """Whether a tournament is on there that one of their characters has paid for: it may still pay them."""
        row = await table_row(self._db, table_id)
        if row is None or row["status"] != "open":
            return False
        record = (await self._tables.look(table_id)).record
        return record.prize > 0 and any(one.character_id in erasure.characters for one in record.entered)


def _is_in_hand(table: Table, erasure: Erasure) -> bool:
    """Whether the user plays in the hand that is on, or has yet to get up."""
    hand, record = table.record.hand, table.record
    if any(chair.character_id in erasure.characters for chair in record.chairs):
        return True
    return table.in_hand and hand is not None and erasure.user_id in hand.people


def _kept_by_nobody(table: Table, user_id: int) -> Table:
    record = table.record
    changes: dict[str, Any] = {}
    if record.keeper == user_id:
        changes |= {"keeper": 0, "keeper_name": "", "keeper_is_gm": False}
    if record.opened_by == user_id:
        changes["opened_by"] = 0
    return table.evolve(**changes) if changes else table


def _read(table: Table, state: str) -> Any:
    hand = table.record.hand
    try:
        return None if hand is None else table.entry.game.read(state, hand.version)
    except ValueError:
        # It is only looked at until the next hand.
        return None
