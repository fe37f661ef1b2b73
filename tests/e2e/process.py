"""The bot as an operator runs it: a process of its own, with its settings in the environment."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.playground.server import LocalDiscord

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0
"""Seconds after which a process that says nothing or doesn't end fails the test: a safety net only."""


@dataclass
class BotProcess:
    """A running `python -m bot`. What it logs goes into `log`."""

    process: asyncio.subprocess.Process
    log: Path

    async def line(self) -> str:
        """The next line on standard output; empty when it has ended."""
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
    log = folder / "bot.log"
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    with log.open("ab") as written:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            *words,
            cwd=folder,
            env={**environment, "PYTHONPATH": str(ROOT), **settings},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=written,
        )
    try:
        yield BotProcess(process, log)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


def settings_for(local: LocalDiscord, **more: str) -> dict[str, str]:
    """What sends a bot to this server instead of Discord."""
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
