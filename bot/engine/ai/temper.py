"""The temper of an NPC that plays by itself: a style, a skill, and what follows from both.

A style is how somebody likes to play; a skill, how well they reckon. A shark is whoever likes what is worth most.
"""

from typing import Literal, NamedTuple

from bot.engine.frozen import Frozen

Style = Literal["cautious", "steady", "reckless", "shark", "drunk"]
Skill = Literal["novice", "regular", "expert"]


class Traits(NamedTuple):
    """What a temper comes to, in figures that every game can use. Probabilities and shares of a pot, 0 to 1."""

    margin: float
    """By how much the chance to win has to be better than the price asks for; less than 0 for who pays too much."""
    boldness: float
    """How likely they are to bet or raise where they think they are ahead."""
    bluff: float
    """How likely they are to bet with nothing."""
    error: float
    """The standard deviation of the error in the chance that they believe in."""
    blunder: float
    """How likely they are to do something that is allowed, whatever it is worth."""
    effort: float
    """The part of the work an estimate may take that they put into it."""
    reading: float
    """How much they make of what others' bets tell; 0 for who looks at their own hand alone."""


_STYLES: dict[Style, Traits] = {
    "cautious": Traits(margin=0.10, boldness=0.15, bluff=0.0, error=0.05, blunder=0.0, effort=0.5, reading=0.6),
    "steady": Traits(margin=0.03, boldness=0.25, bluff=0.02, error=0.12, blunder=0.03, effort=0.35, reading=0.0),
    "reckless": Traits(margin=-0.12, boldness=0.85, bluff=0.2, error=0.08, blunder=0.03, effort=0.3, reading=0.0),
    "shark": Traits(margin=0.0, boldness=0.95, bluff=0.08, error=0.0, blunder=0.0, effort=1.0, reading=0.6),
    "drunk": Traits(margin=-0.15, boldness=0.5, bluff=0.15, error=0.25, blunder=0.25, effort=0.1, reading=0.0),
}
_SKILLS: dict[Skill, tuple[float, float, float]] = {
    "novice": (0.08, 0.08, 0.3),
    "regular": (0.02, 0.01, 0.7),
    "expert": (0.0, 0.0, 1.0),
}
"""What a skill adds to the error and to blunders, and the part of the effort that it leaves."""


class Temper(Frozen):
    """How an NPC plays by itself."""

    style: Style = "steady"
    skill: Skill = "regular"

    @property
    def traits(self) -> Traits:
        own, (error, blunder, effort) = _STYLES[self.style], _SKILLS[self.skill]
        return own._replace(error=own.error + error, blunder=own.blunder + blunder, effort=own.effort * effort)
