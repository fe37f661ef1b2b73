"""The playground with the bot on it, and somebody who presses “Try a table”."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.app import connected, opened_services
from bot.ledger import audit
from bot.settings import Settings
from bot.ui.client import Shadowport
from playground.database import PlaygroundDatabase
from playground.demo import DemoTables
from playground.demo.table import button, is_table
from playground.demo.world import DemoWorld
from playground.discord.world import Channel
from playground.people import Answer, Button, Player, Seen
from tests.local_discord import running
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out, url_of

PRIMARY = 1


@dataclass
class Premiere:
    """The playground's server with the bot on it, and somebody who presses “Try a table”."""

    demo: DemoWorld
    bot: Shadowport
    clock: ManualClock
    rehearsal: DemoTables

    @property
    def gm(self) -> Player:
        return self.demo.gm

    def player(self, name: str) -> Player:
        return next(player for player in self.demo.players if player.user.display_name == name)

    async def tries(self, person: Player, game: str | None = None, preset: str | None = None, *people: Player) -> Seen:
        """Try the game, and return the new table, drawn with all who sit there."""
        (place_id,) = await self.done(self.rehearsal.try_table(person, game, preset, people or None))
        place = self.place(place_id)
        await self.clock.advance(5)
        return await self.table(place)

    async def done(self, *trying: Awaitable[int]) -> list[int]:
        """Return the tables that they get. Time passes meanwhile: the bot may ask a person to wait."""
        together = asyncio.gather(*trying)
        while not together.done():
            await asyncio.wait({together}, timeout=0.1)
            await self.clock.advance(1)
        return await together

    async def table(self, place: Channel) -> Seen:
        """Return the open table of that channel, as soon as its first hand is dealt or can be."""
        return await self.gm.until_sees(
            place, lambda seen: is_table(seen) and ((found := deal_of(seen)) is None or found.style == PRIMARY)
        )

    async def seated(self, table: Seen) -> list[str]:
        """Return the names of those who sit there, NPCs with a sign."""
        found = await self.bot.services.tables.in_channel(table.message.channel_id)
        assert found is not None
        return [found.voice.name(chair.seat).strip("*") + " (NPC)" * chair.is_npc for chair in found.record.chairs]

    def place(self, channel_id: int) -> Channel:
        found = self.demo.local.world.channel(channel_id)
        assert found is not None
        return found

    def name_of(self, table: Seen) -> str:
        return self.place(table.message.channel_id).name

    async def answer(self, person: Player, command: str, **options: Any) -> Answer:
        return await person.slash(self.demo.channels[0], command, **options)

    async def characters(self) -> list[tuple[str, str]]:
        """Kind and name of everybody in the book."""
        rows = await self.bot.services.db.fetch("SELECT kind, name FROM characters ORDER BY kind, name")
        return [(row["kind"], row["name"]) for row in rows]

    def left_lying(self) -> list[Seen]:
        """Private messages that somebody still sees."""
        places = (*self.demo.channels, self.demo.gm_channel, *self.demo.guild.threads.values())
        seen = (seen for person in self.demo.people for place in places for seen in person.sees(place))
        return [message for message in seen if message.ephemeral]


def deal_of(table: Seen) -> Button | None:
    """Return the button that begins a hand, whatever the game calls it."""
    return button(table, "deal")


@asynccontextmanager
async def bot_on(demo: DemoWorld, clock: ManualClock, folder: Path) -> AsyncIterator[Premiere]:
    book = PlaygroundDatabase.beside(url_of(folder / "shadowport.db"))
    await lay_out(book.path)
    settings = demo.settings(Settings(), book)
    async with opened_services(settings, clock) as services, connected(services, settings) as bot, running(bot):
        yield Premiere(demo, bot, clock, DemoTables(demo))
        assert (await audit(services.db)).is_clean
