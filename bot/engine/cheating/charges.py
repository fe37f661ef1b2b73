"""A charge of cheating and its proof, at any table (seed 004, Accused of Cheating; rules 7.26).

The accuser rolls in secret. What isn't proven is told in the same words, whether there was nothing to prove or the
accuser couldn't.
"""

from typing import NamedTuple

from bot.engine.cheating.cheating import Means, is_proven, proof, proof_of_magic
from bot.engine.cheating.effects import Effect, with_effect
from bot.engine.cheating.events import Accused, Proof
from bot.engine.cheating.parties import Party
from bot.engine.cheating.suspicion import Accusation
from bot.engine.rng import Chance
from bot.engine.skills import DiceSystem, RoleTable


class Charge(NamedTuple):
    """What everybody is told, what the GM alone is told, the effects from now on, and what the GM has to rule on."""

    told: Accused
    kept: Proof
    effects: tuple[Effect, ...]
    accusation: Accusation | None


def charged(
    system: DiceSystem,
    roles: RoleTable,
    accuser: Party,
    accused: Party,
    effects: tuple[Effect, ...],
    chance: Chance,
    *,
    means: Means | None,
    seen: bool,
    is_ruled_on: bool = False,
    spell_dc: int | None = None,
) -> Charge:
    """Roll the proof. `means` is how the accused has cheated in this hand, None for not at all: then nothing is proven.
    Nor is what the GM has ruled on already (`is_ruled_on`), which is no `means` any more.

    `seen`: the accuser saw it go wrong. One who only says so and proves nothing reads people with disadvantage until
    the end of the next hand, whatever the truth is. `spell_dc` is that of the spells of the accused.
    """
    if means == "magic":
        contest = proof_of_magic(system, roles, accuser, spell_dc, chance)
    else:
        contest = proof(system, roles, accuser, accused, chance)
    proven = means is not None and is_proven(contest)
    effect = None if proven or seen else Effect(seat=accuser.seat, concern="insight", luck=-1)
    told = Accused(accuser=accuser.seat, accused=accused.seat, seen=seen, proven=proven, effect=effect)
    kept = Proof(
        accuser=accuser.seat,
        accused=accused.seat,
        means=means or "sleight",
        contest=contest,
        has_cheated=means is not None,
        is_ruled_on=is_ruled_on and means is None,
    )
    accusation = Accusation(accuser=accuser.seat, accused=accused.seat) if proven else None
    return Charge(told, kept, effects if effect is None else with_effect(effects, effect), accusation)
