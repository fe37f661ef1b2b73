"""The bot goes down and comes up again after every single step, and the hand is the same to the last die."""

from pathlib import Path

import pytest

from bot.tables.model import Seeds, Table
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
