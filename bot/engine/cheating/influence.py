"""Trying to sway somebody at the table: one skill against another, and what comes of it until the end of the next hand
(seed 004, Influence Action).
"""

from typing import Literal, NamedTuple

from bot.engine.cheating.effects import Concern, Effect, luck, with_effect
from bot.engine.cheating.parties import Party, best, checked
from bot.engine.rng import Chance
from bot.engine.skills import Contest, DiceSystem, Role, RoleTable, oppose

Manner = Literal["deceive", "persuade", "intimidate", "distract"]
_WITH: dict[Manner, Role] = {
    "deceive": "bluff",
    "persuade": "persuade",
    "intimidate": "intimidate",
    "distract": "distract",
}
_AGAINST: dict[Manner, tuple[Role, ...]] = {
    "deceive": ("read",),
    "persuade": ("read",),
    "intimidate": ("read", "intimidate"),
    "distract": ("read", "spot"),
}
_FOR: dict[Manner, Concern] = {
    "deceive": "influence",
    "persuade": "influence",
    "intimidate": "target",
    "distract": "sleight",
}


class Swayed(NamedTuple):
    """How an attempt went; `won` None is a tie, and changes nothing (rules 7.16)."""

    contest: Contest
    won: bool | None
    effects: tuple[Effect, ...]


def sway(
    system: DiceSystem,
    roles: RoleTable,
    manner: Manner,
    by: Party,
    target: Party,
    effects: tuple[Effect, ...],
    chance: Chance,
) -> Swayed:
    """Contest the attempt, with the luck that both have until now, and note what it brings.

    The target gives the best answer there is. Luck at reading others goes with insight alone: whoever reads badly may
    still answer with intimidation or perception as well as ever.
    """
    helped = luck(effects, (by.seat, "influence"), (target.seat, "target"))
    reading = luck(effects, (target.seat, "insight"))
    own = checked(system, roles, _WITH[manner], by)
    other = best(system, roles, target, _AGAINST[manner], reading=reading)
    contest = oppose(system, own, other.check, chance, advantages=(helped, other.luck), secret=True)
    if contest.winner == "tie":
        return Swayed(contest, None, effects)
    won = contest.winner == "initiator"
    return Swayed(contest, won, with_effect(effects, brought(manner, by.seat, won=won)))


def brought(manner: Manner, seat: int, *, won: bool) -> Effect:
    """What an attempt brings to whoever made it. Whom others fear they influence with disadvantage; so there a win is
    bad luck for attempts against the seat.
    """
    concern = _FOR[manner]
    is_good = won is (concern != "target")
    return Effect(seat=seat, concern=concern, luck=1 if is_good else -1)
