"""A parlour: a harness in which NPCs play by themselves. What a worker would answer is answered at once, in this
process; time passes only as somebody lets it.
"""

import asyncio
from pathlib import Path
from typing import Any

from bot import games
from bot.campaigns import AutopilotSettings, Character, Pace, Wallet
from bot.db import Row
from bot.engine.ai.temper import Style, Temper
from bot.npcs.autopilot import NpcAutopilots
from bot.tables.hand.engine import RngFactory, committed_rng
from bot.tables.model import Table
from tests.tables.table_fixtures import ELSEWHERE, GM, LEADER_STAYS_AHEAD, TableHarness, loaded, over_and_over
from tests.workers import AtOnce

STEP = 0.1
"""Seconds: less than anybody takes for two moves, open bets included."""
LONGEST = 8 * 1.3
"""Seconds that nobody takes longer than."""


class Parlour(TableHarness):
    """A harness with pilots; they stop and start with the doors."""

    def __init__(self, path: Path, *, chances: RngFactory | None = None) -> None:
        super().__init__(path, chances=chances or loaded(over_and_over(LEADER_STAYS_AHEAD)))
        self.crew = AtOnce()
        self._stirred = asyncio.Event()

    async def open_doors(self) -> None:
        await super().open_doors()
        self.pilots = NpcAutopilots(self.tables, self.clock, self.crew)
        self.tables.store.changed.append(lambda _, __: self._stirred.set())
        await self.pilots.start()

    async def close_doors(self) -> None:
        await self.pilots.stop()
        await super().close_doors()

    async def npc(self, name: str, style: Style | None = "steady", **pilot: Any) -> Character:
        """Create an NPC on autopilot, or without a style one that isn't."""
        npc = await self.characters.create_npc(self.campaign, GM, "regular", name)
        if style is None:
            return npc
        return await self.characters.set_pilot(
            self.campaign, GM, npc, AutopilotSettings(temper=Temper(style=style), **pilot)
        )

    async def seats(self, name: str, style: Style | None = "steady", amount: int = 500, **pilot: Any) -> Character:
        npc = await self.npc(name, style, **pilot)
        await self.tables.seating.sit(self.table_id, self.click(GM), npc, amount)
        return npc

    async def moves_on(self) -> Table:
        """Return the table after the next event at it, however long an NPC thinks."""
        self._stirred.clear()
        for _ in range(10_000):
            await self.clock.advance(STEP)
            if self._stirred.is_set():
                break
        assert self._stirred.is_set()
        return await self.table()

    async def stays(self, seconds: float = 60) -> Table:
        """Return the table after a while in which nothing has happened at it."""
        before = await self.rows("actions")
        await self.clock.advance(seconds)
        assert await self.rows("actions") == before
        return await self.table()

    async def plays_on(self) -> Table:
        """Return the table when the hand is over, or waits for a person."""
        table = await self.table()
        while table.piloted:
            table = await self.moves_on()
        return table

    async def hidden(self, channel: int = ELSEWHERE) -> Table:
        """Open a table of Golem, where hands are hidden, in another channel."""
        rules = next(iter(games.spec_of("golem").game.presets.values()))
        click = self.click(GM, channel=channel)
        return await self.tables.opening.open(self.campaign, click, "golem", rules, places=(channel,), pace=Pace())

    async def grants(self, one: Character, amount: int) -> None:
        """Money out of nothing."""
        wallet = Wallet(self.database, self.characters, self.clock)
        await wallet.grant(self.campaign, GM, [one], amount, key=f"grant {one.id}", reason="to play with")

    def chances_are_sealed(self) -> None:
        self.tables.store.dealer.chances = committed_rng

    async def log(self) -> list[Row]:
        """Return the log of all hands, oldest first."""
        return await self.file.fetch("SELECT * FROM actions WHERE hand IS NOT NULL ORDER BY sequence")
