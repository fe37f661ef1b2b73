"""Forty people click within one second, with jitter: how long each waits for the acknowledgement.

Those who sit at the table sit out, each of which is a durable commit and changes the message; the others press whatever
is on it, and are mostly refused or answered privately.
"""

import asyncio
import random
import time
from typing import Any

from bench.clicks import room
from bot.playground.player import Answer, Player, Seen

PEOPLE = 40
SEATED = 10
RUNS = 5


async def _click_later(player: Player, table: Seen, label: str, after: float) -> float:
    """Seconds from the click to its acknowledgement."""
    await asyncio.sleep(after)
    clicked = time.perf_counter()
    await player.click(table, label)
    return time.perf_counter() - clicked


def _page(answer: Answer) -> Seen:
    if answer.message is None:
        raise RuntimeError("nobody was shown their seat")
    return answer.message


async def _once(seed: int) -> tuple[list[float], list[float], int]:
    """Seconds until each acknowledgement, of those who commit and of the others; and the requests that it took."""
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
        seats = [(player, _page(await player.click(table, "My seat"))) for player in here.players[:SEATED]]
        before = len(here.local.requests)
        labels = ("Check", "More…", "Pause", "Fold")
        waits = await asyncio.gather(
            *(_click_later(player, own, "Sit out", chances.random()) for player, own in seats),
            *(_click_later(p, table, chances.choice(labels), chances.random()) for p in here.players[SEATED:]),
        )
        await here.players[0].until_sees(here.channel, lambda seen: seen.text.count("sits out") >= SEATED)
        return list(waits[:SEATED]), list(waits[SEATED:]), len(here.local.requests) - before


def milliseconds(waits: list[float]) -> dict[str, float]:
    """Percentiles of seconds."""
    ordered = sorted(waits)
    parts = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    return {name: round(ordered[min(len(ordered) - 1, int(len(ordered) * at))] * 1000, 1) for name, at in parts.items()}


async def measure() -> dict[str, Any]:
    """Over all clicks of five runs."""
    seated: list[float] = []
    others: list[float] = []
    requests: list[int] = []
    for seed in range(RUNS):
        committed, answered, sent = await _once(seed)
        seated += committed
        others += answered
        requests.append(sent)
    return {
        "people": PEOPLE,
        "runs": RUNS,
        "acknowledged_ms": milliseconds(seated + others),
        "acknowledged_with_a_commit_ms": milliseconds(seated),
        "requests_a_run": requests,
    }
