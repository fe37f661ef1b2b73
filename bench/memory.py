"""Resident memory of the bot's process: idle, with a hundred tables in a hand, and over many clicks at them.

People check, pass and deal at Pi'Lok tables, at each as soon as the last click there is drawn. Charts and boards are
never asked for, so what draws them isn't loaded. Processes that the bot starts aren't counted.
"""

import asyncio
import math
from statistics import linear_regression
from typing import Any

from bench.checks import SEATS, Tables
from bench.room import room
from bot.settings import MOST_TABLES

TABLES, CLICKS, LOOKS = 100, 100_000, 20
SETTLED = 5.0
"""Seconds without a click before the memory is read."""
_MIB = 2**20


async def measure(tables: int = TABLES, clicks: int = CLICKS, settled: float = SETTLED) -> dict[str, Any]:
    """Read the memory after each twentieth of the clicks. The growth is that of the second half, by least squares."""
    servers = math.ceil(tables / MOST_TABLES)
    async with room(tables * SEATS, servers=servers) as here:
        await asyncio.sleep(settled)
        idle = here.bot.resident()
        pilok = await Tables.opened(here)
        await asyncio.sleep(settled)
        opened = here.bot.resident()
        after = [opened]
        for _ in range(LOOKS):
            await pilok.play(clicks // LOOKS)
            after.append(here.bot.resident())
    late = range(LOOKS // 2, LOOKS + 1)
    slope, _ = linear_regression([look * (clicks // LOOKS) for look in late], [after[look] for look in late])
    return {
        "idle_mib": round(idle / _MIB, 1),
        "tables": tables,
        "more_with_tables_mib": round((opened - idle) / _MIB, 1),
        "clicks": clicks // LOOKS * LOOKS,
        "more_after_clicks_mib": [round((resident - opened) / _MIB, 1) for resident in after[1:]],
        "bytes_a_click": round(slope, 1),
    }
