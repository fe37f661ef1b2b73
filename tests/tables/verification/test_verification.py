"""Anybody can check a hand that is over: seeds, dice, actions and outcome. What was touched is named."""

import hashlib

import pytest

from bot import games
from bot.campaigns import Pace
from bot.errors import NotFound, TooLate
from bot.tables.verification.verify import Verification, verify_hand
from tests.tables.table_fixtures import ANN, BEN, CID, GM, TableHarness


async def verified(place: TableHarness, number: int = 1) -> Verification:
    return await verify_hand(place.database, place.table_id, number)


async def test_an_honest_hand_checks_out(honest: TableHarness) -> None:
    table = await honest.lively_hand()
    found = await verified(honest)
    assert found.faults == ()
    assert (found.ok, found.is_verifiable, found.unverified, found.status) == (True, True, "", "settled")
    rows = [row for row in await honest.rows("actions") if row[3] == 1]
    assert found.actions == found.clicks == len(rows)
    assert found.draws == found.open_draws > 9
    assert table.record.hand is not None
    assert found.open_seed == table.record.hand.seeds.open
    counts = f"{found.actions} actions, {found.clicks} human clicks, {found.draws} open draws"
    checked = "Every open draw follows from the seed that was sealed before the hand"
    replayed = "Replayed by the rules, the hand matches the log after every action"
    assert found.sentences == (f"Hand 1 checks out ({counts}). {checked}. {replayed}.",)


async def test_the_commitment_is_what_the_table_showed_before_the_deal(honest: TableHarness) -> None:
    shown = (await honest.table()).record.seeds.open_commitment
    await honest.lively_hand()
    found = await verified(honest)
    assert found.commitment == shown == hashlib.sha256(bytes.fromhex(found.open_seed)).hexdigest()


async def test_every_hand_of_a_session_is_verified(honest: TableHarness) -> None:
    for number in range(1, 4):
        await honest.lively_hand()
        await honest.restart()
        assert (await verified(honest, number)).ok


async def test_the_seed_of_a_hand_in_play_stays_hidden(honest: TableHarness) -> None:
    await honest.deals()
    async with honest.refuses("Hand 1 is still in play. You can verify it when it is over.", TooLate):
        await verified(honest)


async def test_a_hand_that_never_was_is_not_found(honest: TableHarness) -> None:
    async with honest.refuses("There was no hand 7 at this table.", NotFound):
        await verified(honest, 7)


async def test_clocks_leavers_and_gms_are_part_of_the_chain(honest: TableHarness) -> None:
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


async def test_a_hand_without_a_click_says_so(honest: TableHarness) -> None:
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
    assert (
        "No click went into this hand. The person who runs the bot could have known it beforehand." in found.sentences
    )


@pytest.mark.parametrize("option", ["dice", "contests"])
async def test_hand_with_typed_dice_is_not_verified(honest: TableHarness, option: str) -> None:
    await honest.tables.opening.change_rules(honest.table_id, honest.click(GM), {option: "typed"})
    await honest.deals()
    await honest.play_out()
    found = await verified(honest)
    assert (found.ok, found.is_verifiable) == (True, False)
    assert found.sentences[0] == "Hand 1 is not verified: players typed in dice or totals."


async def test_a_hand_that_was_voided_can_be_checked_as_far_as_it_went(honest: TableHarness) -> None:
    await honest.deals()
    await honest.lively_turn(bold=True)
    await honest.tables.opening.void(honest.table_id, honest.click(GM))
    found = await verified(honest)
    assert (found.ok, found.status, found.actions) == (True, "void", 2)
    assert found.sentences[-1] == "The hand was voided: nobody won or lost."


async def test_a_hand_is_not_verified_when_its_rules_have_another_version(
    honest: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await honest.lively_hand()
    monkeypatch.setattr(type(games.spec_of("pilok").game), "version", 2)
    found = await verified(honest)
    assert (found.ok, found.draws) == (True, found.open_draws)
    assert found.sentences[0].startswith("Hand 1 is not verified: it was played under version 1 of the rules")
    assert not any("checks out" in sentence for sentence in found.sentences)
