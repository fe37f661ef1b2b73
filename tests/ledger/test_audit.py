"""The audit finds what the database itself would never have let happen."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.db import SqliteDatabase, Statement, open_database
from bot.ledger import AuditReport, Transfer, accounts, audit, post
from tests.ledger.conftest import FIRST, HAN, HANS, MINT, OTHER, ROARKS, TABLE, entry, founding, moved, table
from tests.sqlite_file import numbered, url_of
from tests.tampering import tamper


async def audited_after(path: Path, *sql: str) -> Sequence[str]:
    """Found a book, tamper with it past all triggers and keys, and audit it."""
    async with await open_database(url_of(path)) as book:
        await book.apply(*founding(), *post(entry("start", Transfer(MINT, HANS, 1000))))
    tamper(url_of(path), *sql)
    async with await open_database(url_of(path), read_only=True) as book:
        return (await audit(book)).problems


async def test_correct_ledger_is_clean_in_sum_and_by_campaign(book: SqliteDatabase) -> None:
    assert await audit(book) == AuditReport(accounts=9, entries=1, transfers=2, open_tables=1, problems=())
    assert json.loads((await audit(book)).to_json()) == {
        "accounts": 9,
        "entries": 1,
        "transfers": 2,
        "open_tables": 1,
        "problems": [],
    }
    assert (await audit(book, OTHER)).accounts == 4
    assert (await audit(book, OTHER)).transfers == 0
    assert (await audit(book, FIRST)).transfers == 2
    await book.apply(accounts.open_seat(FIRST, TABLE, 1, HAN), *moved(HANS, accounts.seat(TABLE, 1), 500))
    assert (await audit(book)).is_clean


@pytest.mark.parametrize("closed", [True, False])
async def test_chips_left_on_a_closed_or_missing_table_are_found(book: SqliteDatabase, closed: bool) -> None:
    if closed:
        await book.apply(table(99, status="closed"))
    await book.apply(accounts.open_seat(FIRST, 99, 1, HAN), *moved(HANS, accounts.seat(99, 1), 500))
    assert (await audit(book)).problems == ("seat:99:1 holds 500, but its table isn't open.",)


async def test_a_balance_that_was_changed_is_found(path: Path) -> None:
    assert await audited_after(path, "UPDATE accounts SET balance = 1001 WHERE id = 'purse:11'") == (
        "purse:11 holds 1001, but its transfers add up to 1000.",
        "The accounts of campaign 1 add up to 1 instead of 0.",
    )


async def test_an_overdrawn_purse_is_found(path: Path) -> None:
    problems = await audited_after(path, "UPDATE accounts SET balance = -1 WHERE id = 'purse:12'")
    assert "purse:12 is overdrawn: -1." in problems


async def test_mint_that_issued_too_much_is_found(path: Path) -> None:
    change = "UPDATE accounts SET balance = -1000000000000001 WHERE kind = 'mint'"
    problems = await audited_after(path, change)
    assert "mint:1 has issued 1000000000000001, and its limit is 1000000000000000." in problems


async def test_a_changed_transfer_is_found(path: Path) -> None:
    problems = await audited_after(path, "UPDATE transfers SET amount = 900")
    assert "purse:11 holds 1000, but its transfers add up to 900." in problems
    assert f"purse:11 in transfer {numbered(1)} has 1000 after it, but its transfers add up to 900." in problems


async def test_a_deleted_transfer_is_found(path: Path) -> None:
    problems = await audited_after(path, "DELETE FROM transfers")
    assert "Entry start has 0 transfers instead of 1." in problems


async def test_a_deleted_entry_is_found(path: Path) -> None:
    assert f"Transfer {numbered(1)} belongs to no entry." in await audited_after(path, "DELETE FROM entries")


async def test_a_transfer_into_another_campaign_is_found(path: Path) -> None:
    problems = await audited_after(path, f"UPDATE transfers SET target = '{ROARKS}'")
    assert f"Transfer {numbered(1)} names an account that isn't there, or is another campaign's." in problems


RECORD: dict[str, Any] = {"bank": 300, "reserve": 0, "prize": 0, "chairs": [{"seat": 1, "stack": 400, "pending": 100}]}


async def shown(book: SqliteDatabase, record: str) -> Sequence[str]:
    """Han sits with 500, the bank has 300, and this is what is kept of the table."""
    house = (accounts.open_bank(FIRST, TABLE), *moved(MINT, accounts.bank(TABLE), 300, key="filled"))
    await book.apply(accounts.open_seat(FIRST, TABLE, 1, HAN), *moved(HANS, accounts.seat(TABLE, 1), 500), *house)
    await book.apply(Statement("UPDATE tables SET record = ?", (record,)))
    return (await audit(book)).problems


async def test_a_table_that_shows_what_it_holds_is_no_problem(book: SqliteDatabase) -> None:
    assert await shown(book, json.dumps(RECORD)) == ()


@pytest.mark.parametrize(
    "record, problem",
    [
        (RECORD | {"bank": 301}, "bank:21 holds 300, but its table shows 301."),
        (RECORD | {"bank": 0}, "bank:21 holds 300, but its table shows 0."),
        (RECORD | {"chairs": []}, "seat:21:1 holds 500, but its table shows 0."),
        (
            RECORD | {"chairs": [{"seat": 1, "stack": 400, "pending": 0}]},
            "seat:21:1 holds 500, but its table shows 400.",
        ),
        (RECORD | {"prize": 7}, "prize:21 holds 0, but its table shows 7."),
        (RECORD | {"reserve": 8}, "reserve:21 holds 0, but its table shows 8."),
        (
            RECORD | {"chairs": [*RECORD["chairs"], {"seat": 2, "stack": 9, "pending": 0}]},
            "seat:21:2 holds 0, but its table shows 9.",
        ),
    ],
)
async def test_a_table_that_shows_other_chips_than_the_ledger_is_found(
    book: SqliteDatabase, record: dict[str, Any], problem: str
) -> None:
    assert await shown(book, json.dumps(record)) == (problem,)


@pytest.mark.parametrize("record", ["{", "[]", "{}", '{"bank": "much", "chairs": []}', '{"bank": 1, "chairs": [7]}'])
async def test_an_unreadable_record_is_no_problem_of_chips(book: SqliteDatabase, record: str) -> None:
    assert await shown(book, record) == ()


@pytest.mark.parametrize("prize, problems", [(70, ()), (0, ("prize:21 holds 70, but its table shows 0.",))])
async def test_the_prize_of_a_tournament_is_what_its_table_shows(
    book: SqliteDatabase, prize: int, problems: Sequence[str]
) -> None:
    await book.apply(accounts.open_prize(FIRST, TABLE), *moved(HANS, accounts.prize(TABLE), 70, key="fee"))
    assert await shown(book, json.dumps(RECORD | {"prize": prize})) == problems


async def test_a_bank_that_is_left_on_a_closed_table_is_found(book: SqliteDatabase) -> None:
    await book.apply(table(99, status="closed"), accounts.open_bank(FIRST, 99), *moved(HANS, accounts.bank(99), 5))
    assert (await audit(book)).problems == ("bank:99 holds 5, but its table isn't open.",)


async def test_tables_of_another_campaign_are_not_checked(book: SqliteDatabase) -> None:
    await shown(book, json.dumps(RECORD | {"bank": 0}))
    assert (await audit(book, OTHER)).is_clean
    assert not (await audit(book, FIRST)).is_clean
