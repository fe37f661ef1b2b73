"""Anybody can check a hand that is over: seeds, dice, actions and outcome. What was touched is named."""

import hashlib
import itertools
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot import catalog
from bot.campaigns import Pace
from bot.errors import NotFound, TooLate
from bot.tables.model import Seeds, Table
from bot.tables.verify import Verification, verify_hand
from tests.tables.saloon import ANN, BEN, CID, GM, Saloon

UNGUARDED = "SELECT 'DROP TRIGGER ' || name FROM sqlite_master WHERE type = 'trigger'"


@pytest.fixture
async def honest(tmp_path: Path) -> AsyncIterator[Saloon]:
    """Han, Lando and Roark at a table whose dice come from sealed seeds."""
    place, number = Saloon(tmp_path / "saloon.db"), itertools.count()
    place.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
    async with place:
        await place.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
            await place.sits(person, name)
        yield place


async def played(place: Saloon, *, by: str = "lively") -> Table:
    """A whole hand, with bets, raises and jumps."""
    table, number = await place.deals(), 0
    while table.in_hand:
        number += 1
        table = await (place.lively_turn(bold=number < 4) if by == "lively" else place.quiet_turn())
    return table


async def verified(place: Saloon, number: int = 1) -> Verification:
    return await verify_hand(place.database, place.table_id, number)


async def tampered(place: Saloon, *statements: str) -> Verification:
    """The verification of the first hand after somebody got at the file, past every trigger and key."""
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


async def test_an_honest_hand_checks_out(honest: Saloon) -> None:
    table = await played(honest)
    found = await verified(honest)
    assert found.faults == ()
    assert (found.ok, found.is_verifiable, found.is_replayed, found.status) == (True, True, True, "settled")
    rows = [row for row in await honest.rows("actions") if row[3] == 1]
    assert found.actions == found.clicks == len(rows)
    assert found.draws == found.open_draws > 9
    assert table.record.hand is not None
    assert found.open_seed == table.record.hand.seeds.open
    counts = f"{found.actions} actions, {found.clicks} human clicks, {found.draws} open draws"
    checked = "every open draw follows from the seed that was sealed before the hand"
    replayed = "the rules come to the same table after every action"
    assert found.sentences == (f"Hand 1 checks out ({counts}): {checked}, and {replayed}.",)


async def test_the_commitment_is_what_the_table_showed_before_the_deal(honest: Saloon) -> None:
    shown = (await honest.table()).record.seeds.open_commitment
    await played(honest)
    found = await verified(honest)
    assert found.commitment == shown == hashlib.sha256(bytes.fromhex(found.open_seed)).hexdigest()


async def test_every_hand_of_an_evening_checks_out(honest: Saloon) -> None:
    for number in range(1, 4):
        await played(honest, by="lively" if number % 2 else "quiet")
        await honest.restart()
        assert (await verified(honest, number)).ok


async def test_the_seed_of_a_hand_in_play_stays_hidden(honest: Saloon) -> None:
    await honest.deals()
    async with honest.refuses("Hand 1 is still in play: its seed is shown when it is over.", TooLate):
        await verified(honest)


async def test_a_hand_that_never_was_is_not_found(honest: Saloon) -> None:
    async with honest.refuses("There was no hand 7 at this table.", NotFound):
        await verified(honest, 7)


async def test_clocks_leavers_and_gms_are_part_of_the_chain(honest: Saloon) -> None:
    await honest.tables.opening.close(honest.table_id, honest.click(GM))
    honest.table_id = 0
    await honest.opened(pace=Pace.of("seconds", 60))
    for person, name in ((ANN, "Leia"), (BEN, "Luke"), (CID, "Wedge")):
        await honest.sits(person, name)
    table = await honest.deals()
    await honest.tables.seating.leave(honest.table_id, honest.click(CID))
    await honest.acts(GM, "check", seat=min((await honest.table()).to_act), absent=True)
    while table.in_hand:
        await honest.clock.advance(60)
        table = await honest.tables.playing.tick(honest.table_id)
    found = await verified(honest)
    assert found.ok
    assert found.clicks == 2


async def test_a_hand_without_a_click_says_so(honest: Saloon) -> None:
    await honest.tables.opening.close(honest.table_id, honest.click(GM))
    honest.table_id = 0
    await honest.opened(pace=Pace.of("seconds", 60), auto_deal=True)
    for person, name in ((ANN, "Leia"), (BEN, "Luke")):
        await honest.sits(person, name)
    await honest.clock.advance(60)
    table = await honest.tables.playing.tick(honest.table_id)
    while table.in_hand:
        await honest.clock.advance(60)
        table = await honest.tables.playing.tick(honest.table_id)
    found = await verified(honest)
    assert (found.ok, found.clicks) == (True, 0)
    assert "No human click went into it: whoever runs the bot could have known it beforehand." in found.sentences


@pytest.mark.parametrize("option", ["dice", "contests"])
async def test_what_players_typed_is_not_proven(honest: Saloon, option: str) -> None:
    await honest.tables.opening.change_rules(honest.table_id, honest.click(GM), {option: "typed"})
    await played(honest, by="quiet")
    found = await verified(honest)
    assert (found.ok, found.is_verifiable) == (True, False)
    assert "Players typed in their own dice or totals, and nothing proves those." in found.sentences


async def test_a_hand_that_was_voided_can_be_checked_as_far_as_it_went(honest: Saloon) -> None:
    await honest.deals()
    await honest.lively_turn(bold=True)
    await honest.tables.opening.void(honest.table_id, honest.click(GM))
    found = await verified(honest)
    assert (found.ok, found.status, found.actions) == (True, "void", 2)
    assert found.sentences[-1] == "The hand was voided: nobody won or lost."


async def test_other_rules_than_those_of_the_hand_check_seeds_and_draws_only(
    honest: Saloon, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(honest)
    monkeypatch.setattr(type(catalog.entry("pilok").game), "version", 2)
    found = await verified(honest)
    assert (found.ok, found.is_replayed) == (True, False)
    assert found.sentences[-1] == "It was played by other rules than today's, so only seeds and draws were checked."


async def test_a_die_that_was_changed_is_named(honest: Saloon) -> None:
    await played(honest)
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


async def test_a_seed_that_was_exchanged_is_named(honest: Saloon) -> None:
    await played(honest)
    other = "ab" * 32
    made = hashlib.sha256(bytes.fromhex(other)).hexdigest()[:16]
    sealed = (await verified(honest)).commitment[:16]
    found = await tampered(honest, f"UPDATE hands SET open_seed = '{other}'")
    assert faults(found) == (f"The open seed isn't the one that was sealed: it makes {made}…, the log has {sealed}….")


@pytest.mark.parametrize("seed", ["", "xyz", "ab"])
async def test_a_seed_that_is_none_is_named(honest: Saloon, seed: str) -> None:
    await played(honest)
    found = await tampered(honest, f"UPDATE hands SET closed_seed = '{seed}'")
    assert faults(found).startswith("The closed seed isn't the one that was sealed")


async def test_a_seed_exchanged_together_with_its_commitment_does_not_make_the_dice(honest: Saloon) -> None:
    await played(honest)
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
    assert found.sentences[-1] == f"And {len(found.faults) - 3} more faults like these."


async def test_another_stack_in_the_deal_is_found(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(honest, """UPDATE hands SET deal = replace(deal, '"stack":500', '"stack":600')""")
    assert faults(found) == "After the deal, the rules come to another table than the log."


@pytest.mark.parametrize("deal", ["{", "[]", "{}", '{"players": 3}', '{"players": [{"seat": 1}]}'])
async def test_a_deal_that_is_none_is_found(honest: Saloon, deal: str) -> None:
    await played(honest)
    found = await tampered(honest, f"UPDATE hands SET deal = '{deal}'")
    assert faults(found) == "The rules can't make anything of the deal as it stands in the file."


async def test_a_raise_that_was_changed_is_named(honest: Saloon) -> None:
    await played(honest)
    rows = await honest.database.fetch("SELECT sequence, seat FROM actions WHERE hand = 1 ORDER BY sequence")
    name = {1: "Han", 2: "Lando", 3: "Roark"}[rows[1]["seat"]]
    where = f"WHERE sequence = {rows[1]['sequence']}"
    found = await tampered(honest, f"""UPDATE actions SET action = '{{"kind":"bet","to":40}}' {where}""")
    assert faults(found) == f"After action 1 ({name}: bet), the rules come to another table than the log."


async def test_an_action_that_is_not_allowed_is_named(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(
        honest,
        """UPDATE actions SET action = '{"kind":"pass"}' WHERE sequence = (
            SELECT min(sequence) FROM actions WHERE hand = 1 AND seat IS NOT NULL)""",
    )
    assert faults(found).startswith("The rules refuse action 1 (")


@pytest.mark.parametrize("action", ["{", "[]", '{"kind": "dance"}', '{"kind": "bet"}'])
async def test_an_action_that_is_none_is_named(honest: Saloon, action: str) -> None:
    await played(honest)
    found = await tampered(
        honest,
        f"""UPDATE actions SET action = '{action}' WHERE sequence = (
            SELECT min(sequence) FROM actions WHERE hand = 1 AND seat IS NOT NULL)""",
    )
    assert faults(found).startswith("The rules can't make anything of action 1 (")


async def test_somebody_elses_action_is_named(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(
        honest,
        """UPDATE actions SET seat = seat % 3 + 1 WHERE sequence = (
            SELECT min(sequence) FROM actions WHERE hand = 1 AND seat IS NOT NULL)""",
    )
    assert faults(found).startswith("The rules refuse action 1 (")
    assert "It isn't your turn." in faults(found)


async def test_a_digest_that_was_changed_is_named(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(
        honest, "UPDATE actions SET digest = 'ff' WHERE sequence = (SELECT max(sequence) FROM actions)"
    )
    assert faults(found).startswith(f"After action {found.actions - 1} (")


async def test_a_click_that_was_exchanged_is_found_by_the_dice_after_it(honest: Saloon) -> None:
    """Who could choose the interaction's id could choose the dice."""
    await played(honest)
    found = await tampered(honest, "UPDATE actions SET cause = 'chosen' WHERE hand = 1 AND seat IS NULL")
    assert all("but the open seed makes it" in fault for fault in found.faults)
    assert "In the deal, draw" in faults(found)


async def test_actions_in_another_order_are_found(honest: Saloon) -> None:
    await played(honest)
    (row,) = await honest.database.fetch("SELECT min(sequence) AS first FROM actions WHERE hand = 1")
    first = int(row["first"])
    found = await tampered(
        honest,
        f"UPDATE actions SET sequence = 9999 WHERE sequence = {first + 1}",
        f"UPDATE actions SET sequence = {first + 1} WHERE sequence = {first + 2}",
        f"UPDATE actions SET sequence = {first + 2} WHERE sequence = 9999",
    )
    assert "The log is out of order: action 2 (" in faults(found)


async def test_an_action_that_was_taken_out_is_missed(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(
        honest,
        "DELETE FROM actions WHERE sequence = (SELECT min(sequence) + 2 FROM actions WHERE hand = 1)",
    )
    assert "The log of this hand has a hole: 1 row missing." in faults(found)


async def test_a_log_that_was_cut_off_ends_before_the_hand(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(honest, "DELETE FROM actions WHERE sequence = (SELECT max(sequence) FROM actions)")
    assert faults(found) == "The log ends before the hand does."


async def test_a_log_without_its_deal_is_found(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(honest, "DELETE FROM actions WHERE hand = 1 AND seat IS NULL")
    assert faults(found).startswith("The log doesn't begin with a deal that seals the seeds.")


async def test_a_log_that_is_gone_proves_nothing(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(honest, "DELETE FROM actions WHERE hand = 1")
    assert "The log doesn't begin with a deal that seals the seeds." in faults(found)


@pytest.mark.parametrize("draws", ["{", "[[1]]", "5", '["a"]', '[[0, "x", 1, 0]]'])
async def test_a_log_that_can_not_be_read_is_found(honest: Saloon, draws: str) -> None:
    await played(honest)
    found = await tampered(honest, f"UPDATE actions SET draws = '{draws}' WHERE hand = 1 AND seat IS NULL")
    assert faults(found) == "The log of this hand can't be read."


@pytest.mark.parametrize("draws", ["[[0,0,0,false]]", "[[0,-6,0,false]]", "[[7,6,0,false]]", "[]", "[[0,6,99,false]]"])
async def test_draws_that_can_not_be_are_found(honest: Saloon, draws: str) -> None:
    await played(honest)
    found = await tampered(honest, f"UPDATE actions SET draws = '{draws}' WHERE hand = 1 AND seat IS NULL")
    assert "In the deal, the rules ask for other draws than the log has." in faults(found)


async def test_a_draw_more_than_the_rules_ask_for_is_found(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(
        honest,
        """UPDATE actions SET draws = replace(draws, ']]', '],[99,6,1,true]]') WHERE hand = 1 AND seat IS NULL""",
    )
    assert "In the deal, the log has draws that the rules don't ask for." in faults(found)


async def test_an_outcome_that_was_changed_is_found(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(honest, """UPDATE hands SET outcome = replace(outcome, '"house":0', '"house":7')""")
    assert faults(found) == "The outcome in the file isn't what the rules make of the hand."


async def test_a_settled_hand_is_not_called_void_afterwards(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(honest, "UPDATE hands SET status = 'void', outcome = NULL")
    assert faults(found) == "The hand is called void, but it has an outcome."


async def test_names_can_not_dress_up_the_findings(honest: Saloon) -> None:
    await played(honest)
    found = await tampered(
        honest,
        """UPDATE hands SET deal = replace(deal, '"Han"', '"**Han** @everyone"')""",
    )
    assert "**Han**" not in faults(found)
