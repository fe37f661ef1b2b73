"""The slash commands, on every server or on some: registered where they differ, and nowhere twice."""

import logging
from pathlib import Path
from typing import Any

import pytest
from discord.app_commands import Command

from bot.app import connected
from bot.services import Services
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild
from playground.people import Player
from tests.kept_commands import registering
from tests.ui.conftest import running, settings_of

ABSENT = 4242


@pytest.fixture(autouse=True)
def _registers(local: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots of these tests register their commands themselves, with only two cogs, which is quicker."""
    monkeypatch.setattr(Shadowport, "_sync", registering)
    monkeypatch.setattr("bot.ui.client.extensions", lambda: ["cogs.dice.cog", "cogs.wallet.cog"])


@pytest.fixture
def guild(local: LocalDiscord) -> Guild:
    return local.world.add_guild("Cantina")


@pytest.fixture
def other(local: LocalDiscord) -> Guild:
    return local.world.add_guild("Palace")


class Starts:
    """Bots that start with one SYNC_GUILDS after the other."""

    def __init__(self, local: LocalDiscord, services: Services, folder: Path) -> None:
        self._local, self._services, self._settings = local, services, settings_of(local, folder)

    async def with_guilds(self, *guild_ids: int) -> list[str]:
        """Start and stop; the paths that were written to."""
        del self._local.requests[:]
        async with connected(self._services, self._settings.model_copy(update={"sync_guilds": guild_ids})):
            pass
        return [request.route for request in self._local.requests if request.method == "PUT"]

    def there(self) -> dict[int | None, int]:
        """Return the number of commands that Discord has, by server; None are the global ones."""
        return {owner: len(found) for owner, found in self._local.world.commands.items() if found}

    async def kept(self) -> list[int]:
        rows = await self._services.db.fetch("SELECT guild_id FROM command_servers ORDER BY guild_id")
        return [row["guild_id"] for row in rows]


@pytest.fixture
def starts(local: LocalDiscord, services: Services, tmp_path: Path) -> Starts:
    return Starts(local, services, tmp_path)


@pytest.fixture
async def count(starts: Starts) -> int:
    """Return the number of commands that are registered globally."""
    await starts.with_guilds()
    (number,) = starts.there().values()
    return number


async def test_commands_that_are_the_same_are_not_registered_again(starts: Starts, guild: Guild, count: int):
    assert await starts.with_guilds() == []
    assert len(await starts.with_guilds(guild.id)) == 2
    assert await starts.with_guilds(guild.id) == []
    assert starts.there() == {guild.id: count}


async def test_switching_to_servers_removes_the_global_commands_last(starts: Starts, guild: Guild, count: int):
    written = await starts.with_guilds(guild.id)
    assert ["guild" in path for path in written] == [True, False]
    assert starts.there() == {guild.id: count}
    assert await starts.kept() == [guild.id]


async def test_the_commands_of_a_server_are_answered_there(
    local: LocalDiscord, services: Services, guild: Guild, tmp_path: Path
):
    owner = Player(local, local.world.users[guild.owner_id])
    settings = settings_of(local, tmp_path).model_copy(update={"sync_guilds": (guild.id,)})
    async with connected(services, settings) as client, running(client):
        answer = await owner.slash(local.world.add_channel(guild, "tables"), "roll", dice="2d6")
        assert (await answer.done()).message is not None


async def test_switching_back_removes_the_servers_commands(starts: Starts, guild: Guild, other: Guild, count: int):
    await starts.with_guilds(guild.id, other.id)
    assert starts.there() == {guild.id: count, other.id: count}
    written = await starts.with_guilds()
    assert ["guild" in path for path in written] == [False, True, True]
    assert starts.there() == {None: count}
    assert await starts.kept() == []


async def test_a_server_that_is_no_longer_listed_loses_its_commands(
    starts: Starts, guild: Guild, other: Guild, count: int
):
    await starts.with_guilds(guild.id, other.id)
    await starts.with_guilds(other.id)
    assert starts.there() == {other.id: count}
    assert await starts.kept() == [other.id]


async def test_a_server_that_the_bot_is_not_on_is_one_warning(
    starts: Starts, guild: Guild, count: int, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.WARNING, "bot"):
        await starts.with_guilds(ABSENT, guild.id)
    assert [str(ABSENT) in record.getMessage() for record in caplog.records if record.name.startswith("bot")] == [True]
    assert starts.there() == {guild.id: count}
    assert await starts.kept() == [guild.id]


async def test_a_server_that_has_removed_the_bot_loses_its_commands_once_it_is_back(
    starts: Starts, local: LocalDiscord, guild: Guild, count: int
):
    await starts.with_guilds(guild.id)
    guild.has_bot = False
    await starts.with_guilds()
    assert await starts.kept() == [guild.id]
    guild.has_bot = True
    await starts.with_guilds()
    assert starts.there() == {None: count}
    assert await starts.kept() == []


async def test_a_registration_that_is_broken_off_is_known_at_the_next_start(
    starts: Starts, guild: Guild, count: int, monkeypatch: pytest.MonkeyPatch
):
    async def broken_off(*_: object, **__: object) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr("discord.app_commands.CommandTree.sync", broken_off)
        with pytest.raises(ConnectionResetError):
            await starts.with_guilds(guild.id)
    assert await starts.kept() == [guild.id]


async def test_options_in_another_order_are_registered_again(starts: Starts, monkeypatch: pytest.MonkeyPatch):
    to_dict, step = Command.to_dict, 1

    def turned(command: Any, tree: Any) -> dict[str, Any]:
        found = to_dict(command, tree)
        optional = [{**option, "required": False} for option in found["options"][::step]]
        return {**found, "options": optional} if command.name == "roll" else found

    monkeypatch.setattr(Command, "to_dict", turned)
    assert len(await starts.with_guilds()) == 1
    step = -1
    assert len(await starts.with_guilds()) == 1
    assert await starts.with_guilds() == []


async def test_commands_that_discord_lists_in_another_order_are_not_registered_again(
    starts: Starts, local: LocalDiscord, count: int
):
    there = local.world.commands[None]
    turned = [
        one | {"options": one["options"][::-1]} if one["name"] == "wallet" else one for one in reversed(there.values())
    ]
    assert len(turned) == count
    local.world.commands[None] = {int(one["id"]): one for one in turned}
    assert await starts.with_guilds() == []
