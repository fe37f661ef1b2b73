"""A bot whose health is watched while something happens to its gateway."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.app import connected
from bot.health import EVERY, keep_signing, trouble
from bot.services import Services
from bot.ui.client import Shadowport
from bot.ui.connection import ACKNOWLEDGED_WITHIN
from playground.discord.server import LocalDiscord
from tests.manual_clock import ManualClock
from tests.ui.conftest import BOOK, running, settings_of

HEARTBEAT, RESUME = 1, 6
LONG = ACKNOWLEDGED_WITHIN + 2 * EVERY
"""Seconds after which health has to tell that a gateway is lost: less than three and a half heartbeats of Discord's."""


@dataclass
class Watched:
    """A connected bot, and what `health` says of it."""

    client: Shadowport
    local: LocalDiscord
    clock: ManualClock
    database: Path

    def trouble(self) -> str | None:
        return trouble(self.database, self.clock)

    async def heartbeats(self, count: int) -> None:
        """Wait until the bot has sent so many more heartbeats: what answers the ones before has arrived."""
        await self.sends(HEARTBEAT, count)

    async def sends(self, wanted: int, count: int = 1) -> None:
        """Wait for the bot to send this opcode `count` more times."""
        enough, sent = asyncio.Event(), list[int]()

        def told(opcode: int, _: Any) -> None:
            sent.extend([opcode] * (opcode == wanted))
            if len(sent) >= count:
                enough.set()

        self.local.gateway.on_opcode.append(told)
        await asyncio.wait_for(enough.wait(), 30)
        self.local.gateway.on_opcode.remove(told)


@asynccontextmanager
async def watched(services: Services, local: LocalDiscord, clock: ManualClock, folder: Path) -> AsyncIterator[Watched]:
    """Run the bot on a gateway that wants a heartbeat every quarter of a second."""
    local.gateway.heartbeat_seconds = 0.25
    async with connected(services, settings_of(local, folder)) as client, running(client):
        signing = asyncio.create_task(keep_signing(folder / BOOK, clock, {"gateway": client.lifeline.trouble}))
        bot = Watched(client, local, clock, folder / BOOK)
        await bot.heartbeats(3)
        await clock.advance(EVERY)
        assert bot.trouble() is None
        yield bot
        signing.cancel()
        await asyncio.gather(signing, return_exceptions=True)
