"""Goods: each has one holder, moves only by the journal, and whatever a bug may try, none appears twice or vanishes."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.db import OpenedDatabase, Refused, Statement, open_database
from bot.engine.game import Item
from bot.errors import TooLate
from bot.ledger import accounts, audit, post
from bot.ledger.items import NOBODY, Holder, create_items, held_by, items_at, move_items, move_items_by_kind, wagered_by
from tests.ledger.conftest import FIRST, HAN, LANDO, ROARK, TABLE, entry, founding, table
from tests.sqlite_file import numbered, url_of
from tests.tampering import tamper

HANS, LANDOS = Holder.character(HAN), Holder.character(LANDO)
SEAT = Holder.at(TABLE, 1)
FIRST_ONE, SECOND_ONE, THIRD_ONE, FOURTH_ONE = map(numbered, (1, 2, 3, 4))
ONE, TWO = Item(id=str(FIRST_ONE), kind="plus_3"), Item(id=str(SECOND_ONE), kind="plus_3")
THREE = Item(id=str(THIRD_ONE), kind="double")


def given() -> tuple[Statement, ...]:
    """Han has a pair of one kind and one of another; the seat is his."""
    gift = entry("gift", kind="goods")
    dealt = create_items(gift, "pazaak", {"plus_3": 2, "double": 1}, HANS)
    return accounts.open_seat(FIRST, TABLE, 1, HAN), *post(gift), *dealt


@pytest.fixture
async def shelf(book: OpenedDatabase) -> OpenedDatabase:
    await book.apply(*given())
    return book


async def moves(shelf: OpenedDatabase, key: str, source: Holder, target: Holder, *goods: Item) -> None:
    event = entry(key, kind="wager")
    await shelf.apply(*post(event), *move_items(event, goods, source, target))


async def refused(shelf: OpenedDatabase, *statements: str) -> str:
    """Return the constraint that refuses the statements; nothing has changed."""
    holders = "SELECT holder FROM items ORDER BY id"
    before = [row["holder"] for row in await shelf.fetch(holders)]
    with pytest.raises(Refused) as refusal:
        await shelf.apply(*(Statement(sql, touches=None) for sql in statements))
    assert [row["holder"] for row in await shelf.fetch(holders)] == before
    assert (await audit(shelf)).is_clean
    return refusal.value.constraint


async def test_items_are_held_in_the_order_of_their_kinds(shelf: OpenedDatabase) -> None:
    assert await held_by(shelf, FIRST, HANS, "pazaak") == (THREE, ONE, TWO)
    assert await held_by(shelf, FIRST, HANS, "sabacc") == ()
    assert await held_by(shelf, FIRST, LANDOS, "pazaak") == ()
    assert (await audit(shelf)).is_clean


async def test_an_item_on_a_table_is_held_by_its_seat_alone(shelf: OpenedDatabase) -> None:
    await moves(shelf, "wager", HANS, SEAT, ONE)
    assert await held_by(shelf, FIRST, HANS, "pazaak") == (THREE, TWO)
    assert await wagered_by(shelf, FIRST, HAN, "pazaak") == (ONE,)
    assert await items_at(shelf, TABLE) == {1: [ONE]}
    await moves(shelf, "won", SEAT, LANDOS, ONE)
    assert await held_by(shelf, FIRST, LANDOS, "pazaak") == (ONE,)
    assert await items_at(shelf, TABLE) == {}
    assert (await audit(shelf)).is_clean


async def test_an_item_is_given_only_by_its_holder(shelf: OpenedDatabase) -> None:
    with pytest.raises(TooLate):
        await moves(shelf, "theft", LANDOS, HANS, ONE)
    with pytest.raises(TooLate):
        await moves(shelf, "half", HANS, SEAT, TWO, Item(id="9999", kind="plus_3"))
    assert await held_by(shelf, FIRST, HANS, "pazaak") == (THREE, ONE, TWO)
    assert (await audit(shelf)).entries == 2


async def test_items_of_a_kind_move_together_or_not_at_all(shelf: OpenedDatabase) -> None:
    event = entry("taken", kind="goods")
    with pytest.raises(TooLate):
        await shelf.apply(*post(event), *move_items_by_kind(event, "pazaak", {"double": 1, "plus_3": 3}, HANS, NOBODY))
    await shelf.apply(*post(event), *move_items_by_kind(event, "pazaak", {"double": 1, "plus_3": 1}, HANS, NOBODY))
    assert await held_by(shelf, FIRST, HANS, "pazaak") == (TWO,)


async def test_items_that_were_taken_away_stay_away(shelf: OpenedDatabase) -> None:
    await moves(shelf, "taken", HANS, NOBODY, ONE)
    event = entry("back", kind="goods")
    with pytest.raises(Refused, match="items_come_back_from_nobody"):
        await shelf.apply(*post(event), *move_items(event, (ONE,), NOBODY, HANS))
    assert (await audit(shelf)).is_clean


async def test_items_stay_in_their_campaign_and_move_once_an_entry(shelf: OpenedDatabase) -> None:
    event = entry("smuggled", kind="wager")
    with pytest.raises(Refused, match="foreign key"):
        await shelf.apply(*post(event), *move_items(event, (ONE,), HANS, Holder.character(ROARK)))
    elsewhere = entry("elsewhere", kind="wager", campaign_id=2)
    with pytest.raises(TooLate):
        await shelf.apply(*post(elsewhere), *move_items(elsewhere, (ONE,), HANS, LANDOS))
    assert await held_by(shelf, FIRST, HANS, "pazaak") == (THREE, ONE, TWO)
    event = entry("twice", kind="wager")
    with pytest.raises(Refused):
        await shelf.apply(
            *post(event), *move_items(event, (ONE,), HANS, SEAT), *move_items(event, (ONE,), SEAT, LANDOS)
        )


@pytest.mark.parametrize(
    "sql, constraint",
    [
        (f"UPDATE items SET holder = 'character:{LANDO}', character_id = {LANDO}", "holders_change_by_moves"),
        ("UPDATE items SET holder = 'nobody', character_id = NULL", "holders_change_by_moves"),
        ("UPDATE items SET last_move = NULL", "holders_change_by_moves"),
        (f"UPDATE items SET table_id = {TABLE}, seat = 1", "holders_change_by_moves"),
        (f"UPDATE items SET kind = 'tiebreaker' WHERE id = {FIRST_ONE}", "items_stay_what_they_are"),
        (f"UPDATE items SET campaign_id = 2 WHERE id = {FIRST_ONE}", "items_stay_what_they_are"),
        (f"DELETE FROM items WHERE id = {FIRST_ONE}", "items_are_kept"),
        ("UPDATE item_moves SET target = 'nobody'", "moves_are_final"),
        ("DELETE FROM item_moves", "moves_are_kept"),
        (
            f"""
            INSERT INTO items (id, campaign_id, game, kind, entry_id, holder, character_id)
            SELECT 99, 1, 'pazaak', 'double', max(id), 'character:{HAN}', {HAN} FROM entries
            """,
            "items_begin_with_nobody",
        ),
        (
            f"""
            INSERT INTO item_moves (id, entry_id, campaign_id, item_id, source, target, character_id, table_id, seat)
            SELECT 9999, max(id), 1, {FIRST_ONE}, 'character:{LANDO}', 'nobody', NULL, NULL, NULL FROM entries
            """,
            "items_move_from_their_holder",
        ),
    ],
)
async def test_a_holder_never_changes_without_a_move(shelf: OpenedDatabase, sql: str, constraint: str) -> None:
    assert await refused(shelf, sql) == constraint


@pytest.mark.parametrize(
    "target, parts",
    [
        (f"character:{LANDO}", f"{LANDO}, {TABLE}, 1"),
        ("nobody", f"{LANDO}, NULL, NULL"),
        (f"seat:{TABLE}:1", f"NULL, {TABLE}, NULL"),
        (f"seat:{TABLE}:1", "NULL, NULL, NULL"),
        ("somewhere", "NULL, NULL, NULL"),
    ],
)
async def test_an_item_has_exactly_one_holder(shelf: OpenedDatabase, target: str, parts: str) -> None:
    event = """
        INSERT INTO entries (id, key, campaign_id, kind, reason, at, size) VALUES (9999, 'bug', 1, 'bug', '', 0, 0)
        """
    bare = f"""
        INSERT INTO item_moves (id, entry_id, campaign_id, item_id, source, target, character_id, table_id, seat)
        SELECT 9999, max(id), 1, {FIRST_ONE}, 'character:{HAN}', '{target}', {parts} FROM entries
        """
    assert await refused(shelf, event, bare) == "one_holder"


async def audited_after(path: Path, *sql: str) -> Sequence[str]:
    """Tamper with the items past all triggers and keys, and audit it."""
    async with await open_database(url_of(path)) as book:
        await book.apply(*founding(), *given())
        await moves(book, "wager", HANS, SEAT, THREE)
    tamper(url_of(path), *sql)
    async with await open_database(url_of(path), read_only=True) as book:
        report = await audit(book, FIRST)
        assert report.problems == (await audit(book)).problems
        return report.problems


ASTRAY = f"Item {FIRST_ONE} isn't where its last move took it."


@pytest.mark.parametrize(
    "sql, problem",
    [
        (f"UPDATE items SET holder = 'character:{LANDO}', character_id = {LANDO} WHERE id = {FIRST_ONE}", ASTRAY),
        (f"UPDATE items SET last_move = NULL WHERE id = {FIRST_ONE}", ASTRAY),
        (f"DELETE FROM item_moves WHERE item_id = {FIRST_ONE}", ASTRAY),
        (
            f"UPDATE items SET table_id = {TABLE}, seat = 1 WHERE id = {FIRST_ONE}",
            f"Item {FIRST_ONE} has more than one holder.",
        ),
        (f"UPDATE items SET holder = 'nobody' WHERE id = {FIRST_ONE}", f"Item {FIRST_ONE} has more than one holder."),
        (
            f"UPDATE item_moves SET source = 'nobody' WHERE id = {FOURTH_ONE}",
            f"Move {FOURTH_ONE} takes an item from a holder that didn't have it.",
        ),
        (
            f"UPDATE item_moves SET entry_id = 9999 WHERE id = {FOURTH_ONE}",
            f"Move {FOURTH_ONE} belongs to no entry, or to no item.",
        ),
        (f"DELETE FROM items WHERE id = {THIRD_ONE}", f"Move {FOURTH_ONE} belongs to no entry, or to no item."),
        (
            f"UPDATE items SET character_id = {ROARK}, holder = 'character:{ROARK}' WHERE id = {FIRST_ONE}",
            f"The owner of item {FIRST_ONE} doesn't exist, or is in another campaign.",
        ),
        ("UPDATE tables SET status = 'closed'", f"Item {THIRD_ONE} is on a table that isn't open."),
        (f"DELETE FROM accounts WHERE id = '{SEAT.name}'", f"Item {THIRD_ONE} is at a seat that nobody has taken."),
    ],
)
async def test_the_audit_finds_tampered_items(path: Path, sql: str, problem: str) -> None:
    assert problem in await audited_after(path, sql)


async def test_the_audit_of_untouched_items_finds_nothing(path: Path) -> None:
    assert await audited_after(path) == ()


async def test_the_audit_finds_items_left_on_a_closed_table(shelf: OpenedDatabase) -> None:
    await shelf.apply(table(99, status="closed"), accounts.open_seat(FIRST, 99, 1, HAN))
    await moves(shelf, "lost", HANS, Holder.at(99, 1), ONE)
    assert (await audit(shelf)).problems == (f"Item {FIRST_ONE} is on a table that isn't open.",)
