"""The playground as `make run` has it, in this process: local Discord, page, and the real bot on a real file."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.app import connected, opened_house
from bot.playground.main import Cantina, opened_cantina
from bot.playground.player import Player, Seen
from bot.playground.server import LocalDiscord
from bot.playground.world import Channel
from bot.settings import Settings
from bot.ui.client import Shadowport
from bot.ui.house import House
from tests.browser.clock import SkippingClock
from tests.local_discord import running
from tests.sqlite_file import url_of


@dataclass
class Playground:
    """Everything that is there; people do things by `Player` where clicking isn't the point."""

    cantina: Cantina
    house: House
    bot: Shadowport
    clock: SkippingClock

    @property
    def address(self) -> str:
        """Where the page is, with its key."""
        return self.cantina.address

    @property
    def local(self) -> LocalDiscord:
        return self.cantina.local

    @property
    def channel(self) -> Channel:
        """The channel that a page shows first."""
        return self.cantina.channels[0]

    @property
    def gm(self) -> Player:
        return self.cantina.gm

    def person(self, name: str) -> Player:
        """Somebody by the name that people see."""
        return next(one for one in (self.gm, *self.cantina.players) if one.user.display_name == name)

    async def table(self, *names: str, deal: bool = False, channel: Channel | None = None, **options: str) -> Seen:
        """A table of Pi'Lok by high stakes and without a clock, with these people at it, 500 credits each."""
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


@asynccontextmanager
async def opened_playground(folder: Path) -> AsyncIterator[Playground]:
    """The bot is ready when the block begins."""
    clock = SkippingClock()
    async with opened_cantina(0, clock) as cantina:
        settings = cantina.settings(Settings(database_url=url_of(folder / "shadowport.db")))
        async with opened_house(settings, clock) as house, connected(house, settings) as bot, running(bot):
            yield Playground(cantina, house, bot, clock)
