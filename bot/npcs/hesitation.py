"""How long an NPC takes for a move: a believable time by its style, the same whatever it holds.

The time follows from the table, the moment and what lies open. It doesn't follow from the seat's own cards, nor from
how long the decision took to work out, so nobody reads a hand off a pause.
"""

from bot.engine.ai.temper import Style
from bot.engine.rng import SeededChance
from bot.tables.model import Chair, Table

_SECONDS: dict[Style, tuple[float, float]] = {
    "cautious": (4, 8),
    "steady": (3, 6),
    "reckless": (2, 3.5),
    "shark": (3, 7),
    "drunk": (2, 8),
}
_HARDER = 1.3
"""How much longer a move takes that has a price."""
_LIVELY = 60
"""Seconds of a table's clock below which everybody moves faster."""
_AT_MOST = 0.5
"""The part of what is left on the clock that an NPC takes at most."""
_STEPS = 1000


def hesitation(table: Table, chair: Chair, now: float) -> float:
    """Seconds from `now` until the chair moves; always before its time is up."""
    pilot = chair.pilot
    style = pilot.temper.style if pilot is not None else "steady"
    rng = SeededChance(f"pause|{table.id}|{table.hand_id}|{table.record.turn}|{chair.seat}")
    share = rng.below(_STEPS + 1) / _STEPS
    if style == "drunk":
        # Either blurted out or long in coming, seldom in between.
        share = share / 5 if rng.below(2) else 1 - share / 5
    low, high = _SECONDS[style]
    seconds = low + (high - low) * share
    if _has_a_price(table, chair):
        seconds *= _HARDER
    if pace := table.record.pace.seconds:
        seconds *= min(1, pace / _LIVELY)
    if (deadline := table.record.deadline) is not None:
        seconds = min(seconds, max(deadline - now, 0) * _AT_MOST)
    return seconds


def _has_a_price(table: Table, chair: Chair) -> bool:
    """Whether a move at the table costs something, as everybody can see."""
    return any(move.price for move in table.moves(chair.seat) if move.place == "table" and not move.aside)
