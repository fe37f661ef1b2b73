"""The scheduler: wakes when a table is due. No table holds up another's clock."""

import asyncio
import contextvars
import heapq
import logging
from collections.abc import Awaitable, Callable, Iterable

from bot.clock import Clock
from bot.db import log_unexpected
from bot.errors import TryAgain
from bot.shards import NotServed
from bot.tables.hand.playing import Playing
from bot.tables.hand.timing import BACK_AGAIN, close_at, due_at
from bot.tables.model import Table
from bot.tables.opening import Opening
from bot.tables.store import due_tables, open_tables_in, undue_tables
from bot.tables.table_store import TableStore

log = logging.getLogger(__name__)
RETRY_AFTER = 30.0
"""Seconds until a table whose turn of the clock failed is looked at again."""
_LONGEST_SLEEP = 60.0
"""Seconds after which the clock is read again at the latest: it may have been set, and a machine may have slept."""
AT_ONCE = 16
"""Number of tables that are checked side by side, so that one with a held lock holds up no other."""
_STALE_MOMENTS = 64


class Clockwork:
    """A task that sleeps until the next deadline of any table that this process serves. Deadlines are stored with the
    tables, so they survive a restart.
    """

    def __init__(self, store: TableStore, playing: Playing, opening: Opening, clock: Clock) -> None:
        self._store, self._playing, self._opening, self._clock = store, playing, opening, clock
        self._due: list[tuple[float, int]] = []
        self._next: dict[int, float] = {}
        self._servers: dict[int, int] = {}
        """The server of each open table."""
        self._again: dict[int, Callable[[int], Awaitable[None]]] = {}
        """Work that failed at a table, to try again instead of looking at its clock."""
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._looks: set[asyncio.Task[None]] = set()
        self._replans: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(AT_ONCE)
        store.changed.append(self._changed)
        store.forgotten.append(self._campaign_changed)

    async def start(self) -> None:
        """Take the tables of all shards that this process serves, and begin to run."""
        await self.take(self._store.shards.held)
        self._task = asyncio.create_task(self._run(), name="clockwork")

    async def take(self, shards: frozenset[int]) -> None:
        """Read all deadlines at the tables of these shards, and give back the time in which nobody served them."""
        store = self._store
        due, undue = (
            await due_tables(store.db, store.shards, shards),
            await undue_tables(store.db, store.shards, shards),
        )
        self._servers |= {table_id: guild_id for _, table_id, guild_id in due} | dict(undue)
        for moment, table_id, _ in due:
            self._plan(table_id, moment)
        looks = await self._excuse([table_id for _, table_id, _ in due])
        looks += [await self._begin(table_id, self._replan_table) for table_id, _ in undue]
        await asyncio.gather(*looks)

    async def finish(self, shards: frozenset[int]) -> None:
        """Let no more clocks run out at the tables of these shards."""
        await self.forget(shards)

    async def forget(self, shards: frozenset[int]) -> None:
        """Drop the deadlines at the tables of these shards."""
        for table_id in [one for one, guild_id in self._servers.items() if self._store.shards.of(guild_id) in shards]:
            del self._servers[table_id]
            self._next.pop(table_id, None)
            self._again.pop(table_id, None)

    async def stop(self) -> None:
        """Cancel the task and everything it has begun."""
        tasks = [*self._looks, *self._replans, *([self._task] if self._task is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._task = None

    def _changed(self, before: Table | None, after: Table) -> None:
        if not self._store.shards.begins_for(after.record.guild_id):
            return
        moment = due_at(after)
        self._again.pop(after.id, None)
        if after.is_open:
            self._servers[after.id] = after.record.guild_id
        else:
            self._servers.pop(after.id, None)
        if moment is None:
            self._next.pop(after.id, None)
        elif self._next.get(after.id) != moment:
            self._plan(after.id, moment)

    def _campaign_changed(self, campaign_id: int) -> None:
        if self._task is not None:
            # These changes belong to no click: the one that changed the campaign has been answered, and draws no table.
            task = asyncio.create_task(
                self._replan(campaign_id), name=f"clock-campaign-{campaign_id}", context=contextvars.Context()
            )
            self._replans.add(task)
            task.add_done_callback(self._replans.discard)

    async def _replan(self, campaign_id: int) -> None:
        """Plan the campaign's open tables again: they may close sooner or later than before."""
        try:
            for table_id in await open_tables_in(self._store.db, campaign_id):
                await self._begin(table_id, self._replan_table)
        except Exception as error:  # noqa: BLE001  # whatever fails, the clock has to go on for everybody else
            log_unexpected(log, error, "the clocks of campaign %s keep their old times", campaign_id)

    async def _replan_table(self, table_id: int) -> None:
        self._changed(None, await self._store.replan(table_id))

    def _plan(self, table_id: int, moment: float) -> None:
        self._next[table_id] = moment
        if len(self._due) > 2 * len(self._next) + _STALE_MOMENTS:
            # Moments that are planned no more stay in the heap until their time has come.
            self._due = [(due, table) for table, due in self._next.items()]
            heapq.heapify(self._due)
        else:
            heapq.heappush(self._due, (moment, table_id))
        if self._due[0] == (moment, table_id):
            self._woken.set()

    async def _run(self) -> None:
        while True:
            planned = await self._until_due()
            now = self._clock.now()
            if now > planned + _LONGEST_SLEEP:
                log.warning("the process stood still for %.0f seconds, so turns get more time", now - planned)
                await self._excuse(list(self._next))
            while self._due and self._due[0][0] <= now:
                moment, table_id = heapq.heappop(self._due)
                if self._next.get(table_id) == moment:
                    del self._next[table_id]
                    await self._begin(table_id, self._again.pop(table_id, self._look))

    async def _until_due(self) -> float:
        """Sleep until the first deadline, an earlier one that is planned meanwhile, or the longest sleep. Returns the
        moment that was meant.
        """
        self._woken.clear()
        now = self._clock.now()
        until = min(self._due[0][0], now + _LONGEST_SLEEP) if self._due else now + _LONGEST_SLEEP
        woken = asyncio.ensure_future(self._woken.wait())
        slept = asyncio.ensure_future(self._sleep_until(until))
        waits: set[asyncio.Future[object]] = {woken, slept}  # pyright: ignore[reportAssignmentType]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        return max(until, now)

    async def _sleep_until(self, moment: float) -> None:
        await self._clock.sleep(moment - self._clock.now())

    async def _begin(self, table_id: int, work: Callable[[int], Awaitable[None]]) -> asyncio.Task[None]:
        """Run the work at a table in a task of its own, as soon as there is room for one."""
        await self._room.acquire()
        task = asyncio.create_task(self._tried(table_id, work), name=f"clock-{table_id}")
        self._looks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._looks.discard(task)
        self._room.release()

    async def _tried(self, table_id: int, work: Callable[[int], Awaitable[None]]) -> None:
        try:
            await work(table_id)
        except NotServed:
            pass  # its deadline is the other process's
        except Exception as error:  # noqa: BLE001  # one table's trouble must not stop the clocks of the others
            if not isinstance(error, TryAgain):
                log_unexpected(log, error, "the clock could not act at table %s", table_id)
            if table_id in self._servers:
                self._again[table_id] = work
                self._plan(table_id, self._clock.now() + RETRY_AFTER)

    async def _look(self, table_id: int) -> None:
        table = await self._playing.tick(table_id)
        due = close_at(table)
        if due is not None and due <= self._clock.now():
            table = await self._opening.close_untouched(table_id)
        self._changed(None, table)

    async def _excuse(self, tables: Iterable[int]) -> list[asyncio.Task[None]]:
        """Restart the clocks that have run out while the bot was away, or would before people are back."""
        soon, looks = self._clock.now() + BACK_AGAIN, list[asyncio.Task[None]]()
        for table_id in [table for table in tables if self._next.get(table, soon) < soon]:
            del self._next[table_id]
            looks.append(await self._begin(table_id, self._excuse_table))
        return looks

    async def _excuse_table(self, table_id: int) -> None:
        self._changed(None, await self._playing.excuse(table_id))
