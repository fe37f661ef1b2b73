"""Forty people click within one second, with jitter: how long each waits for the acknowledgement."""

import asyncio
import random
import time
from typing import Any

from bench.clicks import room
from bot.playground.player import Player, Seen

PEOPLE = 40
SEATED = 10
RUNS = 5


async def _click_later(player: Player, table: Seen, label: str, after: float) -> float:
    """Seconds from the click to its acknowledgement."""
    await asyncio.sleep(after)
    clicked = time.perf_counter()
    await player.click(table, label)
    return time.perf_counter() - clicked


async def _once(seed: int) -> tuple[list[float], int]:
    chances = random.Random(seed)  # jitter, not a game
    async with room(PEOPLE, "pilok", "real") as here:
        answer = await here.players[0].slash(here.channel, "pilok open", preset="high stakes", clock="off")
        table = answer.message
        if table is None:
            raise RuntimeError("the bot gave no message")
        for number, player in enumerate(here.players[:SEATED]):
            form = (await player.click(table, "Sit")).modal
            await player.submit(form, {"name": f"Gambler {number}"})
        await here.players[0].click(table, "Deal")
        await here.players[0].until_sees(here.channel, "The Lift")
        before = len(here.local.requests)
        labels = ("Check", "My seat", "More…", "Pause", "Fold")
        waits = await asyncio.gather(
            *(_click_later(p, table, chances.choice(labels), chances.random()) for p in here.players)
        )
        return list(waits), len(here.local.requests) - before


async def measure() -> dict[str, Any]:
    """Percentiles over all clicks of five runs, in milliseconds."""
    waits: list[float] = []
    requests: list[int] = []
    for seed in range(RUNS):
        found, sent = await _once(seed)
        waits += found
        requests.append(sent)
    waits.sort()
    at = lambda part: round(waits[min(len(waits) - 1, int(len(waits) * part))] * 1000, 1)  # noqa: E731
    return {"people": PEOPLE, "runs": RUNS, "acknowledged_ms": {"p50": at(0.5), "p99": at(0.99), "max": at(1.0)},
            "requests_a_run": requests}  # fmt: skip
