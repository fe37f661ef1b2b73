"""The bot goes down and comes up again after every single step, and the hand is the same to the last die."""

from pathlib import Path

import pytest

from bot.db import Statement
from bot.tables.hand.log import digest
from bot.tables.model import Seeds, Table
from bot.tables.store import with_deal, without_deal
from tests.tables.table_fixtures import ANN, BEN, CID, GM, TableHarness


async def a_hand(place: TableHarness, *, restarts: bool) -> list[str]:
    """Return the states of an eventful hand: a bet, a raise, a top-up, a leaver, a jump."""
    place.seeds = lambda: Seeds(open="ab" * 32, closed="cd" * 32)
    async with place:
        await place.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
            await place.sits(person, name)
        table, states = await place.deals(), list[str]()
        while table.in_hand:
            states.append(table.state.to_json())
            if restarts:
                await place.restart()
                assert await place.table() == table
            table = await a_step(place, table, len(states))
        await place.adds_up()
        return [
            *states,
            table.state.to_json(),
            *(f"{table.name(chair.seat)}: {chair.stack}" for chair in table.record.chairs),
        ]


async def a_step(place: TableHarness, table: Table, number: int) -> Table:
    if number == 4:
        return (await place.tables.seating.top_up(place.table_id, place.click(ANN), 40))[0]
    if number == 9:
        return (await place.tables.seating.leave(place.table_id, place.click(CID)))[0]
    return await place.lively_turn(bold=number < 4)


async def test_a_hand_with_restarts_is_the_hand_without(tmp_path: Path) -> None:
    through = await a_hand(TableHarness(tmp_path / "through.db"), restarts=False)
    assert (await a_hand(TableHarness(tmp_path / "restarted.db"), restarts=True)) == through
    assert len(through) > 12


async def test_all_of_a_table_is_there_after_a_restart(playing: TableHarness) -> None:
    await playing.tables.seating.top_up(playing.table_id, playing.click(ANN), 100)
    await playing.tables.seating.sit_out(playing.table_id, playing.click(CID), out=True)
    await playing.tables.opening.posted(playing.table_id, 4711, 600)
    await playing.tables.opening.pause(playing.table_id, playing.click(GM))
    before = await playing.table()
    await playing.restart()
    after = await playing.table()
    assert (after, after.names, after.said) == (before, before.names, before.said)
    assert (await playing.tables.in_channel(600)) == before


async def stored(place: TableHarness) -> tuple[str, str]:
    """Return the stored state of the table, and the stored deal of its hand's last revision."""
    (table,) = await place.file.fetch("SELECT state FROM tables WHERE id = ?", place.table_id)
    hands = await place.file.fetch("SELECT deal FROM hands WHERE table_id = ? ORDER BY revision", place.table_id)
    return table["state"], hands[-1]["deal"]


@pytest.mark.parametrize("undone", [False, True])
async def test_deal_of_a_hand_is_stored_once_and_is_in_the_digest(playing: TableHarness, undone: bool) -> None:
    table = (await playing.acts(BEN, "bet", to=100)).table
    if undone:
        table = await playing.undoes_action()
        assert (table.record.hand and table.record.hand.revision) == 1
    state, deal = await stored(playing)
    assert deal not in state
    assert with_deal(state, deal) == table.state.to_json()
    assert (await playing.logged())[-1].digest == digest(table.state.to_json())
    await playing.restart()
    assert (await playing.table()).state == table.state
    table = await playing.quiet_turn()
    state, deal = await stored(playing)
    assert deal not in state
    await playing.restart()
    assert (await playing.table()).state == table.state


async def test_state_that_was_stored_with_its_deal_is_read(playing: TableHarness) -> None:
    before = (await playing.table()).state
    older = Statement("UPDATE tables SET state = ? WHERE id = ?", (before.to_json(), playing.table_id))
    await playing.file.apply(older)
    await playing.restart()
    assert (await playing.table()).state == before
    await playing.quiet_turn()
    state, deal = await stored(playing)
    assert deal not in state


@pytest.mark.parametrize("first", ["null", '"here"', "7"])
def test_state_with_another_value_of_that_name_before_its_deal_stays_as_it_is(first: str) -> None:
    deal, state = '{"rules":{}}', f'{{"seats":[{{"deal":{first}}}],"deal":{{"rules":{{}}}}}}'
    assert without_deal(state, deal) == state
    assert with_deal(state, deal) == state


async def test_state_keeps_its_deal_where_another_text_of_it_is_stored(playing: TableHarness) -> None:
    """An older database may have the deal in words that today's rules write otherwise."""
    await playing.file.apply(Statement("UPDATE hands SET deal = deal || ' ' WHERE table_id = ?", (playing.table_id,)))
    await playing.restart()
    table = await playing.quiet_turn()
    assert (await stored(playing))[0] == table.state.to_json()
    await playing.restart()
    assert (await playing.table()).state == table.state


@pytest.mark.parametrize("restarts", [0, 1])
async def test_seeds_are_drawn_before_the_hand_and_shown_as_commitments(playing: TableHarness, restarts: int) -> None:
    """The commitments that the table shows are those of the hand that is dealt next."""
    await playing.play_out()
    shown = (await playing.table()).record.seeds
    if restarts:
        await playing.restart()
    table = await playing.deals()
    assert table.record.hand is not None
    assert table.record.hand.seeds == shown
    assert (await playing.play_out()).record.seeds != shown
