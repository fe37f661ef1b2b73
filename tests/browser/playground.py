"""The playground as `make run` has it, in this process: local Discord, page, and the real bot on a real file."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord

from bot.app import connected, opened_services, point_discord_at
from bot.services import Services
from bot.settings import Settings
from bot.ui.client import Shadowport
from playground import main
from playground.database import PlaygroundDatabase
from playground.demo.world import DemoWorld
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Player, Seen
from tests.browser.address import opened_at_the_same_address
from tests.browser.clock import SkippingClock
from tests.kept_commands import commands_kept
from tests.local_discord import running
from tests.sqlite_file import lay_out, url_of

_BOT_WITHIN = 30.0


@dataclass
class Rooms:
    """What is there beside the bot; people do things by `Player` where clicking isn't the point."""

    opened: main.Playground
    clock: SkippingClock

    @property
    def address(self) -> str:
        """Where the page is, with its key."""
        return self.opened.page.address

    @property
    def demo(self) -> DemoWorld:
        return self.opened.demo

    @property
    def local(self) -> LocalDiscord:
        return self.demo.local

    @property
    def channel(self) -> Channel:
        """The channel that a page shows first."""
        return self.demo.channels[0]

    @property
    def gm(self) -> Player:
        return self.demo.gm

    def person(self, name: str) -> Player:
        """Return the person by the name that people see."""
        return next(one for one in self.demo.people if one.user.display_name == name)

    async def table(self, *names: str, deal: bool = False, channel: Channel | None = None, **options: str) -> Seen:
        """Open a high-stakes table of Pi'Lok without a clock, with these people at it, 500 credits each."""
        asked = {"preset": "high stakes", "clock": "off", **options}
        answer = await self.gm.slash(channel or self.channel, "pilok open", options=asked)
        assert answer.message is not None, answer
        table = answer.message
        for name in names:
            player = self.person(name)
            form = (await player.click(table, "Sit")).modal
            await player.submit(form, {"name": name, "Buy-in": "500"})
            await self.shows(table, name)
        if deal:
            await self.person(names[0]).click(table, "Deal")
            await self.shows(table, "to move")
        return table

    async def shows(self, message: Seen, text: str) -> None:
        """Wait until a message says so; what the bot draws only after a while is drawn now."""
        self.clock.skip(1)
        await self.local.world.until(lambda: text in message.text)


@dataclass
class Playground(Rooms):
    """A playground whose bot lets tests look into its books."""

    services: Services
    bot: Shadowport

    async def purses(self) -> dict[str, int]:
        """Return each character's purse by the ledger, in smallest coins."""
        campaign = await self.services.campaigns.at(self.demo.guild.id)
        mine = [await self.services.characters.mine(campaign.id, player.id) for player in self.demo.players]
        return {one.name: await self.services.wallet.balance(one) for characters in mine for one in characters}


@asynccontextmanager
async def opened_playground(
    folder: Path, *, clock: SkippingClock | None = None, **tables: Any
) -> AsyncIterator[Playground]:
    """Open a playground whose bot is ready when the block begins.

    `tables` goes to the tables: another source of chance, or of seeds.
    """
    clock, book = clock or SkippingClock(), PlaygroundDatabase.beside(url_of(folder / "shadowport.db"))
    await lay_out(book.path)
    async with opened_at_the_same_address(clock) as opened:
        # A clock that stands still would pace requests for ever.
        settings = opened.demo.settings(Settings(requests_per_second=0), book)
        with commands_kept(opened.demo.local):
            async with (
                opened_services(settings, clock, **tables) as services,
                connected(services, settings) as bot,
                running(bot),
            ):
                yield Playground(opened, clock, services, bot)


@asynccontextmanager
async def opened_with(client: discord.Client | None, *, port: int = 0) -> AsyncIterator[Rooms]:
    """Another bot than ours, connected when the block begins; or none at all."""
    clock = SkippingClock()
    async with main.opened_playground(port, clock) as opened:
        rooms = Rooms(opened, clock)
        if client is None:
            yield rooms
            return
        async with joined(client, rooms.local):
            yield rooms


@asynccontextmanager
async def joined(client: discord.Client, local: LocalDiscord) -> AsyncIterator[None]:
    """Connect a bot of the tests' own, ready for the length of the block."""
    point_discord_at(local.api_url, local.gateway_url)
    await client.login(local.token)
    async with running(client):
        yield


@asynccontextmanager
async def opened_as_run(folder: Path) -> AsyncIterator[Rooms]:
    """Open a playground whose bot comes and goes as in a process of its own, so it can be started again."""
    clock, book = SkippingClock(), PlaygroundDatabase.beside(url_of(folder / "shadowport.db"))
    async with main.opened_playground(0, clock) as opened:
        played = asyncio.create_task(opened.running.play(opened.demo.settings(Settings(), book), book, clock))
        try:
            await opened.demo.local.gateway.until_connected(_BOT_WITHIN)
            yield Rooms(opened, clock)
        finally:
            opened.running.end()
            await played
