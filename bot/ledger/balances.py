"""Reading the ledger: balances, and what an account or a character went through."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.db import Database, Row, with_marks
from bot.ledger.accounts import Kind, kind_of

_LAST = 2**62
_HISTORY = """
WITH mine AS (SELECT id FROM accounts WHERE id = ? OR character_id = ?),
moved AS (
    SELECT entry_id, line, source AS account, target AS other, -amount AS delta, source_after AS after
    FROM transfers WHERE source IN (SELECT id FROM mine)
    UNION ALL
    SELECT entry_id, line, target AS account, source AS other, amount AS delta, target_after AS after
    FROM transfers WHERE target IN (SELECT id FROM mine)
),
page AS (SELECT DISTINCT entry_id FROM moved WHERE entry_id < ? ORDER BY entry_id DESC LIMIT ?)
SELECT entries.id, entries.key, entries.kind, reason, actor, at, entries.table_id, hand,
    account, other, others.character_id AS other_character, delta, after,
    CASE WHEN other IN (SELECT id FROM mine) THEN 1 ELSE 0 END AS own
FROM moved JOIN entries ON entries.id = moved.entry_id JOIN accounts AS others ON others.id = moved.other
WHERE moved.entry_id IN (SELECT entry_id FROM page)
ORDER BY entries.id DESC, moved.line
"""
_PAID_INTO = """
-- The sign keeps SQLite from reading every entry that undoes none.
WITH standing AS (
    SELECT transfers.* FROM transfers JOIN entries ON entries.id = transfers.entry_id
    WHERE (target = ? OR source = ?) AND +entries.reverses IS NULL
        AND NOT EXISTS (SELECT 1 FROM entries AS back WHERE back.reverses = entries.id)
)
SELECT payers.character_id, characters.name, max(payers.seat) AS seat, sum(paid.amount) AS amount
FROM standing AS paid
JOIN accounts AS payers ON payers.id = paid.source JOIN characters ON characters.id = payers.character_id
WHERE paid.target = ? AND paid.id > coalesce((SELECT max(id) FROM standing WHERE source = ? AND source_after = 0), 0)
GROUP BY payers.character_id, characters.name ORDER BY min(paid.id)
"""


@dataclass(frozen=True, slots=True)
class Balance:
    """An account and what is in it, in smallest coins."""

    account: str
    kind: Kind
    balance: int
    character_id: int | None
    table_id: int | None


class Counterparty(NamedTuple):
    """The account on the other side, and whose it is; None if it is no character's."""

    account: str
    character_id: int | None


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """What one entry did to one account: `delta` moved in or out, `balance` was there afterwards.

    Both in smallest coins; `at` in seconds since the epoch; `entry_id` rises with time.
    """

    entry_id: int
    key: str
    kind: str
    reason: str
    actor: int | None
    at: int
    table_id: int | None
    hand: int | None
    account: str
    counterparties: tuple[Counterparty, ...]
    delta: int
    balance: int


@dataclass(frozen=True, slots=True)
class Payer:
    """A character, and what came from their purse and seats into an account; `seat` is one of those, if any paid."""

    character_id: int
    name: str
    seat: int | None
    amount: int


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """Lines, newest first; `before` asks for the next page, and is None on the last."""

    lines: tuple[LedgerLine, ...]
    before: int | None


async def balance(database: Database, account: str) -> int:
    """Smallest coins in the account; 0 for one that was never opened."""
    rows = await database.fetch("SELECT balance FROM accounts WHERE id = ?", account)
    return int(rows[0]["balance"]) if rows else 0


async def balances_in(database: Database, accounts: Iterable[str]) -> Mapping[str, int]:
    """Smallest coins in each of these accounts, asked for at once; 0 for one that was never opened."""
    asked = list(accounts)
    if not asked:
        return {}
    sql = with_marks("SELECT id, balance FROM accounts WHERE id IN (...)", len(asked))
    rows = await database.fetch(sql, *asked)
    return dict.fromkeys(asked, 0) | {str(row["id"]): int(row["balance"]) for row in rows}


async def balances(database: Database, campaign_id: int) -> tuple[Balance, ...]:
    """Every account of the campaign, by name."""
    rows = await database.fetch(
        "SELECT id, balance, character_id, table_id FROM accounts WHERE campaign_id = ? ORDER BY id", campaign_id
    )
    return tuple(map(_balance, rows))


async def balances_of(database: Database, character_id: int) -> tuple[Balance, ...]:
    """Return the balances of the character's purse and seats."""
    rows = await database.fetch(
        "SELECT id, balance, character_id, table_id FROM accounts WHERE character_id = ? ORDER BY id", character_id
    )
    return tuple(map(_balance, rows))


async def paid_into(database: Database, account: str) -> tuple[Payer, ...]:
    """Return the characters that have paid into the account since it was last empty, the first to pay first.

    A payment that was reversed doesn't count, and its reversal doesn't either.
    """
    rows = await database.fetch(_PAID_INTO, *[account] * _PAID_INTO.count("?"))
    return tuple(Payer(row["character_id"], row["name"], row["seat"], row["amount"]) for row in rows)


def _balance(row: Row) -> Balance:
    return Balance(row["id"], kind_of(row["id"]), row["balance"], row["character_id"], row["table_id"])


async def history_of_account(database: Database, account: str, size: int = 10, before: int | None = None) -> LedgerPage:
    """Return a page of the account's history, `size` entries, newest first."""
    return await _history(database, account, None, size, before)


async def history_of_character(
    database: Database, character_id: int, size: int = 10, before: int | None = None
) -> LedgerPage:
    """Return a page of the history of the character's purse and seats, `size` entries, newest first.

    Money that moves between the two (a buy-in) is one line, the wallet's.
    """
    return await _history(database, None, character_id, size, before)


async def _history(
    database: Database, account: str | None, character_id: int | None, size: int, before: int | None
) -> LedgerPage:
    rows = await database.fetch(_HISTORY, account, character_id, _LAST if before is None else before, size + 1)
    entries = list(dict.fromkeys(int(row["id"]) for row in rows))
    shown = set(entries[:size])
    lines = _lines(row for row in rows if row["id"] in shown)
    return LedgerPage(lines, entries[size - 1] if len(entries) > size else None)


def _lines(rows: Iterable[Row]) -> tuple[LedgerLine, ...]:
    """One line for each entry and account, in the order of the rows."""
    groups: dict[tuple[int, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["id"], row["account"]), []).append(row)
    return tuple(_line(moves) for moves in groups.values() if not _is_shown_by_the_purse(moves))


def _is_shown_by_the_purse(moves: list[Row]) -> bool:
    return all(row["own"] for row in moves) and kind_of(moves[0]["account"]) != "purse"


def _line(moves: list[Row]) -> LedgerLine:
    first, last = moves[0], moves[-1]
    return LedgerLine(
        entry_id=first["id"],
        key=first["key"],
        kind=first["kind"],
        reason=first["reason"],
        actor=first["actor"],
        at=first["at"],
        table_id=first["table_id"],
        hand=first["hand"],
        account=first["account"],
        counterparties=tuple(dict.fromkeys(Counterparty(row["other"], row["other_character"]) for row in moves)),
        delta=sum(row["delta"] for row in moves),
        balance=last["after"],
    )
