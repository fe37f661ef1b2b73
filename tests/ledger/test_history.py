"""What a wallet tells about the past."""

from bot.db import SqliteDatabase
from bot.ledger import (
    Counterparty,
    Payer,
    Transfer,
    accounts,
    balances,
    balances_of,
    history_of_account,
    history_of_character,
    paid_into,
    post,
    reverse,
)
from tests.ledger.conftest import FIRST, HAN, HANS, LANDO, LANDOS, MINT, PARTY, TABLE, entry, moved

HANS_SEAT, LANDOS_SEAT = accounts.seat(TABLE, 1), accounts.seat(TABLE, 2)


async def sit_down(book: SqliteDatabase) -> None:
    await book.apply(
        accounts.open_seat(FIRST, TABLE, 1, HAN),
        accounts.open_seat(FIRST, TABLE, 2, LANDO),
        *post(entry("han sits", Transfer(HANS, HANS_SEAT, 400), kind="buy-in")),
        *post(entry("lando sits", Transfer(LANDOS, LANDOS_SEAT, 500), kind="buy-in")),
    )


async def test_a_history_is_newest_first_with_what_was_there_afterwards(book: SqliteDatabase) -> None:
    await book.apply(*post(entry("gift", Transfer(HANS, LANDOS, 300), reason="For the Falcon")))
    first, second = (await history_of_account(book, HANS)).lines
    assert (first.kind, first.reason, first.delta, first.balance) == ("pay", "For the Falcon", -300, 700)
    assert first.counterparties == (Counterparty(LANDOS, LANDO),)
    assert (first.at, first.actor) == (1_800_000_000, 5)
    assert (second.key, second.delta, second.balance, second.counterparties) == (
        "start", 1000, 1000, (Counterparty(MINT, None),),
    )  # fmt: skip


async def test_a_buy_in_is_one_line_of_the_purse(book: SqliteDatabase) -> None:
    await sit_down(book)
    page = await history_of_character(book, HAN)
    assert [(line.kind, line.account, line.delta, line.balance) for line in page.lines] == [
        ("buy-in", HANS, -400, 600),
        ("pay", HANS, 1000, 1000),
    ]


async def test_a_hand_shows_in_the_history_of_each_player(book: SqliteDatabase) -> None:
    await sit_down(book)
    await book.apply(*post(entry("hand", Transfer(HANS_SEAT, LANDOS_SEAT, 235), kind="hand")))
    for character, delta, chips in ((HAN, -235, 165), (LANDO, 235, 735)):
        line = (await history_of_character(book, character)).lines[0]
        assert (line.kind, line.delta, line.balance) == ("hand", delta, chips)


async def test_several_transfers_of_one_event_are_one_line(book: SqliteDatabase) -> None:
    await book.apply(*post(entry("split", Transfer(HANS, LANDOS, 100), Transfer(HANS, PARTY, 50))))
    line = (await history_of_account(book, HANS)).lines[0]
    assert (line.delta, line.balance) == (-150, 850)
    assert [other.account for other in line.counterparties] == [LANDOS, PARTY]


async def test_an_undo_that_takes_from_seat_and_purse_shows_both(book: SqliteDatabase) -> None:
    await sit_down(book)
    hand = entry("hand", Transfer(HANS_SEAT, LANDOS_SEAT, 300), kind="hand")
    await book.apply(*post(hand))
    back = (Transfer(LANDOS_SEAT, HANS_SEAT, 200), Transfer(LANDOS, HANS_SEAT, 100))
    await book.apply(*post(reverse(hand, key="undo", actor=9, at=0, transfers=back)))
    lines = [line for line in (await history_of_character(book, LANDO)).lines if line.kind == "undo"]
    assert {(line.account, line.delta) for line in lines} == {(LANDOS_SEAT, -200), (LANDOS, -100)}


async def test_pages_follow_each_other_without_gap_or_double(book: SqliteDatabase) -> None:
    for number in range(25):
        await book.apply(*moved(HANS, LANDOS, 1, key=f"coin {number}"))
    seen: list[str] = []
    before: int | None = None
    sizes: list[int] = []
    while True:
        page = await history_of_account(book, HANS, 10, before)
        seen += [line.key for line in page.lines]
        sizes.append(len(page.lines))
        before = page.before
        if before is None:
            break
    assert sizes == [10, 10, 6]
    assert seen == [*(f"coin {number}" for number in reversed(range(25))), "start"]


async def test_a_last_page_that_is_just_full_has_no_next(book: SqliteDatabase) -> None:
    page = await history_of_account(book, HANS, size=1)
    assert (len(page.lines), page.before) == (1, None)


async def test_an_unknown_character_has_no_history(book: SqliteDatabase) -> None:
    assert (await history_of_character(book, 999)).lines == ()


async def test_balances_can_be_asked_by_campaign_and_by_character(book: SqliteDatabase) -> None:
    await sit_down(book)
    assert {found.account: found.balance for found in await balances_of(book, HAN)} == {HANS: 600, HANS_SEAT: 400}
    assert sum(found.balance for found in await balances(book, FIRST)) == 0


async def test_a_prize_lists_its_payers_since_it_was_last_empty(book: SqliteDatabase) -> None:
    await sit_down(book)
    prize = accounts.prize(TABLE)
    first = entry("first", Transfer(HANS_SEAT, prize, 50), Transfer(LANDOS_SEAT, prize, 50))
    await book.apply(accounts.open_prize(FIRST, TABLE), *post(first), *moved(prize, LANDOS, 40, "a part of it"))
    assert await paid_into(book, prize) == (Payer(HAN, "Han", 1, 50), Payer(LANDO, "Lando", 2, 50))
    await book.apply(*moved(prize, LANDOS, 60, "the rest of it"))
    assert await paid_into(book, prize) == ()
    second = entry("second", Transfer(LANDOS_SEAT, prize, 70), Transfer(HANS_SEAT, prize, 70))
    await book.apply(*post(second), *moved(HANS, prize, 70, "back in"))
    assert await paid_into(book, prize) == (Payer(LANDO, "Lando", 2, 70), Payer(HAN, "Han", 1, 140))
