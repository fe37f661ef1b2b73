"""Bots that need not begin with imports: they come from a process that has imported all that a bot does.

To read and build that takes longer than most tests of a process. `ProcessForker` starts such a process, which does
nothing but wait; each bot is a fork of it that gets words, folder, environment and output of its own, and then runs
`python -m bot` as if it had just begun. Bots that begin with nothing are in `tests/e2e/process.py`.
"""

import asyncio
import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

ROOT = Path(__file__).parents[2]
_LARGEST = 1 << 16
_OUTPUTS = 3


class Forked:
    """A bot of the nursery, with as much of `asyncio.subprocess.Process` as tests use."""

    def __init__(self, pid: int, reports: socket.socket, stdout: asyncio.StreamReader) -> None:
        self.pid, self.stdout, self.returncode = pid, stdout, None
        self._end = asyncio.create_task(self._ended(reports))

    async def _ended(self, reports: socket.socket) -> int:
        with reports:
            told = await asyncio.get_running_loop().sock_recv(reports, _LARGEST)
        self.returncode: int | None = int(told)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal; nothing happens to a bot that has just ended."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Return the exit status; a negative one is the signal that killed it."""
        return await asyncio.shield(self._end)

    async def communicate(self) -> tuple[bytes, bytes]:
        """Return the rest of its output, once it has ended."""
        said = await self.stdout.read()
        await self.wait()
        return said, b""


class ProcessForker:
    """The process from which bots come. It ends with whoever has begun it."""

    def __init__(self) -> None:
        self._asks, theirs = socket.socketpair()
        words = [sys.executable, "-m", "tests.e2e.process_fixtures", f"{theirs.fileno()}"]
        with theirs:
            self._process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        atexit.register(self.close)

    def close(self) -> None:
        """Stop taking requests, and kill the bots that are left."""
        self._asks.close()
        self._process.wait()

    async def bot(
        self, words: Sequence[str], folder: Path, environment: Mapping[str, str], written: BinaryIO
    ) -> Forked:
        """`python -m bot <words>` in `folder`; what it says on standard error goes into `written`."""
        reports, theirs = socket.socketpair()
        reading, writing = os.pipe()
        asked = {"words": list(words), "folder": str(folder), "environment": dict(environment)}
        try:
            socket.send_fds(self._asks, [json.dumps(asked).encode()], [writing, written.fileno(), theirs.fileno()])
        finally:
            os.close(writing)
            theirs.close()
        reports.setblocking(False)
        pid = await asyncio.get_running_loop().sock_recv(reports, 4)
        return Forked(int.from_bytes(pid), reports, await _reader(reading))


@cache
def process_forker() -> ProcessForker:
    """Return this process's nursery, started by the first test that wants a bot of it."""
    return ProcessForker()


async def _reader(reading: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    pipe = os.fdopen(reading, "rb")
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


def _next_bot(asks: socket.socket) -> None:
    """Return only in a new bot, set up as requested. The nursery ends when no one can ask any more."""
    reports: dict[int, socket.socket] = {}
    # A signal may come at any time, and only wakes `recv_fds`, which then waits on.
    signal.signal(signal.SIGCHLD, lambda *_: _report(reports))
    while True:
        told, outputs, *_ = socket.recv_fds(asks, _LARGEST, _OUTPUTS)
        if not told:
            for pid in reports:
                os.kill(pid, signal.SIGKILL)
            os._exit(0)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        pid = os.fork()
        if pid == 0:
            for other in (asks, *reports.values()):
                other.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
            _become(json.loads(told), outputs)
            return
        reports[pid] = socket.socket(fileno=outputs.pop())
        for output in outputs:
            os.close(output)
        with contextlib.suppress(BrokenPipeError):
            reports[pid].send(pid.to_bytes(4))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})


def _report(reports: dict[int, socket.socket]) -> None:
    """Tell how each bot that has ended did so."""
    for pid in list(reports):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            with reports.pop(pid) as report, contextlib.suppress(BrokenPipeError):
                report.send(f"{os.waitstatus_to_exitcode(status)}".encode())


def _become(asked: dict[str, Any], outputs: list[int]) -> None:
    for number, output in enumerate(outputs[:2], start=1):
        os.dup2(output, number)
    for output in outputs:
        os.close(output)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv[1:] = asked["words"]


def _imported() -> None:
    """Import all modules of the bot and of its games, as a bot does, one after the other."""
    for package in ("bot", "cogs", "playground"):
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    _imported()
    _next_bot(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
