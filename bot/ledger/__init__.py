"""The ledger: the only SQL on money. Builders make statements for a caller's batch; the rest reads."""

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
