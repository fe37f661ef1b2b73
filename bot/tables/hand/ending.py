"""The consequences of a step: leavers act, a finished or voided hand is settled, and the clock is set."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine.game import Event
from bot.ledger import Entry, post
from bot.tables.events import NobodyPlayed
from bot.tables.hand.engine import Cause, HandEngine, StepResult
from bot.tables.hand.notes import spent_bank
from bot.tables.hand.timing import deals_by_itself, set_deadline
from bot.tables.model import Seeds, Table
from bot.tables.money.payout import Aftermath, cash_out
from bot.tables.money.places import awaited_event
from bot.tables.money.settlement import hand_prizes, hand_transfers
from bot.tables.money.stakes import award_items, return_all_wagers, return_wager
from bot.tables.money.tournament import give_up
from bot.tables.store import end_hand


def finish(
    before: Table,
    turn: StepResult,
    cause: Cause,
    *,
    dealer: HandEngine,
    seeds: Callable[[], Seeds],
) -> StepResult:
    """Let leavers act, settle the hand if it is over, and set the clock. A quiet step leaves the clock as it is.

    At a paused table nobody acts, not even leavers: they do when it resumes.
    """
    if not turn.table.is_paused:
        turn = play_for_leavers(turn, dealer, cause)
    table = turn.table
    if table.in_hand and table.spec.game.outcome(table.state) is not None:
        ended = settle_hand(table, seeds(), cause)
        table = ended.table
        turn = replace(turn, table=table, statements=(*turn.statements, *ended.statements))
        turn = turn.with_events(*ended.events, *spent_bank(table), *awaited_event(table))
        if deals_by_itself(table) and table.waits_for_people:
            turn = turn.with_events(NobodyPlayed())
    return turn if turn.is_quiet else turn.at(set_deadline(before, turn.table, turn.seat, cause.at))


def play_for_leavers(turn: StepResult, dealer: HandEngine, cause: Cause) -> StepResult:
    """Play the rules' answer for every player who has left, while the hand waits for them or ends with their
    leaving.
    """
    while leavers := turn.table.leavers:
        own = Cause(f"leave:{turn.table.id}:{turn.table.record.turn}", "leave", "leave", cause.at)
        more = dealer.for_absent(turn.table, leavers[:1], own, left=True)
        turn = replace(
            turn,
            table=more.table,
            rows=(*turn.rows, *more.rows),
            private=(*turn.private, *more.private),
            state=more.state or turn.state,
            is_quiet=False,
        )
    return turn


def settle_hand(table: Table, seeds: Seeds, cause: Cause) -> Aftermath:
    """Return the table after its hand, with one entry for the differences and the items that were won. An unlimited
    bank pays from its reserve what it lacks, bought chips are in play, and leavers are gone with their chips and their
    remaining wagers. A hand that the GM has called off returns every wager.

    Where chips are points they stay in the carryover, and the entry pays the prizes of a finished tournament.
    """
    record, hand = table.record, table.record.hand
    result = table.spec.game.outcome(table.state)
    if hand is None or result is None:
        raise LookupError("no hand to settle")
    is_scored = table.terms is not None
    tournament = "" if table.tournament is None else f"tournament {table.tournament.number}, "
    events: list[Event] = []
    transfers = hand_prizes(table, result, events) if is_scored else hand_transfers(table, result)
    entry = Entry(
        key=f"hand:{record.id}.{hand.number}:{hand.revision}",
        campaign_id=record.campaign_id,
        kind="hand",
        reason=f"{table.title}, {tournament}{table.hand_word} {hand.number}",
        actor=None,
        at=cause.at,
        transfers=transfers,
        table_id=record.id,
        hand=hand.number,
    )
    stacks = {} if is_scored else dict(result.stacks)
    left_lying, won = award_items(table, result, entry)
    chairs = tuple(
        chair.evolve(stack=stacks.get(chair.seat, chair.stack) + chair.pending, pending=0) for chair in left_lying
    )
    after = table.evolve(
        hand=hand.evolve(status="settled"),
        chairs=chairs,
        carry=result.carry.to_json() if result.carry is not None else None,
        carry_version=table.spec.game.version,
        bank=record.bank if is_scored else max(result.bank, 0),
        reserve=record.reserve if is_scored else record.reserve + min(result.bank, 0),
        prize=record.prize - (sum(transfer.amount for transfer in transfers) if is_scored else 0),
        seeds=seeds,
    )
    ended = end_hand(after, cause.at, result.to_json())
    done = Aftermath(after, (*post(entry), *won, ended), tuple(events))
    return _without_chairs_of_leavers(return_all_wagers(done, cause) if result.is_void else done, cause)


def void_hand(
    table: Table, seeds: Seeds, cause: Cause, *, another_hand: bool = True, gives_up: bool = True
) -> Aftermath:
    """Return the table without the hand in play. Nothing was posted, so every stack is what it was before the hand, and
    wagers return. `another_hand`: whether the table stays open. `gives_up`: whether leavers also give up the running
    tournament.
    """
    hand = table.record.hand
    if hand is None:
        raise LookupError("no hand to give up")
    chairs = tuple(chair.evolve(stack=chair.chips, pending=0) for chair in table.record.chairs)
    after = table.evolve(hand=hand.evolve(status="void"), chairs=chairs, seeds=seeds, deadline=None, reminder=None)
    done = return_all_wagers(Aftermath(after, (end_hand(after, cause.at, None),)), cause)
    return _without_chairs_of_leavers(done, cause, another_hand=another_hand, gives_up=gives_up)


def _without_chairs_of_leavers(
    done: Aftermath, cause: Cause, *, another_hand: bool = True, gives_up: bool = True
) -> Aftermath:
    """Add that the leavers are gone: they have given up a running tournament, their chips are in their wallets, and
    their wagers are theirs again.
    """
    record = done.table.record
    leaving = tuple(chair for chair in record.chairs if chair.is_leaving)
    seats = [chair.seat for chair in sorted(leaving, key=lambda one: one.left_at)]
    done = give_up(done, seats if gives_up else (), cause, another_hand=another_hand)
    for chair in leaving:
        done = return_wager(cash_out(done, chair, cause), chair, cause)
    stay = tuple(chair for chair in done.table.record.chairs if not chair.is_leaving)
    changed_by = next((chair.user_id for chair in reversed(leaving) if chair.wager), record.wagered_by)
    return replace(done, table=done.table.evolve(chairs=stay, wagered_by=changed_by))
