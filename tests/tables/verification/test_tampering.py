"""Whoever got at the file leaves a trace, and the verification names it."""

import hashlib
import sqlite3
from contextlib import closing

import pytest

from bot.tables.verification.verify import Verification, verify_hand
from tests.tables.table_fixtures import TableHarness

BEYOND = f"[[0,{2**64 + 1},0,false]]"
"""More outcomes than any draw has."""
UNGUARDED = "SELECT 'DROP TRIGGER ' || name FROM sqlite_master WHERE type = 'trigger'"


async def verified(place: TableHarness) -> Verification:
    return await verify_hand(place.database, place.table_id, 1)


async def tampered(place: TableHarness, *statements: str) -> Verification:
    """Change the file past every trigger and key, and return the verification of the first hand."""
    await place.close_doors()
    with closing(sqlite3.connect(place.path, isolation_level=None)) as file:
        for (drop,) in file.execute(UNGUARDED).fetchall():
            file.execute(drop)
        for statement in statements:
            assert file.execute(statement).rowcount > 0
    await place.open_doors()
    return await verified(place)


def faults(found: Verification) -> str:
    assert not found.ok
    assert found.sentences[0].startswith(f"Hand {found.number} isn't what was sealed and played")
    assert set(found.sentences[1:4]) <= {*found.faults, found.sentences[-1]}
    return "\n".join(found.faults)


async def test_a_die_that_was_changed_is_named(honest: TableHarness) -> None:
    await honest.lively_hand()
    (row,) = await honest.database.fetch("SELECT draws FROM actions WHERE hand = 1 ORDER BY sequence LIMIT 1")
    draws = row["draws"]
    value = int(draws[6])
    changed = f"[[0,6,{(value + 1) % 6}{draws[7:]}"
    found = await tampered(honest, f"UPDATE actions SET draws = '{changed}' WHERE draws = '{draws}'")
    told = faults(found)
    assert (
        f"In the deal, draw 0 is {(value + 1) % 6 + 1} of 6 in the log, but the open seed makes it {value + 1}." in told
    )
    assert "After the deal, the rules come to another table than the log." in told


async def test_a_seed_that_was_exchanged_is_named(honest: TableHarness) -> None:
    await honest.lively_hand()
    other = "ab" * 32
    made = hashlib.sha256(bytes.fromhex(other)).hexdigest()[:16]
    sealed = (await verified(honest)).commitment[:16]
    found = await tampered(honest, f"UPDATE hands SET open_seed = '{other}'")
    assert faults(found) == (f"The open seed isn't the one that was sealed: it makes {made}…, the log has {sealed}….")


@pytest.mark.parametrize("seed", ["", "xyz", "ab"])
async def test_a_seed_that_is_none_is_named(honest: TableHarness, seed: str) -> None:
    await honest.lively_hand()
    found = await tampered(honest, f"UPDATE hands SET closed_seed = '{seed}'")
    assert faults(found).startswith("The closed seed isn't the one that was sealed")


async def test_a_seed_exchanged_together_with_its_commitment_does_not_make_the_dice(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await verified(honest)
    other = "ab" * 32
    made = hashlib.sha256(bytes.fromhex(other)).hexdigest()
    found = await tampered(
        honest,
        f"UPDATE hands SET open_seed = '{other}'",
        f"UPDATE actions SET action = replace(action, '{found.commitment}', '{made}') WHERE hand = 1 AND seat IS NULL",
    )
    assert "but the open seed makes it" in faults(found)
    assert len(found.sentences) == 5
    assert found.sentences[-1] == f"And {len(found.faults) - 3} more problems like these."


async def test_another_stack_in_the_deal_is_found(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(honest, """UPDATE hands SET deal = replace(deal, '"stack":500', '"stack":600')""")
    assert faults(found) == "After the deal, the rules come to another table than the log."


@pytest.mark.parametrize("deal", ["{", "[]", "{}", '{"players": 3}', '{"players": [{"seat": 1}]}'])
async def test_a_deal_that_is_none_is_found(honest: TableHarness, deal: str) -> None:
    await honest.lively_hand()
    found = await tampered(honest, f"UPDATE hands SET deal = '{deal}'")
    assert faults(found) == "The rules can't make anything of the deal as it stands in the file."


async def test_a_raise_that_was_changed_is_named(honest: TableHarness) -> None:
    await honest.lively_hand()
    rows = await honest.database.fetch("SELECT sequence, seat FROM actions WHERE hand = 1 ORDER BY sequence")
    name = {1: "Han", 2: "Lando", 3: "Roark"}[rows[1]["seat"]]
    where = f"WHERE sequence = {rows[1]['sequence']}"
    found = await tampered(honest, f"""UPDATE actions SET action = '{{"kind":"bet","to":40}}' {where}""")
    assert faults(found) == f"After action 1 ({name}: bet), the rules come to another table than the log."


async def test_an_action_that_is_not_allowed_is_named(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(
        honest,
        """UPDATE actions SET action = '{"kind":"pass"}' WHERE sequence = (
            SELECT min(sequence) FROM actions WHERE hand = 1 AND seat IS NOT NULL)""",
    )
    assert faults(found).startswith("The rules refuse action 1 (")


@pytest.mark.parametrize("action", ["{", "[]", '{"kind": "dance"}', '{"kind": "bet"}'])
async def test_an_action_that_is_none_is_named(honest: TableHarness, action: str) -> None:
    await honest.lively_hand()
    found = await tampered(
        honest,
        f"""UPDATE actions SET action = '{action}' WHERE sequence = (
            SELECT min(sequence) FROM actions WHERE hand = 1 AND seat IS NOT NULL)""",
    )
    assert faults(found).startswith("The rules can't make anything of action 1 (")


async def test_somebody_elses_action_is_named(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(
        honest,
        """UPDATE actions SET seat = seat % 3 + 1 WHERE sequence = (
            SELECT min(sequence) FROM actions WHERE hand = 1 AND seat IS NOT NULL)""",
    )
    assert faults(found).startswith("The rules refuse action 1 (")
    assert "It isn't your turn." in faults(found)


async def test_a_digest_that_was_changed_is_named(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(
        honest, "UPDATE actions SET digest = 'ff' WHERE sequence = (SELECT max(sequence) FROM actions)"
    )
    assert faults(found).startswith(f"After action {found.actions - 1} (")


async def test_a_click_that_was_exchanged_is_found_by_the_dice_after_it(honest: TableHarness) -> None:
    """Who could choose the interaction's id could choose the dice."""
    await honest.lively_hand()
    found = await tampered(honest, "UPDATE actions SET cause = 'chosen' WHERE hand = 1 AND seat IS NULL")
    cause, *draws = found.faults
    assert cause == "In the deal, who is said to have acted doesn't go with what was mixed into the chance."
    assert draws != []
    assert all("but the open seed makes it" in fault for fault in draws)
    assert "In the deal, draw" in faults(found)


@pytest.mark.parametrize("how", ["clock", "npc", "leave", "sabacc"])
async def test_a_click_that_is_called_something_else_is_named(honest: TableHarness, how: str) -> None:
    await honest.lively_hand()
    found = await tampered(honest, f"UPDATE actions SET how = '{how}' WHERE hand = 1 AND seat IS NULL")
    assert faults(found) == "In the deal, who is said to have acted doesn't go with what was mixed into the chance."


async def test_dice_are_not_called_typed_in_afterwards(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(honest, "UPDATE hands SET by_hand = 1")
    assert faults(found) == "By its house rules the dice of this hand weren't typed in, and the file has it otherwise."


async def test_of_a_game_that_is_gone_the_draws_are_checked_all_the_same(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(honest, "UPDATE hands SET game = 'dejarik'")
    assert found.ok
    assert found.sentences[0].startswith("Hand 1 is not verified: this bot has no game “dejarik”")
    found = await tampered(honest, f"UPDATE hands SET open_seed = '{'ab' * 32}'")
    assert "The open seed isn't the one that was sealed" in faults(found)


async def test_actions_in_another_order_are_found(honest: TableHarness) -> None:
    await honest.lively_hand()
    (row,) = await honest.database.fetch("SELECT min(sequence) AS first FROM actions WHERE hand = 1")
    first = int(row["first"])
    found = await tampered(
        honest,
        f"UPDATE actions SET sequence = 9999 WHERE sequence = {first + 1}",
        f"UPDATE actions SET sequence = {first + 1} WHERE sequence = {first + 2}",
        f"UPDATE actions SET sequence = {first + 2} WHERE sequence = 9999",
    )
    assert "The log is out of order: action 2 (" in faults(found)


async def test_an_action_that_was_taken_out_is_missed(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(
        honest,
        "DELETE FROM actions WHERE sequence = (SELECT min(sequence) + 2 FROM actions WHERE hand = 1)",
    )
    assert "The log of this hand has a hole: 1 row missing." in faults(found)


async def test_a_log_that_was_cut_off_ends_before_the_hand(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(honest, "DELETE FROM actions WHERE sequence = (SELECT max(sequence) FROM actions)")
    assert faults(found) == "The log ends before the hand does."


async def test_a_log_without_its_deal_is_found(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(honest, "DELETE FROM actions WHERE hand = 1 AND seat IS NULL")
    assert faults(found).startswith("The log doesn't begin with a deal that seals the seeds.")


async def test_a_log_that_is_gone_proves_nothing(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(honest, "DELETE FROM actions WHERE hand = 1")
    assert "The log doesn't begin with a deal that seals the seeds." in faults(found)


@pytest.mark.parametrize("draws", ["{", "[[1]]", "5", '["a"]', '[[0, "x", 1, 0]]'])
async def test_a_log_that_can_not_be_read_is_found(honest: TableHarness, draws: str) -> None:
    await honest.lively_hand()
    found = await tampered(honest, f"UPDATE actions SET draws = '{draws}' WHERE hand = 1 AND seat IS NULL")
    assert faults(found) == "The log of this hand can't be read."


@pytest.mark.parametrize(
    "draws", ["[[0,0,0,false]]", "[[0,-6,0,false]]", "[[7,6,0,false]]", "[]", "[[0,6,99,false]]", BEYOND]
)
async def test_draws_that_can_not_be_are_found(honest: TableHarness, draws: str) -> None:
    await honest.lively_hand()
    found = await tampered(honest, f"UPDATE actions SET draws = '{draws}' WHERE hand = 1 AND seat IS NULL")
    assert "In the deal, the rules ask for other draws than the log has." in faults(found)


async def test_a_draw_more_than_the_rules_ask_for_is_found(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(
        honest,
        """UPDATE actions SET draws = replace(draws, ']]', '],[99,6,1,true]]') WHERE hand = 1 AND seat IS NULL""",
    )
    assert "In the deal, the log has draws that the rules don't ask for." in faults(found)


async def test_an_outcome_that_was_changed_is_found(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(honest, """UPDATE hands SET outcome = replace(outcome, '"house":0', '"house":7')""")
    assert faults(found) == "The outcome in the file isn't what the rules make of the hand."


async def test_a_settled_hand_is_not_called_void_afterwards(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(honest, "UPDATE hands SET status = 'void', outcome = NULL")
    assert faults(found) == "The hand is called void, but it has an outcome."


async def test_names_can_not_dress_up_the_findings(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(
        honest,
        """UPDATE hands SET deal = replace(deal, '"Han"', '"**Han** @everyone"')""",
    )
    assert "**Han**" not in faults(found)
