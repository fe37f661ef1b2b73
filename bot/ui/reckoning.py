"""Work that may take seconds, beside the event loop: in a line for each kind of it, so that what is quick never waits
behind what is slow.
"""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")

_KEPT = 256
"""Results that are kept, over all lines."""


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
        self._kept: dict[Hashable, Any] = {}
        self._keeping = Lock()

    def ask(self, line: str, person: int, work: Callable[[], T], what: Hashable = None) -> asyncio.Future[T]:
        """The result of the work, once it is there; the future is cancelled when the same person asks for something
        else in this line before it was begun.

        `what` says what the result is: it is then kept, and known at once from then on. To be called on the event loop.
        """
        kept = self._kept.get(what)
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
        future = self._lines[line].submit(self._result, work, what)
        asked = _Asked(what, future, asyncio.wrap_future(future))
        self._last[line, person] = asked
        asked.answer.add_done_callback(lambda _: self._forget((line, person), asked))
        return asked.answer

    def close(self) -> None:
        """Begin nothing more that waits."""
        for line in self._lines.values():
            line.shutdown(wait=False, cancel_futures=True)

    def _result(self, work: Callable[[], T], what: Hashable) -> T:
        """In the thread of a line. Somebody before in the line may have asked for the same."""
        kept = self._kept.get(what)
        if kept is not None:
            return kept
        found = work()
        if what is not None:
            with self._keeping:
                self._kept[what] = found
                while len(self._kept) > _KEPT:
                    del self._kept[next(iter(self._kept))]
        return found

    def _forget(self, who: tuple[str, int], asked: _Asked) -> None:
        if self._last.get(who) is asked:
            del self._last[who]
