"""How busy the machine was with other things while something was measured."""

import os
import resource
import time
from pathlib import Path

_STAT = Path("/proc/stat")
_TICKS = ("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal")
_IDLE = ("idle", "iowait")
TOO_BUSY = 10.0
"""Percent of all processors in the hands of others, from which on figures aren't worth much."""


class Machine:
    """The time of all processors since this was made, and the part of it that others used. Others are processes that
    aren't ours, and in a virtual machine its neighbors.
    """

    def __init__(self) -> None:
        self._used, self._own, self._began = _used(), _own(), time.perf_counter()

    def others_percent(self) -> float | None:
        """Return the percentage of all processors' time that others used; None where the system doesn't tell.

        Processes that this one started count as its own once they have ended.
        """
        used = _used()
        if used is None or self._used is None:
            return None
        there_was = (time.perf_counter() - self._began) * (os.cpu_count() or 1)
        others = used - self._used - (_own() - self._own)
        return round(max(0.0, 100 * others / there_was), 1)


def load() -> float | None:
    """Return how many processes wanted a processor over the last minute; None where the system doesn't tell."""
    try:
        return round(os.getloadavg()[0], 2)
    except OSError:
        return None


def _used() -> float | None:
    """Seconds that all processors together have worked since the machine started."""
    if not _STAT.exists():
        return None
    ticks = dict(zip(_TICKS, map(int, _STAT.read_text(encoding="ascii").split()[1:]), strict=False))
    return sum(count for name, count in ticks.items() if name not in _IDLE) / os.sysconf("SC_CLK_TCK")


def _own() -> float:
    """Seconds of this process and of those it has started that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
