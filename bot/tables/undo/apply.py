"""Undoing the last action or the last result at a table: the plans that do it, their previews, and carrying them out.

An undone action replays the hand from its deal to just before the last decision; it goes on from there as a new
revision with new seeds. A hand that the decision ended is in play again, as long as no other was dealt: then its
settlement is reversed too.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, replace

from bot.campaigns import Right
from bot.db import Database
from bot.engine.game import DEALER, Event
from bot.engine.rng import next_source
from bot.engine.words import listed, one_line
from bot.errors import PlayerError, RuleError, TooLate
from bot.tables.events import ActionUndone, Lacking, MintCovered, ResultUndone, RulesRestored, logged
from bot.tables.hand.ending import play_for_leavers, void_hand
from bot.tables.hand.engine import Cause, HandEngine, StepResult, dealt_rules, mark_asked, touched_at
from bot.tables.hand.log import LogRow, digest
from bot.tables.hand.notes import log_note, outdate_deal_clicks, require_playable
from bot.tables.hand.timing import set_deadline
from bot.tables.model import PEOPLE, HandRecord, Seeds, Table
from bot.tables.money.payout import Aftermath
from bot.tables.store import insert_revision
from bot.tables.table_store import Click, TableStore
from bot.tables.undo.hand import Left, TakenBack, left_before, reopen_dealt_hand, seat_leavers_again, undo_result
from bot.tables.undo.money import Settlement, last_settled, settlement_of
from bot.tables.undo.plan import (
    LastAction,
    UndoPlan,
    knowledge_gained,
    last_action,
    quiet_rows,
    require_was_not_in,
)
from bot.tables.verification.evidence import Evidence, TakenUp, next_draw_of
from bot.tables.verification.replay import Replay
from bot.tables.verification.verify import stored_evidence

LONGEST_REASON = 200
"""Characters of what a GM gives as the reason."""


class UndoDone(TooLate):
    """The refusal where the undo isn't the one that was shown any more."""

    def __init__(self) -> None:
        super().__init__("That isn't what would be taken back any more: look at it as it is now.")


class Unconfirmed(PlayerError):
    """The refusal where an undo gives up a hand or has the mint pay, and nobody has confirmed that."""

    def __init__(self) -> None:
        super().__init__("That takes a confirmation: look at what it would do.")


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
            return Preview(
                table,
                await _plan_or_refusal(self._action(table, click, "")),
                await _plan_or_refusal(self._hand(table, click, "")),
            )

    async def undo_action(
        self, table_id: int, click: Click, mark: str, reason: str = "", *, confirmed: bool = False
    ) -> Table:
        """Undo the last action by the plan of that mark. `confirmed`: whether the GM has agreed to its cost.

        Raises a PlayerError for anyone who may not undo, where it can't be undone, and where the plan has changed
        since; then nothing has changed.
        """
        async with self._store.clicked(table_id, click, Right.UNDO, DEALER) as table:
            require_playable(table)
            plan = _require_agreed(await self._action(table, click, reason), mark, confirmed=confirmed)
            cause = click.cause("gm")
            return (await self._store.finished(table, plan.turn, cause)).table

    async def undo_hand(
        self, table_id: int, click: Click, mark: str, reason: str = "", *, confirmed: bool = False
    ) -> Table:
        """Undo the result of the last settled hand; a hand in play is voided by it. Raises as `undo_action` does."""
        async with self._store.clicked(table_id, click, Right.UNDO, DEALER) as table:
            require_playable(table)
            plan = _require_agreed(await self._hand(table, click, reason), mark, confirmed=confirmed)
            return await self._store.commit(table, plan.turn.table, *plan.turn.statements, rows=plan.turn.rows)

    async def _action(self, table: Table, click: Click, reason: str) -> UndoPlan:
        if table.record.hand is not None:
            await require_was_not_in(self._store.db, table, click.person, table.record.hand.number)
        cause, dealer, seeds = click.cause("gm"), self._store.dealer, self._store.seeds()
        return await _prepare_action_undo(self._store.db, table, cause, _shorten(reason), seeds, dealer)

    async def _hand(self, table: Table, click: Click, reason: str) -> UndoPlan:
        row = await last_settled(self._store.db, table.id)
        if row is None:
            raise RuleError(f"There is no settled {table.hand_word} here that could be taken back.")
        await require_was_not_in(self._store.db, table, click.person, row["number"])
        number = int(row["number"])
        return await _prepare_result_undo(
            self._store.db, table, number, click.cause("gm"), _shorten(reason), self._store.seeds
        )


def _require_agreed(plan: UndoPlan, mark: str, *, confirmed: bool) -> UndoPlan:
    if plan.mark != mark:
        raise UndoDone
    if plan.asks and not confirmed:
        raise Unconfirmed
    return plan


async def _plan_or_refusal(planned: Awaitable[UndoPlan]) -> UndoPlan | PlayerError:
    try:
        return await planned
    except PlayerError as refusal:
        return refusal


def _shorten(reason: str) -> str:
    return one_line(reason)[:LONGEST_REASON]


async def _read_log(database: Database, table: Table, number: int) -> Evidence:
    """Return all that is stored of a hand. Raises RuleError where that can't be read."""
    try:
        return await stored_evidence(database, table.id, number)
    except (TypeError, ValueError):
        word = table.hand_word
        raise RuleError(f"The log of this {word} can't be read, so nothing in it can be taken back.") from None


async def _prepare_action_undo(
    database: Database, table: Table, cause: Cause, reason: str, seeds: Seeds, dealer: HandEngine
) -> UndoPlan:
    """Plan to undo the last action of the hand in play, or of the last one that was dealt.

    Raises RuleError where there is none, and where it can't be undone.
    """
    record = table.record.hand
    if record is None:
        raise RuleError("Nothing has been played here yet.")
    if record.status == "void":
        why = "has been taken back already" if record.is_undone else "is void"
        raise RuleError(f"The last {table.hand_word} {why}: no action of it can be taken back.")
    hand = await _read_log(database, table, record.number)
    action = await asyncio.to_thread(last_action, hand, await quiet_rows(database, hand))
    left = await left_before(database, table.id, hand.number, hand.rows[0].sequence, action.row.sequence)
    settled = None if table.in_hand else await settlement_of(database, table, hand)
    way = _ActionUndo(table, hand, action, record, left)
    return await asyncio.to_thread(_plan_action_undo, way, settled, cause, reason, seeds, dealer)


@dataclass(frozen=True, slots=True)
class _ActionUndo:
    """The table, the stored hand, its last action, and the players who had left before that."""

    table: Table
    hand: Evidence
    action: LastAction
    record: HandRecord
    left: Left


def _plan_action_undo(
    way: _ActionUndo,
    settled: Settlement | None,
    cause: Cause,
    reason: str,
    seeds: Seeds,
    dealer: HandEngine,
) -> UndoPlan:
    """Plan to undo the action; `settled` is the hand's settlement, None while it is in play."""
    table, hand, action = way.table, way.hand, way.action
    if settled is None:
        seated, events = seat_leavers_again(table, way.left)
        back = TakenBack(seated, (), (), events)
    else:
        before = _with_rules_of(table, hand)
        why = f"{table.title}, {hand.word} {hand.number} goes on{f': {reason}' if reason else ''}"
        back = reopen_dealt_hand(before, settled, way.left, cause, why)
        rules = () if before.rules == table.rules else (RulesRestored(),)
        back = replace(back, events=(*back.events, *rules))
    taken = TakenUp(kept_until=action.kept[-1].sequence, next_draw=next_draw_of(hand))
    after, row = _reopen_hand(way, back, taken, seeds, cause, reason)
    state = after.state.to_json()
    statements = (*back.statements, *insert_revision(after, taken.kept_until, cause.at))
    turn = StepResult(after, (row.evolve(digest=digest(state)),), statements, state=state)
    return UndoPlan(
        what=action.told(table),
        turn=_after_leavers(table, turn, dealer, cause),
        known=action.known,
        number=way.record.number,
        revision=way.record.revision,
        kept_until=taken.kept_until,
        reopens=settled is not None,
        lacks=back.lacks,
        events=back.events,
    )


def _after_leavers(table: Table, turn: StepResult, dealer: HandEngine, cause: Cause) -> StepResult:
    """Return the step after the leavers' automatic moves. Raises RuleError where those would end the hand at once:
    nothing would be undone then.
    """
    gone = [table.voice.name(seat) for seat in turn.table.leavers]
    if not gone:
        return turn
    further = play_for_leavers(turn, dealer, cause)
    if table.spec.game.outcome(further.table.state) is not None:
        word = table.hand_word
        instead = "" if table.in_hand else f" Take the whole {word} back instead."
        raise RuleError(f"{listed(gone)} left, and without them the {word} would be over at once.{instead}")
    return turn if turn.table.is_paused else further


def _with_rules_of(table: Table, hand: Evidence) -> Table:
    """Return the table with the house rules that the hand was dealt by."""
    rules = hand.spec.game.Deal.from_json(hand.deal).rules
    if rules == dealt_rules(table):
        return table
    return replace(table, spec=hand.spec, rules=rules).evolve(rules=rules.to_json(), preset=None)


def _reopen_hand(
    way: _ActionUndo, back: TakenBack, taken: TakenUp, seeds: Seeds, cause: Cause, reason: str
) -> tuple[Table, LogRow]:
    """Return the table with its hand as it was before the action, and the log row of the undo."""
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
    reopened = None if table.in_hand else hand.number
    events = (
        ActionUndone(seat=action.row.seat, label=action.label, reopened=reopened),
        *back.events,
        *_covered(back.lacks),
    )
    old = table.record
    turn, sequence = old.turn + 1, old.sequence + 1
    restored = replace(back.table, state=action.state, _moves={}).evolve(
        hand=hand, turn=turn, sequence=sequence, touched_at=touched_at(old, cause), extended=None
    )
    restored = mark_asked(table, restored, action.seats).evolve(deadline=None, reminder=None)
    detail = {
        "do": "undo",
        "open": seeds.open_commitment,
        "closed": seeds.closed_commitment,
        **taken.detail(),
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
        events=logged(events),
        typed={str(sequence): reason} if reason else {},
    )
    # The players to move have the whole clock again.
    return set_deadline(restored, restored, None, cause.at), row


async def _prepare_result_undo(
    database: Database, table: Table, number: int, cause: Cause, reason: str, seeds: Callable[[], Seeds]
) -> UndoPlan:
    """Plan to undo the result of the last settled hand, the one of that number. Raises RuleError where it can't be
    undone.
    """
    hand = await _read_log(database, table, number)
    settled = await settlement_of(database, table, hand)
    quiet = await quiet_rows(database, hand)
    return await asyncio.to_thread(_plan_result_undo, table, settled, quiet, cause, reason, seeds)


def _plan_result_undo(
    table: Table,
    settled: Settlement,
    quiet: Collection[int],
    cause: Cause,
    reason: str,
    seeds: Callable[[], Seeds],
) -> UndoPlan:
    record, hand, void = table.record.hand, settled.hand, Aftermath(table)
    given_up = record.number if record is not None and table.in_hand else None
    if given_up is not None:
        # The tournament stands as before the undone hand, so no leaver gives it up.
        void = void_hand(table, seeds(), cause, gives_up=False)
        settled = replace(settled, held=_balances_after_leaving(table, void.table, settled))
    what = f"{hand.word} {hand.number}"
    why = f"{table.title}, {what} taken back{f': {reason}' if reason else ''}"
    back = undo_result(void.table, settled, cause, why)
    steps = tuple(zip(hand.rows, hand.sources, strict=True))
    events = (*void.events, *back.events)
    undone = ResultUndone(hand=hand.number, voided=given_up)
    after, row = log_note(back.table, replace(cause, text=reason), undone, *events, *_covered(back.lacks))
    after = after.evolve(hand=_without_result(back.table.record.hand, hand.number), reminder=None)
    after = set_deadline(table, outdate_deal_clicks(after), None, cause.at)
    return UndoPlan(
        what=what,
        turn=StepResult(after, (row,), (*void.statements, *back.statements)),
        known=knowledge_gained(Replay(hand), steps, quiet),
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


def _balances_after_leaving(before: Table, after: Table, settled: Settlement) -> Mapping[str, int]:
    """Return the balances of the wallets after the leavers have gone with their chips."""
    held = dict(settled.held)
    for chair in before.record.chairs:
        if after.chair(chair.seat) is None:
            purse = settled.owners[chair.seat].purse
            held[purse] = held.get(purse, 0) + chair.chips
    return held
