"""One place in the crew: a worker process, begun anew whenever there is none."""

import asyncio
import sys
from contextlib import suppress

from bot.npcs.worker import LENGTH
from bot.processes import environment_of_a_process, kill

STARTED_WITHIN = 60.0
"""Seconds that a worker gets to be ready; the machine may be busy."""


class Lost(Exception):
    """There is no answer: the worker took too long, or went away."""


class TookTooLong(Lost):
    """The worker was there, and at work."""


class Hand:
    """A worker and its pipe."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    @property
    def is_there(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def answer(self, question: bytes, limit: float) -> bytes:
        """The answer to a packed question; `limit` is in seconds, without the time that a new worker takes to begin.
        Raises Lost, and then the worker is gone.
        """
        try:
            process = self._process if self.is_there else None
            if process is None:
                process = await self._started()
            async with asyncio.timeout(limit):
                await _send(process, question)
                return await _received(process)
        except TimeoutError:
            await self.end()
            raise TookTooLong(f"no answer within {limit:g} seconds") from None
        except (OSError, EOFError) as gone:
            await self.end()
            raise Lost("the worker has gone away") from gone

    async def end(self) -> None:
        """Kill the worker, if there is one: there is nothing that it could still write."""
        process, self._process = self._process, None
        if process is None:
            return
        kill(process)
        # Reads what is left in the pipe and closes it; whoever waits only for the end leaves the pipe open.
        with suppress(OSError):
            await process.communicate()

    async def _started(self) -> asyncio.subprocess.Process:
        """A worker that is ready: a fresh interpreter in a session of its own, so that no Ctrl-C reaches it."""
        await self.end()
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.npcs.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment_of_a_process(),
            start_new_session=True,
        )
        async with asyncio.timeout(STARTED_WITHIN):
            await _received(process)
        return process


async def _send(process: asyncio.subprocess.Process, content: bytes) -> None:
    if process.stdin is None:
        raise EOFError
    process.stdin.write(LENGTH.pack(len(content)) + content)
    await process.stdin.drain()


async def _received(process: asyncio.subprocess.Process) -> bytes:
    """One frame. Raises EOFError where the worker has ended."""
    if process.stdout is None:
        raise EOFError
    (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    return await process.stdout.readexactly(length)
