"""NPCs that play by themselves at twenty tables at once, four at each: how many moves a second workers and bot come to,
and how long the event loop stands still meanwhile.

No NPC hesitates here, so the bot asks all of them all the time. The machine's own clock drives the rest.
"""

import asyncio
import itertools
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot import games
from bot.app import opened_services
from bot.campaigns import AutopilotSettings, Pace, Person
from bot.clock import SystemClock
from bot.engine.ai.temper import Temper
from bot.npcs import autopilot
from bot.services import Services
from bot.settings import Settings
from bot.tables.model import Table
from bot.tables.table_store import Click

TABLES, NPCS = 20, 4
GAMES = ("pilok", "klingon")
SECONDS = 15.0
TICK = 0.002
GM = Person(1, is_owner=True)
GUILD = 500


async def _stalls(found: list[float]) -> None:
    """How much later than asked for the event loop comes back, again and again; in seconds."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        found.append(time.perf_counter() - before - TICK)


async def _opened(services: Services, game: str, number: int) -> Table:
    """Open a table with NPCs of the best skill, who put the most work into their decisions."""
    campaign = await services.campaigns.at(GUILD)
    rules = next(iter(games.spec_of(game).game.presets.values()))
    amount = games.spec_of(game).game.buy_in(rules).usual

    def click(what: str) -> Click:
        return Click(GM, GUILD, 600 + number, f"{what} {game} {number}", services.clock.now())

    table = await services.tables.opening.open(
        campaign, click("open"), game, rules, places=(600 + number,), pace=Pace.of("hours", 72)
    )
    for seat in range(NPCS):
        npc = await services.characters.create_npc(campaign, GM, "shark", f"{game} {number} {seat}")
        npc = await services.characters.set_pilot(
            campaign, GM, npc, AutopilotSettings(temper=Temper(style="shark", skill="expert"))
        )
        await services.wallet.grant(campaign, GM, [npc], 100 * amount, key=f"for {npc.id}", reason="to play with")
        await services.tables.seating.sit(table.id, click(f"sit {seat}"), npc, amount)
    return await services.tables.look(table.id)


async def _measured(game: str, count: int, seconds: float) -> dict[str, Any]:
    moves: list[float] = []
    stalls: list[float] = []
    over: asyncio.Queue[Table] = asyncio.Queue()
    begun = asyncio.Event()

    def changed(before: Table | None, after: Table) -> None:
        if before is not None and before.in_hand:
            moves.append(time.perf_counter())
            begun.set()
        if not after.in_hand:
            over.put_nowait(after)

    with tempfile.TemporaryDirectory() as folder, patch.object(autopilot, "pause_before_move", return_value=0.0):
        settings = Settings(database_url=f"sqlite:///{Path(folder) / 'bench.db'}")
        async with opened_services(settings, SystemClock()) as services:
            tables = [await _opened(services, game, number) for number in range(count)]
            services.tables.store.changed.append(changed)
            ticking = asyncio.create_task(_stalls(stalls))
            dealing = asyncio.create_task(_deal_on(services, tables, over))
            # The workers take their time to begin.
            await begun.wait()
            began = time.perf_counter()
            await asyncio.sleep(seconds)
            for task in (ticking, dealing):
                task.cancel()
    ordered = sorted(stalls)
    return {
        "moves_a_second": round(sum(moment > began for moment in moves) / seconds, 1),
        "stall_p99_ms": round(ordered[int(len(ordered) * 0.99)] * 1000, 1),
        "longest_stall_ms": round(ordered[-1] * 1000, 1),
    }


async def _deal_on(services: Services, tables: list[Table], over: asyncio.Queue[Table]) -> None:
    """Let the GM deal wherever a hand is over."""
    for table in tables:
        over.put_nowait(table)
    for number in itertools.count():
        table = await over.get()
        if len(table.ready) >= table.spec.game.seats[0]:
            click = Click(GM, GUILD, table.record.channel_id, f"deal {number}", services.clock.now())
            await services.tables.playing.deal(table.id, click)


async def measure(tables: int = TABLES, seconds: float = SECONDS) -> dict[str, Any]:
    """By game, over so many seconds of play; the workers have all the time they want."""
    return {"tables": tables, "npcs_a_table": NPCS, **{game: await _measured(game, tables, seconds) for game in GAMES}}
