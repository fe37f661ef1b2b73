"""The moments at which the clock acts at a table. Live tables count seconds, play by post hours or days, and paused
tables nothing. A hand that continues automatically takes the seconds that its game says, whatever the table's clock.

Bets that are open to all seats of a live table close without the idle seats. They do so some seconds after the seats
that have bet are done (`Table.closes_after`). That moment stands beside the clock of the choice and changes nothing of
it. It moves to leave people time to act (`leave_time`): after an undo, and when they begin to fill in a bet.
"""

from bot.engine.game import DEALER, Seat
from bot.tables.model import Table
from bot.tables.money.places import awaited
from bot.tables.rights import has_host

DEAL_AFTER = 15.0
"""Seconds between a settled hand and the next, at a table with auto-deal."""
BACK_AGAIN = 30.0
"""Seconds that people get to be back at the table after the bot was away, or to place a bet they have begun."""
WAY_BACK = 60.0
"""Seconds that the next hand waits for players who may buy back in, at a table without a clock."""
DEALER_DECIDES = 60.0
"""Seconds for the GM's choice at a table without a clock and without a host: nobody else could make it."""
_DAY = 86_400.0


def set_deadline(before: Table, after: Table, actor: Seat | None, now: float) -> Table:
    """Return the table with the deadline that this step left it with, and the moment at which its bets close.

    A deadline belongs to a choice: acting again within an open window doesn't extend it. Each step of a hand that
    continues automatically has its own.
    """
    return set_closing(before, _set_deadline(before, after, actor, now), actor, now)


def set_closing(before: Table, after: Table, actor: Seat | None, now: float) -> Table:
    """Return the table with the moment at which its bets close without the idle seats. A later bet moves it only if
    the table waits for that seat, or did in between.
    """
    seconds = after.closes_after
    if seconds is None:
        return after if after.record.closes_at is None else after.evolve(closes_at=None)
    was, window = before.window, after.window
    is_same = was is not None and window is not None and before.hand_id == after.hand_id and was.asks == window.asks
    goes_on = is_same and before.closes_after == seconds and actor not in after.undecided
    if goes_on and before.closes_at is not None:
        return after
    hand, now_hand = before.record.hand, after.record.hand
    is_same_number = hand is not None and now_hand is not None and hand.number == now_hand.number
    after = after.evolve(closes_at=now + seconds)
    # The same hand in another revision: an action of it was undone.
    return leave_time(after, now) if is_same_number and before.hand_id != after.hand_id else after


def leave_time(table: Table, now: float) -> Table:
    """Return the table with some time to act before its bets close without the idle seats. A single seat that others
    wait for has the table's clock if that is longer.
    """
    soon, window, until = table.closes_at, table.window, now + BACK_AGAIN
    if window is not None and not window.is_for_all:
        until = max(until, table.record.deadline or 0)
    return table if soon is None or soon >= until else table.evolve(closes_at=until)


def _set_deadline(before: Table, after: Table, actor: Seat | None, now: float) -> Table:
    if after.is_paused or not after.is_open:
        return after.evolve(deadline=None)
    if not after.in_hand:
        return _set_deadline_between_hands(before, after, now)
    pause = after.pause
    if pause is not None:
        is_another = before.pause is None or before.record.deadline is None or before.state != after.state
        return after.evolve(deadline=now + pause, reminder=None) if is_another else after
    seconds = _seconds_to_move(after)
    if not seconds:
        return after.evolve(deadline=None, reminder=None)
    has_clock = before.in_hand and before.record.deadline is not None and before.pause is None
    if has_clock and not _has_new_choice(before, after, actor):
        return after
    return after.evolve(deadline=now + seconds, reminder=None)


def with_gms_clock(table: Table, now: float) -> Table:
    """Return the table in mid-hand with the clock for the GM's choice, after its host may have changed or left."""
    return set_deadline(table, table, None, now) if table.in_hand and DEALER in table.to_act else table


def _seconds_to_move(table: Table) -> float:
    """Return the seconds for the running hand's choice; 0 without a clock."""
    is_left_alone = DEALER in table.to_act and not has_host(table)
    return table.record.pace.seconds or (DEALER_DECIDES if is_left_alone else 0)


def seats_on_the_clock(table: Table) -> frozenset[Seat]:
    """Return the seats that the rules act for when time runs out: all to move, and without a clock only the GM's."""
    has_clock = table.record.pace.seconds or table.pause is not None
    return table.to_act if has_clock else table.to_act & {DEALER}


def _set_deadline_between_hands(before: Table, after: Table, now: float) -> Table:
    """Return the table with the moment until which the next hand waits for players who may buy back in, and the moment
    at which the clock deals. The time to come back runs from the end of the hand. Once all have decided the clock deals
    sooner.
    """
    until = before.record.return_until if awaited(after) else None
    if awaited(after) and (before.in_hand or before.is_paused):
        until = now + _seconds_to_return(after)
    after = after.evolve(return_until=until)
    if not deals_by_itself(after) or after.waits_for_people:
        return after.evolve(deadline=None)
    keep, soon = None if before.in_hand else before.record.deadline, now + DEAL_AFTER
    if until is not None:
        return after.evolve(deadline=keep or max(until, soon))
    return after.evolve(deadline=min(keep or soon, soon))


def _seconds_to_return(table: Table) -> float:
    """Return the seconds that the next hand waits for players who may buy back in: the time for a move, if there is a
    clock.
    """
    return max(table.record.pace.seconds or WAY_BACK, DEAL_AFTER)


def deals_by_itself(table: Table) -> bool:
    """Tell whether the clock deals here and enough players sit for a hand. People begin a tournament."""
    goes_on = table.terms is None or table.tournament is not None
    return table.record.auto_deal and goes_on and len(table.ready) >= table.spec.game.seats[0]


def _has_new_choice(before: Table, after: Table, actor: Seat | None) -> bool:
    """Tell whether a seat has a choice that it didn't have before."""
    waiting, was = seats_on_the_clock(after), seats_on_the_clock(before)
    # As long as others are asked too, the window is theirs: what the actor makes of their own choice extends nothing,
    # not even taking back what had ended their part in it.
    others = waiting - {actor}
    asked, game = others or waiting, after.spec.game
    if not asked <= was:
        return True
    return any(game.asks(before.state, seat) != game.asks(after.state, seat) for seat in asked)


def restart_clock(table: Table, now: float) -> Table:
    """Return the table with its running clock restarted, and some time before its bets close.

    Reminders are planned again. In play by post the posted one stays for half the time.
    """
    seconds, is_live = _clock_length(table), table.record.pace.is_live
    table = leave_time(table, now)
    if table.record.deadline is None:
        return table
    if table.record.return_until is not None and not table.in_hand:
        table = table.evolve(return_until=now + seconds)
    if table.pause is not None:
        return table.evolve(deadline=now + seconds)
    reminder = None if is_live else table.record.reminder
    return table.evolve(deadline=now + seconds, reminder=reminder, remind_again_at=now + seconds / 2)


def restart_expired_clock(table: Table, now: float) -> Table:
    """Return the table after the bot was away: a clock that ran out meanwhile, or is about to, restarts."""
    deadline, table = table.record.deadline, leave_time(table, now)
    if deadline is None or deadline - now >= min(_clock_length(table), BACK_AGAIN):
        return table
    return restart_clock(table, now)


def _clock_length(table: Table) -> float:
    """Return the length of the clock that runs at the table, in seconds."""
    if not table.in_hand:
        return DEAL_AFTER if table.record.return_until is None else _seconds_to_return(table)
    return _seconds_to_move(table) if table.pause is None else table.pause


def remind_at(table: Table) -> float | None:
    """Return when the players to move are reminded: after half the time at a live table, at once in play by post.

    None where the hand continues automatically, or its bets close soon. A crowd that may act at once is reminded
    after half the time by post, and at a live table only when at most five players are left of it.
    """
    record = table.record
    if not table.in_hand or table.is_paused or record.deadline is None or table.pause is not None:
        return None
    if table.closes_at is not None:
        return None
    if record.reminder is not None:
        return record.remind_again_at
    if len(table.piloted) == len(table.to_act):
        return None
    seconds = record.pace.seconds
    if not seconds:
        return None
    is_crowd, is_live = table.asks_a_crowd, record.pace.is_live
    if is_crowd and is_live:
        return None
    return record.deadline - seconds / 2 if is_crowd or is_live else record.deadline - seconds


def close_at(table: Table) -> float | None:
    """Return when an untouched table closes; None in mid-hand."""
    if not table.is_open or table.in_hand or table.is_paused:
        return None
    return table.record.touched_at + table.campaign.settings.idle_days * _DAY


def due_at(table: Table) -> float | None:
    """Return the next moment at which the clock acts at this table."""
    if not table.is_open:
        return None
    moments = (table.acts_at, remind_at(table), close_at(table))
    return min((moment for moment in moments if moment is not None), default=None)
