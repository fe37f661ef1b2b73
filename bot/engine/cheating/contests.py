"""The contests of a crooked table: sleights against watchers, proofs, influence and tells, with each seat's sheet."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from pydantic import Field

from bot.engine.cheating.effects import Concern, Effect, luck, with_effect
from bot.engine.frozen import Frozen
from bot.engine.rng import Rng
from bot.engine.skills import (
    Bonus,
    Contest,
    DiceSystem,
    NarrativePool,
    Pool,
    Rating,
    Role,
    RoleTable,
    Roll,
    Sheet,
    SkillCheck,
    oppose,
    passive,
    roll,
    typed_contest,
)
from bot.engine.skills.rolls import Advantage, advantaged
from bot.engine.skills.systems import MOST_BONUS, MOST_DICE, MOST_NARRATIVE_DICE, strength

Watching = Literal["read", "spot"]
"""The roles that knowing games helps with (rules 7.19)."""
MOST_PROFICIENCY = 10
_LUCK_OF_A_D20 = 5
"""The worth of advantage on a d20, as in a passive value."""


class Proficiency(Frozen):
    """Proficiency with gaming sets: a bonus to reading people and to spotting cheats, unless the skill on the sheet
    includes it already (rules 7.19).

    `bonus` is added to a d20; of D6 it makes as many pips, and in the narrative system one boost die.
    """

    bonus: int = Field(default=0, ge=0, le=MOST_PROFICIENCY)
    has: tuple[Watching, ...] = ()
    """The roles whose numbers on the sheet include it."""


class Party(Frozen):
    """One side of a contest at a table."""

    seat: int
    sheet: Sheet = Sheet()
    proficiency: Proficiency = Proficiency()


def checked(system: DiceSystem, roles: RoleTable, role: Role, who: Party) -> SkillCheck:
    """Return the check for a role, with proficiency; without any of its skills, the role's first one is named."""
    check, knows = roles.check(system, role, who.sheet), who.proficiency
    if not check.skill:
        check = check._replace(skill=roles.row(system, role).skills[0])
    if role not in ("read", "spot") or role in knows.has or not knows.bonus:
        return check
    return check._replace(rating=_with_proficiency(check.rating, knows.bonus))


class PartyAnswer(NamedTuple):
    """One way to answer, and the luck it is given with: advantage 1, disadvantage -1, neither 0."""

    check: SkillCheck
    luck: int


def best(system: DiceSystem, roles: RoleTable, who: Party, answers: Iterable[Role], *, reading: int = 0) -> PartyAnswer:
    """Return the best of several ways to answer; the first of equal ones.

    `reading` is the luck at reading others. It helps no other answer, and counts for its average effect: 5 on a d20, a
    die in D6 and in the narrative system.
    """
    given = (PartyAnswer(checked(system, roles, role, who), reading if role == "read" else 0) for role in answers)
    return max(given, key=lambda answer: _worth(system, answer))


def _worth(system: DiceSystem, answer: PartyAnswer) -> int:
    """Return a number that ranks answers by their average roll."""
    on_a_d20 = _LUCK_OF_A_D20 * answer.luck if system.family == "d20" else 0
    return strength(advantaged(system, answer.check.rating, answer.luck)) + on_a_d20


def _with_proficiency(rating: Rating, bonus: int) -> Rating:
    match rating:
        case Bonus(bonus=own):
            return Bonus(bonus=min(own + bonus, MOST_BONUS))
        case Pool(dice=dice, pips=pips):
            return Pool.of(min(dice + (pips + bonus) // 3, MOST_DICE), (pips + bonus) % 3)
        case NarrativePool(size=size):
            return rating.evolve(boost=rating.boost + 1) if size < MOST_NARRATIVE_DICE else rating
        case _:
            raise TypeError("a check has the dice of a whole pool")


Means = Literal["sleight", "magic"]
USUAL_SPELL_DC = 12
"""The default difficulty to recognize magic; in the narrative system it is 2 difficulty dice."""
_USUAL_DIFFICULTY = 2
_MOST_DIFFICULTY = 5


def watcher(system: DiceSystem, roles: RoleTable, others: Sequence[Party]) -> Party:
    """Return the best at spotting cheats, the first of equal ones. Raises ValueError for nobody."""
    return max(others, key=lambda who: strength(checked(system, roles, "spot", who).rating))


def roll_sleight(
    system: DiceSystem,
    roles: RoleTable,
    by: Party,
    watching: Party,
    effects: Iterable[Effect],
    chance: Rng,
    *,
    check: SkillCheck | None = None,
    lucky: Iterable[int] = (),
    typed: int | None = None,
) -> Contest:
    """Roll a sleight against the passive Perception of the closest watcher (rules 7.20).

    `check` replaces sleight of hand: a spell. `lucky` are more seats whose luck counts. `typed` is a total from the
    table.
    """
    own = check or checked(system, roles, "sleight", by)
    spot = checked(system, roles, "spot", watching)
    asked: list[tuple[int, Concern]] = [(seat, "sleight") for seat in (by.seat, *lucky)]
    advantage = luck(effects, *asked)
    return _against_passive(system, own, spot, chance, typed, advantage)


def _against_passive(
    system: DiceSystem, own: SkillCheck, other: SkillCheck, chance: Rng, typed: int | None, advantage: Advantage = 0
) -> Contest:
    """Roll a check against a passive value, or take a total from the table: in narrative dice the net successes."""
    if typed is None:
        return oppose(system, own, other, chance, advantages=(advantage, 0), secret=True, against_passive=True)
    total = 0 if system.family == "narrative" else passive(system, other.rating)
    standing = Roll(label="passive", total=total, how="passive", skill=other.skill)
    return Contest(initiator=typed_contest(typed, typed).initiator, target=standing)


def is_unseen(contest: Contest) -> bool:
    """Tell whether a sleight goes unnoticed: a tie is enough (rules 7.20)."""
    return contest.winner != "target"


def proof(
    system: DiceSystem, roles: RoleTable, accuser: Party, accused: Party, chance: Rng, typed: int | None = None
) -> Contest:
    """Roll Investigation against the accused's passive Sleight of Hand (rules 7.26, 7.27)."""
    own, other = checked(system, roles, "prove_sleight", accuser), checked(system, roles, "sleight", accused)
    return _against_passive(system, own, other, chance, typed)


def proof_of_magic(
    system: DiceSystem, roles: RoleTable, accuser: Party, spell_dc: int | None, chance: Rng, typed: int | None = None
) -> Contest:
    """Roll Arcana against the difficulty of the spells of the accused (rules 7.26)."""
    own = checked(system, roles, "prove_magic", accuser)
    if system.family == "narrative":
        difficulty = NarrativePool(ability=min(spell_dc or _USUAL_DIFFICULTY, _MOST_DIFFICULTY))
        return _against_passive(system, own, SkillCheck("", difficulty), chance, typed)
    mine = typed_contest(typed, typed).initiator if typed is not None else None
    mine = mine or roll(system, own.rating, chance, secret=True, skill=own.skill)
    dc = USUAL_SPELL_DC if spell_dc is None else spell_dc
    return Contest(initiator=mine, target=Roll(label="spell DC", total=dc, how="passive"))


def is_proven(contest: Contest) -> bool:
    """Tell whether the accuser proves it: to meet the difficulty is enough."""
    return contest.winner != "target"


def spell_check(system: DiceSystem, roles: RoleTable, by: Party, spell_dc: int | None) -> SkillCheck:
    """Return the check to cast a spell unseen: the caster's DC less 8 as a bonus; in other dice the skill of magic."""
    if system.family != "d20":
        return checked(system, roles, "prove_magic", by)
    dc = USUAL_SPELL_DC if spell_dc is None else spell_dc
    return SkillCheck("Spellcasting", Bonus(bonus=min(dc - 8, MOST_BONUS)))


Manner = Literal["deceive", "persuade", "intimidate", "distract"]
WITH_WORDS: tuple[Manner, ...] = ("deceive", "persuade")
"""The manners in which people say how strong their hand is."""
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
    """The result of an attempt at influence; `won` None is a tie, and changes nothing (rules 7.16)."""

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
    chance: Rng,
    typed: tuple[int, int] | None = None,
) -> Swayed:
    """Roll an attempt at influence, with the current luck of both, and return its result.

    The target gives their best answer. Luck at reading others affects insight alone: a target who reads badly still
    answers as well with intimidation or perception. `typed` are both totals from the table.
    """
    advantage = luck(effects, (by.seat, "influence"), (target.seat, "target"))
    reading = luck(effects, (target.seat, "insight"))
    own = checked(system, roles, _WITH[manner], by)
    other = best(system, roles, target, _AGAINST[manner], reading=reading)
    if typed is not None:
        contest = typed_contest(*typed)
    else:
        contest = oppose(system, own, other.check, chance, advantages=(advantage, other.luck), secret=True)
    if contest.winner == "tie":
        return Swayed(contest, None, effects)
    won = contest.winner == "initiator"
    return Swayed(contest, won, with_effect(effects, effect_of_influence(manner, by.seat, won=won)))


def effect_of_influence(manner: Manner, seat: int, *, won: bool) -> Effect:
    """Return the effect of an attempt on the seat that made it.

    Others influence a feared seat with disadvantage, so there a win is bad luck for attempts against it.
    """
    concern = _FOR[manner]
    is_good = won is (concern != "target")
    return Effect(seat=seat, concern=concern, luck=1 if is_good else -1)


class TellRead(NamedTuple):
    """The contest, and whether the target seems to have cheated in this hand; None where it reads nothing."""

    contest: Contest
    seems_guilty: bool | None


def read_tell(
    system: DiceSystem,
    roles: RoleTable,
    by: Party,
    target: Party,
    effects: Iterable[Effect],
    chance: Rng,
    *,
    is_guilty: bool,
) -> TellRead:
    """Roll one seat's reading of another for a tell."""
    own, other = checked(system, roles, "read", by), checked(system, roles, "bluff", target)
    contest = oppose(system, own, other, chance, advantages=(luck(effects, (by.seat, "insight")), 0), secret=True)
    seems = {"initiator": is_guilty, "target": not is_guilty, "tie": None}[contest.winner]
    return TellRead(contest, seems)
