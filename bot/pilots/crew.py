"""The crew: a few workers that decide for NPCs beside the event loop, begun when somebody first asks.

Places, such as tables, take turns, so that none waits for all that another asks. A worker that takes too long is
killed, and one that is gone is replaced by the next question.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Hashable
from dataclasses import dataclass

from bot.pilots.hand import Hand

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
        self._working: set[asyncio.Task[None]] = set()
        self._is_closed = False

    async def ask(self, question: bytes, place: Hashable) -> bytes:
        """The answer to a packed question. Raises Lost where the worker took too long or went away.

        Who is cancelled is asked for no more; what has begun is worked out all the same.
        """
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
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        await asyncio.gather(*(hand.end() for hand in self._idle))

    def _go_on(self) -> None:
        """Begin what comes next: what has waited longest at the place whose turn it is, which is then the last. A
        worker that runs already comes before one that would have to be started.
        """
        while self._idle and (asked := self._next()) is not None:
            hand = next((hand for hand in self._idle if hand.is_there), self._idle[0])
            self._idle.remove(hand)
            task = asyncio.create_task(self._work(hand, asked), name="npc-worker")
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    def _next(self) -> _Asked | None:
        while self._waiting:
            place, waiting = self._waiting.popitem(last=False)
            asked = waiting.popleft()
            if waiting:
                self._waiting[place] = waiting
            if not asked.answer.done():
                return asked
        return None

    async def _work(self, hand: Hand, asked: _Asked) -> None:
        try:
            answer = await hand.answer(asked.question, self._limit)
            if not asked.answer.done():
                asked.answer.set_result(answer)
        except Exception as failed:  # noqa: BLE001  # it is told to whoever asked, and the crew goes on
            if not asked.answer.done():
                asked.answer.set_exception(failed)
        finally:
            # Who is cancelled leaves a worker in the midst of an answer that nobody reads: the bot goes.
            self._idle.append(hand)
            if not self._is_closed:
                self._go_on()
