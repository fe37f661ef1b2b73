"""Entries: each is one event, whose transfers happen together or not at all; posted, reversed and read back.

The builders only make statements for the caller's own batch, so that a table's state and its money are one transaction.
"""

from collections.abc import AsyncGenerator, Hashable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.db import Database, Row, Statement, with_marks
from bot.engine.game import Item
from bot.engine.money import MAX_AMOUNT
from bot.errors import MoneyError, NotFound, TooLate
from bot.ledger.accounts import Kind, kind_of

MOST_REASON = 400
_SHORT: dict[Kind, str] = {
    "purse": "There is less than {amount} in the wallet.",
    "party": "There is less than {amount} in the party's wallet.",
    "seat": "There is less than {amount} in chips at the seat.",
    "bank": "The bank of this table has less than {amount}.",
    "prize": "The prize holds less than {amount}.",
    "reserve": "Less than {amount} is set aside for this bank.",
    "house": "The house has less than {amount}.",
    "mint": "A campaign has at most {limit} in all, unlimited banks included. The GM can remove some with /bank take.",
}
_INSERT_ENTRY = """
INSERT INTO entries (id, key, campaign_id, kind, reason, actor, at, table_id, hand, size)
SELECT next_number(coalesce(max(id), 0), 1), ?, ?, ?, ?, ?, ?, ?, ?, ? FROM entries
"""
_INSERT_REVERSAL = """
INSERT INTO entries (id, key, campaign_id, kind, reason, actor, at, table_id, hand, size, reverses)
SELECT (SELECT next_number(max(id), 1) FROM entries), ?, ?, ?, ?, ?, ?, ?, ?, ?, taken_back.id
FROM entries AS taken_back WHERE taken_back.key = ? AND taken_back.campaign_id = ?
"""
_INSERT_TRANSFER = """
INSERT INTO transfers (id, entry_id, line, campaign_id, source, target, amount, source_after, target_after)
SELECT (SELECT next_number(coalesce(max(id), 0), 1) FROM transfers),
    entries.id, ?, entries.campaign_id, source.id, target.id, ?, source.balance - ?, target.balance + ?
FROM entries, accounts AS source, accounts AS target
WHERE entries.key = ? AND source.id = ? AND target.id = ?
"""


class AlreadyPosted(TooLate):
    """The event with this `key` is in the ledger already; the caller may continue as if it were done now."""

    def __init__(self, key: str) -> None:
        super().__init__("That has been done already.")
        self.key = key


@dataclass(frozen=True, slots=True)
class Transfer:
    """`amount` smallest coins, 1 and up, from one account to another.

    `short` is raised if the source has less; without one, a sentence that names the kind of the account.
    """

    source: str
    target: str
    amount: int
    short: MoneyError | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in the ledger.

    `key` makes it happen only once (the id of the interaction, "<hand>:<revision>"); `actor` is the Discord user behind
    it, None for the clock or an NPC; `at` is in seconds since the epoch; `hand` is the number of a hand at the table;
    `reverses` is the key of the entry that this one takes back. An event that moves nothing may have no transfers.
    """

    key: str
    campaign_id: int
    kind: str
    reason: str
    actor: int | None
    at: float
    transfers: tuple[Transfer, ...]
    table_id: int | None = None
    hand: int | None = None
    reverses: str | None = None


def post(entry: Entry) -> tuple[Statement, ...]:
    """Build the statements that write the entry and move the balances; the accounts have to be open.

    When applied: `AlreadyPosted` for a key that is in the ledger; MoneyError if an account would be overdrawn or the
    mint would issue more than 10^15; NotFound or TooLate if what it reverses isn't there or has been reversed;
    `Refused` for an account of another campaign; `WrongRows` for one that isn't open.
    """
    return (
        _insert_entry(entry),
        *(_insert_transfer(entry, line, moved) for line, moved in enumerate(entry.transfers, start=1)),
    )


def reverse(
    entry: Entry,
    *,
    key: str,
    actor: int | None,
    at: float,
    kind: str = "undo",
    reason: str = "",
    transfers: Sequence[Transfer] | None = None,
) -> Entry:
    """Build the entry that reverses `entry`: its transfers in the opposite direction, last first.

    `transfers` replaces them where the money is somewhere else by now. An entry is reversed at most once.
    """
    back = tuple(Transfer(moved.target, moved.source, moved.amount) for moved in reversed(entry.transfers))
    return replace(
        entry,
        key=key,
        kind=kind,
        reason=reason or entry.reason,
        actor=actor,
        at=at,
        transfers=back if transfers is None else tuple(transfers),
        reverses=entry.key,
    )


def short_of(account: str, amount: int) -> MoneyError:
    """Return the refusal of an amount that the account doesn't have, or that the mint may not issue."""
    return MoneyError(_SHORT[kind_of(account)], amount=amount, limit=MAX_AMOUNT)


def _insert_entry(entry: Entry) -> Statement:
    once = {"entry_once": AlreadyPosted(entry.key)}
    values = (
        entry.key,
        entry.campaign_id,
        entry.kind,
        entry.reason[:MOST_REASON],
        entry.actor,
        int(entry.at),
        entry.table_id,
        entry.hand,
        len(entry.transfers),
    )
    if entry.reverses is None:
        return Statement(_INSERT_ENTRY, values, refusals=once, campaign=entry.campaign_id)
    return Statement(
        _INSERT_REVERSAL,
        (*values, entry.reverses, entry.campaign_id),
        otherwise=NotFound("There is nothing here to undo."),
        refusals={**once, "entry_reversed_once": TooLate("That has been undone already.")},
        campaign=entry.campaign_id,
    )


def _insert_transfer(entry: Entry, line: int, moved: Transfer) -> Statement:
    short = moved.short or short_of(moved.source, moved.amount)
    return Statement(
        _INSERT_TRANSFER,
        (line, moved.amount, moved.amount, moved.amount, entry.key, moved.source, moved.target),
        refusals={"never_overdrawn": short, "mint_limit": short},
    )


class Pending:
    """Payments that wait for the disk, so that a second try doesn't pay twice."""

    def __init__(self) -> None:
        self._keys: dict[tuple[Hashable, ...], list[str]] = {}

    @asynccontextmanager
    async def once(self, *payment: Hashable, key: str) -> AsyncGenerator[None, None]:
        """Hold the payment for the length of the block. Raises TooLate while the same one is held under another key."""
        keys = self._keys.setdefault(payment, [])
        if any(held != key for held in keys):
            raise TooLate("The same payment is still under way. Wait for its answer.")
        keys.append(key)
        try:
            yield
        finally:
            keys.remove(key)
            if not keys:
                del self._keys[payment]


_SELECT_ENTRIES = """
SELECT entries.id, entries.key, entries.campaign_id, entries.kind, entries.reason, entries.actor, entries.at,
    entries.table_id, entries.hand, transfers.source, transfers.target, transfers.amount
FROM entries LEFT JOIN transfers ON transfers.entry_id = entries.id
"""
_NOT_REVERSED = """
    entries.reverses IS NULL AND NOT EXISTS (SELECT 1 FROM entries AS back WHERE back.reverses = entries.id)
"""
_BY_KEY = f"{_SELECT_ENTRIES} WHERE entries.key = ? AND {_NOT_REVERSED} ORDER BY transfers.line"
_SINCE = f"""
{_SELECT_ENTRIES} WHERE entries.id IN (
    SELECT entry_id FROM transfers WHERE source = ? AND entry_id > ?
    UNION SELECT entry_id FROM transfers WHERE target = ? AND entry_id > ?
) AND {_NOT_REVERSED} ORDER BY entries.id DESC, transfers.line
"""  # noqa: S608  # only fixed parts are joined


@dataclass(frozen=True, slots=True)
class Posted:
    """An entry in the ledger; `id` rises with time."""

    id: int
    entry: Entry


class ItemMove(NamedTuple):
    """An item that an entry has moved; `source`, `target` and the current `holder` are names of holders."""

    good: Item
    source: str
    target: str
    holder: str


async def posted(database: Database, key: str) -> Posted | None:
    """Return the entry with that key; None if there is none, or it was reversed."""
    found = _read_entries(await database.fetch(_BY_KEY, key))
    return found[0] if found else None


async def posted_since(database: Database, account: str, entry_id: int) -> tuple[Posted, ...]:
    """Return the entries after that one that have moved the account, the latest first.

    Reversed entries and their reversals are left out.
    """
    return _read_entries(await database.fetch(_SINCE, account, entry_id, account, entry_id))


async def item_moves_of(database: Database, entry_id: int) -> tuple[ItemMove, ...]:
    """Return the items that an entry has moved."""
    rows = await database.fetch(
        """
        SELECT items.id, items.kind, item_moves.source, item_moves.target, items.holder
        FROM item_moves JOIN items ON items.id = item_moves.item_id WHERE item_moves.entry_id = ? ORDER BY items.id
        """,
        entry_id,
    )
    return tuple(
        ItemMove(Item(id=str(row["id"]), kind=row["kind"]), row["source"], row["target"], row["holder"]) for row in rows
    )


async def holders_of(database: Database, goods: Iterable[str]) -> Mapping[str, str]:
    """Return the current holder of each of these items (ids)."""
    wanted = [int(good) for good in goods]
    if not wanted:
        return {}
    rows = await database.fetch(with_marks("SELECT id, holder FROM items WHERE id IN (...)", len(wanted)), *wanted)
    return {str(row["id"]): row["holder"] for row in rows}


def _read_entries(rows: Iterable[Row]) -> tuple[Posted, ...]:
    """Return the entries in the order of the rows."""
    of_entry: dict[int, list[Row]] = {}
    for row in rows:
        of_entry.setdefault(row["id"], []).append(row)
    return tuple(Posted(entry_id, _read_entry(lines)) for entry_id, lines in of_entry.items())


def _read_entry(lines: list[Row]) -> Entry:
    first = lines[0]
    moved = (Transfer(row["source"], row["target"], row["amount"]) for row in lines if row["amount"] is not None)
    return Entry(
        key=first["key"],
        campaign_id=first["campaign_id"],
        kind=first["kind"],
        reason=first["reason"],
        actor=first["actor"],
        at=first["at"],
        transfers=tuple(moved),
        table_id=first["table_id"],
        hand=first["hand"],
    )
