"""Shards move, processes end and people play, in whatever order: each server has one owner, and nothing is lost."""

import asyncio
import logging
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.ledger import audit
from bot.privacy.forgetting import FORMER_PLAYER
from bot.privacy.maintenance import LOOK_EVERY
from bot.services import Services
from bot.shards import NotServed
from bot.tables.model import Table
from tests.scale import scaled
from tests.tables.table_fixtures import ANN, GM
from tests.two_processes import BOTH, COUNT, SERVERS, TwoProcesses

UNDER_WAY = "SELECT guild_id FROM erasures WHERE user_id IS NOT NULL"
shards, servers = st.integers(0, COUNT - 1), st.sampled_from(SERVERS)


class _Errors(logging.Handler):
    """The errors of the process log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage())


class AnyTwoProcesses(RuleBasedStateMachine):
    """A table with a clock and an NPC on a server of each shard."""

    def __init__(self) -> None:
        super().__init__()
        self.folder, self.runner = tempfile.TemporaryDirectory(), asyncio.Runner()
        self.two = TwoProcesses(Path(self.folder.name) / "book.db")
        self.tables: dict[int, int] = {}
        self.is_forgotten = False
        self.errors = _Errors()
        logging.getLogger().addHandler(self.errors)

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.get_loop().run_until_complete(work)

    @initialize()
    def begin(self) -> None:
        async def begin() -> None:
            await self.two.__aenter__()
            for server in SERVERS:
                self.tables[server] = (await self.two.open(server, npc=True)).id
            await self.two.clock.settle()

        self.run(begin())

    def teardown(self) -> None:
        try:
            if self.tables:
                self.run(self.end())
            assert self.errors.found == []
        finally:
            logging.getLogger().removeHandler(self.errors)
            self.runner.close()
            self.folder.cleanup()

    async def end(self) -> None:
        """One process takes all, the hands end, and no erasure is left."""
        two = self.two
        for shard in range(COUNT):
            await two.move(shard, two.processes[0])
        for server, table_id in self.tables.items():
            await two.processes[0].tables.opening.close(table_id, two.click(GM, server))
        await two.clock.advance(LOOK_EVERY + 1)
        assert await two.database.fetch(UNDER_WAY) == []
        assert await two.database.fetch("SELECT * FROM departures") == []
        names = [row["name"] for row in await two.database.fetch("SELECT name FROM characters")]
        assert names.count(FORMER_PLAYER) == (COUNT if self.is_forgotten else 0)
        assert ("Zaphod" in names) != self.is_forgotten
        assert (await audit(two.database)).problems == ()
        await two.__aexit__()

    @rule(server=servers)
    def somebody_acts(self, server: int) -> None:
        if self.two.of(server) is not None:
            self.run(self.two.turn(server, self.tables[server]))

    @rule(seconds=st.sampled_from((0.5, 3, 8, 31, 61, 200)))
    def time_passes(self, seconds: float) -> None:
        self.run(self.two.clock.advance(seconds))

    @rule(shard=shards, to=st.sampled_from((0, 1, None)), is_lost=st.booleans())
    def a_shard_moves(self, shard: int, to: int | None, is_lost: bool) -> None:
        async def move() -> None:
            for process in self.two.processes:
                await process.release(frozenset({shard}), is_lost=is_lost)
            if to is not None:
                await self.two.processes[to].take(frozenset({shard}))
            await self.two.clock.settle()

        self.run(move())

    @rule(at=st.integers(0, 1))
    def a_process_ends_and_another_one_begins(self, at: int) -> None:
        async def replace() -> None:
            await self.two.kill(self.two.processes[at])
            await self.two.begin(())

        self.run(replace())

    @precondition(lambda self: not self.is_forgotten)
    @rule()
    def a_user_asks_to_be_forgotten(self) -> None:
        """In a direct message, which comes to shard 0."""
        process = self.two.of(SERVERS[0])
        if process is not None:
            self.run(process.maintenance.forget_user(ANN.user_id, None, everywhere=True))
            self.is_forgotten = True

    @rule()
    def discord_lists_the_servers_of_each_process(self) -> None:
        async def compare(process: Services) -> None:
            own = [server for server in SERVERS if process.shards.serves(server)]

            async def is_on(server: int) -> bool:
                return server in own

            await process.maintenance.departures.seen(own, is_on)
            for server in set(SERVERS).difference(own):
                await process.maintenance.departures.left(server)

        for process in self.two.processes:
            self.run(compare(process))

    @invariant()
    def the_owner_knows_the_database_and_the_other_is_refused(self) -> None:
        async def compare() -> None:
            for server, table_id in self.tables.items():
                record, due_at = await self.two.stored(table_id)
                for process in self.two.processes:
                    if not process.shards.serves(server):
                        assert await _is_refused(process, table_id)
                        continue
                    shown: Table = await process.tables.look(table_id)
                    assert shown.record == record
                    assert due_at is None or due_at > self.two.clock.now(), "its clock runs"

        self.run(compare())

    @invariant()
    def nothing_is_logged_twice(self) -> None:
        async def look() -> None:
            for table_id in self.tables.values():
                rows = await self.two.database.fetch(
                    "SELECT sequence FROM actions WHERE table_id = ? ORDER BY sequence", table_id
                )
                assert [row["sequence"] for row in rows] == list(range(1, len(rows) + 1))

        self.run(look())

    @invariant()
    def each_shard_has_one_owner_at_most(self) -> None:
        held = [shard for process in self.two.processes for shard in process.shards.held]
        assert len(held) == len(set(held))
        assert set(held) <= BOTH


async def _is_refused(process: Services, table_id: int) -> bool:
    try:
        await process.tables.look(table_id)
    except NotServed:
        return True
    return False


TestAnyTwoProcesses = AnyTwoProcesses.TestCase
TestAnyTwoProcesses.settings = settings(max_examples=scaled(25), stateful_step_count=25, deadline=None)
