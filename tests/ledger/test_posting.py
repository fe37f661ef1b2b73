"""One entry is one event: all of its money moves, once, or none of it."""

import asyncio

import pytest

from bot.db import Refused, SqliteDatabase, WrongRows
from bot.errors import MoneyError, NotFound, TooLate
from bot.ledger import (
    AlreadyPosted,
    Entry,
    Pending,
    Transfer,
    accounts,
    audit,
    balance,
    balances_of,
    history_of_account,
    post,
    reverse,
)
from tests.ledger.conftest import FIRST, HAN, HANS, LANDO, LANDOS, MINT, OTHER, PARTY, ROARKS, TABLE, entry, moved


async def purses(book: SqliteDatabase) -> tuple[int, int]:
    """Han's and Lando's."""
    return await balance(book, HANS), await balance(book, LANDOS)


async def posted(book: SqliteDatabase) -> list[str]:
    """Return the keys of all entries after the first, in their order."""
    return [row["key"] for row in await book.fetch("SELECT key FROM entries WHERE key <> 'start' ORDER BY id")]


async def test_a_transfer_moves_money_from_one_to_the_other(book: SqliteDatabase) -> None:
    await book.apply(*moved(HANS, LANDOS, 300))
    assert await purses(book) == (700, 1300)


async def test_the_last_coin_may_go(book: SqliteDatabase) -> None:
    await book.apply(*moved(HANS, LANDOS, 1000))
    assert await purses(book) == (0, 2000)


async def test_entry_that_overdraws_moves_nothing(book: SqliteDatabase) -> None:
    with pytest.raises(MoneyError) as refused:
        await book.apply(*moved(HANS, LANDOS, 1001))
    assert refused.value.told(lambda amount: f"{amount:,} cr") == "There is less than 1,001 cr in the wallet."
    assert await purses(book) == (1000, 1000)
    short = MoneyError("Han has less than {amount}.", amount=5000)
    with pytest.raises(MoneyError, match="Han has less than 5000"):
        await book.apply(*post(entry("short", Transfer(HANS, LANDOS, 5000, short))))
    with pytest.raises(MoneyError):
        await book.apply(*post(entry("two", Transfer(HANS, LANDOS, 600), Transfer(HANS, LANDOS, 600))))
    assert await purses(book) == (1000, 1000)
    assert await posted(book) == []
    await book.apply(*post(entry("round", Transfer(LANDOS, HANS, 1000), Transfer(HANS, PARTY, 2000))))
    assert await balance(book, PARTY) == 2000


async def test_the_same_event_is_posted_once(book: SqliteDatabase) -> None:
    await book.apply(*moved(HANS, LANDOS, 100, key="click"))
    with pytest.raises(AlreadyPosted) as refused:
        await book.apply(*moved(HANS, LANDOS, 100, key="click"))
    assert refused.value.key == "click"
    assert await purses(book) == (900, 1100)


async def test_the_same_event_at_once_is_posted_once(book: SqliteDatabase) -> None:
    outcomes = await asyncio.gather(
        *(book.apply(*moved(HANS, LANDOS, 100, key="click")) for _ in range(20)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes].count(AlreadyPosted) == 19
    assert await purses(book) == (900, 1100)


async def test_a_payment_is_held_until_the_last_of_its_tries_has_ended() -> None:
    pending = Pending()
    async with pending.once("pay", 1, key="click"):
        async with pending.once("pay", 1, key="click"):
            pass
        with pytest.raises(TooLate):
            await pending.once("pay", 1, key="another").__aenter__()
        async with pending.once("pay", 2, key="another"):
            pass
    async with pending.once("pay", 1, key="another"):
        pass


async def test_two_tables_cannot_take_the_same_money_of_a_purse(book: SqliteDatabase) -> None:
    buy_ins = [
        book.apply(
            accounts.open_seat(FIRST, table, 1, HAN), *moved(HANS, accounts.seat(table, 1), 800, key=f"sit {table}")
        )
        for table in (31, 32)
    ]
    outcomes = await asyncio.gather(*buy_ins, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), MoneyError]
    assert await balance(book, HANS) == 200
    assert [held.table_id for held in await balances_of(book, HAN)] == [None, 31]


async def test_only_the_mint_owes_and_it_issues_no_more_than_the_limit(book: SqliteDatabase) -> None:
    assert await balance(book, MINT) == -2000
    for account in (PARTY, accounts.house(FIRST)):
        with pytest.raises(MoneyError):
            await book.apply(*moved(account, HANS, 1))
    with pytest.raises(MoneyError, match="at most 1000000000000000 in all"):
        await book.apply(*moved(MINT, HANS, 10**15 - 1999))
    await book.apply(*moved(MINT, HANS, 10**15 - 2000))
    await book.apply(*moved(LANDOS, HANS, 1000, key="rest"))
    assert await balance(book, HANS) == 10**15


@pytest.mark.parametrize("amount", [0, -5, 10**15 + 1])
async def test_an_amount_is_from_one_coin_up_to_the_limit(book: SqliteDatabase, amount: int) -> None:
    with pytest.raises(Refused) as refused:
        await book.apply(*moved(MINT, HANS, amount))
    assert refused.value.constraint == "transfer_amount"


async def test_transfers_stay_in_a_campaign_between_open_accounts(book: SqliteDatabase) -> None:
    for campaign in (FIRST, OTHER):
        with pytest.raises(Refused) as refused:
            await book.apply(*post(entry("abroad", Transfer(HANS, ROARKS, 5), campaign_id=campaign)))
        assert refused.value.constraint == "foreign key"
    assert await balance(book, ROARKS) == 0
    with pytest.raises(WrongRows):
        await book.apply(*moved(HANS, accounts.seat(TABLE, 9), 5))
    with pytest.raises(Refused) as refused:
        await book.apply(*moved(HANS, HANS, 5))
    assert refused.value.constraint == "transfer_between_two"


async def test_a_purse_opens_once_and_a_seat_is_one_sitting(book: SqliteDatabase) -> None:
    await book.apply(accounts.open_purse(FIRST, HAN))
    await book.apply(accounts.open_seat(FIRST, TABLE, 1, HAN))
    with pytest.raises(WrongRows):
        await book.apply(accounts.open_seat(FIRST, TABLE, 1, LANDO))


async def test_a_character_has_no_purse_in_another_campaign(book: SqliteDatabase) -> None:
    with pytest.raises(Refused):
        await book.apply(accounts.open_seat(OTHER, TABLE, 1, HAN))


async def test_the_ledger_returns_the_posted_entry(book: SqliteDatabase) -> None:
    written = Entry(
        "hand", FIRST, "hand", "Hand 12", None, 1_800_000_000, (Transfer(HANS, LANDOS, 5), Transfer(HANS, PARTY, 6)),
        table_id=TABLE, hand=12,
    )  # fmt: skip
    await book.apply(*post(written))
    line = (await history_of_account(book, HANS)).lines[0]
    assert (line.key, line.kind, line.reason, line.actor) == ("hand", "hand", "Hand 12", None)
    assert (line.at, line.table_id, line.hand) == (1_800_000_000, TABLE, 12)
    assert ([other.account for other in line.counterparties], line.delta) == ([LANDOS, PARTY], -11)


async def test_an_event_may_move_nothing(book: SqliteDatabase) -> None:
    await book.apply(*post(entry("a hand without a winner")))
    assert await posted(book) == ["a hand without a winner"]


async def test_a_reversed_entry_restores_every_balance(book: SqliteDatabase) -> None:
    hand = entry("hand", Transfer(HANS, LANDOS, 1000), Transfer(LANDOS, PARTY, 1500))
    await book.apply(*post(hand))
    await book.apply(*post(reverse(hand, key="undo", actor=9, at=1_800_000_060)))
    assert await purses(book) == (1000, 1000)
    undone = await book.fetch(
        "SELECT entries.kind, hand.key FROM entries JOIN entries AS hand ON hand.id = entries.reverses"
    )
    assert [(row["kind"], row["key"]) for row in undone] == [("undo", "hand")]


async def test_an_entry_is_reversed_once(book: SqliteDatabase) -> None:
    hand = entry("hand", Transfer(HANS, LANDOS, 10))
    await book.apply(*post(hand))
    await book.apply(*post(reverse(hand, key="undo", actor=None, at=0)))
    with pytest.raises(TooLate, match="undone already"):
        await book.apply(*post(reverse(hand, key="undo again", actor=None, at=0)))
    assert await purses(book) == (1000, 1000)


async def test_a_reversal_may_itself_be_reversed(book: SqliteDatabase) -> None:
    hand = entry("hand", Transfer(HANS, LANDOS, 10))
    undo = reverse(hand, key="undo", actor=None, at=0)
    await book.apply(*post(hand), *post(undo), *post(reverse(undo, key="redo", actor=None, at=0)))
    assert await purses(book) == (990, 1010)


async def test_an_unposted_entry_cannot_be_reversed(book: SqliteDatabase) -> None:
    with pytest.raises(NotFound):
        await book.apply(*post(reverse(entry("never", Transfer(HANS, LANDOS, 10)), key="undo", actor=None, at=0)))


async def test_an_entry_of_another_campaign_is_not_reversed(book: SqliteDatabase) -> None:
    await book.apply(*post(entry("theirs", campaign_id=OTHER)))
    with pytest.raises(NotFound):
        await book.apply(*post(reverse(entry("theirs"), key="undo", actor=None, at=0)))


async def test_a_reversal_of_spent_money_is_refused_until_it_is_covered(book: SqliteDatabase) -> None:
    hand = entry("hand", Transfer(HANS, LANDOS, 500))
    await book.apply(*post(hand))
    await book.apply(*moved(LANDOS, PARTY, 1400))
    with pytest.raises(MoneyError):
        await book.apply(*post(reverse(hand, key="undo", actor=None, at=0)))
    covered = (Transfer(LANDOS, HANS, 100), Transfer(MINT, HANS, 400))
    await book.apply(*post(reverse(hand, key="undo", actor=9, at=0, transfers=covered)))
    assert await purses(book) == (1000, 0)
    assert (await audit(book)).is_clean
