"""All or nothing, and what a refused batch says."""

import pytest

from bot.db import OpenedDatabase, Refused, Statement, WrongRows
from bot.errors import MoneyError
from tests.db.conftest import BOTH, Put

pytestmark = BOTH


async def boxes(database: OpenedDatabase) -> dict[int, int]:
    return {row["id"]: row["coins"] for row in await database.fetch("SELECT id, coins FROM boxes")}


def take(box: int, coins: int, otherwise: Exception | None = None) -> Statement:
    sql = "UPDATE boxes SET coins = coins - ? WHERE id = ? AND coins >= ?"
    return Statement(sql, (coins, box, coins), otherwise=otherwise)


async def test_applied_rows_can_be_fetched(database: OpenedDatabase, put: Put) -> None:
    await database.apply(put(1, 5), put(2))
    assert await boxes(database) == {1: 5, 2: 0}


async def test_an_empty_batch_changes_nothing(database: OpenedDatabase) -> None:
    await database.apply()
    assert await boxes(database) == {}


async def test_a_statement_that_touches_no_row_undoes_its_whole_batch(database: OpenedDatabase, put: Put) -> None:
    await database.apply(put(1, 5))
    with pytest.raises(WrongRows) as refused:
        await database.apply(put(2), take(1, 6))
    assert refused.value.rows == 0
    assert await boxes(database) == {1: 5}


async def test_a_statement_that_touches_too_many_rows_undoes_its_batch(database: OpenedDatabase, put: Put) -> None:
    await database.apply(put(1), put(2))
    with pytest.raises(WrongRows):
        await database.apply(Statement("UPDATE boxes SET coins = 9"))
    assert await boxes(database) == {1: 0, 2: 0}


async def test_any_number_of_rows_may_be_allowed(database: OpenedDatabase, put: Put) -> None:
    await database.apply(put(1), put(2))
    await database.apply(Statement("UPDATE boxes SET coins = 9", touches=None))
    assert await boxes(database) == {1: 9, 2: 9}


async def test_a_statement_may_bring_its_own_refusal(database: OpenedDatabase, put: Put) -> None:
    await database.apply(put(1, 5))
    with pytest.raises(MoneyError, match="Too little"):
        await database.apply(take(1, 6, otherwise=MoneyError("Too little.")))


@pytest.mark.parametrize(
    "statement, constraint",
    [
        (Statement("INSERT INTO boxes (id, name) VALUES (2, 'box 1')"), "box_names"),
        (Statement("INSERT INTO boxes (id, name) VALUES (1, 'other')"), "boxes_pkey"),
        (Statement("INSERT INTO boxes (id, name) VALUES (2, NULL)"), "boxes.name"),
        (Statement("UPDATE boxes SET coins = -1"), "never_negative"),
        (Statement("INSERT INTO labels (box_id) VALUES (77)"), "foreign key"),
        (Statement("DELETE FROM labels"), "a label is never torn off"),
    ],
)
async def test_a_refusal_names_the_constraint(
    database: OpenedDatabase, put: Put, statement: Statement, constraint: str
) -> None:
    await database.apply(put(1), Statement("INSERT INTO labels (box_id) VALUES (1)"))
    with pytest.raises(Refused) as refused:
        await database.apply(put(3), statement)
    assert refused.value.constraint == constraint
    assert await boxes(database) == {1: 0}


async def test_a_text_in_a_column_of_numbers_is_refused(database: OpenedDatabase, put: Put) -> None:
    await database.apply(put(1))
    with pytest.raises(Refused):
        await database.apply(Statement("UPDATE boxes SET coins = ?", ("many",)))
    await database.apply(Statement("UPDATE boxes SET coins = ?", (7.0,)))
    assert await boxes(database) == {1: 7}


async def test_a_constraint_may_have_a_sentence(database: OpenedDatabase, put: Put) -> None:
    emptied = Statement("UPDATE boxes SET coins = -1", refusals={"never_negative": MoneyError("No coins left.")})
    await database.apply(put(1))
    with pytest.raises(MoneyError, match="No coins left"):
        await database.apply(emptied)


async def test_a_number_too_large_for_the_database_undoes_only_its_batch(database: OpenedDatabase, put: Put) -> None:
    with pytest.raises(OverflowError):
        await database.apply(put(1), put(2, 10**30))
    await database.apply(put(3))
    assert await boxes(database) == {3: 0}
