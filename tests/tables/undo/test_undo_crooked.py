"""Undo at crooked tables: what nobody noticed is no last action, and nothing tells that there was any."""

import pytest

from bot.engine.game import DEALER
from bot.errors import NotAllowed, RuleError
from bot.tables.gm_log import gm_log
from bot.tables.verification.verify import verify_hand
from tests.tables.backroom import DRYDEN, PROXIMA, Backroom
from tests.tables.table_fixtures import ANN, BEN, GM_ROLE, HAN, LANDO


async def test_undo_goes_back_to_before_the_last_noticed_decision(backroom: Backroom) -> None:
    await backroom.gathers()
    cheated = (await backroom.rethrows(BEN, LANDO)).table
    await backroom.acts(ANN, "pass")
    await backroom.acts(PROXIMA, "nudge", seat=DEALER, whose=str(HAN))
    table = await backroom.undoes_action(PROXIMA)
    assert table.state == cheated.state
    assert table.said[-1] == "The GM undoes **Han**'s pass."
    await backroom.adds_up()


async def test_undo_is_refused_when_only_quiet_steps_happened(backroom: Backroom) -> None:
    await backroom.gathers()
    await backroom.rethrows(BEN, LANDO)
    with pytest.raises(RuleError, match=r"Nobody has decided anything in this round yet\."):
        await backroom.undoes_action(PROXIMA)


async def test_undo_of_the_gms_decision_names_nobody(backroom: Backroom) -> None:
    await backroom.gathers()
    await backroom.pass_all()
    await backroom.rules_on_it()
    table = await backroom.undoes_action(PROXIMA)
    assert table.said[-1] == "The GM undoes the GM's own decision. Round 1 goes on."
    await backroom.rules_on_it()
    for as_gm in (False, True):
        assert (await verify_hand(backroom.database, backroom.table_id, 1, as_gm=as_gm)).faults == ()


async def test_gm_log_marks_undone_actions(backroom: Backroom) -> None:
    await backroom.gathers()
    await backroom.acts(ANN, "pass")
    await backroom.rethrows(BEN, LANDO)
    await backroom.undoes_action(PROXIMA)
    await backroom.rethrows(BEN, LANDO)
    (hand,) = await gm_log(backroom.database, await backroom.table(), PROXIMA, 10)
    assert [line.split(":")[0] for line in hand.sentences] == ["Undone", "The die of **Lando** is thrown again"]
    await backroom.pass_all()
    await backroom.rules_on_it()
    await backroom.undoes_hand(PROXIMA)
    (hand,) = await gm_log(backroom.database, await backroom.table(), PROXIMA, 10)
    assert hand.is_undone


async def leia_plays_the_first_round(place: Backroom, **settings: bool) -> None:
    """Dryden's Leia is in the first round and has left before the second, in which Han has passed."""
    await place.settle_for(gm_role_id=GM_ROLE, **settings)
    await place.opened()
    for by, name in ((ANN, "Han"), (BEN, "Lando"), (DRYDEN, "Leia")):
        await place.sits(by, name)
    await place.deals()
    await place.pass_all()
    await place.rules_on_it()
    await place.tables.seating.leave(place.table_id, place.click(DRYDEN))
    await place.deals()
    await place.acts(ANN, "pass")


async def test_a_gm_takes_no_hand_back_that_they_were_in(backroom: Backroom) -> None:
    await leia_plays_the_first_round(backroom)
    assert (await backroom.undoes_action(DRYDEN)).in_hand
    own = "You were in round 1 yourself. Another GM can undo it."
    async with backroom.refuses(own, NotAllowed):
        await backroom.undoes_hand(DRYDEN)
    await backroom.tables.opening.void(backroom.table_id, backroom.click(PROXIMA))
    async with backroom.refuses(own, NotAllowed):
        await backroom.undoes_hand(DRYDEN)
    await backroom.settle_for(keeper_may_play=True)
    assert (await backroom.undoes_hand(DRYDEN)).said[-1] == "The GM undoes round 1."
    await backroom.adds_up()
