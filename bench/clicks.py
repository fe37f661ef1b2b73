"""CPU of the bot's process for a committed "Check" at a Pi'Lok table, against bots of discord.py alone.

All three run at once, each in its own process on its own local Discord, with as many messages. They are clicked in
turn, click by click, by the machine's own clock. Each answers a click with an edit of the whole message. The bare
bots show the components of a Pi'Lok table, and commit nothing. `plain` is set up as discord.py's documentation has it,
`same_setup` with our bot's event loop, JSON library, intents and caches.

All figures are gross. The CPU that a process uses while nobody clicks is part of them, and also a figure of its own.
"""

import asyncio
import json
import math
import tempfile
from collections.abc import Mapping
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

    messages: list[Seen]

    async def ready(self) -> None: ...
    async def check(self, interval: float) -> Clicked: ...


class Messages:
    """Messages of a bare bot, one in each channel."""

    def __init__(self, here: Room, messages: list[Seen]) -> None:
        self._here, self.messages = here, messages

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
            message = self.messages[number]
            return self._here.players[number * SEATS + seat].press(message, message.buttons[0].custom_id)

        clicks = (
            lambda seat=seat, number=number: click(seat, number)
            for seat in range(SEATS)
            for number in range(len(self.messages))
        )
        return await clicked(clicks, interval / len(self.messages))


async def _idle(bots: dict[str, Child], seconds: float) -> dict[str, float]:
    """Microseconds of CPU a second, by bot, while nobody clicks."""
    before = {name: await bot.cpu() for name, bot in bots.items()}
    await asyncio.sleep(seconds)
    return {name: round((await bot.cpu() - before[name]) / 1000 / seconds, 1) for name, bot in bots.items()}


async def spent(
    bots: Mapping[str, Child], clicked_on: Mapping[str, Clickable], interval: float, after: float = WINDOW
) -> dict[str, tuple[float, Clicked]]:
    """Microseconds of CPU for each click, by bot, with whatever a bot still does within a while `after` the last.

    The clicks on the bots alternate, so what else the machine does meets all of them alike.
    """

    async def check(turn: int, clickable: Clickable) -> Clicked:
        await asyncio.sleep(turn * interval / len(clickable.messages) / len(bots))
        return await clickable.check(interval)

    for name in bots:
        await clicked_on[name].ready()
    await asyncio.sleep(after)
    before = [await bot.cpu() for bot in bots.values()]
    found = await asyncio.gather(*(check(turn, clicked_on[name]) for turn, name in enumerate(bots)))
    await asyncio.sleep(after)
    used = [await bot.cpu() - earlier for bot, earlier in zip(bots.values(), before, strict=True)]
    return {name: (used / 1000 / len(one.waits), one) for name, used, one in zip(bots, used, found, strict=True)}


async def measure(
    tables: int = TABLES, runs: int = RUNS, interval: float = INTERVAL, idle: float = IDLE
) -> dict[str, Any]:
    """Ratios of CPU for each click, as medians over the runs with their range."""
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
        await spent(bots, clicked_on, interval)
        idles = await _idle(bots, idle)
        costs: dict[str, list[float]] = {name: [] for name in bots}
        found: list[Clicked] = []
        for _ in range(runs):
            for name, (microseconds, clicks) in (await spent(bots, clicked_on, interval)).items():
                costs[name].append(microseconds)
                found.append(clicks)
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
