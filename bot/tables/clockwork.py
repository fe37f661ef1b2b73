"""The clockwork: wakes when a table is due, and never holds one up."""

import asyncio
import heapq
import logging

from bot.clock import Clock
from bot.tables.desk import Desk
from bot.tables.model import Table
from bot.tables.opening import Opening
from bot.tables.playing import Playing
from bot.tables.store import due_tables
from bot.tables.timing import close_at, due_at

log = logging.getLogger(__name__)
RETRY_AFTER = 30.0
"""Seconds until a table whose turn of the clock failed is looked at again."""


class Clockwork:
    """One task that sleeps until the next deadline of any table. Deadlines survive a restart: they are in the book."""

    def __init__(self, desk: Desk, playing: Playing, opening: Opening, clock: Clock) -> None:
        self._desk, self._playing, self._opening, self._clock = desk, playing, opening, clock
        self._due: list[tuple[float, int]] = []
        self._next: dict[int, float] = {}
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        desk.changed.append(self._changed)

    async def start(self) -> None:
        """Read what is due and begin to run."""
        for moment, table_id in await due_tables(self._desk.db):
            self._plan(table_id, moment)
        self._task = asyncio.create_task(self._run(), name="clockwork")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def _changed(self, before: Table | None, after: Table) -> None:
        moment = due_at(after)
        if moment is None:
            self._next.pop(after.id, None)
        elif self._next.get(after.id) != moment:
            self._plan(after.id, moment)

    def _plan(self, table_id: int, moment: float) -> None:
        self._next[table_id] = moment
        heapq.heappush(self._due, (moment, table_id))
        if self._due[0] == (moment, table_id):
            self._woken.set()

    async def _run(self) -> None:
        while True:
            await self._until_due()
            now = self._clock.now()
            while self._due and self._due[0][0] <= now:
                moment, table_id = heapq.heappop(self._due)
                if self._next.get(table_id) == moment:
                    del self._next[table_id]
                    await self._look(table_id)

    async def _until_due(self) -> None:
        """Sleep until the first deadline, or until an earlier one is planned."""
        self._woken.clear()
        woken = asyncio.ensure_future(self._woken.wait())
        waits: set[asyncio.Future[object]] = {woken}  # pyright: ignore[reportAssignmentType]
        if self._due:
            waits.add(asyncio.ensure_future(self._clock.sleep(self._due[0][0] - self._clock.now())))  # pyright: ignore[reportArgumentType]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def _look(self, table_id: int) -> None:
        try:
            table = await self._playing.tick(table_id)
            due = close_at(table)
            if due is not None and due <= self._clock.now():
                table = await self._opening.close_untouched(table_id)
            moment = due_at(table)
            if moment is not None and self._next.get(table_id) != moment:
                self._plan(table_id, moment)
        except Exception:
            log.exception("the clock could not act at table %s", table_id)
            self._plan(table_id, self._clock.now() + RETRY_AFTER)
