"""Contests of one skill against another: the winner, the margin, and every die that led there."""

from typing import Literal

from bot.engine.frozen import Frozen, made
from bot.engine.rng import Rng
from bot.engine.skills.roles import Role, RoleTable, SkillCheck
from bot.engine.skills.rolls import Roll, advantaged, passive, roll, roll_narrative
from bot.engine.skills.sheets import Sheet
from bot.engine.skills.systems import DiceSystem, NarrativePool
from bot.errors import RuleError

Winner = Literal["initiator", "target", "tie"]
MOST_TYPED = 1000


class Contest(Frozen):
    """Both sides of a contest; the game decides what a tie means."""

    initiator: Roll
    target: Roll

    @property
    def winner(self) -> Winner:
        if self.initiator.total == self.target.total:
            return "tie"
        return "initiator" if self.initiator.total > self.target.total else "target"

    @property
    def margin(self) -> int:
        """The winner's lead: 0 for a tie, never negative."""
        return abs(self.initiator.total - self.target.total)

    def told(self, initiator: str, target: str, strike: str = "") -> str:
        """Describe the contest; the names are written as they are given, dropped dice as in `Roll.told`."""
        rolls = f"{initiator}: {self.initiator.told(strike)}. {target}: {self.target.told(strike)}."
        if self.winner == "tie":
            return f"{rolls} It's a tie."
        return f"{rolls} {initiator if self.winner == 'initiator' else target} wins by {self.margin}."


# As in a sentence: who, with what, against whom, with what.
def contest(
    system: DiceSystem,
    roles: RoleTable,
    initiator: Sheet,
    initiator_role: Role,
    target: Sheet,
    target_role: Role,
    chance: Rng,
    *,
    advantages: tuple[int, int] = (0, 0),
    secret: bool = False,
    against_passive: bool = False,
) -> Contest:
    """Roll a contest, the initiator's dice first. With `against_passive` the target doesn't roll.

    `advantages` are the initiator's and the target's, each -1, 0 or 1, as `roll` takes them.
    """
    return oppose(
        system,
        roles.check(system, initiator_role, initiator),
        roles.check(system, target_role, target),
        chance,
        advantages=advantages,
        secret=secret,
        against_passive=against_passive,
    )


def oppose(
    system: DiceSystem,
    initiator: SkillCheck,
    target: SkillCheck,
    chance: Rng,
    *,
    advantages: tuple[int, int] = (0, 0),
    secret: bool = False,
    against_passive: bool = False,
) -> Contest:
    """Roll a contest of two checks that are known already, as `contest` does."""
    first = roll(system, initiator.rating, chance, advantage=advantages[0], secret=secret, skill=initiator.skill)
    if system.family == "narrative":
        second = _in_the_way(system, target, chance, advantage=advantages[1], secret=secret, unskilled=against_passive)
    elif against_passive:
        value = passive(system, target.rating, advantages[1])
        second = made(Roll, label="passive", total=value, how="passive", skill=target.skill)
    else:
        second = roll(system, target.rating, chance, advantage=advantages[1], secret=secret, skill=target.skill)
    return made(Contest, initiator=first, target=second)


def _in_the_way(
    system: DiceSystem, target: SkillCheck, chance: Rng, *, advantage: int, secret: bool, unskilled: bool
) -> Roll:
    """Roll the target's half of the one opposed pool of the narrative system.

    The books roll one pool: the initiator's dice against difficulty dice for the opponent's skill, upgraded to
    challenge dice where the opponent has proficiency; a passive value isn't upgraded (rules, section 0). Success
    takes one net success, so the initiator wins above zero and the target below; zero, where the books only say that
    the attempt fails, is the tie, and every game has its own rule for ties.
    """
    pool = advantaged(system, target.rating, advantage)
    if not isinstance(pool, NarrativePool):
        raise TypeError(f"{pool} isn't a pool of narrative dice")
    if unskilled:
        pool = pool.evolve(proficiency=0, ability=pool.proficiency + pool.ability)
    rolled = roll_narrative(pool.mirrored(), chance, secret=secret)
    return rolled.evolve(total=-rolled.total, skill=target.skill)


def typed_contest(initiator_total: int, target_total: int) -> Contest:
    """Build a contest that the players rolled at their own table. Raises RuleError beyond -1,000 .. 1,000."""
    for total in (initiator_total, target_total):
        if not -MOST_TYPED <= total <= MOST_TYPED:
            raise RuleError(f"A typed total must be between \N{MINUS SIGN}{MOST_TYPED:,} and {MOST_TYPED:,}.")
    initiator, target = (
        made(Roll, label="typed in", total=total, how="typed") for total in (initiator_total, target_total)
    )
    return made(Contest, initiator=initiator, target=target)
