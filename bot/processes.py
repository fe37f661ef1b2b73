"""Processes that the bot starts beside itself: fresh interpreters that find the same modules, and know none of its
settings.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress

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
