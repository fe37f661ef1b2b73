"""Processes that share a database: one takes over from the next while people play, and nobody's click is lost."""

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.db import OpenedDatabase, open_database
from bot.ledger import audit
from bot.shards import NotServed
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild
from playground.people import Answer, Player
from tests.db.servers import Line
from tests.e2e.gamblers import Corner
from tests.e2e.process import BotProcess, bot_process, settings_for
from tests.postgresql import LAID_OUT, NEEDS_POSTGRESQL, server, url_of
from tests.scale import IS_THOROUGH

pytestmark = NEEDS_POSTGRESQL
TAKEOVERS = 10 if IS_THOROUGH else 2
TABLES, SEATS = (20, 2) if IS_THOROUGH else (6, 2)
IDENTIFY = 2
_HOLDERS = """
SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
WHERE datname = current_database() AND locktype = 'advisory' AND classid = {shards}
"""
_END_CONNECTIONS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'shadowport'
"""
PATIENCE = 40.0
"""Seconds after which something that doesn't come fails the test: a safety net only."""


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord(SystemClock())
    server.rates.enabled = False
    await server.start()
    yield server
    await server.stop()
    assert server.problems == []


@pytest.fixture
def keeper(local: LocalDiscord, guild: Guild) -> Player:
    return Player(local, local.world.users[guild.owner_id])


@pytest.fixture
def url(tmp_path: Path) -> str:
    return url_of(tmp_path / "shared", LAID_OUT)


def name_in(url: str) -> str:
    """Return the database's name."""
    return url.partition("?")[0].rpartition("/")[2]


async def until_holders(url: str, number: int) -> None:
    """Return when so many processes hold shards."""
    from bot.db.server.connecting import SHARDS

    async with asyncio.timeout(PATIENCE):
        while server().run(_HOLDERS.format(shards=SHARDS), name_in(url))[0] != f"{number}\n":  # noqa: ASYNC110  # a server tells nobody of a lock
            await asyncio.sleep(0.1)


async def play_on(corner: Corner) -> None:
    while not corner.is_over:
        await corner.act()


class Fleet:
    """Processes on one database, each in a folder of its own."""

    def __init__(self, local: LocalDiscord, url: str, folder: Path, stack: AsyncExitStack, **settings: str) -> None:
        self._local, self._folder, self._stack = local, folder, stack
        self._settings = settings_for(local, DATABASE_URL=url, **settings)
        self._begun = 0

    async def begin(self) -> BotProcess:
        self._begun += 1
        folder = self._folder / f"process-{self._begun}"
        folder.mkdir()
        return await self._stack.enter_async_context(bot_process(folder, "run", **self._settings))

    async def kill(self, process: BotProcess) -> None:
        """Kill a process. Return when Discord knows that its sessions are over."""
        before = self._connected()
        assert await process.stopped(signal.SIGKILL) == -signal.SIGKILL
        await self._local.world.until(lambda: not before <= self._connected(), PATIENCE)

    async def until_served(self, *shards: int) -> None:
        """Return when the shards have a session each."""
        await self.until_sessions(*(1 for _ in shards), shards=shards)

    async def until_sessions(self, *counts: int, shards: Sequence[int]) -> None:
        def reached() -> bool:
            found = [self._sessions(shard) for shard in shards]
            return all(session >= count for session, count in zip(found, counts, strict=True))

        await self._local.world.until(reached, PATIENCE)

    def _sessions(self, shard: int) -> int:
        return sum(1 for key in self._connected() if self._local.gateway.sessions[key].shard[0] == shard)

    def _connected(self) -> frozenset[str]:
        """The ids of the sessions that have a connection."""
        return frozenset(key for key, one in self._local.gateway.sessions.items() if one.send is not None)


async def is_sound(url: str, corners: Sequence[Corner]) -> None:
    """Check that the ledger balances, and that each deed happened that was acknowledged, and none that was refused."""
    async with await open_database(url, read_only=True) as database:
        assert (await audit(database)).problems == ()
        await _nothing_is_lost(database, corners)


async def _nothing_is_lost(database: OpenedDatabase, corners: Sequence[Corner]) -> None:
    logged = {row["key"] for row in await database.fetch("SELECT key FROM actions")}
    for corner in corners:
        assert [deed for deed in corner.deeds if str(deed.id) in corner.acknowledged - logged] == []
        assert not corner.refused & logged


def all_are_answered(corners: Sequence[Corner]) -> None:
    """Check that everyone got an answer, and that nobody was sent away because of a takeover."""
    deeds = [deed for corner in corners for deed in corner.deeds]
    assert [deed for deed in deeds if deed.response is None] == []
    said = [str(message.components) for deed in deeds for message in deed.made]
    assert [components for components in said if str(NotServed()) in components] == []


async def test_clicks_during_takeovers_are_answered_and_happen_once(
    tmp_path: Path, local: LocalDiscord, guild: Guild, keeper: Player, url: str
):
    corners = [Corner.of(local, guild, keeper, number, SEATS, 7) for number in range(TABLES)]
    async with AsyncExitStack() as stack:
        fleet = Fleet(local, url, tmp_path, stack, SHARD_COUNT="1")
        serving = await fleet.begin()
        await fleet.until_served(0)
        for corner in corners:
            await corner.open()
        playing = [asyncio.create_task(play_on(corner)) for corner in corners]
        for _ in range(TAKEOVERS):
            already = sum(len(corner.deeds) for corner in corners)
            following = await fleet.begin()
            await fleet.until_sessions(2, shards=[0])
            assert await serving.stopped() == 0
            serving = following
            await local.world.until(
                lambda already=already: sum(len(corner.deeds) for corner in corners) > already + 3 * TABLES, PATIENCE
            )
            assert [task for task in playing if task.done() and task.exception()] == []
        for task in playing:
            task.cancel()
        ends = await asyncio.gather(*playing, return_exceptions=True)
        assert [end for end in ends if isinstance(end, Exception)] == []
        await asyncio.gather(*(corner.finish_hand() for corner in corners))
        assert await serving.stopped() == 0
    all_are_answered(corners)
    await is_sound(url, corners)


def corners_on(local: LocalDiscord, shards: int) -> list[Corner]:
    """Make a server with a table on each shard."""
    found: list[Corner] = []
    for shard in range(shards):
        guild = local.world.add_guild(f"Cantina {shard}", shard=(shard, shards))
        keeper = Player(local, local.world.users[guild.owner_id])
        found.append(Corner.of(local, guild, keeper, shard, SEATS, 7))
    return found


async def test_shards_of_a_killed_process_are_served_by_the_others(tmp_path: Path, local: LocalDiscord, url: str):
    corners = corners_on(local, 3)
    async with AsyncExitStack() as stack:
        fleet = Fleet(local, url, tmp_path, stack, SHARD_COUNT="3", SHARD_IDS="auto")
        processes = [await fleet.begin() for _ in range(3)]
        await fleet.until_served(0, 1, 2)
        for corner in corners:
            await corner.open()
            await corner.act()
        await fleet.kill(processes[1])
        await fleet.until_served(0, 1, 2)
        for corner in corners:
            await corner.finish_hand()
        for process in (processes[0], processes[2]):
            assert await process.stopped() == 0
    await is_sound(url, corners)


async def test_processes_keep_their_sessions_while_the_server_is_away_for_a_moment(
    tmp_path: Path, local: LocalDiscord, url: str
):
    corners, identified = corners_on(local, 3), list[int]()
    local.gateway.on_opcode.append(lambda code, data: identified.append(data["shard"][0]) if code == IDENTIFY else None)
    async with AsyncExitStack() as stack:
        fleet = Fleet(local, url, tmp_path, stack, SHARD_COUNT="3", SHARD_IDS="auto")
        processes = [await fleet.begin() for _ in range(3)]
        await fleet.until_served(0, 1, 2)
        for corner in corners:
            await corner.open()
        await until_holders(url, 3)
        before, slower = len(identified), processes[1:]
        for process in slower:
            process.process.send_signal(signal.SIGSTOP)
        server().run(_END_CONNECTIONS, name_in(url))
        await until_holders(url, 1)
        for process in slower:
            process.process.send_signal(signal.SIGCONT)
        for corner in corners:
            (player, *_) = corner.gamblers.values()
            while not (await corner.did(player.click(corner.message, "My seat"))).shown.find("Sit out"):
                pass
        assert len(identified) == before
        for process in processes:
            assert await process.stopped() == 0
    await is_sound(url, corners)


@asynccontextmanager
async def process_without_its_server(
    local: LocalDiscord, url: str, folder: Path, corner: Corner
) -> AsyncIterator[tuple[BotProcess, Line, Answer]]:
    """Yield a process whose database went away during a hand, the line to the database, and what a person reads."""
    async with AsyncExitStack() as stack:
        line = await stack.enter_async_context(Line(server().folder))
        fleet = Fleet(local, line.url(name_in(url)), folder, stack)
        process = await fleet.begin()
        await fleet.until_served(0)
        await corner.open()
        await corner.act()
        line.flows.clear()
        line.cut()
        refused = await corner.did(corner.to_move.click(corner.message, "My seat"))
        assert refused.shown.ephemeral
        yield process, line, refused


async def test_people_read_an_answer_while_the_database_is_away_and_play_on_after_it(
    tmp_path: Path, local: LocalDiscord, guild: Guild, keeper: Player, url: str
):
    corner = Corner.of(local, guild, keeper, 1, SEATS, 7)
    async with process_without_its_server(local, url, tmp_path, corner) as (process, line, refused):
        line.flows.set()
        line.cut()
        while (again := await corner.did(corner.to_move.click(corner.message, "My seat"))).shown.text == refused.text:
            pass
        assert again.shown.find("Sit out")
        await corner.finish_hand()
        assert await process.stopped() == 0
    await is_sound(url, [corner])


async def test_a_process_stops_in_order_while_the_database_is_away(
    tmp_path: Path, local: LocalDiscord, guild: Guild, keeper: Player, url: str
):
    corner = Corner.of(local, guild, keeper, 1, SEATS, 7)
    async with process_without_its_server(local, url, tmp_path, corner) as (process, _, _):
        assert await process.stopped() == 0
        assert "Traceback" not in process.logged
