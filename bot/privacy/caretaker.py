"""The caretaker: goes round once an hour and whenever a hand has ended that somebody was to leave, and sees to it that
what was to go is gone: users and servers, files and offers that nobody has taken up, and what is left of all that in
the engine's own files.
"""

import asyncio
import logging
from collections.abc import Collection

from bot.clock import Clock
from bot.db import Database, log_unexpected
from bot.portability.pending_imports import too_old as too_old_files
from bot.privacy.departing import Departures
from bot.privacy.forgetting import Forgetting
from bot.privacy.traces import guilds_meant
from bot.tables.model import Table
from bot.tables.offers import too_old as too_old_offers
from bot.tables.service import TableService

log = logging.getLogger(__name__)
EVERY = 3_600.0
"""Seconds between two rounds."""
SOON = 60.0
"""Seconds until the engine's files are looked at again that somebody has read meanwhile."""


class Caretaker:
    """One task, and what it does: users are forgotten, and servers that have left are let go."""

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._clock = db.background, clock
        self._forgetting = Forgetting(self._db, tables, clock)
        self.departures = Departures(self._db, tables, clock)
        self._awaited: frozenset[int] = frozenset()
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        tables.desk.changed.append(self._changed)

    async def start(self) -> None:
        """Go round from now on, for the first time at once; what was broken off is taken up."""
        self._awaited = await self._forgetting.waiting_at()
        self._task = asyncio.create_task(self._run(), name="caretaker")

    async def stop(self) -> None:
        """What is half done is taken up at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
            await self._db.settle()

    async def forget(
        self, user_id: int, guild_id: int | None, *, everywhere: bool = False, known_as: Collection[str] = ()
    ) -> bool:
        """Forget the user on this server (None in direct messages), or on all.

        Return whether all is done already. What isn't waits for hands to end.
        """
        guilds = await guilds_meant(self._db, user_id, guild_id, everywhere=everywhere)
        is_done = await self._forgetting.ask(user_id, guilds, known_as=known_as)
        self._awaited = await self._forgetting.waiting_at()
        if not await self._db.settle():
            self._woken.set()
        return is_done

    def _changed(self, before: Table | None, after: Table) -> None:
        if after.id in self._awaited and not (after.in_hand and after.is_open):
            self._woken.set()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            is_settled = await self._go_round()
            woken = asyncio.create_task(self._woken.wait())
            slept = asyncio.create_task(self._clock.sleep(EVERY if is_settled else SOON))
            try:
                await asyncio.wait({woken, slept}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                woken.cancel()
                slept.cancel()

    async def _go_round(self) -> bool:
        """Whether nothing of what has gone is left in the engine's files."""
        try:
            await self._forgetting.go_on()
            await self.departures.let_go()
            self._awaited = await self._forgetting.waiting_at()
            now = self._clock.now()
            await self._db.apply(too_old_files(now), too_old_offers(now))
            return await self._db.settle()
        except Exception as error:  # noqa: BLE001  # whatever fails, there is another round
            log_unexpected(log, error, "the caretaker could not finish a round")
            return False
