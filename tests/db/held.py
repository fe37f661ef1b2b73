"""Reads that take as long as a test wants."""

import asyncio
import threading

from bot.db import Database, SqliteDatabase


class Held:
    """Reads that are under way until they are let go: those that ask for `hold()`."""

    def __init__(self, database: SqliteDatabase) -> None:
        short, long = database._readers._connections, database._long._connections
        self.places = len(long)
        """How many reads can be under way in the background at once."""
        self._connections = (*short, *long)
        self._go_on = threading.Event()
        self._begun = threading.Semaphore(0)
        self.reads: list[asyncio.Task[object]] = []

    async def reach(self) -> None:
        """Tell every connection that reads what `hold()` is."""
        for connection in self._connections:
            await connection.run(lambda raw: raw.create_function("hold", 0, self._hold))

    async def begin(self, database: Database, reads: int) -> None:
        """Return when so many reads are under way."""
        self.reads += [asyncio.create_task(database.fetch("SELECT hold() AS held")) for _ in range(reads)]
        for _ in range(reads):
            await self.has_begun()

    async def has_begun(self) -> None:
        """Return when one more read is under way."""
        await asyncio.to_thread(self._begun.acquire)

    async def let_go(self) -> None:
        self._go_on.set()
        await asyncio.gather(*self.reads)

    def _hold(self) -> int:
        self._begun.release()
        self._go_on.wait(30)
        return 1
