"""The bank of a banked table: filled when the table opens, and changed by a GM between hands, each time by one ledger
entry.

Every bank holds coins of its own, so no two tables can promise the same one. An unlimited bank begins empty, with a
reserve that the mint sets aside before a hand. It pays from its winnings, then from the reserve. When the table closes,
the owner gets the winnings and the mint the reserve.
"""

from dataclasses import replace

from bot.campaigns import Right
from bot.db import Database, Statement
from bot.engine.banked.limits import reserve_of
from bot.engine.game import Event
from bot.engine.money import MAX_AMOUNT
from bot.engine.words import one_line, plural_of
from bot.errors import MoneyError, RuleError
from bot.ledger import Entry, Pending, Transfer, accounts, balance, post
from bot.tables.events import BankChanged, Opened
from bot.tables.hand.engine import Cause
from bot.tables.hand.notes import log_note, require_playable, spent_bank
from bot.tables.hand.timing import set_deadline
from bot.tables.model import Table
from bot.tables.money.payout import Aftermath, for_the_house, owner_of
from bot.tables.offers import EMPTY, ENDLESS_HOUSE, OWNERS, no_longer_enough, require_coin, source_of
from bot.tables.table_store import Click, TableStore

_LONGEST_REASON = 200


def opening_entry(table: Table, cause: Cause) -> tuple[Statement, ...]:
    """Build the entry that moves the first coins into the bank of a table that opens; the bank's account has to be
    open.
    """
    record = table.record
    if record.bankroll is None or not record.bank:
        return ()
    return _bank_entry(table, cause, _transfers_into_bank(table, record.bank), f"{table.title} opened")


async def set_aside(database: Database, table: Table, cause: Cause) -> Aftermath:
    """Return the table with a reserve for the next hand, where it has an unlimited bank: the reserve is filled up when
    less than half of it is left, as far as the mint may issue coins.

    Raises RuleError where the bank couldn't pay the smallest bet. When applied: MoneyError if another table has taken
    the coins meanwhile.
    """
    if not table.is_endless:
        return Aftermath(table)
    record, least = table.record, table.spec.game.least_bank(table.rules)
    usual = reserve_of(table.spec.game, table.rules)
    if 2 * record.reserve >= usual and record.bank + record.reserve >= least:
        return Aftermath(table)
    mint, reserve = accounts.mint(record.campaign_id), accounts.reserve(record.id)
    amount = min(usual - record.reserve, MAX_AMOUNT + await balance(database, mint))
    if record.bank + record.reserve + amount < least:
        raise RuleError(
            "The campaign's money is almost at its limit of {limit}, so too little is left for this bank. The GM can "
            "remove money with /bank take.",
            limit=MAX_AMOUNT,
        )
    if not amount:
        return Aftermath(table)
    moves = (Transfer(mint, reserve, amount),)
    entry = _bank_entry(table, cause, moves, f"{table.title}: set aside for the bank")
    opened = accounts.open_reserve(record.campaign_id, record.id)
    return Aftermath(table.evolve(reserve=record.reserve + amount), (opened, *entry))


def opening_events(table: Table) -> tuple[Event, ...]:
    """Return the events of a table that opens, with its bank."""
    record = table.record
    if record.bankroll is None or record.bankroll == "endless" or not record.bank:
        return (Opened(),)
    return (Opened(bank=record.bank, owner=record.bankroll), *spent_bank(table))


class Banks:
    """Lets a GM fill and drain the bank of a table between hands."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._pending = Pending()

    async def fill(self, table_id: int, click: Click, amount: int, reason: str = "") -> Table:
        """Put `amount` more (smallest coins) into the bank, from the house or the party.

        Raises a PlayerError for players, in mid-hand, where nobody fills the bank, for more than the owner has, and
        while the same click is being carried out. Then nothing has changed.
        """
        once = self._pending.once("fill", table_id, amount, key=click.key)
        async with once, self._store.clicked(table_id, click, Right.BANK) as table:
            self._require_may_change(table, amount)
            backer = table.backer
            if backer == "endless":
                raise RuleError(ENDLESS_HOUSE)
            held = await balance(self._store.db, source_of(backer, table.record.campaign_id))
            if not held:
                raise MoneyError(EMPTY[backer])
            if amount > held:
                raise MoneyError(f"{OWNERS[backer][1]} only {{held}}. Choose a smaller amount.", held=held)
            return await self._changed(table, click, amount, _transfers_into_bank(table, amount), reason)

    async def drain(self, table_id: int, click: Click, amount: int, reason: str = "") -> Table:
        """Take `amount` (smallest coins) out of the bank, back to the house or the party. Raises as `fill` does."""
        once = self._pending.once("drain", table_id, amount, key=click.key)
        async with once, self._store.clicked(table_id, click, Right.BANK) as table:
            self._require_may_change(table, amount)
            if amount > table.record.bank:
                has = (
                    "The bank has only {bank}. Choose a smaller amount." if table.record.bank else "The bank is empty."
                )
                raise MoneyError(has, bank=table.record.bank)
            moves = (Transfer(accounts.bank(table.id), for_the_house(table), amount),)
            return await self._changed(table, click, -amount, moves, reason)

    async def _changed(self, table: Table, click: Click, gain: int, moves: tuple[Transfer, ...], reason: str) -> Table:
        why = one_line(reason)[:_LONGEST_REASON]
        cause, after = replace(click.cause(), text=why), table.evolve(bank=table.record.bank + gain)
        changed = BankChanged(amount=gain, owner=owner_of(table), bank=after.record.bank)
        after, row = log_note(after, cause, changed, *spent_bank(after))
        usual = "the GM fills the bank" if gain > 0 else "the GM takes money out of the bank"
        statements = _bank_entry(table, cause, moves, f"{table.title}: {why or usual}")
        return await self._store.commit(table, set_deadline(table, after, None, click.at), *statements, rows=(row,))

    def _require_may_change(self, table: Table, amount: int) -> None:
        require_playable(table)
        require_bank(table)
        if table.in_hand:
            raise RuleError(f"You can change the bank only between {plural_of(table.hand_word)}.")
        require_coin(amount)


def require_bank(table: Table) -> None:
    """Refuse where nobody plays against a bank."""
    if not table.spec.game.is_banked:
        raise RuleError(f"{table.title} has no bank. Its players play against each other.")


def _transfers_into_bank(table: Table, amount: int) -> tuple[Transfer, ...]:
    source = source_of(table.backer, table.record.campaign_id)
    return (Transfer(source, accounts.bank(table.id), amount, no_longer_enough(table.backer, amount)),)


def _bank_entry(table: Table, cause: Cause, moves: tuple[Transfer, ...], reason: str) -> tuple[Statement, ...]:
    """Build the entry of these transfers; its key lets it happen once."""
    entry = Entry(
        key=f"fill:{cause.key}",
        campaign_id=table.record.campaign_id,
        kind="bank",
        reason=reason,
        actor=cause.actor,
        at=cause.at,
        transfers=moves,
        table_id=table.id,
    )
    return post(entry)
