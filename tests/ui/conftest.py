"""A local Discord with the real bot on it, one server, its GM and two players. The clock stands still."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.app import connected, opened_services
from bot.campaigns import Campaign, Character, Person
from bot.engine.skills import parse_sheet
from bot.services import Services
from bot.settings import Settings
from bot.ui.client import Shadowport
from playground.discord.limits.components import BUTTON
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player, Seen
from tests.local_discord import local_discord, running
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out, url_of
from tests.workers import AtOnce

BOOK = "shadowport.db"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def local(clock: ManualClock) -> AsyncIterator[LocalDiscord]:
    async with local_discord(clock) as server:
        yield server


@pytest.fixture
def guild(local: LocalDiscord) -> Guild:
    return local.world.add_guild("Cantina", owner=local.world.add_user("Lady Proxima"))


@pytest.fixture
def channel(local: LocalDiscord, guild: Guild) -> Channel:
    return local.world.add_channel(guild, "tables")


@pytest.fixture
def gm(local: LocalDiscord, guild: Guild) -> Player:
    """Return the owner of the server."""
    return Player(local, local.world.users[guild.owner_id])


@pytest.fixture
def han(local: LocalDiscord, guild: Guild) -> Player:
    return Player(local, local.world.add_member(guild, "Han"))


@pytest.fixture
def lando(local: LocalDiscord, guild: Guild) -> Player:
    return Player(local, local.world.add_member(guild, "Lando"))


@cache
def _usual_settings() -> Settings:
    return Settings()


def settings_of(local: LocalDiscord, folder: Path) -> Settings:
    """Return the settings of a bot on that local Discord. The environment is read once a process: it takes as long as a
    command.
    """
    own = {
        "discord_token": SecretStr(local.token),
        "discord_api_url": local.api_url,
        "discord_gateway_url": local.gateway_url,
        "database_url": url_of(folder / BOOK),
    }
    return _usual_settings().model_copy(update=own)


@pytest.fixture
async def services(local: LocalDiscord, clock: ManualClock, tmp_path: Path) -> AsyncIterator[Services]:
    """Yield the services on a temporary file."""
    await lay_out(tmp_path / BOOK)
    async with opened_services(settings_of(local, tmp_path), clock, workers=AtOnce()) as opened:
        yield opened


@pytest.fixture
async def bot(
    services: Services, local: LocalDiscord, guild: Guild, channel: Channel, tmp_path: Path
) -> AsyncIterator[Shadowport]:
    """Yield the real client, connected and ready."""
    async with connected(services, settings_of(local, tmp_path)) as client, running(client):
        yield client


def with_button(seen: Seen, custom_id: str) -> Seen:
    """Return the message as if its first button had this id: ids are no secret, and the bot must not trust them."""
    next(part for part in seen.components if part["type"] == BUTTON)["custom_id"] = custom_id
    return seen


Settle = Callable[[], Awaitable[None]]


@pytest.fixture
def settle(clock: ManualClock) -> Settle:
    """Let ten seconds pass: whoever clicked a lot may click again, and what waits to be drawn is drawn."""
    return lambda: clock.advance(10)


class Cast:
    """Characters that are there before the evening begins, made past the commands."""

    def __init__(self, services: Services, guild: Guild) -> None:
        self._services, self._guild = services, guild

    def person(self, player: Player) -> Person:
        return Person(player.id, is_owner=player.id == self._guild.owner_id)

    async def campaign(self) -> Campaign:
        return await self._services.campaigns.at(self._guild.id)

    async def pc(self, player: Player, name: str, sheet: str = "") -> Character:
        campaign = await self.campaign()
        read = parse_sheet(sheet, campaign.settings.system)
        return await self._services.characters.create(campaign, self.person(player), name, read)

    async def npc(self, name: str = "", template: str = "regular") -> Character:
        boss = Person(self._guild.owner_id, is_owner=True)
        return await self._services.characters.create_npc(await self.campaign(), boss, template, name)

    async def purse(self, character: Character) -> int:
        return await self._services.wallet.balance(character)


@pytest.fixture
def cast(services: Services, guild: Guild) -> Cast:
    return Cast(services, guild)
