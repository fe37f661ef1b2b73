"""How long a click waits for its acknowledgement while the GM exports the campaign, and how long otherwise.

People check at Pi'Lok tables at an even pace, by the machine's own clock. Half of the time nothing more goes on. The
other half `/campaign export` with its history runs again and again in the same bot. The local Discord measures the time
from dispatching an interaction until its callback comes in. The campaign's history is one hand that was played here,
copied into the log thousands of times.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing, nullcontext
from pathlib import Path
from statistics import median
from typing import Any, Self

from bench.checks import ROUNDS, SEATS, Tables
from bench.percentiles import milliseconds
from bench.room import Room, room

TABLES = 16
RUNS = 5
INTERVAL = 0.8
"""Seconds between two clicks at a table."""
LOG_ROWS = 20_000
_BUSY_SECONDS = 30.0
_EXPORTED_WITHIN = 120.0
"""Seconds; a safety net."""
_APART = 0.5
"""Seconds between the beginnings of two exports at least: the bot refuses people who ask for more than three things a
second.
"""
_TICK = 0.005


class Exports:
    """The GM exports the campaign, again and again."""

    def __init__(self, here: Room) -> None:
        self._here = here
        self.seconds: list[float] = []
        self.bytes: int = 0
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._go_on())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let the last export come to its end."""
        task, self._task = self._task, None
        if task is not None:
            await task

    async def once(self) -> None:
        began = time.perf_counter()
        answer = self._here.gm.slash(self._here.channel, "campaign export", history=True)
        async with asyncio.timeout(_EXPORTED_WITHIN):
            await answer.interaction.concluded
        if answer.message is None or not answer.message.message.attachments:
            raise RuntimeError(f"there was no export: {answer.text}")
        self.seconds.append(time.perf_counter() - began)
        self.bytes = len(answer.message.message.attachments[0].content)

    async def _go_on(self) -> None:
        while self._task is not None:
            began = time.perf_counter()
            await self.once()
            await asyncio.sleep(max(0.0, began + _APART - time.perf_counter()))


def fill(file: Path, rows: int) -> int:
    """Copy a hand that is over, with its rows of the log, to one closed table; return the rows that the log then has.

    One table is the worst case: an export may read only the part of its log that a hand has.
    """
    with closing(sqlite3.connect(file, timeout=_BUSY_SECONDS)) as database, database:
        database.row_factory = sqlite3.Row
        hand = database.execute("SELECT * FROM hands WHERE status = 'settled' LIMIT 1").fetchone()
        place = (hand["table_id"], hand["number"])
        table = database.execute("SELECT * FROM tables WHERE id = ?", place[:1]).fetchone()
        actions = database.execute("SELECT * FROM actions WHERE table_id = ? AND hand = ?", place).fetchall()
        (first,) = database.execute("SELECT min(id) FROM tables").fetchone()
        copy, hands = first - 1, rows // len(actions)
        _insert(database, "tables", {**table, "id": copy, "status": "closed", "due_at": None, "state": None})
        for number in range(1, hands + 1):
            ended = hand["ended_at"] - hands + number
            _insert(database, "hands", {**hand, "table_id": copy, "number": number, "ended_at": ended})
            for sequence, action in enumerate(actions, start=(number - 1) * len(actions) + 1):
                again = {"table_id": copy, "sequence": sequence, "key": f"copy {copy} {sequence}", "hand": number}
                _insert(database, "actions", {**action, **again})
        return database.execute("SELECT count(*) FROM actions").fetchone()[0]


def _insert(database: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    marks = ", ".join("?" * len(row))
    database.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))


@asynccontextmanager
async def _stalls_noted(found: list[float]) -> AsyncIterator[None]:
    """Note in the block how much later than asked for this process's own event loop comes back, in seconds."""

    async def tick() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(_TICK)
            found.append(time.perf_counter() - before - _TICK)

    ticking = asyncio.create_task(tick())
    try:
        yield
    finally:
        ticking.cancel()


async def measure(
    tables: int = TABLES, runs: int = RUNS, interval: float = INTERVAL, log_rows: int = LOG_ROWS
) -> dict[str, Any]:
    """Percentiles over all clicks of each kind, and how long the bench itself, which holds the watch, stood still."""
    waits: dict[str, list[float]] = {"alone": [], "beside_an_export": []}
    stalls: dict[str, list[float]] = {name: [] for name in waits}
    async with room(tables * SEATS) as here:
        pilok = await Tables.opened(here)
        for _ in range(ROUNDS):
            await pilok.check(interval)
        await pilok.ready()
        rows = await asyncio.to_thread(fill, here.database, log_rows)
        exports = Exports(here)
        await exports.once()
        for _ in range(runs):
            for name, meanwhile in (("alone", nullcontext()), ("beside_an_export", exports)):
                await pilok.ready()
                async with meanwhile, _stalls_noted(stalls[name]):
                    waits[name] += (await pilok.check(interval)).waits
    return {
        "acknowledged_ms": {name: milliseconds(each) for name, each in waits.items()},
        "bench_stalls_ms": {name: milliseconds(each) for name, each in stalls.items()},
        "tables": tables,
        "clicks_a_second": round(tables / interval, 1),
        "clicks": len(waits["alone"]),
        "runs": runs,
        "log_rows": rows,
        "exports": len(exports.seconds) - 1,
        "export_s": round(median(exports.seconds), 2),
        "export_bytes": exports.bytes,
    }
