"""A bot that posts all the time while its PostgreSQL server ends, hangs or is replaced, and a line that can be cut."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Self

from bot.clock import Timer
from bot.db import DatabaseAway, OpenedDatabase, open_database
from bot.ledger import AlreadyPosted, Transfer, audit, balance, post
from tests.ledger.conftest import FIRST, HOUSE, MINT, campaign, entry


class Posting:
    """Several tasks that each pay one coin after the other. A payment that failed is repeated under its key."""

    def __init__(self, database: OpenedDatabase) -> None:
        self.acknowledged: set[str] = set()
        self.refused: list[Exception] = []
        self._database = database
        self._keys = map(str, itertools.count())
        self._change = asyncio.Condition()

    async def work(self) -> None:
        while True:
            key = next(self._keys)
            await self._pay(key)
            self.acknowledged.add(key)
            async with self._change:
                self._change.notify_all()

    async def more(self, number: int) -> None:
        """Return when that many more payments are acknowledged."""
        wanted = len(self.acknowledged) + number
        async with self._change:
            await self._change.wait_for(lambda: len(self.acknowledged) >= wanted)

    async def _pay(self, key: str) -> None:
        is_repeated = False
        while True:
            try:
                await self._database.apply(*post(entry(key, Transfer(MINT, HOUSE, 1))))
            except AlreadyPosted:
                assert is_repeated
            except DatabaseAway as error:
                self.refused.append(error)
                is_repeated = True
                await self._database.leases.reached()
                continue
            return


@asynccontextmanager
async def posting(database: OpenedDatabase) -> AsyncIterator[Posting]:
    """Have eight tasks pay, and compare the ledger at the end: each acknowledged payment is in it once."""
    await database.apply(*campaign(FIRST))
    assert (await audit(database)).problems == ()
    paying = Posting(database)
    tasks = [asyncio.create_task(paying.work()) for _ in range(8)]
    try:
        async with asyncio.timeout(120):
            await paying.more(50)
            yield paying
            await paying.more(50)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(end) for end in ends} == {asyncio.CancelledError}
    await database.leases.reached()
    await database.settle()
    rows = await database.fetch("SELECT key FROM entries")
    keys = [row["key"] for row in rows]
    assert set(keys) >= paying.acknowledged
    assert len(keys) == len(set(keys)) == await balance(database, HOUSE)
    assert (await audit(database)).problems == ()


class Line:
    """A line to a server that lies in between. It can be cut, or let nothing through for a while."""

    def __init__(self, folder: Path) -> None:
        self.flows = asyncio.Event()
        """Set while bytes go through; otherwise they wait."""
        self.flows.set()
        self._target = str(folder / ".s.PGSQL.5432")
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        self.flows.set()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def url(self, database: str) -> str:
        return f"postgresql://bot@127.0.0.1:{self._server.sockets[0].getsockname()[1]}/{database}"

    def cut(self) -> None:
        """End all connections."""
        for end in self._ends:
            end.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(self._target)
        except OSError:
            writer.transport.abort()
            return
        self._ends.add(far_writer)
        for source, target in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._pass_on(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while read := await source.read(1 << 16):
                await self.flows.wait()
                target.write(read)
                await target.drain()
        if self.flows.is_set():
            target.transport.abort()
        # On a dead line the other end doesn't hear of it.


class QuickClock:
    """A clock that runs ten times as fast."""

    def now(self) -> float:
        return asyncio.get_running_loop().time() * 10

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds) / 10)

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(max(0.0, seconds) / 10, call)


async def open_quickly(url: str) -> OpenedDatabase:
    """Open the database so that its connection is watched by a clock that runs fast."""
    return await open_database(url, clock=QuickClock())
