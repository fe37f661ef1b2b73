"""A hand of which something was taken back proves as much as any other, also in the part that counts no more."""

import json

from tests.tables.table_fixtures import TableHarness
from tests.tables.verification.test_tampering import faults, tampered


async def with_an_undo(place: TableHarness) -> None:
    """Play a hand whose fourth action is undone and made again."""
    await place.deals()
    for _ in range(4):
        await place.lively_turn(bold=False)
    await place.undoes_action()
    while (await place.table()).in_hand:
        await place.lively_turn(bold=False)


async def undone_rows(place: TableHarness) -> list[int]:
    """Return the sequence numbers of the undone rows."""
    rows = await place.database.fetch("SELECT sequence FROM actions WHERE hand = 1 AND revision = 0 ORDER BY sequence")
    (hand,) = await place.database.fetch("SELECT kept_until FROM hands WHERE revision = 1")
    return [row["sequence"] for row in rows if row["sequence"] > hand["kept_until"]]


async def test_tampered_die_of_an_undone_row_is_named(honest: TableHarness) -> None:
    await with_an_undo(honest)
    last = (await undone_rows(honest))[-1]
    found = await tampered(honest, f"UPDATE actions SET digest = 'ff' WHERE sequence = {last}")
    assert ", which was taken back, the rules come to another table than the log." in faults(found)


async def test_deleted_undone_rows_leave_a_hole(honest: TableHarness) -> None:
    await with_an_undo(honest)
    last = (await undone_rows(honest))[-1]
    found = await tampered(honest, f"DELETE FROM actions WHERE sequence = {last}")
    assert "The log of this hand has a hole: 1 row missing." in faults(found)


async def test_tampered_seed_of_an_undone_revision_is_named(honest: TableHarness) -> None:
    await with_an_undo(honest)
    found = await tampered(honest, f"UPDATE hands SET open_seed = '{'ab' * 32}' WHERE revision = 0")
    assert "The open seed isn't the one that was sealed" in faults(found)


async def test_a_seed_of_what_goes_on_is_named(honest: TableHarness) -> None:
    await with_an_undo(honest)
    found = await tampered(honest, f"UPDATE hands SET closed_seed = '{'ab' * 32}' WHERE revision = 1")
    assert "The closed seed isn't the one that was sealed" in faults(found)


async def test_tampered_range_of_an_undo_is_named(honest: TableHarness) -> None:
    await with_an_undo(honest)
    found = await tampered(honest, "UPDATE hands SET kept_until = kept_until - 1 WHERE revision = 1")
    assert "the log takes back another part of the hand than the file." in faults(found)


async def test_an_undo_that_was_taken_out_is_named(honest: TableHarness) -> None:
    await with_an_undo(honest)
    found = await tampered(honest, "DELETE FROM actions WHERE hand = 1 AND revision = 1 AND seat IS NULL")
    assert "The log doesn't say with which seeds it was taken up again." in faults(found)


async def test_a_number_of_a_draw_that_an_undo_repeats_is_named(honest: TableHarness) -> None:
    await with_an_undo(honest)
    (row,) = await honest.database.fetch("SELECT action FROM actions WHERE revision = 1 AND seat IS NULL")
    forged = json.dumps(json.loads(row["action"]) | {"next_draw": 0})
    found = await tampered(honest, f"UPDATE actions SET action = '{forged}' WHERE revision = 1 AND seat IS NULL")
    assert "In the undo after action 3, the draws don't go on where they were." in faults(found)


async def test_an_undo_that_says_nothing_is_named(honest: TableHarness) -> None:
    await with_an_undo(honest)
    (row,) = await honest.database.fetch("SELECT action FROM actions WHERE revision = 1 AND seat IS NULL")
    noted = json.loads(row["action"])
    forged = json.dumps({name: noted[name] for name in ("do", "open", "closed")})
    found = await tampered(honest, f"UPDATE actions SET action = '{forged}' WHERE revision = 1 AND seat IS NULL")
    assert "In the undo after action 3, nothing says what was taken back." in faults(found)


async def test_a_revision_that_was_taken_out_is_named(honest: TableHarness) -> None:
    await with_an_undo(honest)
    assert not (await tampered(honest, "DELETE FROM hands WHERE revision = 0")).ok
