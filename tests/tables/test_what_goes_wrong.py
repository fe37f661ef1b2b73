"""Whatever fails on the way, memory says what the file says, and nothing is half done."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.db import NotWritten, Statement
from bot.errors import PlayerError, TooLate
from bot.tables.hand.engine import StepResult
from bot.tables.model import Table
from tests.tables.moody import Moody
from tests.tables.table_fixtures import (
    ANN,
    BEN,
    CID,
    GM,
    HAN,
    LANDO,
    LEADER_STAYS_AHEAD,
    ROARK,
    TableHarness,
    loaded,
    over_and_over,
)


@pytest.fixture
async def moody(tmp_path: Path) -> AsyncIterator[TableHarness]:
    """Yield a hand in play on such a database; Lando is to act."""
    place = TableHarness(tmp_path / "harness.db", chances=loaded(over_and_over(LEADER_STAYS_AHEAD)), around=Moody)
    async with place:
        await place.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
            await place.sits(person, name)
        await place.deals()
        yield place


def mood_of(place: TableHarness) -> Moody:
    assert isinstance(place.database, Moody)
    return place.database


async def memory_is_the_file(place: TableHarness) -> Table:
    """Check that the service shows the same tables as one that reads them from the file."""
    shown, stored = await place.table(), await place.another_service().look(place.table_id)
    assert (shown.record, shown.state) == (stored.record, stored.state)
    await place.adds_up()
    return shown


async def test_a_write_that_fails_changes_nothing_and_can_be_done_again(moody: TableHarness) -> None:
    before, click = await moody.everything(), moody.click(BEN)
    mood_of(moody).fails = "before"
    with pytest.raises(NotWritten):
        await moody.tables.playing.act(moody.table_id, click, "check", {})
    assert await moody.everything() == before
    assert (await memory_is_the_file(moody)).to_act == {LANDO}
    await moody.tables.playing.act(moody.table_id, click, "check", {})
    assert (await memory_is_the_file(moody)).to_act == {ROARK}


async def test_a_write_that_landed_unheard_of_is_not_done_twice(moody: TableHarness) -> None:
    click = moody.click(BEN)
    mood_of(moody).fails = "after"
    with pytest.raises(NotWritten):
        await moody.tables.playing.act(moody.table_id, click, "check", {})
    assert (await memory_is_the_file(moody)).to_act == {ROARK}
    async with moody.refuses("It isn't your turn."):
        await moody.tables.playing.act(moody.table_id, click, "check", {})


async def test_a_settlement_that_fails_moves_no_coin(moody: TableHarness) -> None:
    await moody.acts(BEN, "bet", to=100)
    await moody.acts(CID, "fold")
    before = await moody.everything()
    mood_of(moody).fails = "before"
    with pytest.raises(NotWritten):
        await moody.acts(ANN, "fold")
    assert await moody.everything() == before
    assert (await memory_is_the_file(moody)).in_hand
    await moody.acts(ANN, "fold")
    assert await moody.chips(LANDO) == 520
    await memory_is_the_file(moody)


async def test_a_sitting_that_fails_leaves_the_purse_alone(moody: TableHarness) -> None:
    leia = await moody.characters.create(moody.campaign, GM, "Leia")
    mood_of(moody).fails = "before"
    with pytest.raises(NotWritten):
        await moody.tables.seating.sit(moody.table_id, moody.click(GM), leia, 100)
    assert await moody.purse(leia) == 1000
    assert len((await memory_is_the_file(moody)).record.chairs) == 3


@pytest.mark.parametrize("lands", [True, False])
async def test_a_caller_who_is_cancelled_leaves_a_table_that_is_as_its_file(moody: TableHarness, lands: bool) -> None:
    """The batch runs to its end without them, and nobody else looks before it has."""
    database = mood_of(moody)
    database.arrived.clear()
    database.go_on.clear()
    heard: list[Table] = []
    moody.tables.store.changed.append(lambda _, after: heard.append(after))
    if not lands:
        await moody.database.within.apply(  # type: ignore[attr-defined]
            Statement("UPDATE tables SET version = version + 1 WHERE id = ?", (moody.table_id,))
        )
    leaving = asyncio.create_task(moody.acts(BEN, "check"))
    await database.arrived.wait()
    leaving.cancel()
    following = asyncio.create_task(moody.acts(CID, "check"))
    database.go_on.set()
    outcomes = await asyncio.gather(leaving, following, return_exceptions=True)
    assert isinstance(outcomes[0], asyncio.CancelledError)
    assert isinstance(outcomes[1], PlayerError) != lands
    assert len(heard) == (2 if lands else 0)
    if lands:
        assert (await memory_is_the_file(moody)).to_act == {HAN}


async def test_a_caller_who_is_cancelled_again_and_again_leaves_no_other_memory_than_the_file(
    moody: TableHarness,
) -> None:
    """Nobody else comes to the table before the batch has run to its end, and everybody hears of it once."""
    database = mood_of(moody)
    database.arrived.clear()
    database.go_on.clear()
    heard: list[int] = []
    moody.tables.store.changed.append(lambda _, after: heard.append(after.record.turn))
    leaving = asyncio.create_task(moody.acts(BEN, "check"))
    await database.arrived.wait()
    following = asyncio.create_task(moody.acts(CID, "check"))
    for _ in range(3):
        leaving.cancel()
        await moody.clock.settle()
    assert not leaving.done()
    database.go_on.set()
    outcomes = await asyncio.gather(leaving, following, return_exceptions=True)
    assert isinstance(outcomes[0], asyncio.CancelledError)
    assert isinstance(outcomes[1], StepResult)
    assert heard == [heard[0], heard[0] + 1]
    assert (await memory_is_the_file(moody)).to_act == {HAN}


async def test_a_listener_that_fails_changes_nothing_for_the_others(
    moody: TableHarness, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: Table | None, __: Table) -> None:
        raise RuntimeError("no")

    heard: list[Table] = []
    moody.tables.store.changed.extend([fails, lambda _, after: heard.append(after)])
    played = await moody.acts(BEN, "check")
    assert heard == [played.table]
    assert "a listener failed" in caplog.text
    await memory_is_the_file(moody)


async def test_a_table_that_moved_on_elsewhere_is_read_anew(moody: TableHarness) -> None:
    """Two services on one file, as in the moments of a hand-over: the version decides."""
    other = moody.another_service()
    await other.look(moody.table_id)
    await moody.acts(BEN, "check")
    async with moody.refuses("The table has moved on. Look at its latest message.", TooLate):
        await other.playing.act(moody.table_id, moody.click(BEN), "bet", {"to": 50})
    assert (await other.playing.act(moody.table_id, moody.click(CID), "check", {})).table.to_act == {HAN}
    assert (await other.look(moody.table_id)).to_act == {HAN}


async def test_reading_during_an_action_never_restores_the_past(moody: TableHarness) -> None:
    """Reading a table that isn't in memory waits for whoever is at it."""
    fresh = moody.another_service()
    acting = asyncio.create_task(fresh.playing.act(moody.table_id, moody.click(BEN), "check", {}))
    looks = [asyncio.create_task(fresh.look(moody.table_id)) for _ in range(5)]
    await acting
    await asyncio.gather(*looks)
    assert (await fresh.look(moody.table_id)).to_act == {ROARK}
    assert (await fresh.playing.act(moody.table_id, moody.click(CID), "check", {})).table.to_act == {HAN}


async def test_settings_that_change_while_somebody_acts_are_seen_at_once(moody: TableHarness) -> None:
    database = mood_of(moody)
    database.arrived.clear()
    database.go_on.clear()
    acting = asyncio.create_task(moody.acts(BEN, "check"))
    await database.arrived.wait()
    settings = moody.campaign.settings.evolve(idle_days=3)
    await moody.another_campaigns(database.within).change(moody.campaign, settings, GM)
    moody.tables.store.forget_campaign(moody.campaign.id)
    database.go_on.set()
    await acting
    assert (await moody.table()).campaign.settings.idle_days == 3


async def test_tables_are_forgotten_when_there_are_too_many_and_read_again(
    moody: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.table_store.MOST_CACHED", 2)
    others = [await moody.opened(channel=700 + number) for number in range(4)]
    for table in others:
        assert (await moody.tables.look(table.id)).id == table.id
    assert (await moody.acts(BEN, "check")).table.to_act == {ROARK}
    await memory_is_the_file(moody)
