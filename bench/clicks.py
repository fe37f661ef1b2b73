"""CPU of the bot's process per click, each click waiting for its redraw: bare discord.py against a move in Pi'Lok."""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bot.clock import SystemClock
from bot.emoji.files import shipped
from bot.playground.player import Player, Seen
from bot.playground.server import LocalDiscord
from bot.playground.world import Channel

CLICKS = 500
RUNS = 5
SEATS = 4


@dataclass
class Child:
    """A bot in its own process."""

    process: asyncio.subprocess.Process

    async def cpu(self) -> int:
        """Nanoseconds of user and system time so far."""
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("the child has no pipes")
        self.process.stdin.write(b"\n")
        await self.process.stdin.drain()
        return int(await self.process.stdout.readline())


@asynccontextmanager
async def child(local: LocalDiscord, folder: Path, *arguments: str) -> AsyncIterator[Child]:
    environment = {
        **os.environ,
        "DISCORD_TOKEN": local.token,
        "DISCORD_API_URL": local.api_url,
        "DISCORD_GATEWAY_URL": local.gateway_url,
        "DATABASE_URL": f"sqlite:///{folder / 'bench.db'}",
        "LOG_LEVEL": "WARNING",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.child", *arguments, env=environment,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield Child(process)
    finally:
        process.terminate()
        await process.wait()


@dataclass
class Room:
    """A fresh server with its players, and a bot that is ready."""

    local: LocalDiscord
    channel: Channel
    players: list[Player]
    bot: Child


@asynccontextmanager
async def room(players: int, *arguments: str) -> AsyncIterator[Room]:
    local = LocalDiscord(SystemClock())
    local.rates.enabled = False
    await local.start()
    guild = local.world.add_guild("Bench", owner=local.world.add_user("GM"))
    channel = local.world.add_channel(guild, "tables")
    people = [Player(local, local.world.add_member(guild, f"Player {number}")) for number in range(players)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with child(local, Path(folder), *arguments) as bot:
                await local.world.until(lambda: bool(people[0].commands(channel)), 20)
                await local.gateway.until_connected()
                if "bare" not in arguments:
                    await local.world.until(lambda: len(local.world.emojis) == len(shipped()), 60)
                yield Room(local, channel, people, bot)
    finally:
        await local.stop()


async def bare(shape: dict[str, Any]) -> float:
    """Microseconds of CPU per no-op edit."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(shape, file)
        file.flush()
        async with room(1, "bare", file.name) as here:
            answer = await here.players[0].slash(here.channel, "bare")
            message = _message(answer.message)
            await _press(here.players[0], message, 50)
            before = await here.bot.cpu()
            await _press(here.players[0], message, CLICKS)
            return (await here.bot.cpu() - before) / CLICKS / 1000


async def _press(player: Player, message: Seen, times: int) -> None:
    for _ in range(times):
        await player.click(message, "again:0")


async def pilok() -> tuple[float, dict[str, Any]]:
    """Microseconds of CPU per move (a check: one durable commit, one edit), and the shape of the message."""
    async with room(SEATS, "pilok") as here:
        answer = await here.players[0].slash(here.channel, "pilok open", preset="high stakes", clock="off")
        table = _message(answer.message)
        for number, player in enumerate(here.players):
            form = (await player.click(table, "Sit")).modal
            await player.submit(form, {"name": f"Gambler {number}"})
        spent, clicks, shape = 0, -SEATS * 6, {}
        while clicks < CLICKS:
            await here.players[0].click(table, "Deal" if table.find("Deal") else "Next hand")
            for _ in range(3):
                before = await here.bot.cpu()
                for _ in here.players:
                    await _whoever_is_to_move(here, table).click(table, "Check")
                after = await here.bot.cpu()
                spent, clicks = spent + (after - before if clicks >= 0 else 0), clicks + SEATS
            shape = _shape(table)
            while table.find("Pass"):
                await _whoever_is_to_move(here, table).click(table, "Pass")
        return spent / clicks / 1000, shape


def _whoever_is_to_move(here: Room, table: Seen) -> Player:
    line = next(line for line in table.lines if line.startswith("▸"))
    return here.players[int(line.split("Gambler ")[1][0])]


def _shape(table: Seen) -> dict[str, Any]:
    buttons = [button.label for button in table.buttons]
    return {"texts": table.text.split("\n-# hand")[0].rsplit("\n", 1), "rows": [buttons[:4], buttons[4:8]]}


def _message(message: Seen | None) -> Seen:
    if message is None:
        raise RuntimeError("the bot gave no message")
    return message


async def measure() -> dict[str, Any]:
    """Both, alternating; medians and their ratio."""
    moves: list[float] = []
    edits: list[float] = []
    shape: dict[str, Any] = {}
    for _ in range(RUNS):
        spent, shape = await pilok()
        moves.append(spent)
        edits.append(await bare(shape))
    return {
        "clicks": CLICKS,
        "runs": RUNS,
        "bare_edit_us": [round(value) for value in edits],
        "pilok_move_us": [round(value) for value in moves],
        "median_bare_us": round(median(edits)),
        "median_pilok_us": round(median(moves)),
        "ratio": round(median(moves) / median(edits), 3),
    }
