"""A worker process that decides for NPCs and estimates win chances: it answers packed questions from a pipe.

A question holds the seat's view of the game as an honest player sees it. A state never leaves the bot's own process, so
an autopilot or an estimate can't look at more, not even by mistake.
"""

import gc
import json
import pickle
import sys
import traceback
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bot import games
from bot.engine.ai.temper import Temper
from bot.engine.game import HouseRules
from bot.engine.moves import Move
from bot.engine.rng import SeededRng
from bot.processes import become_a_worker, serve


@dataclass(frozen=True, slots=True)
class Question(ABC):
    """Everything that a question about a seat may use."""

    game: str
    """The key of the game."""
    view: Any
    """The seat's own view of the game as an honest player sees it."""
    seed: str
    """The seed of a chance apart from the hand's. The same question has the same answer."""
    budget: int
    """The most hands to calculate."""

    def packed(self) -> bytes:
        """Return the question as bytes for a pipe. Only the bot that packed it sends it to a worker."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)

    @abstractmethod
    def answer(self) -> str | None:
        """Work out the answer, as JSON. Raises whatever the game's code raises."""


@dataclass(frozen=True, slots=True)
class DecisionQuestion(Question):
    """A question for an NPC's action. The answer None lets the others go first."""

    moves: tuple[Move, ...]
    temper: Temper

    def answer(self) -> str | None:
        decide, rng = games.spec_of(self.game).player.decide, SeededRng(self.seed)
        action = decide(lambda: self.view, self.moves, self.temper, rng, self.budget)
        return None if action is None else action.to_json()


@dataclass(frozen=True, slots=True)
class ChancesQuestion(Question):
    """The question for a seat's win chances."""

    rules: HouseRules

    def answer(self) -> str | None:
        calculator = games.spec_of(self.game).win_calculator
        if calculator is None:
            raise LookupError("the game has no win chances")
        return calculator.estimate(self.view, self.rules, SeededRng(self.seed), self.budget).to_json()


def unpacked(sent: bytes) -> Question:
    question = pickle.loads(sent)  # noqa: S301  # only the bot that started this worker writes to its pipe
    if not isinstance(question, Question):
        raise TypeError("that is no question")
    return question


def answer_question(sent: bytes) -> bytes:
    """Answer a packed question: with its answer, or the place of the game's error, but never the seat's view."""
    try:
        return json.dumps({"answer": unpacked(sent).answer()}).encode()
    except Exception as failed:  # noqa: BLE001  # a game may raise anything: the bot gets it as the answer
        where = "".join(traceback.format_tb(failed.__traceback__))
        return json.dumps({"error": f"{type(failed).__name__}\n{where}"}).encode()


PROGRAM = "from bot.worker import main; main()"
"""A worker's program. As `__main__` it couldn't read questions of `bot.worker`."""


def main() -> None:
    """Serve on standard input and output."""
    answers = become_a_worker()
    games.games()
    gc.freeze()
    with suppress(BrokenPipeError):
        serve(answer_question, sys.stdin.buffer, answers)
