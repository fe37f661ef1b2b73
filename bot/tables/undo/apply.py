"""Undoing the last action or the last result at a table: the plans that do it, their previews, and their execution."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.campaigns import Right
from bot.engine.game import DEALER, Event
from bot.engine.rng import next_source
from bot.engine.words import listed, one_line
from bot.errors import PlayerError, RuleError, TooLate
from bot.tables.events import ActionUndone, Lacking, MintCovered, ResultUndone, StayedAway, logged
from bot.tables.hand.ending import play_for_leavers, void_hand
from bot.tables.hand.engine import Cause, HandEngine, StepResult, mark_asked, touched_at
from bot.tables.hand.log import LogRow, digest
from bot.tables.hand.notes import log_note, outdate_deal_clicks, require_playable
from bot.tables.hand.timing import set_deadline
from bot.tables.model import PEOPLE, HandRecord, Seeds, Table
from bot.tables.money.payout import Aftermath
from bot.tables.store import insert_revision
from bot.tables.table_store import Click, TableStore
from bot.tables.undo.plan import LastAction, UndoPlan, knowledge_gained, last_action, replay, require_was_not_in
from bot.tables.undo.result import Settlement, Undone, last_settled, settlement_of, undo_result
from bot.tables.verification.evidence import Evidence, TakenUp, next_draw_of
from bot.tables.verification.verify import stored_evidence

LONGEST_REASON = 200
"""Characters of what a GM gives as the reason."""


class UndoDone(TooLate):
    """The refusal where the undo isn't the one that was shown any more."""

    def __init__(self) -> None:
        super().__init__("The table has changed since then. Check again what an undo would do.")


class Unconfirmed(PlayerError):
    """The refusal where an undo gives up a hand or has the mint pay, and nobody has confirmed that."""

    def __init__(self) -> None:
        super().__init__("Check what this undo would do, and confirm it.")


@dataclass(frozen=True, slots=True)
class Preview:
    """The two undos that are possible at a table now; where one isn't, the refusal that says why."""

    table: Table
    action: UndoPlan | PlayerError
    hand: UndoPlan | PlayerError


class Undoing:
    """Lets GMs undo actions and results."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    async def preview(self, table_id: int, click: Click) -> Preview:
        """Return the effects of both ways to undo; nothing is written. Raises a PlayerError for anyone who may not
        undo.
        """
        async with self._store.clicked(table_id, click, Right.UNDO, DEALER) as table:
            require_playable(table)
            cause = click.cause("gm")
            return Preview(
                table,
                await _plan_or_refusal(self._plan_action(table, click, cause)),
                await _plan_or_refusal(self._plan_result(table, click, cause)),
            )

    async def undo_action(
        self, table_id: int, click: Click, mark: str, reason: str = "", *, confirmed: bool = False
    ) -> Table:
        """Undo the last action by the plan of that mark. `confirmed`: whether the GM has agreed to its cost.

        Raises a PlayerError for anyone who may not undo, where it can't be undone, and where the plan has changed
        since; then nothing has changed.
        """
        return await self._undo(self._plan_action, table_id, click, mark, reason, confirmed=confirmed)

    async def undo_hand(
        self, table_id: int, click: Click, mark: str, reason: str = "", *, confirmed: bool = False
    ) -> Table:
        """Undo the result of the last settled hand; a hand in play is voided by it. Raises as `undo_action` does."""
        return await self._undo(self._plan_result, table_id, click, mark, reason, confirmed=confirmed)

    async def _undo(
        self,
        plan_it: Callable[[Table, Click, Cause], Awaitable[UndoPlan]],
        table_id: int,
        click: Click,
        mark: str,
        reason: str,
        *,
        confirmed: bool,
    ) -> Table:
        async with self._store.clicked(table_id, click, Right.UNDO, DEALER) as table:
            require_playable(table)
            cause = replace(click.cause("gm"), text=one_line(reason)[:LONGEST_REASON])
            plan = await plan_it(table, click, cause)
            if plan.mark != mark:
                raise UndoDone
            if plan.asks and not confirmed:
                raise Unconfirmed
            return (await self._store.finished(table, plan.turn, cause)).table

    async def _plan_action(self, table: Table, click: Click, cause: Cause) -> UndoPlan:
        """Plan to undo the last action of the hand in play, or of the last one that was dealt. Raises a PlayerError
        where there is none, and where it can't be undone.
        """
        record, database = table.record.hand, self._store.db
        if record is None:
            raise RuleError("Nothing has been played here yet.")
        await require_was_not_in(database, table, click.person, record.number)
        if record.status == "void":
            why = "has been undone already" if record.is_undone else "is void"
            raise RuleError(f"The last {table.hand_word} {why}, so you can't undo an action in it.")
        hand = await self._read(table, record.number)
        settled = None if table.in_hand else await settlement_of(database, table, hand)
        return await asyncio.to_thread(
            _plan_action_undo, table, record, hand, settled, cause, self._store.seeds(), self._store.dealer
        )

    async def _plan_result(self, table: Table, click: Click, cause: Cause) -> UndoPlan:
        """Plan to undo the result of the last settled hand. Raises a PlayerError where it can't be undone."""
        number = await last_settled(self._store.db, table.id)
        if number is None:
            raise RuleError(f"No {table.hand_word} here has a result that you could undo.")
        await require_was_not_in(self._store.db, table, click.person, number)
        settled = await settlement_of(self._store.db, table, await self._read(table, number))
        return await asyncio.to_thread(_plan_result_undo, table, settled, cause, self._store.seeds)

    async def _read(self, table: Table, number: int) -> Evidence:
        """Return all that is stored of a hand. Raises RuleError where that can't be read."""
        try:
            return await stored_evidence(self._store.db, table.id, number)
        except (TypeError, ValueError):
            why = f"The log of this {table.hand_word} can't be read, so nothing in it can be undone."
            raise RuleError(why) from None


async def _plan_or_refusal(planned: Awaitable[UndoPlan]) -> UndoPlan | PlayerError:
    try:
        return await planned
    except PlayerError as refusal:
        return refusal


def _plan_action_undo(
    table: Table,
    record: HandRecord,
    hand: Evidence,
    settled: Settlement | None,
    cause: Cause,
    seeds: Seeds,
    dealer: HandEngine,
) -> UndoPlan:
    """Plan to undo the last action; `settled` is the hand's settlement, None while it is in play."""
    action = last_action(hand)
    gone = tuple(c.seat for c in table.record.chairs if c.is_leaving and c.left_at >= action.row.turn)
    back = Undone(table, events=(StayedAway(seats=gone),) if gone else ())
    if settled is not None:
        why = f"{table.title}, {hand.word} {hand.number} goes on"
        back = undo_result(table, settled, cause, why, goes_on=True)
    taken = TakenUp(kept_until=action.kept[-1].sequence, next_draw=next_draw_of(hand))
    after, row = _reopen_hand(table, back, record, action, taken, seeds, cause)
    state = after.state.to_json()
    statements = (*back.statements, *insert_revision(after, taken.kept_until, cause.at))
    turn = StepResult(after, (row.evolve(digest=digest(state)),), statements, state=state)
    _require_not_over_at_once(table, turn, dealer, cause)
    return UndoPlan(
        what=action.told(table),
        turn=turn,
        known=action.known,
        number=record.number,
        revision=record.revision,
        kept_until=taken.kept_until,
        reopens=settled is not None,
        lacks=back.lacks,
        events=back.events,
    )


def _require_not_over_at_once(table: Table, turn: StepResult, dealer: HandEngine, cause: Cause) -> None:
    """Refuse an undo after which the leavers' automatic moves would end the hand: nothing would be undone then."""
    gone = [table.voice.name(seat) for seat in turn.table.leavers]
    if gone and table.spec.game.outcome(play_for_leavers(turn, dealer, cause).table.state) is not None:
        raise RuleError(f"{listed(gone)} left, so the {table.hand_word} would end at once after this undo.")


def _reopen_hand(
    table: Table, back: Undone, record: HandRecord, action: LastAction, taken: TakenUp, seeds: Seeds, cause: Cause
) -> tuple[Table, LogRow]:
    """Return the table with its hand as it was before the action, and the log row of the undo."""
    source = f"undo:{cause.source}"
    hand = record.evolve(
        revision=record.revision + 1,
        seeds=seeds,
        source=next_source(action.source, source).hex(),
        next_draw=taken.next_draw,
        status="running",
        clicks=1 + sum(row.how in PEOPLE for row in action.kept),
    )
    undone = ActionUndone(
        seat=action.row.seat,
        label=action.label,
        timed_out=action.timed_out,
        reopened=None if table.in_hand else hand.number,
    )
    old = table.record
    turn, sequence = old.turn + 1, old.sequence + 1
    restored = replace(back.table, state=action.state, _moves={}).evolve(
        hand=hand, turn=turn, sequence=sequence, touched_at=touched_at(old, cause), extended=None
    )
    moved = {row.seat for row in action.undone if row.seat is not None}
    restored = mark_asked(table, restored, moved).evolve(deadline=None, closes_at=None, reminder=None)
    sealed = {"open": seeds.open_commitment, "closed": seeds.closed_commitment}
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
        action=json.dumps({"do": "undo", **sealed, **taken.detail()}),
        cause=source,
        at=cause.at,
        events=logged((undone, *back.events, *_covered(back.lacks))),
        typed=cause.texts(sequence),
    )
    # The players to move have the whole clock again.
    return set_deadline(restored, restored, None, cause.at), row


def _plan_result_undo(table: Table, settled: Settlement, cause: Cause, seeds: Callable[[], Seeds]) -> UndoPlan:
    """Plan to undo the result of a settled hand; a hand in play is void then."""
    record, hand, void = table.record.hand, settled.hand, Aftermath(table)
    given_up = record.number if record is not None and table.in_hand else None
    if given_up is not None:
        # The tournament stands as before the undone hand, so no leaver gives it up.
        void = void_hand(table, seeds(), cause, gives_up=False)
        settled = settled.after_leaving(table, void.table)
    what = f"{hand.word} {hand.number}"
    back = undo_result(void.table, settled, cause, f"{table.title}, {what} undone")
    events = (*void.events, *back.events)
    undone = ResultUndone(hand=hand.number, voided=given_up)
    after, row = log_note(back.table, cause, undone, *events, *_covered(back.lacks))
    after = after.evolve(hand=_without_result(back.table.record.hand, hand.number), reminder=None)
    return UndoPlan(
        what=what,
        turn=StepResult(outdate_deal_clicks(after), (row,), (*void.statements, *back.statements)),
        known=knowledge_gained(replay(hand)),
        number=hand.number,
        revision=hand.last.number,
        voids=given_up,
        lacks=back.lacks,
        events=events,
    )


def _covered(lacks: tuple[Lacking, ...]) -> tuple[Event, ...]:
    return (MintCovered(lacks=lacks),) if lacks else ()


def _without_result(latest: HandRecord | None, number: int) -> HandRecord | None:
    """Return the latest hand of the table after the result of that number is undone."""
    if latest is None:
        return None
    again = latest.evolve(taken_back=latest.taken_back + 1)
    return again.evolve(status="void", is_undone=True) if latest.number == number else again
