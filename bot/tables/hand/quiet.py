"""Quiet steps: at a crooked table, what nobody may notice leaves the table as everybody sees it, to the last button.

The turn stands, so every button stays what it was; no clock starts anew, nothing is said, and nobody counts as having
stirred. Only the log has a row more, which the keeper alone may read.
"""

from typing import Any

from bot.engine.game import Step
from bot.tables.model import Table


def is_quiet(before: Table, done: Step[Any]) -> bool:
    """Whether a step within a hand goes unnoticed: nobody is told of it, the hand waits for the same seats, and the
    public view is the same.
    """
    if not before.is_crooked or done.events:
        return False
    game, was, now = before.entry.game, before.state, done.state
    return game.to_act(was) == game.to_act(now) and game.view(was, None) == game.view(now, None)
