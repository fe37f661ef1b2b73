"""Processes that the bot starts beside itself: fresh interpreters that find the same modules, and know none of its
settings. A pool keeps workers that answer questions from a pipe, and replaces one that is gone.
"""

import asyncio
import os
import signal
import struct
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "VIRTUAL_ENV")
"""What such a process needs of the environment. The bot's token isn't among it."""


def environment_of_a_process(**more: str) -> Mapping[str, str]:
    """Where the same modules are found, and sets of words come in the same order in every process; `more` is added."""
    own = os.environ  # noqa: TID251  # handed on to another process: nothing is read from it here
    found = {name: own[name] for name in _INHERITED if name in own}
    path = os.pathsep.join(folder or str(os.curdir) for folder in sys.path)
    return {**found, "PYTHONPATH": path, "PYTHONHASHSEED": "0", **more}


def kill(process: asyncio.subprocess.Process) -> None:
    """Kill a process, if it still runs, without waiting for its end.

    `Process.kill` first looks whether it has ended, and so takes that news away from asyncio, which then warns of an
    unknown child.
    """
    with suppress(ProcessLookupError, ChildProcessError):
        if not hasattr(os, "waitid"):  # Windows needs no waiting, and elsewhere it costs no more than that warning
            process.kill()
        elif os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            os.kill(process.pid, signal.SIGKILL)


_LONGEST_WORK = 60
"""Seconds after which a process ends itself, should nobody be there any more to give it up."""
_NICENESS = 5
"""How much less of the processor a process gets than the bot, which answers people."""


def become_a_worker() -> BinaryIO:
    """Give way to the bot, leave Ctrl-C to it, and return the pipe for answers. What is printed goes to standard error
    from then on.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Windows has none
        os.nice(_NICENESS)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def limit_work(seconds: int = _LONGEST_WORK) -> None:
    """End this process in so many seconds; 0 lifts the limit."""
    if hasattr(signal, "alarm"):  # Windows has none
        signal.alarm(seconds)


_LENGTH = struct.Struct(">I")


def serve(answer: Callable[[bytes], bytes], questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer packed questions until no more come. The first frame says that the worker is ready."""
    _write(answers, b"")
    while len(head := questions.read(_LENGTH.size)) == _LENGTH.size:
        sent = questions.read(_LENGTH.unpack(head)[0])
        limit_work()
        answered = answer(sent)
        limit_work(0)
        _write(answers, answered)


def _write(answers: BinaryIO, content: bytes) -> None:
    answers.write(_LENGTH.pack(len(content)) + content)
    answers.flush()


STARTED_WITHIN = 60.0
"""Seconds that a worker gets to be ready; the machine may be busy."""


class WorkerLost(Exception):
    """There is no answer: the worker took too long, or went away."""


class TookTooLong(WorkerLost):
    """The worker was there, and at work."""


class WorkerSlot:
    """A worker and its pipe. `program` is the Python that it runs, which calls `serve`."""

    def __init__(self, program: str) -> None:
        self._program = program
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
            self._program,
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
    process.stdin.write(_LENGTH.pack(len(content)) + content)
    await process.stdin.drain()


async def _receive(process: asyncio.subprocess.Process) -> bytes:
    """Receive one frame. Raises EOFError if the worker has ended."""
    if process.stdout is None:
        raise EOFError
    (length,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
    return await process.stdout.readexactly(length)


_WORKERS = 2
_GIVEN_UP_AFTER = 5.0
"""Seconds for an answer. Time is only a net below the counted work: no decision depends on it as long as it holds."""


@dataclass(eq=False, slots=True)
class _WaitingQuestion:
    place: Hashable
    question: bytes
    answer: asyncio.Future[bytes]


class WorkerPool:
    """Answers packed questions. To be used on one event loop."""

    def __init__(self, program: str, size: int = _WORKERS, given_up_after: float = _GIVEN_UP_AFTER) -> None:
        """Set up the pool. `given_up_after` is in seconds of the machine's own time, not of the tables' clock."""
        self._idle = [WorkerSlot(program) for _ in range(size)]
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
            work = asyncio.create_task(worker.answer(asked.question, self._limit), name="worker")
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
