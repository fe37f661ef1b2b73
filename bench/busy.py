"""How long forty clicks within one second wait, and how soon the tables show them: alone, and beside the slowest work.

Once all forty are on one roulette table: twenty people sit there and bet, and each bet is a durable commit. The others
press whatever is on it, and are mostly refused or answered privately. Once each is a "Check" at another of forty
Pi'Lok tables. `meanwhile.py` is what goes on beside them on another server of the same bot.

A table is stale until its message has the choices that its record has. The local Discord notes when it was edited.
"""

import asyncio
import json
import math
import os
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from bench.checks import SEATS, Tables
from bench.meanwhile import LOG_ROWS, PURGED_ROWS, Meanwhile
from bench.percentiles import milliseconds
from bench.room import BETS, Room, room, roulette_table
from bot.settings import MOST_TABLES
from playground.people import Answer, Player, Seen

PEOPLE, SEATED, TABLES, RUNS = 40, 20, 40, 5
WITHIN = 1.0
"""Seconds in which all of them click."""
SHOWN_WITHIN = 3.0
"""Seconds after the last click at which every table has to be current; it is stale if that took more than one."""
_TICK, _SYNC = 0.005, 0.02

Clicks = list[tuple[Callable[[], Awaitable[Answer]], bool]]
"""Each with True if it has to be a commit."""


@dataclass
class Found:
    """Seconds until each acknowledgement, and from the last click of each run until its last drawing."""

    waits: list[float] = field(default_factory=list[float])
    commits: list[float] = field(default_factory=list[float])
    current: list[float] = field(default_factory=list[float])
    stale: int = 0
    """Tables that weren't current a second after the last click."""
    stalls: list[float] = field(default_factory=list[float])
    syncs: list[float] = field(default_factory=list[float])
    """Seconds that the disk took for a few bytes of the bench's own."""

    def told(self) -> dict[str, Any]:
        return {
            "acknowledged_ms": milliseconds(self.waits),
            "acknowledged_with_a_commit_ms": milliseconds(self.commits),
            "last_drawn_ms": milliseconds(self.current),
            "stale_tables": self.stale,
            "clicks": len(self.waits),
            "commits": len(self.commits),
            "bench_stalls_ms": milliseconds(self.stalls),
            "disk_ms": milliseconds(self.syncs),
        }


@asynccontextmanager
async def _machine_noted(here: Room, found: Found) -> AsyncIterator[None]:
    """Note how much later than asked for this process's own event loop comes back, and how long the disk takes."""

    async def tick() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(_TICK)
            found.stalls.append(time.perf_counter() - before - _TICK)

    async def sync() -> None:
        while True:
            found.syncs.append(await asyncio.to_thread(_synced, here.database.with_name("sync")))
            await asyncio.sleep(_SYNC)

    noting = [asyncio.create_task(one()) for one in (tick, sync)]
    try:
        yield
    finally:
        for one in noting:
            one.cancel()


def _synced(file: Path) -> float:
    with file.open("ab") as opened:
        opened.write(b"shadowport")
        opened.flush()
        began = time.perf_counter()
        os.fsync(opened.fileno())
    return time.perf_counter() - began


async def _click(here: Room, clicks: Clicks, tables: Sequence[Seen], chances: random.Random, found: Found) -> None:
    """Click everything within a second, and look at the tables afterwards."""
    answers: list[tuple[Answer, bool]] = []

    async def click(one: Callable[[], Awaitable[Answer]], commits: bool, after: float) -> None:
        await asyncio.sleep(after)
        began = time.perf_counter()
        answer = await one()
        waits = [found.waits, *([found.commits] if commits else [])]
        answer.interaction.settled.add_done_callback(
            lambda _: [each.append(time.perf_counter() - began) for each in waits]
        )
        answers.append((answer, commits))

    async with _machine_noted(here, found):
        await asyncio.gather(*(click(one, commits, chances.uniform(0, WITHIN)) for one, commits in clicks))
        last = time.time()
        for answer, commits in answers:
            if (await answer).failed or (commits and answer.message is not None and answer.message.ephemeral):
                raise RuntimeError(f"a click was refused: {answer.text}")
        await asyncio.sleep(max(0.0, last + SHOWN_WITHIN - time.time()))
    drawn = [(table.message.edited or 0.0) - last for table in tables]
    found.current.append(max(0.0, *drawn))
    found.stale += sum(seconds > 1 for seconds in drawn)
    if outdated := [table for table in tables if not _is_current(here, table)]:
        raise RuntimeError(f"{len(outdated)} tables aren't current {SHOWN_WITHIN:g} seconds after the last click")


def _is_current(here: Room, table: Seen) -> bool:
    """Return True if the ids of the message's buttons name the newest choice that the table's record has."""
    _, number, turn, *_ = next(one for one in table.buttons if one.custom_id.startswith("act:")).custom_id.split(":")
    with closing(sqlite3.connect(here.database)) as database:
        (record,) = database.execute("SELECT record FROM tables WHERE id = ?", (int(number),)).fetchone()
    return int(turn) == max(chair["asked"] for chair in json.loads(record)["chairs"])


def _bets(table: Seen, people: list[Player], seated: int, chances: random.Random) -> Clicks:
    """Return a click of each person on what the table shows then; those who sit there bet."""

    async def bet(player: Player) -> Answer:
        return player.click(table, BETS)

    async def press(player: Player) -> Answer:
        return player.press(table, chances.choice(table.buttons).custom_id)

    return [
        *((partial(bet, player), True) for player in people[:seated]),
        *((partial(press, player), False) for player in people[seated:]),
    ]


async def measure(
    people: int = PEOPLE,
    seated: int = SEATED,
    tables: int = TABLES,
    runs: int = RUNS,
    log_rows: int = LOG_ROWS,
    purged_rows: int = PURGED_ROWS,
) -> dict[str, Any]:
    """Over the clicks of all runs. One server has the slowest work, one the crowded table, the others the rest."""
    each = max(people, min(tables, MOST_TABLES) * SEATS)
    spread_over = math.ceil(tables / MOST_TABLES)
    kinds = ("one_table", "many_tables")
    found = {state: {kind: Found() for kind in kinds} for state in ("alone", "beside")}
    async with room(each * (2 + spread_over), servers=2 + spread_over) as here:
        chances = random.Random("busy")  # jitter, not a game
        crowd = here.players[each : each + people]
        crowded, pilok = await roulette_table(here, "crowd", crowd[:seated]), await Tables.opened(here, 2 * each)
        meanwhile = await Meanwhile.prepared(here, log_rows, purged_rows)

        async def click(kind: str, into: Found) -> None:
            if kind == "one_table":
                await _click(here, _bets(crowded, crowd, seated, chances), [crowded], chances, into)
            else:
                await _click(here, [(check, True) for check in pilok.checks()], pilok.messages, chances, into)

        for kind in kinds:
            await click(kind, Found())
        for _ in range(runs):
            for kind in kinds:
                await pilok.ready()
                await click(kind, found["alone"][kind])
                async with meanwhile:
                    await click(kind, found["beside"][kind])
    return {
        **{state: {kind: one.told() for kind, one in each.items()} for state, each in found.items()},
        "meanwhile": asdict(meanwhile.done),
        "people": people,
        "seated": seated,
        "tables": len(pilok.messages),
        "runs": runs,
        "log_rows": log_rows,
    }
