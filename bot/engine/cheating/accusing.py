"""Accusing somebody of cheating, and what the GM makes of it: what is proven has the hand wait for the verdict."""

from typing import Any

from bot.engine.cheating.actions import Ruling
from bot.engine.cheating.charges import charged
from bot.engine.cheating.events import Ruled
from bot.engine.cheating.sleights import Cheatable
from bot.engine.cheating.state import CrookedState
from bot.engine.game import Seat, Step
from bot.engine.rng import Chance

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


def ruled(game: Cheatable[Any], state: AnyState, ruling: Ruling, chance: Chance) -> Step[AnyState]:
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
