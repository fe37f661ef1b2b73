"""What a character brings to Baldur Hold'em: how well they know games, and how hard their spells are to recognize."""

from pydantic import Field, ValidationError

from bot.engine.cheating.parties import Proficiency
from bot.engine.frozen import Frozen

MOST_SPELL_DC = 40


class BaldurKit(Frozen):
    """Proficiency in gaming sets helps to read people and to spot cheats (rules 7.19)."""

    proficiency: Proficiency = Proficiency()
    spell_dc: int | None = Field(default=None, ge=1, le=MOST_SPELL_DC)
    """What somebody has to reach who wants to prove a spell; None where nobody has put a number to it."""


def read_kit(text: str | None) -> BaldurKit:
    """A stored kit; an empty one where there is none, or none that can be read."""
    try:
        return BaldurKit.from_json(text) if text is not None else BaldurKit()
    except ValidationError:
        return BaldurKit()
