"""The pool of worker processes that decide for NPCs; a worker that is gone is replaced."""

import asyncio
import sys
from collections import OrderedDict, deque
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from bot.npcs.worker import LENGTH
from bot.processes import environment_of_a_process, kill

STARTED_WITHIN = 60.0
"""Seconds that a worker gets to be ready; the machine may be busy."""


class WorkerLost(Exception):
    """There is no answer: the worker took too long, or went away."""


class TookTooLong(WorkerLost):
    """The worker was there, and at work."""


class WorkerSlot:
    """A worker and its pipe."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    @property
    def is_there(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def answer(self, question: bytes, limit: float) -> bytes:
        """Answer a packed question; `limit` is in seconds, without the time that a new worker takes to begin.

        Raises WorkerLost, and then the worker is gone.
        """
        try:
            process = self._process if self.is_there else None
            if process is None:
                process = await self._start()
            async with asyncio.timeout(limit):
                await _send(process, question)
                return await _receive(process)
        except TimeoutError:
            await self.end()
            raise TookTooLong(f"no answer within {limit:g} seconds") from None
        except (OSError, EOFError) as gone:
            await self.end()
            raise WorkerLost("the worker has gone away") from gone

    async def end(self) -> None:
        """Kill the worker, if there is one: there is nothing that it could still write."""
        process, self._process = self._process, None
        if process is None:
            return
        kill(process)
        # Reads the rest of the pipe and closes it; waiting only for the end would leave it open.
        with suppress(OSError):
            await process.communicate()

    async def _start(self) -> asyncio.subprocess.Process:
        """Start a worker and return it when it is ready.

        It is a new interpreter in a session of its own, so that no Ctrl-C reaches it.
        """
        await self.end()
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            "from bot.npcs.worker import main; main()",  # as `__main__` it couldn't read questions of `bot.npcs.worker`
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment_of_a_process(),
            start_new_session=True,
        )
        async with asyncio.timeout(STARTED_WITHIN):
            await _receive(process)
        return process


async def _send(process: asyncio.subprocess.Process, content: bytes) -> None:
    if process.stdin is None:
        raise EOFError
    process.stdin.write(LENGTH.pack(len(content)) + content)
    await process.stdin.drain()


async def _receive(process: asyncio.subprocess.Process) -> bytes:
    """Receive one frame. Raises EOFError if the worker has ended."""
    if process.stdout is None:
        raise EOFError
    (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    return await process.stdout.readexactly(length)


_SIZE = 2
"""The number of workers."""
_GIVEN_UP_AFTER = 5.0
"""Seconds for an answer. Time is only a net below the counted work: no decision depends on it as long as it holds."""


@dataclass(eq=False, slots=True)
class _WaitingQuestion:
    place: Hashable
    question: bytes
    answer: asyncio.Future[bytes]


class WorkerPool:
    """Answers packed questions. To be used on one event loop."""

    def __init__(self, size: int = _SIZE, given_up_after: float = _GIVEN_UP_AFTER) -> None:
        """`given_up_after` is in seconds of the machine's own time, whatever clock the tables have: so is the work."""
        self._idle = [WorkerSlot() for _ in range(size)]
        self._limit = given_up_after
        self._waiting: OrderedDict[Hashable, deque[_WaitingQuestion]] = OrderedDict()
        """By place; the first one has the next turn."""
        self._working: set[asyncio.Task[bytes]] = set()
        self._is_closed = False

    async def ask(self, question: bytes, place: Hashable) -> bytes:
        """Answer a packed question. Raises WorkerLost if the worker took too long or is gone, or the pool is closed.

        A cancelled caller's question is dropped if it is still waiting; one that has begun is finished.
        """
        if self._is_closed:
            raise WorkerLost("the pool is closed")
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(place, deque()).append(_WaitingQuestion(place, question, answer))
        self._assign()
        return await answer

    async def close(self) -> None:
        """End all workers; questions that still wait are canceled."""
        self._is_closed = True
        for waiting in self._waiting.values():
            for asked in waiting:
                asked.answer.cancel()
        self._waiting.clear()
        for work in self._working:
            work.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._idle))

    def _assign(self) -> None:
        """Give idle workers the next questions: the oldest of the place whose turn it is, which then comes last.

        A running worker comes before one that would have to be started.
        """
        while self._idle and (asked := self._next()) is not None:
            worker = next((worker for worker in self._idle if worker.is_there), self._idle[0])
            self._idle.remove(worker)
            work = asyncio.create_task(worker.answer(asked.question, self._limit), name="npc-worker")
            self._working.add(work)
            work.add_done_callback(partial(self._finish, worker, asked))

    def _next(self) -> _WaitingQuestion | None:
        while self._waiting:
            place, waiting = self._waiting.popitem(last=False)
            asked = waiting.popleft()
            if waiting:
                self._waiting[place] = waiting
            if not asked.answer.done():
                return asked
        return None

    def _finish(self, worker: WorkerSlot, asked: _WaitingQuestion, work: asyncio.Task[bytes]) -> None:
        """Pass the answer or the error on to the caller, and assign the next question."""
        self._working.discard(work)
        self._idle.append(worker)
        failed = None if work.cancelled() else work.exception()
        if work.cancelled():
            # Nobody reads the rest of the answer: the bot goes.
            asked.answer.cancel()
        elif not asked.answer.done():
            if failed is None:
                asked.answer.set_result(work.result())
            else:
                asked.answer.set_exception(failed)
        if not self._is_closed:
            self._assign()
