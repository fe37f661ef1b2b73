"""Everything that happens at a table besides the moves of a hand: its log rows, its causes, and its refusals where
nothing can be played.
"""

import json
from collections.abc import Collection, Iterator
from dataclasses import replace

from pydantic import JsonValue

from bot.db import Database
from bot.engine.game import Event, Seat
from bot.errors import RuleError
from bot.tables.events import BankSpent, logged
from bot.tables.hand.engine import Cause, touched_at
from bot.tables.hand.log import LogRow
from bot.tables.model import Chair, Table


def log_note(table: Table, cause: Cause, *events: Event, seat: Seat | None = None) -> tuple[Table, LogRow]:
    """Return the table after something that isn't a move, and its log row. The cause's own events come first."""
    record = table.record
    sequence, turn = record.sequence + 1, record.turn + 1
    row = LogRow(
        table_id=record.id,
        sequence=sequence,
        key=cause.key,
        hand=None,
        revision=None,
        turn=turn,
        how=cause.how,
        actor=cause.actor,
        seat=seat,
        action="{}",
        cause=cause.source,
        at=cause.at,
        events=(*cause.logged(), *logged(events)),
        typed=cause.texts(sequence),
    )
    return table.evolve(sequence=sequence, turn=turn, touched_at=touched_at(record, cause)), row


def outdate_deal_clicks(table: Table) -> Table:
    """Return the table with every earlier click on "Deal" outdated, because the next hand is played for something else
    now.
    """
    turn = table.record.turn
    return table.evolve(chairs=tuple(chair.evolve(asked=turn) for chair in table.record.chairs), dealer_asked=turn)


def require_playable(table: Table) -> None:
    """Refuse where the game is gone or the table can't be read: people can only leave."""
    if not table.is_playable:
        raise RuleError(table.spec.game.tagline)


def require_funded(table: Table) -> None:
    """Refuse a hand where the bank holds too little for any bet."""
    if table.is_spent:
        raise _spent_bank(table)


def spent_bank(table: Table) -> tuple[Event, ...]:
    """Return the event of a bank that can take no more bets, if it is one."""
    least = table.spec.game.least_bank(table.rules)
    return (BankSpent(bank=table.record.bank, least=least),) if table.is_spent else ()


def _spent_bank(table: Table) -> RuleError:
    has = "The bank has {bank}" if table.record.bank else "The bank is empty"
    needs = "and needs {least} to pay the smallest bet. The GM can fill it with /bank fill."
    return RuleError(f"{has} {needs}", bank=table.record.bank, least=table.spec.game.least_bank(table.rules))


def is_players(chair: Chair, user_id: int) -> bool:
    """Tell whether the seat is another player's: neither an NPC's nor the GM's own, nor a character of that user."""
    return chair.user_id not in {None, user_id}


def by_gm(table: Table, cause: Cause, event: Event) -> Cause:
    """Return the cause of a GM's act on a player's seat; the event comes before its consequences."""
    return replace(cause, how="gm", events=(event,), is_shown=table.campaign.settings.gm_acts_shown)


async def done_already(
    db: Database, table: Table, seat: Seat, actor: int, turn: int, key: str, chosen: Collection[str]
) -> LogRow | None:
    """Return the seat's latest action since `turn` if that person made it, and it is the move of that key with just
    these values. A quiet action has the turn that stood on the table then.
    """
    hand = table.record.hand
    if hand is None:
        return None
    rows = await db.fetch(
        """
        SELECT * FROM actions AS done WHERE table_id = ? AND hand = ? AND revision = ? AND seat = ? AND (
            turn > ? OR turn = ? AND EXISTS (
                SELECT 1 FROM actions AS made
                WHERE made.table_id = done.table_id AND made.turn = done.turn AND made.sequence < done.sequence
            )
        )
        ORDER BY sequence DESC LIMIT 1
        """,
        table.id,
        hand.number,
        hand.revision,
        seat,
        turn,
        turn,
    )
    found = LogRow.shown(rows[0]) if rows else None
    if found is None or found.actor != actor:
        return None
    action: dict[str, JsonValue] = json.loads(found.action)
    is_same = action.pop("kind", None) == key and sorted(_single_values(action)) == sorted(chosen)
    return found if is_same else None


async def has_counted(db: Database, key: str) -> bool:
    """Return True if anything that the interaction with this id did at a table or with money is written."""
    found = await db.fetch(
        "SELECT 1 FROM actions WHERE key = ? UNION ALL SELECT 1 FROM entries WHERE key = ? LIMIT 1", key, key
    )
    return bool(found)


def _single_values(given: JsonValue) -> Iterator[str]:
    """Yield all single values, as ids and menus write them."""
    if isinstance(given, dict | list):
        for part in given.values() if isinstance(given, dict) else given:
            yield from _single_values(part)
    else:
        yield str(given)
