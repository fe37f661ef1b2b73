"""Cheating and being caught: sleight of hand against whoever looks closest, and what proves it (seed 004, Cheating).

All of it is rolled in secret.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from bot.engine.cheating.effects import Effect, luck
from bot.engine.cheating.parties import Party, checked
from bot.engine.rng import Chance
from bot.engine.skills import (
    Bonus,
    Check,
    Contest,
    DiceSystem,
    NarrativePool,
    RoleTable,
    Roll,
    oppose,
    roll,
)
from bot.engine.skills.ratings import MOST_BONUS, strength

Means = Literal["sleight", "magic"]
USUAL_SPELL_DC = 12
"""How hard magic is to recognize that nobody has put a number to; in the narrative system 2 difficulty dice."""
_USUAL_DIFFICULTY = 2
_MOST_DIFFICULTY = 5


def watcher(system: DiceSystem, roles: RoleTable, others: Sequence[Party]) -> Party:
    """Who of the others looks closest: the best at spotting cheats, the first of equal ones. ValueError for nobody."""
    return max(others, key=lambda who: strength(checked(system, roles, "spot", who).rating))


def slipped(
    system: DiceSystem,
    roles: RoleTable,
    by: Party,
    watching: Party,
    effects: Iterable[Effect],
    chance: Chance,
    *,
    check: Check | None = None,
) -> Contest:
    """A sleight against whoever looks closest: their passive Perception, or in D6 a roll of it (rules 7.20).

    `check` is what is rolled instead of sleight of hand: a spell.
    """
    own = check or checked(system, roles, "sleight", by)
    spot = checked(system, roles, "spot", watching)
    helped = luck(effects, (by.seat, "sleight"))
    return oppose(system, own, spot, chance, advantages=(helped, 0), secret=True, against_passive=system.family != "d6")


def is_unseen(contest: Contest) -> bool:
    """Whether a sleight goes unnoticed: to meet what watches is enough (rules 7.20)."""
    return contest.winner != "target"


def proof(system: DiceSystem, roles: RoleTable, accuser: Party, accused: Party, chance: Chance) -> Contest:
    """Investigation against the passive Sleight of Hand of the accused (rules 7.26, 7.27)."""
    own, other = checked(system, roles, "prove_sleight", accuser), checked(system, roles, "sleight", accused)
    return oppose(system, own, other, chance, secret=True, against_passive=True)


def proof_of_magic(
    system: DiceSystem, roles: RoleTable, accuser: Party, spell_dc: int | None, chance: Chance
) -> Contest:
    """Arcana against the difficulty of the spells of the accused (rules 7.26)."""
    own = checked(system, roles, "prove_magic", accuser)
    if system.family == "narrative":
        difficulty = NarrativePool(ability=min(spell_dc or _USUAL_DIFFICULTY, _MOST_DIFFICULTY))
        return oppose(system, own, Check("", difficulty), chance, secret=True, against_passive=True)
    mine = roll(system, own.rating, chance, secret=True, skill=own.skill)
    dc = USUAL_SPELL_DC if spell_dc is None else spell_dc
    return Contest(initiator=mine, target=Roll(label="spell DC", total=dc, how="passive"))


def is_proven(contest: Contest) -> bool:
    """Whether the accuser proves it: to meet the difficulty is enough."""
    return contest.winner != "target"


def spell_check(system: DiceSystem, roles: RoleTable, by: Party, spell_dc: int | None) -> Check:
    """What casting a spell unseen is rolled with: the bonus behind the caster's DC, which is 8 more; in other dice what
    they know of magic.
    """
    if system.family != "d20":
        return checked(system, roles, "prove_magic", by)
    dc = USUAL_SPELL_DC if spell_dc is None else spell_dc
    return Check("Spellcasting", Bonus(bonus=min(dc - 8, MOST_BONUS)))
