"""The ledger: the only SQL on money. Builders make statements for a caller's batch; the rest reads.

One currency a campaign, as whole numbers of the smallest coin. The ledger is double entry: an entry is one event, its
transfers move money between two accounts, and a balance can't move without one. Within a hand nothing is posted. A
hand that ends is one entry with the differences, so that to void a hand is to forget it. The database refuses an
overdrawn purse, an edited entry, an event posted twice and a transfer between campaigns. `audit` recalculates
everything.

Items are rows with exactly one holder: a character, a seat, or nobody. An item moves only by a line of an append-only
journal, and each line belongs to an entry, so that a settlement hands over chips and wagers in one batch.

What a person does has Discord's interaction id as its key, so doing it again is refused. The same payment under
another key is refused while the first isn't written.
"""

from bot.ledger import accounts
from bot.ledger.audit import AuditReport, FileReport, audit, audit_file
from bot.ledger.balances import (
    Balance,
    Counterparty,
    LedgerLine,
    LedgerPage,
    Payer,
    balance,
    balances,
    balances_in,
    balances_of,
    history_of_account,
    history_of_character,
    paid_into,
)
from bot.ledger.entries import AlreadyPosted, Entry, Pending, Posted, Transfer, post, posted, posted_since, reverse

__all__ = [
    "AlreadyPosted",
    "AuditReport",
    "Balance",
    "Counterparty",
    "Entry",
    "FileReport",
    "LedgerLine",
    "LedgerPage",
    "Payer",
    "Pending",
    "Posted",
    "Transfer",
    "accounts",
    "audit",
    "audit_file",
    "balance",
    "balances",
    "balances_in",
    "balances_of",
    "history_of_account",
    "history_of_character",
    "paid_into",
    "post",
    "posted",
    "posted_since",
    "reverse",
]
