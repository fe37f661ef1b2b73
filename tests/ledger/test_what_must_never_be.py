"""A bug may try anything: the database refuses what must never be."""

import pytest

from bot.db import Refused, SqliteDatabase, Statement
from bot.ledger import Transfer, audit, post
from tests.ledger.conftest import HANS, LANDOS, MINT, entry

OPEN_ENTRY = (
    "INSERT INTO entries (id, key, campaign_id, kind, reason, at, size) VALUES (9999, 'bug', 1, 'bug', '', 0, 1)"
)


def bare(line: int = 1, amount: int = 5, after: tuple[int, int] = (995, 1005), entry_id: str = "max(id)") -> str:
    """Return the SQL of a transfer from Han to Lando that no builder made."""
    return f"""
        INSERT INTO transfers (id, entry_id, line, campaign_id, source, target, amount, source_after, target_after)
        SELECT {9998 + line}, {entry_id}, {line}, 1, '{HANS}', '{LANDOS}', {amount}, {after[0]}, {after[1]} FROM entries
        """


async def refused(book: SqliteDatabase, *statements: str | Statement) -> str:
    """Return the constraint that refuses the statements; the ledger stays as it was."""
    before = await audit(book)
    batch = [Statement(one, touches=None) if isinstance(one, str) else one for one in statements]
    with pytest.raises(Refused) as refusal:
        await book.apply(*batch)
    assert await audit(book) == before
    assert before.is_clean
    return refusal.value.constraint


async def test_a_correct_transfer_passes_every_trigger(book: SqliteDatabase) -> None:
    await book.apply(Statement(OPEN_ENTRY), Statement(bare()))
    assert (await audit(book)).is_clean


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE accounts SET balance = balance + 1 WHERE id = 'purse:11'",
        "UPDATE accounts SET balance = 0, last_transfer = NULL WHERE id = 'purse:11'",
        "UPDATE accounts SET balance = 2000, last_transfer = 1 WHERE id = 'purse:11'",
        "UPDATE accounts SET last_transfer = 2 WHERE id = 'purse:11'",
        """
        INSERT INTO accounts (id, campaign_id, kind) VALUES ('mint:1', 1, 'mint')
        ON CONFLICT (id) DO UPDATE SET balance = -5
        """,
    ],
)
async def test_a_balance_never_moves_without_its_transfer(book: SqliteDatabase, sql: str) -> None:
    assert await refused(book, sql) == "balances_move_by_transfers"


@pytest.mark.parametrize("after", [(1000, 1005), (995, 1000), (995, 2000), (0, 0)])
async def test_a_transfer_never_moves_another_amount_than_its_own(book: SqliteDatabase, after: tuple[int, int]) -> None:
    assert await refused(book, OPEN_ENTRY, bare(after=after)) == "balances_move_by_transfers"


async def test_an_entry_gets_no_further_transfer(book: SqliteDatabase) -> None:
    await book.apply(*post(entry("gift", Transfer(MINT, HANS, 5))))
    sentence = "transfers_fit_their_entry"
    assert await refused(book, bare(line=2, after=(1000, 1005))) == sentence
    assert await refused(book, bare(line=1, after=(1000, 1005))) == "transfers_of_entries"


async def test_a_transfer_belongs_to_an_entry(book: SqliteDatabase) -> None:
    assert await refused(book, bare(entry_id="99999")) == "foreign key"


@pytest.mark.parametrize(
    "sql, sentence",
    [
        ("UPDATE entries SET reason = 'nothing happened'", "entries_are_final"),
        ("UPDATE entries SET at = 5 WHERE key = 'start'", "entries_are_final"),
        ("DELETE FROM entries", "entries_are_kept"),
        ("UPDATE transfers SET amount = 1", "transfers_are_final"),
        ("DELETE FROM transfers", "transfers_are_kept"),
        ("DELETE FROM accounts WHERE balance = 0", "accounts_are_kept"),
        ("UPDATE accounts SET campaign_id = 2 WHERE id = 'purse:11'", "accounts_keep_their_owner"),
        ("UPDATE accounts SET character_id = 12 WHERE id = 'purse:11'", "accounts_keep_their_owner"),
        ("UPDATE accounts SET kind = 'mint' WHERE id = 'purse:11'", "accounts_keep_their_owner"),
    ],
)
async def test_ledger_rows_cannot_be_changed_or_deleted(book: SqliteDatabase, sql: str, sentence: str) -> None:
    assert await refused(book, sql) == sentence


@pytest.mark.parametrize(
    "sql",
    [
        """
        INSERT OR REPLACE INTO entries (id, key, campaign_id, kind, reason, at, size)
        SELECT id, key, campaign_id, kind, 'else', at, size FROM entries
        """,
        """
        INSERT OR REPLACE INTO transfers
        SELECT id, entry_id, line, campaign_id, source, target, 1, source_after, target_after FROM transfers
        """,
        "INSERT OR REPLACE INTO accounts (id, campaign_id, kind, character_id) VALUES ('purse:11', 1, 'purse', 11)",
    ],
)
async def test_replacing_is_deleting_and_refused(book: SqliteDatabase, sql: str) -> None:
    assert (await refused(book, sql)).endswith("_are_kept")


@pytest.mark.parametrize(
    "values, constraint",
    [
        ("('purse:99', 1, 'purse', 11, NULL, NULL, 0)", "account_name"),
        ("('purse:12', 1, 'purse', 11, NULL, NULL, 0)", "account_name"),
        ("('mint:5', 1, 'mint', NULL, NULL, NULL, 0)", "account_name"),
        ("('hoard:1', 1, 'hoard', NULL, NULL, NULL, 0)", "account_name"),
        ("('purse:', 1, 'purse', NULL, NULL, NULL, 0)", "account_name"),
        ("('seat:5:1', 1, 'seat', NULL, 5, 1, 0)", "account_owner"),
        ("('bank:5', 1, 'bank', 11, 5, NULL, 0)", "account_owner"),
        ("('party:1', 1, 'party', NULL, 5, NULL, 0)", "account_table"),
        ("('bank:5', 1, 'bank', NULL, 5, 1, 0)", "account_seat"),
        ("('seat:5:1', 2, 'seat', 11, 5, 1, 0)", "foreign key"),
        ("('bank:5', 77, 'bank', NULL, 5, NULL, 0)", "foreign key"),
        ("('bank:5', 1, 'bank', NULL, 5, NULL, 500)", "accounts_open_empty"),
    ],
)
async def test_an_account_is_named_for_its_owner_and_opens_empty(
    book: SqliteDatabase, values: str, constraint: str
) -> None:
    sql = "INSERT INTO accounts (id, campaign_id, kind, character_id, table_id, seat, balance) VALUES " + values
    assert await refused(book, sql) == constraint


async def test_money_is_whole_numbers(book: SqliteDatabase) -> None:
    half = Statement(bare().replace(", 5, 995", ", ?, 995"), (5.5,))
    assert await refused(book, OPEN_ENTRY, half) == "datatype"
