"""Who faces whom when skills are pitted against each other at a table: a seat, its sheet, and its way with games."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from bot.engine.frozen import Frozen
from bot.engine.skills import (
    Bonus,
    Check,
    DiceSystem,
    NarrativePool,
    Pool,
    Rating,
    Role,
    RoleTable,
    Sheet,
)
from bot.engine.skills.ratings import MOST_BONUS, MOST_DICE, MOST_NARRATIVE_DICE, strength

Watching = Literal["read", "spot"]
"""The roles that knowing games helps with (rules 7.19)."""
MOST_PROFICIENCY = 10


class Proficiency(Frozen):
    """Being at home with gaming sets: a bonus to reading people and to spotting cheats, unless the skill on the sheet
    has it already (rules 7.19).

    `bonus` is added to a d20; of D6 it makes as many pips, and in the narrative system one boost die.
    """

    bonus: int = Field(default=0, ge=0, le=MOST_PROFICIENCY)
    has: tuple[Watching, ...] = ()
    """What the sheet's own numbers include it in."""


class Party(Frozen):
    """One side of a contest at a table."""

    seat: int
    sheet: Sheet = Sheet()
    proficiency: Proficiency = Proficiency()


def checked(system: DiceSystem, roles: RoleTable, role: Role, who: Party) -> Check:
    """What somebody rolls for a role, their way with games included."""
    check, knows = roles.check(system, role, who.sheet), who.proficiency
    if role not in ("read", "spot") or role in knows.has or not knows.bonus:
        return check
    return check._replace(rating=_helped(check.rating, knows.bonus))


def best(system: DiceSystem, roles: RoleTable, who: Party, answers: Iterable[Role]) -> Check:
    """The best of several ways to answer; the first of equal ones."""
    return max((checked(system, roles, role, who) for role in answers), key=lambda check: strength(check.rating))


def _helped(rating: Rating, bonus: int) -> Rating:
    match rating:
        case Bonus(bonus=own):
            return Bonus(bonus=min(own + bonus, MOST_BONUS))
        case Pool(dice=dice, pips=pips):
            return Pool.of(min(dice + (pips + bonus) // 3, MOST_DICE), (pips + bonus) % 3)
        case NarrativePool(size=size):
            return rating.evolve(boost=rating.boost + 1) if size < MOST_NARRATIVE_DICE else rating
        case _:
            raise TypeError("a check has the dice of a whole pool")
