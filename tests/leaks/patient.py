"""Time that passes at a table as it does where nothing takes long: what falls due is done before it goes on."""

import asyncio

from bot.tables.hand.timing import remind_at
from tests.manual_clock import ManualClock
from tests.ui.tables.evening import Evening


class Patient(ManualClock):
    """The clock of an evening, for whoever advances it: stops at each moment at which the table has something to do."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening.clock.now())
        self._evening, self._clock = evening, evening.clock

    def now(self) -> float:
        return self._clock.now()

    async def sleep(self, seconds: float) -> None:
        await self._clock.sleep(seconds)

    async def advance(self, seconds: float) -> None:
        until = self.now() + seconds
        while (due := await self._next()) is not None and due <= until:
            await self._clock.advance(due - self.now())
            await self._evening.eventually(self._is_done)
            await self.settle()
        await self._clock.advance(until - self.now())

    async def settle(self) -> None:
        """Reminders are posted or gone, and the GMs are told."""
        client = self._evening.client
        await asyncio.gather(client.reminders.tasks.finish(), client.gm_channel.tasks.finish())

    async def _next(self) -> float | None:
        """When the table has something to do next; None where there is no table, or nothing."""
        table = await self._evening.services.tables.in_channel(self._evening.channel.id)
        if table is None:
            return None
        due = (table.record.deadline, remind_at(table))
        return min((at for at in due if at is not None), default=None)

    async def _is_done(self) -> bool:
        """Return True if the hand is past that, and everyone who is due has been reminded."""
        table, due = await self._evening.table(), await self._next()
        reminder = table.record.reminder
        return (due is None or due > self.now()) and (reminder is None or reminder.message_id is not None)
