"""Money that leaves a table: chips to the wallets of the characters, the bank to its owner, and an unclaimed pot to the
house.

The mint issues at most 10^15 coins, so no account can be too full for an amount that is due to it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bot.db import Statement
from bot.engine.game import Event
from bot.ledger import Entry, Transfer, accounts, post
from bot.tables.events import BankPaidOut
from bot.tables.hand.engine import Cause
from bot.tables.model import Chair, Table


@dataclass(frozen=True, slots=True)
class Aftermath:
    """A table after a change, with the other statements that write it and the public events of it."""

    table: Table
    statements: tuple[Statement, ...] = ()
    events: tuple[Event, ...] = ()

    def then(self, table: Table, statements: Iterable[Statement], events: Iterable[Event] = ()) -> "Aftermath":
        """Return the result of one more change."""
        return Aftermath(table, (*self.statements, *statements), (*self.events, *events))


def cash_out(done: Aftermath, chair: Chair, cause: Cause) -> Aftermath:
    """Pay all chips of a seat into its character's wallet."""
    table = done.table
    moved = Transfer(accounts.seat(table.id, chair.seat), accounts.purse(chair.character_id), chair.chips)
    key, reason = f"leave:{table.id}:{chair.seat}", f"left {table.title}"
    kind = "cash-out" if table.terms is None else "place"
    return done.then(table, _payout_entry(table, cause, moved, kind=kind, key=key, reason=reason))


def pay_out_bank(table: Table, cause: Cause) -> Aftermath:
    """Return the table after its bank is paid to the owner, the house or the party, and its reserve to the mint."""
    record = table.record
    out = Transfer(accounts.bank(record.id), for_the_house(table), record.bank)
    unused = Transfer(accounts.reserve(record.id), accounts.mint(record.campaign_id), record.reserve)
    key, reason = f"bank:{record.id}", f"{table.title} closed"
    entry = _payout_entry(table, cause, out, unused, kind="bank", key=key, reason=reason)
    owner = owner_of(table)
    paid = BankPaidOut(what=_part_of(table), amount=record.bank, target=owner, is_back=owner == record.bankroll)
    return Aftermath(table.evolve(bank=0, reserve=0), entry, (paid,) if record.bank else ())


def describe_closing_bank(table: Table) -> str:
    """Return where the bank of a banked table would go if it closed, in a sentence; "" where it is empty."""
    record, owner = table.record, owner_of(table)
    if record.bankroll is None or not record.bank:
        return ""
    paid = BankPaidOut(what=_part_of(table), amount=record.bank, target=owner, is_back=owner == record.bankroll)
    return " ".join(table.narrator.sentences([paid]))


def _part_of(table: Table) -> Literal["bank", "winnings", "lost", "middle"]:
    """Return the kind of money that lies in the bank's account."""
    match table.record.bankroll:
        case "house" | "party":
            return "bank"
        case "endless":
            return "winnings"
        case None:
            return "lost" if table.record.is_lost else "middle"


def owner_of(table: Table) -> Literal["party", "house"]:
    """Return the owner of the casino, who takes the house's share."""
    return "party" if table.backer == "party" else "house"


def for_the_house(table: Table) -> str:
    """Return the account that takes the house's share at this table: the party's where it owns the casino."""
    campaign = table.record.campaign_id
    return accounts.party(campaign) if owner_of(table) == "party" else accounts.house(campaign)


def _payout_entry(
    table: Table, cause: Cause, *moves: Transfer, kind: str, key: str, reason: str
) -> tuple[Statement, ...]:
    """Build the entry of these transfers, without empty ones."""
    transfers = tuple(moved for moved in moves if moved.amount)
    if not transfers:
        return ()
    return post(
        Entry(
            key=key,
            campaign_id=table.record.campaign_id,
            kind=kind,
            reason=reason,
            actor=cause.actor,
            at=cause.at,
            transfers=transfers,
            table_id=table.id,
        )
    )
