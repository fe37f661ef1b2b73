"""CPU of the bot's process for a committed "Check" at a Pi'Lok table, against bots of discord.py alone.

All three run at once, each in its own process on its own local Discord, with as many messages. They are clicked in
turn and equally often, by the machine's own clock. Each answers a click with an edit of the whole message. The bare
bots show the components of a Pi'Lok table, and commit nothing. `plain` is set up as discord.py's documentation has it,
`same_setup` with our bot's event loop, JSON library, intents and caches.

All figures are gross. The CPU that a process uses while nobody clicks is part of them, and also a figure of its own.
"""

import asyncio
import json
import math
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any, Protocol

from bench.checks import SEATS, Clicked, Tables, clicked
from bench.room import Child, Room, room, the_message
from bot.settings import MOST_TABLES
from bot.ui.render.renderer import WINDOW
from playground.discord.limits.components import walk
from playground.people import Seen

TABLES = 30
RUNS = 7
INTERVAL = 1.0
"""Seconds between two clicks at a table."""
IDLE = 10.0
"""Seconds in which nobody clicks."""
REFERENCES = ("plain", "same_setup")


class Clickable(Protocol):
    """Messages that are clicked at a pace; `ready` brings them there, and isn't measured."""

    async def ready(self) -> None: ...
    async def check(self, interval: float) -> Clicked: ...


class Messages:
    """Messages of a bare bot, one in each channel."""

    def __init__(self, here: Room, messages: list[Seen]) -> None:
        self._here, self._messages = here, messages

    @classmethod
    async def posted(cls, here: Room) -> "Messages":
        posted: list[Seen] = []
        for number in range(len(here.players) // SEATS):
            player = here.players[number * SEATS]
            answer = await player.slash(here.add_channel(f"table-{number}", player), "bare")
            posted.append(the_message(answer.message))
        return cls(here, posted)

    async def ready(self) -> None:
        """They always are."""

    async def check(self, interval: float) -> Clicked:
        """Let every player click once, each message once in `interval` seconds."""

        async def click(seat: int, number: int) -> Any:
            message = self._messages[number]
            return self._here.players[number * SEATS + seat].press(message, message.buttons[0].custom_id)

        clicks = (
            lambda seat=seat, number=number: click(seat, number)
            for seat in range(SEATS)
            for number in range(len(self._messages))
        )
        return await clicked(clicks, interval / len(self._messages))


async def _idle(bots: dict[str, Child], seconds: float) -> dict[str, float]:
    """Microseconds of CPU a second, by bot, while nobody clicks."""
    before = {name: await bot.cpu() for name, bot in bots.items()}
    await asyncio.sleep(seconds)
    return {name: round((await bot.cpu() - before[name]) / 1000 / seconds, 1) for name, bot in bots.items()}


async def spent(bot: Child, messages: Clickable, interval: float, after: float = WINDOW) -> tuple[float, Clicked]:
    """Microseconds of CPU for each click, with whatever the bot still does within a while `after` the last."""
    await messages.ready()
    before = await bot.cpu()
    found = await messages.check(interval)
    await asyncio.sleep(after)
    return (await bot.cpu() - before) / 1000 / len(found.waits), found


async def measure(
    tables: int = TABLES, runs: int = RUNS, interval: float = INTERVAL, idle: float = IDLE
) -> dict[str, Any]:
    """Ratios of CPU for each click, as medians over the runs with their range. A run clicks on all three in turn."""
    servers = math.ceil(tables / MOST_TABLES)
    async with AsyncExitStack() as stack:
        ours = await stack.enter_async_context(room(tables * SEATS, servers=servers))
        pilok = await Tables.opened(ours)
        shape = pilok.messages[0].message.components
        setups = {"shadowport": await ours.bot.setup()}
        bots, clicked_on = {"shadowport": ours.bot}, dict[str, Clickable](shadowport=pilok)
        file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "shape.json"
        file.write_text(json.dumps(shape), encoding="utf-8")
        for name, like in zip(REFERENCES, ((), (json.dumps(setups["shadowport"]),)), strict=True):
            here = await stack.enter_async_context(room(tables * SEATS, "bare", str(file), *like, servers=servers))
            bots[name], clicked_on[name] = here.bot, await Messages.posted(here)
            setups[name] = await here.bot.setup()
        if setups["same_setup"] != setups["shadowport"]:
            raise RuntimeError(f"the bots differ in their setup: {setups}")
        for name, bot in bots.items():
            await spent(bot, clicked_on[name], interval)
        idles = await _idle(bots, idle)
        costs: dict[str, list[float]] = {name: [] for name in bots}
        found: list[Clicked] = []
        for run in range(runs):
            names = list(bots)
            for name in names[run % 3 :] + names[: run % 3]:
                microseconds, here_found = await spent(bots[name], clicked_on[name], interval)
                costs[name].append(microseconds)
                found.append(here_found)
    ratios = {
        name: [ours / theirs for ours, theirs in zip(costs["shadowport"], costs[name], strict=True)]
        for name in REFERENCES
    }
    return {
        **{name: round(median(each), 2) for name, each in ratios.items()},
        "spread": {name: [round(min(each), 2), round(max(each), 2)] for name, each in ratios.items()},
        "us_a_click": {name: round(median(each)) for name, each in costs.items()},
        "idle_us_a_second": idles,
        "tables": tables,
        "clicks_a_second": round(tables / interval, 1),
        "clicks": runs * SEATS * tables,
        "runs": runs,
        "answered_with_message_percent": round(
            100 * sum(one.with_message for one in found) / sum(len(one.waits) for one in found), 1
        ),
        "components": len(list(walk(shape))),
        "setups": setups,
    }
