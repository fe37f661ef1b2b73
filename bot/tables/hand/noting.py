"""What happens at a table besides the moves of a hand: noted in the log, and refused where nothing can be played."""

import json

from bot.engine.game import Seat
from bot.errors import RuleError
from bot.tables.hand.hands import Cause, touched_at
from bot.tables.hand.log import LogRow
from bot.tables.model import Table


def noted(
    table: Table, what: str, cause: Cause, *said: str, seat: Seat | None = None, detail: dict[str, object] | None = None
) -> tuple[Table, LogRow]:
    """The table after something that isn't a move in a hand, and its row in the log. Its cause speaks first."""
    record = table.record
    logged = (cause.said, *said) if cause.said else said
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
        action=json.dumps({"do": what, **(detail or {})}, ensure_ascii=False),
        cause=cause.source,
        at=cause.at,
        said=logged,
    )
    after = table.evolve(sequence=sequence, turn=turn, touched_at=touched_at(record, cause))
    return after.saying(*(logged if cause.is_shown else said)), row


def seen_anew(table: Table) -> Table:
    """What is played for is another now: a click on "Deal" counts only if it was made on a message that shows it."""
    turn = table.record.turn
    return table.evolve(chairs=tuple(chair.evolve(asked=turn) for chair in table.record.chairs), dealer_asked=turn)


def require_playable(table: Table) -> None:
    """Refuse where the game is gone or the table could not be read: one can only leave."""
    if not table.is_playable:
        raise RuleError(table.entry.game.tagline)


def require_funded(table: Table) -> None:
    """Refuse a hand where the bank holds too little for any bet."""
    if table.is_spent:
        raise _spent(table)


def told_if_spent(table: Table) -> tuple[str, ...]:
    """What everybody is told of a bank that can take no more bets."""
    return (_spent(table).told(table.money_voice.money),) if table.is_spent else ()


def _spent(table: Table) -> RuleError:
    has = "The bank has {bank}" if table.record.bank else "The bank is empty"
    needs = "it takes {least} to pay the smallest bet: the GM can fill it with /bank fill."
    return RuleError(f"{has}, and {needs}", bank=table.record.bank, least=table.entry.game.least_bank(table.rules))
