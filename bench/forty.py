"""Forty people click within one second, with jitter: how long each waits for the acknowledgement.

Those who sit at the table sit out, each of which is a durable commit and changes the message; the others press whatever
is on it, and are mostly refused or answered privately.
"""

import asyncio
import random
import time
from typing import Any

from bench.percentiles import milliseconds
from bench.room import Room, room, the_message
from playground.people import Player, Seen

PEOPLE = 40
SEATED = 10
RUNS = 5


async def _click_later(player: Player, table: Seen, label: str, after: float) -> float:
    """Seconds from the click to its acknowledgement."""
    await asyncio.sleep(after)
    clicked = time.perf_counter()
    await player.click(table, label)
    return time.perf_counter() - clicked


async def _once(here: Room, run: int) -> tuple[list[float], list[float], int]:
    """Seconds until each acknowledgement, of those who commit and of the others; and the requests that it took."""
    chances = random.Random(run)  # jitter, not a game
    people = here.players[run * PEOPLE : (run + 1) * PEOPLE]
    keeper, seated, others = people[0], people[:SEATED], people[SEATED:]
    channel = here.add_channel("forty", keeper)
    answer = await keeper.slash(channel, "pilok open", preset="high stakes", clock="off")
    table = the_message(answer.message)
    for number, player in enumerate(seated):
        form = (await player.click(table, "Sit")).modal
        await player.submit(form, {"name": f"Gambler {number}"})
    await keeper.click(table, "Deal")
    await keeper.until_sees(channel, "The Lift")
    seats = [(player, the_message((await player.click(table, "My seat")).message)) for player in seated]
    before = len(here.local.requests)
    labels = ("Check", "More…", "Rules", "Fold")
    waits = await asyncio.gather(
        *(_click_later(player, own, "Sit out", chances.random()) for player, own in seats),
        *(_click_later(player, table, chances.choice(labels), chances.random()) for player in others),
    )
    await keeper.until_sees(channel, lambda seen: seen.text.count("sits out") >= SEATED)
    return list(waits[:SEATED]), list(waits[SEATED:]), len(here.local.requests) - before


async def measure(runs: int = RUNS) -> dict[str, Any]:
    """Over all clicks of the runs, each on a server of its own with people of its own, all with one bot."""
    seated: list[float] = []
    others: list[float] = []
    requests: list[int] = []
    async with room(PEOPLE * runs, servers=runs) as here:
        for run in range(runs):
            committed, answered, sent = await _once(here, run)
            seated += committed
            others += answered
            requests.append(sent)
    return {
        "people": PEOPLE,
        "runs": runs,
        "acknowledged_ms": milliseconds(seated + others),
        "acknowledged_with_a_commit_ms": milliseconds(seated),
        "requests_a_run": requests,
    }
