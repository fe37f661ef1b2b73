"""How long the bot takes from its start to the first answered click, and its memory, by the number of open tables."""

import asyncio
import sqlite3
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from typing import Any

from bench.processes import MISSING, server
from bench.room import OURS, room, started_child, the_message
from bot.db import fill_database, known_tables, open_database
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Player, Seen
from tests import postgresql

TABLES = 10_000
RUNS = 5
SETTLED = 5.0
"""Seconds after the first answer at which the memory is read."""
_FIRST_CHANNEL = 10_000_000_000_000_000
"""The id of the first channel of a copied table: far from those that the local Discord gives."""


def copy_table(file: Path, copies: int) -> None:
    """Copy the only table so many times, each with its hand in play, to another server and a channel of its own. No
    clock runs out meanwhile.
    """
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("PRAGMA foreign_keys = OFF")
        others = {
            "id": "n.i",
            "table_id": "n.i",
            "guild_id": "n.i",
            "channel_id": f"{_FIRST_CHANNEL} + n.i",
            "record": f"json_set(record, '$.id', n.i, '$.guild_id', n.i, '$.channel_id', {_FIRST_CHANNEL} + n.i)",
            "due_at": f"{time.time() + 86_400} + n.i",
        }
        for relation in ("tables", "hands"):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info ({relation})")]
            values = ", ".join(others.get(name, f"{relation}.{name}") for name in columns)
            database.execute(
                f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
                f"INSERT INTO {relation} ({', '.join(columns)}) SELECT {values} FROM {relation}, n",
                (copies,),
            )


async def _copy_rows(source: str, target: str) -> None:
    """Copy all rows as they are. (`move` refuses them: the ledger has no chips of the copied tables.)"""
    async with await open_database(source, read_only=True) as old, fill_database(target) as new:
        for table in known_tables():
            rows = await old.fetch(f"SELECT {', '.join(table.columns)} FROM {table.name}")
            await new.insert(table.name, table.columns, [[row[name] for name in table.columns] for row in rows])


async def _started(
    local: LocalDiscord, database: Path, url: str, player: Player, table: Seen, settled: float
) -> tuple[float, int]:
    """Start the bot, and return the seconds until a click is answered, and its resident bytes `settled` later."""
    began = time.perf_counter()
    async with started_child(local, database, OURS, DATABASE_URL=url) as bot:
        await local.gateway.until_connected()
        answer = await player.click(table, "My seat")
        if answer.failed:
            raise RuntimeError(f"the click was refused: {answer.text}")
        seconds = time.perf_counter() - began
        await asyncio.sleep(settled)
        return seconds, bot.resident()


async def _dealt(local: LocalDiscord, players: list[Player], channel: Channel) -> Seen:
    """Open a table, let these players sit down and the first deal, and return the table's message."""
    answer = await players[0].slash(channel, "pilok open", preset="high stakes")
    table = the_message(answer.message)
    for number, player in enumerate(players):
        await player.submit((await player.click(table, "Sit")).modal, {"name": f"Gambler {number}"})
    await local.world.until(lambda: table.find("Deal") is not None)
    await players[0].click(table, "Deal")
    await local.world.until(lambda: table.find("Check") is not None)
    return table


async def measure(tables: int = TABLES, runs: int = RUNS, settled: float = SETTLED) -> dict[str, Any]:
    """Start the bot in turn with one open table and with many, on a file and on a server, and return the medians."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        files = {1: Path(folder) / "one.db", tables: Path(folder) / "many.db"}
        async with room(2) as here:
            player, local = here.players[0], here.local
            table = await _dealt(local, here.players, here.add_channel("table", player))
            await here.bot.stop()
            for file in files.values():
                with closing(sqlite3.connect(here.database)) as source, closing(sqlite3.connect(file)) as target:
                    source.backup(target)
            copy_table(files[tables], tables - 1)
            urls = {("sqlite", count): f"sqlite:///{file}" for count, file in files.items()}
            if postgresql.is_installed():
                running = stack.enter_context(server())
                for count, file in files.items():
                    running.create(f"start_{count}")
                    urls["postgresql", count] = running.url(f"start_{count}")
                    await _copy_rows(f"sqlite:///{file}", urls["postgresql", count])
            found: dict[tuple[str, int], list[tuple[float, int]]] = {key: [] for key in urls}
            for _ in range(runs):
                for (engine, count), url in urls.items():
                    found[engine, count].append(await _started(local, files[count], url, player, table, settled))
    return {
        engine: _medians({count: each for (name, count), each in found.items() if name == engine}, tables)
        if (engine, 1) in found
        else {"missing": MISSING}
        for engine in ("sqlite", "postgresql")
    } | {"runs": runs}


def _medians(found: dict[int, list[tuple[float, int]]], tables: int) -> dict[str, Any]:
    seconds = {count: median(one[0] for one in each) for count, each in found.items()}
    return {
        "start_s": {str(count): round(each, 2) for count, each in seconds.items()},
        "slower_s": round(seconds[tables] - seconds[1], 2),
        "resident_mib": {str(count): round(median(one[1] for one in each) / 2**20, 1) for count, each in found.items()},
    }
