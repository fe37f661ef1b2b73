"""At a table without a clock nothing waits for a GM who isn't there: one who may not keep it any more, or is none."""

from dataclasses import replace

import pytest

from bot.engine.game import DEALER
from bot.errors import NotAllowed
from bot.tables.hand.timing import DEALER_DECIDES
from bot.tables.rights import has_host
from tests.tables.backroom import DRYDEN, PROXIMA, Backroom
from tests.tables.hand.test_clockwork import a_change
from tests.tables.table_fixtures import ANN, GM_ROLE, HAN, MINUTE, later, left

NO_GM_ANY_MORE = replace(DRYDEN, role_ids=frozenset())


async def asked_with_a_playing_keeper(place: Backroom) -> None:
    """Proxima keeps the table and plays at it, which the campaign allows; the round waits for her verdict."""
    await place.settle_for(gm_role_id=GM_ROLE, keeper_may_play=True)
    await place.opened()
    await place.sits(PROXIMA, "Leia")
    await place.sits(ANN, "Han")
    await place.deals()
    for seat in (1, 2):
        await place.acts(PROXIMA if seat == 1 else ANN, "pass", seat=seat)
    table = await place.table()
    assert (table.to_act, table.record.deadline) == ({DEALER}, None)


async def asked_of_dryden(place: Backroom) -> None:
    """Dryden keeps the table, and the round waits for his verdict."""
    await place.gathers(DRYDEN)
    table = await place.pass_all()
    assert (table.to_act, table.record.deadline) == ({DEALER}, None)


@pytest.mark.parametrize("is_away", [True, False])
async def test_host_who_may_not_play_any_more_has_a_minute(backroom: Backroom, is_away: bool) -> None:
    """Also if that changed while the bot was away; and unlimited time again where they may play after all."""
    await asked_with_a_playing_keeper(backroom)
    for allowed in (False, True, False):
        await backroom.settle_for(keeper_may_play=allowed)
        if is_away:
            await backroom.restart()
            await backroom.tables.clockwork.start()
            await backroom.tables.clockwork.stop()
        table = await backroom.tables.store.replan(backroom.table_id)
        assert left(backroom, table) == (None if allowed else DEALER_DECIDES)
    table = await later(backroom, DEALER_DECIDES)
    assert not table.in_hand
    await backroom.adds_up()


async def test_the_clockwork_sees_to_it(backroom: Backroom) -> None:
    await backroom.tables.clockwork.start()
    await asked_with_a_playing_keeper(backroom)
    async with a_change(backroom, lambda table: table.record.deadline is not None):
        await backroom.settle_for(keeper_may_play=False)
    async with a_change(backroom, lambda table: not table.in_hand):
        await backroom.clock.advance(DEALER_DECIDES)
    await backroom.tables.clockwork.stop()
    await backroom.adds_up()


@pytest.mark.parametrize("waits", [True, False])
async def test_other_settings_leave_every_clock_as_it_is(backroom: Backroom, waits: bool) -> None:
    await backroom.gathers(pace=MINUTE)
    if waits:
        await backroom.pass_all()
    before = await later(backroom, 20)
    await backroom.settle_for(idle_days=3)
    assert (await backroom.tables.store.replan(backroom.table_id)).record == before.record


async def test_host_without_the_gm_role_loses_the_table_at_their_click(backroom: Backroom) -> None:
    await asked_of_dryden(backroom)
    async with backroom.refuses("Only the table's GM decides that.", NotAllowed):
        await backroom.rules_on_it(by=ANN)
    assert has_host(await backroom.table())
    with pytest.raises(NotAllowed):
        await backroom.rules_on_it(by=NO_GM_ANY_MORE)
    await backroom.restart()
    table = await backroom.table()
    assert not has_host(table)
    assert left(backroom, table) == DEALER_DECIDES
    assert not (await later(backroom, DEALER_DECIDES)).in_hand
    await backroom.adds_up()


async def test_returning_gm_can_take_over_the_table_again(backroom: Backroom) -> None:
    await asked_of_dryden(backroom)
    await backroom.tables.store.meet(backroom.table_id, backroom.click(NO_GM_ANY_MORE))
    assert left(backroom, await backroom.table()) == DEALER_DECIDES
    table = await backroom.tables.opening.take_over(backroom.table_id, backroom.click(DRYDEN))
    assert has_host(table)
    assert table.record.deadline is None
    assert not (await backroom.rules_on_it(by=DRYDEN)).table.in_hand


async def test_between_rounds_it_is_only_forgotten(backroom: Backroom) -> None:
    await asked_of_dryden(backroom)
    await backroom.rules_on_it(by=DRYDEN)
    table = await backroom.tables.store.meet(backroom.table_id, backroom.click(NO_GM_ANY_MORE))
    assert (has_host(table), table.record.deadline) == (False, None)


async def test_new_gm_is_recognized_by_their_next_move(backroom: Backroom) -> None:
    await backroom.gathers()
    assert not (await backroom.chair(HAN)).is_gm
    await backroom.acts(replace(ANN, role_ids=frozenset({GM_ROLE})), "pass", seat=HAN)
    await backroom.restart()
    assert (await backroom.chair(HAN)).is_gm
