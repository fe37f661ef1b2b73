"""What an NPC's decision is asked with, as it goes to a worker: what the seat sees, what it may do, and its temper.

A state never leaves the bot's own process: what isn't in the seat's view can't be looked at, not even by mistake.
"""

import pickle
from dataclasses import dataclass
from typing import Any

from bot import catalog
from bot.engine.ai.temper import Temper
from bot.engine.moves import Move
from bot.engine.rng import SeededChance


@dataclass(frozen=True, slots=True)
class Question:
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


def unpacked(sent: bytes) -> Question:
    question = pickle.loads(sent)  # noqa: S301  # comes from the bot that started this worker, by a pipe of their own
    if not isinstance(question, Question):
        raise TypeError("that is no question")
    return question


def decided(question: Question) -> str | None:
    """The action as JSON that the game's autopilot decides on; None where it lets the others go first."""
    pilot = catalog.autopilot(question.game)
    rng = SeededChance(question.seed)
    action = pilot.decide(question.view, question.moves, question.temper, rng, question.budget)
    return None if action is None else action.to_json()
