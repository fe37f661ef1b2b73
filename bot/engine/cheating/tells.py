"""Reading a tell: Insight against Deception, in secret. What is read is true if the reader wins and false if they lose;
a tie reads nothing. Nobody is told which it was.
"""

from collections.abc import Iterable
from typing import NamedTuple

from bot.engine.cheating.effects import Effect, luck
from bot.engine.cheating.parties import Party, checked
from bot.engine.rng import Chance
from bot.engine.skills import Contest, DiceSystem, RoleTable, oppose


class Read(NamedTuple):
    """The contest, and what the reader believes of "has cheated in this hand"; None where there is nothing to read."""

    contest: Contest
    seems_guilty: bool | None


def read_tell(
    system: DiceSystem,
    roles: RoleTable,
    by: Party,
    target: Party,
    effects: Iterable[Effect],
    chance: Chance,
    *,
    is_guilty: bool,
) -> Read:
    """What somebody reads in somebody else."""
    own, other = checked(system, roles, "read", by), checked(system, roles, "bluff", target)
    contest = oppose(system, own, other, chance, advantages=(luck(effects, (by.seat, "insight")), 0), secret=True)
    seems = {"initiator": is_guilty, "target": not is_guilty, "tie": None}[contest.winner]
    return Read(contest, seems)
