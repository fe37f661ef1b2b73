"""A worker process that decides for NPCs: it answers packed questions from a pipe.

A question holds the seat's view, its moves and its temper. A state never leaves the bot's own process, so an autopilot
can't look at more, not even by mistake.
"""

import gc
import json
import pickle
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bot import games
from bot.engine.ai.temper import Temper
from bot.engine.moves import Move
from bot.engine.rng import SeededRng
from bot.processes import become_a_worker, serve


@dataclass(frozen=True, slots=True)
class DecisionQuestion:
    """All that is known where an NPC decides."""

    game: str
    """The key of the game."""
    view: Any
    """The seat's own view of the game as whoever plays honestly sees it."""
    moves: tuple[Move, ...]
    temper: Temper
    seed: str
    """Of the NPC's own chance, never the hand's: the same question is answered in the same way."""
    budget: int
    """What may be worked out, counted in hands with the game's own cards."""

    def packed(self) -> bytes:
        """As it is sent. Only what this bot has packed itself is ever unpacked."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)


def unpacked(sent: bytes) -> DecisionQuestion:
    question = pickle.loads(sent)  # noqa: S301  # comes from the bot that started this worker, by a pipe of their own
    if not isinstance(question, DecisionQuestion):
        raise TypeError("that is no question")
    return question


def _decide(question: DecisionQuestion) -> str | None:
    """Return the action that the game's autopilot chooses, as JSON; None if it lets the others go first."""
    decide, rng = games.spec_of(question.game).player.decide, SeededRng(question.seed)
    action = decide(lambda: question.view, question.moves, question.temper, rng, question.budget)
    return None if action is None else action.to_json()


def answer_question(sent: bytes) -> bytes:
    """Answer a packed question: the action, or the place of the autopilot's error, but never the seat's view."""
    try:
        return json.dumps({"action": _decide(unpacked(sent))}).encode()
    except Exception as failed:  # noqa: BLE001  # whatever a game's autopilot raises, the bot is told and goes on
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
