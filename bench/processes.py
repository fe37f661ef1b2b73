"""The bot on a PostgreSQL server: a click there and on a file, several processes side by side, and takeovers."""

import asyncio
import math
import random
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from bench.checks import SEATS, Tables
from bench.clicks import spent
from bench.percentiles import milliseconds
from bench.room import OURS, Child, Room, room, started_child
from bot.clock import SystemClock
from bot.db import open_database
from bot.ledger import audit
from bot.settings import MOST_TABLES
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild
from playground.people import Player
from tests import postgresql
from tests.e2e.gamblers import Corner

MISSING = "PostgreSQL or its driver isn't installed"
_CONNECTIONS = (
    "SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_SERVED_WITHIN = 60.0
"""Seconds; a safety net."""


@contextmanager
def server() -> Iterator[postgresql.Server]:
    """Run a server of the bench's own that saves to the disk as one in use does."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    running = postgresql.Server(folder)
    try:
        running.set_up()
        running.stop()
        running.start("-c fsync=on")
        yield running
    finally:
        if (folder / "data/postmaster.pid").exists():
            running.stop()
        shutil.rmtree(folder)


def _database(running: postgresql.Server, name: str) -> str:
    running.create(name, postgresql.LAID_OUT)
    return running.url(name)


async def measure_click(tables: int = 20, runs: int = 5, interval: float = 1.0) -> dict[str, Any]:
    """CPU and waiting time of a committed "Check" on a server and on a file, clicked alternately, and connections."""
    if not postgresql.is_installed():
        return {"missing": MISSING}
    servers = math.ceil(tables / MOST_TABLES)
    with server() as running:
        url = _database(running, "click")
        async with AsyncExitStack() as stack:
            rooms: dict[str, Room] = {
                "sqlite": await stack.enter_async_context(room(tables * SEATS, servers=servers)),
                "postgresql": await stack.enter_async_context(room(tables * SEATS, servers=servers, url=url)),
            }
            played = {name: await Tables.opened(here) for name, here in rooms.items()}
            costs: dict[str, list[float]] = {name: [] for name in rooms}
            waits: dict[str, list[float]] = {name: [] for name in rooms}
            bots = {name: here.bot for name, here in rooms.items()}
            for run in range(runs + 1):
                for name, (cost, found) in (await spent(bots, played, interval)).items():
                    if run:  # the first run warms up
                        costs[name].append(cost)
                        waits[name] += found.waits
            async with await open_database(url, read_only=True) as database:
                (row,) = await database.fetch(_CONNECTIONS)
    ratios = [ours / theirs for ours, theirs in zip(costs["postgresql"], costs["sqlite"], strict=True)]
    return {
        "postgresql_times_sqlite": round(median(ratios), 2),
        "spread": [round(min(ratios), 2), round(max(ratios), 2)],
        "us_a_click": {name: round(median(each)) for name, each in costs.items()},
        "acknowledged_ms": {name: milliseconds(each) for name, each in waits.items()},
        "connections": row["count"],
        "tables": tables,
        "clicks": runs * SEATS * tables,
        "runs": runs,
    }


@asynccontextmanager
async def _fleet(count: int, shards: int, ids: str) -> AsyncIterator[tuple[LocalDiscord, "_Fleet"]]:
    """Run a local Discord with so many shards, and as many processes, which share them."""
    local = LocalDiscord(SystemClock())
    local.rates.enabled = False
    local.gateway.starts.max_concurrency = 16
    await local.start()
    try:
        with server() as running:
            async with AsyncExitStack() as stack:
                fleet = _Fleet(local, _database(running, f"fleet_{count}"), shards, ids, stack)
                for _ in range(count):
                    await fleet.begin()
                await fleet.until_shared()
                yield local, fleet
    finally:
        await local.stop()


class _Fleet:
    """Processes on one database."""

    def __init__(self, local: LocalDiscord, url: str, shards: int, ids: str, stack: AsyncExitStack) -> None:
        self.url, self.processes = url, list[Child]()
        self._local, self._shards, self._ids, self._stack = local, shards, ids, stack

    async def begin(self) -> Child:
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        settings = {"DATABASE_URL": self.url, "SHARD_COUNT": str(self._shards), "SHARD_IDS": self._ids}
        starting = started_child(self._local, folder / "unused.db", OURS, **settings)
        self.processes.append(await self._stack.enter_async_context(starting))
        return self.processes[-1]

    async def until_shared(self) -> None:
        """Return when each shard has a session, and no process has two more than another."""

        def is_shared() -> bool:
            sessions = [one for one in self._local.gateway.sessions.values() if one.send is not None]
            return {one.shard[0] for one in sessions} == set(range(self._shards)) and len(sessions) == self._shards

        await self._local.world.until(is_shared, _SERVED_WITHIN)
        async with await open_database(self.url) as database:
            async with asyncio.timeout(_SERVED_WITHIN):
                while True:
                    held = list((await database.leases.survey()).holders.values())
                    counts = [held.count(worker) for worker in {*held}]
                    if (
                        len(held) == self._shards
                        and len(counts) == len(self.processes)
                        and max(counts) <= min(counts) + 1
                    ):
                        return
                    await asyncio.sleep(0.2)

    async def is_sound(self) -> bool:
        async with await open_database(self.url, read_only=True) as database:
            return (await audit(database)).problems == ()


async def measure_processes(
    counts: tuple[int, ...] = (1, 2, 4), tables: int = 40, seconds: float = 10.0
) -> dict[str, Any]:
    """Clicks a second that so many processes commit, and the acknowledgements at 40 clicks a second for each process.

    The bench's own process plays all people, so it is the limit where processors are few.
    """
    if not postgresql.is_installed():
        return {"missing": MISSING}
    found: dict[str, Any] = {}
    for count in counts:
        async with _fleet(count, count, "auto") as (local, fleet):
            players: list[Player] = []
            guilds: list[Guild] = []
            for number in range(0, count * tables, MOST_TABLES):
                guilds.append(local.world.add_guild(f"Bench {number}", shard=(len(guilds) % count, count)))
                here = min(MOST_TABLES, count * tables - number) * SEATS
                players += [Player(local, local.world.add_member(guilds[-1], f"Player {n}")) for n in range(here)]
            crowd = Room(
                local, guilds, Player(local, local.world.users[guilds[0].owner_id]), players, fleet.processes[0], Path()
            )
            played = await Tables.opened(crowd)
            await played.ready()
            paced = await played.check(tables / 40)
            began, done = time.perf_counter(), 0
            before = [await process.cpu() for process in fleet.processes]
            while time.perf_counter() < began + seconds:
                await played.play(len(played.messages) * 4)
                done += len(played.messages) * 4
            passed = time.perf_counter() - began
            cpu = sum([await process.cpu() for process in fleet.processes]) - sum(before)
            found[str(count)] = {
                "clicks_a_second": round(done / passed, 1),
                "us_a_click": round(cpu / 1000 / done),
                "acknowledged_ms": milliseconds(paced.waits),
                "is_sound": await fleet.is_sound(),
            }
    return {"processes": found, "tables_a_process": tables, "seconds": seconds}


async def measure_takeovers(tables: int = 20, seats: int = 2, takeovers: int = 10) -> dict[str, Any]:
    """Play at all tables while one process after the other takes over, and count clicks that were lost, doubled or not
    answered. `longest_gap_ms` is the longest time in which no click was answered.
    """
    if not postgresql.is_installed():
        return {"missing": MISSING}
    async with _fleet(1, 1, "0") as (local, fleet):
        guild = local.world.add_guild("Bench", owner=local.world.add_user("GM"))
        keeper = Player(local, local.world.users[guild.owner_id])
        corners = [Corner.of(local, guild, keeper, number, seats, number) for number in range(tables)]
        for corner in corners:
            await corner.open()
        answered: list[float] = []
        playing = [asyncio.create_task(_play_on(corner, answered)) for corner in corners]
        for _ in range(takeovers):
            before, _ = fleet.processes[-1], await fleet.begin()
            await local.world.until(lambda: len(local.gateway.sessions) == 2, _SERVED_WITHIN)
            await before.stop()
            await asyncio.sleep(1.0)
        for task in playing:
            task.cancel()
        failures = [end for end in await asyncio.gather(*playing, return_exceptions=True) if end]
        for corner in corners:
            await corner.finish_hand()
        async with await open_database(fleet.url, read_only=True) as database:
            logged = [row["key"] for row in await database.fetch("SELECT key FROM actions")]
        deeds = [deed for corner in corners for deed in corner.deeds]
        acknowledged = {key for corner in corners for key in corner.acknowledged}
        found = {
            "clicks": len(deeds),
            "lost": len(acknowledged - {*logged}),
            "doubled": len(logged) - len({*logged}),
            "unanswered": sum(deed.response is None for deed in deeds),
            "failed": sum(not isinstance(end, asyncio.CancelledError) for end in failures),
            "longest_gap_ms": round(max(after - before for before, after in pairwise(answered)) * 1000),
            "is_sound": await fleet.is_sound(),
        }
    return {**found, "takeovers": takeovers, "tables": tables, "people": tables * seats}


async def _play_on(corner: Corner, answered: list[float]) -> None:
    pauses = random.Random(corner.channel.id)
    while not corner.is_over:
        await corner.act()
        answered.append(time.perf_counter())
        await asyncio.sleep(pauses.uniform(0.0, 0.5))
