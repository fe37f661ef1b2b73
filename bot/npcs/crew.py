"""The crew: a few workers that decide for NPCs beside the event loop, begun when somebody first asks.

Places, such as tables, take turns, so that none waits for all that another asks. A worker that takes too long is
killed, and one that is gone is replaced by the next question.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

from bot.npcs.hand import Hand, Lost

SIZE = 2
"""Workers at the most."""
GIVEN_UP_AFTER = 5.0
"""Seconds for an answer. Time is only a net below the counted work: no decision depends on it as long as it holds."""


@dataclass(eq=False, slots=True)
class _Asked:
    place: Hashable
    question: bytes
    answer: asyncio.Future[bytes]


class Crew:
    """Answers packed questions. To be used on one event loop."""

    def __init__(self, size: int = SIZE, given_up_after: float = GIVEN_UP_AFTER) -> None:
        """`given_up_after` is in seconds of the machine's own time, whatever clock the tables have: so is the work."""
        self._idle = [Hand() for _ in range(size)]
        self._limit = given_up_after
        self._waiting: OrderedDict[Hashable, deque[_Asked]] = OrderedDict()
        """By place; the first one has the next turn."""
        self._working: set[asyncio.Task[bytes]] = set()
        self._is_closed = False

    async def ask(self, question: bytes, place: Hashable) -> bytes:
        """The answer to a packed question. Raises Lost where the worker took too long or went away, or the crew has.

        Who is cancelled is asked for no more; what has begun is worked out all the same.
        """
        if self._is_closed:
            raise Lost("the crew has gone home")
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(place, deque()).append(_Asked(place, question, answer))
        self._go_on()
        return await answer

    async def close(self) -> None:
        """End all workers; whoever still waits is cancelled."""
        self._is_closed = True
        for waiting in self._waiting.values():
            for asked in waiting:
                asked.answer.cancel()
        self._waiting.clear()
        for work in self._working:
            work.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        await asyncio.gather(*(hand.end() for hand in self._idle))

    def _go_on(self) -> None:
        """Begin what comes next: what has waited longest at the place whose turn it is, which is then the last. A
        worker that runs already comes before one that would have to be started.
        """
        while self._idle and (asked := self._next()) is not None:
            hand = next((hand for hand in self._idle if hand.is_there), self._idle[0])
            self._idle.remove(hand)
            work = asyncio.create_task(hand.answer(asked.question, self._limit), name="npc-worker")
            self._working.add(work)
            work.add_done_callback(partial(self._finished, hand, asked))

    def _next(self) -> _Asked | None:
        while self._waiting:
            place, waiting = self._waiting.popitem(last=False)
            asked = waiting.popleft()
            if waiting:
                self._waiting[place] = waiting
            if not asked.answer.done():
                return asked
        return None

    def _finished(self, hand: Hand, asked: _Asked, work: asyncio.Task[bytes]) -> None:
        """Tell whoever asked, whatever came of it; the crew goes on."""
        self._working.discard(work)
        self._idle.append(hand)
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
            self._go_on()
