"""Two processes on one ledger: both post in all campaigns, and none posts for a shard that another has taken."""

import asyncio
import itertools
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.db import DatabaseAway, OpenedDatabase, OutcomeUnknown, Statement, open_database
from bot.ledger import Transfer, accounts, audit, balance, items, post, posted
from tests import postgresql
from tests.ledger.conftest import campaign, character, entry
from tests.postgresql import NEEDS_POSTGRESQL
from tests.scale import scaled

pytestmark = NEEDS_POSTGRESQL
psycopg = pytest.importorskip("psycopg")
SHARDS = (0, 1)
_campaigns = itertools.count(1)

Deed = tuple[int, Literal["take", "post", "release", "unlock", "cut"], int]
"""A process, what happens to it or what it does, and the shard."""
deeds = st.tuples(
    st.sampled_from((0, 1)),
    st.sampled_from(("take", "take", "post", "post", "unlock", "unlock", "release", "cut")),
    st.sampled_from((0, 0, 1)),
)


async def opened(stack: AsyncExitStack, path: Path) -> Any:
    url = postgresql.url_of(path, postgresql.LAID_OUT)
    return await stack.enter_async_context(await open_database(url))


class Takeovers:
    """Two processes and a model: who holds a shard, and what was posted for it."""

    def __init__(self, processes: list[Any]) -> None:
        self.processes = processes
        self.campaigns = {shard: next(_campaigns) for shard in SHARDS}
        self.holders: dict[int, int] = {}
        self.posted: dict[str, int] = {}
        self.unknown: dict[str, int] = {}
        self._keys = itertools.count()

    async def set_up(self) -> None:
        for number in self.campaigns.values():
            await self.processes[0].apply(*campaign(number))

    async def step(self, deed: Deed) -> None:
        """Do one thing. Raises AssertionError if a process posts for a shard that another took before."""
        number, what, shard = deed
        process = self.processes[number]
        match what:
            case "take":
                await self._take(number, shard)
            case "post" if shard in process.leases.held:
                await self._post(number, shard)
            case "release":
                with suppress(DatabaseAway):
                    await process.leases.release(shard, ["1"])
            case "unlock":
                # The server takes the locks away, and the process knows nothing of it.
                with suppress(DatabaseAway):
                    await process.leases._locks.ask("SELECT pg_advisory_unlock_all()")
            case "cut":
                with suppress(DatabaseAway, psycopg.OperationalError):
                    pid = process.leases._locks._raw.info.backend_pid
                    await self.processes[1 - number].background.fetch("SELECT pg_terminate_backend(?)", pid)
            case _:
                pass

    async def _take(self, number: int, shard: int) -> None:
        leases = self.processes[number].leases
        if shard in leases.held:
            return
        try:
            taken = await leases.take(shard)
        except DatabaseAway:
            return
        if taken is not None:
            self.holders[shard] = number

    async def _post(self, number: int, shard: int) -> None:
        before, key = self.holders.get(shard), f"{self.campaigns[shard]}:{next(self._keys)}"
        own = self.campaigns[shard]
        grant = entry(key, Transfer(accounts.mint(own), accounts.house(own), 1), campaign_id=own)
        try:
            await self.processes[number].apply(*post(grant))
        except OutcomeUnknown:
            self.unknown[key] = shard
        except DatabaseAway:
            return
        else:
            assert before == number, f"process {number} posted for shard {shard}, which {before} has"
            self.posted[key] = shard

    async def compare(self, book: OpenedDatabase) -> None:
        """Compare the ledger with the model."""
        for shard, number in self.campaigns.items():
            keys = {key for key in self.unknown if self.unknown[key] == shard}
            landed = {key for key in keys if await posted(book, key) is not None}
            expected = sum(where == shard for where in self.posted.values()) + len(landed)
            assert await balance(book, accounts.house(number)) == expected
            assert (await audit(book, number)).problems == ()


@settings(max_examples=scaled(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.lists(deeds, min_size=1, max_size=2), min_size=20, max_size=40))
def test_nobody_posts_for_a_shard_that_another_has_taken(
    path: Path, monkeypatch: pytest.MonkeyPatch, steps: list[list[Deed]]
) -> None:
    """Deeds of one step happen at the same time."""
    monkeypatch.setattr("bot.db.postgres._FIRST_PAUSE", 0.01)

    async def run() -> None:
        async with asyncio.timeout(120), AsyncExitStack() as stack:
            world = Takeovers([await opened(stack, path) for _ in range(2)])
            await world.set_up()
            for step in steps:
                await asyncio.gather(*map(world.step, step))
            url = postgresql.url_of(path)
            await world.compare(await stack.enter_async_context(await open_database(url, read_only=True)))

    asyncio.run(run())


async def give(database: OpenedDatabase, own: int, number: int, key: str) -> None:
    """Pay the character, and give them two items."""
    paid = entry(key, Transfer(accounts.mint(own), accounts.purse(number), 3), campaign_id=own)
    await database.apply(
        *post(paid), *items.create_items(paid, "pazaak", {"double": 2}, items.Holder.character(number))
    )


async def test_two_processes_post_in_the_same_and_in_other_campaigns_at_the_same_time(path: Path) -> None:
    shared, others = 1, range(2, 8)
    async with AsyncExitStack() as stack:
        processes = [await opened(stack, path) for _ in range(2)]
        for own in (shared, *others):
            await processes[0].apply(*campaign(own), *character(own, own + 10, "Han"))
        work = [
            give(process, own, own + 10, f"{process.leases.worker}:{own}:{number}")
            for number in range(20)
            for process, campaigns in zip(processes, (others[::2], others[1::2]), strict=True)
            for own in (shared, *campaigns)
        ]
        await asyncio.gather(*work)
        for own in (shared, *others):
            count = 40 if own == shared else 20
            assert await balance(processes[0], accounts.purse(own + 10)) == 3 * count
            held = await items.held_by(processes[1], own, items.Holder.character(own + 10), "pazaak")
            assert len(held) == 2 * count
        assert (await audit(processes[0])).problems == ()
        for table in ("entries", "transfers", "items", "item_moves"):
            rows = await processes[0].fetch(f"SELECT id % 64 AS worker, count(*) AS made FROM {table} GROUP BY 1")
            assert {row["worker"] for row in rows} == {0, 1}


async def test_numbers_rise_when_the_processes_take_turns(path: Path) -> None:
    async with AsyncExitStack() as stack:
        processes = [await opened(stack, path) for _ in range(2)]
        await processes[0].apply(*campaign(1), *character(1, 11, "Han"))
        for number in range(6):
            await give(processes[number % 2], 1, 11, str(number))
        rows = await processes[0].fetch("SELECT id, key FROM entries ORDER BY id")
        assert [row["key"] for row in rows] == list("012345")
        assert [row["id"] for row in rows] == [64, 129, 192, 257, 320, 385]


async def test_users_asked_to_be_forgotten_at_two_processes_have_numbers_of_their_own(path: Path) -> None:
    sql = """
        INSERT INTO erasures (id, guild_id, user_id, salt, digest, asked_at)
        VALUES ((SELECT next_number(coalesce(max(id), 0), 1) FROM erasures), 1, ?, '', ?, 0)
        """
    async with AsyncExitStack() as stack:
        processes = [await opened(stack, path) for _ in range(2)]
        asked = [Statement(sql, (number, str(number))) for number in range(40)]
        await asyncio.gather(*(processes[at % 2].apply(one) for at, one in enumerate(asked)))
        (row,) = await processes[0].fetch("SELECT count(*) AS asked FROM erasures")
        assert row["asked"] == 40
