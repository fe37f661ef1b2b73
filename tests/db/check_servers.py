"""A PostgreSQL server that ends, hangs, fills up or is replaced by its replica. Nothing acknowledged is lost, nothing
posts twice, and the same database works again afterwards.
"""

import asyncio
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import pytest

from bot.db import DatabaseAway, Fault, NotWritten, OpenedDatabase, WatchedDatabase, fault_of, open_database
from bot.db.server.connecting import SHARDS
from bot.ledger import audit
from tests import postgresql
from tests.db.servers import Line, open_quickly, posting
from tests.ledger.conftest import FIRST, HOUSE, MINT, campaign, moved
from tests.manual_clock import ManualClock
from tests.postgresql import LAID_OUT, NEEDS_POSTGRESQL, ROOT, Server

pytestmark = NEEDS_POSTGRESQL
psycopg = pytest.importorskip("psycopg")


@pytest.fixture
def folders() -> Iterator[list[Path]]:
    """Folders of servers, which are stopped and deleted at the end. Their names are short, as a socket's must be."""
    made: list[Path] = []
    yield made
    for folder in made:
        if (folder / "data/postmaster.pid").exists():
            Server(folder).stop()
        shutil.rmtree(folder)


@pytest.fixture
def own(folders: list[Path]) -> Server:
    """A server of the test's own, which may be stopped."""
    folders.append(Path(mkdtemp(prefix="pg")))
    server = Server(folders[0])
    server.set_up()
    return server


@pytest.fixture
async def line(path: Path) -> AsyncIterator[Line]:
    async with Line(postgresql.server().folder) as laid:
        yield laid


def through(line: Line, path: Path) -> str:
    """Return the address of the test's database at the end of the line."""
    return line.url(postgresql.url_of(path, LAID_OUT).partition("?")[0].rpartition("/")[2])


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_a_server_that_is_restarted(own: Server, mode: str) -> None:
    async with await open_database(own.url(LAID_OUT)) as database:
        watched = WatchedDatabase(database, "postgresql://host/name", ManualClock())
        await database.leases.join(2, wants_any=True)
        await database.leases.take(0)
        async with posting(database) as paying:
            for _ in range(2):
                await asyncio.to_thread(own.stop, mode)
                assert await database.leases.lost() == {0}
                assert await watched.fault() is Fault.AWAY
                assert "can't be reached" in (await watched.trouble() or "")
                with pytest.raises(DatabaseAway):
                    await watched.fetch("SELECT 1")
                await asyncio.to_thread(own.start)
                await paying.more(20)
                assert await watched.trouble() is None
                assert await database.leases.take(0) == frozenset()
        assert paying.refused
        found = await database.leases.survey()
        assert (database.leases.worker, found.workers, found.holders) == (0, {0: True}, {0: 0})


async def test_a_line_that_is_cut(line: Line, path: Path) -> None:
    async with await open_quickly(through(line, path)) as database, posting(database) as paying:
        for _ in range(5):
            await database.leases.take(3)
            line.cut()
            assert await database.leases.lost() == {3}
            await database.leases.reached()
            await paying.more(20)
    assert paying.refused


async def test_a_dead_line_is_noticed_and_others_may_take_the_shards(line: Line, path: Path) -> None:
    """The server knows nothing of it at first: then the process itself ends what it has left there."""
    async with await open_quickly(through(line, path)) as database:
        async with posting(database) as paying:
            await database.leases.take(3)
            line.flows.clear()
            assert await database.leases.lost() == {3}
            with pytest.raises(DatabaseAway):
                await database.fetch("SELECT 1")
            line.flows.set()
            await database.leases.reached()
            assert database.leases.worker == 0
            assert await database.leases.take(3) == frozenset()
        assert paying.refused


async def test_a_slow_line_loses_nothing(line: Line, path: Path) -> None:
    async with await open_database(through(line, path), clock=ManualClock()) as database:
        await database.leases.take(3)
        async with posting(database) as paying:
            for _ in range(3):
                line.flows.clear()
                before = len(paying.acknowledged)
                for _ in range(1000):
                    await asyncio.sleep(0)
                assert len(paying.acknowledged) <= before + 8
                line.flows.set()
                await paying.more(20)
        assert paying.refused == []
        assert database.leases.held == {3}


async def test_a_replica_takes_over(own: Server, folders: list[Path]) -> None:
    """Commits wait for the replica, so it has all that was acknowledged."""
    folders.append(Path(mkdtemp(prefix="pg")))
    replica = own.copy_to(folders[1], "replica")
    replica.start()
    own.do("ALTER SYSTEM SET synchronous_standby_names = 'replica'")
    own.do("SELECT pg_reload_conf()")
    hosts = f"host={own.folder},{replica.folder}"
    url = f"postgresql://bot@/{LAID_OUT}?{hosts}"
    async with await open_database(url) as database:
        (row,) = await database.fetch("SELECT sync_state FROM pg_stat_replication")
        assert row["sync_state"] == "sync"
        await database.leases.take(0)
        async with posting(database) as paying:
            await asyncio.to_thread(own.stop)
            assert await database.leases.lost() == {0}
            await asyncio.to_thread(replica.promote)
            await paying.more(50)
            assert await database.leases.take(0) == frozenset()
        assert paying.refused
    async with await open_database(replica.url(LAID_OUT), read_only=True) as promoted:
        assert (await audit(promoted)).problems == ()


def _may_mount() -> bool:
    """Return True if this process may make a small disk."""
    with TemporaryDirectory() as folder:
        try:
            made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], check=False)
            return made.returncode == 0 and subprocess.run(["umount", folder], check=False).returncode == 0
        except OSError:
            return False


@pytest.fixture
def small_disk(own: Server) -> Iterator[Path]:
    """A disk with room for a database and little more."""
    if not _may_mount():
        pytest.skip("this user may not mount a small disk")
    disk = own.folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk], check=True)
    shutil.chown(disk, "postgres")
    yield disk
    own.stop()
    subprocess.run(["umount", disk], check=True)


async def test_a_full_disk_refuses_until_there_is_room(own: Server, small_disk: Path) -> None:
    own.do(f"CREATE TABLESPACE small LOCATION '{small_disk}'")
    own.do(f"CREATE DATABASE small TEMPLATE {LAID_OUT} TABLESPACE small")
    async with await open_database(own.url("small")) as database:
        watched = WatchedDatabase(database, "postgresql://host/name", ManualClock())
        await watched.apply(*campaign(FIRST))
        await database.leases.take(0)
        ballast = small_disk / "ballast"
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(1 << 12)):
                pass
        error = await _refused_at_last(watched)
        assert fault_of(error) is Fault.FULL
        assert await watched.fault() is Fault.FULL
        ballast.unlink()
        await watched.apply(*moved(MINT, HOUSE, 1, "after"))
        assert await watched.fault() is None
        assert database.leases.held == {0}
        assert (await audit(database)).problems == ()


async def _refused_at_last(database: WatchedDatabase) -> NotWritten:
    """Write until the free room in the database's own files is used up."""
    for number in range(10_000):
        try:
            await database.apply(*moved(MINT, HOUSE, 1, f"{number} {'x' * 2000}"))
        except NotWritten as error:
            return error
    raise AssertionError("the disk is never full")


async def test_a_process_that_stands_still_loses_its_shards_within_half_a_minute(path: Path) -> None:
    url = postgresql.url_of(path, LAID_OUT)
    script = (
        "import asyncio, sys\nfrom bot.db import open_database\nasync def main():\n"
        "    database = await open_database(sys.argv[1])\n    await database.leases.take(5)\n"
        "    print('held', flush=True)\n    print(await database.leases.lost(), flush=True)\nasyncio.run(main())\n"
    )
    async with AsyncExitStack() as stack:
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, url, stdout=asyncio.subprocess.PIPE, cwd=ROOT
        )
        stack.callback(lambda: bot.returncode is not None or bot.kill())
        assert bot.stdout
        assert await bot.stdout.readline() == b"held\n"
        database: Any = await stack.enter_async_context(await open_database(url))
        assert await database.leases.take(5) is None
        bot.send_signal(signal.SIGSTOP)
        beside = await stack.enter_async_context(await psycopg.AsyncConnection.connect(url))
        async with asyncio.timeout(30):
            await beside.execute("SELECT pg_advisory_xact_lock(%s, 5)", (SHARDS,))
        await beside.rollback()
        assert await database.leases.take(5) == frozenset()
        bot.send_signal(signal.SIGCONT)
        assert await bot.stdout.readline() == b"frozenset({5})\n"
        bot.kill()
        await bot.wait()


async def test_a_killed_process_loses_its_shards_at_once(path: Path) -> None:
    url = postgresql.url_of(path, LAID_OUT)
    script = (
        "import asyncio, sys\nfrom bot.db import open_database\nasync def main():\n"
        "    database = await open_database(sys.argv[1])\n    await database.leases.take(5)\n"
        "    print('held', flush=True)\n    await asyncio.sleep(600)\nasyncio.run(main())\n"
    )
    async with await open_database(url) as database:
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, url, stdout=asyncio.subprocess.PIPE, cwd=ROOT
        )
        assert bot.stdout
        await bot.stdout.readline()
        assert await database.leases.take(5) is None
        bot.kill()
        await bot.wait()
        await _until_free(url)
        assert await database.leases.take(5) == frozenset()


async def _until_free(url: str) -> None:
    async with asyncio.timeout(30), await psycopg.AsyncConnection.connect(url) as beside:
        await beside.execute("SELECT pg_advisory_xact_lock(%s, 5)", (SHARDS,))


async def test_the_server_looks_after_the_connection_that_has_the_locks(path: Path) -> None:
    opened: OpenedDatabase = await open_database(postgresql.url_of(path, LAID_OUT))
    async with opened as database:
        raw: Any = database.leases._locks._raw  # type: ignore[attr-defined]
        names = ("idle_session_timeout", "idle_in_transaction_session_timeout", "lock_timeout")
        found = [(await (await raw.execute(f"SHOW {name}")).fetchone())[0] for name in names]
        assert found == ["20s", "20s", "2s"]
