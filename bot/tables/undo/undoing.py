"""Undo, by a GM: the last action of a hand, or the result of the last one that was settled.

Nothing of the log is deleted: an undo is a row of it, and what was taken back can be checked like the rest. What a GM
was shown is what is done: a plan has a mark, and one that isn't the same any more is refused.
"""

from collections.abc import Awaitable
from dataclasses import dataclass

from bot.engine.game import DEALER
from bot.engine.speech import one_line
from bot.errors import PlayerError, RuleError, TooLate
from bot.tables.desk import Click, Desk
from bot.tables.model import Table
from bot.tables.undo.rights import require_may_undo, require_was_not_in
from bot.tables.undo.undoing_action import action_undone
from bot.tables.undo.undoing_money import room_for
from bot.tables.undo.undoing_plan import Plan
from bot.tables.undo.undoing_result import result_undone
from bot.tables.undo.undoing_settlement import last_settled

LONGEST_REASON = 200
"""Characters of what a GM gives as the reason."""


class Changed(TooLate):
    """What would be undone isn't what was shown any more."""

    def __init__(self) -> None:
        super().__init__("That isn't what would be taken back any more: look at it as it is now.")


class Unconfirmed(PlayerError):
    """It gives up a hand, or has the mint pay, and nobody has said yes to that."""

    def __init__(self) -> None:
        super().__init__("That takes a confirmation: look at what it would do.")


@dataclass(frozen=True, slots=True)
class Preview:
    """What could be undone at a table now; where something can't, the refusal that says why."""

    table: Table
    action: Plan | PlayerError
    hand: Plan | PlayerError


class Undoing:
    """What GMs take back."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def preview(self, table_id: int, click: Click) -> Preview:
        """What both ways to undo would do; nothing is written. Raises a PlayerError for whoever may not undo."""
        async with self._desk.clicked(table_id, click, DEALER) as table:
            require_may_undo(table, click.person)
            return Preview(
                table, await _tried(self._action(table, click, "")), await _tried(self._hand(table, click, ""))
            )

    async def undo_action(
        self, table_id: int, click: Click, mark: str, reason: str = "", *, confirmed: bool = False
    ) -> Table:
        """Take the last action back, as the plan of that mark says. `confirmed`: whether what it costs was agreed to.

        Raises a PlayerError for whoever may not, where it can't be, and where the plan is another one by now; then
        nothing has changed.
        """
        async with self._desk.clicked(table_id, click, DEALER) as table:
            require_may_undo(table, click.person)
            plan = _agreed(await self._action(table, click, reason), mark, confirmed=confirmed)
            cause = click.cause("gm")
            return (await self._desk.finished(table, plan.turn, cause, *plan.statements)).table

    async def undo_hand(
        self, table_id: int, click: Click, mark: str, reason: str = "", *, confirmed: bool = False
    ) -> Table:
        """Take the result of the last settled hand back; a hand in play is void by it. Raises as `undo_action` does."""
        async with self._desk.clicked(table_id, click, DEALER) as table:
            require_may_undo(table, click.person)
            plan = _agreed(await self._hand(table, click, reason), mark, confirmed=confirmed)
            return await self._desk.commit(table, plan.turn.table, *plan.statements, rows=plan.turn.rows)

    async def _action(self, table: Table, click: Click, reason: str) -> Plan:
        if table.record.hand is not None:
            await require_was_not_in(self._desk.db, table, click.person, table.record.hand.number)
        room, seeds = await room_for(self._desk.db, table), self._desk.seeds()
        cause, dealer = click.cause("gm"), self._desk.dealer
        return await action_undone(self._desk.db, table, cause, _short(reason), seeds, room, dealer)

    async def _hand(self, table: Table, click: Click, reason: str) -> Plan:
        row = await last_settled(self._desk.db, table.id)
        if row is None:
            raise RuleError(f"There is no settled {table.hand_word} here that could be taken back.")
        await require_was_not_in(self._desk.db, table, click.person, row["number"])
        room, number = await room_for(self._desk.db, table), int(row["number"])
        return await result_undone(
            self._desk.db, table, number, click.cause("gm"), _short(reason), self._desk.seeds, room
        )


def _agreed(plan: Plan, mark: str, *, confirmed: bool) -> Plan:
    if plan.mark != mark:
        raise Changed
    if plan.asks and not confirmed:
        raise Unconfirmed
    return plan


async def _tried(planned: Awaitable[Plan]) -> Plan | PlayerError:
    try:
        return await planned
    except PlayerError as refusal:
        return refusal


def _short(reason: str) -> str:
    return one_line(reason)[:LONGEST_REASON]
