"""The bot as an operator runs it: a process of its own, with its settings in the environment.

Most come from a process that has done a bot's imports already: `tests/e2e/process_fixtures.py`.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playground.discord.server import LocalDiscord
from tests.e2e.process_fixtures import ROOT, Forked, process_forker

PATIENCE = 30.0
"""Seconds after which a process that says nothing or doesn't end fails the test: a safety net only."""


@dataclass
class BotProcess:
    """A running `python -m bot`. What it logs goes into `log`."""

    process: asyncio.subprocess.Process | Forked
    log: Path

    async def line(self) -> str:
        """Return the next line on standard output; empty when it has ended."""
        if self.process.stdout is None:
            raise RuntimeError("the process has no output")
        return (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)).decode()

    async def stopped(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the exit status (negative: the signal that killed it)."""
        if self.process.returncode is None:
            self.process.send_signal(by)
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def ended(self) -> int:
        """Wait for the exit status."""
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    @property
    def logged(self) -> str:
        return self.log.read_text(encoding="utf-8")


@asynccontextmanager
async def bot_process(folder: Path, *words: str, **settings: str) -> AsyncIterator[BotProcess]:
    """`python -m bot <words>` in `folder`, with these settings and none of the machine's; killed at the end."""
    with (folder / "bot.log").open("ab") as written:
        process = await process_forker().bot(words, folder, _environment(settings), written)
    async with _until_the_end(BotProcess(process, folder / "bot.log")) as running:
        yield running


@asynccontextmanager
async def bot_process_anew(folder: Path, *words: str, **settings: str) -> AsyncIterator[BotProcess]:
    """Start the same in a new Python, which begins with the imports."""
    async with python_process(folder, "-m", "bot", *words, **settings) as running:
        yield running


@asynccontextmanager
async def python_process(folder: Path, *words: str, **settings: str) -> AsyncIterator[BotProcess]:
    """Start a new Python with these words; for a bot that a test prepares."""
    with (folder / "bot.log").open("ab") as written:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *words,
            cwd=folder,
            env=_environment(settings),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=written,
        )
    async with _until_the_end(BotProcess(process, folder / "bot.log")) as running:
        yield running


def _environment(settings: Mapping[str, str]) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), **settings}


@asynccontextmanager
async def _until_the_end(bot: BotProcess) -> AsyncIterator[BotProcess]:
    try:
        yield bot
    finally:
        if bot.process.returncode is None:
            bot.process.kill()
        await bot.process.communicate()


def settings_for(local: LocalDiscord, **more: str) -> dict[str, str]:
    """Return the settings that send a bot to this server instead of Discord."""
    addresses = {"DISCORD_API_URL": local.api_url, "DISCORD_GATEWAY_URL": local.gateway_url}
    return {"DISCORD_TOKEN": local.token, **addresses, **more}


@asynccontextmanager
async def playing_bot(local: LocalDiscord, folder: Path, **more: str) -> AsyncIterator[BotProcess]:
    """`python -m bot run` on a local Discord, connected and with its commands registered."""
    async with bot_process(folder, "run", **settings_for(local, **more)) as running:
        try:
            await local.gateway.until_connected(PATIENCE)
        except TimeoutError:
            raise TimeoutError(f"the bot didn't connect; it said:\n{running.logged[-2000:]}") from None
        yield running
