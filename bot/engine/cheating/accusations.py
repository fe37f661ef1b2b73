"""Accusations of cheating, their proof and the GM's verdict (seed 004, Accused of Cheating; rules 7.26).

The accuser rolls in secret. An unproven accusation always reads the same, whether there was nothing to prove or the
accuser failed.
"""

from typing import Any

from bot.engine.cheating.actions import Accusation, Accuse, Ruling
from bot.engine.cheating.contests import Means, Party, is_proven, proof, proof_of_magic
from bot.engine.cheating.effects import Effect, with_effect
from bot.engine.cheating.events import Accused, CheatProof, Ruled
from bot.engine.cheating.sleights import Cheatable
from bot.engine.cheating.state import CrookedState
from bot.engine.game import Seat, Step
from bot.engine.rng import Rng

AnyState = CrookedState[Any, Any, Any]


def party_of(game: Cheatable[Any], state: AnyState, seat: Seat) -> Party:
    """Return the party of a seat: the game's own, or the sheet that it was dealt in with."""
    return game.party(state.inner, seat) or state.begun.party(seat)


def caught_in_the_act(
    game: Cheatable[Any], state: AnyState, accuser: Seat, accused: Seat, means: Means, chance: Rng
) -> Step[AnyState]:
    """Accuse a seat whose cheat went wrong, by the seat that looked closest and saw it."""
    return _accuse(game, state, accuser, accused, means, chance, seen=True)


def accuse_seat(game: Cheatable[Any], state: AnyState, accuser: Seat, action: Accuse, chance: Rng) -> Step[AnyState]:
    """Accuse a seat by another seat's own choice. Only a real cheat can be proven."""
    accused = int(action.whom)
    return _accuse(game, state, accuser, accused, state.means_of(accused), chance, seen=False, typed=action.total)


def _accuse(
    game: Cheatable[Any],
    state: AnyState,
    accuser: Seat,
    accused: Seat,
    means: Means | None,
    chance: Rng,
    *,
    seen: bool,
    typed: int | None = None,
) -> Step[AnyState]:
    """Roll the proof. `means` is how the accused has cheated, None for not at all: then nothing is proven.

    Nothing is proven either of a cheat that the GM has ruled on, which is no longer a `means`. `seen`: the accuser saw
    it go wrong. An accuser who didn't may have to pay for proving nothing, whatever the truth is.
    """
    system, roles, by = state.begun.system, state.begun.roles, party_of(game, state, accuser)
    if means == "magic":
        contest = proof_of_magic(system, roles, by, game.spell_dc(state.inner, accused), chance, typed)
    else:
        contest = proof(system, roles, by, party_of(game, state, accused), chance, typed)
    proven = means is not None and is_proven(contest)
    is_free = proven or seen or state.begun.unproven == "nothing"
    effect = None if is_free else Effect(seat=accuser, concern="insight", luck=-1)
    public = Accused(accuser=accuser, accused=accused, seen=seen, proven=proven, effect=effect)
    rolled = CheatProof(
        accuser=accuser,
        accused=accused,
        means=means or "sleight",
        contest=contest,
        has_cheated=means is not None,
        is_ruled_on=means is None and accused in state.let_pass,
    )
    state = state.evolve(
        effects=state.effects if effect is None else with_effect(state.effects, effect),
        accusation=Accusation(accuser=accuser, accused=accused) if proven else None,
    )
    return Step(state, (public,), kept=(rolled,))


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
        before = state.begun.carry.effects if state.begun.carry is not None else ()
        return Step(state.evolve(is_void=True, effects=before), (event,))
    if ruling == "play_on":
        cheats, magic = (tuple(seat for seat in seats if seat != accused) for seats in (state.cheats, state.magic))
        return Step(state.evolve(cheats=cheats, magic=magic, let_pass=(*state.let_pass, accused)), (event,))
    done = game.forfeit(state.inner, accused, chance)
    state = state.evolve(inner=done.state, caught=(*state.caught, accused))
    return Step(state, (event, *done.events), done.private, done.kept)
