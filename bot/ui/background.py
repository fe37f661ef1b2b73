"""Slow work beside the event loop, and tasks that nobody awaits.

Each kind of work has its own line, so that quick work never waits behind slow work. Within a line tables take turns.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

_MOST_RESULTS = 256
"""Results that are kept of each line: many quick ones don't push out the few that took long."""


@dataclass(eq=False, slots=True)
class _Request:
    asker: Hashable
    place: Hashable
    what: Hashable
    begin: Callable[[], asyncio.Future[Any]]
    answer: asyncio.Future[Any]
    has_begun: bool = False


class BackgroundWork:
    """Lines of work. Each does one piece after the other, so that a person who asks for much can't keep all cores from
    the players. Of each asker only the last request waits in a line.
    """

    def __init__(self) -> None:
        self._lines: dict[str, _Line] = {}

    def ask(
        self, line: str, asker: Hashable, work: Callable[[], T], what: Hashable = None, place: Hashable = None
    ) -> asyncio.Future[T]:
        """Start the work in a thread, or queue it, and return its future. The future is cancelled when the same asker
        requests something else in this line before the work began.

        `what` identifies the result. A result with one is kept, and later requests get it at once. Places, such as
        tables, take turns. Call this on the event loop.
        """
        loop, thread = asyncio.get_running_loop(), self._line(line).thread
        return self.start(line, asker, lambda: loop.run_in_executor(thread, work), what, place)

    def start(
        self,
        line: str,
        asker: Hashable,
        begin: Callable[[], asyncio.Future[T]],
        what: Hashable = None,
        place: Hashable = None,
    ) -> asyncio.Future[T]:
        """Do as `ask` does with work that `begin` starts elsewhere."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        return self._line(line).ask(_Request(asker, place, what, begin, answer))

    def drop(self, line: str, asker: Hashable) -> None:
        """Cancel the asker's waiting request in a line."""
        self._line(line).drop(asker)

    def _line(self, name: str) -> "_Line":
        if name not in self._lines:
            self._lines[name] = _Line(name)
        return self._lines[name]

    def close(self) -> None:
        """Begin nothing more that waits."""
        for line in self._lines.values():
            line.close()


class _Line:
    """Only the work itself is done in the line's thread or elsewhere; all else is the event loop's."""

    def __init__(self, name: str) -> None:
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"background {name}")
        self._working: asyncio.Future[Any] | None = None
        self._waiting: OrderedDict[Hashable, deque[_Request]] = OrderedDict()
        """By place; the first one has the next turn."""
        self._last: dict[Hashable, _Request] = {}
        """By asker."""
        self._kept: dict[Hashable, Any] = {}

    def ask(self, asked: _Request) -> asyncio.Future[Any]:
        if self._answer_if_known(asked):
            return asked.answer
        before = self._last.get(asked.asker)
        if before is not None and not before.answer.done() and asked.what is not None and before.what == asked.what:
            return before.answer
        self.drop(asked.asker)
        self._last[asked.asker] = asked
        asked.answer.add_done_callback(lambda _: self._forget(asked))
        self._waiting.setdefault(asked.place, deque()).append(asked)
        self._begin_next()
        return asked.answer

    def drop(self, asker: Hashable) -> None:
        # What has begun goes on; only what waits still gives way.
        last = self._last.get(asker)
        if last is not None and not last.has_begun and not last.answer.done():
            self._cancel(last)

    def close(self) -> None:
        for asked in [asked for waiting in self._waiting.values() for asked in waiting]:
            self._cancel(asked)
        if isinstance(self._working, asyncio.Task):
            self._working.cancel()
        self.thread.shutdown(wait=False, cancel_futures=True)

    def _cancel(self, asked: _Request) -> None:
        waiting = self._waiting[asked.place]
        waiting.remove(asked)
        if not waiting:
            del self._waiting[asked.place]
        asked.answer.cancel()

    def _begin_next(self) -> None:
        """Begin the work that has waited longest at the place whose turn it is. That place comes last then."""
        while self._waiting and self._working is None:
            place, waiting = self._waiting.popitem(last=False)
            asked = waiting.popleft()
            if waiting:
                self._waiting[place] = waiting
            # Nobody waits for it now, or the same request before it has an answer.
            if not asked.answer.done() and not self._answer_if_known(asked):
                asked.has_begun = True
                self._working = asked.begin()
                self._working.add_done_callback(partial(self._finish, asked))

    def _finish(self, asked: _Request, working: asyncio.Future[Any]) -> None:
        self._working = None
        if working.cancelled():
            asked.answer.cancel()
        elif (error := working.exception()) is None:
            self._keep(asked.what, working.result())
            if not asked.answer.done():
                asked.answer.set_result(working.result())
        elif not asked.answer.done():
            asked.answer.set_exception(error)
        self._begin_next()

    def _keep(self, what: Hashable, found: Any) -> None:
        if what is not None:
            self._kept[what] = found
            while len(self._kept) > _MOST_RESULTS:
                del self._kept[next(iter(self._kept))]

    def _answer_if_known(self, asked: _Request) -> bool:
        """Return whether a result is kept. If so, the request is answered with it."""
        if asked.what not in self._kept:
            return False
        asked.answer.set_result(self._kept[asked.what])
        return True

    def _forget(self, asked: _Request) -> None:
        if self._last.get(asked.asker) is asked:
            del self._last[asked.asker]


class Tasks:
    """Tasks that nobody awaits. Each is held until it ends: the event loop alone would let go of it."""

    def __init__(self) -> None:
        self._running: dict[asyncio.Task[None], int | None] = {}
        """Each with the server that it is for."""

    def start(self, work: Coroutine[object, object, None], guild_id: int | None = None) -> None:
        task = asyncio.create_task(work)
        self._running[task] = guild_id
        task.add_done_callback(lambda ended: self._running.pop(ended, None))

    async def finish(self, are_meant: Callable[[int | None], bool] = lambda _: True) -> None:
        """Wait until those have ended that run for such servers."""
        await asyncio.gather(*(task for task, guild_id in self._running.items() if are_meant(guild_id)))

    def cancel(self, are_meant: Callable[[int | None], bool] = lambda _: True) -> None:
        """Cancel those that run for such servers."""
        for task, guild_id in self._running.items():
            if are_meant(guild_id):
                task.cancel()
