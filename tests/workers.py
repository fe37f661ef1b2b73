"""Workers for tests: they answer in the test's own process."""

import asyncio
import json
from collections.abc import Callable, Hashable
from dataclasses import replace

from bot.processes import WorkerPool
from bot.worker import PROGRAM, ChancesQuestion, DecisionQuestion, answer_question, unpacked

LITTLE = 20
"""What is worked out for a decision: how well they play is tested elsewhere."""


class AtOnce(WorkerPool):
    """Workers that answer in this process and remember the questions."""

    def __init__(self) -> None:
        super().__init__(PROGRAM)
        self.asked: list[DecisionQuestion] = []
        self.estimated: list[ChancesQuestion] = []
        self.instead: Callable[[DecisionQuestion], str | None] | None = None
        """Decides instead of the game's autopilot: the action as JSON, or None."""
        self.fails: list[Exception] = []
        """What becomes of the next questions."""
        self.go_on = asyncio.Event()
        """Estimates wait for it."""
        self.go_on.set()

    async def ask(self, question: bytes, place: Hashable) -> bytes:
        posed = unpacked(question)
        if isinstance(posed, ChancesQuestion):
            self.estimated.append(posed)
            await self.go_on.wait()
        if isinstance(posed, DecisionQuestion):
            self.asked.append(posed)
            posed = replace(posed, budget=LITTLE)
        if self.fails:
            raise self.fails.pop(0)
        if self.instead is not None and isinstance(posed, DecisionQuestion):
            return json.dumps({"answer": self.instead(posed)}).encode()
        return answer_question(posed.packed())


def at_once(workers: WorkerPool) -> AtOnce:
    """Return the workers of a test as what they are."""
    assert isinstance(workers, AtOnce)
    return workers
