"""Posting: one entry is one event, and all of its transfers happen or none.

The builders read nothing and write nothing; they make statements for the caller's own batch, so that a table's state
and its money are one transaction.
"""

from collections.abc import AsyncIterator, Hashable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from bot.db import Statement
from bot.errors import MoneyError, NotFound, TooLate
from bot.ledger.accounts import Kind, kind_of

MOST_REASON = 400
_SHORT: dict[Kind, str] = {
    "purse": "There is less than {amount} in the purse.",
    "party": "There is less than {amount} in the party's purse.",
    "seat": "There are fewer chips than {amount} at the seat.",
    "bank": "The bank of this table has less than {amount}.",
    "prize": "The prize holds less than {amount}.",
    "house": "The house has less than {amount}.",
    "mint": "The mint has no more to give.",
}
_ENTRY = """
INSERT INTO entries (key, campaign_id, kind, reason, actor, at, table_id, hand, size)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_REVERSING_ENTRY = """
INSERT INTO entries (key, campaign_id, kind, reason, actor, at, table_id, hand, size, reverses)
SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, taken_back.id
FROM entries AS taken_back WHERE taken_back.key = ? AND taken_back.campaign_id = ?
"""
_TRANSFER = """
INSERT INTO transfers (entry_id, line, campaign_id, source, target, amount, source_after, target_after)
SELECT entries.id, ?, entries.campaign_id, source.id, target.id, ?, source.balance - ?, target.balance + ?
FROM entries, accounts AS source, accounts AS target
WHERE entries.key = ? AND source.id = ? AND target.id = ?
"""
_FULL = "Nobody can hold that much money."


class AlreadyPosted(TooLate):
    """The event with this `key` is in the book already: whoever asks again may go on as if it were done."""

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
    """One event in the book.

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
    """The statements that write the entry and move the balances; the accounts have to be open.

    When applied: `AlreadyPosted` for a key that is in the book; MoneyError if an account would be overdrawn or hold
    more than 10^15; NotFound or TooLate if what it reverses isn't there or has been reversed; `Refused` for an account
    of another campaign; `WrongRows` for one that isn't open.
    """
    return (_entry(entry), *(_transfer(entry, line, moved) for line, moved in enumerate(entry.transfers, start=1)))


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
    """The entry that takes `entry` back: its transfers in the opposite direction, last first.

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


def _entry(entry: Entry) -> Statement:
    once = {"entries.key": AlreadyPosted(entry.key)}
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
        return Statement(_ENTRY, values, refusals=once)
    return Statement(
        _REVERSING_ENTRY,
        (*values, entry.reverses, entry.campaign_id),
        otherwise=NotFound("There is nothing here to take back."),
        refusals={**once, "entries.reverses": TooLate("That has been taken back already.")},
    )


def _transfer(entry: Entry, line: int, moved: Transfer) -> Statement:
    short = moved.short or MoneyError(_SHORT[kind_of(moved.source)], amount=moved.amount)
    return Statement(
        _TRANSFER,
        (line, moved.amount, moved.amount, moved.amount, entry.key, moved.source, moved.target),
        refusals={"never_overdrawn": short, "never_boundless": MoneyError(_FULL)},
    )


class Pending:
    """Payments under way: one that waits for the disk isn't made twice when a person tries again."""

    def __init__(self) -> None:
        self._keys: dict[tuple[Hashable, ...], str] = {}

    @asynccontextmanager
    async def once(self, *payment: Hashable, key: str) -> AsyncIterator[None]:
        """Hold the payment for the length of the block. Raises TooLate while the same one is held under another key."""
        if self._keys.setdefault(payment, key) != key:
            raise TooLate("The same payment is still under way. Wait for its answer.")
        try:
            yield
        finally:
            self._keys.pop(payment, None)
