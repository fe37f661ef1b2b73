"""What NPCs say: now and then one of the GM's own lines, beside a move that everybody sees.

Which line, and whether any, follows from the table, the turn and what has happened openly: a line tells nothing of a
hand.
"""

from bot.campaigns import Pilot
from bot.engine.game import Seat
from bot.engine.moves import Amount, Move
from bot.engine.rng import SeededChance
from bot.engine.speech import escape
from bot.tables.model import Table

_SPEAKS, _OF = 2, 5
"""How often somebody says something where it fits; checks and what is chosen in secret are done without a word."""


def line_for(
    pilot: Pilot, before: Table, after: Table | None, seat: Seat, move: Move | None, last: str | None = None
) -> str | None:
    """One of the pilot's lines, not the `last` one again; None for silence. `move` is what the seat does: before it the
    line goes with the move, after it with what has been won.
    """
    fits = _is_told(move) if after is None else _has_won(before, after, seat)
    if not (fits and pilot.speaks and pilot.lines):
        return None
    rng = SeededChance(f"line|{before.id}|{before.hand_id}|{before.record.turn}|{seat}")
    if rng.below(_OF) >= _SPEAKS:
        return None
    others = [line for line in pilot.lines if line != last]
    return rng.pick(others) if others else None


def told_line(table: Table, seat: Seat, line: str) -> str:
    """The line as everybody reads it: foreign text, so that nothing in it is markup or a mention."""
    return f"{table.voice.name(seat)}: “{escape(line)}”"


def _is_told(move: Move | None) -> bool:
    """Whether somebody openly bets, pays or gives up by it."""
    if move is None or move.place != "table" or move.aside:
        return False
    return move.style == "danger" or bool(move.price) or any(isinstance(field, Amount) for field in move.fields)


def _has_won(before: Table, after: Table, seat: Seat) -> bool:
    result = after.entry.game.outcome(after.state)
    chair = before.chair(seat)
    if result is None or chair is None:
        return False
    return dict(result.stacks).get(seat, 0) > before.stack_of(chair)
