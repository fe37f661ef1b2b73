"""A charge of cheating and its proof, at any table (seed 004, Accused of Cheating; rules 7.26).

The accuser rolls in secret. What isn't proven is told in the same words, whether there was nothing to prove or the
accuser couldn't.
"""

from typing import Any, NamedTuple

from bot.engine.cheating.actions import Accusation, Ruling
from bot.engine.cheating.contests import Means, Party, is_proven, proof, proof_of_magic
from bot.engine.cheating.effects import Effect, with_effect
from bot.engine.cheating.events import Accused, CheatProof, Ruled
from bot.engine.cheating.sleights import Cheatable
from bot.engine.cheating.state import CrookedState
from bot.engine.game import Seat, Step
from bot.engine.rng import Rng
from bot.engine.skills import DiceSystem, RoleTable


class Charge(NamedTuple):
    """What everybody is told, what the GM alone is told, the effects from now on, and what the GM has to rule on."""

    told: Accused
    kept: CheatProof
    effects: tuple[Effect, ...]
    accusation: Accusation | None


def charged(
    system: DiceSystem,
    roles: RoleTable,
    accuser: Party,
    accused: Party,
    effects: tuple[Effect, ...],
    chance: Rng,
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
    kept = CheatProof(
        accuser=accuser.seat,
        accused=accused.seat,
        means=means or "sleight",
        contest=contest,
        has_cheated=means is not None,
        is_ruled_on=is_ruled_on and means is None,
    )
    accusation = Accusation(accuser=accuser.seat, accused=accused.seat) if proven else None
    return Charge(told, kept, effects if effect is None else with_effect(effects, effect), accusation)


AnyState = CrookedState[Any, Any, Any]


def caught_in_the_act(state: AnyState, accuser: Seat, accused: Seat, chance: Rng) -> Step[AnyState]:
    """Whoever looked closest saw a sleight go wrong."""
    return _accused(state, accuser, accused, chance, seen=True)


def accused_by(state: AnyState, accuser: Seat, accused: Seat, chance: Rng) -> Step[AnyState]:
    """A seat accuses another. What they haven't cheated can't be proven; and who proves nothing reads people with
    disadvantage until the end of the next hand.
    """
    return _accused(state, accuser, accused, chance, seen=False)


def _accused(state: AnyState, accuser: Seat, accused: Seat, chance: Rng, *, seen: bool) -> Step[AnyState]:
    begun = state.begun
    by, of, means = begun.party(accuser), begun.party(accused), "sleight" if seen or accused in state.cheats else None
    charge = charged(
        begun.system,
        begun.roles,
        by,
        of,
        state.effects,
        chance,
        means=means,
        seen=seen,
        is_ruled_on=accused in state.let_pass,
    )
    state = state.evolve(effects=charge.effects, accusation=charge.accusation)
    return Step(state, (charge.told,), kept=(charge.kept,))


def ruled(game: Cheatable[Any], state: AnyState, ruling: Ruling, chance: Rng) -> Step[AnyState]:
    """The hand after the GM's verdict on whoever is accused. Where it goes on, the verdict covers all that they have
    done until now: only what they do from now on can be proven.
    """
    if state.accusation is None:
        raise ValueError("nobody is accused")
    accused = state.accusation.accused
    state = state.evolve(accusation=None, rulings=state.rulings + 1)
    told = Ruled(accused=accused, ruling=ruling)
    if ruling == "void":
        return Step(state.evolve(is_void=True), (told,))
    if ruling == "play_on":
        cheats = tuple(seat for seat in state.cheats if seat != accused)
        return Step(state.evolve(cheats=cheats, let_pass=(*state.let_pass, accused)), (told,))
    done = game.forfeit(state.inner, accused, chance)
    state = state.evolve(inner=done.state, caught=(*state.caught, accused))
    return Step(state, (told, *done.events), done.private, done.kept)
