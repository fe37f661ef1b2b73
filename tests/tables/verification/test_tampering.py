"""Anyone who changed the file leaves a trace, and the verification names it."""

import hashlib

import pytest

from bot.tables.verification.verify import Verification, verify_hand
from tests.sqlite_file import url_of
from tests.tables.table_fixtures import TableHarness
from tests.tampering import tamper

BEYOND = f"[[0,{2**64 + 1},0,false]]"
"""More outcomes than any draw has."""
SEED = "ab" * 32
DEAL = "WHERE hand = 1 AND seat IS NULL"
ACTION = "WHERE sequence = (SELECT min(sequence) FROM actions WHERE hand = 1 AND seat IS NOT NULL)"
LAST = "WHERE sequence = (SELECT max(sequence) FROM actions)"
CAUSE = "In the deal, the actor in the log doesn't match what was mixed into the draws."
SEALED = "The {} seed isn't the one that was sealed"


async def verified(place: TableHarness) -> Verification:
    return await verify_hand(place.database, place.table_id, 1)


async def tampered(place: TableHarness, *statements: str) -> Verification:
    """Change the file past every trigger and key, and return the verification of the first hand."""
    await place.close_doors()
    tamper(url_of(place.path), *statements)
    await place.open_doors()
    return await verified(place)


def faults(found: Verification) -> str:
    assert not found.ok
    assert found.sentences[0].startswith(f"Hand {found.number} doesn't match what was sealed and played")
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
    assert "After the deal, the rules lead to another table than the log." in told


@pytest.mark.parametrize(
    "change, fault",
    [
        (f"UPDATE hands SET open_seed = '{SEED}'", SEALED.format("open")),
        *((f"UPDATE hands SET closed_seed = '{seed}'", SEALED.format("closed")) for seed in ("", "xyz", "ab")),
        ("""UPDATE hands SET deal = replace(deal, '"stack":500', '"stack":600')""", "After the deal, the rules lead"),
        *(
            (f"UPDATE hands SET deal = '{deal}'", "The rules can't replay the deal")
            for deal in ("{", "[]", "{}", '{"players": 3}', '{"players": [{"seat": 1}]}')
        ),
        (f"""UPDATE actions SET action = '{{"kind":"bet","to":40}}' {ACTION}""", ": bet), the rules lead to another"),
        (f"""UPDATE actions SET action = '{{"kind":"pass"}}' {ACTION}""", "The rules refuse action 1 ("),
        *(
            (f"UPDATE actions SET action = '{action}' {ACTION}", "The rules can't replay action 1 (")
            for action in ("{", "[]", '{"kind": "dance"}', '{"kind": "bet"}')
        ),
        (f"UPDATE actions SET seat = seat % 3 + 1 {ACTION}", "It isn't your turn."),
        (f"UPDATE actions SET digest = 'ff' {LAST}", "the rules lead to another table than the log."),
        *((f"UPDATE actions SET how = '{how}' {DEAL}", CAUSE) for how in ("clock", "npc", "leave", "sabacc")),
        ("UPDATE hands SET by_hand = 1", "the dice of this hand weren't typed in"),
        (
            "DELETE FROM actions WHERE sequence = (SELECT min(sequence) + 2 FROM actions WHERE hand = 1)",
            "1 row missing.",
        ),
        (f"DELETE FROM actions {LAST}", "The log ends before the hand does."),
        (f"DELETE FROM actions {DEAL}", "The log doesn't begin with a deal that seals the seeds."),
        ("DELETE FROM actions WHERE hand = 1", "The log doesn't begin with a deal that seals the seeds."),
        *(
            (f"UPDATE actions SET draws = '{draws}' {DEAL}", "The log of this hand can't be read.")
            for draws in ("{", "[[1]]", "5", '["a"]', '[[0, "x", 1, 0]]')
        ),
        *(
            (f"UPDATE actions SET draws = '{draws}' {DEAL}", "In the deal, the rules ask for draws that the log")
            for draws in ("[[0,0,0,false]]", "[[0,-6,0,false]]", "[[7,6,0,false]]", "[]", "[[0,6,99,false]]", BEYOND)
        ),
        (
            f"UPDATE actions SET draws = replace(draws, ']]', '],[99,6,1,true]]') {DEAL}",
            "In the deal, the log has draws that the rules don't ask for.",
        ),
        ("""UPDATE hands SET outcome = replace(outcome, '"house":0', '"house":7')""", "The outcome in the file isn't"),
        ("UPDATE hands SET status = 'void', outcome = NULL", "The hand is marked void, but it has an outcome."),
    ],
)
async def test_change_of_a_settled_hand_is_named(honest: TableHarness, change: str, fault: str) -> None:
    await honest.lively_hand()
    assert fault in faults(await tampered(honest, change))


async def test_a_seed_exchanged_together_with_its_commitment_does_not_make_the_dice(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await verified(honest)
    made = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    found = await tampered(
        honest,
        f"UPDATE hands SET open_seed = '{SEED}'",
        f"UPDATE actions SET action = replace(action, '{found.commitment}', '{made}') {DEAL}",
    )
    assert "but the open seed makes it" in faults(found)
    assert len(found.sentences) == 5
    assert str(len(found.faults) - 3) in found.sentences[-1]


async def test_a_click_that_was_exchanged_is_found_by_the_dice_after_it(honest: TableHarness) -> None:
    """Anyone who could choose the interaction's id could choose the dice."""
    await honest.lively_hand()
    found = await tampered(honest, f"UPDATE actions SET cause = 'chosen' {DEAL}")
    cause, *draws = found.faults
    assert cause == CAUSE
    assert draws != []
    assert all("but the open seed makes it" in fault for fault in draws)


async def test_of_a_game_that_is_gone_the_draws_are_checked_all_the_same(honest: TableHarness) -> None:
    await honest.lively_hand()
    found = await tampered(honest, "UPDATE hands SET game = 'dejarik'")
    assert found.ok
    assert "this bot has no game “dejarik”" in found.sentences[0]
    assert SEALED.format("open") in faults(await tampered(honest, f"UPDATE hands SET open_seed = '{SEED}'"))


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


async def test_actions_can_not_dress_up_the_findings(honest: TableHarness) -> None:
    await honest.lively_hand()
    dressed = """UPDATE actions SET action = replace(action, '"kind":"', '"kind":"**@everyone** ')"""
    found = faults(await tampered(honest, dressed))
    assert "everyone" in found
    assert "**" not in found
    assert "@everyone" not in found


UNDO = "WHERE hand = 1 AND revision = 1 AND seat IS NULL"
LAST_UNDONE = (
    "WHERE sequence = (SELECT max(sequence) FROM actions WHERE hand = 1 AND revision = 0 AND sequence > "
    "(SELECT kept_until FROM hands WHERE revision = 1))"
)


NEXT_DRAW = '"next_draw":'


@pytest.mark.parametrize(
    "change, fault",
    [
        (f"UPDATE actions SET digest = 'ff' {LAST_UNDONE}", ", which was undone, the rules lead to another table"),
        (f"DELETE FROM actions {LAST_UNDONE}", "1 row missing."),
        (f"UPDATE hands SET open_seed = '{SEED}' WHERE revision = 0", SEALED.format("open")),
        (f"UPDATE hands SET closed_seed = '{SEED}' WHERE revision = 1", SEALED.format("closed")),
        ("UPDATE hands SET kept_until = kept_until - 1 WHERE revision = 1", "undoes another part of the hand"),
        (f"DELETE FROM actions {UNDO}", "The log doesn't say which seeds the hand went on with after an undo."),
        (
            f"UPDATE actions SET action = replace(action, '{NEXT_DRAW}', '{NEXT_DRAW}0,\"then\":') {UNDO}",
            "In the undo after action 3, the draws don't go on with the next number.",
        ),
        (
            f"UPDATE actions SET action = replace(action, '{NEXT_DRAW}', '\"then\":') {UNDO}",
            "In the undo after action 3, the log doesn't say what was undone.",
        ),
        ("DELETE FROM hands WHERE revision = 0", "An undone part of this hand is missing."),
    ],
)
async def test_change_of_an_undone_part_is_named(honest: TableHarness, change: str, fault: str) -> None:
    await honest.deals()
    for _ in range(4):
        await honest.lively_turn(bold=False)
    await honest.undoes_action()
    while (await honest.table()).in_hand:
        await honest.lively_turn(bold=False)
    found = await tampered(honest, change)
    assert not found.ok
    told = "\n".join(found.faults)
    assert fault in told
    assert ("the log doesn't say what was undone" in told) is ("what was undone" in fault)
