"""CPU of the bot's process for a committed "Check" at crooked Pi'Lok tables, with and without open private pages.

Three bots run at once, each in its own process on its own local Discord. At the tables of two bots, all four players
have their page "Up my sleeve" open. It shows their moves, and for one of these bots also their win chance. So a check
is drawn on four pages, and those of the player who clicks and of the next one are edited. At the third nobody has one.
"""

from contextlib import AsyncExitStack
from statistics import median
from typing import Any

from bench.checks import SEATS, Tables
from bench.clicks import spent
from bench.room import Room, room, the_message
from bot.ui.pages.private_pages import WINDOW
from playground.people import Seen

TABLES = 10
RUNS = 7
BOTS = ("none", "open", "open_without_odds")
INTERVAL = 1.0
"""Seconds between two clicks at a table."""
_TITLE = "Up my sleeve"
_SETTLED = WINDOW + 0.6
"""Seconds after the last click in which its pages are drawn."""


async def _pages(here: Room, tables: Tables) -> list[Seen]:
    """Open every player's page."""
    pages = [
        await here.players[number * SEATS + seat].click(table, _TITLE)
        for number, table in enumerate(tables.messages)
        for seat in range(SEATS)
    ]
    return [the_message((await page.done()).message) for page in pages]


async def measure(tables: int = TABLES, runs: int = RUNS, interval: float = INTERVAL) -> dict[str, Any]:
    """Medians over the runs, in which the clicks on the bots alternate."""
    async with AsyncExitStack() as stack:
        rooms = {name: await stack.enter_async_context(room(tables * SEATS)) for name in BOTS}
        clicked_on = {name: await Tables.opened(here, crooked=True) for name, here in rooms.items()}
        without = rooms["open_without_odds"]
        await without.gm.slash(without.channel, "campaign setup", odds=False)
        pages = [page for name in BOTS[1:] for page in await _pages(rooms[name], clicked_on[name])]
        bots = {name: here.bot for name, here in rooms.items()}
        await spent(bots, clicked_on, interval, _SETTLED)
        costs: dict[str, list[float]] = {name: [] for name in BOTS}
        before = sum(page.message.version for page in pages)
        for _ in range(runs):
            for name, (cost, _clicks) in (await spent(bots, clicked_on, interval, _SETTLED)).items():
                costs[name].append(cost)
        edits = sum(page.message.version for page in pages) - before
    none = costs["none"]
    ratios = {name: [there / here for there, here in zip(costs[name], none, strict=True)] for name in BOTS[1:]}
    clicks = runs * SEATS * tables
    return {
        **{f"{name}_times_none": round(median(each), 2) for name, each in ratios.items()},
        "spread": {name: [round(min(each), 2), round(max(each), 2)] for name, each in ratios.items()},
        "us_a_click": {name: round(median(each)) for name, each in costs.items()},
        "extra_us_a_page": {
            name: round(median(there - here for there, here in zip(costs[name], none, strict=True)) / SEATS)
            for name in BOTS[1:]
        },
        "pages_a_table": SEATS,
        "edits_a_click": round(edits / clicks / len(ratios), 2),
        "tables": tables,
        "clicks": clicks,
        "runs": runs,
    }
