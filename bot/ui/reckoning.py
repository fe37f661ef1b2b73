"""Work that may take seconds, beside the event loop: in a line for each kind of it, so that what is quick never waits
behind what is slow.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")

_KEPT = 256
"""Results that are kept of each line: many quick ones don't push out the few that took long."""


@dataclass(frozen=True, slots=True)
class _Asked:
    what: Hashable
    work: Future[Any]
    answer: asyncio.Future[Any]


class Reckoner:
    """A line is worked off one after the other: whoever asks for much must not keep all cores from those who play. Of
    each person at most one request waits in a line, the last one.
    """

    def __init__(self) -> None:
        self._lines: dict[str, ThreadPoolExecutor] = {}
        self._last: dict[tuple[str, int], _Asked] = {}
        self._kept: defaultdict[str, dict[Hashable, Any]] = defaultdict(dict)

    def ask(self, line: str, person: int, work: Callable[[], T], what: Hashable = None) -> asyncio.Future[T]:
        """The result of the work, once it is there; the future is cancelled when the same person asks for something
        else in this line before it was begun.

        `what` says what the result is: it is then kept, and known at once from then on. To be called on the event loop.
        """
        kept = self._kept[line].get(what)
        if kept is not None:
            known: asyncio.Future[T] = asyncio.get_running_loop().create_future()
            known.set_result(kept)
            return known
        before = self._last.get((line, person))
        if before is not None and not before.answer.done():
            if what is not None and before.what == what:
                return before.answer
            # What has begun can't be stopped; only what waits still gives way.
            before.work.cancel()
        if line not in self._lines:
            self._lines[line] = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"reckoning {line}")
        future = self._lines[line].submit(self._result, line, work, what)
        asked = _Asked(what, future, asyncio.wrap_future(future))
        self._last[line, person] = asked
        asked.answer.add_done_callback(lambda _: self._forget((line, person), asked))
        return asked.answer

    def close(self) -> None:
        """Begin nothing more that waits."""
        for line in self._lines.values():
            line.shutdown(wait=False, cancel_futures=True)

    def _result(self, line: str, work: Callable[[], T], what: Hashable) -> T:
        """In the line's thread, which alone writes what is kept of it. Somebody before may have asked for the same."""
        kept = self._kept[line]
        known = kept.get(what)
        if known is not None:
            return known
        found = work()
        if what is not None:
            kept[what] = found
            while len(kept) > _KEPT:
                del kept[next(iter(kept))]
        return found

    def _forget(self, who: tuple[str, int], asked: _Asked) -> None:
        if self._last.get(who) is asked:
            del self._last[who]
