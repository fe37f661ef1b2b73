"""Two processes on one database: a server's clocks, NPCs, erasures and purges run where its shard is served, once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.campaigns import Campaign
from bot.db import Database, NotWritten, Statement
from bot.ledger import audit
from bot.privacy import maintenance
from bot.privacy.forgetting import FORMER_PLAYER
from bot.privacy.maintenance import KEPT_FOR, LOOK_EVERY
from bot.services import Services
from bot.shards import NotServed
from bot.tables.model import Table
from bot.tables.store import due_tables, tables_with_autopilot, undue_tables
from tests.sqlite_file import Around
from tests.tables.table_fixtures import ANN, BEN, GM
from tests.two_processes import BOTH, SERVERS, TwoProcesses

HERE, THERE = SERVERS
UNDER_WAY = "SELECT guild_id FROM erasures WHERE user_id IS NOT NULL ORDER BY guild_id"
ONE, OTHER = frozenset({0}), frozenset({1})


@pytest.fixture
async def two(path: Path) -> AsyncIterator[TwoProcesses]:
    async with TwoProcesses(path) as opened:
        yield opened


def acted(process: Services) -> list[int]:
    """Return a list that grows by the table of each change that the process makes."""
    found: list[int] = []
    process.tables.store.changed.append(lambda _, after: found.append(after.id))
    return found


async def actions_of(two: TwoProcesses, table: Table) -> int:
    rows = await two.database.fetch("SELECT count(*) AS found FROM actions WHERE table_id = ?", table.id)
    return rows[0]["found"]


async def test_a_clock_runs_in_the_process_that_serves_the_server(two: TwoProcesses):
    tables = [await two.open(server) for server in SERVERS]
    changes = [acted(process) for process in two.processes]
    await two.clock.advance(61)
    assert [set(one) for one in changes] == [{table.id} for table in tables]


async def test_a_start_reads_the_tables_of_the_taken_shards_alone(two: TwoProcesses):
    tables = {server: await two.open(server, npc=True) for server in SERVERS}
    here = two.processes[0]
    await two.move(1, here)
    for shard, server in enumerate(SERVERS):
        meant = (here.db, here.shards, {shard})
        assert [row[1:] for row in await due_tables(*meant)] == [(tables[server].id, server)]
        assert await tables_with_autopilot(*meant) == [tables[server].id]
        await here.tables.opening.pause(tables[server].id, two.click(GM, server))
        assert await undue_tables(*meant) == [(tables[server].id, server)]
    await here.release(OTHER)
    assert await undue_tables(here.db, here.shards, BOTH) == [(tables[HERE].id, HERE)]


async def test_a_clock_moves_with_its_shard_and_runs_out_once(two: TwoProcesses):
    here, there = two.processes
    table = await two.open(HERE)
    await two.clock.advance(20)
    await two.move(0, there)
    changes, others = acted(there), acted(here)
    before = await actions_of(two, table)
    await two.clock.advance(41)
    await two.clock.advance(61)
    assert others == []
    assert set(changes) == {table.id}
    assert await actions_of(two, table) == before + 2
    with pytest.raises(NotServed):
        await here.tables.look(table.id)


async def test_time_in_which_nobody_serves_a_shard_is_given_back(two: TwoProcesses):
    table = await two.open(HERE)
    await two.move(0, None)
    before = await actions_of(two, table)
    await two.clock.advance(1000)
    assert await actions_of(two, table) == before
    await two.processes[1].take(ONE)
    after = await two.processes[1].tables.look(table.id)
    assert after.record.deadline == two.clock.now() + 60


@pytest.mark.parametrize("is_lost", [False, True])
async def test_a_table_of_another_process_is_refused_and_read_again_after_a_take(two: TwoProcesses, is_lost: bool):
    here, there = two.processes
    table = await two.open(HERE)
    await here.release(ONE, is_lost=is_lost)
    with pytest.raises(NotServed):
        await here.tables.playing.deal(table.id, two.click(ANN, HERE))
    assert await here.tables.in_channel(HERE) is None
    assert await here.tables.of_guild(HERE) == []
    with pytest.raises(NotServed):
        await here.tables.opening.open(
            table.campaign, two.click(GM, HERE, 7), "pilok", table.rules, places=(7,), pace=table.record.pace
        )
    await there.take(ONE)
    changed = await there.tables.opening.pause(table.id, two.click(GM, HERE))
    await there.release(ONE)
    await here.take(ONE)
    assert (await here.tables.look(table.id)).record == changed.record


class Slow(Around):
    """A database that writes only when it is allowed to."""

    def __init__(self, within: Database) -> None:
        super().__init__(within)
        self.may_write = asyncio.Event()
        self.may_write.set()
        self.waits = 0

    async def apply(self, *statements: Statement) -> None:
        self.waits += 1
        await self.may_write.wait()
        self.waits -= 1
        await self.within.apply(*statements)


async def test_a_release_waits_for_what_is_being_written(path: Path):
    async with TwoProcesses(path) as two:
        slow = Slow(two.database)
        await two.move(0, await two.begin(set(), slow))
        third = two.processes[-1]
        table = await two.open(HERE)
        slow.may_write.clear()
        click = two.click(GM, HERE)
        pausing = asyncio.create_task(third.tables.opening.pause(table.id, click))
        late = asyncio.create_task(third.tables.opening.resume(table.id, two.click(GM, HERE)))
        await two.clock.settle()
        assert slow.waits == 1
        releasing = asyncio.create_task(third.release(ONE))
        await two.clock.settle()
        assert not releasing.done()
        slow.may_write.set()
        await releasing
        assert pausing.done(), "it was under way"
        with pytest.raises(NotServed):
            await late
        await two.processes[0].take(ONE)
        assert (await two.processes[0].tables.look(table.id)).is_paused


async def test_npcs_play_where_their_server_is_served(two: TwoProcesses):
    here, there = two.processes
    table = await two.open(HERE)
    campaign = await two.campaign(HERE)
    await two.move(0, there)
    npc = await two.npc(campaign)
    while (await there.tables.look(table.id)).in_hand:
        await two.turn(HERE, table.id)
    await two.sit(table, GM, npc)
    await there.tables.playing.deal(table.id, two.click(ANN, HERE))
    await two.move(0, here)
    while not (await here.tables.look(table.id)).piloted:
        await two.turn(HERE, table.id)
    turn = (await here.tables.look(table.id)).record.turn
    await two.move(0, there)
    await two.clock.advance(20)
    rows = await two.database.fetch("SELECT how FROM actions WHERE table_id = ? AND turn > ?", table.id, turn)
    assert [row["how"] for row in rows][:1] == ["npc"]


async def test_no_process_lets_go_of_a_server_of_another_one(two: TwoProcesses):
    for server in SERVERS:
        await two.open(server)
    here, there = two.processes
    nothing: list[int] = []

    async def is_gone(_: int) -> bool:
        return False

    await here.maintenance.departures.seen([HERE], is_gone)
    await here.maintenance.departures.left(THERE)
    await here.maintenance.departures.seen(nothing, is_gone, OTHER)
    assert await two.database.fetch("SELECT * FROM departures") == []
    await there.maintenance.departures.left(THERE)
    await here.maintenance.departures.came_back(THERE)
    await here.maintenance.departures.seen(SERVERS, is_gone)
    two.clock.jump(KEPT_FOR + 1)
    for process, left in ((here, [THERE]), (there, [])):
        await process.maintenance.departures.let_go()
        assert [row["guild_id"] for row in await two.database.fetch("SELECT guild_id FROM departures")] == left
    kept = await two.database.fetch("SELECT DISTINCT guild_id FROM campaigns WHERE guild_id > 0")
    assert [row["guild_id"] for row in kept] == [HERE]


async def test_a_campaign_is_purged_by_the_process_that_its_id_falls_to(
    two: TwoProcesses, monkeypatch: pytest.MonkeyPatch
):
    """Whichever process has deleted it: the other one finds it within seconds."""
    monkeypatch.setattr(maintenance, "REST", 0)
    campaigns = list[Campaign]()
    for server in SERVERS:
        process = two.serving(server)
        await process.campaigns.at(server)
        campaigns.append(await process.campaigns.create(server, "Waterdeep", (await two.campaign(server)).settings, GM))
    for server, campaign in zip(SERVERS, campaigns, strict=True):
        await two.serving(server).maintenance.delete_campaign(campaign, GM)
    await two.clock.advance(LOOK_EVERY + 1)
    assert await two.database.fetch("SELECT campaign_id FROM purges") == []
    left = await two.database.fetch("SELECT name FROM campaigns")
    assert {row["name"] for row in left} == {"The campaign"}


async def test_a_user_is_forgotten_everywhere_by_the_process_of_each_server(two: TwoProcesses):
    here, there = two.processes
    for server in SERVERS:
        await here.preferences.set_reminders(ANN.user_id, wanted=False)
        campaign = await two.campaign(server)
        await two.serving(server).characters.create(campaign, ANN, "Zaphod")
    left = await here.maintenance.forget_user(ANN.user_id, None, everywhere=True)
    assert (left.waits, left.elsewhere) == (False, 1)
    assert [row["guild_id"] for row in await two.database.fetch(UNDER_WAY)] == [THERE]
    assert not await there.preferences.wants_reminders(ANN.user_id)
    await two.clock.advance(LOOK_EVERY + 1)
    assert await two.database.fetch(UNDER_WAY) == []
    names = await two.database.fetch("SELECT name FROM characters")
    assert [row["name"] for row in names] == [FORMER_PLAYER] * 2
    assert await there.preferences.wants_reminders(ANN.user_id), "it goes with the last server"


async def test_an_erasure_is_taken_up_where_its_shard_is_taken(two: TwoProcesses):
    campaign = await two.campaign(THERE)
    await two.serving(THERE).characters.create(campaign, ANN, "Zaphod")
    await two.move(1, None)
    left = await two.processes[0].maintenance.forget_user(ANN.user_id, None, everywhere=True)
    assert left.elsewhere == 1
    await two.clock.advance(10 * LOOK_EVERY)
    assert [row["guild_id"] for row in await two.database.fetch(UNDER_WAY)] == [THERE]
    await two.processes[0].take(OTHER)
    await two.clock.settle()
    assert await two.database.fetch(UNDER_WAY) == []


class Dies(Around):
    """A database to which a process writes `left` batches, and no more."""

    def __init__(self, within: Database) -> None:
        super().__init__(within)
        self.left = float("inf")

    async def apply(self, *statements: Statement) -> None:
        if self.left <= 0:
            raise NotWritten("the process is gone")
        self.left -= 1
        await self.within.apply(*statements)


@pytest.mark.parametrize("batches", range(12))
async def test_an_erasure_survives_its_process_between_any_two_batches(path: Path, batches: int):
    async with TwoProcesses(path) as two:
        first, _ = two.processes
        dying = Dies(two.database)
        await two.move(1, await two.begin(set(), dying))
        third, table = two.processes[-1], await two.open(THERE)
        while (await third.tables.look(table.id)).in_hand:
            await two.turn(THERE, table.id)
        dying.left = batches
        left = await first.maintenance.forget_user(ANN.user_id, None, everywhere=True)
        assert left.elsewhere == 1
        await two.clock.advance(LOOK_EVERY + 1)
        await two.kill(third)
        await first.take(OTHER)
        await two.clock.settle()
        assert await two.database.fetch(UNDER_WAY) == []
        names = await two.database.fetch("SELECT name FROM characters ORDER BY id")
        assert sorted(row["name"] for row in names) == sorted([FORMER_PLAYER, "Lando"])
        assert (await audit(two.database)).problems == ()


async def test_the_last_of_two_processes_ends_the_preferences(two: TwoProcesses):
    """Both finish at the same moment: each looks for the other server's rows after its own are gone."""
    here, there = two.processes
    await here.preferences.set_reminders(BEN.user_id, wanted=False)
    for server in SERVERS:
        await two.serving(server).characters.create(await two.campaign(server), BEN, "Lando")
    await asyncio.gather(
        here.maintenance.forget_user(BEN.user_id, HERE), there.maintenance.forget_user(BEN.user_id, THERE)
    )
    assert await two.database.fetch(UNDER_WAY) == []
    assert await here.preferences.wants_reminders(BEN.user_id)


async def test_all_servers_may_be_one_processs(two: TwoProcesses):
    here, _ = two.processes
    tables = [await two.open(server) for server in SERVERS]
    await two.move(1, here)
    assert here.shards.held == BOTH
    changes = acted(here)
    await two.clock.advance(61)
    assert set(changes) == {table.id for table in tables}
