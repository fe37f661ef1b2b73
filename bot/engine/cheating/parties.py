"""Who faces whom when skills are pitted against each other at a table: a seat, its sheet, and its way with games."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

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
from bot.engine.skills.rolls import advantaged

Watching = Literal["read", "spot"]
"""The roles that knowing games helps with (rules 7.19)."""
MOST_PROFICIENCY = 10
_LUCK_OF_A_D20 = 5
"""What advantage at a d20 is worth, as in a passive value."""


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
    """What somebody rolls for a role, their way with games included; who has none of its skills rolls its first one."""
    check, knows = roles.check(system, role, who.sheet), who.proficiency
    if not check.skill:
        check = check._replace(skill=roles.row(system, role).skills[0])
    if role not in ("read", "spot") or role in knows.has or not knows.bonus:
        return check
    return check._replace(rating=_helped(check.rating, knows.bonus))


class Answer(NamedTuple):
    """One way to answer, and the luck it is given with: advantage 1, disadvantage -1, neither 0."""

    check: Check
    luck: int


def best(system: DiceSystem, roles: RoleTable, who: Party, answers: Iterable[Role], *, reading: int = 0) -> Answer:
    """The best of several ways to answer; the first of equal ones.

    `reading` is the luck with which somebody reads others. It goes with no other answer than that, and counts for as
    much as it changes on average: 5 of a d20, a die in D6 and in the narrative system.
    """
    given = (Answer(checked(system, roles, role, who), reading if role == "read" else 0) for role in answers)
    return max(given, key=lambda answer: _worth(system, answer))


def _worth(system: DiceSystem, answer: Answer) -> int:
    """A number that ranks answers by what they roll on average."""
    on_a_d20 = _LUCK_OF_A_D20 * answer.luck if system.family == "d20" else 0
    return strength(advantaged(system, answer.check.rating, answer.luck)) + on_a_d20


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
