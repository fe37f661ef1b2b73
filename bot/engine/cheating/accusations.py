"""Accusations of cheating, their proof and the GM's verdict (seed 004, Accused of Cheating; rules 7.26).

The accuser rolls in secret. An unproven accusation always reads the same, whether there was nothing to prove or the
accuser failed.
"""

from typing import Any, NamedTuple

from bot.engine.cheating.actions import Accusation, Ruling
from bot.engine.cheating.contests import Means, Party, is_proven, proof, proof_of_magic
from bot.engine.cheating.effects import Effect, with_effect
from bot.engine.cheating.events import Accused, CheatProof, Ruled
from bot.engine.cheating.sleights import Cheatable, Unproven
from bot.engine.cheating.state import CrookedState
from bot.engine.game import Seat, Step
from bot.engine.rng import Rng
from bot.engine.skills import DiceSystem, RoleTable


class Charge(NamedTuple):
    """An accusation: its public event, the GM's event, the effects from now on, and the cheat that the GM has to rule
    on.
    """

    told: Accused
    kept: CheatProof
    effects: tuple[Effect, ...]
    accusation: Accusation | None


def make_charge(
    system: DiceSystem,
    roles: RoleTable,
    accuser: Party,
    accused: Party,
    effects: tuple[Effect, ...],
    chance: Rng,
    *,
    means: Means | None,
    seen: bool,
    unproven: Unproven,
    is_ruled_on: bool = False,
    spell_dc: int | None = None,
) -> Charge:
    """Roll the proof. `means` is how the accused has cheated in this hand, None for not at all: then nothing is proven.
    Nothing is proven either of a cheat that the GM has already ruled on (`is_ruled_on`), which is no longer a `means`.

    `seen`: the accuser saw it go wrong. `unproven` is the cost for an accuser who didn't and proves nothing, whatever
    the truth is. `spell_dc` is that of the spells of the accused.
    """
    if means == "magic":
        contest = proof_of_magic(system, roles, accuser, spell_dc, chance)
    else:
        contest = proof(system, roles, accuser, accused, chance)
    proven = means is not None and is_proven(contest)
    is_free = proven or seen or unproven == "nothing"
    effect = None if is_free else Effect(seat=accuser.seat, concern="insight", luck=-1)
    event = Accused(accuser=accuser.seat, accused=accused.seat, seen=seen, proven=proven, effect=effect)
    rolled = CheatProof(
        accuser=accuser.seat,
        accused=accused.seat,
        means=means or "sleight",
        contest=contest,
        has_cheated=means is not None,
        is_ruled_on=is_ruled_on and means is None,
    )
    accusation = Accusation(accuser=accuser.seat, accused=accused.seat) if proven else None
    return Charge(event, rolled, effects if effect is None else with_effect(effects, effect), accusation)


AnyState = CrookedState[Any, Any, Any]


def caught_in_the_act(state: AnyState, accuser: Seat, accused: Seat, chance: Rng) -> Step[AnyState]:
    """Accuse a seat whose sleight went wrong, by the seat that looked closest and saw it."""
    return _accuse(state, accuser, accused, chance, seen=True)


def accuse_seat(state: AnyState, accuser: Seat, accused: Seat, chance: Rng) -> Step[AnyState]:
    """Accuse a seat by another seat's own choice.

    Only a real cheat can be proven.
    """
    return _accuse(state, accuser, accused, chance, seen=False)


def _accuse(state: AnyState, accuser: Seat, accused: Seat, chance: Rng, *, seen: bool) -> Step[AnyState]:
    begun = state.begun
    by, of, means = begun.party(accuser), begun.party(accused), "sleight" if seen or accused in state.cheats else None
    charge = make_charge(
        begun.system,
        begun.roles,
        by,
        of,
        state.effects,
        chance,
        means=means,
        seen=seen,
        unproven=begun.unproven,
        is_ruled_on=accused in state.let_pass,
    )
    state = state.evolve(effects=charge.effects, accusation=charge.accusation)
    return Step(state, (charge.told,), kept=(charge.kept,))


def apply_verdict(game: Cheatable[Any], state: AnyState, ruling: Ruling, chance: Rng) -> Step[AnyState]:
    """Return the hand after the GM's verdict on the accused.

    Where it goes on, the verdict covers all cheats until now: only later ones can be proven.
    """
    if state.accusation is None:
        raise ValueError("nobody is accused")
    accused = state.accusation.accused
    state = state.evolve(accusation=None, rulings=state.rulings + 1)
    event = Ruled(accused=accused, ruling=ruling)
    if ruling == "void":
        return Step(state.evolve(is_void=True), (event,))
    if ruling == "play_on":
        cheats = tuple(seat for seat in state.cheats if seat != accused)
        return Step(state.evolve(cheats=cheats, let_pass=(*state.let_pass, accused)), (event,))
    done = game.forfeit(state.inner, accused, chance)
    state = state.evolve(inner=done.state, caught=(*state.caught, accused))
    return Step(state, (event, *done.events), done.private, done.kept)
