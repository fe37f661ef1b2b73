"""A bot whose database is gone says so to those who click, ends with a status that tells, and the next one goes on."""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path

import pytest

from bot.clock import SystemClock
from playground.discord.interactions import Response
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild
from playground.people import Player
from tests.e2e.gamblers import Corner
from tests.e2e.process import PATIENCE, BotProcess, bot_process, playing_bot, python_process, settings_for

NO_LONGER_THAN = 10.0

VULNERABLE = """
import ctypes, runpy, signal, sys, threading, time

def database_threads():
    return [one for one in threading.enumerate() if "connection" in one.name.lower() or "Connection" in repr(one)]

def end(*_):
    for thread in database_threads()[WHICH]:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit))
    print("ended", flush=True)

def hang(*_):
    import bot.db.sqlite as writer
    writer.write_group = lambda *_: print("hangs", flush=True) or time.sleep(600)
    print("will hang", flush=True)

signal.signal(signal.SIGUSR1, end)
signal.signal(signal.SIGUSR2, hang)
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""
"""A bot with two wounds: at SIGUSR1 threads of its database end at their next job, after SIGUSR2 no write ever ends."""
WRITER, READERS = "slice(0, 1)", "slice(1, None)"


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """Run a local Discord on the machine's clock, which outlives every bot."""
    server = LocalDiscord(SystemClock())
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
def corner(local: LocalDiscord, guild: Guild) -> Corner:
    return Corner.of(local, guild, Player(local, local.world.users[guild.owner_id]), 1, 2, 1)


def vulnerable(local: LocalDiscord, folder: Path, which: str = WRITER) -> AbstractAsyncContextManager[BotProcess]:
    return python_process(folder, "-c", VULNERABLE.replace("WHICH", which), "run", **settings_for(local))


async def health(folder: Path) -> int:
    async with bot_process(folder, "health") as asked:
        return await asked.ended()


async def until_well(folder: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while await health(folder):  # noqa: ASYNC110  # a file of another process
            await asyncio.sleep(0.1)


def logged(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "shadowport.db")) as book:
        return book.execute("SELECT count(*) FROM actions").fetchone()[0]


@pytest.mark.parametrize("which", [WRITER, READERS])
async def test_a_bot_that_lost_its_database_says_so_and_ends_and_the_next_goes_on(
    tmp_path: Path, local: LocalDiscord, corner: Corner, which: str
):
    async with vulnerable(local, tmp_path, which) as bot:
        await local.gateway.until_connected(PATIENCE)
        await corner.open()
        await until_well(tmp_path)
        before = logged(tmp_path)
        bot.process.send_signal(signal.SIGUSR1)
        assert await bot.line() == "ended\n"
        pressed = await (await corner.did(corner.keeper.click(corner.message, "Deal"))).done()
        async with asyncio.timeout(NO_LONGER_THAN):
            assert await bot.ended() == 1
        if which == WRITER:
            assert "nothing was changed" in pressed.text
            assert logged(tmp_path) == before
        assert await health(tmp_path) == 1
        assert "CRITICAL" in bot.logged
    await local.gateway.until_disconnected()
    async with playing_bot(local, tmp_path) as bot:
        await corner.act()
        assert logged(tmp_path) > before
        assert await bot.stopped() == 0


async def test_a_bot_whose_disk_hangs_ends_after_a_signal_to_stop(tmp_path: Path, local: LocalDiscord, corner: Corner):
    async with vulnerable(local, tmp_path) as bot:
        await local.gateway.until_connected(PATIENCE)
        await corner.open()
        bot.process.send_signal(signal.SIGUSR2)
        assert await bot.line() == "will hang\n"
        pressed = corner.keeper.click(corner.message, "Deal")
        assert await bot.line() == "hangs\n"
        bot.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(2 * PATIENCE):
            assert await bot.process.wait() == 1
        assert pressed.acknowledged is Response.DEFERRED_UPDATE
