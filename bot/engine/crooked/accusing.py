"""Accusing somebody of cheating, and what the GM makes of it (seed 004, Accused of Cheating; rules 7.26).

The accuser rolls in secret. What is proven has the hand wait for the GM; what isn't is told in the same words, whether
there was nothing to prove or the accuser couldn't.
"""

from typing import Any

from bot.engine.chance import Chance
from bot.engine.crooked.actions import Ruling
from bot.engine.crooked.cheating import is_proven, proof
from bot.engine.crooked.effects import Effect, with_effect
from bot.engine.crooked.events import Accused, Proof, Ruled
from bot.engine.crooked.sleights import Cheatable
from bot.engine.crooked.state import CrookedState
from bot.engine.crooked.suspicion import Accusation
from bot.engine.game import Seat, Step

AnyState = CrookedState[Any, Any, Any]


def caught_in_the_act(state: AnyState, accuser: Seat, accused: Seat, chance: Chance) -> Step[AnyState]:
    """Whoever looked closest saw a sleight go wrong."""
    return _accused(state, accuser, accused, chance, seen=True)


def accused_by(state: AnyState, accuser: Seat, accused: Seat, chance: Chance) -> Step[AnyState]:
    """A seat accuses another. What they haven't cheated can't be proven; and who proves nothing reads people with
    disadvantage until the end of the next hand.
    """
    return _accused(state, accuser, accused, chance, seen=False)


def _accused(state: AnyState, accuser: Seat, accused: Seat, chance: Chance, *, seen: bool) -> Step[AnyState]:
    system, roles = state.begun.system, state.begun.roles
    contest = proof(system, roles, state.begun.party(accuser), state.begun.party(accused), chance)
    has_cheated = seen or accused in state.cheats
    proven = has_cheated and is_proven(contest)
    effect = None if proven or seen else Effect(seat=accuser, concern="insight", luck=-1)
    if proven:
        state = state.evolve(accusation=Accusation(accuser=accuser, accused=accused))
    if effect is not None:
        state = state.evolve(effects=with_effect(state.effects, effect))
    told = Accused(accuser=accuser, accused=accused, seen=seen, proven=proven, effect=effect)
    kept = Proof(accuser=accuser, accused=accused, means="sleight", contest=contest, has_cheated=has_cheated)
    return Step(state, (told,), kept=(kept,))


def ruled(game: Cheatable[Any], state: AnyState, ruling: Ruling, chance: Chance) -> Step[AnyState]:
    """The hand after the GM's verdict on whoever is accused."""
    if state.accusation is None:
        raise ValueError("nobody is accused")
    accused = state.accusation.accused
    state = state.evolve(accusation=None, rulings=state.rulings + 1)
    told = Ruled(accused=accused, ruling=ruling)
    if ruling == "void":
        return Step(state.evolve(is_void=True), (told,))
    if ruling == "play_on":
        return Step(state, (told,))
    done = game.forfeit(state.inner, accused, chance)
    state = state.evolve(inner=done.state, caught=(*state.caught, accused))
    return Step(state, (told, *done.events), done.private, done.kept)
