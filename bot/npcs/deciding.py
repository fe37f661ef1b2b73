"""An NPC's decision: the question from what its seat sees, and what is done where a worker has no answer."""

import hmac
import json
import logging
import pickle
from enum import Enum
from typing import Any

from bot.engine.cheating.honest import honestly, seen_honestly
from bot.engine.moves import AnyAction, Move, Pick
from bot.errors import RuleError
from bot.npcs.crew import Crew
from bot.npcs.hand import Lost, TookTooLong
from bot.npcs.question import Question
from bot.tables.model import Chair, Table

log = logging.getLogger(__name__)
BUDGET = 20_000
"""What a decision may work out at most, in hands with a game's own cards; a temper puts only a part into it."""
CHEAP = 200
"""What it may once a worker has been given up."""


class Instead(Enum):
    """What an NPC does instead of a move of its own."""

    LETS_OTHERS_GO_FIRST = "lets the others go first"
    LEAVES_IT_TO_THE_RULES = "leaves it to the rules"


Decision = AnyAction | Instead


def question_for(table: Table, chair: Chair, most: int = BUDGET) -> Question:
    """What is asked for a chair. All of it follows from what the seat can see but for the seed of its own chance, which
    is made with the hand's closed one, so that nobody foresees what it will do; nothing of that can be found from it.
    """
    if chair.pilot is None or table.record.hand is None:
        raise LookupError("nobody plays that seat by itself")
    temper, game = chair.pilot.temper, table.entry.game
    honest, state = honestly(game, table.state)
    key = f"npc|{table.hand_id}|{table.record.turn}|{chair.seat}"
    return Question(
        game=game.key,
        view=seen_honestly(game.view(table.state, chair.seat)),
        moves=tuple(_plain(move) for move in honest.moves(state, chair.seat) if move.place != "clock"),
        temper=temper,
        seed=hmac.digest(table.record.hand.seeds.closed.encode(), key.encode(), "sha256").hex(),
        budget=max(round(most * temper.traits.effort), 1),
    )


def _plain(move: Move) -> Move:
    """The move without the functions that read what people type."""
    fields = tuple(field.evolve(reads=None) if isinstance(field, Pick) else field for field in move.fields)
    return move.evolve(fields=fields)


async def decision(crew: Crew, table: Table, chair: Chair) -> Decision:
    """What the chair does now. Where a worker took too long another is asked for less, and where it went away, by
    whatever fault, first for the same; after that, and where an autopilot fails, the rules do what they do for whoever
    doesn't act.
    """
    tries = [BUDGET, BUDGET, CHEAP]
    while tries:
        most = tries.pop(0)
        try:
            sent = question_for(table, chair, most).packed()
        except (pickle.PicklingError, TypeError, AttributeError):
            log.exception("what an NPC sees at a table of %s can't be sent to a worker", table.entry.game.key)
            break
        try:
            answer: dict[str, Any] = json.loads(await crew.ask(sent, table.id))
        except Lost as lost:
            log.warning("an NPC's decision at table %s is given up: %s", table.id, lost)
            if isinstance(lost, TookTooLong):
                tries = [cheaper for cheaper in tries if cheaper < most]
            continue
        if "error" in answer:
            log.error("the autopilot of %s failed: %s", table.entry.game.key, answer["error"])
            break
        return _read(table, answer["action"])
    return Instead.LEAVES_IT_TO_THE_RULES


def _read(table: Table, action: str | None) -> Decision:
    if action is None:
        return Instead.LETS_OTHERS_GO_FIRST
    try:
        read: AnyAction = table.entry.game.action_from_json(action)
    except (ValueError, RuleError) as failed:
        # Not what is wrong with it: that would repeat what the seat has chosen.
        log.error("the autopilot of %s decided on what is no move: %s", table.entry.game.key, type(failed).__name__)  # noqa: TRY400  # for the same reason
        return Instead.LEAVES_IT_TO_THE_RULES
    return read
