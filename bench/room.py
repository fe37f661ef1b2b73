"""A fresh local Discord in this process, its people, and a bot in a process of its own whose CPU time can be read."""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.clock import SystemClock
from bot.images.upload import shipped
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player, Seen

OURS = "shadowport"
"""The argument of `bench.child` that runs the bot itself, as `python -m bot` does."""
_ONLINE_WITHIN = 60.0
"""Seconds; a safety net."""


@dataclass
class Child:
    """A bot in its own process."""

    process: asyncio.subprocess.Process

    async def cpu(self) -> int:
        """Return the nanoseconds of user and system time that the process has used so far."""
        return await self._ask("cpu")

    async def setup(self) -> dict[str, Any]:
        """Return the event loop, JSON library, intents and caches that the bot runs with."""
        return await self._ask("setup")

    def resident(self) -> int:
        """Return the bytes of memory that the process has, without its workers; 0 on systems that don't tell."""
        status = Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
        return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:")), 0)

    async def stop(self) -> None:
        """End the bot in good order."""
        if self.process.returncode is None:
            self.process.terminate()
        await self.process.wait()

    async def _ask(self, question: str) -> Any:
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("the child has no pipes")
        self.process.stdin.write(f"{question}\n".encode())
        await self.process.stdin.drain()
        line = await self.process.stdout.readline()
        if not line:
            raise RuntimeError("the bot's process has ended")
        return json.loads(line)


@dataclass
class Room:
    """Fresh servers with their people, and a bot that is ready. The GM owns the servers; players own nothing."""

    local: LocalDiscord
    guilds: list[Guild]
    gm: Player
    players: list[Player]
    bot: Child
    database: Path

    @property
    def channel(self) -> Channel:
        """The first channel of the first server."""
        return next(iter(self.guilds[0].channels.values()))

    def add_channel(self, name: str, player: Player | None = None) -> Channel:
        """Add a channel to the server of that player, without one to the first."""
        guild = next((guild for guild in self.guilds if player and player.id in guild.members), self.guilds[0])
        return self.local.world.add_channel(guild, name)


@asynccontextmanager
async def room(players: int, *arguments: str, servers: int = 1, url: str = "") -> AsyncIterator[Room]:
    """Start a local Discord with so many players, and `bench.child` with these arguments, by default our bot. It gets
    the database of that URL, or a new file.

    Each server has as many of the players as the next, the first of them those that come first.
    """
    local = LocalDiscord(SystemClock())
    local.rates.enabled = False
    await local.start()
    owner = local.world.add_user("GM")
    guilds = [local.world.add_guild(f"Bench {number}", owner=owner) for number in range(servers)]
    channels = [local.world.add_channel(guild, "tables") for guild in guilds]
    people = [
        Player(local, local.world.add_member(guilds[number * servers // players], f"Player {number}"))
        for number in range(players)
    ]
    try:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "bench.db"
            async with started_child(local, database, *(arguments or (OURS,)), DATABASE_URL=url) as bot:
                await local.world.until(lambda: bool(people[0].commands(channels[0])), _ONLINE_WITHIN)
                await local.gateway.until_connected()
                if not arguments:
                    await local.world.until(lambda: len(local.world.emojis) == len(shipped()), _ONLINE_WITHIN)
                yield Room(local, guilds, Player(local, owner), people, bot, database)
    finally:
        await local.stop()


@asynccontextmanager
async def started_child(local: LocalDiscord, database: Path, *arguments: str, **settings: str) -> AsyncIterator[Child]:
    """Run `bench.child` with these arguments on that Discord and database, and end it at last. Settings that aren't
    empty go before the usual ones.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path.cwd()),
        "DISCORD_TOKEN": local.token,
        "DISCORD_API_URL": local.api_url,
        "DISCORD_GATEWAY_URL": local.gateway_url,
        "DATABASE_URL": f"sqlite:///{database}",
        "LOG_LEVEL": "WARNING",
        **{name: value for name, value in settings.items() if value},
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.child", *arguments, env=environment, cwd=database.parent,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    bot = Child(process)
    try:
        yield bot
    finally:
        await bot.stop()


def the_message(seen: Seen | None) -> Seen:
    """Return the message; raise RuntimeError where the bot gave none."""
    if seen is None:
        raise RuntimeError("the bot gave no message")
    return seen


BETS = "Red for"
"""How the button begins that bets on red."""


async def roulette_table(room: Room, name: str, people: list[Player]) -> Seen:
    """Return a roulette table without a clock, in a channel of that name, at which these people sit and may bet."""
    keeper = people[0]
    channel = room.add_channel(name, keeper)
    offered = the_message((await keeper.slash(channel, "roulette open", clock="off")).message)
    await keeper.click(offered, "Open the table")
    table = await keeper.until_sees(channel, lambda seen: seen.find("Sit"))
    for number, player in enumerate(people):
        await player.submit((await player.click(table, "Sit")).modal, {"name": f"Bettor {name} {number}"})
    await room.local.world.until(lambda: table.find("First spin") is not None)
    await keeper.click(table, "First spin")
    await room.local.world.until(lambda: table.find(BETS) is not None)
    return table
