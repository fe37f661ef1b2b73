"""How the NPCs of a campaign play by themselves, and what they say meanwhile."""

from pydantic import Field

from bot.engine.autopilot.temper import Temper
from bot.engine.frozen import Frozen

MOST_LINES = 20
LONGEST_LINE = 200


class Pilot(Frozen):
    """An NPC's temper, and the GM's own lines for it; without any, or while `speaks` is off, it says nothing."""

    temper: Temper = Temper()
    speaks: bool = False
    lines: tuple[str, ...] = Field(default=(), max_length=MOST_LINES)
    """Each as the GM typed it, of at most LONGEST_LINE characters."""
